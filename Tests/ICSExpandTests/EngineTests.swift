#if Libical
    import Foundation
    import Testing

    @Suite struct EngineTests {
        private static let window = [
            "--from", "2026-03-28", "--to", "2026-04-11", "--time-zone", "Europe/Berlin",
        ]
        private static let demo = BuiltProgram.packageFolder.appending(path: "Corpus/demo/studio.ics").path()

        private func run(_ arguments: String..., input: String = "") throws -> BuiltProgram.Result {
            try BuiltProgram.run(arguments + Self.window, input: input)
        }

        @Test(arguments: [[], ["--expand", "libical"]])
        func `libical reads and expands the demo calendar in the same way as this package`(
            _ expanding: [String]
        )
            throws
        {
            let native = try BuiltProgram.run(Self.window + [Self.demo])
            let libical = try BuiltProgram.run(
                ["--engine", "libical"] + expanding + Self.window + [Self.demo]
            )
            #expect(libical.status == 0)
            #expect(libical.output == native.output && !native.output.isEmpty)
        }

        @Test func `a property withheld from libical is reported and still read`() throws {
            let text = """
                BEGIN:VCALENDAR
                VERSION:2.0
                BEGIN:VEVENT
                UID:1
                DTSTART:20260401T090000Z
                REQUEST-STATUS:2.0;Success
                END:VEVENT
                END:VCALENDAR
                """
            let result = try run("--engine", "libical", "-", input: text)
            #expect(result.status == 0)
            #expect(result.output.contains("2026-04-01"))
            #expect(
                result.errors.hasPrefix("<stdin>:6: warning: REQUEST-STATUS is not passed to libical, which ")
            )
        }

        @Test func `differences are printed with their causes and make the run fail`() throws {
            let result = try run("--compare-engines", Self.demo)
            #expect(result.status == 1)
            #expect(
                result.output
                    == "\(Self.demo):4: NAME of VCALENDAR: native NAME:Studio; libical nothing (unknown-name)\n"
            )
            #expect(result.errors == "ics-expand: 1 difference: unknown-name 1\n")
            let json = try run("--compare-engines", "--format", "ndjson", Self.demo)
            #expect(
                json.output.hasPrefix(#"{"file":""#)
                    && json.output.contains(
                        #""subject":"NAME","native":"NAME:Studio","cause":"unknown-name""#
                    )
            )
        }

        @Test func `engines that agree print nothing`() throws {
            let text =
                "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:1\nDTSTART:20260401T090000Z\nEND:VEVENT\nEND:VCALENDAR\n"
            let result = try run("--compare-engines", "-", input: text)
            #expect(result.status == 0 && result.output.isEmpty)
            #expect(result.errors == "ics-expand: 0 differences\n")
        }

        @Test(arguments: [
            ["--engine", "fast"], ["--expand", "libical"], ["--compare-engines", "--engine", "libical"],
            ["--compare-engines", "--format", "ics"], ["--compare-engines", "--check"],
        ])
        func `an invalid combination is a usage error`(_ arguments: [String]) throws {
            let result = try BuiltProgram.run(arguments + Self.window + [Self.demo])
            #expect(result.status == 64, "\(result.errors)")
        }
    }
#endif

import Foundation
import TestTraits
import Testing

/// Tests unusual and empty environments.
@Suite struct SurroundingFaultsTests {
    private static let event = calendarText(
        "UID:a\nSUMMARY:Lunch\nDTSTART:20260401T120000Z\nDTEND:20260401T130000Z"
    )
    private static let day = "--from 2026-04-01 --to +1d"

    private func shell(_ script: String) throws -> BuiltProgram.Result {
        let folder = try TemporaryFolder()
        try folder.write(Self.event, to: "a.ics")
        return try BuiltProgram.shell("cd '\(folder.url.path())'\n" + script)
    }

    @Test(.long, arguments: ["", "--isolated"])
    func `a system without time zones produces a one-line error`(isolated: String) throws {
        let result = try shell(
            """
            mkdir zones
            TZ=Europe/Berlin TZDIR=zones ics-expand \(isolated) \(Self.day) a.ics || echo $?
            TZDIR=zones ics-expand \(isolated) \(Self.day) --time-zone Europe/Berlin a.ics || echo $?
            """
        )
        let lines = result.errors.split(separator: "\n")
        #expect(
            lines.allSatisfy { $0.contains("no time zone database in zones; install the package tzdata") }
        )
        #expect(lines.count == 2, "\(result.errors)")
        #expect(result.lines.allSatisfy { $0 == "1" } && result.lines.count == 2)
    }

    @Test(arguments: [
        ("xx_YY", "C"), ("tr_TR.UTF-8", "C"), ("", ""), ("C", "xx_YY"), ("\u{FC}", "POSIX"),
    ])
    func `the locale does not affect the output`(all: String, language: String) throws {
        let result = try shell("LC_ALL='\(all)' LANG='\(language)' ics-expand \(Self.day) a.ics")
        #expect(result.output == "2026-04-01 Wed  14:00-15:00    Lunch\n")
        #expect(result.errors == "")
    }

    @Test(
        .long,
        arguments: [
            (":junk", "TZ: unknown time zone \":junk\""),
            ("../../etc/passwd", "TZ: unknown time zone \"../../etc/passwd\""),
            ("/etc/passwd", "/etc/passwd: damaged time zone data"),
            ("/dev/zero", "/dev/zero: TZ names a file that cannot be read"),
            ("Europe/", "TZ: unknown time zone \"Europe/\""),
        ]
    )
    func `an invalid TZ produces a one-line error`(zone: String, words: String) throws {
        let result = try shell("TZ='\(zone)' ics-expand \(Self.day) a.ics || echo $?")
        #expect(result.errors == "Error: \(words)\n")
        #expect(result.lines == ["1"])
    }

    @Test(arguments: [
        ("", "12:00-13:00"), (":", "12:00-13:00"), (":Europe/Berlin", "14:00-15:00"), ("UTC0", "12:00-13:00"),
        ("EST5EDT", "08:00-09:00"), ("CET-1CEST,M3.5.0,M10.5.0/3", "14:00-15:00"),
    ])
    func `every TZ format that systems support is read`(zone: String, times: String) throws {
        let result = try shell("TZ='\(zone)' ics-expand \(Self.day) a.ics")
        #expect(result.output == "2026-04-01 Wed  \(times)    Lunch\n", "\(result.errors)")
    }

    @Test func `a very long TZ is shortened in the message`() throws {
        let result = try shell("TZ=$(printf 'A%.0s' {1..9000}) ics-expand \(Self.day) a.ics || echo $?")
        #expect(result.lines == ["1"])
        #expect(result.errors.hasPrefix("Error: TZ: unknown time zone \"AAA"))
        #expect(result.errors.utf8.count < 400)
    }

    @Test func `an empty environment is sufficient`() throws {
        let result = try shell(
            """
            env -i LD_LIBRARY_PATH="${LD_LIBRARY_PATH-}" "$(command -v ics-expand)" --time-zone UTC \(Self.day) a.ics
            env -u HOME -u TMPDIR ics-expand --isolated --time-zone UTC \(Self.day) a.ics
            cat a.ics | TMPDIR=/nowhere ics-expand --isolated --time-zone UTC \(Self.day) || echo $?
            """
        )
        let row = "2026-04-01 Wed  12:00-13:00    Lunch"
        #expect(result.lines == [row, row, "1"], "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1)
    }
}

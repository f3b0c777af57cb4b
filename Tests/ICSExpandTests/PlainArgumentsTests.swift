#if CommandLine
    import ArgumentParser
    import ICSConsole
    import TestTraits
    import Testing

    @testable import ics_expand

    /// Compares the parser for ordinary command lines with ArgumentParser.
    struct PlainArgumentsTests {
        @Test(arguments: [
            [], ["a.ics"], ["a.ics", "-", "b.ics"], ["--from", "2026-03-01", "a.ics"],
            ["--from=2026-03-01", "--to=+30d"], ["--from", "-2w", "--to", "-1d"],
            ["--from", "today", "--from", "now"],
            ["--time-zone", "Europe/Berlin"], ["--time-zone=Europe/Berlin", "--time-zone", "UTC"],
            ["--format", "ndjson"], ["--format=freebusy"], ["--limit", "5"], ["--limit=0"],
            ["--threads", "4"],
            ["--zones", "file"], ["--zones=system"], ["--explain", "a=b"], ["--explain=a=b"],
            ["--output", "x", "--repair"],
            ["--owner", "a@example.com", "--conflicts"], ["a.ics", "--count", "b.ics", "--strict"],
            [
                "--use-calendar-time-zone", "--hide-cancelled", "--statistics", "--strict", "--conflicts",
                "--alarms",
                "--diff", "--check", "--repair", "--count",
            ],
            ["--count", "--count"],
        ])
        func `an ordinary command line is parsed as ArgumentParser does`(words: [String]) throws {
            let plain = try #require(Arguments.plain(words))
            #expect(try fields(of: plain) == fields(of: Arguments.parse(words)))
        }

        @Test(arguments: [
            ["--help"], ["-h"], ["--version"], ["--form", "json"], ["--format"], ["--format", "pdf"],
            ["--format="],
            ["--from", "soon"], ["--from", "--to"], ["--limit", "-1"], ["--limit", "x"], ["--threads", "0"],
            ["--zones", "both"], ["--explain", "--count"], ["--explain", "-x"], ["--owner="], ["--count=yes"],
            ["--isolated"], ["--engine", "native"], ["--worker", "x"], ["--", "a.ics"], ["-x"], ["--=x"],
            ["a.ics", "--"],
        ])
        func `ArgumentParser handles all other command lines`(words: [String]) {
            #expect(Arguments.plain(words) == nil)
        }

        private static let words = [
            "--from", "--to", "--format", "--limit", "--count", "--time-zone", "--zones", "--explain",
            "--strict",
            "--from=today", "--format=json", "--limit=", "-", "--", "-1d", "+2w", "json", "a.ics", "5",
            "", "x=y",
            "--check", "--owner", "--output=-", "--threads", "2026-03-29 10:00",
        ]
        @Test func `both parsers agree on two-word command lines`() throws {
            try check(Self.words.enumerated().filter { $0.offset % 3 == 0 }.map(\.element), atLeast: 10)
        }

        @Test(.long) func `both parsers agree on every pair of words`() throws {
            try check(Self.words, atLeast: 101)
        }

        private func check(_ words: [String], atLeast least: Int) throws {
            var plainOnes = 0
            for first in words {
                for second in words {
                    guard let plain = Arguments.plain([first, second]) else { continue }
                    plainOnes += 1
                    let read = try fields(of: Arguments.parse([first, second]))
                    #expect(try fields(of: plain) == read, "\(first) \(second)")
                }
            }
            #expect(plainOnes >= least)
        }

        /// Returns the values of all properties, including those in option groups.
        private func fields(of arguments: Arguments) throws -> [String] {
            let (window, amount) = (arguments.window, arguments.amount)
            let (isolation, request) = (arguments.isolation, arguments.request)
            var values: [Any?] = [
                window.from, window.to, window.timeZone, arguments.format, amount.limit, amount.count,
                arguments.threads, arguments.zones, arguments.useCalendarTimeZone, arguments.hideCancelled,
                arguments.engine, arguments.expand, arguments.statistics, arguments.strict,
                isolation.isolated,
                isolation.memoryLimit, isolation.processorLimit, isolation.timeLimit, isolation.worker,
                request.conflicts, request.alarms, request.explain, request.diff, request.check,
                request.repair, request.records, request.recordErrors, request.split,
                request.output, request.owner, arguments.inputs,
            ]
            #if Libical
                values.append(request.compareEngines)
            #endif
            let groups: [Any] = [window, amount, isolation, request]
            let properties = groups.reduce(Mirror(reflecting: arguments).children.count - groups.count) {
                $0 + Mirror(reflecting: $1).children.count
            }
            try #require(values.count == properties)
            return values.map { $0.map { "\($0)" } ?? "nil" }
        }
    }
#endif

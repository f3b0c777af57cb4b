import ICalendar
import TestTraits
import Testing

/// Tests the work limits of a search.
///
/// Steps depend only on the calendars and the window.
struct SearchWorkTests {
    /// Two rules that arithmetic cannot combine; the second adds hardly any instances.
    private static let bomb = calendar(
        "DTSTART:20240101T000000Z\nRRULE:FREQ=SECONDLY;BYHOUR=\(hours)\nRRULE:FREQ=MINUTELY;BYSECOND=5"
    )
    private static let hours = (0...22).map(String.init).joined(separator: ",")

    private func options(work: Int) -> ExpansionOptions {
        var options = ExpansionOptions()
        options.limits.work = work
        return options
    }

    @Test(.long) func `a series that needs too many steps stops at a reported instant`() throws {
        let whole = try expand(Self.bomb, from: "2024-01-01", to: "2024-01-02")
        let cut = try expand(Self.bomb, from: "2024-01-01", to: "2024-01-02", options: options(work: 10_000))
        #expect(whole.starts.count == 23 * 3600 + 60)
        #expect(whole.diagnostics == [])
        let remark = try #require(cut.remarks.first)
        #expect(cut.remarks.count == 1)
        #expect(remark.code == .limit)
        #expect(remark.severity == .error)
        let last = try #require(cut.starts.last)
        let next = whole.starts[cut.starts.count]
        #expect(remark.message.hasSuffix(" \(next)"), "\(remark) \(last)")
        #expect(cut.starts.count > 5000)
        #expect(cut.lines == Array(whole.lines.prefix(cut.lines.count)))
    }

    @Test(.long) func `the count matches the number of occurrences for any number of threads`() throws {
        let text =
            (0..<40).map { _ in Self.bomb }.joined()
            + calendar("DTSTART:20240101T000000Z\nRRULE:FREQ=SECONDLY")
        let file = try CalendarFile(text: text)
        let from = try instant("2024-03-01", in: .utc)
        let window = try OccurrenceWindow(from: from, to: from.adding(seconds: 7200), in: .utc)
        let one = Occurrences(of: [file], in: window, options: options(work: 50_000), threads: 1)
        let two = Occurrences(of: [file], in: window, options: options(work: 50_000), threads: 2)
        #expect(one.diagnostics == two.diagnostics)
        #expect(one.diagnostics.count { $0.code == .limit } == 40)
        let listed = one.reduce(0) { count, _ in count + 1 }
        #expect(one.count(threads: 1) == listed)
        #expect(two.count(threads: 2) == listed)
        // The plain series does not use the step budget, so it is complete.
        #expect(listed > 7200 + 40 * 3000 && listed < 41 * 7200)
    }

    @Test func `each segment of a series is charged for the rules that it starts`() throws {
        let rules = (0..<20).map { "RRULE:FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=\($0 + 1)" }.joined(
            separator: "\n"
        )
        let dates = (1...300).map { "20240102T\(String(100_000 + $0 / 60 * 100 + $0 % 60))" }
        let master = "UID:a\nDTSTART:20240101T090000\n\(rules)\nRDATE:" + dates.joined(separator: ",")
        let parts = dates.map { date in
            "UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE:\(date)\nDTSTART:\(date)"
        }
        let file = calendar(events: [master] + parts)
        let whole = try expand(file, from: "2024-01-01", to: "2024-02-01")
        #expect(whole.starts.count == 320)
        #expect(whole.diagnostics == [])
        let cut = try expand(file, from: "2024-01-01", to: "2024-02-01", options: options(work: 20_000))
        #expect(!cut.remarks.isEmpty && cut.remarks.allSatisfy { $0.code == .limit })
        #expect(Set(cut.starts).isSubset(of: whole.starts))
    }

    @Test func `calendars share the budget for evaluating COUNT`() throws {
        let rule = "RRULE:FREQ=MONTHLY;RSCALE=CHINESE;BYMONTHDAY=30;COUNT=90000"
        let ics = (0..<50).map { calendar("UID:\($0)\nDTSTART:16000101T090000Z\n\(rule)") }.joined()
        let whole = try expand(ics, from: "2024-01-01", to: "2024-12-01")
        #expect(!whole.remarks.contains { $0.code == .limit })
        let cut = try expand(ics, from: "2024-01-01", to: "2024-12-01", options: options(work: 1 << 18))
        // The first calendars get all the steps they need.
        let limited = cut.remarks.count { $0.code == .limit }
        #expect(limited > 20 && limited < 50)
        #expect(cut.starts.count < whole.starts.count && !cut.starts.isEmpty)
    }

    @Test func `an instance costs more steps in a zone with many clock changes`() throws {
        func observance(_ name: String, _ day: Int, _ from: String, _ to: String) -> String {
            """
            BEGIN:\(name)
            DTSTART:2023010\(day)T000000
            TZOFFSETFROM:\(from)
            TZOFFSETTO:\(to)
            RRULE:FREQ=WEEKLY;COUNT=700
            END:\(name)
            """
        }
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Restless
            \(observance("DAYLIGHT", 1, "+0100", "+0200"))
            \(observance("STANDARD", 4, "+0200", "+0100"))
            END:VTIMEZONE
            """
        func count(_ start: String) throws -> (count: Int, isCut: Bool) {
            let text = calendar("DTSTART\(start)\nRRULE:FREQ=HOURLY", zones: zone)
            let found = try expand(text, from: "2024-01-01", to: "2024-03-01", options: options(work: 1000))
            return (found.starts.count, found.remarks.contains { $0.code == .limit })
        }
        #expect(try count(";TZID=Europe/Berlin:20240101T000000") == (60 * 24, false))
        let (restless, isCut) = try count(";TZID=Restless:20240101T000000")
        #expect(isCut && restless > 900 && restless < 1300, "\(restless)")
    }

    @Test func `floating series use the budget too`() throws {
        let hours = Self.hours
        let rules = "RRULE:FREQ=SECONDLY;BYHOUR=\(hours)\nRRULE:FREQ=MINUTELY;BYSECOND=5"
        let text = calendar("DTSTART:20240101T000000\n\(rules)")
        let found = try expand(text, from: "2024-01-01", to: "2024-06-01", options: options(work: 10_000))
        #expect(found.remarks.count == 1 && found.starts.count > 5000)
    }

    @Test func `a large series does not reduce the occurrences of a small series`() throws {
        let small = calendar(
            "DTSTART:20240101T000000Z\nRRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY;BYDAY=MO;BYHOUR=5"
        )
        let file = try CalendarFile(text: Self.bomb + small)
        let from = try instant("2024-01-01", in: .utc)
        let window = try OccurrenceWindow(from: from, to: from.adding(seconds: 1461 * 86_400), in: .utc)
        let found = Occurrences(of: [file], in: window, options: options(work: 0))
        let lines = found.diagnostics.filter { $0.code == .limit }.map(\.line)
        #expect(lines.count == 1)
        #expect(found.count() >= 1461 + 209)
    }

    @Test func `evaluating an expensive COUNT stops at the limit and reports it`()
        throws
    {
        let text = calendar(
            "DTSTART:20000101T000000Z\nRRULE:FREQ=MINUTELY;INTERVAL=2881;BYMONTH=2;BYMONTHDAY=28;BYHOUR=3;COUNT=4000"
        )
        let cut = try expand(text, from: "2024-01-01", to: "2024-01-02", options: options(work: 0))
        #expect(
            cut.remarks.contains {
                $0.code == .limit && $0.message.contains("COUNT too expensive to evaluate")
            }
        )
        let whole = try expand(text, from: "2024-01-01", to: "2024-01-02")
        #expect(!whole.remarks.contains { $0.code == .limit })
    }

    @Test(arguments: [
        ("FREQ=DAILY;INTERVAL=2;BYMONTHDAY=1,3,5,7,9,11,13,15,17,19", 200_000),
        ("FREQ=WEEKLY;INTERVAL=4;BYMONTH=1,3,5,7,9,11", 80_000),
        ("FREQ=SECONDLY;INTERVAL=7;BYSECOND=0,2,4;BYHOUR=9;BYMINUTE=0", 10_000_000),
        ("RSCALE=GREGORIAN;SKIP=FORWARD;FREQ=MONTHLY;BYMONTHDAY=30,31", 200_000),
        ("RSCALE=HEBREW;FREQ=MONTHLY;BYDAY=1MO", 50_000),
    ])
    func `a short COUNT is evaluated outside the budget, and a long one stops`(
        _ rule: String,
        many: Int
    ) throws {
        let start = rule.contains("HEBREW") ? "17000101T090000Z" : "00010101T090000Z"
        func found(count: Int, work: Int?) throws -> (starts: [String], isCut: Bool) {
            let text = calendar("DTSTART:\(start)\nRRULE:\(rule);COUNT=\(count)")
            let options = work.map { self.options(work: $0) } ?? ExpansionOptions()
            let found = try expand(text, from: "2024-01-01", to: "2025-01-01", options: options)
            return (found.starts.map { "\($0)" }, found.remarks.contains { $0.code == .limit })
        }
        let ended = try found(count: 20, work: 0)
        #expect(ended.starts == [] && !ended.isCut)
        let far = try found(count: many, work: 0)
        #expect(far.starts == [] && far.isCut)
        let whole = try found(count: many, work: nil)
        #expect(!whole.starts.isEmpty && !whole.isCut)
    }

    @Test(arguments: [
        "FREQ=SECONDLY;COUNT=100000000", "FREQ=SECONDLY;UNTIL=00030101T000000Z",
        "FREQ=MINUTELY;BYSECOND=0,1,2,3,4,5,6,7;BYMONTH=11,12;COUNT=1000000",
    ])
    func `a dense rule that ended before the window does not affect other rules`(_ dense: String) throws {
        let text = calendar("DTSTART:00011029T064500Z\nRRULE:FREQ=DAILY\nRRULE:\(dense)")
        let found = try expand(text, from: "2025-01-01", to: "2029-01-01")
        #expect(found.remarks.filter { $0.code == .limit } == [])
        #expect(found.starts.count == 1461)
    }

    @Test func `a search stops at the occurrence limit and reports it`() throws {
        var options = ExpansionOptions()
        options.limits.occurrences = 100
        let text = calendar("DTSTART:20240101T000000Z\nRRULE:FREQ=HOURLY")
        let found = try expand(text, from: "2024-01-01", to: "2025-01-01", options: options)
        #expect(found.starts.count == 100)
        #expect(found.remarks.map(\.code) == [.limit])
        let few = try expand(text, from: "2024-01-01", to: "2024-01-03", options: options)
        #expect(few.starts.count == 48)
        #expect(few.remarks == [])
        var search = OccurrenceSearch(
            in: try OccurrenceWindow(
                from: try instant("2024-01-01", in: .utc),
                to: try instant("2025-01-01", in: .utc),
                in: .utc
            ),
            options: options
        )
        try search.read(bytes: Array(text.utf8))
        #expect(search.occurrences().count() == 100)
        #expect(search.occurrences().diagnostics.map(\.code) == [.limit])
    }

    @Test func `oversized input is read up to the limit and reported`() throws {
        var limits = ReadingLimits()
        let one = calendar("DTSTART:20240101T000000Z\nSUMMARY:a")
        limits.inputSize = one.utf8.count
        #expect(try CalendarFile(bytes: Array(one.utf8), name: nil, limits: limits).diagnostics == [])
        let two = try CalendarFile(bytes: Array((one + one).utf8), name: nil, limits: limits)
        #expect(two.calendars.count == 1)
        #expect(two.diagnostics.map(\.code) == [.limit])
        var options = ExpansionOptions()
        options.limits = limits
        var search = OccurrenceSearch(
            in: try OccurrenceWindow(
                from: try instant("2024-01-01", in: .utc),
                to: try instant("2025-01-01", in: .utc),
                in: .utc
            ),
            options: options,
            threads: 2
        )
        #expect(
            try search.read(bytes: Array(String(repeating: one, count: 5000).utf8)).map(\.code).contains(
                .limit
            )
        )
        #expect(search.occurrences().count() == 1)
    }

    @Test func `an index and jCal stop at the input limit and report it`() throws {
        var limits = ReadingLimits()
        let one = calendar("DTSTART:20240101T000000Z\nSUMMARY:a")
        let message =
            "error: limit reached: \(one.utf8.count) bytes of input (ReadingLimits.inputSize); the rest skipped"
        limits.inputSize = one.utf8.count
        let whole = try IndexedFile(Array(one.utf8), name: nil, in: .utc, limits: limits)
        #expect(whole.items.count == 1)
        #expect(whole.diagnostics == [])
        let more = try IndexedFile(Array((one + one).utf8), name: nil, in: .utc, limits: limits)
        #expect(more.items.count == 1)
        #expect(more.diagnostics.map(\.description) == [message])

        let event = #"["vevent",[["uid",{},"text","a"]],[]]"#
        let json = Array(#"["vcalendar",[["version",{},"text","2.0"]],[\#(event),\#(event)]]"#.utf8)
        for size in 0...json.count {
            limits.inputSize = size
            let said = "limit reached: \(size) bytes of input (ReadingLimits.inputSize); the rest skipped"
            guard let file = try? CalendarFile(jCal: json, limits: limits) else {
                // The input ends before the first calendar starts.
                #expect(size < 50)
                continue
            }
            let events = file.calendars.flatMap(\.component.components)
            #expect(events.allSatisfy { $0.text("UID") == "a" }, "\(size)")
            #expect(events.count == (size < 81 ? 0 : size < 119 ? 1 : 2), "\(size)")
            let messages = file.diagnostics.map(\.message)
            #expect(size < json.count ? messages.contains(said) : messages.isEmpty, "\(size)")
        }
        // Invalid JSON before the limit is still rejected.
        limits.inputSize = 60
        #expect(throws: CalendarError.self) {
            try CalendarFile(jCal: Array(#"["vcalendar",[],[nonsense]]"#.utf8) + json, limits: limits)
        }
    }

    @Test func `decoding a file stops at the byte limit and reports it`() throws {
        var limits = ReadingLimits()
        limits.decodedBytes = 100_000
        let text = calendar(events: (0..<5000).map { "UID:\($0)\nDTSTART:20240101T000000Z" })
        for threads in [1, 2] {
            let file = try CalendarFile(bytes: Array(text.utf8), name: nil, limits: limits, threads: threads)
            #expect(file.diagnostics.map(\.code) == [.limit])
            let count = file.calendars[0].component.components.count
            #expect(count > 0 && count < 2000)
        }
    }

    @Test func `a hundred rules for every second of a day use no more memory than their text`() throws {
        let seconds = (0..<60).map(String.init).joined(separator: ",")
        let hours = (0..<24).map(String.init).joined(separator: ",")
        let events = (1...100).map { number in
            "BEGIN:VEVENT\nUID:\(number)\nDTSTART:20240101T000000Z\nRRULE:FREQ=MONTHLY;INTERVAL=\(number);BYMONTHDAY=2;"
                + "BYHOUR=\(hours);BYMINUTE=\(seconds);BYSECOND=\(seconds);BYSETPOS=\(number),-1\nEND:VEVENT\n"
        }
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\n\(events.joined())END:VCALENDAR\n"
        let found = try expand(text, from: "2024-01-02", to: "2024-01-03")
        #expect(found.starts.count == 200)
        #expect(found.starts.first == "2024-01-02T00:00:00Z")
        #expect(found.starts[99] == "2024-01-02T00:01:39Z")
        #expect(found.starts.suffix(100).allSatisfy { $0 == "2024-01-02T23:59:59Z" })
    }
}

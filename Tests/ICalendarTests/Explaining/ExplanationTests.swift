import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

@Suite struct ExplanationTests {
    private func explain(
        _ ics: String,
        _ uid: String,
        from: String,
        to: String,
        limit: Int = 1000,
        options: ExpansionOptions = .init()
    ) throws -> Explanation {
        let file = try CalendarFile(text: ics, name: "test.ics")
        let zone = try Zone(identifier: "Europe/Berlin")
        let window = try OccurrenceWindow(
            from: instant(from, in: zone),
            to: instant(to, in: zone),
            in: zone
        )
        return try #require(
            Explanation(of: uid, in: [file], window: window, options: options, limit: limit)
        )
    }

    /// Returns a calendar with events, each given as a list of lines.
    private func calendar(events: [[String]]) -> String {
        ICalendarTests.calendar(events: events.map { $0.joined(separator: "\n") })
    }

    private func entries(_ explanation: Explanation) -> [String] {
        explanation.series.flatMap(\.instances).map { "\($0.start) \($0.fate)" }
    }

    @Test func `a rule that ends before DTSTART is not reported as ignored`() throws {
        let rules = ["RRULE:FREQ=DAILY;UNTIL=20260108T000000Z", "RRULE:FREQ=HOURLY", "RRULE:FREQ=WEEKLY"]
        let event = ["DTSTART;VALUE=DATE:20260109"] + rules
        let found = try explain(calendar(events: [event]), "a", from: "2026-01-01", to: "2026-02-01")
        #expect(found.series[0].components[0].rules.map(\.use) == [.ended, .ignored, .used])
        #expect(found.description.contains("every day until 8 January 2026 (ends before DTSTART)\n"))
        #expect(
            found.description.contains("UNTIL=20260108T000000Z is before DTSTART; the rule has no instances")
        )
    }

    @Test func `an override without a matching instance is reported`() throws {
        let override = ["RECURRENCE-ID:20260110T100000Z", "DTSTART:20260111T100000Z"]
        let lost = try explain(
            calendar(events: [["DTSTART:20260109T100000Z"], override]),
            "a",
            from: "2026-01-01",
            to: "2026-02-01"
        )
        #expect(lost.description.contains("; its series has no such instance\n"))
    }

    @Test func `an explanation stops at the search's work limit and reports it`() throws {
        let rules = (1...20).map { "RRULE:FREQ=YEARLY;RSCALE=CHINESE;BYMONTHDAY=\($0)" }
        let ics = calendar(events: [["DTSTART:20240101T090000Z"] + rules])
        let whole = try explain(ics, "a", from: "2024-01-01", to: "2025-01-01")
        #expect(whole.diagnostics == [])
        let shown = entries(whole)
        #expect(shown.count > 200)
        #expect(whole.series[0].instances.last?.sources.count == 1)
        var options = ExpansionOptions()
        options.limits.work = 0
        let cut = try explain(ics, "a", from: "2024-01-01", to: "2025-01-01", options: options)
        #expect(cut.diagnostics.map(\.code) == [.limit])
        #expect(entries(cut) == Array(shown.prefix(entries(cut).count)))
        #expect(entries(cut).count < shown.count)
    }

    @Test(.long, .timeLimit(.minutes(30)))
    func `thousands of events with one UID are explained individually`() throws {
        // 3000 events start at consecutive minutes; the overrides refer to instants between them.
        func text(_ minute: Int, _ second: Int) -> String {
            let start = 20_000 * 86_400
            return ValueText.string(
                .dateTime(CivilDateTime(secondNumber: start + 60 * minute + second), isUTC: true)
            )
        }
        let events =
            (0..<3000).map { ["DTSTART:\(text($0, 0))", "RRULE:FREQ=YEARLY"] }
            + (0..<3000).map { ["RECURRENCE-ID:\(text($0, 30))", "DTSTART:20260201T100000Z"] }
        let ics = calendar(events: events)
        let found = try explain(ics, "a", from: "2026-01-01", to: "2026-02-01", limit: 5)
        let parts = found.series[0].components
        #expect(parts.count == 6000)
        #expect(parts[..<3000].allSatisfy { $0.role == .master && $0.rules.allSatisfy { $0.use == .used } })
        // Components created in code have no line numbers to distinguish them.
        var file = try CalendarFile(text: ics)
        file.calendars = file.calendars.map { calendar in
            CalendarObject(
                Component(
                    "VCALENDAR",
                    components: calendar.component.components.map {
                        Component($0.name, properties: $0.properties)
                    }
                )
            )
        }
        let window = found.window
        let made = try #require(Explanation(of: "a", in: [file], window: window, limit: 5)).series[0]
            .components
        #expect(made.map(\.role) == parts.map(\.role))
        #expect(made.flatMap(\.rules).map(\.use) == parts.flatMap(\.rules).map(\.use))
    }

    @Test func `clock changes are evaluated in the segment that contains them`() throws {
        let later = ["RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260601T023000"]
        let text = calendar(events: [
            ["DTSTART;TZID=Europe/Berlin:20260101T023000", "RRULE:FREQ=DAILY"],
            later + ["DTSTART;TZID=Europe/Berlin:20260601T033000"],
        ])
        let changes = try explain(text, "a", from: "2026-01-01", to: "2027-01-01").series[0].clockChanges
        // The later segment starts at 03:30, which does not repeat in October.
        #expect(changes.map { $0.instant.description } == ["2026-03-29T01:00:00Z"])
    }

    @Test func `too many clock changes are reported`() throws {
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Often
            BEGIN:STANDARD
            DTSTART:20260101T000000
            TZOFFSETFROM:+0200
            TZOFFSETTO:+0100
            RRULE:FREQ=DAILY
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:20260101T120000
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0200
            RRULE:FREQ=DAILY
            END:DAYLIGHT
            END:VTIMEZONE
            """
        let text = ICalendarTests.calendar(
            "DTSTART;TZID=Often:20260101T120000\nRRULE:FREQ=DAILY",
            zones: zone
        )
        let short = try explain(text, "a", from: "2026-01-01", to: "2026-03-01").series[0]
        #expect(short.clockChanges.count > 50)
        #expect(!short.diagnostics.contains { $0.code == .limit })
        let series = try explain(text, "a", from: "2026-01-01", to: "2029-01-01").series[0]
        #expect(series.clockChanges.count <= 1000)
        let remark = try #require(series.diagnostics.first { $0.code == .limit })
        #expect(remark.message.hasPrefix("the clocks of \"Often\" change too often"))
    }

    @Test(.long) func `the instance limit is the same for a file with many calendars and a file with one`()
        throws
    {
        let one = ICalendarTests.calendar("DTSTART:20260101T000000Z\nRRULE:FREQ=MINUTELY")
        let file = try CalendarFile(text: String(repeating: one, count: 150))
        let months = try window("2026-01-01", "2026-03-01")
        let found = try #require(Explanation(of: "a", in: [file], window: months, limit: 1000))
        #expect(found.series.count == 150)
        let listed = found.series.map(\.instances.count)
        #expect(listed.reduce(0, +) == 100_000)
        let cut = found.series.filter(\.isCut)
        #expect(cut.count == 150)
    }

    @Test func `a zone resolved to a different name is shown with both names`() throws {
        let ics = calendar(events: [["DTSTART;TZID=W. Europe Standard Time:20260110T100000"]])
        let text = try explain(ics, "a", from: "2026-01-01", to: "2026-02-01").description
        #expect(text.contains("(Europe/Berlin, written as W. Europe Standard Time)"))
        let plain = calendar(events: [["DTSTART;TZID=Europe/Berlin:20260110T100000"]])
        let other = try explain(plain, "a", from: "2026-01-01", to: "2026-02-01").description
        #expect(other.contains("(Europe/Berlin)\n"))
    }

    @Test(.long, arguments: 0..<60 as Range<UInt64>)
    func `the instances shown match the expanded occurrences`(_ seed: UInt64) throws {
        let ics = RandomCalendar(seed: seed).text
        let file = try CalendarFile(text: ics, name: "test.ics")
        let zone = try Zone(identifier: "America/New_York")
        let window = try OccurrenceWindow(
            from: instant("2025-08-01", in: zone),
            to: instant("2026-08-01", in: zone),
            in: zone
        )
        let occurrences = Array(file.occurrences(in: window))
        for uid in Explanation.uids(in: [file]) {
            let explanation = try #require(Explanation(of: uid, in: [file], window: window, limit: 100_000))
            let shown = explanation.series.flatMap(\.instances).filter { entry in
                switch entry.fate {
                case .shown, .cancelled: true
                case .droppedByDate, .droppedByRule, .replaced: false
                }
            }
            let expected = occurrences.filter { $0.uid == uid }
            #expect(shown.map(\.start) == expected.map(\.start), "\(ics)")
            #expect(shown.map(\.end) == expected.map(\.end), "\(ics)")
            #expect(explanation.series.flatMap(\.instances).allSatisfy { !$0.sources.isEmpty }, "\(ics)")
        }
    }

    @Test func `the maximum integer is a valid limit`() throws {
        let ics = calendar(events: [["DTSTART:20260101T100000Z", "RRULE:FREQ=DAILY;COUNT=200"]])
        let found = try explain(ics, "a", from: "2026-01-01", to: "2027-01-01", limit: .max)
        #expect(found.series[0].instances.count == 200)
        #expect(!found.series[0].isCut)
    }

    @Test func `a list of too many instances is truncated and marked`() throws {
        let ics = calendar(events: [["UID:a", "DTSTART:20260101T000000Z", "RRULE:FREQ=SECONDLY"]])
        let explanation = try explain(ics, "a", from: "2026-01-01", to: "2029-01-01", limit: 5)
        #expect(explanation.series.first?.instances.count == 5)
        #expect(explanation.series.first?.isCut == true)
    }

    @Test func `an excluded instance is replaced by its override, with a diagnostic`() throws {
        let master = [
            "UID:a", "DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20260106T090000Z",
        ]
        let override = ["UID:a", "RECURRENCE-ID:20260106T090000Z", "DTSTART:20260106T100000Z"]
        let ics = calendar(events: [master, override])
        let explanation = try explain(ics, "a", from: "2026-01-01", to: "2026-02-01")
        #expect(explanation.series.first?.instances.count == 4)
        #expect(explanation.diagnostics.contains { $0.message.contains("EXDATE and an override") })
        let replaced = explanation.series.first?.instances.filter { entry in
            if case .replaced = entry.fate { true } else { false }
        }
        #expect(replaced?.map(\.start.description) == ["2026-01-06T09:00:00Z"])
    }

    @Test func `a date-only override replaces all instances on that date`() throws {
        let master = ["UID:a", "DTSTART:20260105T090000Z", "RRULE:FREQ=HOURLY;COUNT=3"]
        let override = ["UID:a", "RECURRENCE-ID;VALUE=DATE:20260105", "DTSTART:20260105T150000Z"]
        let explanation = try explain(
            calendar(events: [master, override]),
            "a",
            from: "2026-01-01",
            to: "2026-02-01"
        )
        #expect(entries(explanation).filter { $0.contains("replaced") }.count == 3)
        #expect(entries(explanation).last == "2026-01-05T15:00:00Z shown")
    }

    @Test func `an explanation marks hidden instances`() throws {
        let ics = calendar(events: [["UID:a", "DTSTART:20260105T090000Z", "STATUS:CANCELLED"]])
        var options = ExpansionOptions()
        options.hidesCancelled = true
        let explanation = try explain(ics, "a", from: "2026-01-01", to: "2026-02-01", options: options)
        #expect(explanation.series.first?.instances.first?.fate == .cancelled(isHidden: true))
    }

    @Test func `an event without a UID is found by its generated UID`() throws {
        let event = ["UID:a", "DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY"]
        let ics = calendar(events: [event]).replacing("UID:a\r\n", with: "")
        let file = try CalendarFile(text: ics, name: "test.ics")
        let uid = try #require(Explanation.uids(in: [file]).first)
        #expect(uid.hasPrefix("missing-uid-"))
        let explanation = try explain(ics, uid, from: "2026-01-05", to: "2026-01-07")
        #expect(explanation.diagnostics.contains { $0.code == .missingProperty })
        #expect(entries(explanation).count == 2)
    }

    @Test func `an override without its master is reported`() throws {
        let alone = ["UID:b", "RECURRENCE-ID:20260106T090000Z", "DTSTART:20260106T100000Z"]
        let explanation = try explain(calendar(events: [alone]), "b", from: "2026-01-01", to: "2026-02-01")
        guard case .override(_, _, let isMatched)? = explanation.series.first?.components.first?.role else {
            Issue.record("no override")
            return
        }
        #expect(!isMatched)
        #expect(explanation.description.contains("; its series is missing"))
    }

    @Test func `one UID in two calendars produces two series`() throws {
        let one = calendar(events: [["UID:a", "DTSTART:20260105T090000Z"]])
        let explanation = try explain(one + one, "a", from: "2026-01-01", to: "2026-02-01")
        #expect(explanation.series.count == 2)
        #expect(explanation.diagnostics.map(\.code) == [.series])
    }

    @Test func `diagnostics about the calendar's own properties are listed`() throws {
        let text =
            "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nMETHOD:FOO\nBEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\n"
            + "DTSTART:20260610T080000Z\nEND:VEVENT\nEND:VCALENDAR\n"
        let explanation = try explain(text, "a", from: "2026-06-01", to: "2026-07-01")
        #expect(explanation.diagnostics.map(\.message) == ["METHOD: unknown word 'FOO'; ignored"])
    }

    @Test func `diagnostics about other events are omitted`() throws {
        let first = ["UID:a", "DTSTART:20260105T090000Z", "DURATION:rubbish"]
        let second = ["UID:b", "DTSTART:20260105T090000Z", "DURATION:nonsense"]
        let explanation = try explain(
            calendar(events: [first, second]),
            "b",
            from: "2026-01-01",
            to: "2026-02-01"
        )
        #expect(!explanation.diagnostics.isEmpty)
        #expect(explanation.diagnostics.allSatisfy { $0.message.contains("nonsense") })
    }

    @Test func `an unknown UID has no explanation`() throws {
        let ics = calendar(events: [["UID:a", "DTSTART:20260105T090000Z"]])
        let file = try CalendarFile(text: ics)
        let window = try OccurrenceWindow(
            from: Instant(secondsSince1970: 0),
            to: Instant(secondsSince1970: 1),
            in: .utc
        )
        #expect(Explanation(of: "b", in: [file], window: window) == nil)
    }
}

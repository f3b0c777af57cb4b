import ICalendar
import Testing

@testable import ICSItems
@testable import ics_store

@Suite struct EventTextTests {
    private func fields(_ pairs: (EventField, [String])...) -> EventFields {
        var fields = EventFields()
        for (field, texts) in pairs { fields[field] = texts }
        return fields
    }

    @Test func `written text reads back with the same values`() throws {
        let all = fields(
            (.title, ["Stand-up: daily"]),
            (.start, ["2026-03-30 09:30"]),
            (.end, ["2026-03-30 09:45"]),
            (.allDay, ["no"]),
            (.timeZone, ["Europe/Berlin"]),
            (.location, ["# Room 4"]),
            (.repeats, ["FREQ=WEEKLY;BYDAY=MO"]),
            (.attendee, ["Jane <jane@studio.example>", "joe@studio.example"]),
            (.alarm, ["15m", "end +5m"]),
            (.notes, ["One\n\n# two\nthree: four"])
        )
        for heading in [[], ["A heading", ""]] {
            #expect(try EventText.fields(EventText.text(all, heading: heading)) == all)
        }
        #expect(try EventText.fields(EventText.text(EventFields())) == EventFields())
        #expect(try EventText.fields("# only\n\n  # comments\n") == nil)
    }

    @Test(arguments: [
        ("title", 1, "expected NAME: VALUE"), ("title: A\ncolour: red", 2, "unknown field 'colour'"),
        ("title: A\n\ntitle: B", 3, "more than once"),
    ])
    func `a meaningless line is reported`(_ text: String, _ line: Int, _ reason: String) {
        let error = #expect(throws: FieldError.self) { try EventText.fields(text) }
        #expect(error?.line == line)
        #expect(error?.reason.contains(reason) == true, "\(String(describing: error))")
    }

    @Test func `no text crashes the reader`() throws {
        var random = SystemRandomNumberGenerator()
        let pieces = [
            "title", ":", " ", "\n", "\r\n", "#", "notes:", "  ", "\u{0}", "é", "start: 2026-03-30",
            "alarm: 1h",
        ]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0..<12, using: &random))
                .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            guard let fields = (try? EventText.fields(text)) ?? nil else { continue }
            var event = Event()
            try? fields.apply(over: EventFields(), to: &event)
            #expect(try EventText.fields(EventText.text(fields)) == fields, "\(text.debugDescription)")
        }
    }

    @Test func `fields that are not edited are unchanged`() throws {
        var event = try Event(
            "A",
            start: EventTime("2026-03-30 09:30", in: "Europe/Berlin"),
            duration: .minutes(15)
        )
        event.attendees = [Attendee(email: "jane@studio.example", name: "Jane", status: .accepted)]
        event.alarms = [Alarm.display("A", .before(.minutes(15))), Alarm.audio(.atStart)]
        let before = event
        let old = EventFields(event)
        var new = old
        try new.apply(over: old, to: &event)
        #expect(event == before)
        new[.attendee] += ["joe@studio.example"]
        try new.apply(over: old, to: &event)
        #expect(event.attendees.map(\.status) == [.accepted, .pending])
        #expect(event.duration == .minutes(15))
        #expect(event.alarms == before.alarms)
    }

    @Test(arguments: [
        ("15m", "15m"), ("1h30m", "1h30m"), ("90m", "1h30m"), ("2d", "2d"), ("1w", "7d"), ("0m", "0m"),
        ("1D 2h", "1d2h"),
    ])
    func `a duration can be read and written`(_ text: String, _ written: String) throws {
        #expect(LengthText.text(of: try #require(LengthText.length(text))) == written)
    }

    @Test(arguments: ["", "15", "m", "1x", "-1h", "99999999999999999999h", "40000d", "1h3"])
    func `an invalid duration is rejected`(_ text: String) {
        #expect(LengthText.length(text) == nil)
    }

    @Test(arguments: [
        "FREQ=WEEKLY;BYDAY=MO", "FREQ=MONTHLY;BYDAY=-1FR;COUNT=3", "FREQ=DAILY;UNTIL=20260401T000000Z",
    ])
    func `a rule can be read and written`(_ text: String) throws {
        let rule = try RuleLine.rule(text)
        #expect(try RuleLine.rule(RuleLine.text(of: rule)) == rule)
        #expect(try RuleLine.rule("rrule:" + text) == rule)
    }

    @Test(arguments: ["", "often", "FREQ=NEVER", "FREQ=DAILY\nSUMMARY:A", "FREQ=DAILY;COUNT=many"])
    func `an invalid rule is rejected`(_ text: String) {
        #expect(throws: FieldError.self) { try RuleLine.rule(text) }
    }
}

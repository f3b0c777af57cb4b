import Testing

@testable import ICalendar
@testable import ICalendarStore

/// Overrides whose master is not in the file, as invitations to one occurrence are.
@Suite struct DetachedTests {
    private static let text = ["10", "17", "24"].map { day in
        """
        BEGIN:VEVENT
        UID:a
        DTSTAMP:20260101T000000Z
        RECURRENCE-ID:202608\(day)T090000Z
        DTSTART:202608\(day)T100000Z
        DTEND:202608\(day)T110000Z
        SUMMARY:\(day)
        END:VEVENT
        """
    }.joined(separator: "\n")

    private let editor: ItemEditor
    private let second: Occurrence

    init() throws {
        let file = try CalendarFile(text: "BEGIN:VCALENDAR\n\(Self.text)\nEND:VCALENDAR")
        let from = Instant(secondsSince1970: 1_785_000_000)
        let window = try OccurrenceWindow(from: from, to: from.adding(seconds: 60 * 86_400), in: .utc)
        second = try #require(file.occurrences(in: window).first { $0.summary == "17" })
        editor = ItemEditor(
            calendar: try #require(file.calendars.first),
            uid: "a",
            displayZone: .utc,
            now: Instant(secondsSince1970: 1_786_000_000)
        )
    }

    private func titles(_ outcome: ItemEditor.Outcome) -> [String] {
        (outcome.calendar?.events ?? []).map {
            "\($0.recurrenceID?.civil.description ?? "-") \($0.summary ?? "")"
        }
    }

    @Test func `saving one changes it where it stands`() throws {
        let base = editor.instance(of: second)
        var event = Event(base)
        event.summary = "new"
        let outcome = try editor.save(
            event.component,
            insteadOf: base,
            slot: second.recurrenceID,
            span: .thisEvent,
            newUID: "b"
        )
        #expect(
            titles(outcome) == [
                "2026-08-10T09:00:00 10", "2026-08-17T09:00:00 new", "2026-08-24T09:00:00 24",
            ]
        )
        #expect(outcome.continuation == nil)
    }

    @Test func `removing reaches as far as the span`() throws {
        let one = try editor.remove(slot: second.recurrenceID, span: .thisEvent)
        #expect(titles(one) == ["2026-08-10T09:00:00 10", "2026-08-24T09:00:00 24"])
        let future = try editor.remove(slot: second.recurrenceID, span: .futureEvents)
        #expect(titles(future) == ["2026-08-10T09:00:00 10"])
        let all = try editor.remove(slot: second.recurrenceID, span: .allEvents)
        #expect(all.calendar == nil)
    }
}

import Foundation
import ICalendar
import Testing

@testable import ICalendarCore
@testable import ICalendarStore

/// Tests overrides without their master in the file, as in invitations to a single occurrence.
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

    private let editor: StoredItem
    private let second: Occurrence

    init() throws {
        let file = try CalendarFile(text: "BEGIN:VCALENDAR\n\(Self.text)\nEND:VCALENDAR")
        let from = Instant(secondsSince1970: 1_785_000_000)
        let window = try OccurrenceWindow(from: from, to: from.adding(seconds: 60 * 86_400), in: .utc)
        second = try #require(file.occurrences(in: window).first { $0.summary == "17" })
        editor = StoredItem(
            calendar: try #require(file.calendars.first),
            uid: "a",
            displayZone: .utc,
            now: Instant(secondsSince1970: 1_786_000_000)
        )
    }

    private func titles(_ outcome: StoredItem.Outcome) -> [String] {
        (outcome.calendar?.events ?? []).map {
            "\($0.recurrenceID?.civil.description ?? "-") \($0.summary ?? "")"
        }
    }

    @Test func `saving an override changes the existing component`() throws {
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

    @Test func `removing affects the occurrences in the span`() throws {
        let one = try editor.remove(slot: second.recurrenceID, span: .thisEvent)
        #expect(titles(one) == ["2026-08-10T09:00:00 10", "2026-08-24T09:00:00 24"])
        let future = try editor.remove(slot: second.recurrenceID, span: .futureEvents)
        #expect(titles(future) == ["2026-08-10T09:00:00 10"])
        let all = try editor.remove(slot: second.recurrenceID, span: .allEvents)
        #expect(all.calendar == nil)
    }

    /// Changes the second event and returns all events.
    private func saved(_ span: EventSpan, _ change: (inout Event) -> Void) throws -> [Event] {
        let base = editor.instance(of: second)
        var event = Event(base)
        change(&event)
        let slot = second.recurrenceID
        let outcome = try editor.save(
            event.component,
            insteadOf: base,
            slot: slot,
            span: span,
            newUID: "b"
        )
        #expect(outcome.continuation == nil)
        return outcome.calendar?.events ?? []
    }

    @Test func `saving affects the occurrences in the span`() throws {
        #expect(try saved(.thisEvent) { $0.summary = "new" }.map(\.summary) == ["10", "new", "24"])
        #expect(try saved(.futureEvents) { $0.summary = "new" }.map(\.summary) == ["10", "new", "new"])
        #expect(try saved(.allEvents) { $0.summary = "new" }.map(\.summary) == ["new", "new", "new"])
    }

    @Test func `a span applies to start times, but not to other time changes`() throws {
        func move(_ event: inout Event, _ seconds: Int, _ endSeconds: Int) {
            let (start, end) = (event.start, event.end)
            event.start = start.map { $0.with($0.civil.adding(seconds: seconds)) }
            event.end = end.map { $0.with($0.civil.adding(seconds: endSeconds)) }
        }
        let moved = try saved(.futureEvents) { move(&$0, 3600, 3600) }
        #expect(
            moved.map { $0.start?.civil.description.dropFirst(11) } == ["10:00:00", "11:00:00", "11:00:00"]
        )
        #expect(
            moved.map { $0.end?.civil.description.dropFirst(11) } == ["11:00:00", "12:00:00", "12:00:00"]
        )
        #expect(moved.map(\.recurrenceID) == editor.calendar.events.map(\.recurrenceID))
        let error = refusal { _ = try saved(.allEvents) { move(&$0, 0, 3600) } }
        #expect(error?.code == .invalidSpan)
        let one = try saved(.thisEvent) { move(&$0, 0, 3600) }
        #expect(one.map { $0.end?.civil.description.dropFirst(11) } == ["11:00:00", "12:00:00", "11:00:00"])
    }

    @Test func `a series without its master can be changed only as a whole`() throws {
        let opened = try OpenedStore([
            "home/a.ics": [
                """
                UID:a
                SUMMARY:A
                RECURRENCE-ID;RANGE=THISANDFUTURE:20260331T060000Z
                DTSTART:20260331T060000Z
                DURATION:PT1H
                RDATE:20260401T060000Z,20260402T060000Z
                """
            ]
        ])
        let before = opened.folder.everything
        for place in 0..<3 {
            for span in [EventSpan.thisEvent, .futureEvents] {
                var event = try opened.events()[place]
                event.title = "B"
                #expect(refusal { try opened.store.save(&event, span: span) }?.code == .invalidSpan)
                let shown = try opened.events()[place]
                #expect(refusal { try opened.store.remove(shown, span: span) }?.code == .invalidSpan)
            }
            var event = try opened.events()[place]
            let (start, end) = (event.startDate, event.endDate)
            event.title = "B"
            // The edited value is the occurrence, not the first occurrence in its series.
            #expect(event.startDate == start && event.endDate == end)
            event.startDate = event.startDate?.addingTimeInterval(3600)
            event.endDate = event.endDate?.addingTimeInterval(3600)
            #expect(event.startDate == start?.addingTimeInterval(3600))
            #expect(refusal { try opened.store.save(&event, span: .allEvents) }?.code == .invalidSpan)
        }
        #expect(opened.folder.everything == before)
        for (place, title) in ["B", "C", "D"].enumerated() {
            var event = try opened.events()[place]
            event.title = title
            try opened.store.save(&event, span: .allEvents)
            #expect(try opened.events().map(\.title) == [title, title, title])
        }
        try opened.store.remove(opened.events()[1], span: .allEvents)
        #expect(try opened.events().isEmpty)
    }
}

import Foundation
import ICalendar
package import ICalendarStore

/// Consecutive commits of many events in several calendars.
///
/// The resulting events show whether each commit was applied completely or not at all.
package enum EventTurns {
    /// The calendars that the commits write to.
    package static let folders = ["a", "b", "c"]
    private static let events = 3

    /// Returns the events after a turn, each as `calendar:UID`.
    ///
    /// Turn 0 is before the first commit. One event moves between two calendars, and another event comes and
    /// goes.
    package static func names(_ turn: Int) -> Set<String> {
        if turn <= 0 { return [] }
        var names = Set(folders.flatMap { folder in (0..<events).map { "\(folder):\($0)-\(folder)" } })
        names.insert("\(folders[turn % 2]):moving")
        if turn % 3 == 0 { names.insert("c:coming") }
        return names
    }

    /// Returns the number of files after a turn.
    package static func count(_ turn: Int) -> Int { names(turn).count }

    /// Returns a store's events by name.
    package static func found(in store: EventStore) throws -> [String: CalendarEvent] {
        let start = try EventTime("2026-04-01 00:00", in: "UTC")
        let end = try EventTime("2026-04-03 00:00", in: "UTC")
        let predicate = try store.predicateForEvents(
            withStart: Zone.utc.instant(of: start.civil).date,
            end: Zone.utc.instant(of: end.civil).date
        )
        let events = try store.events(matching: predicate).map { event in
            ("\(event.calendar?.calendarIdentifier ?? ""):\(event.calendarItemExternalIdentifier)", event)
        }
        return Dictionary(events) { first, _ in first }
    }

    /// Saves and removes the events that lead to a turn, without committing.
    package static func prepare(_ turn: Int, in store: EventStore) throws {
        let (found, wanted) = (try found(in: store), names(turn))
        for (name, event) in found where !wanted.contains(name) {
            try store.remove(event, span: .thisEvent, commit: false)
        }
        let calendars = try store.calendars(for: .event)
        for name in wanted.sorted() {
            let parts = name.split(separator: ":").map(String.init)
            var event: CalendarEvent
            if let old = found[name] {
                event = old
            } else {
                let new = try Event(
                    "new",
                    start: EventTime("2026-04-02 10:00", in: "UTC"),
                    duration: .hours(1),
                    uid: parts[1]
                )
                event = CalendarEvent(new, calendar: calendars.first { $0.calendarIdentifier == parts[0] })
            }
            event.event.summary = "turn \(turn)"
            try store.save(&event, span: .thisEvent, commit: false)
        }
    }

    /// Returns the turn that a store has reached, or nil if it is between two turns.
    package static func current(in store: EventStore) throws -> Int? {
        let found = try found(in: store)
        guard let text = found.values.first?.event.summary else { return 0 }
        guard let turn = Int(text.dropFirst(5)), names(turn) == Set(found.keys) else { return nil }
        return found.values.allSatisfy { $0.event.summary == text } ? turn : nil
    }
}

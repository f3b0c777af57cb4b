import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// The changes that a store reports from now on.
final class Heard {
    private var changes: StoreChanges.AsyncIterator

    init(_ store: EventStore) {
        changes = store.changes.makeAsyncIterator()
    }

    /// Returns the changes up to a matching one, or up to the time limit.
    func until(seconds: Double = 120, _ isLast: (StoreChange) -> Bool) async throws -> [StoreChange] {
        let subscription = changes.subscription
        let limit = Task {
            try await Task.sleep(for: .seconds(seconds))
            subscription.end()
        }
        defer { limit.cancel() }
        var all: [StoreChange] = []
        while let change = await changes.next() {
            all.append(change)
            if isLast(change) { break }
        }
        return all
    }

    /// Returns the changes up to a matching one, combined into one change.
    func joined(_ isLast: (StoreChange) -> Bool) async throws -> StoreChange {
        let all = try await until(isLast)
        var joined = try #require(all.first, "nothing was told")
        for change in all.dropFirst() { joined.join(change, atMost: .max) }
        return joined
    }
}

extension StoreChange {
    /// The added, updated and deleted items and calendars, such as `+a:x` and `~a`.
    var names: Set<String> {
        var names: Set<String> = []
        for (sign, items, calendars) in [
            ("+", inserted, insertedCalendars), ("~", updated, updatedCalendars),
            ("-", deleted, deletedCalendars),
        ] {
            names.formUnion(items.map { sign + $0.description })
            names.formUnion(calendars.map { sign + $0 })
        }
        return names
    }
}

/// The item that tests write last, to know that all earlier changes have been reported.
let last = ItemIdentifier(calendarIdentifier: "b", uid: "last")

/// Returns an event that can be saved.
func event(_ uid: String, _ summary: String) throws -> Event {
    try Event(summary, start: EventTime("2026-04-02 10:00", in: "UTC"), duration: .hours(1), uid: uid)
}

/// Returns a file with one event.
func item(_ uid: String, _ summary: String) -> String { items([uid: summary]) }

/// Returns a file with events, given by UID and summary.
func items(_ summaries: [String: String]) -> String {
    let events = summaries.sorted { $0.key < $1.key }.map { uid, summary in
        """
        BEGIN:VEVENT
        UID:\(uid)
        DTSTAMP:20260101T000000Z
        DTSTART:20260402T100000Z
        DURATION:PT1H
        SUMMARY:\(summary)
        END:VEVENT

        """
    }
    let text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//test\n" + events.joined() + "END:VCALENDAR\n"
    return text.replacingOccurrences(of: "\n", with: "\r\n")
}

extension StoreFolder {
    /// Opens the folder's store in UTC.
    func open(_ change: (inout EventStore.Options) -> Void = { _ in }) throws -> EventStore {
        var options = EventStore.Options()
        options.timeZone = .utc
        options.access = .allow
        change(&options)
        return try EventStore(directory: path, options: options)
    }

    /// Renames a file or folder.
    func move(_ name: String, _ other: String) throws {
        try FileManager.default.moveItem(atPath: path + "/" + name, toPath: path + "/" + other)
    }
}

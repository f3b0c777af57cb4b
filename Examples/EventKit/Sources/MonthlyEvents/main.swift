// Lists a month's events, with full access.
//
// The program lists the events of a month. It can remove all events with a given title in one commit, and list the
// month again whenever the calendars change.
//
//     MonthlyEvents 2026-04
//     MonthlyEvents 2026-04 --remove "Stand-up"
//     MonthlyEvents 2026-04 --follow

import EventKit
import Foundation

/// The events of one month.
final class Month {
    private let eventStore: EKEventStore
    private let interval: DateInterval

    init?(_ text: String, in eventStore: EKEventStore) {
        let numbers = text.split(separator: "-").compactMap { Int($0) }
        guard numbers.count == 2,
            let first = Calendar.current.date(
                from: DateComponents(year: numbers[0], month: numbers[1], day: 1)
            ),
            let interval = Calendar.current.dateInterval(of: .month, for: first)
        else { return nil }
        self.eventStore = eventStore
        self.interval = interval
    }

    /// Returns the events, sorted by start.
    func events() -> [EKEvent] {
        let predicate = eventStore.predicateForEvents(
            withStart: interval.start,
            end: interval.end,
            calendars: nil
        )
        return eventStore.events(matching: predicate).sorted {
            $0.compareStartDate(with: $1) == .orderedAscending
        }
    }

    /// Removes all events with a title, or none if any removal fails.
    func remove(title: String) throws -> Int {
        let found = events().filter { $0.title == title }
        do {
            for event in found { try eventStore.remove(event, span: .thisEvent, commit: false) }
            try eventStore.commit()
        } catch {
            // Discards the removals that were not committed.
            eventStore.reset()
            throw error
        }
        return found.count
    }

    func show() {
        let events = events()
        for event in events {
            let place = event.location.map { ", \($0)" } ?? ""
            print("\(event.startDate.formatted())  \(event.title ?? "")\(place)  [\(event.calendar.title)]")
        }
        print(events.isEmpty ? "No events." : "Total: \(events.count).")
    }
}

let arguments = Array(CommandLine.arguments.dropFirst())
let eventStore = EKEventStore()
guard let month = arguments.first.flatMap({ Month($0, in: eventStore) }) else {
    print("usage: MonthlyEvents YYYY-MM [--remove TITLE] [--follow]")
    exit(64)
}
do {
    guard try await eventStore.requestFullAccessToEvents() else {
        print("Events cannot be listed without permission to read them.")
        exit(1)
    }
    // Start observing before the first list, to avoid missing a change.
    let changes = NotificationCenter.default.notifications(named: .EKEventStoreChanged, object: eventStore)
    if arguments.count == 3, arguments[1] == "--remove" {
        print("Removed \(try month.remove(title: arguments[2])).")
    }
    month.show()
    if arguments.contains("--follow") {
        for await _ in changes { month.show() }
    }
} catch {
    print("MonthlyEvents: \(error.localizedDescription)")
    exit(1)
}

// Lists a month's events, which requires full access.
//
// This program lists the events of a month, and lists them again whenever khal, vdirsyncer, an editor or ics-store
// changes anything.
//
//     monthly-events ~/calendars 2026-04
//     monthly-events ~/calendars 2026-04 --follow
//
// Reading events requires full access. The user is prompted once, on the terminal; in scripts, `--allow` grants
// access for this run.

import Foundation
import ICalendar
import ICalendarStore

/// Returns the first instants of a month and of the next month in a zone.
func monthBounds(of month: String, in zone: Zone) -> (start: Instant, end: Instant)? {
    guard case .date(let first)? = try? EventTime("\(month)-01") else { return nil }
    // No month has more than 31 days, so a date 31 days later is in the next month.
    let later = first.adding(days: 31)
    let next = later.adding(days: 1 - later.day)
    return (zone.instant(of: CivilDateTime(first)), zone.instant(of: CivilDateTime(next)))
}

/// Prints the events in a window.
func printMonth(_ store: EventStore, from start: Instant, to end: Instant) throws {
    // A predicate is a query that can be evaluated repeatedly at low cost.
    let predicate = try store.predicateForEvents(withStart: start.date, end: end.date)
    let events = try store.events(matching: predicate)
    for event in events {
        let day = event.startDate.map { Instant($0).description } ?? ""
        let place = event.location.map { ", \($0)" } ?? ""
        print("\(day)  \(event.title)\(place)  [\(event.calendar?.title ?? "")]")
    }
    print(events.isEmpty ? "No events." : "Total: \(events.count).")
}

/// Prints the events in a window, and again after each change, until Ctrl-C.
func printMonthAtEachChange(_ store: EventStore, from start: Instant, to end: Instant) async throws {
    // Start observing before the first list, to avoid missing a change in between.
    var changes = store.changes.makeAsyncIterator()
    try printMonth(store, from: start, to: end)
    while let change = await changes.next() {
        // A change lists items rather than occurrences, so query the month again.
        let count = change.inserted.count + change.updated.count + change.deleted.count
        print("\(count) changed\(change.origin == .foreign ? " elsewhere" : ""):")
        try printMonth(store, from: start, to: end)
    }
}

var arguments = Array(CommandLine.arguments.dropFirst())
var options = EventStore.Options()
options.applicationName = "monthly-events"
if arguments.contains("--allow") { options.access = .allow }
let follows = arguments.contains("--follow")
arguments.removeAll { $0 == "--allow" || $0 == "--follow" }

do {
    let zone = try Zone.system()
    guard arguments.count == 2, let (start, end) = monthBounds(of: arguments[1], in: zone) else {
        print("usage: monthly-events [--allow] [--follow] FOLDER YYYY-MM")
        exit(64)
    }
    let store = try EventStore(directory: arguments[0], options: options)
    guard try await store.requestFullAccessToEvents() else {
        print("Events cannot be listed without permission to read them.")
        exit(1)
    }

    if follows {
        try await printMonthAtEachChange(store, from: start, to: end)
    } else {
        try printMonth(store, from: start, to: end)
    }
} catch {
    print("monthly-events: \(error)")
    exit(1)
}

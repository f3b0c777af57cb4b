// Monthly events, with full access.
//
// This program lists what happens in a month, and goes on listing it whenever something changes, whoever changes it:
// khal, vdirsyncer, an editor, or ics-store.
//
//     monthly-events ~/calendars 2026-04
//     monthly-events ~/calendars 2026-04 --follow
//
// To read events a program needs full access. The person is asked once, on the terminal; `--allow` grants it for this
// run, for scripts.

import Foundation
import ICalendar
import ICalendarStore

/// The first instants of a month and of the next one, in a zone.
func monthBounds(of month: String, in zone: Zone) -> (start: Instant, end: Instant)? {
    guard case .date(let first)? = try? EventTime("\(month)-01") else { return nil }
    // No month has more than 31 days, so that 31 days later is in the next one.
    let later = first.adding(days: 31)
    let next = later.adding(days: 1 - later.day)
    return (zone.instant(of: CivilDateTime(first)), zone.instant(of: CivilDateTime(next)))
}

/// Prints what happens in a window.
func printMonth(_ store: EventStore, from start: Instant, to end: Instant) throws {
    // A predicate is a question; it can be asked again and again, and is quick to answer.
    let predicate = try store.predicateForEvents(withStart: start.date, end: end.date)
    let events = try store.events(matching: predicate)
    for event in events {
        let day = event.startDate.map { Instant($0).description } ?? ""
        let place = event.location.map { ", \($0)" } ?? ""
        print("\(day)  \(event.title)\(place)  [\(event.calendar?.title ?? "")]")
    }
    print(events.isEmpty ? "Nothing." : "\(events.count) in all.")
}

/// Prints what happens in a window, again after each change, until Ctrl-C.
func printMonthAtEachChange(_ store: EventStore, from start: Instant, to end: Instant) async throws {
    // Listened to before the first list, so that no change between the two is missed.
    var changes = store.changes.makeAsyncIterator()
    try printMonth(store, from: start, to: end)
    while let change = await changes.next() {
        // A change names items; which of their occurrences lie in the month, a new question says.
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
        print("Without permission to read events there is nothing to list.")
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

import Foundation
import ICalendar
import TestTraits

@testable import ICalendarStore

/// Random changes to a store through its API: to events, reminders, batches and whole calendars.
struct RandomEdits {
    let opened: OpenedStore
    private var random: SeededGenerator
    private var made = 0

    init(seed: UInt64) throws {
        opened = try OpenedStore([
            "home/stand-up.ics": [OpenedStore.standUp], "work/lunch.ics": [OpenedStore.lunch],
            "home/two.ics": [
                OpenedStore.standUp.replacingOccurrences(of: "UID:stand-up", with: "UID:two"),
                OpenedStore.lunch.replacingOccurrences(of: "UID:lunch", with: "UID:too"),
            ],
        ])
        random = SeededGenerator(seed: seed)
    }

    mutating func number(below most: Int) -> Int { Int.random(in: 0..<most, using: &random) }

    mutating func happens(oneIn count: Int) -> Bool { number(below: count) == 0 }

    /// Makes one random change.
    ///
    /// Returns a description for messages.
    mutating func edit(in store: EventStore) throws -> String {
        made += 1
        let events = try OpenedStore.events(store)
        switch number(below: 14) {
        case 0, 1: return try add(to: store)
        case 2, 3, 4, 5:
            guard var event = events.randomElement(using: &random) else { return try add(to: store) }
            let spans: [EventSpan] = [.thisEvent, .futureEvents, .allEvents]
            let span = spans[number(below: 3)]
            event.title = "Title \(made)"
            if happens(oneIn: 3) { event.location = "Room \(made)" }
            try store.save(&event, span: span)
            return "edit \(event.title) (\(span))"
        case 6:
            guard var event = events.randomElement(using: &random) else { return try add(to: store) }
            event.calendar = try store.calendars(for: .event).randomElement(using: &random)
            event.title = "Moved \(made)"
            guard let error = refusal({ try store.save(&event, span: .allEvents) }) else { return "move" }
            // Another item in that calendar may have the same UID.
            guard error.code == .identifierIsTaken || error.code == .invalidSpan else { throw error }
            return try add(to: store)
        case 7, 8:
            guard let event = events.randomElement(using: &random) else { return try add(to: store) }
            let spans: [EventSpan] = [.thisEvent, .futureEvents, .allEvents]
            try store.remove(event, span: spans[number(below: 3)])
            return "remove \(event.title)"
        case 9:
            for _ in 0..<3 {
                var event = try opened.newEvent("Batch \(made)", hour: number(below: 20), calendar: nil)
                event.calendar = try store.calendars(for: .event).first
                try store.save(&event, span: .thisEvent, commit: false)
            }
            if let event = events.randomElement(using: &random) {
                try store.remove(event, span: .thisEvent, commit: false)
            }
            try store.commit()
            return "batch"
        case 10:
            let calendar = try store.calendars(for: .reminder).randomElement(using: &random)
            var reminder = Reminder(try Todo("Reminder \(made)"), calendar: calendar)
            try store.save(&reminder)
            return "reminder"
        case 11:
            guard var calendar = try store.calendars(for: .event).randomElement(using: &random) else {
                return try add(to: store)
            }
            calendar.title = "Calendar \(made)"
            calendar.color = CalendarColor("#0000\(10 + number(below: 80))")
            try store.saveCalendar(&calendar)
            return "rename a calendar"
        case 12:
            var calendar = EventCalendar(title: "New \(number(below: 3))", source: try store.sources[0])
            try store.saveCalendar(&calendar)
            return "add a calendar"
        default:
            let calendars = try store.calendars(for: .event)
            guard calendars.count > 1, let calendar = calendars.randomElement(using: &random) else {
                return try add(to: store)
            }
            try store.removeCalendar(calendar)
            return "remove a calendar"
        }
    }

    private mutating func add(to store: EventStore) throws -> String {
        var event = try opened.newEvent("Event \(made)", hour: number(below: 20), calendar: nil)
        event.calendar = try store.calendars(for: .event).randomElement(using: &random)
        try store.save(&event, span: .thisEvent)
        return "add"
    }
}

/// The bytes of all files and the names of all folders in a store, except the store's internal ones.
struct StoreState: Equatable {
    var files: [String: String]
    let folders: Set<String>

    init(_ folder: StoreFolder) {
        files = folder.everything.filter { !$0.key.hasPrefix(".") }
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        folders = Set(names.filter { !$0.hasPrefix(".") }).subtracting(files.keys)
    }
}

import Foundation
import ICalendar
import SystemIO
import TestTraits
import Testing

@testable import ICalendarStore

/// Tests the history when a commit is interrupted at any call, or when any call fails.
struct HistoryFaultTests {
    /// The changes to interrupt.
    enum Change: CaseIterable {
        case edit, add, remove, move, batch, addCalendar, renameCalendar, removeCalendar, undo

        func run(in store: EventStore) throws {
            let events = try OpenedStore.events(store)
            guard var standUp = events.first(where: { $0.title == "Stand-up" }) else { throw Absent("event") }
            switch self {
            case .edit:
                standUp.title = "Sit-down"
                try store.save(&standUp, span: .futureEvents)
            case .add:
                var new = CalendarEvent(
                    title: "New",
                    startDate: OpenedStore.monday.date,
                    endDate: OpenedStore.monday.adding(seconds: 3600).date,
                    calendar: standUp.calendar
                )
                try store.save(&new, span: .thisEvent)
            case .remove: try store.remove(standUp, span: .allEvents)
            case .move:
                standUp.calendar = try store.calendar(withIdentifier: "work")
                try store.save(&standUp, span: .allEvents)
            case .batch:
                for event in events.filter({ $0.title != "Stand-up" }) {
                    try store.remove(event, span: .allEvents, commit: false)
                }
                standUp.title = "Sit-down"
                try store.save(&standUp, span: .allEvents, commit: false)
                try store.commit()
            case .addCalendar:
                var calendar = EventCalendar(title: "Pottery", source: try store.sources[0])
                try store.saveCalendar(&calendar)
            case .renameCalendar:
                guard var calendar = try store.calendar(withIdentifier: "home") else { throw Absent("home") }
                calendar.title = "At home"
                calendar.color = CalendarColor("#123456")
                try store.saveCalendar(&calendar)
            case .removeCalendar:
                guard let calendar = try store.calendar(withIdentifier: "home") else { throw Absent("home") }
                try store.removeCalendar(calendar)
            case .undo:
                guard let entry = try store.history().first else { throw Absent("entry") }
                try store.undo(entry)
            }
        }
    }

    private static func prepared() throws -> OpenedStore {
        let opened = try OpenedStore(["home/stand-up.ics": [OpenedStore.standUp]])
        for title in ["One", "Two"] {
            var event = try opened.newEvent(title)
            try opened.store.save(&event, span: .thisEvent)
        }
        return opened
    }

    /// Interrupts a change at every call, and checks that the history matches the files.
    ///
    /// Returns how many interrupted changes took effect and how many did not.
    private static func check(
        _ change: Change,
        _ fault: FaultyFiles.Fault,
        from first: Int,
        step: Int,
        canExchange: Bool = true
    ) throws -> (done: Int, undone: Int) {
        var counts = (done: 0, undone: 0)
        var place = first
        while true {
            let opened = try prepared()
            let files = FaultyFiles(at: .max, fault, canExchange: canExchange)
            let store = try OpenedStore.open(opened.folder, files)
            let before = StoreState(opened.folder)
            let entries = try store.history()
            files.count(to: place)
            try? change.run(in: store)
            let isReached = files.count >= place
            let again = try opened.again()
            let after = StoreState(opened.folder)
            let now = try again.history()
            let text = "\(change), call \(place)"
            if after == before {
                counts.undone += 1
                if now != entries {
                    Issue.record("\(text): the change did not happen but is recorded: \(now)")
                }
            } else {
                counts.done += 1
                if now.dropFirst().map(\.number) != entries.map(\.number) {
                    Issue.record("\(text): the change happened, but the history is \(now)")
                } else if let entry = now.first {
                    try again.undo(entry)
                    if StoreState(opened.folder) != before {
                        Issue.record("\(text): the store was not restored")
                    }
                }
            }
            // The next commit completes any unfinished work.
            var event = try opened.newEvent("Three", calendar: "work")
            try again.save(&event, span: .thisEvent)
            if opened.folder.historyFiles.contains(where: { $0.hasSuffix(".pending") }) {
                Issue.record("\(text): \(opened.folder.historyFiles)")
            }
            try again.undo(again.history()[0])
            if !isReached { break }
            place += step
        }
        return counts
    }

    @Test(arguments: Change.allCases)
    func `a change that stops at a call is recorded if and only if it took effect`(change: Change) throws {
        let counts = try Self.check(change, .dies, from: Int.random(in: 1...6), step: 7)
        #expect(counts.undone > 0 && counts.done > 0)
    }

    @Test(.long, arguments: Change.allCases, [true, false])
    func `a change that stops at any call is recorded if and only if it took effect`(
        change: Change,
        canExchange: Bool
    ) throws {
        let counts = try Self.check(change, .dies, from: 1, step: 1, canExchange: canExchange)
        #expect(counts.undone > 0 && counts.done > 0)
    }

    @Test(.long, arguments: Change.allCases, [ENOSPC, EIO])
    func `a change in which any call fails is recorded if and only if it took effect`(
        change: Change,
        error: Int32
    ) throws {
        let counts = try Self.check(change, .fails(PlatformError(number: error)), from: 1, step: 1)
        #expect(counts.undone > 0 && counts.done > 0)
    }

    @Test func `recording an edit requires one more synchronization to disk`() throws {
        let opened = try Self.prepared()
        var counts: [Int] = []
        for historyCount in [0, 200] {
            let files = FaultyFiles(at: .max, .dies)
            var options = EventStore.Options()
            options.access = .allow
            options.timeZone = .utc
            options.historyCount = historyCount
            let store = try EventStore(opened.folder.root, files: files, options: options)
            var event = try #require(try OpenedStore.events(store).first { $0.title == "One" })
            event.location = "Room \(historyCount)"
            let before = files.synchronizations
            try store.save(&event, span: .allEvents)
            counts.append(files.synchronizations - before)
        }
        #expect(counts == [2, 3])
    }
}

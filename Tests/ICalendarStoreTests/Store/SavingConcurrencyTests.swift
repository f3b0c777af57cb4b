import Foundation
import ICalendar
import SystemIO
import TestTraits
import Testing

@testable import ICalendarStore

/// Tests many threads that use one store.
@Suite struct SavingConcurrencyTests {
    @Test func `threads that save at the same time lose none of each other's changes`() throws {
        let opened = try OpenedStore(["home/lunch.ics": [OpenedStore.lunch]])
        let store = opened.store
        let given = try opened.event("Lunch")
        let failures = Lock<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { number in
            do {
                // Each thread changes a different property, in a value older than all other changes.
                var mine = given
                mine.event.component.set("X-\(number)", to: Property("X-\(number)", .text("\(number)")))
                try store.save(&mine, span: .thisEvent)
                var new = try opened.newEvent("New \(number)")
                try store.save(&new, span: .thisEvent, commit: number % 2 == 0)
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
        }
        #expect(failures.withLock { $0 } == [])
        try store.commit()
        #expect(try opened.events().count == 17)
        let names = try opened.event("Lunch").event.component.properties.map(\.name)
        #expect((0..<16).allSatisfy { names.contains("X-\($0)") })
        #expect(try OpenedStore.events(opened.again()).count == 17)
    }

    @Test(.long) func `a batch appears complete while its edits are being recomputed`() throws {
        let place = try FilePlace("home/a.ics")
        var call = 0
        while true {
            call += 1
            let folder = try StoreFolder("home", "work")
            try folder.write("home/a.ics", OpenedStore.calendar([OpenedStore.standUp]))
            let box = Lock<EventStore?>(nil)
            let seen = Lock<[Bool]>([])
            let files = FaultyFiles(
                at: .max,
                .meets {
                    guard let store = box.withLock({ $0 }) else { return }
                    let isWhole = store.hasPendingChanges && store.withStaged { $0[place] } != nil
                    seen.withLock { $0.append(isWhole) }
                }
            )
            let store = try OpenedStore.open(folder, files)
            var mine = try #require(try OpenedStore.events(store).first)
            mine.title = "Mine"
            try store.save(&mine, span: .thisEvent, commit: false)
            // Another program's change forces the commit to recompute the edit.
            let other = try OpenedStore.open(folder)
            var theirs = try #require(try OpenedStore.events(other).last)
            theirs.title = "Theirs"
            try other.save(&theirs, span: .thisEvent)
            box.withLock { $0 = store }
            files.count(to: call)
            try store.commit()
            let isReached = files.count >= call
            box.withLock { $0 = nil }
            #expect(seen.withLock { $0 } == (isReached ? [true] : []), "call \(call)")
            #expect(!store.hasPendingChanges)
            if !isReached { break }
        }
        #expect(call > 10)
    }

    @Test func `queries continue while a commit waits for the disk`() throws {
        let folder = try StoreFolder("home", "work")
        try folder.write("home/lunch.ics", OpenedStore.calendar([OpenedStore.lunch]))
        let calls = FaultyFiles(at: 0, .fails(.broken))
        _ = try OpenedStore.open(folder, calls)
        let box = Lock<EventStore?>(nil)
        let counts = Lock<[Int]>([])
        // Each system call during the save runs a query on the same thread.
        let files = FaultyFiles(
            at: calls.count + 6,
            .meets {
                guard let store = box.withLock({ $0 }) else { return }
                let count = (try? OpenedStore.events(store).count) ?? -1
                counts.withLock { $0.append(count) }
            }
        )
        let store = try OpenedStore.open(folder, files)
        box.withLock { $0 = store }
        var event = try #require(try OpenedStore.events(store).first)
        event.title = "Long lunch"
        try store.save(&event, span: .thisEvent)
        box.withLock { $0 = nil }
        #expect(counts.withLock { $0 } == [1])
    }
}

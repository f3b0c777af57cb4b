import Foundation
import ICalendar
import SystemIO
import TestTraits
import Testing

@testable import ICalendarStore
@testable import store_process

/// Tests concurrent commits, external changes, refreshes and queries.
struct InterleavingTests {
    /// Returns the file contents that a store holds in memory.
    private static func contents(_ snapshot: StoreSnapshot) -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for (calendar, items) in snapshot.items {
            for file in items.files {
                contents["\(calendar)/\(String(decoding: file.place.name, as: UTF8.self))"] = file.bytes
            }
        }
        return contents
    }

    private static func identifiers(_ snapshot: StoreSnapshot) -> Set<ItemIdentifier> {
        var all: Set<ItemIdentifier> = []
        for (calendar, items) in snapshot.items {
            for file in items.files {
                for uid in file.uids { all.insert(.init(calendarIdentifier: calendar, uid: uid)) }
            }
        }
        return all
    }

    /// Performs a random action on the store or its folder.
    private static func act(_ worker: Int, _ store: EventStore, _ folder: StoreFolder) throws {
        let calendar = ["a", "b"][Int.random(in: 0..<2)]
        let uid = "\(Int.random(in: 0..<12))"
        let text = "\(worker) \(UInt32.random(in: 0 ... .max))"
        let path = "\(calendar)/\(uid).ics"
        switch Int.random(in: 0..<9) {
        case 0...2:
            var event = CalendarEvent(
                try event(uid, text),
                calendar: store.known.calendar(withIdentifier: calendar)
            )
            // The UID may already exist, or the item may disappear during the save.
            try? store.save(&event, span: .thisEvent)
        case 3:
            let found = try? EventTurns.found(in: store)
            guard var event = found?.values.randomElement() else { return }
            event.event.summary = text
            if Bool.random() {
                try? store.save(&event, span: .thisEvent)
            } else {
                try? store.remove(event, span: .thisEvent)
            }
        case 4, 5: try folder.write(path, item(uid, text))
        case 6: try folder.writeInPlace(path, item(uid, text))
        case 7: try? FileManager.default.removeItem(atPath: folder.path + "/" + path)
        default: try? store.refreshSourcesIfNecessary()
        }
    }

    @Test(.long, arguments: [FolderWatch.Method.automatic, .polling])
    func `after any sequence of actions, the store matches the disk and has reported every change`(
        method: FolderWatch.Method
    ) async throws {
        for _ in 0..<3 {
            let folder = try StoreFolder("a", "b")
            for number in 0..<6 { try folder.write("a/\(number).ics", item("\(number)", "start")) }
            let store = try folder.open { $0.watching = method }
            let other = try folder.open()
            let before = Self.identifiers(store.known)
            let heard = Heard(store)
            let left = Lock(3)
            for worker in 0..<3 {
                Thread.detachNewThread {
                    for _ in 0..<60 { try? Self.act(worker, worker == 2 ? other : store, folder) }
                    left.withLock { $0 -= 1 }
                }
            }
            while left.withLock({ $0 }) > 0 { try await Task.sleep(for: .milliseconds(5)) }
            try folder.write("b/last.ics", item("last", "1"))
            let changes = try await heard.until { $0.inserted.contains(last) }
            // The latest change may not be reported before the next refresh.
            try await Task.sleep(for: .milliseconds(300))
            try folder.write("b/end.ics", item("end", "1"))
            let end = ItemIdentifier(calendarIdentifier: "b", uid: "end")
            let more = try await heard.until { $0.inserted.contains(end) }
            let fresh = try folder.open().known
            #expect(Self.contents(store.known) == Self.contents(fresh))
            var known = before
            for change in changes + more {
                #expect(change.inserted.isDisjoint(with: known), "\(change)")
                #expect(change.deleted.union(change.updated).isSubset(of: known), "\(change)")
                known.formUnion(change.inserted)
                known.subtract(change.deleted)
            }
            #expect(known == Self.identifiers(fresh))
        }
    }

    @Test(.long) func `another process's commit of several files appears completely or not at all`()
        async throws
    {
        let folder = try StoreFolder("a", "b", "c")
        let store = try folder.open()
        let child = try Child("commits", folder.path, "quietly")
        try await child.line()
        let heard = Heard(store)
        var seen: Set<Int> = []
        // On a busy machine, the other process may rarely get to run.
        let end = ContinuousClock.now + .seconds(600)
        var round = 0
        while round < 40 || seen.count <= 5, ContinuousClock.now < end {
            round += 1
            // Check after reported changes and at arbitrary times.
            let turn = try #require(try EventTurns.current(in: store), "a partial commit was visible")
            seen.insert(turn)
            if seen.count % 2 == 0 {
                _ = try await heard.until(seconds: 2) { _ in true }
            } else {
                try await Task.sleep(for: .milliseconds(Int.random(in: 1...60)))
            }
        }
        child.kill()
        _ = await child.finished()
        #expect(seen.count > 5, "\(seen)")
    }

    @Test(.long, arguments: [FolderWatch.Method.automatic, .polling])
    func `a change is reported within 200 milliseconds`(method: FolderWatch.Method) async throws {
        let folder = try StoreFolder("a")
        // Uses another process, because the threads of this process are busy with other tests.
        let child = try Child("changes", folder.path, "\(method)")
        try await child.line()
        var written: [String: Int] = [:]
        for number in 0..<12 {
            try await Task.sleep(for: .milliseconds(200))
            try folder.write("a/\(number).ics", item("\(number)", "1"))
            written["+a:\(number)"] = FileStamp.now
        }
        try await child.line(with: "a:11")
        child.kill()
        var waits: [Int] = []
        for line in await child.finished().lines.dropFirst() {
            let words = line.split(separator: " ").map(String.init)
            for item in words[1].split(separator: ",") {
                let name = item.hasPrefix("+") ? String(item) : "+\(item)"
                guard let time = written.removeValue(forKey: name), let told = Int(words[words.count - 1])
                else { continue }
                waits.append((told - time) / 1_000_000)
            }
        }
        #expect(written.isEmpty)
        print("\(method): reported after \(waits.sorted()) ms")
        // Other tests may slow the machine down, so only the best measurement counts.
        #expect(waits.min() ?? .max < 200)
    }
}

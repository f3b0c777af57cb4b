import Foundation
import ICalendar
import SystemIO
import TestTraits
import Testing

@testable import ICalendarStore
@testable import store_process

/// Tests several processes that use the same store at the same time.
struct ProcessesTests {
    @Test(.long) func `two processes each add many events, and readers never see a partial event`()
        async throws
    {
        let each = Int(ProcessInfo.processInfo.environment["ICALENDAR_WRITES"] ?? "") ?? 150
        let folder = try StoreFolder("a")
        let path = folder.path
        let store = try folder.open()
        let heard = Heard(store)
        let isDone = Lock(false)
        let seen = Lock((plain: 0, torn: [String](), most: 0))
        // A reader that does not use the store.
        Thread.detachNewThread {
            while !isDone.withLock({ $0 }) {
                for name in (try? FileManager.default.contentsOfDirectory(atPath: path + "/a")) ?? []
                where !name.hasPrefix(".") {
                    guard let bytes = FileManager.default.contents(atPath: path + "/a/" + name) else {
                        continue
                    }
                    let text = String(decoding: bytes, as: UTF8.self)
                    let isTorn = !text.hasPrefix("BEGIN:VCALENDAR") || !text.hasSuffix("END:VCALENDAR\r\n")
                    seen.withLock { seen in
                        seen.plain += 1
                        if isTorn { seen.torn.append(name) }
                    }
                }
                Thread.sleep(forTimeInterval: 0.002)
            }
        }
        // A reader that queries the store, in which events are only added.
        Thread.detachNewThread {
            while !isDone.withLock({ $0 }) {
                let found = try? EventTurns.found(in: store)
                seen.withLock { seen in
                    let count = found?.count ?? -1
                    if count < seen.most { seen.torn.append("\(count) of \(seen.most)") }
                    seen.most = max(seen.most, count)
                    for event in found?.values.map({ $0 }) ?? []
                    where event.event.summary != event.calendarItemExternalIdentifier {
                        seen.torn.append(event.id)
                    }
                }
                // Without pauses, the reader would leave the writers no time.
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
        let children = try ["one", "two"].map { try Child("saves", path, $0, "\(each)") }
        let results = await Child.finished(children) { isDone.withLock { $0 = true } }
        #expect(results.map(\.status) == [0, 0], "\(results)")
        let expected = Set(["one", "two"].flatMap { name in (0..<each).map { "\(name)-\($0)" } })
        try folder.write("a/last.ics", item("last", "last"))
        let end = ItemIdentifier(calendarIdentifier: "a", uid: "last")
        let told = try await heard.joined { $0.inserted.contains(end) }
        #expect(Set(told.inserted.map(\.uid)) == expected.union(["last"]))
        #expect(told.updated.isEmpty && told.deleted.isEmpty)
        let found = try EventTurns.found(in: folder.open())
        #expect(Set(found.values.map(\.calendarItemExternalIdentifier)) == expected.union(["last"]))
        #expect(found.count == 2 * each + 1)
        #expect(folder.everything.count == 2 * each + 1)
        seen.withLock { seen in
            #expect(seen.torn == [])
            #expect(seen.plain > 100 && seen.most > 0, "\(seen.plain), \(seen.most)")
        }
    }

    @Test func `two processes that edit the same item lose no lines`() async throws {
        let store = try StoreFolder("a")
        try store.write("a/shared.ics", "start\n")
        let children = try ["one", "two"].map { try Child("edit", store.path, $0, "60") }
        var results: [Child.Result] = []
        for child in children { results.append(await child.finished()) }
        #expect(results.map(\.status) == [0, 0], "\(results)")
        let lines = LineMerge.lines(Array((store.text("a/shared.ics") ?? "").utf8))
        #expect(lines.count == 121)
    }

    @Test func `a process that holds the lock too long is reported`() throws {
        let store = try StoreFolder("a")
        _ = try Commit(to: store.root, merging: LineMerge()).run([
            .put([1], at: FilePlace("a/x.ics"), over: nil)
        ])
        let lock = try SystemFiles().lock(
            store.root.folder.appending(Array(".ics-store/lock".utf8)),
            .exclusive,
            patience: .zero
        )
        let commit = Commit(to: store.root, merging: LineMerge(), patience: .milliseconds(20))
        let error = #expect(throws: CommitFailure.self) {
            try commit.run([.put([1], at: FilePlace("a/y.ics"), over: nil)])
        }
        #expect(error?.description == "another program keeps the store locked")
        #expect(try Recovery(root: store.root, merging: LineMerge()).run(tidying: []).isBusy)
        withExtendedLifetime(lock) {}
    }

    @Test(.limitsFileSizes)
    func `exceeding the file size limit is an error and leaves no files behind`() async throws {
        let store = try StoreFolder("a")
        let limited = ["sh", "-c", "ulimit -f 64; exec \"$0\" \"$@\""]
        for (size, names) in [
            ("200000", ["a/x.ics"]), ("200000", ["a/x.ics", "a/y.ics"]), ("30000", ["a/x.ics"]),
        ] {
            let before = store.everything
            let process = try Child(arguments: ["put", store.path, size] + names, through: limited)
            let result = await process.finished()
            if size == "30000" {
                #expect(result.status == 0)
                #expect(store.everything.keys.sorted() == ["a/x.ics"])
            } else {
                #expect(!result.wasKilled)
                #expect(result.status == 1)
                #expect(result.errors == "\(store.path)/a/x.ics: cannot be written: File too large\n")
                #expect(store.everything == before)
            }
        }
    }
}

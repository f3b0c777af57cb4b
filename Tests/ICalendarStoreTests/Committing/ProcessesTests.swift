import Foundation
import ICalendar
import ICalendarStore
import Synchronization
import Testing

@testable import store_process

/// Several processes that use one store at the same time.
struct ProcessesTests {
    @Test func `two processes add a thousand items each, and no reader sees a torn one`() async throws {
        let store = try StoreFolder("a")
        let place = store.path
        let root = store.root
        let isDone = Mutex(false)
        let seen = Mutex((plain: 0, torn: [String](), listed: 0))
        let plain = Thread {
            while !isDone.withLock({ $0 }) {
                for name in (try? FileManager.default.contentsOfDirectory(atPath: place + "/a")) ?? []
                where !name.hasPrefix(".") {
                    guard let bytes = FileManager.default.contents(atPath: place + "/a/" + name) else {
                        continue
                    }
                    seen.withLock { seen in
                        seen.plain += 1
                        if WholeFile.text(Array(bytes)) == nil { seen.torn.append(name) }
                    }
                }
            }
        }
        let through = Thread {
            let reader = StoreReader(root, merging: LineMerge())
            while !isDone.withLock({ $0 }) {
                let torn = try? reader.read { view in
                    try view.items(in: Array("a".utf8)).suffix(50).filter { entry in
                        guard let place = FilePlace(folder: Array("a".utf8), name: entry.name) else {
                            return true
                        }
                        return try view.contents(of: place).flatMap { WholeFile.text($0.bytes) } == nil
                    }
                }
                seen.withLock { seen in
                    seen.listed += 1
                    if torn == nil { seen.torn.append("not read") }
                    seen.torn += (torn ?? []).map { String(decoding: $0.name, as: UTF8.self) }
                }
                // A reader that never stops reading would leave the writers no moment.
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
        plain.start()
        through.start()
        let children = try ["one", "two"].map { try Child("add", place, $0, "1000") }
        var results: [Child.Result] = []
        for child in children { results.append(await child.finished()) }
        isDone.withLock { $0 = true }
        #expect(results.map(\.status) == [0, 0], "\(results)")
        let names = try StoreReader(root, merging: LineMerge()).read { try $0.items(in: Array("a".utf8)) }
            .map { String(decoding: $0.name, as: UTF8.self) }
        let expected = ["one", "two"].flatMap { name in (0..<1000).map { "\(name)-\($0).ics" } }
        #expect(Set(names) == Set(expected))
        #expect(names.count == 2000)
        seen.withLock { seen in
            #expect(seen.torn == [])
            #expect(seen.plain > 100 && seen.listed > 5, "\(seen.plain), \(seen.listed)")
        }
        #expect(store.everything.count == 2000)
    }

    @Test func `two processes that edit one item lose no line`() async throws {
        let store = try StoreFolder("a")
        try store.write("a/shared.ics", "start\n")
        let children = try ["one", "two"].map { try Child("edit", store.path, $0, "150") }
        var results: [Child.Result] = []
        for child in children { results.append(await child.finished()) }
        #expect(results.map(\.status) == [0, 0], "\(results)")
        let lines = LineMerge.lines(Array((store.text("a/shared.ics") ?? "").utf8))
        #expect(lines.count == 301)
    }

    @Test func `a process that holds the lock too long is named`() throws {
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

    @Test func `a file that may not grow further is an error, and nothing is left`() async throws {
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

import Foundation
import ICalendar
@testable import ICalendarStore
import Testing

@testable import store_process

/// Tests changes by programs that ignore the store's lock, such as khal and vdirsyncer.
struct ForeignWriterTests {
    private static let old = "one\ntwo\n"

    /// Returns a store with an item, and a change that adds a line to the item.
    private static func editing() throws -> (StoreFolder, FileChange) {
        let store = try StoreFolder("a")
        try store.write("a/x.ics", old)
        let place = try FilePlace("a/x.ics")
        return (store, .put(Array("one\nours\ntwo\n".utf8), at: place, over: try store.base(place)))
    }

    /// Returns a store in which another program acts before the n-th call.
    private static func commit(
        _ store: StoreFolder,
        _ place: Int,
        _ body: @escaping @Sendable () throws -> Void
    )
        -> (Commit, FaultyFiles)
    {
        let files = FaultyFiles(at: place, .meets { try? body() })
        return (Commit(to: store.root, files: files, merging: LineMerge()), files)
    }

    @Test func `the stamp recorded for a new file never matches another program's version`() throws {
        var (place, changes) = (1, 0)
        while true {
            let store = try StoreFolder("a")
            let paths = ["a/x.ics", "a/y.ics"]
            let new = try paths.map { path in
                FileChange.put(Array("ours\n".utf8), at: try FilePlace(path), over: nil)
            }
            let (commit, files) = Self.commit(store, place) {
                for path in paths where store.text(path) != nil { try store.write(path, "theirs\n") }
            }
            for file in try commit.run(new) {
                let path = store.root.path(of: file.place)
                let stamp = try SystemFiles().stamp(of: path, followingLinks: false)
                guard store.text(file.place.description) == "theirs\n" else {
                    #expect(file.version?.stamp == stamp, "call \(place)")
                    continue
                }
                changes += 1
                #expect(file.version?.stamp != stamp, "call \(place)")
            }
            guard files.count >= place else { break }
            place += 1
        }
        #expect(changes > 2)
    }

    @Test func `if another program deletes hidden files, the commit fails and no data is lost`() throws {
        let names = ["k0", "k1"]
        var (place, failures) = (1, 0)
        while true {
            let store = try StoreFolder("a", "b")
            var changes: [FileChange] = []
            for name in names {
                try store.write("a/\(name).ics", "\(name)\n")
                let old = try FilePlace("a/\(name).ics")
                changes.append(.remove(old, try store.base(old)))
                changes.append(.put(Array("\(name)\n".utf8), at: try FilePlace("b/\(name).ics"), over: nil))
            }
            let path = store.path + "/b/"
            let (commit, files) = Self.commit(store, place) {
                let manager = FileManager.default
                for name in try manager.contentsOfDirectory(atPath: path) where name.hasPrefix(".") {
                    try manager.removeItem(atPath: path + name)
                }
            }
            do {
                _ = try commit.run(changes)
                #expect(names.allSatisfy { store.text("b/\($0).ics") == "\($0)\n" }, "call \(place)")
            } catch {
                failures += 1
                for name in names {
                    let texts = ["a", "b"].compactMap { store.text("\($0)/\(name).ics") }
                    #expect(texts == ["\(name)\n"], "call \(place)")
                }
            }
            if files.count < place { break }
            place += 1
        }
        #expect(failures > 1)
    }

    @Test(arguments: [false, true], [false, true])
    func `a change that another program makes at any point in a commit is merged`(
        inPlace: Bool,
        journaled: Bool
    ) throws {
        var place = 1
        while true {
            let (store, change) = try Self.editing()
            let (commit, files) = Self.commit(store, place) {
                // The other program also reads and writes atomically, so the result must have both lines.
                let lines = LineMerge.lines(Array((store.text("a/x.ics") ?? "").utf8)).union(["theirs"])
                let text = String(decoding: LineMerge.bytes(lines), as: UTF8.self)
                if inPlace {
                    try store.writeInPlace("a/x.ics", text)
                } else {
                    try store.write("a/x.ics", text)
                }
            }
            var changes = [change]
            if journaled { changes.append(.put([1], at: try FilePlace("a/y.ics"), over: nil)) }
            let result = try commit.run(changes)
            if files.count < place {
                #expect(store.text("a/x.ics") == "one\nours\ntwo\n")
                #expect(!result[0].isMerged)
                break
            }
            let text = try #require(store.text("a/x.ics"))
            #expect(text.contains("ours") && text.contains("theirs"), "call \(place): \(text)")
            #expect(store.everything.keys.filter { $0.contains("tmp") || $0.contains("journal") } == [])
            place += 1
        }
        #expect(place > 8)
    }

    @Test(arguments: [false, true])
    func `a file that another program deletes at any point in a commit is written again`(journaled: Bool)
        throws
    {
        var place = 1
        while true {
            let (store, change) = try Self.editing()
            let path = store.path + "/a/x.ics"
            let (commit, files) = Self.commit(store, place) {
                // After the exchange, the other program may delete the store's version.
                if !(store.text("a/x.ics") ?? "").contains("ours") {
                    try FileManager.default.removeItem(atPath: path)
                }
            }
            var changes = [change]
            if journaled { changes.append(.put([1], at: try FilePlace("a/y.ics"), over: nil)) }
            _ = try commit.run(changes)
            #expect(store.text("a/x.ics")?.contains("ours") == true, "call \(place)")
            if files.count < place { break }
            place += 1
        }
    }

    @Test(arguments: [false, true])
    func `a file that another program changes during its removal is kept`(journaled: Bool) throws {
        var place = 1
        while true {
            let (store, change) = try Self.editing()
            let base = try #require(change.base)
            let (commit, files) = Self.commit(store, place) {
                if store.text("a/x.ics") != nil { try store.write("a/x.ics", "one\ntheirs\n") }
            }
            var changes = [FileChange.remove(change.place, base)]
            if journaled { changes.append(.put([1], at: try FilePlace("a/y.ics"), over: nil)) }
            _ = try commit.run(changes)
            let text = store.text("a/x.ics")
            #expect(text == nil || text == "one\ntheirs\n", "call \(place)")
            if files.count < place {
                #expect(text == nil)
                break
            }
            if place < 8 { #expect(text != nil, "call \(place)") }
            #expect(store.everything.keys.filter { $0.contains("tmp") || $0.contains("journal") } == [])
            place += 1
        }
    }

    @Test(arguments: [false, true])
    func `a new file is merged with another program's file with the same name`(journaled: Bool) throws {
        var place = 1
        while true {
            let store = try StoreFolder("a")
            let (commit, files) = Self.commit(store, place) {
                if store.text("a/x.ics") == nil { try store.write("a/x.ics", "theirs\n") }
            }
            var changes = [FileChange.put(Array("ours\n".utf8), at: try FilePlace("a/x.ics"), over: nil)]
            if journaled { changes.append(.put([1], at: try FilePlace("a/y.ics"), over: nil)) }
            _ = try commit.run(changes)
            let text = try #require(store.text("a/x.ics"))
            #expect(text.contains("ours"), "call \(place)")
            if files.count < place { break }
            place += 1
        }
        #expect(place > 6)
    }

    @Test func `a change to the same length within the clock's resolution is detected`() throws {
        for _ in 0..<50 {
            let store = try StoreFolder("a")
            let place = try FilePlace("a/x.ics")
            try store.writeInPlace("a/x.ics", "aaaa\n")
            let base = try store.base(place)
            try store.writeInPlace("a/x.ics", "bbbb\n")
            let change = FileChange.put(Array("aaaa\ncccc\n".utf8), at: place, over: base)
            #expect(try Commit(to: store.root, merging: LineMerge()).run([change])[0].isMerged)
            #expect(store.text("a/x.ics") == "bbbb\ncccc\n")
        }
    }

    @Test func `a file that was only touched or copied back is not merged`() throws {
        let (store, change) = try Self.editing()
        try store.write("a/x.ics", Self.old)
        let result = try Commit(to: store.root, merging: RefusingMerge()).run([change])
        #expect(!result[0].isMerged)
        #expect(store.text("a/x.ics") == "one\nours\ntwo\n")
    }

    @Test(arguments: [1, 2])
    func `if a merge is rejected, the whole commit is rejected`(others: Int) throws {
        let (store, change) = try Self.editing()
        try store.write("a/x.ics", "theirs\n")
        let before = store.everything
        let more = try (0..<others).map { try FileChange.put([1], at: FilePlace("a/\($0).ics"), over: nil) }
        let error = #expect(throws: CommitFailure.self) {
            try Commit(to: store.root, merging: RefusingMerge()).run([change] + more)
        }
        #expect(error?.place == change.place)
        #expect(error?.description == "a/x.ics: another program changed it: another program changed it")
        #expect(store.everything == before)
    }

    @Test(arguments: [false, true])
    func `a commit that fails after a merge keeps the other program's version`(isRemoval: Bool) throws {
        let theirs = "one\ntheirs\ntwo\n"
        var (place, failures) = (1, 0)
        while true {
            let (store, edit) = try Self.editing()
            let base = try store.base(edit.place)
            let change = isRemoval ? FileChange.remove(edit.place, base) : edit
            // A folder in place of the second file makes the commit fail after the first file is merged.
            let (commit, files) = Self.commit(store, place) {
                try store.write("a/x.ics", theirs)
                try store.make(folder: "a/y.ics")
            }
            let done = try? commit.run([change, .put([1], at: FilePlace("a/y.ics"), over: nil)])
            if files.count < place { break }
            if done == nil {
                failures += 1
                #expect(store.text("a/x.ics") == theirs, "call \(place)")
                let left = store.everything.keys.filter { $0.contains("tmp") || $0.contains("journal") }
                #expect(left == [], "call \(place)")
            }
            place += 1
        }
        #expect(failures > 5)
    }

    @Test func `a failed commit does not restore a file deleted by another program`() throws {
        var (place, failures) = (1, 0)
        while true {
            let (store, change) = try Self.editing()
            let path = store.path + "/a/x.ics"
            // A folder in place of the second file makes the commit fail after the first file is done.
            let (commit, files) = Self.commit(store, place) {
                try FileManager.default.removeItem(atPath: path)
                try store.make(folder: "a/y.ics")
            }
            let done = try? commit.run([change, .put([1], at: FilePlace("a/y.ics"), over: nil)])
            if files.count < place { break }
            if done == nil {
                failures += 1
                #expect(store.text("a/x.ics") == nil, "call \(place)")
                let left = store.everything.keys.filter { $0.contains("tmp") || $0.contains("journal") }
                #expect(left == [], "call \(place)")
            }
            place += 1
        }
        #expect(failures > 5)
    }

    @Test func `a version that arrives too late for a merge is kept`() throws {
        var kept = 0
        for place in 1...60 {
            let (store, change) = try Self.editing()
            let files = FaultyFiles(at: place, .meets { try? store.write("a/x.ics", "theirs\n") })
            let commit = Commit(to: store.root, files: files, merging: RefusingMerge())
            let done = try? commit.run([change, .put([1], at: FilePlace("a/y.ics"), over: nil)])
            let all = store.everything.filter { !$0.key.contains("/journal-") }
            // After the commit, the other program may replace any file.
            #expect(all.values.contains("theirs\n") || files.count < place, "call \(place)")
            #expect(
                all.values.contains { $0.contains("ours") } || done == nil || all["a/x.ics"] == "theirs\n"
            )
            if all.keys.contains(where: { $0.contains("kept-") }) { kept += 1 }
        }
        #expect(kept > 0)
    }

    @Test func `an external change after a crash is merged when the commit is completed`() throws {
        var merged = 0
        for place in 1...60 {
            let (store, change) = try Self.editing()
            let files = FaultyFiles(at: place, .dies)
            let more = FileChange.put([1], at: try FilePlace("a/y.ics"), over: nil)
            _ = try? Commit(to: store.root, files: files, merging: LineMerge()).run([change, more])
            let hasJournal = store.hasJournal
            let lines = LineMerge.lines(Array((store.text("a/x.ics") ?? "").utf8)).union(["theirs"])
            try store.write("a/x.ics", String(decoding: LineMerge.bytes(lines), as: UTF8.self))
            _ = try Recovery(root: store.root, merging: LineMerge()).run(tidying: [Array("a".utf8)])
            let text = try #require(store.text("a/x.ics"))
            #expect(text.contains("theirs"), "call \(place)")
            if hasJournal {
                #expect(text.contains("ours"), "call \(place)")
                merged += 1
            }
            #expect(store.everything.keys.filter { $0.contains("tmp") || $0.contains("journal") } == [])
        }
        #expect(merged > 5)
    }
}

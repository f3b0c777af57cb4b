import Foundation
import ICalendar
import TestTraits
import Testing

@testable import ICalendarStore
@testable import store_process

/// Tests interrupted commits whose pending files are deleted before recovery.
struct LostStepsTests {
    /// A way to damage the calendar that items are moved to.
    enum Damage: CaseIterable, Sendable {
        case removed
        case renamed
        case tidied

        func harm(_ store: StoreFolder) throws {
            let manager = FileManager.default
            let path = store.path + "/b"
            switch self {
            case .removed: try manager.removeItem(atPath: path)
            case .renamed: try manager.moveItem(atPath: path, toPath: store.path + "/c")
            case .tidied:
                for name in try manager.contentsOfDirectory(atPath: path) where name.hasPrefix(".") {
                    try manager.removeItem(atPath: path + "/" + name)
                }
            }
        }
    }

    private static let names = ["k0", "k1", "k2"]

    /// Returns a store with a process killed at the n-th call while moving items from `a` to `b`.
    private static func interrupted(at place: Int) throws -> (store: StoreFolder, isReached: Bool) {
        let store = try StoreFolder("a", "b")
        var changes: [FileChange] = []
        for name in names {
            try store.write("a/\(name).ics", "\(name)\n")
            let old = try FilePlace("a/\(name).ics")
            changes.append(.put(Array("\(name)\n".utf8), at: try FilePlace("b/\(name).ics"), over: nil))
            changes.append(.remove(old, try store.base(old)))
        }
        let files = FaultyFiles(at: place, .dies)
        _ = try? Commit(to: store.root, files: files, merging: LineMerge()).run(changes)
        return (store, files.count >= place)
    }

    /// Returns a store with a process killed immediately after writing its journal.
    private static func interruptedEarly() throws -> StoreFolder {
        var place = 1
        while true {
            let (store, isReached) = try interrupted(at: place)
            if store.hasJournal { return store }
            try #require(isReached)
            place += 1
        }
    }

    private static func recover(_ store: StoreFolder) throws -> Recovery.Report {
        let folders = ["a", "b", "c"].map { Array($0.utf8) }
        return try Recovery(root: store.root, merging: LineMerge()).run(tidying: folders)
    }

    @Test(.long, arguments: Damage.allCases, [false, true])
    func `an item that is being moved survives any damage to the destination calendar`(
        damage: Damage,
        isKilledAgain: Bool
    ) throws {
        var (place, spared) = (1, 0)
        while true {
            let (store, isReached) = try Self.interrupted(at: place)
            if store.hasJournal {
                let standing = Self.names.filter { store.text("a/\($0).ics") != nil }
                try damage.harm(store)
                // The source calendar appears without the items only when the destination contains all of
                // them.
                let isLost = Self.names.contains { store.text("b/\($0).ics") == nil }
                if standing == Self.names, isLost {
                    let reader = StoreReader(store.root, merging: LineMerge(), isReadOnly: true)
                    let seen = try reader.read { try $0.items(in: Array("a".utf8)).count }
                    #expect(seen == standing.count, "call \(place)")
                }
                if isKilledAgain {
                    for again in stride(from: 1 + place % 7, to: 80, by: 7) {
                        let dying = FaultyFiles(at: again, .dies)
                        let recovery = Recovery(root: store.root, files: dying, merging: LineMerge())
                        _ = try? recovery.run(tidying: [])
                    }
                }
                let report = try Self.recover(store)
                if report.leftOut.contains(where: { $0.reason == .spared }) { spared += 1 }
                #expect(!store.hasJournal)
                for name in Self.names {
                    let texts = ["a", "b", "c"].compactMap { store.text("\($0)/\(name).ics") }
                    #expect(texts.contains("\(name)\n"), "call \(place): \(name)")
                }
                let after = store.everything
                #expect(after.keys.filter { $0.contains("tmp") } == [], "call \(place)")
                #expect(try Self.recover(store) == Recovery.Report())
                #expect(store.everything == after, "call \(place)")
            }
            if !isReached { break }
            place += 1
        }
        #expect(isKilledAgain || spared > 3)
    }

    @Test func `a file that was written and then changed is not lost`() throws {
        var (place, moved) = (1, 0)
        while true {
            let (store, isReached) = try Self.interrupted(at: place)
            if store.hasJournal, store.text("b/k0.ics") != nil {
                try store.write("b/k0.ics", "k0\nchanged\n")
                let report = try Self.recover(store)
                #expect(report.leftOut == [], "call \(place)")
                #expect(store.text("b/k0.ics") == "k0\nchanged\n")
                #expect(Self.names.allSatisfy { store.text("a/\($0).ics") == nil }, "call \(place)")
                #expect(store.text("b/k1.ics") == "k1\n" && store.text("b/k2.ics") == "k2\n")
                moved += 1
            }
            if !isReached { break }
            place += 1
        }
        #expect(moved > 3)
    }

    @Test func `contents that cannot be written are set aside once, no matter how often recovery runs`()
        throws
    {
        var place = 1
        while true {
            let (store, isReached) = try Self.interrupted(at: place)
            if store.hasJournal {
                try Damage.tidied.harm(store)
                for again in 1..<40 {
                    let files = FaultyFiles(at: again, .dies)
                    _ = try? Recovery(root: store.root, files: files, merging: LineMerge()).run(tidying: [])
                }
                _ = try Self.recover(store)
                let kept = store.everything.filter { $0.key.contains("kept-") }
                #expect(Set(kept.values).count == kept.count, "call \(place)")
            }
            if !isReached { break }
            place += 1
        }
    }

    @Test func `steps that have become impossible and the files that they keep are reported`() throws {
        let store = try Self.interruptedEarly()
        try Damage.removed.harm(store)
        let reader = StoreReader(store.root, merging: LineMerge())
        let remarks = try reader.read { $0.remarks }
        for name in Self.names {
            let lost = "b/\(name).ics: recovery: the new contents are missing"
            let spared = "a/\(name).ics: recovery: another part of the commit is missing; file not removed"
            #expect(remarks.contains { $0.hasPrefix(lost) }, "\(remarks)")
            #expect(remarks.contains { $0.hasPrefix(spared) }, "\(remarks)")
        }
    }

    @Test func `no item is removed if any moved item cannot be written to its destination`() throws {
        let store = try Self.interruptedEarly()
        try store.make(folder: "b/k0.ics")
        let report = try Self.recover(store)
        #expect(report.leftOut.first?.place.description == "b/k0.ics")
        let kept = try #require(report.leftOut.first?.kept).description
        #expect(FileManager.default.contents(atPath: kept) == Data("k0\n".utf8))
        // The journal does not record which files belong together.
        #expect(Self.names.allSatisfy { store.text("a/\($0).ics") == "\($0)\n" })
        #expect(store.text("b/k1.ics") == "k1\n" && store.text("b/k2.ics") == "k2\n")
    }

    @Test func `if an item's new contents are lost, the missing item is restored from the journal`() throws {
        let store = try Self.interruptedEarly()
        try Damage.tidied.harm(store)
        for name in Self.names { try FileManager.default.removeItem(atPath: "\(store.path)/a/\(name).ics") }
        let report = try Self.recover(store)
        #expect(report.leftOut.map(\.reason) == [.lost, .lost, .lost, .spared, .spared, .spared])
        for (step, name) in zip(report.leftOut.dropFirst(3), Self.names) {
            let path = try #require(step.kept).description
            #expect(FileManager.default.contents(atPath: path) == Data("\(name)\n".utf8))
        }
        #expect(try Self.recover(store) == Recovery.Report())
        #expect(store.everything.keys.filter { $0.contains("kept-") }.count == Self.names.count)
    }

    @Test(arguments: [true, false])
    func `an item moved out of a file stays there if its new file is lost`(canExchange: Bool) throws {
        var (place, kept) = (1, 0)
        while true {
            let store = try StoreFolder("a")
            try store.write("a/x.ics", "one\ntwo\n")
            let (old, new) = (try FilePlace("a/x.ics"), try FilePlace("a/y.ics"))
            let changes = [
                FileChange.put(Array("one\n".utf8), at: old, over: try store.base(old)),
                .put(Array("two\n".utf8), at: new, over: nil),
            ]
            let files = FaultyFiles(at: place, .dies, canExchange: canExchange)
            _ = try? Commit(to: store.root, files: files, merging: LineMerge()).run(changes)
            if store.hasJournal {
                for (name, text) in store.everything where name.hasSuffix(".tmp") && text == "two\n" {
                    try FileManager.default.removeItem(atPath: store.path + "/" + name)
                }
                let report = try Self.recover(store)
                #expect(store.text("a/x.ics") == "one\n", "call \(place)")
                #expect(store.everything.values.contains { $0.contains("two") }, "call \(place)")
                if report.leftOut.map(\.reason) == [.lost, .replaced] { kept += 1 }
            }
            if files.count < place { break }
            place += 1
        }
        #expect(kept > 2)
    }
}

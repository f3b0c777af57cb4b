import Foundation
import ICalendar
import Testing

@testable import ICalendarStore
@testable import store_process

/// Tests interrupted moves whose source or destination changes before recovery.
struct StuckCommitsTests {
    private static let text = OpenedStore.calendar([OpenedStore.lunch])

    /// Returns a store with a move from `a` to `b` that was interrupted before or after the item was written.
    private static func interrupted(afterPut: Bool) throws -> StoreFolder {
        var place = 1
        while true {
            let store = try StoreFolder("a", "b", "c")
            try store.write("a/x.ics", text)
            let (old, new) = (try FilePlace("a/x.ics"), try FilePlace("b/x.ics"))
            let base = try store.base(old)
            var put = FileChange.put(base.bytes() ?? [], at: new, over: nil)
            var removal = FileChange.remove(old, base)
            (put.group, removal.group, removal.destination) = (1, 1, new)
            let files = FaultyFiles(at: place, .dies)
            _ = try? Commit(to: store.root, files: files, merging: ItemMerging()).run([put, removal])
            let isPut = store.text("b/x.ics") != nil
            if store.hasJournal, isPut == afterPut, store.text("a/x.ics") != nil { return store }
            try #require(files.count >= place)
            place += 1
        }
    }

    private static func recover(_ store: StoreFolder) throws -> Recovery.Report {
        let folders = ["a", "b", "c"].map { Array($0.utf8) }
        return try Recovery(root: store.root, merging: ItemMerging()).run(tidying: folders)
    }

    /// The damage to the calendar or the file that an item is moved from.
    enum Damage: CaseIterable, Sendable { case removed, renamed, deadLink, tooLarge }

    @Test(arguments: Damage.allCases, [false, true])
    func `a move with a missing or unreadable source does not block other files`(
        damage: Damage,
        afterPut: Bool
    )
        throws
    {
        let store = try Self.interrupted(afterPut: afterPut)
        let (manager, path) = (FileManager.default, store.path + "/a")
        switch damage {
        case .removed: try manager.removeItem(atPath: path)
        case .renamed: try manager.moveItem(atPath: path, toPath: store.path + "/d")
        case .deadLink:
            try manager.removeItem(atPath: path)
            try manager.createSymbolicLink(atPath: path, withDestinationPath: "/no/such")
        case .tooLarge:
            let handle = try FileHandle(forWritingTo: URL(filePath: path + "/x.ics"))
            try handle.truncate(atOffset: UInt64(SystemFiles.largestFile) + 1)
            try handle.close()
        }
        for name in ["c/new.ics", "c/newer.ics"] {
            let change = FileChange.put(Array(Self.text.utf8), at: try FilePlace(name), over: nil)
            _ = try Commit(to: store.root, merging: ItemMerging()).run([change])
            #expect(store.text(name) == Self.text)
        }
        #expect(store.text("b/x.ics") == Self.text)
        if damage == .tooLarge { try manager.removeItem(atPath: path + "/x.ics") }
        _ = try Self.recover(store)
        #expect(!store.hasJournal)
    }

    @Test func `an item is kept if another item already has its new file name`() throws {
        let store = try Self.interrupted(afterPut: true)
        let other = OpenedStore.calendar(["UID:other\nSUMMARY:Other\nDTSTART:20260330T100000Z"])
        try store.write("b/x.ics", other)
        let report = try Self.recover(store)
        #expect(report.leftOut.map(\.reason) == [.lost, .spared])
        #expect(store.text("a/x.ics") == Self.text && store.text("b/x.ics") == other)
        #expect(try Self.recover(store) == Recovery.Report())
    }

    @Test(arguments: [false, true])
    func `an item is kept if it cannot be written to its new location`(isLink: Bool) throws {
        let store = try Self.interrupted(afterPut: false)
        if isLink {
            let manager = FileManager.default
            try manager.moveItem(atPath: store.path + "/b", toPath: store.path + "/d")
            try manager.createSymbolicLink(
                atPath: store.path + "/b",
                withDestinationPath: store.path + "/d"
            )
        } else {
            try store.make(folder: "b/x.ics")
            let reader = StoreReader(store.root, merging: ItemMerging(), isReadOnly: true)
            #expect(try reader.read { try $0.items(in: Array("a".utf8)).count } == 1)
        }
        let report = try Self.recover(store)
        #expect(report.leftOut.contains { $0.reason == .spared }, "\(report.leftOut)")
        #expect(store.text("a/x.ics") == Self.text)
        #expect(!store.hasJournal)
    }
}

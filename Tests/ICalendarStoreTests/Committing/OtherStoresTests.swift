import Foundation
import ICalendar
import Testing

@testable import ICalendarStore
@testable import store_process

/// Tests stores or users that share a calendar and must not touch each other's hidden files.
struct OtherStoresTests {
    /// Returns a store with two calendars, and another store that links to the second calendar.
    private static func stores() throws -> (one: StoreFolder, other: StoreFolder) {
        let (one, other) = (try StoreFolder("a", "b"), try StoreFolder("c"))
        try one.write("a/x.ics", "x\n")
        try FileManager.default.createSymbolicLink(
            atPath: other.path + "/b",
            withDestinationPath: one.path + "/b"
        )
        let change = FileChange.put([1], at: try FilePlace("c/1.ics"), over: nil)
        _ = try Commit(to: other.root, merging: LineMerge()).run([change])
        return (one, other)
    }

    @Test func `the pending files of another store's commit are not deleted`() throws {
        var (place, finished) = (1, 0)
        while true {
            let (one, other) = try Self.stores()
            let old = try FilePlace("a/x.ics")
            let changes = [
                FileChange.put(Array("x\n".utf8), at: try FilePlace("b/x.ics"), over: nil),
                .remove(old, try one.base(old)),
            ]
            let files = FaultyFiles(at: place, .dies)
            _ = try? Commit(to: one.root, files: files, merging: LineMerge()).run(changes)
            let before = one.everything
            let report = try Recovery(root: other.root, merging: LineMerge()).run(
                tidying: [Array("b".utf8), Array("c".utf8)]
            )
            #expect(report.removedFiles == 0 && one.everything == before, "call \(place)")
            let folders = ["a", "b"].map { Array($0.utf8) }
            let own = try Recovery(root: one.root, merging: LineMerge()).run(tidying: folders)
            #expect(own.leftOut == [], "call \(place)")
            #expect(one.everything.keys.filter { $0.hasSuffix(".tmp") } == [], "call \(place)")
            #expect((one.text("a/x.ics") == nil) == (one.text("b/x.ics") != nil), "call \(place)")
            if !own.finished.isEmpty { finished += 1 }
            if files.count < place { break }
            place += 1
        }
        #expect(finished > 3)
    }

    @Test func `a temporary file name identifies its lock and user`() throws {
        let (one, other) = try Self.stores()
        let control = other.root.folder.appending(StoreRoot.controlName)
        let files = SystemFiles()
        let names = TemporaryName(under: control, files)
        let name = names.make()
        #expect(
            TemporaryName.isOne(name) && names.isOwn(name) && FilePlace(folder: "c", name: "x.ics") != nil
        )
        #expect(TemporaryName(under: control, files).isOwn(name))
        #expect(!TemporaryName(under: control, files, of: SystemFiles.user + 1).isOwn(name))
        #expect(!TemporaryName(under: one.root.folder, files).isOwn(name))
        #expect(TemporaryName.isOne(TemporaryName.make()) && !names.isOwn(TemporaryName.make()))
        for odd in [
            "", ".tmp", ".ics-store-.tmp", ".ics-store--0123456789abcdef.tmp",
            ".ics-store-0123456789abcdef0123456789abcdef.tmp",
        ] {
            #expect(!TemporaryName.isOne(Array(odd.utf8)), "\(odd)")
        }
        // Files in another user's commit remain, even if this user now owns them.
        let foreign = TemporaryName(under: control, files, of: SystemFiles.user + 1).make()
        for hidden in [name, foreign] { try other.write("c/\(String(decoding: hidden, as: UTF8.self))", "x") }
        let report = try Recovery(root: other.root, merging: LineMerge()).run(tidying: [Array("c".utf8)])
        #expect(report.removedFiles == 1)
        #expect(other.text("c/\(String(decoding: foreign, as: UTF8.self))") == "x")
    }

    @Test func `a removed file is restored if the commit fails, even without its hidden file`() throws {
        var (place, failed) = (1, 0)
        while true {
            let store = try StoreFolder("a", "b")
            for name in ["x", "y"] { try store.write("a/\(name).ics", "\(name)\n") }
            let (x, y) = (try FilePlace("a/x.ics"), try FilePlace("a/y.ics"))
            let changes = [FileChange.remove(x, try store.base(x)), .remove(y, try store.base(y))]
            let files = FaultyFiles(
                at: place,
                .meets {
                    for name in store.everything.keys where name.hasPrefix("a/.") {
                        try? FileManager.default.removeItem(atPath: store.path + "/" + name)
                    }
                    try? store.write("a/y.ics", "y\nchanged\n")
                }
            )
            let commit = Commit(to: store.root, files: files, merging: LineMerge())
            do {
                _ = try commit.run(changes, strictlyAt: [x, y])
            } catch {
                #expect(store.text("a/x.ics") == "x\n", "call \(place)")
                failed += 1
            }
            if files.count < place { break }
            place += 1
        }
        #expect(failed > 3)
    }

    @Test
    func `a new file replaced before recovery is kept, and the original is set aside`()
        throws
    {
        let event = ["UID:n\nSUMMARY:New\nDTSTART:20260330T100000Z"]
        let other = ["UID:n\nSUMMARY:Newer\nDTSTART:20260330T100000Z"]
        var (place, kept) = (1, 0)
        while true {
            let store = try StoreFolder("a", "b")
            let texts = [OpenedStore.calendar(event), OpenedStore.calendar(other)]
            let changes = try ["a/n.ics", "b/n.ics"].map {
                FileChange.put(Array(texts[0].utf8), at: try FilePlace($0), over: nil)
            }
            let files = FaultyFiles(at: place, .dies)
            _ = try? Commit(to: store.root, files: files, merging: ItemMerging()).run(changes)
            if store.hasJournal, store.text("b/n.ics") == nil {
                try store.write("b/n.ics", texts[1])
                let report = try Recovery(root: store.root, merging: ItemMerging()).run(tidying: [])
                #expect(store.text("b/n.ics") == texts[1] && store.text("a/n.ics") == texts[0])
                let path = report.leftOut.first { $0.reason == .continued }?.kept?.description ?? ""
                #expect(FileManager.default.contents(atPath: path) == Data(texts[0].utf8), "call \(place)")
                kept += 1
            }
            if files.count < place { break }
            place += 1
        }
        #expect(kept > 2)
    }
}

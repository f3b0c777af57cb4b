import Foundation
import ICalendar
import Testing

@testable import ICalendarStore
@testable import store_process

/// Tests commits blocked by inaccessible files or folders.
///
/// Blocked commits must not block other files.
struct ClosedFilesTests {
    /// Returns a store with a move from `a` to `b` that was interrupted after its journal was written.
    private static func interrupted() throws -> StoreFolder {
        var place = 1
        while true {
            let store = try StoreFolder("a", "b", "c")
            try store.write("a/x.ics", OpenedStore.calendar([OpenedStore.lunch]))
            let old = try FilePlace("a/x.ics")
            let base = try store.base(old)
            let changes = [
                FileChange.put(base.bytes() ?? [], at: try FilePlace("b/x.ics"), over: nil),
                .remove(old, base),
            ]
            let files = FaultyFiles(at: place, .dies)
            _ = try? Commit(to: store.root, files: files, merging: ItemMerging()).run(changes)
            if store.hasJournal { return store }
            try #require(files.count >= place)
            place += 1
        }
    }

    @Test(arguments: ["/a/x.ics", "/a/", "/b/"])
    func `a blocked commit is reported and blocks only its own files`(closed: String) throws {
        let store = try Self.interrupted()
        let files = FaultyFiles(at: .max, .dies, closed: closed)
        func put(_ name: String) throws {
            let change = FileChange.put(Array("BEGIN:VCALENDAR\r\n".utf8), at: try FilePlace(name), over: nil)
            _ = try Commit(to: store.root, files: files, merging: ItemMerging()).run([change])
        }
        try put("c/new.ics")
        #expect(store.text("c/new.ics") != nil && store.hasJournal)
        let failure = #expect(throws: CommitFailure.self) { try put("b/x.ics") }
        #expect(failure?.description.contains("Permission denied") == true, "\(String(describing: failure))")
        let reader = StoreReader(store.root, files: files, merging: ItemMerging())
        let (names, remarks) = try reader.read { (try $0.items(in: Array("c".utf8)).count, $0.remarks) }
        #expect(names == 1)
        #expect(remarks.contains { $0.hasPrefix("an interrupted commit cannot be finished") }, "\(remarks)")
        // The commit is completed once the file is accessible again.
        let report = try Recovery(root: store.root, merging: ItemMerging()).run(tidying: [])
        #expect(report.blocked.isEmpty && !store.hasJournal)
        #expect(store.text("a/x.ics") == nil && store.text("b/x.ics") != nil)
    }

    @Test func `an unreadable hidden folder is reported`() throws {
        let store = try Self.interrupted()
        let told = [
            ("/.ics-store/", "/.ics-store cannot be read: Permission denied"),
            ("/.ics-store/user", "is not trusted"), ("/journal-", "is not trusted"),
        ]
        for (closed, what) in told {
            let files = FaultyFiles(at: .max, .dies, closed: closed)
            let reader = StoreReader(store.root, files: files, merging: ItemMerging())
            let remarks = try reader.read { $0.remarks }
            #expect(remarks.contains { $0.contains(what) }, "\(closed): \(remarks)")
        }
    }

    @Test func `an oversized record is deleted`() throws {
        let store = try StoreFolder("a")
        let change = FileChange.put([1], at: try FilePlace("a/x.ics"), over: nil)
        _ = try Commit(to: store.root, merging: LineMerge()).run([change])
        try store.make(folder: store.userFolder)
        let name = store.userFolder + "/removal-0123456789abcdef"
        try store.write(name, String(repeating: "x", count: 5000))
        _ = try Recovery(root: store.root, merging: LineMerge()).run(tidying: [])
        #expect(store.text(name) == nil)
    }

    @Test func `nothing is written through a link that replaces a calendar during a commit`()
        throws
    {
        var (place, refused) = (1, 0)
        while true {
            let (store, outside) = (try StoreFolder("a", "b"), try StoreFolder())
            let known = try SystemFiles().stamp(of: CalendarPath(store.path + "/a"), followingLinks: true)
            let files = FaultyFiles(
                at: place,
                .meets {
                    try? FileManager.default.moveItem(
                        atPath: store.path + "/a",
                        toPath: store.path + "/a-old"
                    )
                    try? FileManager.default.createSymbolicLink(
                        atPath: store.path + "/a",
                        withDestinationPath: outside.path
                    )
                }
            )
            var commit = Commit(to: store.root, files: files, merging: LineMerge())
            commit.knownFolders[Array("a".utf8)] = known
            let changes = try ["a/x.ics", "b/x.ics"].map {
                FileChange.put(Array("x\n".utf8), at: try FilePlace($0), over: nil)
            }
            do {
                _ = try commit.run(changes)
            } catch {
                #expect(store.text("b/x.ics") == nil && store.text("a-old/x.ics") == nil, "call \(place)")
                refused += 1
            }
            #expect(outside.everything.isEmpty, "call \(place): \(outside.everything)")
            if files.count < place { break }
            place += 1
        }
        #expect(refused > 3)
    }
}

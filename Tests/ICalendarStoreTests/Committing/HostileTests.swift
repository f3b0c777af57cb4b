import Foundation
import ICalendar
import Testing

@testable import ICalendarStore
@testable import store_process

/// Tests files that an attacker may have planted in a store.
struct HostileTests {
    private static func recover(_ store: StoreFolder) throws -> Recovery.Report {
        try Recovery(root: store.root, merging: LineMerge()).run(tidying: [Array("a".utf8)])
    }

    @Test(arguments: [
        "..", "../x", "a/..", "/etc", "", ".", "a//b", ".hidden", "a/.hidden", "a\0b", "a/b/c/d/e",
    ])
    func `a folder path that leads outside the store is invalid`(folder: String) {
        #expect(!FilePlace.isFolder(Array(folder.utf8)))
        if !folder.isEmpty { #expect(FilePlace(folder: folder, name: "x.ics") == nil) }
    }

    @Test(arguments: ["..", "../x.ics", "/x.ics", "", ".x.ics", "a/x.ics", "x\0.ics"])
    func `a file name that leads outside its folder is invalid`(name: String) {
        #expect(FilePlace(folder: "a", name: name) == nil)
    }

    @Test func `a journal survives a round trip, and changing any byte makes it invalid`() throws {
        let place = try FilePlace("a/x.ics")
        let journal = Journal(
            root: 7,
            links: [Array("b".utf8): 9],
            entries: [
                JournalEntry(
                    place: place,
                    temporary: TemporaryName.make(),
                    content: FileDigest(of: [1]),
                    expected: .init(
                        device: .max,
                        inode: 1,
                        size: 2,
                        modified: -3,
                        digest: FileDigest(of: [2])
                    ),
                    base: [2]
                ),
                JournalEntry(
                    place: try FilePlace("b/y.ics"),
                    temporary: TemporaryName.make(),
                    content: nil,
                    expected: .init(device: 1, inode: .max, size: 0, modified: .max, digest: nil),
                    base: nil
                ),
            ]
        )
        let bytes = journal.bytes
        #expect(Journal(bytes: bytes) == journal)
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            #expect(Journal(bytes: changed) == nil)
            #expect(Journal(bytes: Array(bytes[..<index])) == nil)
        }
    }

    @Test func `a planted journal can change only items in the store`() throws {
        let store = try StoreFolder("a")
        try store.make(folder: ".ics-store")
        try store.write("a/notes.txt", "mine\n")
        try store.write("secret.ics", "mine\n")
        let outside = try StoreFolder("a")
        try outside.write("a/x.ics", "mine\n")
        let stamp = try #require(
            try SystemFiles().stamp(of: CalendarPath(outside.path + "/a/x.ics"), followingLinks: true)
        )
        let digest = FileDigest(of: Array("mine\n".utf8))
        let expected = JournalEntry.Expected(stamp, digest: digest)
        let base = store.path.split(separator: "/").count
        let up = Array(repeating: "..", count: base).joined(separator: "/") + outside.path + "/a"
        for (folder, name) in [
            (up, "x.ics"), (outside.path + "/a", "x.ics"), ("a", "../../x.ics"), ("a", "notes.txt"),
            ("", "secret.ics"), ("a", ".x.ics"),
        ] {
            try PlantedJournal(folder, name, expected).write(to: store)
            let before = outside.everything
            #expect(try Self.recover(store).finished == [])
            #expect(outside.everything == before)
            #expect(store.text("a/notes.txt") == "mine\n")
            #expect(store.text("secret.ics") == "mine\n")
            #expect(!store.hasJournal)
            #expect(store.everything.keys.contains { $0.contains("journal.refused") })
        }
        // Another program's hidden file name is invalid in a journal.
        var planted = PlantedJournal("a", "x.ics", expected)
        planted.temporary = Array("../../x.tmp".utf8)
        #expect(Journal(bytes: planted.bytes(root: 0)) == nil)
    }

    @Test func `the store would execute a valid journal built by hand`() throws {
        let store = try StoreFolder("a")
        try store.make(folder: ".ics-store")
        try store.write("a/x.ics", "mine\n")
        let stamp = try #require(
            try SystemFiles().stamp(of: CalendarPath(store.path + "/a/x.ics"), followingLinks: true)
        )
        let expected = JournalEntry.Expected(stamp, digest: FileDigest(of: Array("mine\n".utf8)))
        try PlantedJournal("a", "x.ics", expected).write(to: store)
        #expect(try Self.recover(store).finished.map(\.description) == ["a/x.ics"])
        #expect(store.everything.isEmpty)
    }

    /// Returns a store with an unfinished commit whose file has become a folder, or whose calendar has become
    /// a link.
    private static func unfinishable(isLink: Bool, _ outside: StoreFolder) throws -> StoreFolder {
        let store = try StoreFolder("a", ".ics-store")
        try store.write("a/x.ics", "mine\n")
        let path = store.path + "/a"
        let stamp = try #require(
            try SystemFiles().stamp(of: CalendarPath(path + "/x.ics"), followingLinks: true)
        )
        let expected = JournalEntry.Expected(stamp, digest: FileDigest(of: Array("mine\n".utf8)))
        var journal = PlantedJournal("a", "x.ics", expected)
        journal.content = FileDigest(of: Array("new\n".utf8))
        try store.write("a/" + String(decoding: journal.temporary, as: UTF8.self), "new\n")
        try journal.write(to: store)
        if isLink {
            try FileManager.default.moveItem(atPath: path, toPath: outside.path + "/a")
            try FileManager.default.createSymbolicLink(
                atPath: path,
                withDestinationPath: outside.path + "/a"
            )
        } else {
            try FileManager.default.removeItem(atPath: path + "/x.ics")
            try store.make(folder: "a/x.ics")
        }
        return store
    }

    @Test(arguments: [false, true])
    func `if a step can no longer be completed, its contents are kept and reported`(isLink: Bool)
        throws
    {
        let outside = try StoreFolder()
        let store = try Self.unfinishable(isLink: isLink, outside)
        let report = try Self.recover(store)
        #expect(report.finished == [])
        #expect(report.leftOut.map(\.place.description) == ["a/x.ics"])
        let kept = try #require(report.leftOut.first?.kept).description
        #expect(FileManager.default.contents(atPath: kept) == Data("new\n".utf8))
        #expect(!store.hasJournal)
        if isLink { #expect(outside.text("a/x.ics") == "mine\n") }
        // The reader that finishes the commit reports the file. Later readers report the kept contents until
        // they are deleted.
        let other = try StoreFolder()
        let again = try Self.unfinishable(isLink: isLink, other)
        let reader = StoreReader(again.root, merging: LineMerge())
        let remarks = try reader.read { $0.remarks }
        #expect(remarks.contains { $0.hasPrefix("a/x.ics: recovery: something else is in the file's place") })
        let later = try StoreReader(again.root, merging: LineMerge()).read { $0.remarks }
        #expect(later.map { $0.contains("contains a file") } == [true])
    }

    @Test func `a link in place of the hidden folder is not followed`() throws {
        let store = try StoreFolder("a")
        let outside = try StoreFolder()
        try FileManager.default.createSymbolicLink(
            atPath: store.path + "/.ics-store",
            withDestinationPath: outside.path
        )
        #expect(throws: CommitFailure.self) {
            try Commit(to: store.root, merging: LineMerge()).run([
                .put([1], at: FilePlace("a/x.ics"), over: nil)
            ])
        }
        #expect(outside.everything.isEmpty)
    }

    @Test func `a link to an item can be read and removed, but not replaced`() throws {
        let store = try StoreFolder("a")
        let outside = try StoreFolder()
        try outside.write("x.ics", "theirs\n")
        try FileManager.default.createSymbolicLink(
            atPath: store.path + "/a/x.ics",
            withDestinationPath: outside.path + "/x.ics"
        )
        let place = try FilePlace("a/x.ics")
        let reader = StoreReader(store.root, merging: LineMerge())
        #expect(try reader.read { try $0.items(in: Array("a".utf8)).map(\.isLink) } == [true])
        let base = try store.base(place)
        let commit = Commit(to: store.root, merging: LineMerge())
        let error = #expect(throws: CommitFailure.self) { try commit.run([.put([1], at: place, over: base)]) }
        #expect(error?.description == "a/x.ics: is a symbolic link; not replaced")
        let other = try FilePlace("a/y.ics")
        _ = try commit.run([.remove(place, base), .put([1], at: other, over: nil)])
        #expect(store.everything.keys.sorted() == ["a/y.ics"])
        #expect(outside.text("x.ics") == "theirs\n")
    }

    @Test func `a link to a calendar can be read, written through and removed`() throws {
        let store = try StoreFolder()
        let outside = try StoreFolder("real")
        try FileManager.default.createSymbolicLink(
            atPath: store.path + "/a",
            withDestinationPath: outside.path + "/real"
        )
        _ = try Commit(to: store.root, merging: LineMerge()).run([
            .put([1], at: FilePlace("a/x.ics"), over: nil)
        ])
        #expect(outside.everything.keys.sorted() == ["real/x.ics"])
        try CalendarFolderChange(in: store.root).remove(Array("a".utf8))
        #expect(outside.everything.keys.sorted() == ["real/x.ics"])
        #expect(store.text("a/x.ics") == nil)
    }

    @Test func `a batch is rejected if it names a file twice or a file that is not an item`() throws {
        let store = try StoreFolder("a")
        let place = try FilePlace("a/x.ics")
        let commit = Commit(to: store.root, merging: LineMerge())
        for changes in [
            [FileChange.put([1], at: place, over: nil), .put([2], at: place, over: nil)],
            [.put([1], at: try FilePlace("a/notes.txt"), over: nil)],
            [.put([1], at: try #require(FilePlace(folder: "", name: "x.ics")), over: nil)],
        ] {
            #expect(throws: CommitFailure.self) { try commit.run(changes) }
        }
        #expect(store.everything.isEmpty)
    }

    @Test func `if an item is missing, a folder or a pipe, the error names it`() throws {
        let store = try StoreFolder("a", "a/x.ics")
        unsafe _ = mkfifo(store.path + "/a/y.ics", 0o666)
        let commit = Commit(to: store.root, merging: LineMerge())
        for name in ["x", "y"] {
            let place = try FilePlace("a/\(name).ics")
            let error = #expect(throws: CommitFailure.self) {
                try commit.run([.put([1], at: place, over: nil)])
            }
            #expect(
                "\(error.map(String.init(describing:)) ?? "")".hasPrefix(
                    "\(store.path)/a/\(name).ics: cannot be read"
                )
            )
        }
        let missing = #expect(throws: CommitFailure.self) {
            try commit.run([.put([1], at: FilePlace("none/x.ics"), over: nil)])
        }
        #expect(
            missing?.description == "\(store.path)/none/x.ics: cannot be written: No such file or directory"
        )
    }
}

import Foundation
import ICalendar
import Testing

@testable import ICalendarStore
@testable import store_process

#if canImport(Glibc)
    import Glibc
#endif

/// Tests attacks by a user with write access to a store on a user with more permissions.
struct TrustTests {
    private static let secret = "BEGIN:VCALENDAR\nsecret\nEND:VCALENDAR\n"
    private static let stranger: UInt32 = 65534

    /// Returns a store with an item, and a separate folder with a private file.
    private static func stores() throws -> (store: StoreFolder, outside: StoreFolder) {
        let (store, outside) = (try StoreFolder("a", ".ics-store"), try StoreFolder())
        try store.write("a/x.ics", "mine\n")
        try outside.write("x.ics", secret)
        try outside.setMode("x.ics", 0o600)
        return (store, outside)
    }

    private static func link(_ store: StoreFolder, _ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: store.path + "/" + name,
            withDestinationPath: target
        )
    }

    private static func expected(_ path: String, digest: FileDigest?) throws -> JournalEntry.Expected {
        let stamp = try #require(try SystemFiles().stamp(of: CalendarPath(path), followingLinks: true))
        return JournalEntry.Expected(stamp, digest: digest)
    }

    private static func digest(_ text: String) -> FileDigest { FileDigest(of: Array(text.utf8)) }

    private static func recover(_ store: StoreFolder) throws {
        _ = try Recovery(root: store.root, merging: RefusingMerge()).run(tidying: [Array("a".utf8)])
    }

    @Test func `a link in place of a hidden file is neither read nor kept`() throws {
        let (store, outside) = try Self.stores()
        var journal = PlantedJournal(
            "a",
            "x.ics",
            try Self.expected(store.path + "/a/x.ics", digest: Self.digest("other"))
        )
        journal.content = Self.digest("mine\n")
        let hidden = "a/" + String(decoding: journal.temporary, as: UTF8.self)
        try Self.link(store, hidden, to: outside.path + "/x.ics")
        try journal.write(to: store)
        try Self.recover(store)
        #expect(!store.hasJournal)
        #expect(store.everything.values.filter { $0.contains("secret") } == [])
        #expect(store.text("a/x.ics") == "mine\n")
        #expect(outside.text("x.ics") == Self.secret)
    }

    @Test func `finishing a journal does not change an item that has become a link`() throws {
        let (store, outside) = try Self.stores()
        try FileManager.default.removeItem(atPath: store.path + "/a/x.ics")
        try Self.link(store, "a/x.ics", to: outside.path + "/x.ics")
        var journal = PlantedJournal(
            "a",
            "x.ics",
            try Self.expected(outside.path + "/x.ics", digest: Self.digest("o"))
        )
        journal.content = Self.digest("new\n")
        try store.write("a/" + String(decoding: journal.temporary, as: UTF8.self), "new\n")
        try journal.write(to: store)
        try Self.recover(store)
        #expect(!store.hasJournal)
        #expect(outside.text("x.ics") == Self.secret)
        let plain = store.everything.filter { $0.key != "a/x.ics" }
        #expect(plain.values.filter { $0.contains("secret") } == [])
    }

    @Test(arguments: [true, false])
    func `a journal removes nothing through a link that the original commit did not follow`(hasDigest: Bool)
        throws
    {
        let (store, outside) = try Self.stores()
        try Self.link(store, "evil", to: outside.path)
        let digest = hasDigest ? Self.digest(Self.secret) : nil
        let expected = try Self.expected(outside.path + "/x.ics", digest: digest)
        try PlantedJournal("evil", "x.ics", expected).write(to: store)
        try Self.recover(store)
        #expect(!store.hasJournal)
        #expect(outside.text("x.ics") == Self.secret)
        #expect(outside.everything.count == 1)
    }

    @Test func `a file is removed only if its digest matches`() throws {
        let (store, _) = try Self.stores()
        let path = store.path + "/a/x.ics"
        for digest in [nil, Self.digest("other")] {
            try PlantedJournal("a", "x.ics", try Self.expected(path, digest: digest)).write(to: store)
            try Self.recover(store)
            #expect(!store.hasJournal)
            #expect(store.text("a/x.ics") == "mine\n")
        }
    }

    @Test func `a journal is trusted only in a folder that no other user can write to`() throws {
        let (store, _) = try Self.stores()
        let expected = try Self.expected(store.path + "/a/x.ics", digest: Self.digest("mine\n"))
        let journal = PlantedJournal("a", "x.ics", expected)
        try journal.write(to: store, as: ".ics-store/journal")
        try journal.write(to: store)
        try store.setMode(store.userFolder, 0o777)
        try Self.recover(store)
        #expect(try store.open().known.failures.isEmpty)
        #expect(store.text("a/x.ics") == "mine\n")
        // Commits of several files still work in a folder that belongs to the user.
        let changes = try ["b", "c"].map { FileChange.put([1], at: try FilePlace("a/\($0).ics"), over: nil) }
        _ = try Commit(to: store.root, merging: RefusingMerge()).run(changes)
        #expect(store.everything.keys.contains("a/c.ics"))
        try store.setMode(store.userFolder, 0o755)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files to other users"))
    func `another user's journal is not executed and does not block commits`() throws {
        let (store, _) = try Self.stores()
        let expected = try Self.expected(store.path + "/a/x.ics", digest: Self.digest("mine\n"))
        let journal = PlantedJournal("a", "x.ics", expected)
        try journal.write(to: store)
        unsafe _ = chown(store.path + "/" + store.userFolder, Self.stranger, Self.stranger)
        try journal.write(to: store, as: ".ics-store/user-\(Self.stranger)/journal-0123456789abcdef")
        unsafe _ = chown(store.path + "/.ics-store/user-\(Self.stranger)", Self.stranger, Self.stranger)
        try Self.recover(store)
        #expect(store.text("a/x.ics") == "mine\n")
        let opened = try store.open()
        #expect(
            opened.known.diagnostics().map(\.message).contains {
                $0.contains("user \(Self.stranger) has an unfinished commit")
            }
        )
        let changes = try ["b", "c"].map { FileChange.put([1], at: try FilePlace("a/\($0).ics"), over: nil) }
        _ = try Commit(to: store.root, merging: RefusingMerge()).run(changes)
        #expect(store.everything.keys.contains("a/c.ics"))
    }

    @Test func `a journal copied to another store has no effect there`() throws {
        let (store, other) = (try Self.stores().store, try Self.stores().store)
        let expected = try Self.expected(other.path + "/a/x.ics", digest: Self.digest("mine\n"))
        try PlantedJournal("a", "x.ics", expected).write(to: store)
        try other.make(folder: other.userFolder)
        let name = "/journal-0123456789abcdef"
        try FileManager.default.copyItem(
            atPath: store.path + "/" + store.userFolder + name,
            toPath: other.path + "/" + other.userFolder + name
        )
        try Self.recover(other)
        #expect(other.text("a/x.ics") == "mine\n")
        #expect(!other.hasJournal)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files to other users"))
    func `nothing is written through a folder that another user has replaced with a link`() throws {
        var place = 1
        while true {
            let (store, outside) = try Self.stores()
            try outside.make(folder: "a")
            let (path, target) = (store.path, outside.path + "/a")
            let files = FaultyFiles(
                at: place,
                .meets {
                    try? FileManager.default.moveItem(atPath: path + "/a", toPath: path + "/b")
                    try? FileManager.default.createSymbolicLink(
                        atPath: path + "/a",
                        withDestinationPath: target
                    )
                    unsafe _ = lchown(path + "/a", Self.stranger, Self.stranger)
                }
            )
            let changes = try ["y", "z"].map {
                FileChange.put([1], at: try FilePlace("a/\($0).ics"), over: nil)
            }
            let done: [CommittedFile]? = try? Commit(to: store.root, files: files, merging: LineMerge()).run(
                changes
            )
            #expect(outside.everything.keys.sorted() == ["x.ics"], "call \(place)")
            if files.count < place {
                #expect(done != nil)
                break
            }
            place += 1
        }
        #expect(place > 10)
    }

    @Test func `the kept copy of another program's version is private`() throws {
        var kept: Set<Int> = []
        for call in 1...60 {
            let store = try StoreFolder("a")
            try store.write("a/x.ics", "one\n")
            let place = try FilePlace("a/x.ics")
            let changes = [
                FileChange.put([2], at: place, over: try store.base(place)),
                .put([1], at: try FilePlace("a/y.ics"), over: nil),
            ]
            let files = FaultyFiles(at: call, .meets { try? store.write("a/x.ics", "theirs\n") })
            _ = try? Commit(to: store.root, files: files, merging: RefusingMerge()).run(changes)
            for name in store.everything.keys where name.contains("kept-") {
                let attributes = try FileManager.default.attributesOfItem(atPath: store.path + "/" + name)
                kept.insert(attributes[.posixPermissions] as? Int ?? 0)
            }
        }
        #expect(kept == [0o600])
    }
}

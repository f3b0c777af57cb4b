import Foundation
import ICalendar
import TestTraits
import Testing

@testable import ICalendarStore
@testable import store_process

#if canImport(Glibc)
    import Glibc
#endif

/// Tests a store shared by users or programs that must not block each other.
struct SharedStoreTests {
    private static func mode(_ path: String) -> UInt32? {
        (try? SystemFiles().stamp(of: CalendarPath(path), followingLinks: false))?.mode
    }

    @Test(arguments: [0o1777, 0o2775, 0o3770, 0o700])
    func `the hidden folder has the same permissions as the store's folder`(mode: Int) throws {
        let store = try StoreFolder("a")
        unsafe _ = chmod(store.path, mode_t(mode))
        let change = FileChange.put([1], at: try FilePlace("a/x.ics"), over: nil)
        _ = try Commit(to: store.root, merging: LineMerge()).run([change])
        #expect(Self.mode(store.path + "/.ics-store") == UInt32(mode))
        #expect(Self.mode(store.path + "/.ics-store/lock") == UInt32(mode & 0o666 | 0o600))
    }

    @Test(
        .enabled(if: geteuid() == 0, "only root can give files to other users"),
        arguments: [0o1777, 0o1755]
    )
    func `a second user can commit several files`(control: Int) throws {
        let ordinary = try Ordinary(["a"])
        defer { ordinary.end() }
        let store = ordinary.store
        unsafe _ = chmod(store.path, 0o1777)
        unsafe _ = chmod(store.path + "/a", 0o777)
        let change = FileChange.put([1], at: try FilePlace("a/x.ics"), over: nil)
        _ = try Commit(to: store.root, merging: LineMerge()).run([change])
        if control == 0o1777 {
            #expect(try ordinary.run("put", "100", "a/y.ics", "a/z.ics").status == 0)
            #expect(store.everything.count == 3)
        } else {
            // A hidden folder from an older version, writable only by its creator, causes an error.
            unsafe _ = chmod(store.path + "/.ics-store", 0o755)
            let result = try ordinary.run("put", "100", "a/y.ics", "a/z.ics")
            #expect(result.errors.contains("cannot be written: Permission denied"))
        }
    }

    @Test(.long, .timeLimit(.minutes(30))) func `reading continues while another program holds the lock`()
        throws
    {
        let folder = try StoreFolder("a")
        try folder.write("a/x.ics", item("x", "1"))
        let store = try folder.open()
        var event = CalendarEvent(try event("own", "1"))
        try store.save(&event, span: .thisEvent)
        let lock = try SystemFiles().lock(
            folder.root.folder.appending(Array(".ics-store/lock".utf8)),
            .exclusive,
            patience: .zero
        )
        var opened: EventStore?
        opened = try folder.open()
        #expect(opened?.known.items["a"]?.count == 2)
        #expect(
            opened?.known.diagnostics().contains { $0.message.contains("keeps the store locked") } == true
        )
        try folder.write("a/z.ics", item("z", "1"))
        try opened?.refreshSourcesIfNecessary()
        #expect(opened?.known.items["a"]?.count == 3)
        withExtendedLifetime(lock) {}
    }

    @Test(.long) func `a reader without the lock always sees complete commits`() throws {
        var seen: Set<Int> = []
        var place = 1
        while true {
            let store = try StoreFolder("a", "b")
            func changes(_ turn: Int) throws -> [FileChange] {
                try StoreReader(store.root, merging: LineMerge()).read { try Turns.changes(to: turn, in: $0) }
            }
            _ = try Commit(to: store.root, merging: LineMerge()).run(changes(3))
            let next = try changes(4)
            let found = Found()
            let files = FaultyFiles(
                at: place,
                .meets {
                    // The commit being observed holds the lock.
                    let reader = StoreReader(store.root, merging: LineMerge(), patience: .milliseconds(1))
                    found.turn = (try? reader.read { try Turns.current(in: $0) }) ?? nil
                }
            )
            _ = try Commit(to: store.root, files: files, merging: LineMerge()).run(next)
            if files.count < place { break }
            #expect(found.turn == 3 || found.turn == 4, "call \(place)")
            seen.insert(found.turn ?? -1)
            place += 3
        }
        #expect(seen == [3, 4])
    }

    /// A thread-safe value that a closure records.
    private final class Found: @unchecked Sendable {
        var turn: Int?
    }

    @Test func `an unexpected file type in place of a journal does not block other programs`() throws {
        for kind in 0..<4 {
            let store = try StoreFolder("a", "b")
            try store.make(folder: store.userFolder)
            let path = store.path + "/" + store.userFolder + "/journal-0123456789abcdef"
            switch kind {
            case 0: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            case 1: unsafe _ = mkfifo(path, 0o666)
            case 2:
                _ = FileManager.default.createFile(atPath: path, contents: nil)
                unsafe _ = truncate(path, 1000 << 20)
            default:
                try FileManager.default.createSymbolicLink(
                    atPath: path,
                    withDestinationPath: "/etc/passwd"
                )
            }
            for turn in 1...2 {
                let changes = try StoreReader(store.root, merging: LineMerge()).read {
                    try Turns.changes(to: turn, in: $0)
                }
                _ = try Commit(to: store.root, merging: LineMerge()).run(changes)
            }
            let turn = try StoreReader(store.root, merging: LineMerge()).read { try Turns.current(in: $0) }
            #expect(turn == 2, "\(kind)")
            unsafe _ = unlink(path)
        }
    }

    @Test func `a folder in place of a hidden file does not block other programs`() throws {
        let store = try StoreFolder("a")
        try store.write("a/x.ics", "one\n")
        let stamp = try #require(
            try SystemFiles().stamp(of: CalendarPath(store.path + "/a/x.ics"), followingLinks: true)
        )
        var journal = PlantedJournal("a", "x.ics", .init(stamp, digest: FileDigest(of: [9])))
        journal.content = FileDigest(of: [1])
        try store.make(folder: "a/" + String(decoding: journal.temporary, as: UTF8.self) + "/x")
        try journal.write(to: store)
        let changes = try ["y", "z"].map { FileChange.put([1], at: try FilePlace("a/\($0).ics"), over: nil) }
        _ = try Commit(to: store.root, merging: LineMerge()).run(changes)
        #expect(!store.hasJournal)
        #expect(store.text("a/x.ics") == "one\n")
    }

    @Test(.long) func `a read-only view shows an interrupted commit as complete and changes nothing`()
        throws
    {
        var through = 0
        for place in stride(from: 1, to: 400, by: 4) {
            let folder = try StoreFolder("a", "b", "c")
            let files = FaultyFiles(at: .max, .dies)
            var options = EventStore.Options()
            options.access = .allow
            options.timeZone = .utc
            let store = try EventStore(folder.root, files: files, options: options)
            try EventTurns.prepare(3, in: store)
            try store.commit()
            try EventTurns.prepare(4, in: store)
            files.count(to: place)
            try? store.commit()
            let isReached = files.count >= place
            let before = folder.everything
            options.isReadOnly = true
            let reading = try EventStore(folder.root, files: SystemFiles(), options: options)
            let turn = try EventTurns.current(in: reading)
            #expect(turn == 3 || turn == 4, "call \(place)")
            if folder.hasJournal {
                #expect(turn == 4, "call \(place)")
                through += 1
            }
            try EventTurns.prepare(5, in: reading)
            #expect(refusal { try reading.commit() }?.code == .calendarReadOnly)
            #expect(folder.everything == before, "call \(place)")
            if !isReached { break }
        }
        #expect(through > 3)
    }

    @Test func `a folder named like a temporary file is not emptied`() throws {
        let store = try StoreFolder("a")
        let hidden = ".ics-store-0123456789abcdef.tmp"
        try store.make(folder: hidden)
        try store.write(hidden + "/x.ics", "mine\n")
        _ = try Commit(to: store.root, merging: LineMerge()).run([
            .put([1], at: try FilePlace("a/x.ics"), over: nil)
        ])
        _ = try Recovery(root: store.root, merging: LineMerge()).run(tidying: [[], Array("a".utf8)])
        #expect(store.text(hidden + "/x.ics") == "mine\n")
    }

    @Test func `the interrupted removal of a calendar is completed later`() throws {
        var (left, gone) = (0, 0)
        for place in 1...40 {
            let store = try StoreFolder("a", "b")
            try store.write("a/x.ics", "x\n")
            let files = FaultyFiles(at: place, .dies)
            try? CalendarFolderChange(in: store.root, files: files).remove(Array("a".utf8))
            let isThere = store.text("a/x.ics") != nil
            if isThere { left += 1 } else { gone += 1 }
            _ = try Recovery(root: store.root, merging: LineMerge()).run(tidying: [Array("b".utf8)])
            #expect(store.everything.keys.sorted() == (isThere ? ["a/x.ics"] : []), "call \(place)")
        }
        #expect(left > 3 && gone > 3)
    }
}

import Foundation
import SystemIO
import ICalendar
import Testing

@testable import ICalendarStore

#if canImport(Glibc)
    import Glibc
#endif

struct CalendarListingTests {
    private static func calendars(_ store: StoreFolder) throws -> [EventCalendar] {
        try CalendarListing(store.root, files: SystemFiles()).calendars
    }

    @Test func `each folder is a calendar, described by its small files`() throws {
        let store = try StoreFolder("work", "empty", "café", ".hidden")
        try store.write("work/displayname", "  Work & more \n")
        try store.write("work/color", "#33aa55\n")
        try store.write("empty/color", "mauve")
        try store.write("holidays.ics", "BEGIN:VCALENDAR")
        try store.write("notes.txt", "no calendar")
        let calendars = try Self.calendars(store)
        #expect(calendars.map(\.calendarIdentifier) == ["caf%C3%A9", "empty", "holidays.ics", "work"])
        #expect(calendars.map(\.title) == ["café", "empty", "holidays", "Work & more"])
        #expect(calendars.map { $0.color?.description } == [nil, nil, nil, "#33AA55"])
        #expect(calendars.map(\.type) == [.local, .local, .subscription, .local])
        #expect(calendars.map(\.allowsContentModifications) == [true, true, false, true])
        #expect(calendars.map(\.source.sourceType) == [.local, .local, .subscribed, .local])
        #expect(calendars.allSatisfy { $0.allowedEntityTypes == [.event, .reminder] && $0.allowsReading })
    }

    @Test func `an identifier changes only when the folder is renamed`() throws {
        let store = try StoreFolder("a")
        let before = try Self.calendars(store).map(\.calendarIdentifier)
        try store.write("a/displayname", "Other")
        try store.write("a/x.ics", "x")
        #expect(try Self.calendars(store).map(\.calendarIdentifier) == before)
        #expect(try Self.calendars(store).map(\.title) == ["Other"])
    }

    @Test func `a folder that contains folders is an account`() throws {
        let store = try StoreFolder("account/one", "account/two", "plain", "mixed/inner")
        try store.write("mixed/inner/notes.txt", "no item")
        try store.write("mixed/x.ics", "x")
        let calendars = try Self.calendars(store)
        #expect(calendars.map(\.calendarIdentifier) == ["account/one", "account/two", "mixed", "plain"])
        #expect(calendars.map(\.source.sourceIdentifier) == ["account", "account", "", ""])
        #expect(calendars.map(\.source.title).prefix(2) == ["account", "account"])
    }

    @Test func `calendars remain if an item appears next to their folders`() throws {
        let store = try StoreFolder("e/f", "e/g", "e/plain", "e/.hidden")
        try store.write("e/f/x.ics", "x")
        try store.write("e/g/displayname", "Garden")
        try store.write("e/plain/notes.txt", "no item")
        try store.write("e/.hidden/x.ics", "x")
        #expect(try Self.calendars(store).map(\.calendarIdentifier) == ["e/f", "e/g", "e/plain"])
        try store.write("e/stray.ics", "x")
        let calendars = try Self.calendars(store)
        #expect(calendars.map(\.calendarIdentifier) == ["e", "e/f", "e/g"])
        #expect(calendars.map(\.source.sourceIdentifier) == ["", "e", "e"])
        #expect(calendars.map(\.title) == ["e", "f", "Garden"])
    }

    @Test func `a link in a calendar's folder does not rename another calendar`() throws {
        let (store, outside) = (try StoreFolder("a", "z"), try StoreFolder("far"))
        try store.write("a/x.ics", "x")
        try store.write("z/x.ics", "x")
        try outside.write("far/x.ics", "x")
        for (name, target) in [("a/one", store.path + "/z"), ("a/two", outside.path + "/far")] {
            try FileManager.default.createSymbolicLink(
                atPath: store.path + "/" + name,
                withDestinationPath: target
            )
        }
        #expect(try Self.calendars(store).map(\.calendarIdentifier) == ["a", "a/two", "z"])
    }

    #if canImport(Glibc)
        @Test func `unreadable objects that look like items are listed`() throws {
            let store = try StoreFolder("a/folder.ics", "p/q/deep", "p/q/other", "p/r/.hidden")
            for name in [
                "a/x.ics", "a/folder.ics/x.ics", "p/q/x.ics", "p/q/deep/x.ics", "p/r/.hidden/x.ics",
            ] {
                try store.write(name, "x")
            }
            try store.write("p/q/other/notes.txt", "no item")
            try store.write("a/x.ics~", "no item")
            unsafe _ = mkfifo(store.path + "/a/pipe.ics", 0o600)
            for name in ["a/dead.ics", "a/.dead.ics", "a/dead"] {
                try FileManager.default.createSymbolicLink(
                    atPath: store.path + "/" + name,
                    withDestinationPath: "/no/such/file"
                )
            }
            let listing = try CalendarListing(store.root, files: SystemFiles())
            let calendars = listing.calendars.map(\.calendarIdentifier)
            #expect(calendars == ["a", "a/folder.ics", "p/q", "p/r"])
            let unread = listing.unread.filter { !$0.value.isEmpty }.map { folder, names in
                let all = names.map { "\(String(decoding: $0.name, as: UTF8.self)) \($0.reason)" }
                return "\(String(decoding: folder, as: UTF8.self)): \(all.joined(separator: ", "))"
            }
            let inner = "a: dead deadLink, dead.ics deadLink, pipe.ics noFile"
            #expect(unread.sorted() == [inner, "p/q: deep deepFolder"])
        }

        @Test func `a folder nested too deeply to be read can be read through a link`() throws {
            let store = try StoreFolder("p/q/deep")
            try store.write("p/q/deep/x.ics", "x")
            try FileManager.default.createSymbolicLink(
                atPath: store.path + "/up",
                withDestinationPath: store.path + "/p/q/deep"
            )
            let listing = try CalendarListing(store.root, files: SystemFiles())
            #expect(listing.calendars.map(\.calendarIdentifier) == ["p/q", "up"])
            #expect(listing.unread.values.allSatisfy { $0.isEmpty })
        }
    #endif

    @Test func `a folder with two paths counts once, and circular links are handled`() throws {
        let store = try StoreFolder("z")
        let outside = try StoreFolder("far")
        for (name, target) in [
            ("a", store.path + "/z"), ("round", store.path), ("far", outside.path + "/far"),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: store.path + "/" + name,
                withDestinationPath: target
            )
        }
        try store.write("z/x.ics", "x")
        #expect(try Self.calendars(store).map(\.calendarIdentifier).contains("z"))
        #expect(!(try Self.calendars(store).map(\.calendarIdentifier).contains("a")))
        #expect(try Self.calendars(store).map(\.calendarIdentifier).contains("far"))
    }

    @Test func `the store's folder and its parent folders are not calendars`() throws {
        let store = try StoreFolder("a")
        try store.write("a/x.ics", "x")
        let around = "/" + store.path.split(separator: "/").dropLast().joined(separator: "/")
        for (name, target) in [("self", "."), ("up", ".."), ("rootlink", "/"), ("around", around)] {
            try FileManager.default.createSymbolicLink(
                atPath: store.path + "/" + name,
                withDestinationPath: target
            )
        }
        #expect(try Self.calendars(store).map(\.calendarIdentifier) == ["a"])
    }

    @Test(.enabled(if: SystemFiles.user == 0, "only root can give files to other users"))
    func `another user's link is shown, but it cannot be read or written through`() throws {
        let (store, outside) = (try StoreFolder("a"), try StoreFolder("one", "two"))
        try FileManager.default.createSymbolicLink(
            atPath: store.path + "/foreign",
            withDestinationPath: outside.path
        )
        unsafe _ = lchown(store.path + "/foreign", 65534, 65534)
        #expect(try Self.calendars(store).map(\.calendarIdentifier) == ["a", "foreign"])
        #expect(try Self.calendars(store).map(\.allowsContentModifications) == [true, false])
        let place = try #require(FilePlace(folder: "foreign", name: "x.ics"))
        let error = #expect(throws: CommitFailure.self) {
            try Commit(to: store.root, merging: RefusingMerge()).run([.put([1], at: place, over: nil)])
        }
        #expect(error?.description.contains("a symbolic link owned by another user") == true)
        #expect(outside.everything.isEmpty)
    }

    @Test func `a missing store is an error`() {
        let root = StoreRoot(CalendarPath("/no/such/store"))
        let error = #expect(throws: FileFailure.self) { try CalendarListing(root, files: SystemFiles()) }
        #expect(error?.description == "/no/such/store: cannot be listed: No such file or directory")
    }

    @Test(arguments: [
        ("#33aa55", "#33AA55"), (" #33AA55FF\r\n", "#33AA55"), ("#3a5", "#33AA55"), ("33aa55", nil),
        ("#33aa5", nil),
        ("#33aa5g", nil), ("", nil), ("#", nil), ("red", nil),
    ])
    func `a color is read in its usual formats`(text: String, expected: String?) {
        #expect(CalendarColor(text)?.description == expected)
    }

    @Test(arguments: [
        ("abc-123@example.com", "abc-123@example.com.ics"), ("ABC", "ABC.ics"),
        ("../../etc/passwd", nil), ("a/b", nil), (".hidden", nil), ("-rf", nil), ("", nil), ("Mixed", nil),
        ("é", nil), (String(repeating: "a", count: 200), nil), ("a\0b", nil), ("a b", nil),
    ])
    func `a new item's file is named after its UID if that is a safe name`(uid: String, expected: String?)
        throws
    {
        let name = String(decoding: ItemName.forUID(uid), as: UTF8.self)
        if let expected { #expect(name == expected) } else { #expect(name.utf8.count == 36) }
        for attempt in 0..<3 {
            let other = ItemName.forUID(uid, attempt: attempt)
            #expect(ItemName.isItem(other))
            #expect(FilePlace(folder: Array("a".utf8), name: other)?.isWritable == true)
            #expect((attempt == 0) == (other == ItemName.forUID(uid)))
        }
    }

    @Test func `the hidden folder is in an allowed location, which is the same for every user`() throws {
        let store = try StoreFolder("a")
        let state = try StoreFolder()
        let root = StoreRoot(store.root.folder, state: CalendarPath(state.path + "/deep/er"))
        #expect(try root.control(in: SystemFiles()) == nil)
        let files = RefusingFolders()
        let place = try #require(FilePlace(folder: "a", name: "x.ics"))
        _ = try Commit(to: root, files: files, merging: RefusingMerge()).run([.put([1], at: place, over: nil)]
        )
        #expect(
            state.text(
                "deep/er/\(try #require(root.fallback).bytes.split(separator: 0x2F).last.map { String(decoding: $0, as: UTF8.self) } ?? "")/lock"
            ) == ""
        )
        #expect(store.everything.keys.sorted() == ["a/x.ics"])
        #expect(try root.control(in: SystemFiles()) == root.fallback)
    }
}

/// A file system that does not allow writing to the store's folder.
private struct RefusingFolders: StoreFiles {
    private let system = SystemFiles()

    func makeFolder(_ path: CalendarPath, mode: UInt32) throws(FileFailure) {
        if path.bytes.suffix(10).elementsEqual(".ics-store".utf8) {
            throw FileFailure(.written, path, .refused)
        }
        try system.makeFolder(path, mode: mode)
    }
    func contents(of path: CalendarPath) throws(FileFailure) -> FileContents { try system.contents(of: path) }
    func stamp(of path: CalendarPath, followingLinks: Bool) throws(FileFailure) -> FileStamp? {
        try system.stamp(of: path, followingLinks: followingLinks)
    }
    func entries(of folder: CalendarPath) throws(FileFailure) -> [FolderEntry] {
        try system.entries(of: folder)
    }
    func permissions(of path: CalendarPath) -> FilePermissions { system.permissions(of: path) }
    func create(_ path: CalendarPath, _ bytes: [UInt8], like model: FileStamp?) throws(FileFailure) {
        try system.create(path, bytes, like: model)
    }
    func move(_ path: CalendarPath, toFree target: CalendarPath) throws(FileFailure) {
        try system.move(path, toFree: target)
    }
    func move(_ path: CalendarPath, replacing target: CalendarPath) throws(FileFailure) {
        try system.move(path, replacing: target)
    }
    func exchange(_ path: CalendarPath, with target: CalendarPath) throws(FileFailure) -> Bool {
        try system.exchange(path, with: target)
    }
    func remove(_ path: CalendarPath) throws(FileFailure) { try system.remove(path) }
    func synchronize(_ folder: CalendarPath, through file: CalendarPath?) throws(FileFailure) {
        try system.synchronize(folder, through: file)
    }
    func removeFolder(_ path: CalendarPath) throws(FileFailure) { try system.removeFolder(path) }
    func lock(_ path: CalendarPath, _ kind: FolderLock.Kind, patience: Duration) throws(FileFailure)
        -> FolderLock
    {
        try system.lock(path, kind, patience: patience)
    }
}

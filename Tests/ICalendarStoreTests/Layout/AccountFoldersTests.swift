import Foundation
import ICalendar
import SystemIO
import Testing

@testable import ICalendarStore

/// Tests the record that lists the folders filled from servers.
struct AccountFoldersTests {
    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static let example = AccountFolders([
        bytes("dav"): .calDAV, bytes("dav/team"): .readOnly, bytes("holidays"): .feed,
    ])

    /// Writes a store's record as text.
    private static func write(_ text: String, in folder: StoreFolder, mode: Int = 0o755) throws {
        try folder.make(folder: folder.userFolder)
        try folder.setMode(folder.userFolder, mode)
        try folder.write(folder.userFolder + "/sources", text)
    }

    private static func read(_ folder: StoreFolder) throws -> AccountFolders {
        try AccountFolders(of: folder.root, SystemFiles())
    }

    @Test func `a written record reads back unchanged`() throws {
        let names = ["dav", "dav/R&D, Zürich", "dav/two  spaces ", "holidays"]
        let kinds: [AccountFolders.Kind] = [.calDAV, .readOnly, .readOnly, .feed]
        let record = AccountFolders(
            Dictionary(uniqueKeysWithValues: zip(names.map(Self.bytes), kinds))
        )
        #expect(record.kinds.count == 4)
        let folder = try StoreFolder()
        #expect(record.file.name == "sources")
        try Self.write(String(decoding: record.file.bytes, as: UTF8.self), in: folder)
        #expect(try Self.read(folder) == record)
    }

    @Test func `a store without a record has ordinary folders`() throws {
        #expect(try Self.read(StoreFolder()).kinds.isEmpty)
        #expect(try Self.read(StoreFolder(".ics-store")).kinds.isEmpty)
    }

    @Test(arguments: [
        "", "calDAV", "calDAV ", "calDAV /", "calDAV ../dav", "calDAV /srv", "calDAV a/../b", "other dav",
        " dav",
        "caldav dav", "\n\n", "\u{0}",
    ])
    func `lines that do not name a folder in the store are skipped`(line: String) throws {
        let folder = try StoreFolder()
        try Self.write("feed one\n\(line)\nfeed two", in: folder)
        #expect(try Self.read(folder).kinds == [Self.bytes("one"): .feed, Self.bytes("two"): .feed])
    }

    @Test func `a name with a line break cannot add a line`() {
        let record = AccountFolders([Self.bytes("a\nfeed home"): .calDAV, Self.bytes("b"): .calDAV])
        #expect(record.file.bytes == Self.bytes("calDAV b\n"))
    }

    @Test func `a record is not read from a folder that other users can write to`() throws {
        let folder = try StoreFolder()
        try Self.write("feed home\n", in: folder, mode: 0o777)
        #expect(try Self.read(folder).kinds.isEmpty)
        try folder.setMode(folder.userFolder, 0o755)
        #expect(try Self.read(folder).kinds.count == 1)
    }

    @Test func `a record that is a link or too large is not read`() throws {
        let folder = try StoreFolder()
        try Self.write("feed home\n", in: folder)
        let path = folder.path + "/" + folder.userFolder + "/sources"
        try FileManager.default.moveItem(atPath: path, toPath: folder.path + "/elsewhere")
        try FileManager.default.createSymbolicLink(
            atPath: path,
            withDestinationPath: folder.path + "/elsewhere"
        )
        #expect(throws: FileFailure.self) { try Self.read(folder) }
        try FileManager.default.removeItem(atPath: path)
        try Self.write(String(repeating: "feed home\n", count: 200_000), in: folder)
        #expect(throws: FileFailure.self) { try Self.read(folder) }
    }

    @Test func `replacing an account's folders keeps the folders of accounts with similar names`() {
        var record = AccountFolders([
            Self.bytes("dav"): .calDAV, Self.bytes("dav/team"): .readOnly, Self.bytes("dav2"): .calDAV,
            Self.bytes("dav2/team"): .readOnly, Self.bytes("da"): .feed,
        ])
        record.replace(
            Self.bytes("dav"),
            with: [Self.bytes("dav"): .calDAV, Self.bytes("dav/club"): .readOnly]
        )
        let names = record.kinds.keys.map { String(decoding: $0, as: UTF8.self) }.sorted()
        #expect(names == ["da", "dav", "dav/club", "dav2", "dav2/team"])
        record.replace(Self.bytes("dav"), with: [:])
        #expect(record[Self.bytes("dav/club")] == nil && record.kinds.count == 3)
    }

    @Test func `comparing two records for a calendar considers only the calendar and its account`() {
        var other = Self.example
        other.replace(Self.bytes("holidays"), with: [:])
        #expect(Self.example.agrees(with: other, about: Self.bytes("dav/team")))
        #expect(!Self.example.agrees(with: other, about: Self.bytes("holidays")))
        other.replace(Self.bytes("dav"), with: [Self.bytes("dav/team"): .readOnly])
        #expect(!Self.example.agrees(with: other, about: Self.bytes("dav/team")))
        #expect(!Self.example.agrees(with: other, about: Self.bytes("dav/club")))
    }

    // MARK: - Calendars in a store

    /// Returns a store with the example's folders and an ordinary calendar, each with an item.
    private static func opened(recorded: Bool = true) throws -> OpenedStore {
        let opened = try OpenedStore(["home/lunch.ics": [OpenedStore.lunch]])
        for name in ["dav/team", "dav/own", "holidays"] {
            try opened.folder.make(folder: name)
            try opened.folder.write(
                "\(name)/a.ics",
                OpenedStore.calendar([OpenedStore.lunch.replacing("UID:lunch", with: "UID:\(name)")])
            )
        }
        if recorded {
            try write(String(decoding: example.file.bytes, as: UTF8.self), in: opened.folder)
        }
        try opened.store.reset()
        return opened
    }

    private static func lines(_ store: EventStore) throws -> [String] {
        try store.calendars(for: .event).map {
            "\($0.calendarIdentifier) \($0.type) \($0.source.sourceType) \($0.allowsContentModifications)"
        }
    }

    private static let ordinary = [
        "dav/own local local true", "dav/team local local true", "holidays local local true",
        "home local local true", "work local local true",
    ]
    private static let connected = [
        "dav/own calDAV calDAV true", "dav/team calDAV calDAV false",
        "holidays subscription subscribed false", "home local local true", "work local local true",
    ]

    @Test func `recorded folders have the type of their source, and protected folders reject changes`() throws
    {
        let opened = try Self.opened()
        #expect(try Self.lines(opened.store) == Self.connected)
        for name in ["dav/team", "holidays"] {
            let refused = refusal {
                var event = try opened.newEvent("Party", calendar: name)
                try opened.store.save(&event, span: .thisEvent)
            }
            #expect(refused?.code == .calendarReadOnly, "\(name)")
        }
        var event = try opened.newEvent("Party", calendar: "dav/own")
        try opened.store.save(&event, span: .thisEvent)
    }

    @Test func `an open store notices when folders are added to or removed from the record`() throws {
        let opened = try Self.opened(recorded: false)
        #expect(try Self.lines(opened.store) == Self.ordinary)
        try Self.write(String(decoding: Self.example.file.bytes, as: UTF8.self), in: opened.folder)
        try opened.store.refreshSourcesIfNecessary()
        #expect(try Self.lines(opened.store) == Self.connected)
        try Self.write("", in: opened.folder)
        try opened.store.refreshSourcesIfNecessary()
        #expect(try Self.lines(opened.store) == Self.ordinary)
    }

    @Test func `a record that becomes unreadable does not make any folder writable in an open store`() throws
    {
        let opened = try Self.opened()
        #expect(try Self.lines(opened.store) == Self.connected)
        let path = opened.folder.path + "/" + opened.folder.userFolder + "/sources"
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: opened.folder.path)
        try opened.store.refreshSourcesIfNecessary()
        #expect(try Self.lines(opened.store) == Self.connected)
    }
}

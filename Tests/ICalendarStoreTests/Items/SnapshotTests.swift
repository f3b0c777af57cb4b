import Foundation
import ICalendar
import SystemIO
import Testing

@testable import ICalendarStore

/// Tests a store's in-memory snapshot and its refreshes from disk.
struct SnapshotTests {
    private static func reader(_ store: StoreFolder, _ files: any StoreFiles = SystemFiles()) -> StoreReader {
        StoreReader(store.root, files: files, merging: ItemMerging())
    }

    private static func snapshot(_ store: StoreFolder) throws -> StoreSnapshot {
        try StoreSnapshot(reader(store), zone: .utc, limits: ReadingLimits())
    }

    private static func event(_ uid: String, _ lines: String...) -> String {
        ItemText.calendar(ItemText.event(uid, "20260330T090000Z", lines.joined(separator: "\r\n")))
    }

    /// Returns changes to files as text.
    private static func said(_ difference: SnapshotDifference) -> [String] {
        difference.files.map { file in
            "\(file.calendarIdentifier) \(file.place) \(file.uidsBefore)->\(file.uidsAfter)"
        }
    }

    private static func said(_ calendars: [SnapshotDifference.Calendar]) -> [String] {
        calendars.map { calendar in
            switch calendar {
            case .inserted(let calendar): "inserted \(calendar.id)"
            case .updated(_, let calendar): "updated \(calendar.id) \(calendar.title)"
            case .renamed(let from, let to): "renamed \(from.id) \(to.id)"
            case .deleted(let calendar): "deleted \(calendar.id)"
            }
        }
    }

    private static func window() throws -> OccurrenceWindow {
        try OccurrenceWindow(
            from: Instant(secondsSince1970: 1_774_000_000),
            to: Instant(secondsSince1970: 1_776_000_000),
            in: .utc
        )
    }

    @Test func `calendars inside another calendar's folder survive every change`() throws {
        let store = try StoreFolder("b", "e/f", "e/g")
        for name in ["b/x", "e/x", "e/f/x"] { try store.write("\(name).ics", Self.event(name)) }
        try store.write("e/g/notes.txt", "no item")
        let first = try Self.snapshot(store)
        for changed in [[], ["b"], ["e/f"], ["e"], ["e", "e/f"]] {
            let folders = Set(changed.map { Array($0.utf8) })
            let (second, difference) = try first.refreshed(folders: folders, Self.reader(store))
            #expect(second.calendars.map(\.calendarIdentifier) == ["b", "e", "e/f"], "\(changed)")
            #expect(difference.isEmpty, "\(changed)")
        }
        try store.write("e/g/y.ics", Self.event("y"))
        let (second, difference) = try first.refreshed(folders: [Array("e/g".utf8)], Self.reader(store))
        #expect(second.calendars.map(\.calendarIdentifier) == ["b", "e", "e/f", "e/g"])
        #expect(Self.said(difference.calendars) == ["inserted e/g"])
    }

    @Test(arguments: [
        ("", true), ("\r\n", true), ("\0\0\0", true), ("B", true), ("BEGIN:VCAL", true),
        ("BEGIN:VCALENDAR", true), ("begin:vcalendar\r\nVERSION:2.0\r\nEND:VCALENDA", true),
        ("\u{FEFF}", true), ("\u{FEFF}BEGIN:VC", true),
        ("BEGIN:VCALENDAR\nEND:VCALENDAR\nBEGIN:VCALENDAR\nVERSION", true),
        ("BEGIN:VCALENDAR\nVERSION:2.0\nend:vcalendar", false), ("junk", false), ("<html>\n</html>\n", false),
        ("BEGIN:VCALENDAR\r\nEND:VCALENDAR \r\n\r\njunk", false), ("BEGIN:VCARD\r\nEND:VCARD\r\n", false),
    ])
    func `a file is incomplete if its calendar has no END line`(text: String, isCut: Bool) throws {
        let file = StoredFile(try FilePlace("a/x.ics"), Array(text.utf8), nil, limits: ReadingLimits())
        #expect(file.isCutShort == isCut)
    }

    @Test func `a refresh lists added, changed and removed files`() throws {
        let store = try StoreFolder("a", "b")
        try store.write("a/1.ics", Self.event("one"))
        try store.write("a/2.ics", Self.event("two"))
        try store.write("b/3.ics", Self.event("three"))
        let first = try Self.snapshot(store)
        #expect(try first.refreshed(folders: nil, Self.reader(store)).difference.isEmpty)
        try store.write("a/1.ics", Self.event("uno"))
        try FileManager.default.removeItem(atPath: store.path + "/a/2.ics")
        try store.write("b/4.ics", Self.event("four"))
        try store.write("b/no item", "")
        let (second, difference) = try first.refreshed(folders: nil, Self.reader(store))
        #expect(
            Self.said(difference) == [
                "a a/1.ics [\"one\"]->[\"uno\"]", "a a/2.ics [\"two\"]->[]", "b b/4.ics []->[\"four\"]",
            ]
        )
        #expect(difference.calendars.isEmpty)
        let occurrences = second.occurrences(in: try Self.window())
        let found = occurrences.map {
            "\(occurrences.calendars[$0.calendar].id) \($0.occurrence.uid) \($0.file.place)"
        }
        #expect(found == ["b four b/4.ics", "b three b/3.ics", "a uno a/1.ics"])
        // The first snapshot is unchanged.
        #expect(first.occurrences(in: try Self.window()).map(\.occurrence.uid) == ["one", "three", "two"])
        #expect(first.occurrences(in: try Self.window(), calendars: ["b"]).map(\.occurrence.uid) == ["three"])
    }

    @Test func `only the specified folders are read`() throws {
        let store = try StoreFolder("a", "b")
        try store.write("a/1.ics", Self.event("one"))
        try store.write("b/1.ics", Self.event("two"))
        let first = try Self.snapshot(store)
        try store.write("a/1.ics", Self.event("uno"))
        try store.write("b/1.ics", Self.event("due"))
        let (second, difference) = try first.refreshed(folders: [Array("b".utf8)], Self.reader(store))
        #expect(Self.said(difference) == ["b b/1.ics [\"two\"]->[\"due\"]"])
        let rest = try second.refreshed(folders: nil, Self.reader(store)).difference
        #expect(Self.said(rest) == ["a a/1.ics [\"one\"]->[\"uno\"]"])
    }

    @Test func `a file that was only touched is not listed as a difference and is reread only once`() throws {
        let store = try StoreFolder("a")
        try store.write("a/1.ics", Self.event("one"))
        let first = try Self.snapshot(store)
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        try FileManager.default.setAttributes(
            [.modificationDate: date],
            ofItemAtPath: store.path + "/a/1.ics"
        )
        SystemFiles.sleep(.milliseconds(200))
        let (second, difference) = try first.refreshed(folders: nil, Self.reader(store))
        #expect(difference.isEmpty)
        let counting = FaultyFiles(at: 0, .dies)
        let (_, none) = try second.refreshed(folders: nil, Self.reader(store, counting))
        #expect(none.isEmpty && counting.readings == 0)
        let reading = FaultyFiles(at: 0, .dies)
        _ = try StoreSnapshot(Self.reader(store, reading), zone: .utc, limits: ReadingLimits())
        #expect(reading.readings == 1)
    }

    @Test func `refreshing specific files reads only these, and other changes are found later`() throws {
        let store = try StoreFolder("a")
        for number in 0..<8 { try store.write("a/\(number).ics", Self.event("uid\(number)")) }
        SystemFiles.sleep(.milliseconds(200))
        let first = try Self.snapshot(store)
        try store.write("a/1.ics", Self.event("one"))
        try FileManager.default.removeItem(atPath: store.path + "/a/2.ics")
        try store.write("a/9.ics", Self.event("nine"))
        try store.write("a/5.ics", Self.event("not named"))
        try store.make(folder: "a/folder.ics")
        let folder = Array("a".utf8)
        let files = ["1.ics", "2.ics", "9.ics", "folder.ics", "none.ics", "tmp8x2k1q"]
        let names = Set(files.map { Array($0.utf8) })
        let counting = FaultyFiles(at: 0, .dies)
        let (second, difference) = try first.refreshed(
            folders: [folder],
            named: [folder: names],
            Self.reader(store, counting)
        )
        #expect(
            Self.said(difference) == [
                "a a/1.ics [\"uid1\"]->[\"one\"]", "a a/2.ics [\"uid2\"]->[]", "a a/9.ics []->[\"nine\"]",
            ]
        )
        #expect(counting.readings == 2 && second.failures.isEmpty)
        // A full refresh finds the other changed file.
        let rest = try second.refreshed(folders: [folder], Self.reader(store)).difference
        #expect(Self.said(rest) == ["a a/5.ics [\"uid5\"]->[\"not named\"]"])
    }

    @Test func `when a folder's last item is removed, the whole folder is read`() throws {
        let store = try StoreFolder("a")
        try store.write("a/1.ics", Self.event("one"))
        let first = try Self.snapshot(store)
        try FileManager.default.removeItem(atPath: store.path + "/a/1.ics")
        try store.make(folder: "a/inner")
        let folder = Array("a".utf8)
        let second = try first.refreshed(
            folders: [folder],
            named: [folder: [Array("1.ics".utf8)]],
            Self.reader(store)
        ).snapshot
        #expect(second.calendars.map(\.calendarIdentifier) == ["a/inner"])
    }

    @Test func `a change within the clock's resolution is detected`() throws {
        let store = try StoreFolder("a")
        try store.write("a/1.ics", Self.event("aaa"))
        var snapshot = try Self.snapshot(store)
        for round in 0..<50 {
            let uid = "a\(10 + round)"
            try store.writeInPlace("a/1.ics", Self.event(uid))
            let (next, difference) = try snapshot.refreshed(folders: [Array("a".utf8)], Self.reader(store))
            #expect(difference.files.map(\.uidsAfter) == [[uid]])
            snapshot = next
        }
    }

    @Test func `added, removed, changed and renamed calendars are listed with their files`() throws {
        let store = try StoreFolder("gone", "old", "same")
        try store.write("gone/1.ics", Self.event("one"))
        try store.write("old/2.ics", Self.event("two"))
        try store.write("same/3.ics", Self.event("three"))
        let first = try Self.snapshot(store)
        try FileManager.default.removeItem(atPath: store.path + "/gone")
        try FileManager.default.moveItem(atPath: store.path + "/old", toPath: store.path + "/new")
        try store.write("same/displayname", "Title")
        try store.make(folder: "came")
        try store.write("came/4.ics", Self.event("four"))
        try store.write("single.ics", Self.event("five"))
        let (second, difference) = try first.refreshed(folders: [Array("same".utf8)], Self.reader(store))
        #expect(
            Self.said(difference.calendars) == [
                "inserted came", "renamed old new", "updated same Title", "inserted single.ics",
                "deleted gone",
            ]
        )
        #expect(
            Self.said(difference).sorted() == [
                "came came/4.ics []->[\"four\"]", "gone gone/1.ics [\"one\"]->[]",
                "new new/2.ics []->[\"two\"]",
                "old old/2.ics [\"two\"]->[]", "single.ics single.ics []->[\"five\"]",
            ]
        )
        try store.write("single.ics", Self.event("six"))
        let third = try second.refreshed(folders: nil, Self.reader(store)).difference
        #expect(Self.said(third) == ["single.ics single.ics [\"five\"]->[\"six\"]"])
    }

    @Test func `the store's own commit lists its changes, and a later refresh finds no difference`() throws {
        let store = try StoreFolder("a")
        try store.write("a/1.ics", Self.event("one"))
        var snapshot = try Self.snapshot(store)
        let place = try FilePlace("a/1.ics")
        let file = try #require(snapshot.items["a"]?.file(named: place.name))
        let commit = Commit(to: store.root, merging: ItemMerging())
        let changed = Array(Self.event("one", "LOCATION:here").utf8)
        let added = try FilePlace("a/2.ics")
        let committed = try commit.run([
            .put(changed, at: place, over: file.base),
            .put(Array(Self.event("two").utf8), at: added, over: nil),
        ])
        #expect(
            Self.said(snapshot.apply(committed, limits: ReadingLimits())) == [
                "a a/1.ics [\"one\"]->[\"one\"]", "a a/2.ics []->[\"two\"]",
            ]
        )
        #expect(snapshot.apply(committed, limits: ReadingLimits()).isEmpty)
        let (again, difference) = try snapshot.refreshed(folders: nil, Self.reader(store))
        #expect(difference.isEmpty)
        #expect(again.items.values.flatMap { $0.files(ofUID: "two") }.map(\.place) == [added])
        let base = try #require(again.items["a"]?.file(named: added.name)?.base)
        let removed = try commit.run([.remove(added, base)])
        #expect(Self.said(snapshot.apply(removed, limits: ReadingLimits())) == ["a a/2.ics [\"two\"]->[]"])
    }

    @Test func `an unreadable file is reported, keeps its known contents, and does not affect other files`()
        throws
    {
        let store = try StoreFolder("a")
        for number in 1...5 { try store.write("a/\(number).ics", Self.event("\(number)")) }
        let number = PlatformError.broken
        var place = 1
        while true {
            let files = FaultyFiles(at: place, .fails(number))
            guard
                let broken = try? StoreSnapshot(
                    Self.reader(store, files),
                    zone: .utc,
                    limits: ReadingLimits()
                )
            else {
                place += 1
                continue
            }
            if files.count < place { break }
            if let items = broken.items["a"], items.count == 4 {
                #expect(broken.failures.count == 1 && broken.diagnostics().count == 1)
                let whole = try Self.snapshot(store)
                try store.write("a/1.ics", Self.event("uno"))
                try store.write("a/2.ics", Self.event("due"))
                let again = FaultyFiles(at: place, .fails(number))
                let (kept, difference) = try whole.refreshed(folders: nil, Self.reader(store, again))
                #expect(kept.items["a"]?.count == 5)
                #expect(difference.files.count <= 2 && kept.failures.count <= 1)
                try store.write("a/1.ics", Self.event("1"))
                try store.write("a/2.ics", Self.event("2"))
            }
            place += 1
        }
        #expect(place > 8)
    }
}

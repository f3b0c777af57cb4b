import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore
@testable import ICalendarStore

/// Tests the in-memory representation of a calendar's items.
struct CalendarItemsTests {
    private static let zone = Zone.utc

    private static func calendar() -> EventCalendar {
        EventCalendar(
            calendarIdentifier: "a",
            path: CalendarPath("/a"),
            source: EventSource(sourceIdentifier: "", title: "", sourceType: .local, folder: []),
            type: .local,
            title: "a",
            color: nil,
            allowedEntityTypes: [.event, .reminder],
            allowsContentModifications: true,
            isImmutable: false,
            allowsReading: true,
            isFile: false,
            folder: Array("a".utf8)
        )
    }

    private static func file(_ name: String, _ text: String) throws -> ReadFile {
        let place = try #require(FilePlace(folder: "a", name: name))
        return ReadFile(place, Array(text.utf8), nil, in: zone, limits: ReadingLimits())
    }

    private static func items(_ files: (String, String)...) throws -> CalendarItems {
        CalendarItems(calendar(), try files.map { try file($0, $1) }, zone: zone)
    }

    private static func window() throws -> OccurrenceWindow {
        let from = try #require(CivilDate(year: 2026, month: 3, day: 1)).dayNumber * 86_400
        return try OccurrenceWindow(
            from: Instant(secondsSince1970: from),
            to: Instant(secondsSince1970: from + 40 * 86_400),
            in: zone
        )
    }

    /// Returns values that distinguish one occurrence from another.
    private static func row(_ occurrence: Occurrence) -> String {
        let slot = occurrence.recurrenceID.map { "\($0)" } ?? "-"
        return "\(occurrence) \(occurrence.uid) \(slot) \(occurrence.isDetached) \(occurrence.file ?? "")"
    }

    @Test(.long) func `after any changes, the occurrences match those in a new index`() throws {
        try checkChanges(share: 0)
    }

    @Test(.long, arguments: 1..<5)
    func `after many more changes, the occurrences match those in a new index`(share: Int) throws {
        try checkChanges(share: share)
    }

    private func checkChanges(share: Int) throws {
        let window = try Self.window()
        for seed in 0..<4 {
            var random = SeededGenerator(seed: UInt64(share * 20 + seed))
            var texts: [String: String] = [:]
            for number in 0..<random.next(40) { texts["\(number).ics"] = ItemText.random(&random) }
            let first = try texts.map { try Self.file($0.key, $0.value) }
            var items = CalendarItems(Self.calendar(), first, zone: Self.zone)
            for step in 0..<30 {
                let before = items
                let old = before.occurrences(in: window).map(Self.row)
                var read: [ReadFile] = []
                var removed: Set<String> = []
                for _ in 0..<1 + random.next(step % 7 == 0 ? 12 : 2) {
                    let name = "\(random.next(50)).ics"
                    guard !removed.contains(name),
                        !read.contains(where: { $0.file.place.name == Array(name.utf8) })
                    else { continue }
                    if random.next(4) == 0 {
                        removed.insert(name)
                        texts[name] = nil
                    } else {
                        let text = ItemText.random(&random)
                        texts[name] = text
                        read.append(try Self.file(name, text))
                    }
                }
                items.replace(read, removing: removed.map { Array($0.utf8) })
                let sorted = texts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                let anew = OccurrenceIndex(
                    of: try sorted.map { try CalendarFile(text: $1, name: "a/\($0)") },
                    in: Self.zone
                )
                let expected = anew.occurrences(in: window).map(Self.row)
                #expect(items.occurrences(in: window).map(Self.row) == expected, "seed \(share * 20 + seed)")
                #expect(items.files.map { String(decoding: $0.bytes, as: UTF8.self) } == sorted.map(\.value))
                // The copy that a reader holds does not change.
                #expect(before.occurrences(in: window).map(Self.row) == old)
                try Self.checkFinding(items, in: window)
            }
            #expect(items.levels.count < 6)
        }
    }

    /// Expects to find each occurrence by its UID and slot, unless an earlier file has one with the same UID
    /// and slot.
    private static func checkFinding(_ items: CalendarItems, in window: OccurrenceWindow) throws {
        for occurrence in items.occurrences(in: window) {
            let file = try #require(items.file(of: occurrence))
            #expect(items.files(ofUID: occurrence.uid).contains { $0 === file })
            guard let slot = occurrence.recurrenceID else { continue }
            let found = try #require(items.occurrences(ofUID: occurrence.uid, slot: slot).first)
            #expect(!file.place.name.lexicographicallyPrecedes(found.file.place.name))
        }
    }

    @Test func `changing a small file does not reindex a large one`() throws {
        let many = ItemText.calendar((0..<500).map { ItemText.event("many-\($0)") }.joined())
        var items = try Self.items(("large.ics", many))
        let large = try #require(items.levels.first?.index)
        for round in 0..<100 {
            items.replace([try Self.file("\(round % 9).ics", ItemText.calendar(ItemText.event("\(round)")))])
        }
        #expect(items.levels.first?.index.parts === large.parts)
        #expect(items.count == 10 && items.levels.count < 5)
    }

    @Test(.long)
    func `any number of changes reindexes only a few files and keeps only a few levels`()
        throws
    {
        let count = 6000
        let texts = (0..<count).map { ItemText.calendar(ItemText.event("uid-\($0)")) }
        let files = try texts.enumerated().map { try Self.file("\($0).ics", $1) }
        var items = CalendarItems(Self.calendar(), files, zone: Self.zone)
        #expect(items.levels.count == 2)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let before = Set(items.levels.map { ObjectIdentifier($0.index.parts) })
            let number = random.next(count)
            items.replace([try Self.file("\(number).ics", texts[number])])
            let made = items.levels.filter { !before.contains(ObjectIdentifier($0.index.parts)) }
            #expect(made.reduce(0) { $0 + $1.count } <= 2048)
            #expect(items.levels.count < 20)
        }
        #expect(items.count == count && Set(items.files.map(\.place.name)).count == count)
    }

    @Test func `an override is found by its slot, wherever it was moved`() throws {
        let items = try Self.items(
            (
                "x.ics",
                ItemText.calendar(
                    ItemText.event("a", "20260302T090000Z", "RRULE:FREQ=DAILY", "EXDATE:20260305T090000Z"),
                    ItemText.event(
                        "a",
                        "20270101T000000Z",
                        "RECURRENCE-ID:20260303T090000Z",
                        "LOCATION:moved"
                    )
                )
            )
        )
        func slot(_ day: Int) throws -> OccurrenceTime {
            let date = try #require(CivilDate(year: 2026, month: 3, day: day))
            return .instant(Instant(secondsSince1970: date.dayNumber * 86_400 + 9 * 3600), .utc)
        }
        let moved = try #require(items.occurrences(ofUID: "a", slot: try slot(3)).first)
        #expect(moved.occurrence.start.description == "2027-01-01T00:00:00Z")
        #expect(moved.occurrence.location == "moved")
        #expect(try items.occurrences(ofUID: "a", slot: slot(4)).first?.occurrence.start == slot(4))
        #expect(try items.occurrences(ofUID: "a", slot: slot(5)).first == nil)
        #expect(try items.occurrences(ofUID: "b", slot: slot(4)).first == nil)
        #expect(try items.occurrences(ofUID: "a", slot: nil).first?.occurrence.start == slot(2))
    }

    @Test func `slots after an override for all following occurrences are found`() throws {
        let items = try Self.items(
            (
                "x.ics",
                ItemText.calendar(
                    ItemText.event("a", "20260302T090000Z", "RRULE:FREQ=DAILY;COUNT=5"),
                    ItemText.component(
                        "VEVENT",
                        "UID:a",
                        "RECURRENCE-ID;RANGE=THISANDFUTURE:20260304T090000Z",
                        "DTSTART:20260304T120000Z",
                        "SUMMARY:later"
                    )
                )
            )
        )
        for occurrence in items.occurrences(in: try Self.window()) {
            let slot = try #require(occurrence.recurrenceID)
            let found = try #require(items.occurrences(ofUID: "a", slot: slot).first?.occurrence)
            #expect(Self.row(found) == Self.row(occurrence))
        }
        #expect(
            items.occurrences(in: try Self.window()).map { $0.start.description.dropFirst(11).prefix(2) } == [
                "09", "09", "12", "12", "12",
            ]
        )
    }

    @Test func `two files with the same UID are both present, sorted by name`() throws {
        let items = try Self.items(
            ("z.ics", ItemText.calendar(ItemText.event("a"))),
            ("b.ics", ItemText.calendar(ItemText.event("a"))),
            ("c.ics", ItemText.calendar(ItemText.event("other")))
        )
        #expect(items.files(ofUID: "a").map(\.name) == ["a/b.ics", "a/z.ics"])
        #expect(
            items.occurrences(in: try Self.window()).map { $0.file } == ["a/b.ics", "a/z.ics", "a/c.ics"]
        )
        #expect(items.occurrences(ofUID: "a", slot: nil).first?.file.name == "a/b.ics")
    }

    @Test func `to-dos and journals are found by UID and listed by type`() throws {
        let items = try Self.items(
            ("1.ics", ItemText.calendar(ItemText.component("VTODO", "UID:todo", "DUE:20260401T090000Z"))),
            (
                "2.ics",
                ItemText.calendar(ItemText.component("VJOURNAL", "UID:jour", " nal", "SUMMARY:folded"))
            ),
            ("3.ics", ItemText.calendar(ItemText.event("a"), ItemText.component("VTODO", "SUMMARY:no UID"))),
            ("4.ics", ItemText.calendar(ItemText.event("b")))
        )
        #expect(items.files(ofUID: "todo").map(\.name) == ["a/1.ics"])
        #expect(items.files(ofUID: "journal").map(\.name) == ["a/2.ics"])
        #expect(items.files(holding: .todo).map(\.name) == ["a/1.ics", "a/3.ics"])
        #expect(items.files(holding: .journal).map(\.name) == ["a/2.ics"])
        let withoutUID = try #require(items.file(named: Array("3.ics".utf8))).uids
        #expect(withoutUID.count == 2 && withoutUID[1].hasPrefix("missing-uid-"))
    }

    @Test func `an event without a start still has a UID`() throws {
        let items = try Self.items(
            ("1.ics", ItemText.calendar(ItemText.component("VEVENT", "UID:a", "SUMMARY:when?")))
        )
        #expect(items.files(ofUID: "a").count == 1)
        #expect(items.remarkedFiles.flatMap(\.diagnostics).map(\.file) == ["a/1.ics"])
    }

    @Test func `a file that is not a calendar is reported and does not affect the others`() throws {
        let items = try Self.items(
            ("1.ics", "nothing of the kind"),
            ("2.ics", ItemText.calendar(ItemText.event("a"))),
            ("3.ics", "")
        )
        #expect(items.occurrences(in: try Self.window()).map(\.uid) == ["a"])
        #expect(items.remarkedFiles.flatMap(\.diagnostics).map(\.file) == ["a/1.ics", "a/3.ics"])
        #expect(items.remarkedFiles.flatMap(\.diagnostics).allSatisfy { $0.severity == .error })
        #expect(items.count == 3)
    }

    @Test(arguments: 0..<5)
    func `an event decoded from its bytes in a file matches the event from the whole file`(share: Int) throws
    {
        for seed in 0..<40 {
            var random = SeededGenerator(seed: UInt64(share * 1000 + seed))
            // Folds, unusual line endings and blank lines could shift offsets.
            var text = ItemText.random(&random)
            if seed % 4 == 1 { text = text.replacing("SUMMARY:", with: "SUMM\r\n ARY:\r\n\tfolded ") }
            if seed % 4 == 2 { text = text.replacing("\r\n", with: "\n") }
            if seed % 4 == 3 {
                text = "\u{FEFF}\r\n\r\n" + text.replacing("BEGIN:VEVENT", with: "junk\r\nBEGIN:VEVENT")
            }
            let file = try Self.file("x.ics", text)
            let items = CalendarItems(Self.calendar(), [file], zone: Self.zone)
            let expected = OccurrenceIndex(of: [try CalendarFile(text: text, name: "a/x.ics")], in: Self.zone)
            let window = try Self.window()
            let found = Array(items.occurrences(in: window))
            let wanted = Array(expected.occurrences(in: window))
            #expect(found.map(\.event.component) == wanted.map(\.event.component))
            #expect(found.map(\.line) == wanted.map(\.line))
        }
    }
}

/// Access to a calendar's levels without a store.
extension CalendarItems {
    /// Returns the occurrences in a window, in order.
    fileprivate func occurrences(in window: OccurrenceWindow) -> some Sequence<Occurrence> {
        MergedOccurrences(levels.map { $0.part(of: 0) }, in: window).lazy.map(\.occurrence)
    }

    /// Returns the file that contains an occurrence.
    fileprivate func file(of occurrence: Occurrence) -> StoredFile? {
        guard let name = occurrence.file?.utf8.split(separator: UInt8(ascii: "/")).last,
            let bytes = CalendarIdentifier.bytes(name)
        else { return nil }
        return file(named: bytes)
    }
}

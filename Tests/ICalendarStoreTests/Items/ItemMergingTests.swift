import ICalendar
import Testing
import TestTraits

@testable import ICalendarCore
@testable import ICalendarStore

/// Tests merging two programs' versions of a file.
struct ItemMergingTests {
    private static func merge(_ base: String?, _ ours: String?, _ theirs: String?) throws -> String? {
        let place = try #require(FilePlace(folder: "a", name: "x.ics"))
        func bytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }
        let merging = ItemMerging()
        let conflict = FileConflict(place: place, base: bytes(base), ours: bytes(ours), theirs: bytes(theirs))
        let merged = try merging.merged(conflict)
        let again = FileConflict(place: place, base: bytes(base), ours: merged, theirs: bytes(theirs))
        #expect(try merging.merged(again) == merged, "merging again changes the result")
        return merged.map { String(decoding: $0, as: UTF8.self) }
    }

    private static let base = ItemText.calendar(
        ItemText.event("a", "20260330T090000Z", "LOCATION:Room 1", "X-COLOUR: red"),
        ItemText.event("b")
    )

    @Test func `a change on only one side is kept`() throws {
        let ours = Self.base.replacing("Room 1", with: "Room 2")
        let theirs = Self.base.replacing("SUMMARY:a", with: "SUMMARY:their\r\n  title")
        let merged = try Self.merge(Self.base, ours, theirs)
        #expect(merged == theirs.replacing("Room 1", with: "Room 2"))
    }

    @Test func `the local value is kept if both sides changed a property`() throws {
        let ours = Self.base.replacing("Room 1", with: "Room 2")
        let theirs = Self.base.replacing("Room 1", with: "Room 3").replacing("red", with: "blue")
        #expect(try Self.merge(Self.base, ours, theirs) == ours.replacing("red", with: "blue"))
    }

    @Test func `a component removed on one side and unchanged on the other is removed`() throws {
        let b = ItemText.event("b")
        let ours = Self.base.replacing(b, with: "")
        let theirs = Self.base.replacing("Room 1", with: "Room 3")
        #expect(try Self.merge(Self.base, ours, theirs) == ours.replacing("Room 1", with: "Room 3"))
        #expect(try Self.merge(Self.base, theirs, ours) == ours.replacing("Room 1", with: "Room 3"))
    }

    @Test func `a component removed on one side and changed on the other is kept`() throws {
        let b = ItemText.event("b")
        let removed = Self.base.replacing(b, with: "")
        let changed = Self.base.replacing("SUMMARY:b", with: "SUMMARY:changed")
        #expect(try Self.merge(Self.base, removed, changed) == changed)
        #expect(try Self.merge(Self.base, changed, removed) == changed)
        #expect(try Self.merge(Self.base, nil, changed)?.contains("SUMMARY:changed") == true)
        #expect(try Self.merge(Self.base, nil, changed)?.contains("UID:a") == false)
    }

    @Test func `a series removed on one side and overridden on the other is kept as a whole`() throws {
        let master = ItemText.event("a", "20260330T090000Z", "RRULE:FREQ=DAILY")
        let override = ItemText.event("a", "20260331T100000Z", "RECURRENCE-ID:20260331T090000Z")
        let other = ItemText.event("b")
        let base = ItemText.calendar(master, other)
        let edited = ItemText.calendar(master, other, override)
        let removed = ItemText.calendar(other)
        #expect(try Self.merge(base, removed, edited) == edited)
        #expect(try Self.merge(base, edited, removed) == ItemText.calendar(other, master, override))
        #expect(try Self.merge(base, nil, edited) == ItemText.calendar(master, override))
    }

    @Test func `components added on either side are kept`() throws {
        let end = "END:VCALENDAR"
        let ours = Self.base.replacing(end, with: ItemText.event("ours") + end)
        let theirs = Self.base.replacing(end, with: ItemText.event("theirs") + end)
        let both = Self.base.replacing(end, with: ItemText.event("theirs") + ItemText.event("ours") + end)
        #expect(try Self.merge(Self.base, ours, theirs) == both)
        let nothing = ItemText.calendar()
        #expect(
            try Self.merge(
                nil,
                ItemText.calendar(ItemText.event("1")),
                ItemText.calendar(ItemText.event("2"))
            ) == ItemText.calendar(ItemText.event("2"), ItemText.event("1"))
        )
        #expect(try Self.merge(nothing, nil, nothing) == nil)
    }

    @Test func `overrides are distinguished by their slots`() throws {
        let master = ItemText.event("a", "20260330T090000Z", "RRULE:FREQ=DAILY")
        let first = ItemText.event("a", "20260331T100000Z", "RECURRENCE-ID:20260331T090000Z")
        let second = ItemText.event("a", "20260401T100000Z", "RECURRENCE-ID:20260401T090000Z")
        let base = ItemText.calendar(master)
        let ours = ItemText.calendar(master, first)
        let theirs = ItemText.calendar(master, second)
        #expect(try Self.merge(base, ours, theirs) == ItemText.calendar(master, second, first))
    }

    @Test func `attendees, exceptions and alarms from both sides are kept`() throws {
        func text(_ lines: String...) -> String {
            ItemText.calendar(ItemText.event("a", "20260330T090000Z", lines.joined(separator: "\r\n")))
        }
        func alarm(_ minutes: Int) -> String {
            "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT\(minutes)M\r\nEND:VALARM"
        }
        let base = text("ATTENDEE:mailto:a@x.example", "EXDATE:20260401T090000Z", alarm(5), alarm(7))
        let ours = text(
            "ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@x.example",
            "ATTENDEE:mailto:ours@x.example",
            "EXDATE:20260401T090000Z",
            "EXDATE:20260402T090000Z",
            alarm(5),
            alarm(9)
        )
        let theirs = text(
            "ATTENDEE;PARTSTAT=DECLINED:mailto:A@x.example",
            "ATTENDEE:mailto:theirs@x.example",
            "EXDATE:20260401T090000Z",
            "EXDATE:20260403T090000Z",
            alarm(5),
            alarm(7),
            alarm(11)
        )
        let merged = try #require(try Self.merge(base, ours, theirs))
        for part in ["PARTSTAT=ACCEPTED", "ours@", "theirs@", "0402T", "0403T", "PT5M", "PT9M", "PT11M"] {
            #expect(merged.contains(part), "\(part)")
        }
        #expect(!merged.contains("DECLINED") && !merged.contains("PT7M"))
        #expect(merged.components(of: "ATTENDEE") == 3)
    }

    @Test func `the times of an event come from only one side`() throws {
        let base = ItemText.calendar(ItemText.event("a", "20260330T090000Z", "DTEND:20260330T100000Z"))
        let ours = base.replacing("DTEND:20260330T100000Z", with: "DTEND:20260330T093000Z")
        let theirs = base.replacing("DTSTART:20260330T090000Z", with: "DTSTART:20260331T090000Z")
            .replacing("DTEND:20260330T100000Z", with: "DURATION:PT1H")
        #expect(try Self.merge(base, ours, theirs)?.contains("DURATION") == false)
        #expect(try Self.merge(base, ours, theirs)?.contains("DTSTART:20260330T090000Z") == true)
    }

    @Test func `the later revision is kept`() throws {
        let base = ItemText.calendar(ItemText.event("a", "20260330T090000Z", "SEQUENCE:1", "LOCATION:1"))
        let ours = base.replacing("SEQUENCE:1", with: "SEQUENCE:2").replacing(
            "LOCATION:1",
            with: "LOCATION:2"
        )
        let theirs = base.replacing("SEQUENCE:1", with: "SEQUENCE:7")
        #expect(try Self.merge(base, ours, theirs) == theirs.replacing("LOCATION:1", with: "LOCATION:2"))
    }

    @Test func `a time zone removed on one side but needed on the other is kept`() throws {
        let zone = ItemText.component(
            "VTIMEZONE",
            "TZID:Own",
            "BEGIN:STANDARD",
            "DTSTART:19700101T000000",
            "TZOFFSETFROM:+0300",
            "TZOFFSETTO:+0300",
            "END:STANDARD"
        )
        let b = ItemText.event("b")
        let base = ItemText.calendar(zone, ItemText.event("a"), b)
        let ours = base.replacing("DTSTART:", with: "DTSTART;TZID=Own:").replacing("0000Z", with: "0000")
            .replacing("DTSTART;TZID=Own:19", with: "DTSTART:19").replacing(
                "STAMP:20260101T000000",
                with: "STAMP:20260101T000000Z"
            )
        let theirs = ItemText.calendar(ItemText.event("a"), b.replacing("SUMMARY:b", with: "SUMMARY:theirs"))
        let merged = try #require(try Self.merge(base, ours, theirs))
        #expect(merged.contains("BEGIN:VTIMEZONE\r\nTZID:Own"))
        #expect(merged.contains("SUMMARY:theirs") && merged.contains("TZID=Own"))
    }

    @Test func `several events with the same UID are not merged property by property`() throws {
        let (one, two) = (ItemText.event("a", "20260330T090000Z"), ItemText.event("a", "20260330T140000Z"))
        let b = ItemText.event("b")
        let base = ItemText.calendar(one, two, b)
        let ours = base.replacing("T140000Z", with: "T150000Z")
        let theirs = ItemText.calendar(two.replacing("SUMMARY:a", with: "SUMMARY:theirs"), b)
        #expect(throws: ItemMerging.Failure.self) { try Self.merge(base, ours, theirs) }
        // Other items in the same file are still merged.
        let other = base.replacing("SUMMARY:b", with: "SUMMARY:B")
        #expect(try Self.merge(base, ours, other) == ours.replacing("SUMMARY:b", with: "SUMMARY:B"))
    }

    @Test func `an unreadable file is not overwritten`() throws {
        let ours = Self.base.replacing("Room 1", with: "Room 2")
        #expect(throws: ItemMerging.Failure.self) { try Self.merge(Self.base, ours, "half a fi") }
        #expect(throws: ItemMerging.Failure.self) { try Self.merge(Self.base, nil, "half a fi") }
        // Merging two unreadable versions loses nothing.
        #expect(try Self.merge(Self.base, ours, "") == ours)
        #expect(try Self.merge(Self.base, ours, nil) == ours)
        // An unreadable base version is treated as missing.
        let theirs = Self.base.replacing("red", with: "blue")
        #expect(try Self.merge("broken", ours, theirs)?.contains("UID:b") == true)
    }

    @Test(arguments: 0..<8)
    func
        `if one side is unchanged, the result is the other side, and repeating a merge of random edits changes nothing`(
            share: Int
        )
        throws
    {
        for seed in 0..<40 {
            var random = SeededGenerator(seed: UInt64(share * 40 + seed))
            let base = ItemText.random(&random)
            let ours = Self.edited(base, "ours", &random)
            let theirs = Self.edited(base, "theirs", &random)
            #expect(try Self.merge(base, ours, base) == ours)
            #expect(try Self.merge(base, base, theirs) == theirs)
            #expect(try Self.merge(base, ours, ours) == ours)
            let merged: String
            do {
                merged = try #require(try Self.merge(base, ours, theirs))
            } catch let failure as ItemMerging.Failure {
                // With so few UIDs, files often contain several events with the same UID.
                #expect(failure.description.contains("indistinguishable"))
                continue
            }
            // Every newly written line is kept.
            for word in Self.marks(ours, "ours") {
                #expect(merged.contains(word), "seed \(share * 40 + seed)")
            }
            for word in Self.marks(theirs, "theirs") where word.hasPrefix("COMMENT") {
                #expect(merged.contains(word), "seed \(share * 40 + seed)")
            }
        }
    }

    /// Returns the lines added by an edit.
    private static func marks(_ text: String, _ mark: String) -> [String] {
        text.split(separator: "\r\n").filter { $0.contains(mark) }.map(String.init)
    }

    /// Changes, adds and removes random lines, and adds components.
    private static func edited(_ text: String, _ mark: String, _ random: inout SeededGenerator) -> String {
        var lines: [String] = []
        for line in text.split(separator: "\r\n").map(String.init) {
            if line.hasPrefix("SUMMARY"), random.next(2) == 0 {
                if random.next(2) == 0 { lines.append("SUMMARY:\(mark) \(random.next(1000))") }
                if random.next(2) == 0 { lines.append("COMMENT:\(mark) \(random.next(1000))") }
                continue
            }
            if line == "END:VCALENDAR", random.next(2) == 0 {
                lines += ["BEGIN:VEVENT", "UID:\(mark)", "DTSTART:20260401T090000Z", "END:VEVENT"]
            }
            lines.append(line)
        }
        return lines.map { $0 + "\r\n" }.joined()
    }
}

extension String {
    /// Returns the number of lines that start with a given name.
    fileprivate func components(of name: String) -> Int {
        split(separator: "\r\n").filter { $0.hasPrefix(name) }.count
    }
}

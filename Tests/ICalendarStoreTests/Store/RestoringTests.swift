import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests restoring removed and canceled occurrences in a series.
struct RestoringTests {
    private static func identifier(_ text: String) throws -> ItemIdentifier {
        try #require(ItemIdentifier(text))
    }

    @Test func `a removed occurrence is listed and can be restored`() throws {
        let opened = try OpenedStore(["home/stand-up.ics": [OpenedStore.standUp]])
        let store = opened.store
        let lines = try opened.lines()
        for number in [1, 3] { try store.remove(try opened.events()[number - number / 3], span: .thisEvent) }
        let series = try Self.identifier("home:stand-up")
        let removed = try #require(try store.removedOccurrences(of: series))
        #expect(
            removed.map(\.identifier.description) == [
                "home:stand-up/RID=20260406T070000Z", "home:stand-up/RID=20260420T070000Z",
            ]
        )
        #expect(removed.allSatisfy { !$0.isCancelled && $0.title == "Stand-up" })
        try store.restore([removed[0]])
        #expect(try store.removedOccurrences(of: series)?.map(\.identifier.slot) == ["20260420T070000Z"])
        try store.restore([removed[1]])
        #expect(try opened.lines() == lines)
        #expect(opened.folder.text("home/stand-up.ics")?.contains("EXDATE") == false)
        #expect(refusal { try store.restore([removed[1]]) }?.code == .noSuchItem)
        try store.undo(store.history()[0])
        #expect(try opened.lines().count == lines.count - 1)
    }

    @Test func `restoring a canceled occurrence gives it the values of its series`() throws {
        let override = """
            UID:stand-up
            RECURRENCE-ID;TZID=Europe/Berlin:20260406T090000
            SUMMARY:Stand-up (called off)
            STATUS:CANCELLED
            DTSTART;TZID=Europe/Berlin:20260406T100000
            DTEND;TZID=Europe/Berlin:20260406T103000
            """
        let opened = try OpenedStore(["home/stand-up.ics": [OpenedStore.standUp, override]])
        let removed = try #require(
            try opened.store.removedOccurrences(of: Self.identifier("home:stand-up"))
        )
        #expect(removed.map(\.isCancelled) == [true])
        try opened.store.restore(removed)
        #expect(try opened.lines().contains("04-06 09:00 Stand-up"))
        #expect(opened.folder.text("home/stand-up.ics")?.contains("CANCELLED") == false)
    }

    @Test func `occurrences excluded by a date, a local time or a UTC time can be restored`() throws {
        for (start, excluded, slot) in [
            (";VALUE=DATE:20260330", ";VALUE=DATE:20260331", "20260331"),
            (":20260330T090000", ":20260331T090000", "20260331T090000"),
            (":20260330T090000", ";VALUE=DATE:20260331", "20260331T090000"),
            (":20260330T090000Z", ":20260331T090000Z,20260401T090000Z", "20260331T090000Z"),
        ] {
            let event = "UID:e\nSUMMARY:E\nDTSTART\(start)\nRRULE:FREQ=DAILY;COUNT=4\nEXDATE\(excluded)"
            let opened = try OpenedStore(["home/e.ics": [event]])
            let count = try opened.lines().count
            let all = try #require(try opened.store.removedOccurrences(of: Self.identifier("home:e")))
            let removed = try #require(all.first)
            #expect(removed.identifier.slot == slot)
            try opened.store.restore([removed])
            #expect(try opened.lines().count == count + 1)
        }
    }

    @Test func `exclusions without an occurrence and unknown items are not listed`() throws {
        let event = OpenedStore.standUp + "\nEXDATE;TZID=Europe/Berlin:20260407T090000"
        let opened = try OpenedStore(["home/stand-up.ics": [event]])
        #expect(try opened.store.removedOccurrences(of: Self.identifier("home:stand-up"))?.isEmpty == true)
        #expect(try opened.store.removedOccurrences(of: Self.identifier("home:nobody")) == nil)
    }
}

import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests conflicting edits by two stores in one folder, which must have the same result as sequential edits.
@Suite struct SavingBesideOthersTests {
    private let opened: OpenedStore
    private let other: EventStore

    init() throws {
        opened = try OpenedStore(["home/a.ics": [OpenedStore.standUp]])
        try opened.folder.make(folder: "third")
        other = try opened.again()
    }

    /// Returns the n-th occurrence as returned by a store.
    private func occurrence(_ number: Int, of store: EventStore) throws -> CalendarEvent {
        try #require(try OpenedStore.events(store).dropFirst(number).first)
    }

    /// Returns the start, title, location and calendar of every occurrence.
    private func shown() throws -> [String] {
        try OpenedStore.events(opened.again()).map { event in
            let start = event.occurrence?.start.description.prefix(16) ?? "-"
            return "\(start) \(event.title) \(event.location ?? "-") \(event.calendar?.title ?? "-")"
        }
    }

    private func calendar(_ name: String, of store: EventStore) throws -> EventCalendar {
        try #require(try store.calendars(for: .event).first { $0.title == name })
    }

    @Test func `edits to one occurrence and to the whole series are merged`() throws {
        var mine = try occurrence(2, of: opened.store)
        mine.title = "Mine"
        try opened.store.save(&mine, span: .thisEvent, commit: false)
        var theirs = try occurrence(0, of: other)
        theirs.location = "Room 9"
        try other.save(&theirs, span: .allEvents)
        try opened.store.commit()
        let lines = try shown()
        #expect(lines.count == 5)
        #expect(lines.allSatisfy { $0.hasSuffix("Room 9 home") })
        #expect(lines.map { $0.contains("Mine") } == [false, false, true, false, false])
    }

    @Test func `edits to different properties of one occurrence are merged`() throws {
        var (mine, theirs) = try (occurrence(2, of: opened.store), occurrence(2, of: other))
        mine.title = "Mine"
        theirs.location = "Room 9"
        try opened.store.save(&mine, span: .thisEvent, commit: false)
        try other.save(&theirs, span: .thisEvent)
        try opened.store.commit()
        #expect(try shown()[2] == "2026-04-13T09:00 Mine Room 9 home")
    }

    @Test func `splitting a series at the same place a second time is rejected`() throws {
        var (mine, theirs) = try (occurrence(2, of: opened.store), occurrence(2, of: other))
        mine.title = "Mine"
        theirs.title = "Theirs"
        try opened.store.save(&mine, span: .futureEvents, commit: false)
        try other.save(&theirs, span: .futureEvents)
        #expect(throws: StoreError.self) { try opened.store.commit() }
        #expect(opened.store.hasPendingChanges)
        #expect(try shown().map { $0.contains("Theirs") } == [false, false, true, true, true])
    }

    @Test func `a series moved by two stores ends up in only one calendar`() throws {
        var (mine, theirs) = try (occurrence(0, of: opened.store), occurrence(0, of: other))
        mine.calendar = try calendar("work", of: opened.store)
        theirs.calendar = try calendar("third", of: other)
        try opened.store.save(&mine, span: .allEvents, commit: false)
        try other.save(&theirs, span: .allEvents)
        try opened.store.commit()
        #expect(try shown().map { $0.hasSuffix("work") } == [true, true, true, true, true])
        #expect(try other.refresh(&theirs))
        #expect(theirs.calendar?.title == "work")
    }

    @Test(arguments: [EventSpan.thisEvent, .allEvents, .futureEvents])
    func `an edit follows a series that another store has moved in the meantime`(_ span: EventSpan) throws {
        var (mine, theirs) = try (occurrence(2, of: opened.store), occurrence(0, of: other))
        mine.title = "Mine"
        theirs.calendar = try calendar("third", of: other)
        try opened.store.save(&mine, span: span, commit: false)
        try other.save(&theirs, span: .allEvents)
        try opened.store.commit()
        let lines = try shown()
        #expect(lines.count == 5)
        #expect(lines.allSatisfy { $0.hasSuffix("third") })
        let count = span == .thisEvent ? 1 : span == .futureEvents ? 3 : 5
        #expect(lines.count { $0.contains("Mine") } == count)
    }

    @Test func `an event saved twice in a batch is written once and keeps its identifier`() throws {
        var mine = try occurrence(2, of: opened.store)
        mine.title = "Mine"
        try opened.store.save(&mine, span: .futureEvents, commit: false)
        let identifier = mine.calendarItemExternalIdentifier
        mine.location = "Room 1"
        try opened.store.save(&mine, span: .futureEvents, commit: false)
        var theirs = try occurrence(0, of: other)
        theirs.title = "Theirs"
        try other.save(&theirs, span: .thisEvent)
        try opened.store.commit()
        let lines = try shown()
        #expect(lines.count == 5)
        #expect(lines.count { $0.contains("Mine Room 1") } == 3)
        #expect(lines.first?.contains("Theirs") == true)
        #expect(try opened.again().calendarItems(withExternalIdentifier: identifier).count == 1)
    }
}

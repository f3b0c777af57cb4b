import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests two series with the same UID, in two files in one calendar.
@Suite struct SavingTwinsTests {
    private func opened() throws -> OpenedStore {
        func series(_ title: String, _ day: String) -> String {
            "UID:a\nSUMMARY:\(title)\nDTSTART:202604\(day)T100000Z\nDTEND:202604\(day)T110000Z\nRRULE:FREQ=DAILY;COUNT=3"
        }
        return try OpenedStore(["home/x.ics": [series("One", "01")], "home/y.ics": [series("Two", "02")]])
    }

    @Test(arguments: ["home:a", "home:a/RID=20260403T100000Z"])
    func `an ambiguous identifier is rejected`(identifier: String) throws {
        let store = try opened().store
        let error = refusal { _ = try store.event(withOccurrenceIdentifier: identifier) }
        #expect(error?.code == .ambiguousIdentifier)
        #expect(error?.description.hasSuffix("home/x.ics, home/y.ics") == true)
        #expect(refusal { _ = try store.event(withIdentifier: identifier) }?.code == .ambiguousIdentifier)
    }

    @Test func `an occurrence that only one of the two series contains is found`() throws {
        let store = try opened().store
        let first = try store.event(withOccurrenceIdentifier: "home:a/RID=20260401T100000Z")
        #expect(first?.title == "One")
        let last = try store.event(withOccurrenceIdentifier: "home:a/RID=20260404T100000Z")
        #expect(last?.title == "Two")
        #expect(try store.calendarItems(withExternalIdentifier: "a").map(\.title) == ["One", "Two"])
    }

    @Test(arguments: EventSpan.allCases, ["One", "Two"])
    func `an event returned by the store is changed in its own file`(span: EventSpan, title: String) throws {
        let opened = try opened()
        let other = title == "One" ? "home/y.ics" : "home/x.ics"
        let before = opened.folder.text(other)
        var event = try #require(try opened.events().filter { $0.title == title }.dropFirst().first)
        event.location = "Room 4"
        try opened.store.save(&event, span: span)
        try opened.store.remove(event, span: .thisEvent)
        #expect(opened.folder.text(other) == before)
        #expect(try opened.events().filter { $0.title == title }.count == 2)
    }
}

/// Tests UIDs that look the same but differ in their bytes, and thus identify two items.
@Suite struct LookAlikeTests {
    private static let composed = "caf\u{E9}"
    private static let decomposed = "cafe\u{301}"

    private func opened() throws -> OpenedStore {
        func event(_ uid: String, _ title: String) -> String {
            "UID:\(uid)\nSUMMARY:\(title)\nDTSTART:20260401T100000Z\nDTEND:20260401T110000Z"
        }
        return try OpenedStore([
            "home/x.ics": [event(Self.composed, "One"), event(Self.decomposed, "Two")]
        ])
    }

    @Test(arguments: ["One", "Two"])
    func `an edit or a removal affects only the intended item`(title: String) throws {
        let opened = try opened()
        let other = title == "One" ? "Two" : "One"
        // Saving updates the timestamp, so the known version differs from the file.
        var first = try #require(try opened.events().first { $0.title == other })
        first.location = "Room 4"
        try opened.store.save(&first, span: .allEvents)
        let identifier = ItemIdentifier(
            calendarIdentifier: "home",
            uid: title == "One" ? Self.composed : Self.decomposed
        )
        var event = try #require(try opened.store.event(withIdentifier: identifier.description))
        #expect(event.title == title)
        event.title = "New"
        try opened.store.save(&event, span: .allEvents)
        #expect(Set(try opened.events().map(\.title)) == ["New", other])
        try opened.store.remove(event, span: .allEvents)
        #expect(try opened.events().map(\.title) == [other])
        #expect(opened.folder.text("home/x.ics")?.contains("LOCATION:Room 4") == true)
    }
}

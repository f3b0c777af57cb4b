import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests receiving messages into a store: in batches, during external changes, and with limited permissions.
@Suite struct ReceivingTests {
    private static let stored =
        "UID:u\nSUMMARY:A\nSEQUENCE:0\nDTSTART:20260330T080000Z\nRRULE:FREQ=DAILY;COUNT=3"

    private func message(_ method: SchedulingMethod?, _ lines: String) throws -> ItemMessage {
        let file = try CalendarFile(text: OpenedStore.calendar([lines]))
        return ItemMessage(method, try #require(file.calendars.first).component.components)
    }

    private func receive(
        _ store: EventStore,
        _ message: ItemMessage,
        _ calendar: EventCalendar,
        commit: Bool = true
    )
        throws -> MessageOutcome
    {
        try store.receive(message, of: CalendarObject(), to: calendar, .event, commit: commit).outcome
    }

    private static let revised =
        "UID:u\nSUMMARY:B\nSEQUENCE:1\nDTSTART:20260330T090000Z\nRRULE:FREQ=DAILY;COUNT=3"

    @Test func `discarding a received message restores the original bytes`() throws {
        let opened = try OpenedStore(["home/x.ics": [Self.stored]])
        let home = try opened.calendar("home")
        let before = opened.folder.text("home/x.ics")
        let messages = [
            try message(.request, Self.revised), try message(.cancel, "UID:u\nSEQUENCE:2"),
            try message(.cancel, "UID:u\nSEQUENCE:2\nRECURRENCE-ID:20260331T080000Z"),
        ]
        for message in messages {
            #expect(try receive(opened.store, message, home, commit: false).action != .unchanged)
            #expect(opened.folder.text("home/x.ics") == before)
            try opened.store.reset()
            try opened.store.commit()
            #expect(opened.folder.text("home/x.ics") == before)
        }
        // A second message in the batch, applied after the first.
        for message in messages.prefix(2) { _ = try receive(opened.store, message, home, commit: false) }
        #expect(try receive(opened.store, messages[1], home, commit: false).action == .unchanged)
        try opened.store.commit()
        #expect(opened.folder.text("home/x.ics")?.contains("STATUS:CANCELLED") == true)
        #expect(opened.folder.text("home/x.ics")?.contains("SUMMARY:B") == true)
    }

    @Test func `changes made by another program are kept`() throws {
        let opened = try OpenedStore(["home/x.ics": [Self.stored]])
        let home = try opened.calendar("home")
        let cancel = try message(.cancel, "UID:u\nSEQUENCE:2\nRECURRENCE-ID:20260331T080000Z")
        _ = try receive(opened.store, cancel, home, commit: false)
        try opened.folder.write("home/x.ics", OpenedStore.calendar([Self.stored + "\nLOCATION:Roof"]))
        try opened.store.commit()
        let text = opened.folder.text("home/x.ics") ?? ""
        #expect(text.contains("LOCATION:Roof") && text.contains("STATUS:CANCELLED"), "\(text)")
    }

    @Test func `an item in two files of the same calendar is not changed`() throws {
        let opened = try OpenedStore(["home/1.ics": [Self.stored], "home/2.ics": [Self.stored]])
        let home = try opened.calendar("home")
        let message = try message(.request, Self.revised)
        #expect(refusal { _ = try receive(opened.store, message, home) }?.code == .ambiguousIdentifier)
        // The same UID in another calendar is a different item.
        #expect(try receive(opened.store, message, opened.calendar("work")) == MessageOutcome(.added))
    }

    @Test func `a file with an unreadable part is not changed`() throws {
        let text = OpenedStore.calendar([Self.stored]).replacingOccurrences(
            of: "BEGIN:VEVENT",
            with: "BEGIN:VEVENT\r\nUID:v\r\nBEGIN:VALARM\r\nACTION:AUDIO\r\nEND:VEVENT\r\nBEGIN:VEVENT"
        )
        let opened = try OpenedStore(files: ["home/x.ics": text])
        let message = try message(.request, Self.revised)
        let home = try opened.calendar("home")
        #expect(refusal { _ = try receive(opened.store, message, home) }?.code == .eventNotMutable)
        #expect(opened.folder.text("home/x.ics") == text)
    }
}

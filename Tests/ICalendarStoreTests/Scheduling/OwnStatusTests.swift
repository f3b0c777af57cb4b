import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests what the store knows about its user.
@Suite struct OwnStatusTests {
    private func store(_ users: Set<String>) throws -> (store: EventStore, folder: URL) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "own-\(UUID().uuidString)")
        for name in ["one/home", "two/work"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name),
                withIntermediateDirectories: true
            )
        }
        let text =
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:p\r\nBEGIN:VEVENT\r\nUID:u\r\nDTSTAMP:20260101T000000Z\r\n"
            + "DTSTART:20260402T100000Z\r\nSUMMARY:Review\r\nORGANIZER:mailto:nora@studio.example\r\n"
            + "ATTENDEE;PARTSTAT=TENTATIVE:mailto:Sam@Client.example\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        try Data(text.utf8).write(to: folder.appending(path: "one/home/u.ics"))
        var options = EventStore.Options()
        options.access = .allow
        options.stateDirectory = folder.appending(path: "state").path()
        options.userAddresses = users
        return (try EventStore(directory: folder.path(), options: options), folder)
    }

    @Test func `an event identifies the user and the user's reply`() throws {
        let (store, folder) = try store(["sam@client.example"])
        defer { try? FileManager.default.removeItem(at: folder) }
        let event = try #require(try store.event(withIdentifier: "one/home:u"))
        #expect(event.participantStatus == .tentative)
        let organizer = try #require(event.organizer)
        #expect(!event.isCurrentUser(organizer) && event.attendees?.filter(event.isCurrentUser).count == 1)
        #expect(CalendarEvent(event.event).participantStatus == nil)
        let (other, place) = try self.store([])
        defer { try? FileManager.default.removeItem(at: place) }
        #expect(try other.event(withIdentifier: "one/home:u")?.participantStatus == nil)
    }

    @Test(arguments: [
        ("sam@client.example", false), ("nora@studio.example", true), ("eva@client.example", true),
    ])
    func `an invitation cannot be moved to another account`(user: String, isAllowed: Bool) throws {
        let (store, folder) = try store([user])
        defer { try? FileManager.default.removeItem(at: folder) }
        var event = try #require(try store.event(withIdentifier: "one/home:u"))
        event.calendar = try store.calendar(withIdentifier: "two/work")
        if isAllowed {
            try store.save(&event, span: .allEvents)
            return #expect(event.eventIdentifier == "two/work:u")
        }
        let error = #expect(throws: StoreError.self) { try store.save(&event, span: .allEvents) }
        #expect(error?.code == .invitesCannotBeMoved)
    }
}

import Foundation
import Testing

@testable import EventKit

struct ParticipantTests {
    private static let people = """

        ORGANIZER;CN=Nora Lind:mailto:nora@studio.example
        ATTENDEE;CN=Sam;PARTSTAT=ACCEPTED;ROLE=OPT-PARTICIPANT:MAILTO:Sam%2Blist@Client.Example
        ATTENDEE;CUTYPE=ROOM;PARTSTAT=X-MAYBE;ROLE=X-HOST:mailto:room@studio.example
        ATTENDEE;PARTSTAT=DECLINED;CUTYPE=GROUP;ROLE=NON-PARTICIPANT:mailto:all@studio.example
        ATTENDEE;CUTYPE=RESOURCE;ROLE=CHAIR;PARTSTAT=TENTATIVE:urn:uuid:1
        """

    private func event() throws -> EKEvent {
        try #require(Studio(["1/a.ics": Studio.lunch + Self.people]).events().first)
    }

    @Test func `attendees have a name, an address, a status, a role and a type`() throws {
        let attendees = try #require(event().attendees)
        #expect(attendees.map(\.name) == ["Sam", nil, nil, nil])
        #expect(attendees.map(\.participantStatus) == [.accepted, .unknown, .declined, .tentative])
        #expect(attendees.map(\.participantRole) == [.optional, .unknown, .nonParticipant, .chair])
        #expect(attendees.map(\.participantType) == [.person, .room, .group, .resource])
        #expect(attendees.last?.url.absoluteString == "urn:uuid:1")
        #expect(attendees.allSatisfy { !$0.contactPredicate.evaluate(with: $0) })
        #expect(attendees.first.map { ($0.copy() as? EKParticipant) === $0 } == true)
    }

    @Test(arguments: [
        ("", EKParticipantStatus.pending), (";PARTSTAT=NEEDS-ACTION", .pending),
        (";PARTSTAT=ACCEPTED", .accepted),
        (";PARTSTAT=DELEGATED", .delegated), (";PARTSTAT=COMPLETED", .completed),
        (";PARTSTAT=IN-PROCESS", .inProcess), (";PARTSTAT=X-LATER", .unknown),
    ])
    func `each reply has a status, and a missing reply is pending`(
        parameter: String,
        status: EKParticipantStatus
    ) throws {
        let lines = Studio.lunch + "\nATTENDEE\(parameter):mailto:sam@client.example"
        let attendee = try #require(Studio(["1/a.ics": lines]).events().first?.attendees?.first)
        #expect(attendee.participantStatus == status)
        #expect(attendee.participantRole == .required && attendee.participantType == .person)
    }

    @Test func `an unusually written mailto address is normalized`() throws {
        #expect(try event().attendees?.first?.url.absoluteString == "mailto:Sam+list@client.example")
    }

    @Test func `an organizer who is not an attendee is the chair`() throws {
        let organizer = try #require(event().organizer)
        #expect(organizer.name == "Nora Lind" && organizer.participantRole == .chair)
        #expect(organizer.participantStatus == .unknown && organizer.url.scheme == "mailto")
    }

    @Test func `attendees and organizer are nil if there are none`() throws {
        let event = try #require(Studio(["1/a.ics": Studio.lunch]).events().first)
        #expect(event.attendees == nil && !event.hasAttendees && event.organizer == nil)
        #expect(try self.event().hasAttendees)
    }

    @Test func `the current user is identified by address`() throws {
        let studio = try Studio(["1/a.ics": Studio.lunch + Self.people])
        var configuration = studio.store.link.configuration
        configuration.userAddresses = ["Nora@studio.example"]
        let store = EKEventStore(configuration: configuration)
        let event = try #require(store.event(withIdentifier: "1:lunch"))
        #expect(event.organizer?.isCurrentUser == true)
        #expect(event.attendees?.contains { $0.isCurrentUser } == false)
    }

    @Test func `an address that is not a URL does not crash`() throws {
        let event = try #require(Studio(["1/a.ics": Studio.lunch + "\nATTENDEE:not a [url]"]).events().first)
        #expect(event.attendees?.first?.url != nil)
    }

    @Test func `participants with the same contents are equal`() throws {
        let event = try event()
        let attendees = try #require(event.attendees)
        #expect(attendees == event.attendees && event.organizer == event.organizer)
        #expect(attendees[0] != attendees[1] && Set(attendees + (event.attendees ?? [])).count == 4)
        #expect(event.organizer.map { attendees.contains($0) } == false && attendees[0].isEqual(nil) == false)
        let lines =
            Studio.lunch + "\nORGANIZER:mailto:nora@studio.example\nATTENDEE:mailto:nora@studio.example"
        let own = try #require(Studio(["1/a.ics": lines]).events().first)
        #expect(own.organizer == own.attendees?.first)
    }
}

import ICalendar
import Testing

/// Tests attendees and organizers: name, address, status, role and type.
struct AttendeesSemanticsTests {
    private func expand(_ lines: String) throws -> Expanded {
        try ICalendarTests.expand(
            calendar("DTSTART:20260110T100000Z\n" + lines),
            from: "2026-01-01",
            to: "2026-02-01"
        )
    }

    private func attendees(_ lines: String) throws -> [Attendee] {
        let found = try expand(lines)
        #expect(found.diagnostics == [])
        return found.occurrences.first?.event.attendees ?? []
    }

    @Test(arguments: [
        ("mailto:jane@example.com", "jane@example.com"), ("MAILTO:jane@example.com", "jane@example.com"),
        ("MailTo:jane@example.com", "jane@example.com"), ("mailto: jane@example.com ", "jane@example.com"),
        ("mailto:jane@example.com?subject=Hello", "jane@example.com"),
        ("mailto:jane%2Bcal@example.com", "jane+cal@example.com"),
        ("mailto:o%3Fmalley@example.com", "o?malley@example.com"),
        ("mailto:Jane.Doe@Example.COM", "Jane.Doe@example.com"),
    ])
    func `an address loses mailto, blanks and its query, is decoded, and gets a lowercase domain`(
        address: String,
        email: String
    ) throws {
        #expect(try attendees("ATTENDEE:\(address)").map(\.email) == [email])
        let organizer = try expand("ORGANIZER:\(address)").occurrences.first?.event.organizer
        #expect(organizer?.email == email)
    }

    @Test(arguments: [
        "urn:uuid:6f1c1f3a-5d3e-4b8e-9f57-0f3f6d1f2a10", "invalid:nomail",
        "/principals/users/jane/", "https://example.com/jane",
    ])
    func `without mailto, the email is the EMAIL parameter or nil`(address: String) throws {
        let found = try attendees("ATTENDEE:\(address)\nATTENDEE;EMAIL=jane@example.com:\(address)")
        #expect(found.map(\.email) == [nil, "jane@example.com"])
        #expect(found.map(\.uri) == [address, address])
    }

    @Test func `an address without a scheme counts as an email`() throws {
        let found = try expand("ATTENDEE:jane@example.com")
        #expect(found.occurrences.first?.event.attendees.map(\.email) == ["jane@example.com"])
        #expect(found.warns(at: "ATTENDEE", saying: "mailto", "jane@example.com"))
    }

    @Test func `the name is CN without quotes and caret escapes, and is never made up`() throws {
        let found = try attendees(
            """
            ATTENDEE;CN="Doe, Jane":mailto:jane@example.com
            ATTENDEE;CN=George Herman ^'Babe^' Ruth:mailto:babe@example.com
            ATTENDEE;CN="One^nTwo^^":mailto:two@example.com
            ATTENDEE:mailto:nobody@example.com
            """
        )
        #expect(found.map(\.name) == ["Doe, Jane", "George Herman \"Babe\" Ruth", "One\nTwo^", nil])
    }

    @Test func `attendees are in file order`() throws {
        let found = try attendees(
            "ATTENDEE:mailto:z@example.com\nATTENDEE:mailto:a@example.com\nATTENDEE:mailto:m@example.com"
        )
        #expect(found.map(\.email) == ["z@example.com", "a@example.com", "m@example.com"])
    }

    @Test(arguments: [
        ("", Attendee.Status.pending), (";PARTSTAT=NEEDS-ACTION", .pending),
        (";PARTSTAT=ACCEPTED", .accepted),
        (";PARTSTAT=declined", .declined), (";PARTSTAT=TENTATIVE", .tentative),
        (";PARTSTAT=DELEGATED", .delegated), (";PARTSTAT=COMPLETED", .completed),
        (";PARTSTAT=IN-PROCESS", .inProcess), (";PARTSTAT=X-MAYBE", .unknown),
    ])
    func `the status is PARTSTAT, or pending by default`(
        parameter: String,
        status: Attendee.Status
    ) throws {
        let found = try attendees("ATTENDEE\(parameter);CN=Jane:mailto:jane@example.com")
        #expect(found.map(\.status) == [status])
        #expect(found.first?.name == "Jane" && found.first?.email == "jane@example.com")
    }

    @Test(arguments: [
        ("", Attendee.Role.required), (";ROLE=REQ-PARTICIPANT", .required),
        (";ROLE=OPT-PARTICIPANT", .optional),
        (";ROLE=CHAIR", .chair), (";ROLE=NON-PARTICIPANT", .nonParticipant), (";ROLE=X-GUEST", .unknown),
    ])
    func `the role is ROLE, or required by default`(parameter: String, role: Attendee.Role) throws {
        #expect(try attendees("ATTENDEE\(parameter):mailto:jane@example.com").map(\.role) == [role])
    }

    @Test func `the type is CUTYPE, or a person by default`() throws {
        let found = try attendees(
            """
            ATTENDEE:mailto:a@example.com
            ATTENDEE;CUTYPE=INDIVIDUAL:mailto:b@example.com
            ATTENDEE;CUTYPE=ROOM:mailto:c@example.com
            ATTENDEE;CUTYPE=resource:mailto:d@example.com
            ATTENDEE;CUTYPE=GROUP:mailto:e@example.com
            ATTENDEE;CUTYPE=UNKNOWN:mailto:f@example.com
            ATTENDEE;CUTYPE=X-ROBOT:mailto:g@example.com
            """
        )
        #expect(found.map(\.type) == [.person, .person, .room, .resource, .group, .unknown, .unknown])
    }
}

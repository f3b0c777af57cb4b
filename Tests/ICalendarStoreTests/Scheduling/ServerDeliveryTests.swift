import ICalendar
import Testing

@testable import ICalendarStore

/// Tests the messages that a calendar's server sends and applies (RFC 6638).
@Suite struct ServerDeliveryTests {
    private static let organizer = "ORGANIZER:mailto:nora@x.example"

    private static func event(_ lines: String...) -> String {
        ([
            "BEGIN:VEVENT", "UID:u", "DTSTAMP:20260301T000000Z", "SEQUENCE:1", "SUMMARY:Review",
            "DTSTART:20260402T080000Z", "DTEND:20260402T090000Z",
        ] + lines + ["END:VEVENT"])
        .joined(separator: "\n")
    }

    private func divided(
        _ messages: [OutgoingMessage],
        of stored: [Component],
        for addresses: [String]
    ) -> (server: [String], own: [String]) {
        let (server, own) = ServerDelivery(for: addresses, of: stored).divided(messages)
        func words(_ messages: [OutgoingMessage]) -> [String] {
            messages.map { "\($0.method.keyword) \($0.recipients.map(\.email).joined(separator: ","))" }
        }
        return (words(server), words(own))
    }

    @Test func `each recipient has a scheduling agent, and no one sends messages for NONE`() throws {
        var nora = try Participant(
            "nora",
            [
                Self.event(
                    Self.organizer,
                    "ATTENDEE;SCHEDULE-AGENT=CLIENT:mailto:ann@x.example",
                    "ATTENDEE;SCHEDULE-AGENT=NONE:mailto:bob@x.example",
                    "ATTENDEE;SCHEDULE-AGENT=SERVER:mailto:eve@x.example",
                    "ATTENDEE:mailto:zoe@x.example"
                )
            ]
        )
        let invitation = try nora.scheduling().invitation()
        let cancellation = try nora.scheduling().cancellation()
        for (messages, method) in [(invitation, "REQUEST"), ([cancellation], "CANCEL")] {
            let found = divided(messages, of: nora.stored, for: ["Nora@X.example"])
            #expect(found.server == ["\(method) eve@x.example,zoe@x.example"])
            #expect(found.own == ["\(method) ann@x.example"])
            // The server acts only for addresses that belong to the user.
            let other = divided(messages, of: nora.stored, for: ["nora@other.example"])
            #expect(other.server.isEmpty && other.own.count == messages.count)
        }
    }

    @Test(arguments: [
        ("", ["REPLY nora@x.example"], [String]()), (";SCHEDULE-AGENT=SERVER", ["REPLY nora@x.example"], []),
        (";SCHEDULE-AGENT=CLIENT", [], ["REPLY nora@x.example,bob@x.example"]),
        (";SCHEDULE-AGENT=NONE", [], []),
        (";SCHEDULE-AGENT=X-OTHER", [], []),
    ])
    func `the organizer's agent decides who sends a reply`(agent: String, server: [String], own: [String])
        throws
    {
        var ann = try Participant(
            "ann",
            [
                Self.event(
                    "ORGANIZER\(agent):mailto:nora@x.example",
                    "ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO=\"mailto:ann@x.example\":mailto:bob@x.example",
                    "ATTENDEE;DELEGATED-FROM=\"mailto:bob@x.example\":mailto:ann@x.example"
                )
            ]
        )
        let found = divided([try ann.scheduling().reply(.accepted)], of: ann.stored, for: ["ann@x.example"])
        #expect(found.server == server && found.own == own)
    }

    @Test func `servers do not send proposals or delegates' invitations`() throws {
        var ann = try Participant("ann", [Self.event(Self.organizer, "ATTENDEE:mailto:ann@x.example")])
        let delegation = try ann.scheduling().delegation(to: Attendee(email: "joe@x.example"))
        let refresh = try ann.scheduling().refresh()
        let found = divided(delegation + [refresh], of: ann.stored, for: ["ann@x.example"])
        #expect(found.server == ["REPLY nora@x.example"])
        #expect(found.own == ["REQUEST joe@x.example", "REFRESH nora@x.example"])
    }

    // MARK: - Messages delivered by a server

    private func outcome(_ method: SchedulingMethod, _ message: [String], to stored: [String]) throws
        -> MessageOutcome
    {
        let item = StoredItem(
            calendar: try Participant.calendar(stored),
            uid: "u",
            kind: Event.componentName,
            displayZone: .utc,
            now: Instant(secondsSince1970: 1_780_000_000)
        )
        var context = MessageContext(users: ["ann@x.example"])
        context.isOfServer = true
        let received = ItemMessage(method, try Participant.calendar(message).component.components)
        return try received.applied(to: item, in: context).outcome
    }

    private static let series = ["RRULE:FREQ=WEEKLY;COUNT=3", organizer, "ATTENDEE:mailto:bob@x.example"]
    private static func occurrence(_ lines: String...) -> String {
        ([
            "BEGIN:VEVENT", "UID:u", "DTSTAMP:20260302T000000Z", "SEQUENCE:1", "SUMMARY:Review",
            "RECURRENCE-ID:20260409T080000Z", "DTSTART:20260409T080000Z", "DTEND:20260409T090000Z",
        ] + lines
            + ["END:VEVENT"]).joined(separator: "\n")
    }

    @Test func `a message whose effect is already stored changes nothing`() throws {
        let pending = Self.event(Self.organizer, "ATTENDEE:mailto:bob@x.example")
        let accepted = Self.event(Self.organizer, "ATTENDEE;PARTSTAT=ACCEPTED:mailto:bob@x.example")
        let delegated =
            "ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO=\"mailto:joe@x.example\":mailto:bob@x.example"
        let canceled = Self.event("STATUS:CANCELLED", Self.organizer)
        let series = ([""] + Self.series).joined(separator: "\n")
        let excluded = Self.event("EXDATE:20260409T080000Z\(series)")
        let moved = Self.occurrence("LOCATION:Hall", Self.organizer)
        let one = Self.occurrence(Self.organizer, "ATTENDEE;PARTSTAT=DECLINED:mailto:bob@x.example")
        let cases: [(SchedulingMethod, String, [String], MessageOutcome.Action)] = [
            (.reply, accepted, [accepted], .unchanged), (.reply, accepted, [pending], .answered),
            // A status without the delegate is only part of the reply.
            (
                .reply, Self.event(Self.organizer, delegated), [Self.event(Self.organizer, delegated)],
                .unchanged
            ),
            (
                .reply, Self.event(Self.organizer, delegated),
                [Self.event(Self.organizer, "ATTENDEE;PARTSTAT=DELEGATED:mailto:bob@x.example")], .answered
            ),
            (.reply, one, [Self.event(series)], .answered),
            (.reply, one, [Self.event(series), one], .unchanged),
            (.cancel, pending, [canceled], .unchanged), (.cancel, pending, [pending], .cancelled),
            (.cancel, moved, [excluded], .unchanged), (.cancel, moved, [Self.event(series)], .cancelled),
            (.request, pending, [accepted], .unchanged),
            (.request, moved, [Self.event(series), moved], .unchanged),
            (.request, moved, [Self.event(series)], .updated),
            (.refresh, pending, [pending], .ignored),
        ]
        for (method, message, stored, action) in cases {
            let found = try outcome(method, [message], to: stored)
            #expect(found.action == action, "\(method) \(message)\n\(stored)\n\(found)")
        }
    }
}

import ICalendar
import Testing

@testable import ICalendarStore

/// Tests that forged and contradictory messages have no effect (RFC 5546 section 6.1).
@Suite struct MessageSenderTests {
    private static let meeting = """
        BEGIN:VEVENT
        UID:u
        DTSTAMP:20260101T000000Z
        SEQUENCE:1
        SUMMARY:Review
        ORGANIZER:mailto:nora@studio.example
        ATTENDEE;PARTSTAT=ACCEPTED:mailto:me@home.example
        ATTENDEE:mailto:bob@client.example
        DTSTART:20260406T090000Z
        RRULE:FREQ=DAILY;COUNT=3
        END:VEVENT
        """
    private static let me = MessageContext(users: ["Me@home.example"])

    private static func event(_ lines: String) -> String {
        "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260102T000000Z\n\(lines)\nEND:VEVENT"
    }

    private func receive(
        _ method: SchedulingMethod?,
        _ lines: String,
        from sender: String? = nil,
        in context: MessageContext = me
    ) throws -> ReceivedMessage {
        try received(
            method,
            [Self.event(lines)],
            over: [Self.meeting],
            kind: "VEVENT",
            sender: sender,
            in: context
        )
    }

    private static let revision =
        "SEQUENCE:2\nSUMMARY:New\nORGANIZER:mailto:nora@studio.example\nDTSTART:20260406T100000Z\n"
        + "ATTENDEE:mailto:me@home.example"

    @Test(arguments: [
        ("nora@studio.example", true), ("NORA@studio.example", true), ("me@home.example", true),
        ("eve@other.example", false), ("nora@studio.example.evil.example", false),
    ])
    func `only an email from the organizer changes the event`(sender: String, applies: Bool) throws {
        for (method, lines) in [(SchedulingMethod.request, Self.revision), (.cancel, "SEQUENCE:2")] {
            let result = try receive(method, lines, from: sender)
            #expect(result.isSame != applies, "\(result.outcome)")
            if !applies { #expect(result.outcome.words.contains("not by the organizer nora@studio.example")) }
        }
        var context = Self.me
        context.allowsAnySender = true
        #expect(try !receive(.cancel, "SEQUENCE:2", from: sender, in: context).isSame)
    }

    @Test func `a secretary must be listed in the stored event`() throws {
        let named = "ORGANIZER;SENT-BY=\"mailto:sec@studio.example\""
        let sent = Self.revision.replacing("ORGANIZER", with: named)
        #expect(try receive(.request, sent, from: "sec@studio.example").isSame)
        let stored = Self.meeting.replacing("ORGANIZER", with: named)
        let known = try received(
            .request,
            [Self.event(sent)],
            over: [stored],
            kind: "VEVENT",
            sender: "sec@studio.example",
            in: Self.me
        )
        #expect(!known.isSame)
    }

    /// Senders whose emails do not count as coming from the organizer or Bob.
    private static let strangers = ["eve@other.example", "", "bob@client.example, eve@other.example"]

    @Test(arguments: strangers, [nil, SchedulingMethod.publish, .request])
    func `an email from a stranger has no effect, with or without METHOD`(
        sender: String,
        method: SchedulingMethod?
    )
        throws
    {
        let result = try receive(method, Self.revision, from: sender)
        #expect(result.isSame && result.outcome.action == .ignored, "\(result.outcome)")
    }

    @Test func `a file without METHOD counts as an update`() throws {
        #expect(try !receive(nil, Self.revision).isSame)
    }

    @Test(arguments: [SchedulingMethod.request, .publish, .cancel])
    func `an email changes an event without an organizer only if the user sent it`(method: SchedulingMethod)
        throws
    {
        let stored = ["BEGIN:VEVENT\nUID:u\nDTSTAMP:20260101T000000Z\nDTSTART:20260406T090000Z\nEND:VEVENT"]
        for (sender, applies) in [("nora@studio.example", false), ("me@home.example", true), (nil, true)] {
            let result = try received(
                method,
                [Self.event(Self.revision)],
                over: stored,
                kind: "VEVENT",
                sender: sender,
                in: Self.me
            )
            #expect(result.isSame != applies, "\(result.outcome)")
            #expect(applies || result.outcome.words.contains("the stored item has no organizer"))
        }
    }

    @Test(arguments: [SchedulingMethod.request, .cancel])
    func `each component must come from its organizer`(method: SchedulingMethod) throws {
        let whole = Self.event(Self.revision)
        let slot = "RECURRENCE-ID:20260407T090000Z\n"
        func forged(_ event: String) -> String {
            event.replacing("nora@studio.example", with: "eve@other.example")
        }
        for message in [
            [whole, forged(Self.event(slot + Self.revision))],
            [forged(whole), Self.event(slot + Self.revision)],
        ] {
            for sender in [nil, "eve@other.example"] {
                let result = try received(
                    method,
                    message,
                    over: [Self.meeting],
                    kind: "VEVENT",
                    sender: sender,
                    in: Self.me
                )
                #expect(result.isSame && result.outcome.action == .ignored, "\(result.outcome)")
            }
        }
    }

    @Test(arguments: strangers)
    func `a reply applies only to its sender`(sender: String) throws {
        let own = "ATTENDEE;PARTSTAT=ACCEPTED:mailto:eve@other.example"
        let bob = "ATTENDEE;PARTSTAT=DECLINED:mailto:bob@client.example"
        let delegate =
            "ATTENDEE;PARTSTAT=ACCEPTED;DELEGATED-FROM=\"mailto:bob@client.example\":mailto:eve@other.example"
        let delegator =
            "ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO=\"mailto:eve@other.example\":mailto:bob@client.example"
        let slot = "RECURRENCE-ID:20260407T090000Z"
        for replies in [[bob], [own, "\(slot)\n\(bob)"], [delegate], ["\(delegate)\n\(delegator)"]] {
            let result = try received(
                .reply,
                replies.map { Self.event("SEQUENCE:1\n\($0)") },
                over: [Self.meeting],
                kind: "VEVENT",
                sender: sender,
                in: Self.me
            )
            #expect(result.isSame, "\(result.outcome)")
        }
    }

    @Test func `a delegate can reply after the delegator's email arrives`() throws {
        let delegator =
            "SEQUENCE:1\nATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO=\"mailto:sam@x.example\":mailto:bob@client.example"
        let delegate =
            "ATTENDEE;PARTSTAT=ACCEPTED;DELEGATED-FROM=\"mailto:bob@client.example\":mailto:sam@x.example"
        // Bob names Sam but cannot reply for him.
        let both = try receive(.reply, "\(delegator)\n\(delegate)", from: "bob@client.example")
        let people = both.components.first.map { Event($0).attendees.map(\.status) }
        #expect(people == [.accepted, .delegated, .pending], "\(both.outcome)")
        let named = try receive(.reply, delegator, from: "bob@client.example")
        let stored = String(decoding: named.components[0].contentLines, as: UTF8.self)
        let result = try received(
            .reply,
            [Self.event("SEQUENCE:1\n\(delegate)")],
            over: [stored],
            kind: "VEVENT",
            sender: "sam@x.example",
            in: Self.me
        )
        #expect(result.outcome.words == "sam@x.example accepted, on behalf of bob@client.example")
    }

    @Test func `an email from an attendee changes only that attendee's status`() throws {
        let reply = "SEQUENCE:1\nATTENDEE;PARTSTAT=DECLINED:mailto:bob@client.example"
        #expect(try receive(.reply, reply, from: "eve@other.example").isSame)
        #expect(try receive(.reply, reply, from: "bob@client.example").outcome.action == .answered)
    }

    @Test func `only the user can change the user's own reply`() throws {
        let reply = "SEQUENCE:1\nATTENDEE;PARTSTAT=DECLINED:mailto:me@home.example"
        for sender in [nil, "eve@other.example"] {
            let result = try receive(.reply, reply, from: sender)
            #expect(result.isSame && result.outcome.action == .ignored, "\(result.outcome)")
        }
        #expect(try !receive(.reply, reply, from: "me@home.example").isSame)
        // An update of the same revision that contradicts the reply.
        let update = Self.meeting.replacing("20260101", with: "20260103").replacing(
            "ACCEPTED",
            with: "DECLINED"
        )
        .replacing("Review", with: "New")
        let result = try received(.request, [update], over: [Self.meeting], kind: "VEVENT", in: Self.me)
        #expect(result.text.contains("SUMMARY:New") && result.text.contains("PARTSTAT=ACCEPTED:mailto:me@"))
        // The user agreed to a different time.
        let moved = update.replacing("T090000Z", with: "T100000Z")
        let asked = try received(.request, [moved], over: [Self.meeting], kind: "VEVENT", in: Self.me)
        #expect(asked.text.contains("PARTSTAT=DECLINED:mailto:me@"), "\(asked.text)")
    }

    @Test(arguments: [
        (
            "ATTENDEE;PARTSTAT=DECLINED:mailto:bob@client.example\nATTENDEE;PARTSTAT=DECLINED:mailto:x@client.example",
            "the reply is for 2 attendees"
        ),
        (
            "ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO=\"mailto:bob@client.example\":mailto:bob@client.example",
            "contains a circular delegation"
        ),
        (
            "ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO=\"mailto:s@x.example\";DELEGATED-FROM=\"mailto:s@x.example\":"
                + "mailto:bob@client.example", "contains a circular delegation"
        ),
        (
            "ATTENDEE;PARTSTAT=ACCEPTED;DELEGATED-FROM=\"mailto:b@x.example\":mailto:a@x.example\n"
                + "ATTENDEE;PARTSTAT=ACCEPTED;DELEGATED-FROM=\"mailto:a@x.example\":mailto:b@x.example",
            "contains a circular delegation"
        ),
        ("ATTENDEE;PARTSTAT=ACCEPTED:mailto:eve@other.example", "eve@other.example is not an attendee"),
    ])
    func `a contradictory reply has no effect`(lines: String, words: String) throws {
        let result = try receive(.reply, "SEQUENCE:1\n" + lines)
        #expect(result.isSame && result.outcome.action == .ignored)
        #expect(result.outcome.words.contains(words), "\(result.outcome)")
    }

    @Test func `an uninvited person is added only on request`() throws {
        var context = Self.me
        context.admitsUninvited = true
        let reply = "SEQUENCE:1\nATTENDEE;PARTSTAT=ACCEPTED:mailto:eve@other.example"
        let result = try receive(.reply, reply, in: context)
        #expect(result.outcome == .init(.answered, "eve@other.example accepted, although not invited"))
        #expect(result.components.first.map { Event($0).attendees.count } == 3)
    }

    @Test func `a cancellation for other attendees does not cancel the user's event`() throws {
        let bob = "SEQUENCE:2\nATTENDEE:mailto:bob@client.example"
        let result = try receive(.cancel, bob)
        #expect(
            result.isSame && result.outcome.words == "it cancels only the invitation of bob@client.example"
        )
        #expect(try !receive(.cancel, bob + "\nATTENDEE:mailto:me@home.example").isSame)
        #expect(try receive(.cancel, bob + "\nSTATUS:CANCELLED").isSame)
        let organizer = MessageContext(users: ["nora@studio.example"])
        #expect(try receive(.cancel, bob, in: organizer).isSame)
    }

    @Test func `without the user's address, a cancellation for some attendees applies with a warning`() throws
    {
        let bob = "SEQUENCE:2\nATTENDEE:mailto:bob@client.example"
        for context in [MessageContext(), MessageContext(users: ["other@home.example"])] {
            let result = try receive(.cancel, bob, in: context)
            #expect(result.outcome.action == .cancelled)
            #expect(
                result.outcome.guesses == [
                    "the message cancels only the invitation of bob@client.example; assuming that this is you "
                        + "(see --address)"
                ]
            )
        }
        let all = "\nATTENDEE:mailto:me@home.example"
        for rest in [all, "\nSTATUS:CANCELLED"] {
            #expect(try receive(.cancel, bob + rest, in: MessageContext()).outcome == .init(.cancelled))
        }
    }

    @Test func `a proposal must come from an attendee and go to the organizer`() throws {
        let proposal =
            "SEQUENCE:1\nDTSTART:20260406T110000Z\nDTEND:20260406T120000Z\nATTENDEE:mailto:bob@client.example"
        let mine = MessageContext(users: ["nora@studio.example"])
        let result = try receive(.counter, proposal, in: mine)
        #expect(result.isSame)
        let words = "bob@client.example proposes 2026-04-06 11:00Z to 2026-04-06 12:00Z"
        #expect(result.outcome == .init(.proposed, words))
        #expect(try receive(.counter, proposal).outcome.action == .ignored)
        let older = try receive(.counter, proposal.replacing("SEQUENCE:1", with: "SEQUENCE:0"), in: mine)
        #expect(older.outcome.words == "the proposal is for SEQUENCE 0, but the stored item has SEQUENCE 1")
        let stranger = try receive(.counter, proposal.replacing("bob", with: "eve"), in: mine)
        #expect(stranger.outcome == .init(.ignored, "eve@client.example is not an attendee"))
    }
}

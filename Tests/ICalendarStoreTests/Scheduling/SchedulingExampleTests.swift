import ICalendar
import Testing

@testable import ICalendarStore

/// Tests the examples in RFC 5546 section 4, with their facts in compact calendars.
@Suite struct SchedulingExampleTests {
    private let a = "ORGANIZER:mailto:a@x.example"

    private func event(_ lines: String, _ kind: String = "VEVENT", at stamp: Int = 1) -> String {
        "BEGIN:\(kind)\nUID:u\nDTSTAMP:199706\(stamp < 10 ? "0" : "")\(stamp)T000000Z\n\(lines)\nEND:\(kind)"
    }

    private func receive(
        _ method: SchedulingMethod,
        _ message: String,
        over stored: String...,
        kind: String = "VEVENT",
        me: String? = nil
    ) throws -> ReceivedMessage {
        let context = MessageContext(users: me.map { ["\($0)@x.example"] } ?? [])
        return try received(method, [message], over: stored, kind: kind, in: context)
    }

    private func answers(_ message: ReceivedMessage) -> [String] {
        message.components.map { component in
            Event(component).attendees.map { "\($0.email?.prefix(1) ?? "") \($0.status.rawValue)" }
                .joined(separator: ", ")
        }
    }

    // MARK: - 4.1 Published events

    private var ballgame: String {
        event(
            "\(a)\nDTSTART:19970701T200000Z\nDTEND:19970701T230000Z\nSUMMARY:ST. PAUL SAINTS -VS- DULUTH\nSEQUENCE:0"
        )
    }

    @Test func `4.1.2 a published event is changed`() throws {
        let change = event(
            "\(a)\nDTSTART:19970701T190000Z\nDTEND:19970701T230000Z\nSUMMARY:Game\nSEQUENCE:1",
            at: 2
        )
        let result = try receive(.publish, change, over: ballgame)
        #expect(result.outcome == .init(.updated, "SEQUENCE 0 to SEQUENCE 1"))
        #expect(result.text.contains("DTSTART:19970701T190000Z"))
        #expect(try receive(.publish, ballgame, over: ballgame).outcome == .known)
    }

    @Test func `4.1.3 a published event is canceled`() throws {
        let cancel = event("\(a)\nCOMMENT:DULUTH forfeited\nSEQUENCE:2", at: 3)
        let result = try receive(.cancel, cancel, over: ballgame)
        #expect(result.outcome.action == .cancelled && Event(result.components[0]).status == .cancelled)
        #expect(Event(result.components[0]).sequence == 2)
    }

    @Test func `4.1.4 an event keeps all its many properties`() throws {
        let rich = event(
            "\(a)\nATTACH:http://www.x.example/\nCATEGORIES:SPORTS EVENT,ENTERTAINMENT\nCLASS:PRIVATE\nSEQUENCE:3\n"
                + "DTSTART;TZID=America/Chicago:19970701T200000\nSUMMARY:Game\nBEGIN:VALARM\nTRIGGER:-PT2H\n"
                + "ACTION:DISPLAY\nDESCRIPTION:You should be leaving\nEND:VALARM",
            at: 4
        )
        let result = try receive(.publish, rich, over: ballgame)
        #expect(
            result.text.contains("CATEGORIES:SPORTS EVENT,ENTERTAINMENT")
                && result.text.contains("CLASS:PRIVATE")
        )
        // The alarms of a stored item are the user's own.
        #expect(!result.text.contains("TRIGGER:-PT2H"))
    }

    @Test func `4.1.5 an anniversary is an all-day event`() throws {
        let day = event(
            "\(a)\nDTSTART;VALUE=DATE:19970714\nRRULE:FREQ=YEARLY;INTERVAL=1\nSUMMARY:Bastille Day\nSEQUENCE:0"
        )
        let next = day.replacing("SEQUENCE:0", with: "SEQUENCE:1").replacing("19970714", with: "19970715")
        #expect(try receive(.publish, next, over: day).text.contains("DTSTART;VALUE=DATE:19970715"))
    }

    // MARK: - 4.2 Group events

    private let invited =
        "ATTENDEE;ROLE=CHAIR;PARTSTAT=ACCEPTED:mailto:a@x.example\n"
        + "ATTENDEE;RSVP=TRUE:mailto:b@x.example\nATTENDEE;RSVP=TRUE:mailto:c@x.example\n"
        + "ATTENDEE;CUTYPE=ROOM:mailto:conf@x.example"

    private var conference: String {
        event(
            "\(a)\n\(invited)\nDTSTART:19970701T200000Z\nDTEND:19970701T203000Z\nSUMMARY:Conference\nSEQUENCE:0"
        )
    }

    @Test func `4.2.2 an attendee accepts`() throws {
        let reply = event(
            "\(a)\nATTENDEE;PARTSTAT=ACCEPTED:mailto:b@x.example\nSEQUENCE:0\nREQUEST-STATUS:2.0;Success",
            at: 2
        )
        let result = try receive(.reply, reply, over: conference)
        #expect(answers(result) == ["a accepted, b accepted, c pending, c pending"])
        #expect(result.outcome == .init(.answered, "b@x.example accepted"))
    }

    @Test func `4.2.3 an update moves the conference, and all attendees reply again`() throws {
        let update = event(
            "\(a)\n\(invited)\nDTSTART:19970701T180000Z\nDTEND:19970701T190000Z\nSUMMARY:Phone\nSEQUENCE:1",
            at: 3
        )
        let stored = conference.replacing(
            "ATTENDEE;RSVP=TRUE:mailto:b",
            with: "ATTENDEE;PARTSTAT=ACCEPTED:mailto:b"
        )
        #expect(
            answers(try receive(.request, update, over: stored)) == [
                "a accepted, b pending, c pending, c pending"
            ]
        )
    }

    @Test func `4.2.4 a proposal and its rejection have no effect`() throws {
        let proposal = event(
            "\(a)\nATTENDEE;PARTSTAT=ACCEPTED:mailto:b@x.example\nDTSTART:19970701T190000Z\nDTEND:19970701T193000Z\n"
                + "SUMMARY:Discuss\nSEQUENCE:0\nCOMMENT:This time works much better",
            at: 4
        )
        let result = try receive(.counter, proposal, over: conference, me: "a")
        #expect(result.isSame && result.outcome.action == .proposed)
        #expect(result.outcome.words == "b@x.example proposes 1997-07-01 19:00Z to 1997-07-01 19:30Z")
        let refusal = event("\(a)\nATTENDEE:mailto:b@x.example\nSEQUENCE:0\nCOMMENT:Sorry", at: 5)
        let declined = try receive(.declineCounter, refusal, over: conference, me: "b")
        #expect(declined.isSame)
        #expect(
            declined.outcome == .init(.proposalDeclined, "the organizer keeps the stored revision: Sorry")
        )
    }

    private let delegation =
        "ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO=\"mailto:e@x.example\":mailto:c@x.example"
    private let delegate = "ATTENDEE;PARTSTAT=%;DELEGATED-FROM=\"mailto:c@x.example\":mailto:e@x.example"

    @Test(arguments: [("ACCEPTED", "accepted"), ("DECLINED", "declined")])
    func `4.2.5 to 4.2.7 a delegate is named and replies`(word: String, status: String) throws {
        let named = try receive(.reply, event("\(a)\n\(delegation)\nSEQUENCE:0", at: 2), over: conference)
        #expect(answers(named) == ["a accepted, b pending, c delegated, c pending"])
        let reply = event("\(a)\n\(delegate.replacing("%", with: word))\n\(delegation)\nSEQUENCE:0", at: 3)
        for stored in [conference, String(decoding: named.components[0].contentLines, as: UTF8.self)] {
            let result = try receive(.reply, reply, over: stored)
            #expect(answers(result) == ["a accepted, b pending, c delegated, c pending, e \(status)"])
        }
        // A delegate who does not name the delegator.
        let short = event("\(a)\nATTENDEE;PARTSTAT=\(word):mailto:e@x.example\nSEQUENCE:0", at: 3)
        let known = String(decoding: named.components[0].contentLines, as: UTF8.self)
        #expect(try receive(.reply, short, over: known).outcome.words.hasSuffix("on behalf of c@x.example"))
    }

    @Test func `4.2.8 an uninvited person replies to a forwarded invitation`() throws {
        let reply = event("\(a)\nATTENDEE;PARTSTAT=ACCEPTED:mailto:f@x.example\nSEQUENCE:0", at: 2)
        let result = try receive(.reply, reply, over: conference)
        #expect(result.isSame && result.outcome == .init(.ignored, "f@x.example is not an attendee"))
    }

    @Test func `4.2.9 a group event is canceled`() throws {
        let cancel = event(
            "\(a)\n\(invited)\nCOMMENT:Mr. B cannot attend\nSEQUENCE:1\nSTATUS:CANCELLED",
            at: 2
        )
        #expect(try receive(.cancel, cancel, over: conference, me: "b").outcome == .init(.cancelled))
    }

    @Test func `4.2.10 an attendee is removed`() throws {
        let cancel = event(
            "\(a)\nATTENDEE:mailto:b@x.example\nCOMMENT:You're off the hook\nSEQUENCE:1",
            at: 2
        )
        #expect(try receive(.cancel, cancel, over: conference, me: "b").outcome == .init(.cancelled))
        #expect(try receive(.cancel, cancel, over: conference, me: "c").isSame)
        let update = conference.replacing("ATTENDEE;RSVP=TRUE:mailto:b@x.example\n", with: "")
            .replacing("SEQUENCE:0", with: "SEQUENCE:1")
        #expect(
            answers(try receive(.request, update, over: conference)) == ["a accepted, c pending, c pending"]
        )
    }

    @Test func `4.2.11 a message from another organizer is rejected`() throws {
        let other = conference.replacing("ORGANIZER:mailto:a", with: "ORGANIZER:mailto:b")
            .replacing("SEQUENCE:0", with: "SEQUENCE:1")
        let result = try receive(.request, other, over: conference)
        #expect(result.isSame && result.outcome.words.hasPrefix("the organizer is b@x.example, but"))
    }

    // MARK: - 4.4 Recurring events

    private var series: String {
        event(
            "\(a)\nATTENDEE;PARTSTAT=ACCEPTED:mailto:a@x.example\nATTENDEE:mailto:b@x.example\nSEQUENCE:1\n"
                + "DTSTART;TZID=America/New_York:19970701T210000\nDTEND;TZID=America/New_York:19970701T223000\n"
                + "RRULE:FREQ=MONTHLY;BYMONTHDAY=1;UNTIL=19980901T010000Z\nSUMMARY:Status meeting"
        )
    }

    private let second = "RECURRENCE-ID:19970802T010000Z"

    @Test func `4.4.1 and 4.4.2 an instance of a series in a time zone is moved`() throws {
        let moved = event(
            "\(a)\n\(second)\nSEQUENCE:2\nDTSTART:19970803T010000Z\nDTEND:19970803T023000Z\nSUMMARY:S",
            at: 2
        )
        let result = try receive(.request, moved, over: series)
        #expect(result.outcome == .init(.updated, "one occurrence") && result.components.count == 2)
        // A message about an instance in the opposite direction.
        #expect(try receive(.request, series, over: series, moved).outcome == .known)
    }

    @Test func `4.4.3 and 4.4.4 an instance and the series are canceled`() throws {
        let one = try receive(.cancel, event("\(a)\n\(second)\nSEQUENCE:2", at: 2), over: series)
        #expect(
            one.outcome == .init(.cancelled, "1997-08-01 21:00 (America/New_York)")
                && one.components.count == 2
        )
        #expect(Event(one.components[0]).status != .cancelled)
        let all = try receive(.cancel, event("\(a)\nSEQUENCE:2", at: 2), over: series)
        #expect(all.outcome == .init(.cancelled) && Event(all.components[0]).status == .cancelled)
    }

    @Test func `4.4.5 all later instances are changed`() throws {
        let later = event(
            "\(a)\nRECURRENCE-ID;RANGE=THISANDFUTURE:19970901T010000Z\nSEQUENCE:3\nDTSTART:19970901T020000Z\n"
                + "DTEND:19970901T033000Z\nSUMMARY:Moved",
            at: 2
        )
        let stored = series.replacing("BYMONTHDAY=1", with: "BYMONTHDAY=31,1")
        let result = try receive(.request, later, over: stored)
        #expect(result.outcome == .init(.updated, "one occurrence and all that follow"), "\(result.outcome)")
        #expect(try receive(.request, later, over: stored, later).isSame)
    }

    @Test func `4.4.6 an instance is added only once`() throws {
        let added = event(
            "\(a)\nSEQUENCE:4\nDTSTART:19970715T010000Z\nDTEND:19970715T023000Z\nSUMMARY:Extra",
            at: 2
        )
        let result = try receive(.add, added, over: series)
        #expect(result.outcome == .init(.updated, "one occurrence"), "\(result.outcome)")
        #expect(result.text.contains("RDATE:19970715T010000Z") && result.text.contains("SUMMARY:Extra"))
        #expect(result.text.contains("SEQUENCE:1"))
        let stored = result.components.map { String(decoding: $0.contentLines, as: UTF8.self) }
        let again = try received(.add, [added], over: stored, kind: "VEVENT")
        #expect(again.isSame && again.outcome.action == .unchanged)
        // A later revision of the series does not contain the instance.
        let newer = series.replacing("SEQUENCE:1", with: "SEQUENCE:5")
        #expect(try receive(.add, added, over: newer).isSame)
        // A single event becomes a series.
        #expect(try receive(.add, added, over: conference).text.contains("RDATE:19970715T010000Z"))
    }

    @Test func `4.4.7 a rule cannot be added`() throws {
        let rule = event(
            "\(a)\nSEQUENCE:4\nDTSTART:19970715T010000Z\nRRULE:FREQ=DAILY;COUNT=3\nSUMMARY:S",
            at: 2
        )
        let result = try receive(.add, rule, over: series)
        #expect(result.isSame && result.outcome.words.hasPrefix("METHOD:ADD adds single instances"))
    }

    @Test func `4.4.8 and 4.7.1 an attendee requests the latest revision`() throws {
        let refresh = event("\(a)\nATTENDEE:mailto:b@x.example", at: 2)
        let result = try receive(.refresh, refresh, over: series, me: "a")
        #expect(result.isSame && result.outcome.action == .refreshRequested)
        #expect(result.outcome.words.hasPrefix("b@x.example asks"))
        #expect(try receive(.refresh, refresh, over: series, me: "b").outcome.action == .ignored)
    }

    @Test func `4.4.9 a new time is proposed for one instance`() throws {
        let proposal = event(
            "\(a)\n\(second)\nATTENDEE:mailto:b@x.example\nDTSTART:19970802T020000Z\nDTEND:19970802T030000Z\n"
                + "SUMMARY:S\nSEQUENCE:1",
            at: 2
        )
        let words = try receive(.counter, proposal, over: series, me: "a").outcome.words
        #expect(words == "b@x.example proposes 1997-08-02 02:00Z to 1997-08-02 03:00Z (1997-08-02 01:00Z)")
    }

    @Test func `4.4.10 and 4.7.2 a reply can report an error`() throws {
        let reply = event(
            "\(a)\nATTENDEE;PARTSTAT=DECLINED:mailto:b@x.example\nSEQUENCE:1\n"
                + "REQUEST-STATUS:3.8;No authority\nREQUEST-STATUS:2.8;Success\\, repeating event ignored;RRULE:FREQ=DAILY",
            at: 2
        )
        let result = try receive(.reply, reply, over: series)
        #expect(answers(result) == ["a accepted, b declined"] && !result.text.contains("REQUEST-STATUS"))
    }

    // MARK: - 4.5 To-dos

    private var todo: String {
        event(
            "\(a)\nATTENDEE;ROLE=CHAIR:mailto:a@x.example\nATTENDEE;RSVP=TRUE:mailto:b@x.example\n"
                + "DTSTART:19970701T170000Z\nDUE:19970722T170000Z\nPRIORITY:1\nSUMMARY:Create the requirements document\n"
                + "SEQUENCE:0\nSTATUS:NEEDS-ACTION",
            "VTODO"
        )
    }

    @Test(arguments: [
        ("ACCEPTED", "accepted"), ("IN-PROCESS", "inProcess"), ("COMPLETED", "completed"),
    ])
    func `4.5.2 to 4.5.5 progress on a to-do is reported`(word: String, status: String) throws {
        let reply = event(
            "\(a)\nATTENDEE;PARTSTAT=\(word):mailto:b@x.example\nPERCENT-COMPLETE:75\nSEQUENCE:0",
            "VTODO",
            at: 2
        )
        #expect(answers(try receive(.reply, reply, over: todo, kind: "VTODO")) == ["a pending, b \(status)"])
    }

    @Test func `4.5.6 a to-do is updated`() throws {
        let update = todo.replacing("SEQUENCE:0", with: "SEQUENCE:1").replacing("19970722", with: "19970729")
        #expect(
            try receive(.request, update, over: todo, kind: "VTODO").text.contains("DUE:19970729T170000Z")
        )
        let cancel = event("\(a)\nATTENDEE:mailto:b@x.example\nSEQUENCE:1", "VTODO", at: 2)
        #expect(try receive(.cancel, cancel, over: todo, kind: "VTODO").outcome == .init(.cancelled))
    }

    @Test func `4.5.7 an attendee replies to one instance of a recurring to-do`() throws {
        let stored = todo.replacing("PRIORITY:1", with: "PRIORITY:1\nRRULE:FREQ=MONTHLY;COUNT=10")
        let reply = event(
            "\(a)\nATTENDEE;PARTSTAT=IN-PROCESS:mailto:b@x.example\nRECURRENCE-ID:19970801T170000Z\nSEQUENCE:0",
            "VTODO",
            at: 2
        )
        let result = try receive(.reply, reply, over: stored, kind: "VTODO")
        #expect(answers(result) == ["a pending, b pending", "a pending, b inProcess"])
        #expect(result.text.contains("DUE:19970822T170000Z"))
    }
}

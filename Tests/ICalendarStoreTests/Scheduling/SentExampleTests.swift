import ICalendar
import Testing

@testable import ICalendarStore

/// The examples of RFC 5546 section 4, made by one side and processed by the other.
@Suite struct SentExampleTests {
    private let a = "ORGANIZER:mailto:a@x.example"
    private let invited =
        "ATTENDEE;ROLE=CHAIR;PARTSTAT=ACCEPTED:mailto:a@x.example\n"
        + "ATTENDEE;RSVP=TRUE:mailto:b@x.example\nATTENDEE;RSVP=TRUE:mailto:c@x.example"

    private func event(_ lines: String, _ kind: String = "VEVENT") -> String {
        "BEGIN:\(kind)\nUID:u\nDTSTAMP:19970601T000000Z\n\(lines)\nEND:\(kind)"
    }

    private var conference: String {
        event(
            "\(a)\n\(invited)\nDTSTART:19970701T200000Z\nDTEND:19970701T203000Z\nSUMMARY:Conference\nSEQUENCE:0\n"
                + "CATEGORIES:mine\nX-NOTE:private\nBEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER:-PT1H\nEND:VALARM"
        )
    }

    private var series: String {
        event(
            "\(a)\n\(invited)\nSEQUENCE:1\nDTSTART;TZID=America/New_York:19970701T210000\n"
                + "DTEND;TZID=America/New_York:19970701T223000\nRRULE:FREQ=MONTHLY;COUNT=4\nSUMMARY:Status meeting"
        )
    }

    private let second = EventTime.utc(CivilDateTime(secondNumber: 870_483_600))

    private func start(_ hour: Int) -> EventTime {
        .utc(CivilDateTime(secondNumber: 867_715_200 + hour * 3600))
    }

    /// Returns the organizer and two attendees who have received the invitation.
    private func meeting(_ text: String, kind: String = "VEVENT") throws -> (
        Participant, Participant, Participant
    ) {
        var (organizer, b, c) = (
            try Participant("a", [text], kind: kind), try Participant("b", kind: kind),
            try Participant("c", kind: kind)
        )
        let messages = try organizer.scheduling().changes(since: [])
        let message = try #require(messages.count == 1 ? messages.first : nil)
        #expect(message.names == ["b", "c"] && message.method == .request && message.violations == [])
        try b.receive(message)
        try c.receive(message)
        return (organizer, b, c)
    }

    @Test func `4.2.1 an invitation contains no personal properties and is the same for all attendees`()
        throws
    {
        let (organizer, b, c) = try meeting(conference)
        #expect(b.lines == c.lines && b.answers == organizer.answers)
        let text = b.lines.joined(separator: "\n")
        #expect(!text.contains("mine") && !text.contains("VALARM") && !text.contains("private"))
    }

    @Test(arguments: [
        (Attendee.Status.accepted, "accepted"), (.declined, "declined"), (.tentative, "tentative"),
    ])
    func `4.2.2 an attendee replies, and both sides record it`(status: Attendee.Status, word: String) throws {
        var (organizer, b, _) = try meeting(conference)
        b.stored[0].properties.append(Property("TRANSP", .text("TRANSPARENT")))
        let reply = try b.scheduling().reply(status, comment: "Fine")
        #expect(reply.names == ["a"] && reply.violations == [])
        #expect(reply.text.contains("REQUEST-STATUS:2.0;Success") && reply.text.contains("COMMENT:Fine"))
        #expect(!reply.text.contains("TRANSP") && !reply.text.contains("mailto:c@"))
        #expect(try organizer.receive(reply).action == .answered)
        #expect(try b.receive(reply).action == .answered)
        #expect(organizer.answers == ["a accepted, b \(word), c pending"] && b.answers == organizer.answers)
        // The same again changes nothing.
        #expect(try organizer.receive(reply).action == .unchanged)
        // Nobody else can reply for them.
        #expect(
            try organizer.receive(try b.scheduling().reply(.delegated), from: "z@x.example").action
                == .ignored
        )
    }

    @Test func `4.2.3 moving a conference creates a new revision, to which all attendees reply again`() throws
    {
        var (organizer, b, _) = try meeting(conference)
        let reply = try b.scheduling().reply(.accepted)
        try organizer.receive(reply)
        try b.receive(reply)
        let old = organizer.stored
        var new = Event(old[0])
        new.start = start(18)
        new.end = start(19)
        new.component.revise(from: old[0], at: .now)
        let revision = OrganizerRevision(of: try item(old), by: Attendee.keys(ofEmails: ["a@x.example"]))
        organizer.stored = revision.revised(try item([new.component]).calendar).component.components
        #expect(organizer.answers == ["a accepted, b pending, c pending"])
        let messages = try organizer.scheduling().changes(since: old)
        #expect(messages.count == 1 && messages[0].isUpdate && messages[0].names == ["b", "c"])
        #expect(messages[0].text.contains("SEQUENCE:1"))
        #expect(try b.receive(messages[0]).action == .updated)
        #expect(b.answers == organizer.answers)
        // The earlier reply no longer applies.
        #expect(try organizer.receive(reply).action == .ignored)
    }

    private func item(_ components: [Component]) throws -> StoredItem {
        var object = CalendarObject()
        object.component.components = components
        return StoredItem(calendar: object, uid: "u", displayZone: .utc)
    }

    @Test func `a new location requires new replies, and a new description does not`() throws {
        let old = try Participant(
            "a",
            [conference.replacing("ATTENDEE;RSVP=TRUE:mailto:b", with: "ATTENDEE;PARTSTAT=ACCEPTED:mailto:b")]
        ).stored
        let users = Attendee.keys(ofEmails: ["a@x.example"])
        var moved = old[0]
        moved.properties.append(Property("LOCATION", .text("Room 5")))
        let place = OrganizerRevision(of: try item(old), by: users).revised(try item([moved]).calendar)
        #expect(place.events[0].sequence == 1 && place.events[0].attendees[1].status == .pending)
        var described = old[0]
        described.properties.append(Property("DESCRIPTION", .text("New")))
        let text = OrganizerRevision(of: try item(old), by: users).revised(try item([described]).calendar)
        #expect(text.events[0].sequence == 0 && text.events[0].attendees[1].status == .accepted)
        // An attendee who moves their copy makes no revision.
        let other = OrganizerRevision(of: try item(old), by: Attendee.keys(ofEmails: ["b@x.example"]))
        #expect(other.revised(try item([moved]).calendar).events[0].sequence == 0)
    }

    @Test func `4.2.4 a proposal changes nothing until it is accepted or declined`() throws {
        var (organizer, b, _) = try meeting(conference)
        var proposed = Event(b.stored[0])
        proposed.start = start(19)
        proposed.component.revise(from: b.stored[0], at: .now)
        let counter = try b.scheduling().counter([proposed.component], comment: "Better")
        #expect(
            counter.violations == [] && counter.text.contains("SEQUENCE:0")
                && !counter.text.contains("mailto:c@")
        )
        let before = organizer.lines
        let outcome = try organizer.receive(counter)
        #expect(outcome.action == .proposed && organizer.lines == before)
        #expect(
            outcome.words == "b@x.example proposes 1997-07-01 19:00Z to 1997-07-01 20:30Z",
            "\(outcome.words)"
        )
        let refusal = try organizer.scheduling().declinedCounter(of: "b@x.example", comment: "Sorry")
        #expect(refusal.violations == [] && refusal.names == ["b"])
        #expect(try b.receive(refusal).action == .proposalDeclined)
        let same = b.stored
        #expect(throws: StoreError.self) { try b.scheduling().counter(same) }
    }

    @Test func `4.2.5 to 4.2.7 an attendee delegates, and the delegate replies to both`() throws {
        var (organizer, _, c) = try meeting(conference)
        var e = try Participant("e")
        let messages = try c.scheduling().delegation(to: Attendee(email: "e@x.example"))
        #expect(messages.map(\.method) == [.reply, .request] && messages.map(\.names) == [["a"], ["e"]])
        #expect(messages.allSatisfy { $0.violations == [] })
        try c.receive(messages[0])
        try organizer.receive(messages[0])
        #expect(try e.receive(messages[1]).action == .added)
        #expect(organizer.answers == ["a accepted, b pending, c delegated"] && c.answers == organizer.answers)
        let reply = try e.scheduling().reply(.accepted)
        #expect(reply.names == ["a", "c"])
        for _ in 0..<2 {
            for message in [reply] {
                try organizer.receive(message)
                try c.receive(message)
                try e.receive(message)
            }
        }
        let all = ["a accepted, b pending, c delegated, e accepted"]
        #expect(organizer.answers == all && c.answers == all && e.answers == all)
        #expect(throws: StoreError.self) { try e.scheduling().delegation(to: Attendee(email: "c@x.example")) }
        #expect(throws: StoreError.self) { try c.scheduling().delegation(to: Attendee(email: "a@x.example")) }
    }

    @Test func `4.2.9 a conference is canceled for all`() throws {
        var (organizer, b, c) = try meeting(conference)
        let cancel = try organizer.scheduling().cancellation(comment: "Mr. B cannot attend")
        #expect(cancel.violations == [] && cancel.names == ["b", "c"] && cancel.text.contains("SEQUENCE:1"))
        try organizer.receive(cancel)
        try b.receive(cancel)
        try c.receive(cancel)
        #expect(
            [organizer, b, c].allSatisfy {
                Event($0.stored[0]).status == .cancelled && Event($0.stored[0]).sequence == 1
            }
        )
        #expect(throws: StoreError.self) { try b.scheduling().cancellation() }
    }

    @Test func `4.2.10 a removed attendee alone gets a cancellation, and a new one an invitation`() throws {
        var (organizer, b, c) = try meeting(conference)
        let old = organizer.stored
        var event = Event(old[0])
        event.attendees.remove(at: 1)
        event.attendees.append(Attendee(email: "d@x.example"))
        organizer.stored = [event.component]
        let messages = try organizer.scheduling().changes(since: old)
        #expect(messages.map(\.method) == [.cancel, .request] && messages.map(\.names) == [["b"], ["d"]])
        #expect(messages.allSatisfy { $0.violations == [] } && messages[0].isRemoval)
        #expect(messages[0].text.contains("SEQUENCE:0") && !messages[0].text.contains("mailto:c@"))
        #expect(try b.receive(messages[0]).action == .cancelled)
        #expect(try c.receive(messages[0]).action == .ignored)
        let all = try organizer.scheduling().changes(since: old, tellsAll: true)
        #expect(all.map(\.names) == [["b"], ["c"], ["d"]], "\(all.map(\.names))")
        // Invited again, they come back.
        organizer.stored = old
        let again = try organizer.scheduling().changes(since: [event.component])
        let request = try #require(again.first { $0.method == .request })
        #expect(request.names == ["b"])
        #expect(try b.receive(request).action == .updated && Event(b.stored[0]).status == nil)
    }

    @Test func `4.4.2 and 4.4.3 a moved and a canceled occurrence are sent alone`() throws {
        var (organizer, b, c) = try meeting(series)
        let cancel = try organizer.scheduling().cancellation(at: second)
        #expect(cancel.violations == [] && cancel.components.count == 1)
        try organizer.receive(cancel)
        try b.receive(cancel)
        try c.receive(cancel)
        #expect(b.lines == c.lines && Event(b.stored[1]).status == .cancelled)
        #expect(Event(organizer.stored[1]).status == .cancelled && Event(b.stored[0]).status != .cancelled)
        // What was canceled is not sent again.
        let again = try organizer.scheduling().invitation()
        #expect(again.count == 1 && again[0].components.count == 1 && again[0].text.contains("EXDATE"))
        #expect(again[0].violations == [])
    }

    @Test func `an attendee of one occurrence gets only that occurrence`() throws {
        var organizer = try Participant("a", [series])
        let old = organizer.stored
        let one =
            "\(a)\nRECURRENCE-ID:19970802T010000Z\nDTSTART:19970802T010000Z\nDTEND:19970802T023000Z\nSUMMARY:Guest\nSEQUENCE:1"
        let override = try Participant(
            "a",
            [event("\(one)\nATTENDEE:mailto:b@x.example\nATTENDEE:mailto:g@x.example")]
        ).stored
        organizer.stored += override
        let messages = try organizer.scheduling().changes(since: old)
        let byName = Dictionary(messages.map { ($0.names.joined() + $0.method.rawValue, $0) }) { first, _ in
            first
        }
        #expect(Set(byName.keys) == ["brequest", "grequest", "ccancel"], "\(byName.keys)")
        #expect(byName["brequest"]?.components.count == 1 && byName["grequest"]?.components.count == 1)
        #expect(byName["ccancel"]?.text.contains("RECURRENCE-ID") == true)
    }

    @Test func `4.4.8 an attendee asks for the latest revision, and gets it`() throws {
        var (organizer, b, _) = try meeting(series)
        let refresh = try b.scheduling().refresh()
        #expect(refresh.violations == [] && refresh.names == ["a"])
        #expect(try organizer.receive(refresh).action == .refreshRequested)
        let again = try organizer.scheduling().invitation(to: ["b@x.example"])
        #expect(again.map(\.names) == [["b"]])
        #expect(try b.receive(again[0]).action == .unchanged)
    }

    @Test func `a reply can be for a single occurrence`() throws {
        var (organizer, b, _) = try meeting(series)
        let reply = try b.scheduling().reply(.declined, at: second)
        #expect(reply.text.contains("RECURRENCE-ID") && reply.text.contains("BEGIN:VTIMEZONE"))
        try organizer.receive(reply)
        try b.receive(reply)
        #expect(b.answers == ["a accepted, b pending, c pending", "a accepted, b declined, c pending"])
        #expect(b.answers == organizer.answers)
        #expect(throws: StoreError.self) {
            try b.scheduling().reply(.accepted, at: .utc(CivilDateTime(secondNumber: 0)))
        }
    }

    @Test func `4.5 the work on a to-do is reported`() throws {
        let todo = event(
            "\(a)\n\(invited)\nDTSTART:19970701T170000Z\nDUE:19970722T170000Z\nSUMMARY:Requirements\nSEQUENCE:0",
            "VTODO"
        )
        var (organizer, b, _) = try meeting(todo, kind: "VTODO")
        for (status, word) in [
            (Attendee.Status.accepted, "accepted"), (.inProcess, "inProcess"), (.completed, "completed"),
        ] {
            let reply = try b.scheduling().reply(status)
            #expect(reply.violations == [])
            try organizer.receive(reply)
            try b.receive(reply)
            #expect(
                organizer.answers == ["a accepted, b \(word), c pending"] && b.answers == organizer.answers
            )
        }
        let refresh = try b.scheduling().refresh()
        #expect(refresh.violations == [] && refresh.names == ["a"])
        let cancel = try organizer.scheduling().cancellation()
        #expect(cancel.violations == [])
        #expect(try b.receive(cancel).action == .cancelled)
    }

    @Test func `messages can be sent only by the right sender`() throws {
        var (organizer, b, _) = try meeting(conference)
        var stranger = try Participant("z", [conference])
        #expect(throws: StoreError.self) { try organizer.scheduling().reply(.accepted) }
        #expect(throws: StoreError.self) { try stranger.scheduling().reply(.accepted) }
        #expect(throws: StoreError.self) { try b.scheduling().changes(since: []) }
        #expect(throws: StoreError.self) { try b.scheduling().invitation() }
        #expect(throws: StoreError.self) { try organizer.scheduling().declinedCounter(of: "z@x.example") }
        var alone = try Participant("a", [event("DTSTART:19970701T200000Z\nSUMMARY:Alone")])
        #expect(throws: StoreError.self) { try alone.scheduling().changes(since: []) }
        #expect(throws: StoreError.self) { try alone.scheduling().reply(.accepted) }
    }
}

import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests received cancellations and replies (RFC 5546).
@Suite struct CancellationTests {
    private static let zone = "TZID=Europe/Berlin"

    private func receive(
        _ method: SchedulingMethod,
        _ message: [String],
        over stored: [String],
        kind: String = "VEVENT"
    ) throws -> (components: [Component], outcome: MessageOutcome, isSame: Bool) {
        let (_, components, outcome, isSame) = try received(method, message, over: stored, kind: kind)
        return (components, outcome, isSame)
    }

    /// Returns a component with the UID and the given lines.
    private func component(_ lines: String, _ kind: String = "VEVENT") -> String {
        "BEGIN:\(kind)\nUID:u\nDTSTAMP:20260201T000000Z\n\(lines)\nEND:\(kind)"
    }

    private var series: String {
        component(
            "SEQUENCE:1\nSUMMARY:A\nDTSTART;\(Self.zone):20260330T090000\nDTEND;\(Self.zone):20260330T093000\n"
                + "RRULE:FREQ=WEEKLY;COUNT=4\nATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:bob@studio.example\n"
                + "ATTENDEE:mailto:jane@studio.example"
        )
    }

    private var moved: String {
        component(
            "SEQUENCE:1\nSUMMARY:A\nRECURRENCE-ID;\(Self.zone):20260406T090000\nDTSTART;\(Self.zone):20260406T110000\n"
                + "ATTENDEE;PARTSTAT=TENTATIVE:mailto:bob@studio.example\nATTENDEE:mailto:jane@studio.example"
        )
    }

    private func status(_ component: Component) -> String { component.text("STATUS") ?? "" }

    // MARK: - CANCEL

    @Test func `canceling a whole series cancels its overrides too`() throws {
        let (components, outcome, _) = try receive(.cancel, [component("SEQUENCE:2")], over: [series, moved])
        #expect(components.map(status) == ["CANCELLED", "CANCELLED"] && outcome == .init(.cancelled))
        #expect(components.allSatisfy { Event($0).sequence == 2 } && components[0].first("RRULE") != nil)
        let again = try receive(
            .cancel,
            [component("SEQUENCE:1")],
            over: [series + "", moved].map {
                $0.replacingOccurrences(of: "SUMMARY", with: "STATUS:cancelled\nSUMMARY")
            }
        )
        #expect(again.isSame && again.outcome.action == .unchanged)
    }

    @Test(arguments: ["SEQUENCE:1", "SEQUENCE:4"])
    func `after a cancellation, a new revision of the series replaces the canceled occurrences`(
        sequence: String
    ) throws {
        let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER:-PT7M\nEND:VALARM\nEND:VEVENT"
        let range = moved.replacingOccurrences(
            of: "RECURRENCE-ID;",
            with: "RECURRENCE-ID;RANGE=THISANDFUTURE;"
        )
        .replacingOccurrences(of: "20260406", with: "20260413")
        let stored = [series, moved.replacingOccurrences(of: "SEQUENCE:1", with: sequence), range]
        let gone = lines(try receive(.cancel, [component("SEQUENCE:2")], over: stored).components)
        let again = series.replacingOccurrences(of: "SEQUENCE:1", with: "SEQUENCE:3")
        let (components, outcome, _) = try receive(.request, [again], over: gone)
        #expect(components.count == 1 && components.map(status) == [""], "\(components)")
        #expect(outcome == .init(.updated, "SEQUENCE 2 to SEQUENCE 3"))
        // The organizer may send the moved occurrence again, with its own revision, and the user's alarm remains.
        let withAlarm = gone.map { $0.replacingOccurrences(of: "END:VEVENT", with: alarm) }
        let sent = moved.replacingOccurrences(of: "SEQUENCE:1", with: sequence)
        let both = try receive(.request, [again, sent], over: [gone[0], withAlarm[1]])
        #expect(both.components.map(status) == ["", ""] && both.components[1].components.count == 1)
        #expect(Event(both.components[1]).start == (try EventTime("2026-04-06 11:00", in: "Europe/Berlin")))
        let late = try receive(.request, [again], over: [gone[0], withAlarm[1]]).components
        #expect(Event(late[1]).start == (try EventTime("2026-04-06 09:00", in: "Europe/Berlin")))
        #expect(late[1].components.count == 1 && late.map(status) == ["", ""])
        #expect(try receive(.request, [sent], over: lines(late)).components[1].components.count == 1)
    }

    @Test func `an occurrence that was canceled by itself stays canceled`() throws {
        let one = component("SEQUENCE:1\nRECURRENCE-ID;\(Self.zone):20260406T090000")
        let stored = lines(try receive(.cancel, [one], over: [series, moved]).components)
        let later = series.replacingOccurrences(of: "SEQUENCE:1", with: "SEQUENCE:3")
        #expect(try receive(.request, [later], over: stored).components.map(status) == ["", "CANCELLED"])
    }

    private func lines(_ components: [Component]) -> [String] {
        components.map { String(decoding: $0.contentLines, as: UTF8.self).trimmingCharacters(in: .newlines) }
    }

    @Test(arguments: ["20260406", "20260413", "20260420"])
    func `canceling the rest after one of its occurrences leaves one override for each`(day: String) throws {
        let id = "\(Self.zone):\(day)T090000"
        let one = component("SEQUENCE:2\nRECURRENCE-ID;\(id)")
        let rest = component("SEQUENCE:2\nRECURRENCE-ID;RANGE=THISANDFUTURE;\(Self.zone):20260406T090000")
        let first = lines(try receive(.cancel, [one], over: [series]).components)
        let (components, outcome, _) = try receive(.cancel, [rest], over: first)
        #expect(
            outcome.action == .cancelled && outcome.words.contains("2026-04-06 09:00 and all that follow")
        )
        let ids = components.compactMap { Event($0).recurrenceID }
        #expect(Set(ids).count == components.count - 1, "\(components)")
        let text =
            "BEGIN:VCALENDAR\nVERSION:2.0\n\(lines(components).joined(separator: "\n"))\nEND:VCALENDAR\n"
        let from = Instant(secondsSince1970: 1_772_323_200)
        let window = try OccurrenceWindow(from: from, to: from.adding(seconds: 61 * 86_400), in: .utc)
        let found = Array(try CalendarFile(text: text).occurrences(in: window))
        #expect(found.map { $0.status == .cancelled } == [false, true, true, true])
        #expect(try receive(.cancel, [rest], over: lines(components)).isSame)
    }

    @Test func `canceling the rest from an excluded occurrence cancels the others`() throws {
        let excluded = series.replacingOccurrences(
            of: "RRULE",
            with: "EXDATE;\(Self.zone):20260406T090000\nRRULE"
        )
        let rest = component("SEQUENCE:2\nRECURRENCE-ID;RANGE=THISANDFUTURE;\(Self.zone):20260406T090000")
        let (components, outcome, _) = try receive(.cancel, [rest], over: [excluded])
        #expect(outcome.action == .cancelled && components.map(status) == ["", "CANCELLED"])
        #expect(Event(components[1]).start == (try EventTime("2026-04-13 09:00", in: "Europe/Berlin")))
    }

    @Test func `canceling the rest reports a newer occurrence that it does not cancel`() throws {
        let newer = moved.replacingOccurrences(of: "SEQUENCE:1", with: "SEQUENCE:5")
        let rest = component("SEQUENCE:2\nRECURRENCE-ID;RANGE=THISANDFUTURE;\(Self.zone):20260406T090000")
        let (components, outcome, _) = try receive(.cancel, [rest], over: [series, newer])
        #expect(outcome.action == .cancelled && outcome.words.contains("older than the stored SEQUENCE 5"))
        #expect(components.map(status) == ["", "", "CANCELLED"])
    }

    @Test func `an older cancellation is not applied`() throws {
        let (_, outcome, isSame) = try receive(.cancel, [component("SEQUENCE:0")], over: [series])
        #expect(isSame && outcome == .init(.ignored, "SEQUENCE 0 is older than the stored SEQUENCE 1"))
    }

    @Test(arguments: [
        "RECURRENCE-ID;TZID=Europe/Berlin:20260413T090000", "RECURRENCE-ID:20260413T070000Z",
        "RECURRENCE-ID;VALUE=DATE:20260413",
    ])
    func `canceling one occurrence does not affect the others`(id: String) throws {
        // Google's cancellations have no DTSTART.
        let (components, outcome, _) = try receive(
            .cancel,
            [component("SEQUENCE:1\n\(id)")],
            over: [series, moved]
        )
        #expect(outcome.action == .cancelled && outcome.words.contains("2026-04-13"), "\(outcome)")
        #expect(components.map(status) == ["", "", "CANCELLED"])
        #expect(Event(components[2]).start == (try EventTime("2026-04-13 09:00", in: "Europe/Berlin")))
        #expect(Event(components[2]).end == (try EventTime("2026-04-13 09:30", in: "Europe/Berlin")))
        #expect(components[2].first("RRULE") == nil && components[2].first("RECURRENCE-ID") != nil)
    }

    @Test func `one message can cancel several occurrences`() throws {
        let ids = ["20260406", "20260420"].map {
            component("SEQUENCE:1\nRECURRENCE-ID;\(Self.zone):\($0)T090000")
        }
        let (components, outcome, _) = try receive(.cancel, ids, over: [series, moved])
        #expect(components.map(status) == ["", "CANCELLED", "CANCELLED"])
        #expect(outcome.words == "2026-04-06 09:00, 2026-04-20 09:00")
    }

    @Test func `a message can cancel one occurrence and all following ones`() throws {
        let message = component("SEQUENCE:1\nRECURRENCE-ID;RANGE=THISANDFUTURE;\(Self.zone):20260330T090000")
        let later = component("SEQUENCE:1\nRECURRENCE-ID;RANGE=thisandfuture;\(Self.zone):20260406T090000")
        for text in [message, later] {
            let (components, outcome, _) = try receive(.cancel, [text], over: [series, moved])
            #expect(outcome.action == .cancelled, "\(outcome)")
            let file = CalendarFile(calendars: [
                CalendarObject(Component("VCALENDAR", components: components))
            ])
            let window = try OccurrenceWindow(
                from: Instant(secondsSince1970: 1_774_821_600),
                to: Instant(secondsSince1970: 1_774_821_600 + 60 * 86_400),
                in: Zone(identifier: "Europe/Berlin")
            )
            let states = file.occurrences(in: window).map { $0.event.status == .cancelled }
            #expect(states == [text == message, true, true, true], "\(states)")
        }
    }

    @Test func `canceling an unknown occurrence is reported`() throws {
        let message = component("SEQUENCE:1\nRECURRENCE-ID;\(Self.zone):20260407T090000")
        let (_, outcome, isSame) = try receive(.cancel, [message], over: [series])
        #expect(isSame && outcome == .init(.ignored, "the series has no occurrence at 2026-04-07 09:00"))
        let excluded = series.replacingOccurrences(
            of: "RRULE",
            with: "EXDATE;\(Self.zone):20260406T090000\nRRULE"
        )
        let gone = component("SEQUENCE:1\nRECURRENCE-ID;\(Self.zone):20260406T090000")
        #expect(try receive(.cancel, [gone], over: [excluded]).outcome.action == .unchanged)
    }

    @Test func `all-day events and to-dos can also be canceled`() throws {
        let days = component("SUMMARY:A\nDTSTART;VALUE=DATE:20260330\nRRULE:FREQ=DAILY;COUNT=3")
        let day = component("RECURRENCE-ID;VALUE=DATE:20260331")
        #expect(try receive(.cancel, [day], over: [days]).components.map(status) == ["", "CANCELLED"])
        let todo = component(
            "SUMMARY:A\nDUE;VALUE=DATE:20260330\nDTSTART;VALUE=DATE:20260329\nRRULE:FREQ=DAILY",
            "VTODO"
        )
        let whole = try receive(.cancel, [component("SUMMARY:A", "VTODO")], over: [todo], kind: "VTODO")
        #expect(whole.components.map(status) == ["CANCELLED"])
        let one = component("RECURRENCE-ID;VALUE=DATE:20260331", "VTODO")
        let instance = try receive(.cancel, [one], over: [todo], kind: "VTODO").components
        #expect(instance.map(status) == ["", "CANCELLED"])
        let due = try #require(CivilDate(year: 2026, month: 4, day: 1))
        #expect(instance.last.flatMap { Todo($0).due } == .date(due))
    }

    // MARK: - REPLY

    private func reply(_ status: String, _ more: String = "SEQUENCE:1", stamp: String = "20260301T000000Z")
        -> String
    {
        "BEGIN:VEVENT\nUID:u\nDTSTAMP:\(stamp)\n\(more)\nATTENDEE;PARTSTAT=\(status):MAILTO:Bob@Studio.Example\nEND:VEVENT"
    }

    private func answers(_ components: [Component]) -> [String] {
        components.map { component in
            Event(component).attendees.map { $0.status.rawValue.prefix(3) }.joined(separator: " ")
        }
    }

    @Test func `a reply sets only the status of its attendee`() throws {
        let (components, outcome, _) = try receive(.reply, [reply("declined")], over: [series, moved])
        #expect(outcome.action == .answered && outcome.words.contains("declined"), "\(outcome)")
        // A reply to the series is a reply to all its occurrences.
        #expect(answers(components) == ["dec pen", "dec pen"])
        #expect(Event(components[0]).attendees[0].expectsReply)
    }

    @Test func `a reply to one occurrence adds an override`() throws {
        let id = "SEQUENCE:1\nRECURRENCE-ID;\(Self.zone):20260413T090000"
        let one = try receive(.reply, [reply("ACCEPTED", id)], over: [series, moved])
        #expect(answers(one.components) == ["pen pen", "ten pen", "acc pen"])
        let moved = "SEQUENCE:1\nRECURRENCE-ID;\(Self.zone):20260406T090000"
        let known = try receive(.reply, [reply("ACCEPTED", moved)], over: [series, self.moved])
        #expect(answers(known.components) == ["pen pen", "acc pen"])
        let none = "SEQUENCE:1\nRECURRENCE-ID;\(Self.zone):20260414T090000"
        #expect(try receive(.reply, [reply("ACCEPTED", none)], over: [series]).outcome.action == .ignored)
    }

    @Test func `a reply to an occurrence and all following ones applies to all of them`() throws {
        func from(_ day: Int, _ status: String, _ minute: Int = 0) -> String {
            reply(
                status,
                "SEQUENCE:1\nRECURRENCE-ID;RANGE=THISANDFUTURE;\(Self.zone):202604\(day < 10 ? "0" : "")\(day)T090000",
                stamp: "20260301T00\(10 + minute)00Z"
            )
        }
        /// Bob's answers to the four occurrences.
        func statuses(_ components: [Component]) throws -> String {
            let file = CalendarFile(calendars: [
                CalendarObject(Component("VCALENDAR", components: components))
            ])
            let window = try OccurrenceWindow(
                from: Instant(secondsSince1970: 1_774_821_600),
                to: Instant(secondsSince1970: 1_774_821_600 + 60 * 86_400),
                in: Zone(identifier: "Europe/Berlin")
            )
            return file.occurrences(in: window)
                .map { $0.event.attendees.first.map { String($0.status.rawValue.prefix(3)) } ?? "-" }
                .joined(separator: " ")
        }
        let (components, outcome, _) = try receive(.reply, [from(6, "ACCEPTED")], over: [series, moved])
        #expect(outcome.words.hasSuffix(" accepted (2026-04-06 09:00 and all that follow)"))
        #expect(try statuses(components) == "pen acc acc acc")
        // The moved occurrence keeps its own time, so the range begins after it.
        #expect(components.compactMap { Event($0).recurrenceID?.civil.date.day } == [6, 13])
        let again = try receive(.reply, [from(6, "ACCEPTED")], over: lines(components))
        #expect(again.isSame && again.outcome.action == .unchanged, "\(again.outcome)")
        // Later replies win, whatever they cover and in whatever order they arrive.
        let replies = [
            from(6, "ACCEPTED"), from(13, "DECLINED", 1), reply("TENTATIVE", stamp: "20260301T000500Z"),
        ]
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0], [0, 2, 1], [2, 0, 1]] {
            var stored = [series, moved]
            for index in order {
                stored = lines(try receive(.reply, [replies[index]], over: stored).components)
            }
            let components = try receive(.reply, [replies[0]], over: stored).components
            #expect(try statuses(components) == "ten acc dec dec", "\(order)")
            // The replies follow a revision of the series that does not need new ones.
            let renamed = series.replacingOccurrences(of: "SUMMARY:A", with: "SUMMARY:B")
                .replacingOccurrences(of: "20260201", with: "20260202")
            let renewed = try receive(.request, [renamed], over: stored).components
            #expect(try statuses(renewed) == "ten acc dec dec", "\(order)")
            #expect(renewed.count { $0.text("SUMMARY") == "B" } == renewed.count - 1, "\(renewed)")
        }
        let none = from(7, "ACCEPTED")
        #expect(try receive(.reply, [none], over: [series]).outcome.action == .ignored)
    }

    @Test func `the latest reply applies in any order, and is applied once`() throws {
        let first = try receive(.reply, [reply("ACCEPTED", stamp: "20260302T000000Z")], over: [series])
        let text = String(
            decoding: CalendarFile(calendars: [
                CalendarObject(Component("VCALENDAR", components: first.components))
            ])
            .icsBytes(.asRead),
            as: UTF8.self
        )
        let stored = try #require(try CalendarFile(text: text).calendars.first).component.components
            .map { String(decoding: $0.contentLines, as: UTF8.self) }
        let again = try receive(.reply, [reply("ACCEPTED", stamp: "20260302T000000Z")], over: stored)
        #expect(again.isSame && again.outcome.action == .unchanged)
        let older = try receive(.reply, [reply("DECLINED", stamp: "20260301T000000Z")], over: stored)
        #expect(older.isSame && older.outcome.words.contains("older than the reply"), "\(older.outcome)")
        let newer = try receive(.reply, [reply("TENTATIVE", stamp: "20260303T000000Z")], over: stored)
        #expect(answers(newer.components) == ["ten pen"])
    }

    @Test func `a reply to an older revision or from someone else is not recorded`() throws {
        let old = try receive(.reply, [reply("ACCEPTED", "SEQUENCE:0")], over: [series])
        #expect(
            old.isSame
                && old.outcome
                    == .init(.ignored, "the reply is for SEQUENCE 0, but the stored item has SEQUENCE 1")
        )
        let stranger = reply("ACCEPTED").replacingOccurrences(of: "Bob@", with: "eve@")
        let (_, outcome, isSame) = try receive(.reply, [stranger], over: [series])
        #expect(isSame && outcome == .init(.ignored, "eve@studio.example is not an attendee"))
        #expect(try receive(.reply, [reply("X-LATE")], over: [series]).isSame)
    }

    @Test func `a delegate is added as an attendee`() throws {
        let text = component(
            "SEQUENCE:1\nATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO=\"mailto:sam@client.example\":mailto:bob@studio.example\n"
                + "ATTENDEE;PARTSTAT=ACCEPTED;DELEGATED-FROM=\"mailto:bob@studio.example\":mailto:sam@client.example"
        )
        let (components, outcome, _) = try receive(.reply, [text], over: [series])
        #expect(answers(components) == ["del pen acc"], "\(outcome)")
        #expect(Event(components[0]).attendees[0].delegates == ["mailto:sam@client.example"])
    }

    @Test func `replies to a to-do are recorded`() throws {
        let todo = component(
            "SUMMARY:A\nDUE;VALUE=DATE:20260330\nATTENDEE:mailto:bob@studio.example",
            "VTODO"
        )
        let text = reply("COMPLETED").replacingOccurrences(of: "VEVENT", with: "VTODO")
        let (components, outcome, _) = try receive(.reply, [text], over: [todo], kind: "VTODO")
        #expect(answers(components) == ["com"] && outcome.words.contains("completed it"))
    }
}

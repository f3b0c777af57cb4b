import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests replies and revisions whose effect must not depend on their order of arrival.
@Suite struct AnswerOrderTests {
    private typealias Message = (method: SchedulingMethod, components: [String], sender: String?)

    private static func event(_ lines: String, at minute: Int) -> String {
        let stamp = "20260101T00\(minute < 10 ? "0" : "")\(minute)00Z"
        return "BEGIN:VEVENT\nUID:u\nDTSTAMP:\(stamp)\nORGANIZER:mailto:nora@x.example\n\(lines)\nEND:VEVENT"
    }

    private static func series(_ bob: String = "", _ lines: String = "SEQUENCE:1", at minute: Int = 0)
        -> String
    {
        event(
            "\(lines)\nSUMMARY:S\nDTSTART:20260406T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=4\n"
                + "ATTENDEE\(bob):mailto:bob@x.example\nATTENDEE:mailto:jane@x.example",
            at: minute
        )
    }

    private static let slot = "RECURRENCE-ID:20260407T090000Z"

    private static func moved(_ sequence: Int, at minute: Int) -> String {
        event(
            "SEQUENCE:\(sequence)\n\(slot)\nSUMMARY:S\nDTSTART:20260407T150000Z\nDURATION:PT1H\n"
                + "ATTENDEE:mailto:bob@x.example\nATTENDEE:mailto:jane@x.example",
            at: minute
        )
    }

    private static func reply(
        _ name: String,
        _ parameters: String,
        at minute: Int,
        _ lines: String = "SEQUENCE:1"
    )
        -> Message
    {
        let attendee = "ATTENDEE;PARTSTAT=\(parameters):mailto:\(name)@x.example"
        return (.reply, [event("\(lines)\n\(attendee)", at: minute)], "\(name)@x.example")
    }

    private static let toSam = "DELEGATED;DELEGATED-TO=\"mailto:sam@x.example\""
    private static let fromBob = "ACCEPTED;DELEGATED-FROM=\"mailto:bob@x.example\""

    private func delivered(_ messages: [Message], over stored: [String]) throws -> [Component] {
        var stored = stored
        var components: [Component] = []
        for message in messages {
            components =
                try received(
                    message.method,
                    message.components,
                    over: stored,
                    kind: "VEVENT",
                    sender: message.sender
                ).components
            stored = components.map { String(decoding: $0.contentLines, as: UTF8.self) }
        }
        return components
    }

    private func answers(_ components: [Component]) -> [String] {
        components.map { component in
            Event(component).attendees
                .map { "\($0.email?.prefix(3) ?? "") \($0.status.rawValue.prefix(3)) \($0.delegates.count)" }
                .sorted().joined(separator: ", ")
        }
    }

    /// Delivers messages in every order, each of them twice.
    private func expect(
        _ expected: [String],
        _ messages: [Message],
        over stored: [String],
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        for order in Self.orders(of: messages) {
            let result = try delivered(order + order.reversed(), over: stored)
            #expect(answers(result) == expected, "\(order.map(\.components))", sourceLocation: location)
        }
    }

    private static func orders(of messages: [Message]) -> [[Message]] {
        guard messages.count > 1 else { return [messages] }
        return messages.indices.flatMap { index in
            var others = messages
            let first = others.remove(at: index)
            return orders(of: others).map { [first] + $0 }
        }
    }

    @Test func `a delegate remains an attendee if the delegator replies again`() throws {
        let messages = [
            Self.reply("bob", Self.toSam, at: 1), Self.reply("sam", Self.fromBob, at: 2),
            Self.reply("bob", "ACCEPTED", at: 3),
        ]
        try expect(["bob acc 0, jan pen 0, sam acc 0"], messages, over: [Self.series()])
    }

    @Test func `the latest delegation in a circle is ignored`() throws {
        func delegation(_ name: String, _ delegate: String, at minute: Int) -> Message {
            Self.reply(name, "DELEGATED;DELEGATED-TO=\"mailto:\(delegate)@x.example\"", at: minute)
        }
        let jane = Self.reply("jane", "ACCEPTED", at: 1)
        let pair = [jane, delegation("bob", "jane", at: 2), delegation("jane", "bob", at: 3)]
        try expect(["bob del 1, jan acc 0"], pair, over: [Self.series()])
        let stored = [Self.series("", "SEQUENCE:1\nATTENDEE:mailto:sam@x.example")]
        let circle = [
            delegation("bob", "jane", at: 2), delegation("jane", "sam", at: 3),
            delegation("sam", "bob", at: 4),
        ]
        try expect(["bob del 1, jan del 1, sam pen 0"], circle, over: stored)
    }

    @Test func `a delegator who replies again is no longer delegating`() throws {
        let status = "DELEGATED;DELEGATED-TO=\"mailto:bob@x.example\""
        var participant = try Participant("bob", [Self.series(";PARTSTAT=\(status)")])
        let reply = try participant.scheduling().reply(.accepted)
        #expect(!reply.text.contains("DELEGATED-TO"))
        try participant.receive(reply)
        #expect(Event(participant.stored[0]).attendees[0].delegates == [])
    }

    @Test func `a delegate must reply again if the delegated occurrence moves`() throws {
        let stored = [Self.series(), Self.moved(2, at: 1)]
        let whole = Self.reply("bob", Self.toSam, at: 2)
        let one = Self.reply("bob", Self.toSam, at: 2, "SEQUENCE:2\n\(Self.slot)")
        let sam = Self.reply("sam", Self.fromBob, at: 3)
        let series = "bob del 1, jan pen 0, sam acc 0"
        try expect([series, "bob pen 0, jan pen 0"], [whole, sam], over: stored)
        try expect([series, "bob del 1, jan pen 0"], [whole, one, sam], over: stored)
        let both = Self.reply("sam", Self.fromBob, at: 4, "SEQUENCE:2\n\(Self.slot)")
        try expect([series, "bob del 1, jan pen 0, sam acc 0"], [whole, one, sam, both], over: stored)
        // A repeated reply does not restore a delegate removed by the organizer.
        let removed = Self.series(";PARTSTAT=\(Self.toSam)", "SEQUENCE:3", at: 5)
        try expect(["bob del 1, jan pen 0"], [sam], over: [removed])
    }

    @Test func `a delegation includes the moved occurrences that need a reply`() throws {
        var bob = try Participant("bob", [Self.series(), Self.moved(2, at: 1)])
        let messages = try bob.scheduling().delegation(to: Attendee(email: "sam@x.example"))
        #expect(messages.map(\.components.count) == [2, 2])
        try bob.receive(messages[0])
        #expect(answers(bob.stored) == ["bob del 1, jan pen 0", "bob del 1, jan pen 0"])
        let accepted = try bob.scheduling().reply(.accepted)
        #expect(accepted.components.count == 1)
    }

    @Test func `a reply to the series also applies to occurrences of the same revision`() throws {
        let moved = Self.moved(1, at: 1).replacing(
            "ATTENDEE:mailto:jane",
            with: "ATTENDEE;PARTSTAT=TENTATIVE:mailto:jane"
        )
        let jane = Self.reply("jane", "DECLINED", at: 2)
        let bob = Self.reply("bob", "ACCEPTED", at: 3, "SEQUENCE:1\n\(Self.slot)")
        let late = Self.reply("bob", "DECLINED", at: 2)
        try expect(
            ["bob dec 0, jan dec 0", "bob acc 0, jan dec 0"],
            [jane, bob, late],
            over: [Self.series(), moved]
        )
    }

    @Test func `an occurrence ignores a status that the organizer sets for the series`() throws {
        let series = Self.series(";PARTSTAT=TENTATIVE", "SEQUENCE:2", at: 2)
        let messages: [Message] = [
            (.request, [series, Self.moved(2, at: 2)], "nora@x.example"),
            (.request, [Self.moved(1, at: 1)], "nora@x.example"),
        ]
        try expect(["bob ten 0, jan pen 0", "bob pen 0, jan pen 0"], messages, over: [Self.series()])
    }

    @Test func `an occurrence stored for a reply accepts every revision from the organizer`() throws {
        let occurrence = Self.moved(1, at: 3).replacing("T150000Z", with: "T090000Z")
            .replacing("ATTENDEE:mailto:jane", with: "ATTENDEE;PARTSTAT=DECLINED:mailto:jane")
        let messages: [Message] = [
            (.request, [Self.series("", at: 3), occurrence], "nora@x.example"),
            Self.reply("bob", "ACCEPTED", at: 2, "SEQUENCE:1\n\(Self.slot)"),
        ]
        try expect(["bob pen 0, jan pen 0", "bob acc 0, jan dec 0"], messages, over: [Self.series()])
        // An older message about the occurrence, and a later one about the series.
        let separate: [Message] = [
            (.request, [Self.moved(1, at: 1)], "nora@x.example"),
            (.request, [Self.series("", at: 3)], "nora@x.example"), messages[1],
        ]
        for order in Self.orders(of: separate) {
            let result = try delivered(order + order.reversed(), over: [Self.series()])
            #expect(answers(result) == ["bob pen 0, jan pen 0", "bob acc 0, jan pen 0"])
            #expect(result[1].text("X-REPLIES-ONLY") == nil && Event(result[1]).start?.civil.hour == 15)
        }
    }

    @Test func `different replies with the same time produce the same state in any order`() throws {
        let messages = ["ACCEPTED", "DECLINED", "TENTATIVE"].map { Self.reply("bob", $0, at: 1) }
        try expect(["bob ten 0, jan pen 0"], messages, over: [Self.series()])
    }

    @Test func `the second of two replies by the user within a second applies`() throws {
        var bob = try Participant("bob", [Self.series()])
        let first = try bob.scheduling().reply(.tentative)
        try bob.receive(first)
        bob.stamp -= 60
        let second = try bob.scheduling().reply(.accepted)
        try bob.receive(second)
        for order in [[first, second], [second, first]] {
            var organizer = try Participant("nora", [Self.series()])
            for message in order { try organizer.receive(message) }
            #expect(answers(organizer.stored) == ["bob acc 0, jan pen 0"])
        }
    }

    @Test func `a message does not write the record of a reply`() throws {
        let record = ";PARTSTAT=DECLINED;X-CALENDARSERVER-DTSTAMP=99991231T235959Z"
        let request: Message = (.request, [Self.series(record, at: 2)], "nora@x.example")
        let accepted = Self.reply("bob", "ACCEPTED", at: 1)
        #expect(
            try answers(delivered([request, accepted], over: [Self.series()])) == ["bob acc 0, jan pen 0"]
        )
        let forged = Self.reply("bob", "ACCEPTED;X-FORMERLY-DELEGATED-TO=\"mailto:sam@x.example\"", at: 1)
        let sam = Self.reply("sam", Self.fromBob, at: 2)
        let marked = Self.moved(1, at: 1).replacing("SUMMARY", with: "X-REPLIES-ONLY:TRUE\nSUMMARY")
        let moved = try delivered([(.request, [marked], "nora@x.example")], over: [Self.series()])
        #expect(moved.count == 2 && moved[1].text("X-REPLIES-ONLY") == nil)
        #expect(try answers(delivered([forged, sam], over: [Self.series()])) == ["bob acc 0, jan pen 0"])
    }

    @Test func `a canceled event remains canceled after an older invitation arrives`() throws {
        let messages: [Message] = [
            (.cancel, [Self.event("SEQUENCE:2", at: 2)], nil),
            (.cancel, [Self.event("SEQUENCE:4", at: 4)], nil),
            (.request, [Self.series("", "SEQUENCE:3", at: 3)], nil),
        ]
        for order in Self.orders(of: messages) {
            let result = try delivered(order, over: [Self.series()])
            #expect(result.allSatisfy(\.isCancelled) && result[0].revisionNumber == 4)
        }
    }
}

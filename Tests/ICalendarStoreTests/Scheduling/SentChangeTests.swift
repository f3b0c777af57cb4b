import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests the messages about changes to a series, and their contents.
@Suite struct SentChangeTests {
    private static let people =
        "ORGANIZER:mailto:a@x.example\nATTENDEE;PARTSTAT=ACCEPTED:mailto:a@x.example\n"
        + "ATTENDEE;PARTSTAT=ACCEPTED;X-RESPONSE-COMMENT=private;X-CALENDARSERVER-DTSTAMP=20260101T000000Z:"
        + "mailto:b@x.example\nATTENDEE:mailto:c@x.example"

    private static func event(_ lines: String) -> String {
        "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260101T000000Z\nSUMMARY:Review\n\(lines)\n\(people)\nEND:VEVENT"
    }

    private static let series = event(
        "DTSTART:20260406T090000Z\nDTEND:20260406T100000Z\nRRULE:FREQ=DAILY;COUNT=5"
    )
    private static let moved = event(
        "RECURRENCE-ID:20260407T090000Z\nDTSTART:20260407T120000Z\nDTEND:20260407T130000Z"
    )
    private static let canceled = event(
        "RECURRENCE-ID:20260408T090000Z\nDTSTART:20260408T090000Z\nDTEND:20260408T100000Z\nSTATUS:CANCELLED"
    )

    private func changes(from old: [String], to new: [String]) throws -> [OutgoingMessage] {
        var organizer = try Participant("a", new)
        let messages = try organizer.scheduling().changes(since: try Participant("a", old).stored)
        #expect(messages.allSatisfy { $0.violations == [] })
        return messages
    }

    @Test func `moving a series does not cancel its overrides`() throws {
        let old = [Self.series, Self.moved, Self.canceled]
        let new = old.map {
            $0.replacing("T090000Z", with: "T080000Z").replacing("T100000Z", with: "T090000Z")
        }
        let messages = try changes(from: old, to: new)
        #expect(messages.map(\.method) == [.request] && messages.first?.names == ["b", "c"])
        let lines = messages.first?.text.components(separatedBy: "\r\n") ?? []
        #expect(lines.contains("EXDATE:20260408T080000Z") && lines.contains("RECURRENCE-ID:20260407T080000Z"))
        #expect(!lines.contains { $0.contains("T100000Z") })
    }

    @Test
    func `canceling one occurrence affects only that occurrence, and restoring it sends a new invitation`()
        throws
    {
        let cancel = try changes(from: [Self.series], to: [Self.series, Self.canceled])
        #expect(cancel.map(\.method) == [.cancel] && cancel.first?.text.contains("STATUS:CANCELLED") == true)
        for (old, start) in [(Self.canceled, "20260408"), (Self.moved, "20260407")] {
            let restored = try changes(from: [Self.series, old], to: [Self.series])
            #expect(restored.map(\.method) == [.request] && restored.first?.components.count == 1)
            #expect(restored.first?.text.contains("DTSTART:\(start)T090000Z") == true)
        }
    }

    @Test func `only the person removed from an occurrence gets a message, without STATUS`() throws {
        let other = Self.event(
            "RECURRENCE-ID:20260408T090000Z\nDTSTART:20260408T090000Z\nDTEND:20260408T100000Z"
        )
        .replacing("ATTENDEE:mailto:c@x.example\n", with: "")
        let messages = try changes(from: [Self.series], to: [Self.series, other])
        #expect(messages.map(\.names) == [["c"]] && messages.first?.isRemoval == true)
        #expect(messages.first?.text.contains("STATUS") == false)
    }

    @Test func `a cancellation goes to an occurrence's guests, but not to those removed earlier`() throws {
        let guest = Self.moved.replacing("mailto:c@", with: "mailto:g@")
        let old = Self.canceled.replacing("mailto:c@", with: "mailto:z@")
        var organizer = try Participant("a", [Self.series, guest, old])
        let cancel = try organizer.scheduling().cancellation()
        #expect(cancel.names == ["b", "c", "g"] && cancel.text.contains("ATTENDEE:mailto:g@x.example"))
    }

    @Test func `a person who was removed can be invited again`() throws {
        var (organizer, b) = (try Participant("a", [Self.series]), try Participant("b", [Self.series]))
        let invited = organizer.stored
        let removed = try Participant(
            "a",
            [Self.series.replacing("ATTENDEE;PARTSTAT=ACCEPTED;X", with: "X-OLD;X")]
        )
        organizer.stored = removed.stored
        let cancel = try organizer.scheduling().changes(since: invited)
        #expect(try cancel.map(\.names) == [["b"]] && b.receive(cancel[0]).action == .cancelled)
        organizer.stored = try Participant("a", [Self.series.replacing("PARTSTAT=ACCEPTED;X", with: "X")])
            .stored
        let again = try organizer.scheduling().changes(since: removed.stored)
        #expect(try again.map(\.names) == [["b"]] && b.receive(again[0]).action == .updated)
        #expect(b.answers == ["a accepted, b pending, c pending"])
    }

    /// Lines that concern only the sender.
    private static let personal = [
        "COMMENT:private", "X-NOTE:private", "ACME-OWN:private", "ATTACH:file:///home/a/private.txt",
        "CATEGORIES:private", "CREATED:20250101T000000Z", "REFRESH-INTERVAL;VALUE=DURATION:P1D",
        "BEGIN:ACME\nNOTE:private\nEND:ACME", "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT1H\nEND:VALARM",
        "LOCATION;X-PRIVATE=private:Room",
    ]

    @Test func `messages contain no personal properties`() throws {
        let text = Self.event(
            "DTSTART:20260406T090000Z\nTRANSP:TRANSPARENT\n" + Self.personal.joined(separator: "\n")
        )
        var organizer = try Participant("a", [text])
        var messages = try organizer.scheduling().invitation()
        #expect(messages[0].text.contains("TRANSP"))
        messages.append(try organizer.scheduling().cancellation())
        var b = try Participant("b", [text])
        var own = try #require(b.stored.first)
        own.replace("LOCATION", with: [Property("LOCATION", .text("Garden"))])
        let proposals =
            [try b.scheduling().counter([own]), try b.scheduling().reply(.accepted)]
            + (try b.scheduling().delegation(to: Attendee(email: "d@x.example")))
        for message in messages + proposals {
            for word in ["private", "VALARM", "ACME", "CREATED", "REFRESH", "CALENDARSERVER"] {
                #expect(!message.text.lowercased().contains(word.lowercased()), "\(word) in \(message.text)")
            }
        }
        #expect(proposals.allSatisfy { !$0.text.contains("TRANSP") })
    }

    @Test func `a proposal for a series is sent regardless of the earlier reply`() throws {
        var b = try Participant("b", [Self.series, Self.moved])
        let proposed = b.stored.map { component in
            var new = component
            new.replace("SUMMARY", with: [Property("SUMMARY", .text("Other"))])
            return new
        }
        let counter = try b.scheduling().counter(proposed)
        #expect(counter.components.count == 1 && !counter.text.contains("RECURRENCE-ID"))
    }

    @Test(arguments: [
        "<b@x.example", "b@x.example;x=y", "b@x.example\\", "(c)b@x.example", "b@[1.2.3.4]", "b@x..example",
        "b@x.example?subject=x", "b=?utf-8?q?c?=@x.example", "b@x.example:c", "-oQ@x.example", "b@",
        "@x.example",
    ])
    func `an address that could change an email is rejected`(address: String) {
        #expect(!OutgoingMessage.Person.isSafe(address))
        #expect(OutgoingMessage.Person.isSafe("o'neil+tag@büro.example"))
    }
}

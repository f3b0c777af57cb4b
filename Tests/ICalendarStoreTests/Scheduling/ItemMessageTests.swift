import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests applying messages to stored items without a store (RFC 5546).
@Suite struct ItemMessageTests {
    static let series = """
        BEGIN:VEVENT
        UID:u
        DTSTAMP:20260101T000000Z
        SEQUENCE:1
        SUMMARY:Stand-up
        ORGANIZER:mailto:nora@studio.example
        ATTENDEE;PARTSTAT=ACCEPTED:mailto:jane@studio.example
        ATTENDEE:mailto:bob@studio.example
        CATEGORIES:mine
        TRANSP:TRANSPARENT
        DTSTART;TZID=Europe/Berlin:20260330T090000
        DTEND;TZID=Europe/Berlin:20260330T093000
        RRULE:FREQ=WEEKLY;COUNT=4
        BEGIN:VALARM
        ACTION:DISPLAY
        DESCRIPTION:d
        TRIGGER:-PT5M
        END:VALARM
        END:VEVENT
        """

    static let moved = """
        BEGIN:VEVENT
        UID:u
        DTSTAMP:20260101T000000Z
        SEQUENCE:1
        SUMMARY:Stand-up
        RECURRENCE-ID;TZID=Europe/Berlin:20260406T090000
        DTSTART;TZID=Europe/Berlin:20260406T110000
        DTEND;TZID=Europe/Berlin:20260406T113000
        END:VEVENT
        """

    /// Applies a message to stored components, which default to the series above.
    private func receive(
        _ method: SchedulingMethod?,
        _ message: [String],
        over stored: [String] = [series],
        kind: String = "VEVENT"
    ) throws -> ReceivedMessage {
        try received(method, message, over: stored, kind: kind)
    }

    /// Returns another revision of the series.
    private func revised(_ changes: (String, String)...) -> String {
        changes.reduce(Self.series) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }

    // MARK: - Alarms

    /// Returns text without its alarms.
    private static func silent(_ text: String) -> String {
        let parts = text.components(separatedBy: "BEGIN:VALARM")
        return parts[0] + parts.dropFirst().map { $0.components(separatedBy: "END:VALARM\n")[1] }.joined()
    }

    @Test(arguments: ["VEVENT", "VTODO"], [SchedulingMethod?.none, .publish, .request])
    func `an organizer's update does not restore alarms that the user has removed`(
        kind: String,
        method: SchedulingMethod?
    ) throws {
        func form(_ text: String) -> String {
            kind == "VEVENT"
                ? text
                : text.replacingOccurrences(of: "VEVENT", with: kind)
                    .replacingOccurrences(of: "DTEND", with: "DUE")
        }
        let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:d\nTRIGGER:-PT5M\nEND:VALARM\nEND:VEVENT"
        let update = revised(("SEQUENCE:1", "SEQUENCE:2"), ("T090000", "T080000"))
        let stored = Self.silent(Self.series)
        let whole = try receive(method, [form(update)], over: [form(stored)], kind: kind)
        #expect(whole.outcome.action == .updated && !whole.text.contains("VALARM"), "\(whole.text)")
        // A new occurrence has the alarms of the stored series.
        let one = Self.moved.replacingOccurrences(of: "END:VEVENT", with: alarm)
        let occurrence = try receive(method, [form(one)], over: [form(stored)], kind: kind)
        #expect(occurrence.components.count == 2 && !occurrence.text.contains("VALARM"), "\(occurrence.text)")
        let later = one.replacingOccurrences(of: "SEQUENCE:1", with: "SEQUENCE:2")
        let again = try receive(method, [form(later)], over: [stored, Self.moved].map(form), kind: kind)
        #expect(again.outcome.action == .updated && !again.text.contains("VALARM"), "\(again.text)")
        // The user's own alarms stay as they are, also at fixed times.
        let fixed = Self.series.replacingOccurrences(
            of: "TRIGGER:-PT5M",
            with: "TRIGGER;VALUE=DATE-TIME:20260330T060000Z"
        )
        let kept = try receive(method, [form(update)], over: [form(fixed)], kind: kind)
        #expect(kept.text.contains("TRIGGER;VALUE=DATE-TIME:20260330T060000Z"), "\(kept.text)")
        #expect(!kept.text.contains("-PT5M"))
    }

    @Test func `a newer file of the user's own event can add its first alarm`() throws {
        let own = Self.series.replacingOccurrences(of: "ORGANIZER:mailto:nora@studio.example\n", with: "")
        let newer = own.replacingOccurrences(of: "SEQUENCE:1", with: "SEQUENCE:2")
        #expect(try receive(nil, [newer], over: [Self.silent(own)]).text.contains("TRIGGER:-PT5M"))
        #expect(try receive(nil, [Self.series], over: [Self.moved]).text.contains("TRIGGER:-PT5M"))
    }

    @Test func `an update keeps an occurrence whose RECURRENCE-ID cannot be read`() throws {
        let odd = Self.moved.replacingOccurrences(of: "20260406T090000", with: "soon")
        let update = revised(("SEQUENCE:1", "SEQUENCE:2"))
        let (text, components, _, _) = try receive(.request, [update], over: [Self.series, odd])
        #expect(components.count == 2 && text.contains("RECURRENCE-ID;TZID=Europe/Berlin:soon"), "\(text)")
        // A message about such an occurrence is reported, and does not apply to the whole series.
        for method in [SchedulingMethod.request, .cancel, .reply] {
            let one = odd.replacingOccurrences(
                of: "END:VEVENT",
                with: "ATTENDEE;PARTSTAT=DECLINED:mailto:bob@studio.example\nEND:VEVENT"
            )
            let (_, _, outcome, isSame) = try receive(method, [one])
            #expect(isSame && outcome == .init(.ignored, "RECURRENCE-ID is not a date or time"), "\(method)")
        }
        let both = try receive(.request, [update, odd])
        #expect(both.components.count == 1)
        #expect(both.outcome.guesses == ["RECURRENCE-ID is not a date or time; occurrence skipped"])
    }

    // MARK: - Revisions

    @Test(arguments: [SchedulingMethod?.none, .publish, .request])
    func `a higher SEQUENCE replaces the item but keeps the user's personal properties`(
        method: SchedulingMethod?
    )
        throws
    {
        let new = revised(
            ("SEQUENCE:1", "SEQUENCE:2"),
            ("SUMMARY:Stand-up", "SUMMARY:Review"),
            ("CATEGORIES:mine", "CATEGORIES:theirs"),
            ("TRANSP:TRANSPARENT", "TRANSP:OPAQUE"),
            ("-PT5M", "-PT1H"),
            ("PARTSTAT=ACCEPTED", "PARTSTAT=NEEDS-ACTION")
        )
        let (text, components, outcome, _) = try receive(method, [new])
        #expect(outcome == .init(.updated, "SEQUENCE 1 to SEQUENCE 2"))
        #expect(components.count == 1 && text.contains("SUMMARY:Review") && text.contains("SEQUENCE:2"))
        for kept in ["CATEGORIES:mine", "TRANSP:TRANSPARENT", "TRIGGER:-PT5M"] {
            #expect(text.contains(kept), "\(text)")
        }
        #expect(!text.contains("theirs") && !text.contains("PT1H"))
        // Attendees who must reply again have the status NEEDS-ACTION.
        #expect(text.contains("PARTSTAT=NEEDS-ACTION:mailto:jane"))
    }

    @Test func `with an equal SEQUENCE, the later DTSTAMP applies and a reply is kept`() throws {
        let new = revised(
            ("DTSTAMP:20260101", "DTSTAMP:20260102"),
            ("SUMMARY:Stand-up", "SUMMARY:Review"),
            (";PARTSTAT=ACCEPTED", ""),
            ("mailto:jane@", "MAILTO:Jane@")
        )
        let (text, _, outcome, _) = try receive(.request, [new])
        #expect(outcome.action == .updated && text.contains("SUMMARY:Review"))
        #expect(text.contains("PARTSTAT=ACCEPTED:MAILTO:Jane@studio.example"), "\(text)")
    }

    @Test(arguments: [
        ("SEQUENCE:1", "SEQUENCE:0", "SEQUENCE 0 is older than the stored SEQUENCE 1"),
        ("DTSTAMP:20260101", "DTSTAMP:20251231", "is older than the stored DTSTAMP 2026-01-01"),
        ("SUMMARY:Stand-up", "SUMMARY:Stand-up", "nothing new; this revision is already stored"),
        ("SUMMARY:Stand-up", "SUMMARY:Other", "but different content; not applied"),
        // Google sets DTSTAMP to the export time.
        ("DTSTAMP:20260101", "DTSTAMP:20260301", "nothing new; this revision is already stored"),
    ])
    func `a revision that is not later has no effect`(old: String, new: String, words: String)
        throws
    {
        let (_, _, outcome, isSame) = try receive(nil, [revised((old, new))])
        #expect(isSame && outcome.action == .unchanged)
        #expect(outcome.words.contains(words), "\(outcome.words)")
    }

    @Test func `LAST-MODIFIED decides if all else is equal`() throws {
        let stored = revised(("SEQUENCE:1", "SEQUENCE:1\nLAST-MODIFIED:20260101T000000Z"))
        let new = revised(
            ("SEQUENCE:1", "SEQUENCE:1\nLAST-MODIFIED:20260102T000000Z"),
            ("SUMMARY:Stand-up", "SUMMARY:B")
        )
        #expect(try receive(nil, [new], over: [stored]).outcome.action == .updated)
        #expect(try receive(nil, [stored], over: [new]).outcome.action == .unchanged)
    }

    @Test func `an override is kept if the series keeps its times, and otherwise removed and counted`()
        throws
    {
        let later = revised(("SEQUENCE:1", "SEQUENCE:2"), ("SUMMARY:Stand-up", "SUMMARY:Review"))
        let kept = try receive(.request, [later], over: [Self.series, Self.moved])
        #expect(kept.components.count == 2 && kept.outcome.words == "SEQUENCE 1 to SEQUENCE 2")
        let tuesdays = revised(("SEQUENCE:1", "SEQUENCE:2"), ("20260330", "20260331"))
        let dropped = try receive(.request, [tuesdays], over: [Self.series, Self.moved])
        #expect(dropped.components.count == 1)
        #expect(
            dropped.outcome.words.contains("one occurrence that had been changed is no longer in the series")
        )
    }

    @Test func `an update of the series that omits a changed occurrence keeps it, in any order`() throws {
        let later = revised(("SEQUENCE:1", "SEQUENCE:2"), ("SUMMARY:Stand-up", "SUMMARY:Review"))
        let first = try receive(.request, [later], over: [Self.series, Self.moved])
        #expect(first.text.contains("DTSTART;TZID=Europe/Berlin:20260406T110000"), "\(first.text)")
        let last = try receive(.request, [Self.moved], over: [later])
        #expect(last.outcome.action == .updated && last.components.count == 2)
        #expect(last.text.contains("DTSTART;TZID=Europe/Berlin:20260406T110000"), "\(last.text)")
    }

    @Test func `a message about one occurrence adds an override to the stored series`() throws {
        let (text, components, outcome, _) = try receive(.request, [Self.moved])
        #expect(outcome == .init(.updated, "one occurrence") && components.count == 2)
        #expect(components.first?.first("RRULE") != nil)
        // The user's alarm also applies to the override.
        #expect(text.components(separatedBy: "TRIGGER:-PT5M").count == 3, "\(text)")
        let again = try receive(.request, [Self.moved], over: [Self.series, Self.moved])
        #expect(again.isSame && again.outcome == .known)
        // In another time zone, the override is matched by instant.
        let utc = Self.moved.replacingOccurrences(
            of: "RECURRENCE-ID;TZID=Europe/Berlin:20260406T090000",
            with: "RECURRENCE-ID:20260406T070000Z"
        ).replacingOccurrences(of: "SEQUENCE:1", with: "SEQUENCE:2")
        let revised = try receive(.request, [utc], over: [Self.series, Self.moved])
        #expect(revised.outcome.action == .updated && revised.components.count == 2)
    }

    @Test func `an excluded occurrence returns only with a later revision`() throws {
        let stored = Self.series.replacingOccurrences(
            of: "RRULE",
            with: "EXDATE;TZID=Europe/Berlin:20260406T090000,20260413T090000\nRRULE"
        )
        let same = try receive(.request, [Self.moved], over: [stored])
        #expect(same.isSame && same.outcome.words.contains("no longer has this occurrence"))
        let later = try receive(
            .request,
            [Self.moved.replacingOccurrences(of: "20260101", with: "20260102")],
            over: [stored]
        )
        #expect(later.outcome.action == .updated && later.components.count == 2)
        #expect(later.text.contains("EXDATE;TZID=Europe/Berlin:20260413T090000"), "\(later.text)")
    }

    @Test func `the series and its overrides are compared separately`() throws {
        let newer = Self.moved.replacingOccurrences(of: "SEQUENCE:1", with: "SEQUENCE:3")
            .replacingOccurrences(of: "T110000", with: "T100000")
        let (text, _, outcome, _) = try receive(nil, [newer, Self.series], over: [Self.moved, Self.series])
        #expect(outcome == .init(.updated, "one occurrence"))
        #expect(text.contains("DTSTART;TZID=Europe/Berlin:20260406T100000"))
        // The override remains the first component.
        #expect(
            text.range(of: "RECURRENCE-ID")?.lowerBound ?? text.endIndex < text.range(of: "RRULE")?.lowerBound
                ?? text.startIndex
        )
    }

    @Test func `a series is added to occurrences that were stored without it`() throws {
        let (_, components, outcome, _) = try receive(nil, [Self.series], over: [Self.moved])
        #expect(outcome.action == .updated && components.count == 2)
    }

    @Test func `several complete items with the same UID are unchanged unless all are known`() throws {
        let twin = revised(("20260330", "20260331"))
        #expect(try receive(nil, [Self.series, twin], over: [Self.series, twin]).outcome == .known)
        let newer = revised(("SEQUENCE:1", "SEQUENCE:2"))
        let refused = try receive(nil, [newer], over: [Self.series, twin])
        #expect(refused.isSame && refused.outcome.action == .ignored)
    }

    @Test func `a message from another organizer is not applied, but a file without METHOD is`() throws {
        let other = revised(("SEQUENCE:1", "SEQUENCE:2"), ("nora@", "eve@"))
        for method in [SchedulingMethod.request, .publish, .cancel] {
            let (_, _, outcome, isSame) = try receive(method, [other])
            #expect(isSame && outcome.action == .ignored)
            #expect(outcome.words.contains("eve@studio.example"), "\(outcome.words)")
        }
        #expect(try receive(nil, [other]).outcome.action == .updated)
        let sameInCapitals = revised(("SEQUENCE:1", "SEQUENCE:2"), ("mailto:nora@", "MAILTO:NORA@"))
        #expect(try receive(.request, [sameInCapitals]).outcome.action == .updated)
    }

    @Test func `a to-do is revised like an event`() throws {
        func todo(_ sequence: Int, _ title: String) -> String {
            "BEGIN:VTODO\nUID:u\nDTSTAMP:20260101T000000Z\nSEQUENCE:\(sequence)\nSUMMARY:\(title)\n"
                + "DUE;VALUE=DATE:20260402\nCATEGORIES:\(title)\nEND:VTODO"
        }
        let (text, _, outcome, _) = try receive(
            nil,
            [todo(2, "B")],
            over: [todo(1, "A"), Self.series],
            kind: "VTODO"
        )
        #expect(outcome.action == .updated)
        #expect(
            text.contains("SUMMARY:B") && text.contains("CATEGORIES:A") && text.contains("SUMMARY:Stand-up")
        )
    }
}

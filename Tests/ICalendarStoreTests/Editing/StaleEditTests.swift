import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests editing occurrences that another program has removed in the meantime.
@Suite struct StaleEditTests {
    private static let series = """
        UID:a
        SUMMARY:A
        DTSTART:20260401T100000Z
        DTEND:20260401T110000Z
        """

    private static let daily = series + "\nRRULE:FREQ=DAILY;COUNT=5"

    /// Changes to the series, and the spans with which the fourth occurrence can still be saved.
    static let all: [(name: String, now: [String], spans: Set<EventSpan>)] = [
        ("later time", [daily.replacingOccurrences(of: "T1", with: "T2")], [.allEvents]),
        ("earlier end", [series + "\nRRULE:FREQ=DAILY;COUNT=3"], [.allEvents]),
        ("different days", [series + "\nRRULE:FREQ=DAILY;INTERVAL=2;COUNT=5"], [.allEvents]),
        ("single event", [series], [.allEvents]),
        // Saving restores an excluded occurrence.
        ("excluded", [daily + "\nEXDATE:20260404T100000Z"], [.thisEvent, .allEvents]),
        (
            "moved",
            [
                daily,
                "UID:a\nSUMMARY:A\nRECURRENCE-ID:20260404T100000Z\nDTSTART:20260404T150000Z\nDTEND:20260404T160000Z",
            ],
            [.thisEvent, .futureEvents, .allEvents]
        ),
    ]

    @Test(arguments: EventSpan.allCases)
    func `an edit applies to an occurrence that another program has changed`(span: EventSpan)
        throws
    {
        let opened = try OpenedStore(["home/a.ics": [Self.daily]])
        var event = try #require(try opened.events().dropFirst(3).first)
        let other = """
            UID:a
            SUMMARY:Theirs
            LOCATION:Room 4
            RECURRENCE-ID:20260404T100000Z
            DTSTART:20260404T100000Z
            DTEND:20260404T110000Z
            """
        try opened.folder.write("home/a.ics", OpenedStore.calendar([Self.daily, other]))
        event.title = "Mine"
        try opened.store.save(&event, span: span)
        let lines = try OpenedStore.events(opened.again()).map { "\($0.title) \($0.location ?? "-")" }
        let (before, after) = (span == .allEvents ? "Mine -" : "A -", span == .thisEvent ? "A -" : "Mine -")
        #expect(lines == [before, before, before, "Mine Room 4", after])
    }

    @Test(arguments: all.indices, EventSpan.allCases)
    func `saving a lost occurrence neither adds a date nor changes another occurrence`(
        number: Int,
        span: EventSpan
    ) throws {
        let (name, now, spans) = Self.all[number]
        let opened = try OpenedStore(["home/a.ics": [Self.daily]])
        var event = try #require(try opened.events().dropFirst(3).first)
        try opened.folder.write("home/a.ics", OpenedStore.calendar(now))
        let before = try OpenedStore.lines(OpenedStore.events(opened.again()))
        event.title = "B"
        let error = refusal { try opened.store.save(&event, span: span) }
        guard spans.contains(span) else {
            // A series that was split can be split again, without the excluded occurrence.
            if name == "excluded", error == nil { return }
            #expect(error?.code == .invalidSpan, "\(name)")
            #expect(opened.folder.text("home/a.ics") == OpenedStore.calendar(now))
            return
        }
        #expect(error == nil, "\(name): \(String(describing: error))")
        let after = try OpenedStore.lines(OpenedStore.events(opened.again()))
        #expect(after.contains { $0.hasSuffix(" B") }, "\(name)")
        let isGivenBack = name == "excluded" && span == .thisEvent
        #expect(after.count == before.count + (isGivenBack ? 1 : 0), "\(name)")
    }

    @Test func `a series that became a single event can be moved only by editing its own start`() throws {
        let opened = try OpenedStore(["home/a.ics": [Self.daily]])
        let events = try opened.events()
        try opened.folder.write("home/a.ics", OpenedStore.calendar([Self.series]))
        var fourth = events[3]
        fourth.startDate = fourth.startDate?.addingTimeInterval(1800)
        #expect(refusal { try opened.store.save(&fourth, span: .allEvents) }?.code == .invalidSpan)
        var first = events[0]
        first.title = "B"
        try opened.store.save(&first, span: .thisEvent)
        #expect(try opened.lines() == ["04-01 12:00 B"])
    }
}

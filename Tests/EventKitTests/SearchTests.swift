import Foundation
import Testing

@testable import EventKit

/// Tests of search results, which share a lock and their unchanged values.
struct SearchTests {
    private static let daily = """
        UID:daily
        SUMMARY:Practice
        LOCATION:Room 5
        DTSTART:20260401T080000Z
        DTEND:20260401T090000Z
        RRULE:FREQ=DAILY;COUNT=150
        BEGIN:VALARM
        ACTION:DISPLAY
        DESCRIPTION:Practice
        TRIGGER:-PT5M
        END:VALARM
        """

    private func search() throws -> (Studio, [EKEvent]) {
        let studio = try Studio(["1/daily.ics": Self.daily])
        return (studio, studio.events(days: 365))
    }

    @Test func `results that span several internal arrays are complete and sorted`() throws {
        let (_, events) = try search()
        #expect(events.count == 150 && Set(events).count == 150)
        let starts = events.compactMap(\.startDate)
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $1.timeIntervalSince($0) == 86_400 })
        #expect(
            events.allSatisfy {
                $0.title == "Practice" && $0.endDate == $0.startDate.addingTimeInterval(3600)
            }
        )
    }

    @Test func `an enumeration returns the same events as a search`() throws {
        let (studio, events) = try search()
        let end = Studio.monday.addingTimeInterval(365 * 86_400)
        let predicate = studio.store.predicateForEvents(withStart: Studio.monday, end: end, calendars: nil)
        var enumerated: [EKEvent] = []
        studio.store.enumerateEvents(matching: predicate) { event, _ in enumerated.append(event) }
        #expect(enumerated == events && enumerated.map(\.startDate) == events.map(\.startDate))
    }

    @Test func `reading a result changes nothing`() throws {
        let (_, events) = try search()
        for event in events.prefix(3) {
            #expect(event.location == "Room 5" && event.alarms?.count == 1 && event.calendar.title == "Home")
            #expect(event.recurrenceRules?.count == 1 && event.attendees == nil && event.url == nil)
            #expect(!event.hasChanges && !event.isNew && event.hash == events.last?.hash)
        }
    }

    @Test func `changing a result does not affect the others`() throws {
        let (studio, events) = try search()
        events[70].title = "Concert"
        #expect(events.filter(\.hasChanges) == [events[70]])
        #expect(events[69].title == "Practice" && events[71].title == "Practice")
        try studio.store.save(events[70], span: .thisEvent)
        #expect(studio.events(days: 365).map(\.title).filter { $0 == "Concert" }.count == 1)
        #expect(events[70].isDetached && !events[70].hasChanges && events[69].refresh())
        events[71].title = "Recital"
        events[71].rollback()
        #expect(events[71].title == "Practice" && !events[71].hasChanges)
    }

    @Test func `all results share one calendar object, which keeps its changes`() throws {
        let (studio, events) = try search()
        events[0].calendar.title = "Choir"
        #expect(events[1].calendar === events[0].calendar && events[1].calendar.title == "Choir")
        try studio.store.saveCalendar(events[0].calendar, commit: true)
        #expect(studio.events(days: 365).last?.calendar.title == "Choir")
    }

    @Test func `many threads can read results simultaneously`() async throws {
        let (_, events) = try search()
        let titles = await withTaskGroup(of: [String].self) { group in
            for number in 0..<8 {
                group.addTask {
                    events.enumerated().map { place, event in
                        if place % 8 == number { event.notes = "Read by \(number)" }
                        return event.title + (event.notes == nil ? "" : "")
                    }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(titles.count == 1200 && Set(titles) == ["Practice"])
        #expect(events.enumerated().allSatisfy { $1.notes == "Read by \($0 % 8)" })
    }
}

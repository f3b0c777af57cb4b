import Foundation
import ICalendar
import Testing

/// Checks that the code in the article about building events matches the code below.
@Suite struct BuildingArticleTests {
    @Test func `the article's Swift code matches the code compiled below`() throws {
        let article = try Article.lines("Building-a-calendar")
        var shown: [String] = []
        var isCode = false
        for line in article {
            if line.hasPrefix("```") { isCode = line == "```swift" } else if isCode { shown.append(line) }
        }
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let start = try #require(lines.firstIndex(of: "        // Article >"))
        let compiled = lines[(start + 1)...].prefix { $0 != "        // < Article" }
        #expect(
            shown.filter { !$0.isEmpty } == compiled.filter { !$0.isEmpty }.map { String($0.dropFirst(8)) }
        )
    }

    @Test func `the article's Swift code runs`() throws {
        // Article >
        var standUp = try Event(
            "Stand-up",
            start: EventTime("2026-03-30 09:30", in: "Europe/Berlin"),
            duration: .minutes(15),
            recurring: .weekly(on: .monday, .friday)
        )
        standUp.location = "Room 3"
        standUp.alarms = [.display("Stand-up", .before(.minutes(10)))]
        let day = try EventTime("2026-04-01")  // a whole day
        let local = try EventTime("2026-04-01 18:00", in: "Europe/Berlin")  // in a zone
        let call = try EventTime("2026-04-01T16:00:00Z")  // in UTC
        let same = EventTime(year: 2026, month: 4, day: 1, hour: 18, timeZoneID: "Europe/Berlin")
        let berlin = EventTime(
            Date(timeIntervalSince1970: 1_775_059_200),
            in: try Zone(identifier: "Europe/Berlin")
        )
        let payday = RecurrenceRule.monthly(on: .last(.friday))
        let thanksgiving = RecurrenceRule.yearly(in: 11, on: .fourth(.thursday))
        let course = RecurrenceRule.weekly(every: 2, on: .tuesday).count(10)
        let summer = RecurrenceRule.daily().until(try EventTime("2026-08-31"))
        var electionDay = RecurrenceRule.yearly(every: 4, in: 11, onDays: 2, 3, 4, 5, 6, 7, 8)
        electionDay.byDay = [.every(.tuesday)]
        print(electionDay.violations)
        standUp.organizer = Organizer(email: "jane@example.com", name: "Jane")
        standUp.attendees = [
            Attendee(email: "jane@example.com", name: "Jane", status: .accepted),
            Attendee(email: "joe@example.com", name: "Joe"),
        ]
        standUp.attendees[1].role = .optional
        var moved = standUp.override(at: try EventTime("2026-04-06 09:30", in: "Europe/Berlin"))
        moved.start = try EventTime("2026-04-06 14:00", in: "Europe/Berlin")
        standUp.exceptionDates = [try EventTime("2026-04-10 09:30", in: "Europe/Berlin")]
        var calendar = CalendarObject(
            name: "Team",
            events: [standUp, moved],
            todos: [try Todo("Write to Joe", due: EventTime("2026-04-02"))],
            productID: "-//Example//Planner 3//EN"
        )
        calendar.refreshInterval = .hours(12)
        let everything = calendar.icsData()
        let asItWas = calendar.icsData(.asRead)
        let invitation = try CalendarObject(method: .request, events: [standUp])
        let mornings = try AvailablePeriod(
            "Mornings",
            start: EventTime("2026-01-05 09:00", in: "Europe/Berlin"),
            duration: .hours(3),
            recurring: .onWorkdays()
        )
        var office = Availability("Office hours")
        office.available = [mornings]
        calendar.availabilities = [office]
        standUp.component.set("X-ROOM-KEY", to: Property("X-ROOM-KEY", .text("at the desk")))
        // < Article
        #expect(local == same && same == berlin && day.isDate && !call.isDate)
        let rules = [payday, thanksgiving, course, summer, electionDay]
        #expect(rules.flatMap(\.violations) == [])
        #expect(calendar.events.count == 2 && calendar.todos.count == 1)
        #expect(calendar.availabilities.first?.available.count == 1)
        #expect(everything.count > asItWas.count)
        #expect(invitation.method == "REQUEST" && invitation.events.first?.attendees.count == 2)
        #expect(standUp.component.text("X-ROOM-KEY") == "at the desk")
    }
}

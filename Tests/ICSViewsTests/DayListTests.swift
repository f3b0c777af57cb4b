import ICSViews
import ICalendar
import Testing

/// Tests how events are assigned to days.
@Suite struct DayListTests {
    private let berlin = Result { try Zone(identifier: "Europe/Berlin") }

    @Test func `an all-day event comes first on each of its days, with its location`() throws {
        let list = try days(
            """
            BEGIN:VEVENT\nUID:fair\nSUMMARY:Fair\nDTSTART;VALUE=DATE:20260328\nDTEND;VALUE=DATE:20260331\nEND:VEVENT
            BEGIN:VEVENT\nUID:tea\nSUMMARY:Tea\nDTSTART:20260329T001500\nEND:VEVENT
            """,
            from: "2026-03-28",
            count: 4
        )
        #expect(
            list.days.map { $0.entries.map { "\($0.event.title) \($0.place ?? "-")" } } == [
                ["Fair day 1 of 3"], ["Fair day 2 of 3", "Tea -"], ["Fair day 3 of 3"], [],
            ]
        )
    }

    @Test func `a list ends before the day that exceeds the limit`() throws {
        let start = try #require(CivilDate(year: 2026, month: 3, day: 1))
        let event =
            "BEGIN:VEVENT\nUID:a\nSUMMARY:A\nDTSTART;VALUE=DATE:20260101\nDTEND;VALUE=DATE:20400101\nEND:VEVENT"
        let one = try #require(try days(event, from: "2026-03-01", count: 1).days[0].entries.first?.event)
        let zone = try berlin.get()
        let many = DayList(
            Array(repeating: one, count: 300),
            from: start,
            until: start.adding(days: 3660),
            in: zone
        )
        #expect(many.days.count == DayList.mostEntries / 300)
        #expect(many.days.allSatisfy { $0.entries.count == 300 })
        let tooMany = Array(repeating: one, count: DayList.mostEntries + 1)
        #expect(DayList(tooMany, from: start, until: start.adding(days: 9), in: zone).days.count == 1)
    }

    @Test func `the length of a day follows clock changes`() throws {
        let list = try days("", from: "2026-03-28", count: 3)
        let hours = list.days.map { day in
            (day.span.upperBound.secondsSince1970 - day.span.lowerBound.secondsSince1970) / 3600
        }
        #expect(hours == [24, 23, 24])
    }

    @Test func `a timed event that ends at midnight is not listed on the next day`() throws {
        let list = try days(
            "BEGIN:VEVENT\nUID:a\nSUMMARY:A\nDTSTART:20260328T220000\nDTEND:20260329T000000\nEND:VEVENT\n"
                + "BEGIN:VEVENT\nUID:b\nSUMMARY:B\nDTSTART:20260328T220000\nDTEND:20260329T020000\nEND:VEVENT",
            from: "2026-03-28",
            count: 2
        )
        #expect(list.days.map { $0.entries.map(\.event.title) } == [["A", "B"], ["B"]])
        #expect(list.days[1].entries[0].place == "day 2 of 2")
    }

    @Test func `overlapping timed events conflict unless one of them is free or canceled`() throws {
        func event(_ name: String, _ from: String, _ to: String, _ more: String = "") -> String {
            "BEGIN:VEVENT\nUID:\(name)\nSUMMARY:\(name)\nDTSTART:20260328T\(from)00\nDTEND:20260328T\(to)00\n\(more)END:VEVENT\n"
        }
        let list = try days(
            event("A", "0900", "1200") + event("B", "1000", "1030") + event("C", "1130", "1300")
                + event("D", "1300", "1400") + event("E", "1300", "1400", "TRANSP:TRANSPARENT\n")
                + event("F", "0900", "1000", "STATUS:CANCELLED\n"),
            from: "2026-03-28",
            count: 1
        )
        #expect(list.days[0].entries.filter(\.isConflicting).map(\.event.title) == ["A", "B", "C"])
    }

    private func days(_ events: String, from first: String, count: Int) throws -> DayList {
        let zone = try berlin.get()
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//test//EN\n\(events)\nEND:VCALENDAR\n"
        let date = try EventTime(first).civil.date
        let window = try OccurrenceWindow(
            from: zone.instant(of: CivilDateTime(date)),
            to: zone.instant(of: CivilDateTime(date.adding(days: count))),
            in: zone
        )
        let calendar = ViewedCalendar(identifier: "home", title: "Home")
        let file = try CalendarFile(text: text)
        let events = file.occurrences(in: window).map { ViewedEvent($0, of: calendar, in: zone) }
        return DayList(events, from: date, until: date.adding(days: count), in: zone)
    }
}

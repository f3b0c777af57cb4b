import ICalendar
import Testing

@testable import ICalendarCore

@Suite struct EventViewTests {
    private func day(_ day: Int) throws -> CivilDate {
        try #require(CivilDate(year: 2026, month: 4, day: day))
    }

    @Test func `a new event contains only its component name`() {
        let event = Event()
        #expect(event.component == Component("VEVENT"))
        #expect(event.uid == nil && event.start == nil && event.attendees.isEmpty && event.sequence == 0)
        #expect(event.classification == .public && event.priority == 0 && !event.isTransparent)
    }

    @Test func `times of every form are written and read back`() throws {
        let civil = CivilDateTime(try day(1), secondOfDay: 3600)
        let times: [EventTime] = [
            .date(try day(1)), .floating(civil), .utc(civil), .zoned(civil, timeZoneID: "Europe/Berlin"),
        ]
        var event = Event()
        for time in times {
            event.start = time
            event.end = time
            event.recurrenceID = time
            #expect(event.start == time && event.end == time && event.recurrenceID == time)
        }
        #expect(event.component.all("DTSTART").count == 1)
        event.start = .date(try day(2))
        #expect(event.component.first("DTSTART")?.parameters == [Parameter("VALUE", "DATE")])
        event.start = nil
        #expect(event.component.first("DTSTART") == nil)
    }

    @Test func `setting a time keeps unrelated parameters`() throws {
        var event = Event()
        event.component.properties = [
            Property(
                "DTSTART",
                .date(try day(1)),
                parameters: [Parameter("X-NOTE", "n"), Parameter("VALUE", "DATE")]
            )
        ]
        event.start = .utc(CivilDateTime(try day(1)))
        #expect(event.component.first("DTSTART")?.parameters == [Parameter("X-NOTE", "n")])
    }

    @Test func `setting text keeps the language`() {
        var event = Event()
        event.component.properties = [
            Property("SUMMARY", .text("a"), parameters: [Parameter("LANGUAGE", "de")])
        ]
        event.summary = "b"
        #expect(event.summary == "b")
        #expect(event.component.first("SUMMARY")?.language == "de")
    }

    @Test func `lists are read from all their properties and written as one`() {
        var event = Event()
        event.component.properties = [
            Property("CATEGORIES", .list([.text("a"), .text("b")])), Property("SUMMARY", .text("s")),
            Property("CATEGORIES", .text("c")),
        ]
        #expect(event.categories == ["a", "b", "c"])
        event.categories = ["d", "e"]
        #expect(event.component.properties.map(\.name) == ["CATEGORIES", "SUMMARY"])
        event.categories = []
        #expect(event.component.properties.map(\.name) == ["SUMMARY"])
    }

    @Test func `the RANGE of an override is read and written`() throws {
        var event = Event()
        event.overridesFollowingInstances = true
        #expect(!event.overridesFollowingInstances)
        event.recurrenceID = .date(try day(1))
        event.overridesFollowingInstances = true
        #expect(event.component.first("RECURRENCE-ID")?.parameters["RANGE"] == "THISANDFUTURE")
    }

    @Test func `dates and periods in RDATE are read in their zone`() throws {
        let start = CivilDateTime(try day(1))
        let period = Value.Period(start: start, isUTC: false, end: .duration(NominalDuration(seconds: 60)))
        var event = Event()
        event.component.properties = [
            Property("RDATE", .period(period), parameters: [Parameter("TZID", "Europe/Berlin")]),
            Property("RDATE", .list([.date(try day(2)), .date(try day(3))])),
        ]
        let dates: [RecurrenceDate] = [
            .period(start: .zoned(start, timeZoneID: "Europe/Berlin"), end: period.end),
            .time(.date(try day(2))), .time(.date(try day(3))),
        ]
        #expect(event.recurrenceDates == dates)
        event.recurrenceDates = dates
        #expect(event.component.all("RDATE").count == 2)
        event.recurrenceDates = dates.reversed()
        #expect(event.recurrenceDates == dates.reversed())
        #expect(event.component.all("RDATE").count == 3)
    }

    @Test func `keywords are case-insensitive, and unknown ones are nil`() {
        var event = Event()
        event.component.properties = [
            Property("STATUS", .text("Cancelled")), Property("TRANSP", .text("transparent")),
            Property("CLASS", .text("X-SECRET")),
        ]
        #expect(event.status == .cancelled && event.isTransparent && event.classification == .private)
        event.component.setValue("STATUS", .text("POSTPONED"))
        #expect(event.status == nil)
        event.status = .tentative
        #expect(event.component.text("STATUS") == "TENTATIVE")
    }

    @Test func `an event's alarms are stored in its component`() {
        var event = Event()
        event.component.components = [Component("X-OTHER")]
        var alarm = Alarm()
        alarm.action = .display
        alarm.trigger = .relative(NominalDuration(seconds: -900), to: .end)
        event.alarms = [alarm]
        #expect(event.component.components.map(\.name) == ["X-OTHER", "VALARM"])
        #expect(event.alarms.first?.trigger == .relative(NominalDuration(seconds: -900), to: .end))
    }

    @Test func `a view preserves properties that it does not support`() {
        var component = Component(
            "VEVENT",
            properties: [Property("X-A", .raw("1")), Property("FOO", .raw("2"))]
        )
        component.components = [Component("PARTICIPANT")]
        var event = Event(component)
        event.summary = "s"
        #expect(event.component.properties.map(\.name) == ["X-A", "FOO", "SUMMARY"])
        #expect(event.component.components == component.components)
    }
}

import ICalendar
import Testing

@testable import ICalendarCore

/// Tests how setters affect other properties and parameters.
@Suite struct SetterTests {
    private func read(_ lines: String...) throws -> Event {
        let file = try CalendarFile(text: Sample.event(lines.joined(separator: "\r\n")))
        return try #require(file.calendars.first?.events.first)
    }

    @Test func `setting an end removes the duration, and vice versa`() {
        var event = Event()
        event.start = time("2026-03-29 09:30")
        event.duration = .hours(1)
        event.end = time("2026-03-29 11:00")
        #expect(event.duration == nil && event.component.properties.map(\.name) == ["DTSTART", "DTEND"])
        event.duration = .hours(2)
        #expect(event.end == nil && event.component.properties.map(\.name) == ["DTSTART", "DURATION"])
        event.end = nil
        #expect(event.duration == .hours(2))
        var todo = Todo()
        todo.duration = .days(1)
        todo.due = time("2026-03-30")
        #expect(todo.duration == nil)
        todo.duration = .days(1)
        #expect(todo.due == nil)
        var period = AvailablePeriod()
        period.end = time("2026-03-29T11:00:00Z")
        period.duration = .hours(1)
        #expect(period.end == nil)
    }

    @Test(arguments: [
        ("2026-03-30", "2026-04-02"), ("2026-03-30 10:00", "2026-03-30 11:00"), ("2026-03-01", "2026-03-02"),
        ("2026-03-30T10:00:00Z", "2026-03-30T11:00:00Z"), ("2027-01-01 10:00", "2027-01-01 10:15"),
    ])
    func `start and end can be set in either order`(start: String, end: String) {
        for (first, last) in [("2026-03-29", "2026-03-31"), ("2026-03-29 09:00", "2026-03-29 17:00")] {
            var event = Event()
            event.start = time(first)
            event.end = time(last)
            var other = event
            event.start = time(start)
            event.end = time(end)
            other.end = time(end)
            other.start = time(start)
            #expect(event.start == time(start) && event.end == time(end))
            #expect(other == event)
        }
    }

    @Test(arguments: [
        // The end is still valid for the new start.
        ("2026-03-29 09:00", "2026-03-29 10:00", "2026-03-29 09:30", "2026-03-29 10:00"),
        ("2026-03-29 09:00", "2026-03-29 10:00", "2026-03-28 09:30", "2026-03-29 10:00"),
        // The end would precede the start, so the duration is kept.
        ("2026-03-29 09:00", "2026-03-29 10:00", "2026-03-29 12:00", "2026-03-29 13:00"),
        ("2026-03-29", "2026-03-31", "2026-04-05", "2026-04-07"),
        // The end has a different type, so the duration is kept in whole days.
        ("2026-03-29 09:00", "2026-03-29 10:00", "2026-03-29", "2026-03-30"),
        ("2026-03-29 09:00", "2026-03-31 09:00", "2026-03-29", "2026-03-31"),
        ("2026-03-29", "2026-03-30", "2026-03-29 08:00", "2026-03-30 08:00"),
        ("2026-03-29", "2026-03-30", "2026-03-29T08:00:00Z", "2026-03-30T08:00:00Z"),
    ])
    func `an end that becomes invalid moves with the start`(
        start: String,
        end: String,
        new: String,
        then: String
    ) {
        var event = Event()
        event.start = time(start)
        event.end = time(end)
        event.start = time(new)
        #expect(event.start == time(new) && event.end == time(then))
    }

    @Test func `times in different zones are not compared, because they can describe a flight`() {
        var event = Event()
        event.start = time("2026-03-29 09:00", in: "Europe/Berlin")
        event.end = time("2026-03-29 08:30", in: "America/New_York")
        event.start = time("2026-03-29 10:00", in: "Europe/Berlin")
        #expect(event.end == time("2026-03-29 08:30", in: "America/New_York"))
    }

    @Test func `a duration in hours becomes days for an all-day start`() {
        var event = Event()
        for (before, after) in [(1, 1), (24, 1), (25, 2), (-5, 1)] {
            event.start = time("2026-03-29 09:00")
            event.duration = .hours(before)
            event.start = time("2026-03-29")
            #expect(event.duration == .days(after))
        }
    }

    @Test func `an event is unchanged if its new times are rejected`() throws {
        var event = try Event("a", start: time("2026-03-29 09:00"), duration: .hours(1))
        let before = event
        for (start, end) in [
            ("2026-03-29 09:00", "2026-03-29 09:00"), ("2026-03-29 09:00", "2026-03-29 08:00"),
            ("2026-03-29", "2026-03-29"), ("2026-03-29", "2026-03-30 09:00"),
            ("2026-03-29 09:00", "2026-03-29T10:00:00Z"),
        ] {
            #expect(throws: CalendarError.self) { try event.schedule(from: time(start), to: time(end)) }
            #expect(event == before)
        }
        try event.schedule(from: time("2026-03-29"), to: time("2026-03-31"))
        #expect(event.end == time("2026-03-31") && event.duration == nil)
    }

    @Test func `new text in a property keeps the language and loses the ALTREP`() throws {
        var event = try read(#"SUMMARY;LANGUAGE=de;ALTREP="https://example.com/a";X-A=1:Alt"#)
        event.summary = "Alt"
        #expect(event.component.first("SUMMARY")?.sourceBytes != nil)
        event.summary = "Neu"
        #expect(
            event.component.first("SUMMARY")?.parameters == [
                Parameter("LANGUAGE", "de"), Parameter("X-A", "1"),
            ]
        )
    }

    @Test func `a value of a new type drops the parameters of the old type`() throws {
        var event = try read(
            "X-APPLE-TRAVEL-DURATION;VALUE=TEXT;X-A=1:soon",
            "CREATED;TZID=X;X-A=1:20260329T093000"
        )
        event.appleTravelDuration = .minutes(5)
        #expect(event.component.first("X-APPLE-TRAVEL-DURATION")?.parameters["VALUE"] == "DURATION")
        event.created = instant("2026-03-29T09:31:00Z")
        #expect(event.component.first("CREATED")?.parameters == [Parameter("X-A", "1")])
    }

    @Test func `comments keep their parameters when other comments are added or removed`() throws {
        var event = try read("COMMENT;LANGUAGE=de:a", "COMMENT;LANGUAGE=en:b", "COMMENT;LANGUAGE=fr:a")
        event.comments = ["b", "a", "c", "a", "a"]
        #expect(event.component.all("COMMENT").map(\.language) == ["en", "de", nil, "fr", nil])
        #expect(event.comments == ["b", "a", "c", "a", "a"])
    }

    @Test func `setting the same value keeps the original bytes`() throws {
        var event = try read(
            "DTSTART;TZID=Europe/Berlin;X-A=1:20260329T093000",
            "GEO:1.50;2.50",
            "SEQUENCE:03",
            "EXDATE;VALUE=DATE:20260401,20260402",
            "RDATE;X-A=1:20260401T093000,bad",
            "RRULE;X-A=1:FREQ=DAILY",
            "CATEGORIES:a,b",
            "CATEGORIES;LANGUAGE=de:c",
            "REQUEST-STATUS:2.0;Success;x"
        )
        let lines = event.component.properties.map(\.sourceBytes)
        event.start = event.start
        event.position = event.position
        event.sequence = event.sequence
        event.exceptionDates = event.exceptionDates
        event.recurrenceDates = event.recurrenceDates
        event.recurrenceRules = event.recurrenceRules
        event.categories = event.categories
        event.requestStatuses = event.requestStatuses
        #expect(event.component.properties.map(\.sourceBytes) == lines)
        #expect(!lines.contains(nil))
    }

    @Test func `setting the same flag, number or keyword writes nothing`() throws {
        var event = try read(
            "CLASS:X-SECRET",
            "TRANSP:X-ODD",
            "RECURRENCE-ID;RANGE=THISANDPRIOR:20260329T093000"
        )
        var bare = try read("SUMMARY:a")
        let (before, bareBefore) = (event.component, bare.component)
        for (path, other) in [(\Event.sequence, 1), (\.priority, 1)] {
            bare[keyPath: path] = bare[keyPath: path]
            #expect(bare.component == bareBefore)
            bare[keyPath: path] = other
            #expect(bare[keyPath: path] == other)
            bare.component = bareBefore
        }
        event.classification = event.classification
        event.isTransparent = event.isTransparent
        event.overridesFollowingInstances = event.overridesFollowingInstances
        bare.classification = bare.classification
        bare.isTransparent = bare.isTransparent
        #expect(event.component == before && bare.component == bareBefore)
        event.classification = .public
        event.isTransparent = true
        #expect(event.classification == .public && event.isTransparent)
    }

    @Test func `setting the same email keeps an address without mailto`() throws {
        let event = try read(
            "ATTENDEE;EMAIL=a@example.com;RSVP=FALSE:urn:uuid:1",
            "ATTENDEE;CN=\"B\":invalid:nomail",
            "ORGANIZER;EMAIL=o@example.com:urn:uuid:2"
        )
        var changed = event
        changed.attendees = event.attendees.map { attendee in
            var attendee = attendee
            attendee.email = attendee.email
            attendee.uri = attendee.uri
            attendee.name = attendee.name
            attendee.expectsReply = attendee.expectsReply
            return attendee
        }
        changed.organizer?.email = event.organizer?.email
        #expect(changed == event)
        #expect(
            changed.component.properties.map(\.sourceBytes) == event.component.properties.map(\.sourceBytes)
        )
        changed.organizer?.email = "p@example.com"
        #expect(changed.organizer?.uri == "mailto:p@example.com")
    }

    @Test func `setting the same scale and method keeps their spelling`() throws {
        let text = Sample.calendar("METHOD:publish", "BEGIN:VEVENT", "END:VEVENT")
        var calendar = try #require(try CalendarFile(text: text).calendars.first)
        let before = calendar.component
        calendar.method = calendar.method
        calendar.calendarScale = calendar.calendarScale
        #expect(calendar.component == before)
        calendar.method = "REQUEST"
        #expect(calendar.component.text("METHOD") == "REQUEST")
    }

    @Test func `renaming a calendar changes every property that contains its name`() throws {
        let text = Sample.calendar(#"X-WR-CALNAME:Old\, older"#, "BEGIN:VEVENT", "END:VEVENT")
        var calendar = try #require(try CalendarFile(text: text).calendars.first)
        #expect(calendar.name == "Old, older")
        calendar.name = "New; newer"
        #expect(calendar.component.text("NAME") == "New; newer")
        #expect(calendar.component.first("X-WR-CALNAME")?.value == .raw(#"New\; newer"#))
        calendar.name = nil
        #expect(calendar.name == nil)
    }

    @Test func `new components take the positions of the components they replace`() throws {
        let parts = ["VTIMEZONE", "VEVENT", "X-A", "VEVENT", "VTODO"].map { Component($0) }
        var calendar = CalendarObject(Component("VCALENDAR", components: parts))
        calendar.events = [Event(), Event(), Event()]
        #expect(
            calendar.component.components.map(\.name) == [
                "VTIMEZONE", "VEVENT", "X-A", "VEVENT", "VTODO", "VEVENT",
            ]
        )
        calendar.events = []
        #expect(calendar.component.components.map(\.name) == ["VTIMEZONE", "X-A", "VTODO"])
    }

    @Test func `control characters are removed from values that cannot be escaped`() {
        var event = Event()
        event.googleConference = "https://example.com/\r\nATTENDEE:x"
        #expect(event.component.first("X-GOOGLE-CONFERENCE")?.value == .raw("https://example.com/ATTENDEE:x"))
        event.htmlDescription = "a\r\nb\u{0}"
        #expect(event.component.first("X-ALT-DESC")?.value == .raw(#"a\nb"#))
    }
}

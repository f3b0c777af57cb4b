import ICalendar
import Testing

@testable import ICalendarCore

@Suite struct BuildingTests {
    private let stamp = Instant(secondsSince1970: 1_775_000_000)

    @Test func `a new event has all properties that RFC 5545 requires`() throws {
        let event = try Event(
            "Stand-up",
            start: time("2026-03-30 09:30", in: "Europe/Berlin"),
            duration: .minutes(15),
            recurring: .weekly(on: .monday, .friday)
        )
        #expect(
            event.component.properties.map(\.name) == [
                "UID", "DTSTAMP", "SUMMARY", "DTSTART", "DURATION", "RRULE",
            ]
        )
        #expect(event.uid?.count == 36)
        #expect(abs((event.stamp ?? stamp).secondsSince1970 - Instant.now.secondsSince1970) < 600)
        let other = try Event(
            "Stand-up",
            start: time("2026-03-30"),
            end: time("2026-03-31"),
            uid: "u",
            stamp: stamp
        )
        #expect(other.uid == "u" && other.stamp == stamp && other.end == time("2026-03-31"))
    }

    @Test func `an invalid event is rejected`() {
        let noon = time("2026-03-30 12:00")
        #expect(throws: CalendarError.self) { try Event("a", start: noon, end: noon) }
        #expect(throws: CalendarError.self) { try Event("a", start: noon, end: time("2026-03-31")) }
        #expect(throws: CalendarError.self) { try Event("a", start: noon, duration: .minutes(-1)) }
        #expect(throws: CalendarError.self) { try Event("a", start: time("2026-03-30"), duration: .hours(1)) }
        #expect(throws: CalendarError.self) { try Event("a", start: noon, recurring: .monthly(onDays: 32)) }
        #expect(throws: CalendarError.self) { try Todo("a", start: noon, due: time("2026-03-30 11:00")) }
        #expect(throws: CalendarError.self) { try Todo("a", due: noon, recurring: .daily()) }
        #expect(throws: CalendarError.self) { try FreeBusy(from: stamp, to: stamp) }
        #expect(throws: CalendarError.self) { try Alarm.email(to: [], subject: "a", text: "b", .atStart) }
    }

    @Test func `a calendar gets VERSION and PRODID, and its components get UID and DTSTAMP`() throws {
        var bare = Event()
        bare.start = time("2026-03-30")
        let named = try Event("a", start: time("2026-03-30"), uid: "u", stamp: stamp)
        var hours = Availability(nil, uid: "v", stamp: stamp)
        hours.available = [AvailablePeriod()]
        let calendar = CalendarObject(
            name: "Team",
            events: [bare, named],
            todos: [try Todo("t")],
            journals: [Journal("j")],
            freeBusyComponents: [FreeBusy()],
            availabilities: [hours]
        )
        #expect(calendar.component.properties.map(\.name) == ["VERSION", "PRODID", "NAME"])
        #expect(calendar.productID == CalendarObject.defaultProductID && calendar.version == "2.0")
        for component in calendar.component.components {
            #expect(component.text("UID") != nil && component.first("DTSTAMP") != nil)
        }
        #expect(calendar.events.last == named)
        #expect(calendar.availabilities.first?.available.first?.uid != nil)
        let names = ["VEVENT", "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VAVAILABILITY"]
        #expect(calendar.component.components.map(\.name) == names)
        #expect(CalendarObject(events: [], productID: "-//A//B//EN").productID == "-//A//B//EN")
    }

    @Test func `new components get UID and DTSTAMP, but components read from a file are unchanged`() throws {
        let text = Sample.calendar("BEGIN:VEVENT", "SUMMARY:read", "END:VEVENT")
        var calendar = try #require(try CalendarFile(text: text).calendars.first)
        calendar.events.append(Event().with { $0.summary = "made" })
        calendar.todos = [Todo()]
        let names = calendar.component.components.map { $0.properties.map(\.name) }
        #expect(names == [["SUMMARY"], ["SUMMARY", "UID", "DTSTAMP"], ["UID", "DTSTAMP"]])
        let uid = calendar.events.last?.uid
        calendar.events[1].summary = "changed"
        #expect(calendar.events.last?.uid == uid)
    }

    @Test func `each alarm has the properties that its action requires`() throws {
        var event = try Event(
            "One, two; \"three\"\nfour \\",
            start: time("2026-03-30 09:30", in: "Europe/Berlin"),
            end: time("2026-03-30 10:00", in: "Europe/Berlin"),
            recurring: .monthly(on: .last(.friday)).count(3)
        )
        event.alarms = [
            .display("Now", .before(.minutes(10))),
            .audio(.atStart, sound: Attachment(uri: "https://example.com/a")),
            try .email(to: [Attendee(email: "a@example.com")], subject: "s", text: "t", .absolute(stamp)),
        ]
        #expect(event.alarms.map(\.action) == [.display, .audio, .email])
        #expect(event.alarms.first?.component.properties.map(\.name) == ["ACTION", "TRIGGER", "DESCRIPTION"])
        #expect(event.alarms.last?.attendees.count == 1 && event.alarms.last?.trigger == .absolute(stamp))
        let calendar = CalendarObject(events: [event])
        #expect(calendar.events == [event])
    }

    @Test(arguments: SchedulingMethod.allCases) func `a scheduling message follows the rules for its method`(
        method: SchedulingMethod
    ) throws {
        var event = try Event("a", start: time("2026-03-30T09:00:00Z"), duration: .hours(1))
        event.organizer = Organizer(email: "o@example.com")
        if method != .publish { event.attendees = [Attendee(email: "a@example.com")] }
        event.alarms = [.display("Now", .atStart)]
        event.requestStatuses = [Value.RequestStatus(code: "2.0", description: "Success", data: nil)]
        let calendar = try CalendarObject(method: method, events: [event])
        #expect(calendar.validate().filter { $0.severity == .error }.isEmpty)
        #expect(
            calendar.events.first?.uid == event.uid
                && calendar.events.first?.sequence == (method == .add ? 1 : 0)
        )
    }

    @Test func `METHOD:ADD allows only one event`() throws {
        var event = try Event("a", start: time("2026-03-30"), recurring: .daily())
        event.organizer = Organizer(email: "o@example.com")
        #expect(throws: CalendarError.self) { try CalendarObject(method: .add, events: [event]) }
        event.recurrenceRules = []
        #expect(try CalendarObject(method: .add, events: [event]).events.count == 1)
    }

    @Test func `a scheduling message requires the participants that its method specifies`() throws {
        let alone = try Event("a", start: time("2026-03-30"))
        var led = alone
        led.organizer = Organizer(email: "o@example.com")
        var meeting = led
        meeting.attendees = [Attendee(email: "a@example.com")]
        var crowd = meeting
        crowd.attendees.append(Attendee(email: "b@example.com"))
        let fits: [SchedulingMethod: [Event]] = [
            .publish: [led], .request: [meeting, crowd], .reply: [meeting], .add: [led, meeting, crowd],
            .cancel: [led, meeting, crowd], .refresh: [meeting], .counter: [led, meeting, crowd],
            .declineCounter: [meeting, crowd],
        ]
        for method in SchedulingMethod.allCases {
            for event in [alone, led, meeting, crowd] {
                let calendar = try? CalendarObject(method: method, events: [event])
                #expect((calendar != nil) == (fits[method] ?? []).contains(event), "\(method)")
                #expect(calendar?.schedulingMethod == (calendar == nil ? nil : method))
            }
        }
    }

    @Test func `required properties with only one possible value are added`() throws {
        var event = try Event("a", start: time("2026-03-30"))
        event.organizer = Organizer(email: "o@example.com")
        event.status = .confirmed
        let cancelled = try CalendarObject(method: .cancel, events: [event])
        #expect(cancelled.events[0].status == .cancelled && cancelled.events[0].summary == "a")
        event.summary = nil
        let published = try CalendarObject(method: .publish, events: [event])
        #expect(published.events[0].component.first("SUMMARY")?.value == .text(""))
        #expect(published.validate().filter { $0.severity == .error }.isEmpty)
    }

    @Test func `events that cannot be in one scheduling message are rejected`() throws {
        var event = try Event("a", start: time("2026-03-30"))
        event.organizer = Organizer(email: "o@example.com")
        event.attendees = [Attendee(email: "a@example.com")]
        let other = event.with { $0.uid = "other" }
        let override = event.override(at: time("2026-04-02"))
        for method in SchedulingMethod.allCases where method != .publish {
            #expect(throws: CalendarError.self, "\(method)") {
                try CalendarObject(method: method, events: [event, other])
            }
            let isOne = [.add, .refresh, .counter].contains(method)
            let both = try? CalendarObject(method: method, events: [event, override])
            #expect((both == nil) == isOne, "\(method)")
        }
        #expect(throws: CalendarError.self) {
            try CalendarObject(
                method: .request,
                events: [event.with { $0.component.set("DTSTART", to: nil) }]
            )
        }
    }

    @Test func `random UIDs are distinct version 4 UUIDs`() {
        var seen: Set<String> = []
        for _ in 0..<1000 {
            let uid = UniqueIdentifier.random()
            let parts = uid.split(separator: "-")
            #expect(parts.map(\.count) == [8, 4, 4, 4, 12])
            #expect(parts[2].first == "4" && "89ab".contains(parts[3].prefix(1)))
            #expect(seen.insert(uid).inserted)
        }
    }

    @Test func `a new override has its instance's UID and time`() throws {
        var event = try Event(
            "a",
            start: time("2026-03-30 09:30", in: "Europe/Berlin"),
            end: time("2026-03-30 10:30", in: "Europe/Berlin"),
            recurring: .daily()
        )
        event.exceptionDates = [time("2026-04-01 09:30", in: "Europe/Berlin")]
        event.alarms = [.audio(.atStart)]
        let original = time("2026-04-02 09:30", in: "Europe/Berlin")
        let override = event.override(at: original, stamp: stamp)
        #expect(override.uid == event.uid && override.recurrenceID == original && override.start == original)
        #expect(override.end == time("2026-04-02 10:30", in: "Europe/Berlin"))
        #expect(
            override.recurrenceRules.isEmpty && override.exceptionDates.isEmpty
                && override.alarms == event.alarms
        )
        var text = CalendarObject(events: [event, override])
        text.events[1].summary = "b"
        #expect(text.events.map(\.summary) == ["a", "b"])
    }

    @Test(
        arguments: [
            ("2026-04-02T07:30:00Z", "2026-04-02T08:30:00Z"), ("2026-04-02 09:30", "2026-04-02 10:30"),
            ("2026-04-02", nil),
        ] as [(String, String?)]
    )
    func `an override never keeps the end of another instance`(original: String, end: String?) throws {
        let event = try Event(
            "a",
            start: time("2026-03-30 09:30", in: "Europe/Berlin"),
            end: time("2026-03-30 10:30", in: "Europe/Berlin")
        )
        #expect(event.override(at: time(original)).end == end.map { time($0) })
        let flight = event.with { $0.end = time("2026-03-30 06:30", in: "America/New_York") }
        #expect(flight.override(at: time(original)).end == nil)
        let zoned = time("2026-03-31 09:30", in: "Europe/Berlin")
        #expect(flight.override(at: zoned).end == time("2026-03-31 06:30", in: "America/New_York"))
    }

    @Test(arguments: [
        "jane@example.com", "100%@example.com", "what?not@example.com", "a#b@example.com",
        "j\u{FC}rgen@example.com",
        "\"a b\"@example.com", "a%20b@example.com", "a\r\nb@example.com", "a@home@example.com",
    ])
    func `an email address reads back unchanged`(email: String) {
        #expect(Attendee(email: email).email == email)
        #expect(Organizer(email: email).email == email)
        #expect(Attendee(email: email).uri.allSatisfy { !$0.isNewline && $0 != "\"" })
        #expect(Attendee(email: "JANE@EXAMPLE.COM").email == "JANE@example.com")
    }

    @Test func `instants are converted to local time in a given zone`() throws {
        let berlin = try Zone(identifier: "Europe/Berlin")
        let morning = time("2026-03-30 09:30", in: "Europe/Berlin")
        #expect(EventTime(instant("2026-03-30T07:30:00Z"), in: berlin) == morning)
        #expect(EventTime(instant("2026-03-30T07:30:00Z"), in: .utc) == time("2026-03-30T07:30:00Z"))
        let rule = RecurrenceRule.daily().count(3).until(morning.civil, in: berlin)
        #expect(rule.until == time("2026-03-30T07:30:00Z") && rule.count == nil)
        #expect(rule.violations(startingAt: morning).isEmpty)
    }

    @Test func `a snoozed alarm refers to the original alarm`() throws {
        var event = try Event("a", start: time("2026-03-30"))
        event.alarms = [.display("Now", .before(.minutes(10)))]
        let snoozed = event.alarms[0].snooze(until: stamp.adding(seconds: 300), at: stamp)
        event.alarms.append(snoozed)
        #expect(event.alarms[0].acknowledged == stamp && event.alarms[0].uid == snoozed.snoozedAlarmUID)
        #expect(
            snoozed.trigger == .absolute(stamp.adding(seconds: 300)) && snoozed.uid != event.alarms[0].uid
        )
        #expect(snoozed.component.first("RELATED-TO")?.parameters["RELTYPE"] == "SNOOZE")
        var alarm = snoozed
        alarm.goOffAgain(2, every: .minutes(5))
        #expect(alarm.repetitions == 2 && alarm.repetitionInterval == .minutes(5))
        alarm.goOffAgain(0, every: .zero)
        #expect(alarm == snoozed)
    }

    @Test func `completing a to-do sets all three related properties`() throws {
        let todo = try Todo("a").with { $0.complete(at: stamp) }
        #expect(todo.status == .completed && todo.completed == stamp && todo.percentComplete == 100)
    }
}

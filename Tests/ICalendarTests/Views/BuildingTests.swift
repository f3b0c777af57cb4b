import Testing

@testable import ICalendar

@Suite struct BuildingTests {
    private let stamp = Instant(secondsSince1970: 1_775_000_000)

    @Test func `an event comes with all that RFC 5545 demands`() throws {
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

    @Test func `an event that cannot be is refused`() {
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

    @Test func `a calendar gets VERSION and PRODID, and its components UID and DTSTAMP`() throws {
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
            freeBusy: [FreeBusy()],
            availabilities: [hours]
        )
        #expect(calendar.component.properties.map(\.name) == ["VERSION", "PRODID", "NAME"])
        #expect(calendar.productID == CalendarObject.defaultProductID && calendar.version == "2.0")
        for component in calendar.component.components + hours.component.components.prefix(0) {
            #expect(component.text("UID") != nil && component.first("DTSTAMP") != nil)
        }
        #expect(calendar.events.last == named)
        #expect(calendar.availabilities.first?.available.first?.uid != nil)
        let names = ["VEVENT", "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VAVAILABILITY"]
        #expect(calendar.component.components.map(\.name) == names)
        #expect(CalendarObject(events: [], productID: "-//A//B//EN").productID == "-//A//B//EN")
    }

    @Test func `what is built is read back without a remark`() throws {
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

    @Test func `a message has whom its method wants`() throws {
        let alone = try Event("a", start: time("2026-03-30"))
        var led = alone
        led.organizer = Organizer(email: "o@example.com")
        var meeting = led
        meeting.attendees = [Attendee(email: "a@example.com")]
        var crowd = meeting
        crowd.attendees.append(Attendee(email: "b@example.com"))
        let fits: [SchedulingMethod: [Event]] = [
            .publish: [led], .request: [meeting, crowd], .reply: [meeting], .add: [led, meeting, crowd],
            .cancel: [led, meeting, crowd], .refresh: [meeting], .counter: [meeting, crowd],
            .declineCounter: [led, meeting, crowd],
        ]
        for method in SchedulingMethod.allCases {
            for event in [alone, led, meeting, crowd] {
                let calendar = try? CalendarObject(method: method, events: [event])
                #expect((calendar != nil) == (fits[method] ?? []).contains(event), "\(method)")
                #expect(calendar?.schedulingMethod == (calendar == nil ? nil : method))
            }
        }
    }

    @Test func `random UIDs are UUIDs of version 4 and differ`() {
        var seen: Set<String> = []
        for _ in 0..<1000 {
            let uid = UniqueIdentifier.random()
            let parts = uid.split(separator: "-")
            #expect(parts.map(\.count) == [8, 4, 4, 4, 12])
            #expect(parts[2].first == "4" && "89ab".contains(parts[3].prefix(1)))
            #expect(seen.insert(uid).inserted)
        }
    }

    @Test func `an override has the UID and the place of its instance`() throws {
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

    @Test func `a snoozed alarm refers to the one that it puts off`() throws {
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

    @Test func `a done to-do says so three times`() throws {
        let todo = try Todo("a").with { $0.complete(at: stamp) }
        #expect(todo.status == .completed && todo.completed == stamp && todo.percentComplete == 100)
    }
}

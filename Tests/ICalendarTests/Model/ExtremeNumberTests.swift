import ICalendar
import Testing

@testable import ICalendarCore

/// Checks that no integer set by a program causes a trap or a wrong result.
@Suite struct ExtremeNumberTests {
    /// The integer limits, numbers around the limits of the calendar, and some numbers in between.
    private static let numbers: [Int] = [
        .min, .min + 1, .min / 2, -106_751_991_167_301, -(1 << 53), -719_469, -719_468, -86_401, -86_400, -1,
        0,
        1, 59, 86_399, 86_400, 719_468, 1 << 31, 1 << 53, 106_751_991_167_300, .max / 2, .max - 719_468,
        .max - 1, .max,
    ]

    @Test(arguments: numbers) func `every date has valid fields`(_ number: Int) {
        let date = CivilDate(dayNumber: number)
        let (year, month, day) = date.fields
        #expect((1...12).contains(month))
        #expect(day >= 1 && day <= CivilDate.daysInMonth(month, ofYear: year))
        #expect((1...(CivilDate.isLeap(year) ? 366 : 365)).contains(date.dayOfYear))
        #expect(CivilDate.dayNumber(year: year, month: month, day: day) == number)
        #expect(date.description == "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))")
        let next = date.adding(days: 1)
        #expect(number == .max ? next == date : next.weekday.rawValue == (date.weekday.rawValue + 1) % 7)
        #expect(
            CivilDate(year: number, month: 1, day: 1)?.year
                == (abs(max(number, -.max)) <= 1_000_000 ? number : nil)
        )
        #expect(CivilDate(year: 2026, month: number, day: number)?.month == (number == 1 ? 1 : nil))
        for days in Self.numbers {
            let moved = date.adding(days: days).dayNumber
            let (sum, isTooFar) = number.addingReportingOverflow(days)
            #expect(moved == (isTooFar ? (days < 0 ? .min : .max) : sum))
        }
    }

    @Test(arguments: numbers) func `every time has valid fields`(_ number: Int) {
        let time = CivilDateTime(secondNumber: number)
        #expect((0..<86_400).contains(time.secondOfDay))
        #expect(time.hour * 3600 + time.minute * 60 + time.second == time.secondOfDay)
        #expect(!time.description.isEmpty)
        // The first representable day starts before the smallest integer.
        if number > .min + 86_400 { #expect(CivilDateTime(time.date, secondOfDay: time.secondOfDay) == time) }
        #expect(
            CivilDateTime(year: 2026, month: 1, day: 1, hour: number)?.hour
                == ((0..<24).contains(number) ? number : nil)
        )
        for seconds in Self.numbers {
            let moved = time.adding(seconds: seconds)
            #expect(seconds < 0 ? moved <= time : moved >= time)
            let onDate = CivilDateTime(CivilDate(dayNumber: number), secondOfDay: seconds)
            #expect(!onDate.description.isEmpty)
        }
    }

    @Test(arguments: numbers) func `every instant has a local time`(_ number: Int) throws {
        let instant = Instant(secondsSince1970: number)
        #expect(!instant.description.isEmpty && !EventTime(instant).civil.description.isEmpty)
        #expect(Instant(instant.date).secondsSince1970.magnitude <= 1 << 60)
        for zone in [Zone.utc, try Zone(identifier: "Europe/Berlin")] {
            #expect(abs(zone.offset(at: instant)) < 86_400)
            let civil = zone.civil(at: instant)
            #expect(!zone.instant(of: civil).description.isEmpty)
        }
        for seconds in Self.numbers {
            let moved = instant.adding(seconds: seconds)
            #expect(seconds < 0 ? moved <= instant : moved >= instant)
        }
    }

    @Test(arguments: numbers) func `every duration can be described, written and negated`(_ number: Int) {
        let lengths: [NominalDuration] = [
            .weeks(number), .days(number), .hours(number), .minutes(number), .seconds(number),
            NominalDuration(days: number, seconds: number),
        ]
        for length in lengths {
            #expect(length.isNegative == (number < 0))
            #expect(length.description.hasPrefix(number < 0 ? "-P" : "P"))
            #expect((-length).isNegative == (number > 0))
            var bytes: [UInt8] = []
            length.append(to: &bytes)
            var remarks: [ValueRemark] = []
            #expect(NominalDuration(bytes.span, &remarks) != nil)
        }
        for other in Self.numbers {
            let mixed = NominalDuration(days: number, seconds: other)
            #expect(!mixed.description.isEmpty && !(-mixed).description.isEmpty)
        }
    }

    @Test(arguments: numbers) func `every value can be written and read back`(_ number: Int) throws {
        let time = CivilDateTime(secondNumber: number)
        let date = CivilDate(dayNumber: number)
        let values: [(String, Value)] = [
            ("DTSTART", .date(date)), ("DTSTART", .dateTime(time, isUTC: true)),
            ("PRIORITY", .integer(number)),
            ("X-T", .time(secondOfDay: number, isUTC: false)), ("TZOFFSETTO", .utcOffset(number)),
            ("DURATION", .duration(NominalDuration(days: number, seconds: number))),
            ("GEO", .geo(latitude: Double(number), longitude: Double(number))),
            ("FREEBUSY", .period(Value.Period(start: time, isUTC: true, end: .time(time, isUTC: true)))),
            ("FREEBUSY", .period(Value.Period(start: time, isUTC: true, end: .duration(.seconds(number))))),
        ]
        for (name, value) in values {
            let event = Component("VEVENT", properties: [Property(name, value)])
            let calendar = CalendarObject(Component("VCALENDAR", components: [event]))
            let read = try CalendarFile(bytes: calendar.icsBytes(.plain))
            #expect(read.calendars[0].component.components[0].properties.count == 1)
            #expect(calendar.validate().count > 0)
            _ = calendar.repaired()
            _ = CalendarFile(calendars: [calendar]).jCalData()
        }
    }

    @Test(arguments: numbers) func `every rule can be described, written and validated`(_ number: Int) throws
    {
        var rule = RecurrenceRule(.monthly)
        rule.interval = number
        rule.count = number
        for path in [
            \RecurrenceRule.bySecond, \.byMinute, \.byHour, \.byMonthDay, \.byYearDay, \.byWeekNumber,
            \.bySetPosition,
        ] {
            var one = rule
            one[keyPath: path] = [number]
            #expect(!RuleText.format(one).isEmpty && !one.description.isEmpty)
            _ = one.violations
            var event = Event(Component("VEVENT"))
            event.start = try EventTime("2026-03-30T09:00:00Z")
            event.recurrenceRules = [one]
            #expect(!CalendarObject(events: [event]).validate().isEmpty)
        }
    }

    @Test(arguments: numbers) func `the end moves with the start without trapping`(_ number: Int) {
        for other in Self.numbers {
            var event = Event(Component("VEVENT"))
            event.start = .utc(CivilDateTime(secondNumber: number))
            event.component[time: "DTEND"] = .utc(CivilDateTime(secondNumber: other))
            event.start = .utc(CivilDateTime(secondNumber: 0))
            event.start = .date(CivilDate(dayNumber: other))
            event.duration = NominalDuration(days: other, seconds: number)
            event.start = .date(CivilDate(dayNumber: number))
            #expect(event.start == .date(CivilDate(dayNumber: number)))
        }
    }
}

import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Writes time zone definitions, reads them back, and compares them with the system time zones.
@Suite struct ZoneWritingTests {
    /// Returns the zone read from a definition after it was written.
    private func readBack(_ definition: TimeZoneDefinition) throws -> (zone: Zone, text: String) {
        let calendar = CalendarObject(Component("VCALENDAR", components: [definition.component]))
        let text = calendar.icsText
        let file = try CalendarFile(text: text)
        #expect(file.diagnostics.isEmpty, "\(file.diagnostics)")
        let read = ZoneDefinition(file.calendars[0].component.components[0])
        #expect(read.remarks.isEmpty, "\(read.remarks)")
        return (try #require(read.zone), text)
    }

    private func day(_ year: Int) throws -> CivilDate {
        try #require(CivilDate(year: year, month: 6, day: 1))
    }

    private static let years: [(Int, Int?)] =
        TestRun.isComplete ? [(1602, nil), (2026, nil), (1900, 1950), (2011, 2012)] : [(2026, nil)]

    @Test(arguments: years)
    func `each zone's definition has the same offsets as the system zone`(first: Int, last: Int?) throws {
        try check(TimeZoneDatabase.system.names.sorted(), first, last)
    }

    @Test(arguments: [(1970, nil), (2500, nil), (1987, 1995), (2006, 2006), (2040, 2041)])
    func `the definitions of special zones have the same offsets as the system zones`(first: Int, last: Int?)
        throws
    {
        let names = [
            "Africa/Cairo", "Africa/Casablanca", "Africa/Monrovia", "America/New_York", "America/Nuuk",
            "America/Sao_Paulo", "Antarctica/Troll", "Asia/Gaza", "Asia/Jerusalem", "Asia/Kolkata",
            "Asia/Tehran",
            "Australia/Lord_Howe", "Europe/Berlin", "Europe/Dublin", "Europe/Istanbul", "Europe/Moscow",
            "Pacific/Apia", "Pacific/Chatham", "Pacific/Easter", "UTC",
        ]
        try check(names, first, last)
    }

    private func check(_ names: [String], _ first: Int, _ last: Int?) throws {
        // Many zones are identical in the relevant years, so each table and definition is read only once.
        var checked: Set<TransitionTable> = []
        var known: [[Component]: Zone] = [:]
        // A 400-year cycle determines all later years.
        let end = last.map { $0 + 1 } ?? max(first, 2040) + 405
        let range = wallSecond("\(first)-01-01")..<wallSecond("\(end)-01-01")
        for name in names {
            let zone = try Zone(identifier: name)
            guard checked.insert(zone.table).inserted else { continue }
            let definition = try zone.definition(from: day(first), through: last.map { try day($0) })
            let observances = definition.component.components
            #expect(observances.count <= (first >= 1970 ? 20 : 40), "\(name)")
            let read = try known[observances] ?? readBack(definition).zone
            known[observances] = read
            let differing = read.table.differingRanges(from: zone.table, between: range)
            #expect(differing.isEmpty, "\(name) \(differing.prefix(3))")
        }
        #expect(known.count >= 7)
    }

    @Test func `definitions in thousands of calendars are only a few times larger than the rest`() throws {
        func written(_ count: Int) throws -> (text: String, size: Int) {
            let calendars = (0..<count).map { number in
                let dates = "\(1997 + number % 90)0101T000000,\(9999 - number / 90)0101T000000"
                return calendar("DTSTART:20260101T000000Z\nRDATE;TZID=Africa/Casablanca:\(dates)")
            }
            let text = calendars.joined()
            return (try CalendarFile(text: text).icsText, text.utf8.count)
        }
        let few = try written(30).text
        #expect(few.split(separator: "BEGIN:VTIMEZONE").count == 31)
        let (many, size) = try written(4000)
        #expect(many.split(separator: "BEGIN:VTIMEZONE").count > 100)
        #expect(many.utf8.count < 3 * size + 4 << 20, "\(many.utf8.count) of \(size)")
    }

    private func text(_ name: String, _ first: Int, _ last: Int?) throws -> [String] {
        let definition = try Zone(identifier: name).definition(
            from: day(first),
            through: last.map { try day($0) }
        )
        return try readBack(definition).text.split(separator: "\r\n").dropFirst(4).dropLast(2).map(
            String.init
        )
    }

    @Test func `the definition for Berlin has two rules`() throws {
        #expect(
            try text("Europe/Berlin", 2026, nil) == [
                "TZID:Europe/Berlin", "BEGIN:STANDARD", "DTSTART:20251026T030000",
                "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
                "TZNAME:CET", "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:20260329T020000",
                "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200",
                "TZNAME:CEST", "END:DAYLIGHT",
            ]
        )
    }

    @Test func `a zone without clock changes has one observance`() throws {
        #expect(
            try text("UTC", 2026, 2026) == [
                "TZID:UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0000",
                "TZOFFSETTO:+0000", "TZNAME:UTC", "END:STANDARD",
            ]
        )
        #expect(try text("Asia/Kolkata", 2026, nil).filter { $0.hasPrefix("BEGIN") }.count == 1)
    }

    @Test func `summer time in Ireland and Morocco is written as DAYLIGHT`() throws {
        let dublin = try text("Europe/Dublin", 2026, nil)
        let summer = try #require(dublin.firstIndex(of: "BEGIN:DAYLIGHT"))
        #expect(dublin[summer...].contains("TZNAME:IST"))
        #expect(dublin.filter { $0.hasPrefix("RRULE") }.count == 2)
    }

    @Test func `a week that extends into the next month produces two rules`() throws {
        // Clocks in Egypt are set back at the end of the last Thursday in October.
        let cairo = try text("Africa/Cairo", 2026, nil).filter { $0.hasPrefix("RRULE") }
        #expect(
            Set(cairo) == [
                "RRULE:FREQ=YEARLY;BYDAY=-1FR;BYMONTH=4",
                "RRULE:FREQ=YEARLY;BYDAY=FR;BYMONTHDAY=26,27,28,29,30,31;BYMONTH=10",
                "RRULE:FREQ=YEARLY;BYDAY=FR;BYMONTHDAY=1;BYMONTH=11",
            ]
        )
    }

    @Test func `a rule that no longer applies ends with a UTC UNTIL`() throws {
        let rules = try text("America/New_York", 2000, nil).filter { $0.hasPrefix("RRULE") }
        #expect(rules.contains("RRULE:FREQ=YEARLY;UNTIL=20060402T070000Z;BYDAY=1SU;BYMONTH=4"))
        #expect(rules.count == 4)
    }

    // MARK: - Zones in use

    private func zones(_ text: String, _ options: WritingOptions = .init()) throws -> [Component] {
        let written = try CalendarFile(text: text).icsBytes(options)
        let calendar = try CalendarFile(bytes: written).calendars[0].component
        #expect(calendar.components.last?.name != "VTIMEZONE")
        return calendar.components.filter { $0.name == "VTIMEZONE" }
    }

    @Test func `writing a calendar adds missing definitions under the names in use`() throws {
        let text = calendar(
            """
            DTSTART;TZID=Europe/Berlin:20260701T090000
            DTEND;TZID="America/New_York":20260701T090000
            EXDATE;TZID=W. Europe Standard Time:20260701T090000
            X-OTHER;VALUE=DATE-TIME;TZID=/example.org/20260101_1/Asia/Tokyo:20260701T090000
            RECURRENCE-ID;TZID=Nobody/Knows:20260701T090000
            RDATE;TZID=Own Zone:20260701T090000
            BEGIN:VALARM
            TRIGGER;VALUE=DATE-TIME;TZID=australia/lord_howe:20260701T090000
            END:VALARM
            """,
            zones: fixedZone("own zone", "+0100")
        )
        #expect(
            try zones(text).compactMap { $0.text("TZID") } == [
                "own zone", "Europe/Berlin", "America/New_York", "W. Europe Standard Time",
                "/example.org/20260101_1/Asia/Tokyo", "australia/lord_howe",
            ]
        )
        #expect(try zones(text, .plain).count == 1)
        #expect(try zones(text, .asRead).count == 1)
    }

    @Test func `two names for the same zone get identical definitions`() throws {
        let names = ["/a.example/Europe/Berlin", "/b.example/Europe/Berlin"]
        let events = names.map { "UID:\($0)\nDTSTART;TZID=\($0):20260101T090000" }
        let found = try zones(calendar(events: events))
        #expect(found.compactMap { $0.text("TZID") } == names)
        #expect(Set(found.map(\.components)).count == 1)
    }

    @Test func `a zone name that cannot be written gets no definition`() throws {
        let text = calendar("DTSTART;TZID=/a.example\u{E}/Europe/Berlin:20260701T090000", zones: "")
        #expect(try zones(text).isEmpty)
        let once = try CalendarFile(text: text).icsBytes()
        #expect(try CalendarFile(bytes: once).icsBytes() == once)
    }

    @Test func `a definition extends to the end of the longest event, not to the sum of all events`() throws {
        let events = (0..<400).map {
            "UID:\($0)\nDTSTART;TZID=America/New_York:19990101T090000\nDURATION:P30D"
        }
        let zone = try #require(try zones(calendar(events: events)).first)
        #expect(zone.components.count == 2)
    }

    @Test(arguments: [
        // The rules from 1987 to 2006 do not apply to later events, and the current rules do not apply to
        // earlier ones.
        ("DTSTART;TZID=America/New_York:20260101T090000", 2),
        ("DTSTART;TZID=America/New_York:19990101T090000", 2),
        ("DTSTART;TZID=America/New_York:19990101T090000\nRRULE:FREQ=DAILY;UNTIL=20010101T000000Z", 2),
        ("DTSTART;TZID=America/New_York:19990101T090000\nRRULE:FREQ=DAILY", 4),
        ("DTSTART;TZID=America/New_York:19990101T090000\nRRULE:FREQ=DAILY;COUNT=4000", 4),
        ("DTSTART;TZID=America/New_York:19990101T090000\nRDATE;TZID=America/New_York:20260101T090000", 4),
        ("DTSTART;TZID=America/New_York:19990101T090000\nDURATION:P4000D", 4),
        (
            "DTSTART;TZID=America/New_York:19990101T090000\nRRULE:FREQ=DAILY;UNTIL=20010101T000000Z\nDURATION:P4000D",
            4
        ),
        (
            "DTSTART;TZID=America/New_York:19990101T090000\nRRULE:FREQ=DAILY;UNTIL=20010101T000000Z\nRRULE:FREQ=DAILY",
            4
        ),
    ])
    func `definitions contain only observances in use`(body: String, observances: Int) throws {
        let zone = try #require(try zones(calendar(body)).first)
        #expect(zone.components.count == observances, "\(zone)")
    }

    @Test(arguments: [
        "DTSTART;TZID=America/New_York:20281001T230000\nRDATE;VALUE=DATE:20260102",
        "DTSTART;TZID=Africa/Casablanca:20220610T170000\nRDATE;VALUE=PERIOD:20290328T060000Z/P300D",
        "DTSTART;TZID=America/New_York:20280212T110000\nDURATION:P100D\nRDATE:20260208T160000Z",
        "DTSTART;TZID=America/New_York:20200112T110000\nDURATION:P100D\nRDATE:20271208T160000Z",
        "DTSTART;TZID=Africa/Casablanca:20250110T170000\nDTEND;TZID=Africa/Casablanca:20250610T170000\n"
            + "RDATE;TZID=Africa/Casablanca:20281201T170000",
        "DTSTART;TZID=Africa/Casablanca:20220610T170000\nRDATE;TZID=Asia/Tokyo;VALUE=PERIOD:20290328T060000/P300D",
    ])
    func `an added definition covers all times in its zone`(_ event: String) throws {
        let text = calendar(event)
        let before = try expand(text, from: "2026-01-01", to: "2029-12-31")
        var options = ExpansionOptions()
        options.zonePreference = .file
        let written = try CalendarFile(text: text).icsText
        let after = try expand(written, from: "2026-01-01", to: "2029-12-31", options: options)
        #expect(
            after.occurrences.map { $0.start.instant(in: .utc) }
                == before.occurrences.map { $0.start.instant(in: .utc) }
        )
        #expect(
            after.occurrences.map { $0.end.instant(in: .utc) }
                == before.occurrences.map { $0.end.instant(in: .utc) }
        )
        #expect(!after.occurrences.isEmpty && written.contains("BEGIN:VTIMEZONE"))
    }

    @Test func `the size of the definitions is limited in proportion to the rest of the file`() throws {
        let event =
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;TZID=Eire:19000101T000000\nRRULE:FREQ=YEARLY\nEND:VEVENT\nEND:VCALENDAR\n"
        let file = try CalendarFile(text: String(repeating: event, count: 1000))
        let written = file.icsText
        let count = written.split(separator: "BEGIN:VTIMEZONE").count - 1
        #expect(count > 300 && count < 900, "\(count)")
        #expect(written.utf8.count < 4 << 20)
        let left = try CalendarFile(text: written).validate().filter { $0.code == .undefinedZone }
        #expect(left.count == 1000 - count)
    }
}

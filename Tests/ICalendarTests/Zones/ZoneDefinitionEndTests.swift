import ICalendar
import Testing

@testable import ICalendarCore

struct ZoneDefinitionEndTests {
    private func zone(_ component: Component) throws -> Zone {
        let definition = ZoneDefinition(component)
        #expect(definition.remarks.isEmpty)
        return try #require(definition.zone)
    }

    @Test(arguments: [
        EventTime.utc(CivilDateTime(secondNumber: wallSecond("2006-04-02T07:00:00"))),
        .floating(CivilDateTime(secondNumber: wallSecond("2006-04-02T02:00:00"))),
        .date(CivilDate(dayNumber: wallSecond("2006-04-02") / 86_400)),
    ])
    func `UNTIL is inclusive in UTC, in local time and as a date`(until: EventTime) throws {
        let zone = try zone(
            vtimezone(
                "X",
                daylight(
                    -5,
                    -4,
                    "1987-04-05T02:00:00",
                    everyYear(1, .sunday, of: 4, until: until)
                ),
                daylight(-5, -4, "2007-03-11T02:00:00", everyYear(2, .sunday, of: 3)),
                standard(
                    -4,
                    -5,
                    "1967-10-29T02:00:00",
                    everyYear(
                        -1,
                        .sunday,
                        of: 10,
                        until: .utc(CivilDateTime(secondNumber: wallSecond("2006-10-29T06:00:00")))
                    )
                ),
                standard(-4, -5, "2007-11-04T02:00:00", everyYear(1, .sunday, of: 11))
            )
        )
        let system = try Zone(identifier: "America/New_York").table
        let range = wallSecond("1987-01-01")..<wallSecond("9999-12-31")
        #expect(zone.table.differingRanges(from: system, between: range).isEmpty)
        #expect(zone.offset(atUTC: "2006-04-02T06:59:59") == -18_000)
        #expect(zone.offset(atUTC: "2006-04-02T07:00:00") == -14_400)
        #expect(zone.offset(atUTC: "2007-04-01T12:00:00") == -14_400)
    }

    @Test func `UNTIL one second earlier excludes the last onset`() throws {
        let until = EventTime.utc(CivilDateTime(secondNumber: wallSecond("2006-04-02T06:59:59")))
        let zone = try zone(
            vtimezone(
                "X",
                daylight(
                    -5,
                    -4,
                    "2004-04-04T02:00:00",
                    everyYear(1, .sunday, of: 4, until: until)
                ),
                standard(
                    -4,
                    -5,
                    "2004-10-31T02:00:00",
                    everyYear(-1, .sunday, of: 10, until: until)
                )
            )
        )
        #expect(zone.offset(atUTC: "2005-07-01") == -14_400)
        #expect(zone.offset(atUTC: "2006-07-01") == -18_000)
    }

    @Test func `COUNT ends an observance's rule`() throws {
        let zone = try zone(
            vtimezone(
                "X",
                daylight(0, 1, "2000-03-26T02:00:00", everyYear(-1, .sunday, of: 3, count: 3)),
                standard(1, 0, "2000-10-29T02:00:00", everyYear(-1, .sunday, of: 10))
            )
        )
        #expect(zone.offset(atUTC: "2002-07-01") == 3600)
        #expect(zone.offset(atUTC: "2003-07-01") == 0)
    }

    @Test func `a VTIMEZONE whose rules have all ended keeps its last offset`() throws {
        let until = EventTime.utc(CivilDateTime(secondNumber: wallSecond("2010-12-31")))
        let zone = try zone(
            vtimezone(
                "X",
                daylight(
                    3,
                    4,
                    "2000-03-26T02:00:00",
                    everyYear(-1, .sunday, of: 3, until: until)
                ),
                standard(
                    4,
                    3,
                    "2000-10-29T03:00:00",
                    everyYear(-1, .sunday, of: 10, until: until)
                )
            )
        )
        #expect(zone.offset(atUTC: "2010-07-01") == 14_400)
        #expect(zone.offset(atUTC: "2026-07-01") == 10_800)
        #expect(zone.table.cycleStart == nil)
    }

    @Test func `a rule for every other year repeats`() throws {
        let zone = try zone(
            vtimezone(
                "X",
                daylight(
                    0,
                    1,
                    "2001-03-25T02:00:00",
                    everyYear(-1, .sunday, of: 3, interval: 2)
                ),
                standard(1, 0, "2001-10-28T02:00:00", everyYear(-1, .sunday, of: 10))
            )
        )
        #expect(zone.table.cycleStart != nil)
        for year in [2001, 2026, 2027, 3999, 4000, 9998, 9999] {
            #expect(zone.offset(atUTC: "\(year)-07-01") == (year % 2 == 1 ? 3600 : 0), "\(year)")
        }
    }

    @Test func `a rule for every third year extends to the year 9999`() throws {
        let zone = try zone(
            vtimezone(
                "X",
                daylight(
                    0,
                    1,
                    "2001-03-25T02:00:00",
                    everyYear(-1, .sunday, of: 3, interval: 3)
                ),
                standard(1, 0, "2001-10-28T02:00:00", everyYear(-1, .sunday, of: 10))
            )
        )
        #expect(zone.table.cycleStart == nil)
        for year in [2001, 2002, 2004, 9996, 9997, 9998, 9999] {
            #expect(zone.offset(atUTC: "\(year)-07-01") == ((year - 2001) % 3 == 0 ? 3600 : 0), "\(year)")
        }
    }

    @Test func `the number of daily onsets is limited`() throws {
        let bomb = vtimezone(
            "Bomb",
            daylight(1, 2, "1970-01-01T00:00:00", RecurrenceRule(.daily)),
            standard(2, 1, "1970-01-01T12:00:00", RecurrenceRule(.daily)),
            standard(2, 1, "1970-01-01T00:00:00", RecurrenceRule(.daily, count: 1_000_000_000))
        )
        let definition = ZoneDefinition(bomb)
        let zone = try #require(definition.zone)
        #expect(zone.table.instants.count <= 2 * ObservanceLayout.limit)
        #expect(definition.isCut)
        #expect(definition.remarks.count == 1)
        #expect(definition.remarks.first?.message.contains("Bomb") == true)
    }

    @Test(arguments: [RecurrenceRule.Frequency.hourly, .minutely, .secondly])
    func `rules below DAILY do not change the clocks`(frequency: RecurrenceRule.Frequency) throws {
        let definition = ZoneDefinition(
            vtimezone("X", standard(2, 1, "1970-01-01T00:00:00", RecurrenceRule(frequency)))
        )
        #expect(definition.zone?.table.instants.count == 1)
        #expect(definition.remarks.count == 1)
        #expect(definition.remarks.first?.message.contains(frequency.rawValue) == true)
    }

    @Test func `long rules can use the part of the limit that short rules do not need`() throws {
        // Two hundred rules that end after one year, and one that lasts three hundred years.
        var observances = (0..<200).map { index in
            standard(2, 1, "\(1700 + index)-10-20T02:00:00", everyYear(-1, .sunday, of: 10, count: 2))
        }
        observances.append(daylight(1, 2, "1700-03-20T02:00:00", everyYear(-1, .sunday, of: 3, count: 300)))
        let component = Component(
            "VTIMEZONE",
            properties: [Property("TZID", .text("X"))],
            components: observances
        )
        let definition = ZoneDefinition(component)
        #expect(!definition.isCut)
        #expect(definition.zone?.offset(atUTC: "1990-07-01") == 7200)
        #expect(definition.zone?.table.instants.count == 403)
    }

    @Test func `a definition with too many rules is cut short and reported`() throws {
        let observances = (0..<800).map { index in
            standard(2, index % 2, "\(1200 + index)-10-20T02:00:00", everyYear(1, .sunday, of: 10, count: 1))
        }
        let definition = ZoneDefinition(
            Component("VTIMEZONE", properties: [Property("TZID", .text("X"))], components: observances)
        )
        #expect(definition.zone?.table.instants.last.map { $0 < wallSecond("1705-01-01") } == true)
        #expect(definition.remarks.map(\.message).filter { $0.contains("rules") }.count == 1)
    }

    @Test func `a rule that ends before it starts has only its first onset`() throws {
        let until = EventTime.utc(CivilDateTime(secondNumber: wallSecond("1999-01-01")))
        let zone = try zone(
            vtimezone(
                "X",
                standard(2, 1, "2000-10-29T03:00:00", everyYear(-1, .sunday, of: 10, until: until)),
                daylight(1, 2, "2000-03-26T02:00:00", everyYear(-1, .sunday, of: 3))
            )
        )
        #expect(zone.offset(atUTC: "2000-07-01") == 7200)
        #expect(zone.offset(atUTC: "2001-01-01") == 3600)
        #expect(zone.offset(atUTC: "2002-01-01") == 7200)
    }

    @Test func `zone offsets can have seconds`() throws {
        let zone = try zone(vtimezone("X", standard(-1172, -1220, "1900-01-01T00:00:00")))
        #expect(zone.offset(atUTC: "1899-12-31") == -1172)
        #expect(zone.offset(atUTC: "1900-01-02") == -1220)
    }
}

import ICalendar
import Testing

@testable import ICalendarCore

struct ZoneDefinitionTests {
    private func zone(_ component: Component) throws -> Zone {
        let definition = ZoneDefinition(component)
        #expect(definition.remarks.isEmpty)
        return try #require(definition.zone)
    }

    @Test func `yearly rules since 1601 apply forever`() throws {
        let zone = try zone(berlinRules("Mine"))
        #expect(zone.identifier == "Mine")
        let rule = try #require(PosixZoneRule("CET-1CEST,M3.5.0,M10.5.0/3"))
        let expected = TransitionTable(initialOffset: 3600, explicit: [], rule: rule)
        let range = wallSecond("1601-02-01")..<wallSecond("9999-12-31")
        #expect(zone.table.differingRanges(from: expected, between: range).isEmpty)
        #expect(zone.table.cycleStart != nil)
        #expect(zone.table.instants.count < 1000)
    }

    @Test func `ignored parts of a definition are reported once`() throws {
        let twice = ["DTSTART", "TZOFFSETFROM", "TZOFFSETTO"]
        var zone = berlinRules("Mine")
        for index in zone.components.indices {
            let part = zone.components[index]
            zone.components[index].properties += twice.compactMap { part.first($0) }
            zone.components[index].properties.append(
                Property("EXDATE", .dateTime(CivilDateTime(secondNumber: 0), isUTC: false))
            )
        }
        zone.properties.append(Property("TZID", .text("Other")))
        zone.components += zone.components
        let definition = ZoneDefinition(zone)
        #expect(definition.zone?.identifier == "Mine")
        let kinds = ["DAYLIGHT", "STANDARD"]
        var expected: Set = ["duplicate TZID in the definition of time zone \"Mine\"; using the first"]
        for kind in kinds {
            expected.insert("time zone \"Mine\": EXDATE is not allowed in \(kind); ignored")
            for name in twice {
                expected.insert("time zone \"Mine\": duplicate \(name) in \(kind); using the first")
            }
        }
        #expect(Set(definition.remarks.map(\.message)) == expected)
        #expect(definition.remarks.count == expected.count)
    }

    @Test func `a definition matches the system zone where both have the same rules`() throws {
        let system = try Zone(identifier: "Europe/Berlin").table
        let mine = try zone(berlinRules("Mine")).table
        let modern = wallSecond("1996-01-01")..<wallSecond("9999-12-31")
        #expect(mine.differingRanges(from: system, between: modern).isEmpty)
        #expect(
            !mine.differingRanges(from: system, between: wallSecond("1947-01-01")..<wallSecond("1948-01-01"))
                .isEmpty
        )
    }

    @Test func `onsets are read with the offset that applies before them`() throws {
        let zone = try zone(berlinRules("Mine"))
        #expect(zone.utc("2026-03-29T02:30:00") == "2026-03-29T01:30:00")
        #expect(zone.utc("2026-10-25T02:30:00") == "2026-10-25T00:30:00")
        #expect(zone.offset(atUTC: "2026-03-29T00:59:59") == 3600)
        #expect(zone.offset(atUTC: "2026-03-29T01:00:00") == 7200)
    }

    @Test func `TZOFFSETFROM applies before the first onset`() throws {
        let zone = try zone(
            vtimezone(
                "X",
                daylight(1, 2, "1980-04-06T02:00:00"),
                standard(3208, 3600, "1893-04-01T00:00:00")
            )
        )
        #expect(zone.offset(atUTC: "1800-01-01") == 3208)
        #expect(zone.offset(atUTC: "1893-03-31T23:06:31") == 3208)
        #expect(zone.offset(atUTC: "1893-03-31T23:06:32") == 3600)
        #expect(zone.offset(atUTC: "1980-04-06T01:00:00") == 7200)
    }

    @Test func `a zone can be defined by RDATEs alone, whether times or periods`() throws {
        let dates = [
            Property(
                "RDATE",
                .list([
                    .dateTime(CivilDateTime(secondNumber: wallSecond("2001-03-25T02:00:00")), isUTC: false),
                    .dateTime(CivilDateTime(secondNumber: wallSecond("2002-03-31T02:00:00")), isUTC: false),
                ])
            ),
            Property(
                "RDATE",
                .period(
                    Value.Period(
                        start: CivilDateTime(secondNumber: wallSecond("2003-03-30T02:00:00")),
                        isUTC: false,
                        end: .duration(NominalDuration(days: 1))
                    )
                )
            ),
        ]
        let back = ["2001-10-28T03:00:00", "2002-10-27T03:00:00"].map {
            Property("RDATE", .dateTime(CivilDateTime(secondNumber: wallSecond($0)), isUTC: false))
        }
        let zone = try zone(
            vtimezone(
                "X",
                daylight(1, 2, "2000-03-26T02:00:00", dates: dates),
                standard(2, 1, "2000-10-29T03:00:00", dates: back)
            )
        )
        for day in ["2000-03-26", "2001-03-25", "2002-03-31", "2003-03-30"] {
            #expect(zone.offset(atUTC: "\(day)T00:59:59") == 3600)
            #expect(zone.offset(atUTC: "\(day)T01:00:00") == 7200)
        }
        // There is no transition after the last date.
        #expect(zone.offset(atUTC: "9999-01-01") == 7200)
    }

    @Test func `onsets in UTC are read as local times and reported`() throws {
        var summer = daylight(1, 2, "2000-03-26T02:00:00")
        for name in ["DTSTART", "RDATE"] {
            let time = CivilDateTime(
                secondNumber: wallSecond(name == "RDATE" ? "2001-03-25T02:00:00" : "2000-03-26T02:00:00")
            )
            summer.set(name, to: Property(name, .dateTime(time, isUTC: true)))
        }
        let definition = ZoneDefinition(vtimezone("X", summer, standard(2, 1, "2000-10-29T03:00:00")))
        #expect(definition.remarks.map(\.message).count == 2)
        let zone = try #require(definition.zone)
        for day in ["2000-03-26", "2001-03-25"] {
            #expect(zone.offset(atUTC: "\(day)T00:59:59") == 3600)
            #expect(zone.offset(atUTC: "\(day)T01:00:00") == 7200)
        }
    }

    @Test func `DTSTART is an onset even if its rule does not match it`() throws {
        let zone = try zone(
            vtimezone(
                "X",
                daylight(1, 2, "2000-03-01T02:00:00", everyYear(-1, .sunday, of: 3)),
                standard(2, 1, "2000-03-10T03:00:00", everyYear(-1, .sunday, of: 10))
            )
        )
        #expect(zone.offset(atUTC: "2000-03-05") == 7200)
        #expect(zone.offset(atUTC: "2000-03-15") == 3600)
        #expect(zone.offset(atUTC: "2000-03-27") == 7200)
    }

    @Test func `a zone definition needs no STANDARD component`() throws {
        let zone = try zone(vtimezone("X", daylight(2, 3, "1970-01-01T00:00:00")))
        #expect(zone.offset(atUTC: "1969-12-31T21:59:59") == 7200)
        #expect(zone.offset(atUTC: "2026-01-01") == 10_800)
    }

    @Test func `an observance without a usable offset or start is skipped and reported`() throws {
        var broken = daylight(1, 2, "2000-03-26T02:00:00")
        broken.set("TZOFFSETTO", to: Property("TZOFFSETTO", .raw("+2500000")))
        var startless = daylight(1, 2, "2000-03-26T02:00:00")
        startless.set("DTSTART", to: nil)
        var extreme = daylight(1, 2, "2000-03-26T02:00:00")
        extreme.set(
            "DTSTART",
            to: Property("DTSTART", .dateTime(CivilDateTime(secondNumber: Int.max), isUTC: true))
        )
        let good = standard(2, 1, "2000-10-29T03:00:00")
        let definition = ZoneDefinition(vtimezone("X", broken, startless, extreme, good))
        // The three skipped observances, and the time in UTC.
        #expect(definition.remarks.count == 4)
        #expect(definition.zone?.table.instants.count == 1)
        let empty = ZoneDefinition(vtimezone("X", broken))
        #expect(empty.zone == nil)
        #expect(empty.remarks.count == 2)
        #expect(ZoneDefinition(vtimezone("X")).zone == nil)
    }

    @Test func `a missing TZOFFSETFROM is read as the TZOFFSETTO of the opposite observance type`() throws {
        var daylight = daylight(1, 2, "2000-03-26T02:00:00")
        daylight.set("TZOFFSETFROM", to: nil)
        let definition = ZoneDefinition(vtimezone("X", daylight, standard(2, 1, "2000-10-29T03:00:00")))
        #expect(
            definition.remarks.map(\.message) == [
                "time zone \"X\": DAYLIGHT has no TZOFFSETFROM; using TZOFFSETTO of STANDARD"
            ]
        )
        let zone = try #require(definition.zone)
        #expect(zone.offset(atUTC: "2000-03-26T00:59:59") == 3600)
        #expect(zone.offset(atUTC: "2000-03-26T01:00:00") == 7200)
    }

    @Test func `identical definitions are expanded once, and the cache is limited`() {
        let cache = ZoneDefinitionCache()
        let first = cache.definition(berlinRules("Cached")).zone
        #expect(first != nil)
        #expect(cache.definition(berlinRules("Cached")).zone?.table === first?.table)
        #expect(cache.definition(berlinRules("Other")).zone?.table !== first?.table)
        for number in 0..<1000 {
            _ = cache.definition(
                vtimezone("\(number)", standard(2, 1, "2000-10-29T03:00:00"))
            )
        }
        #expect(cache.count <= 256)
    }

    @Test func `irrelevant parts of a definition do not affect the cache and are not retained`() {
        let cache = ZoneDefinitionCache()
        let plain = cache.definition(berlinRules("Cached")).zone
        var remarked = berlinRules("Cached")
        remarked.properties.append(Property("COMMENT", .text(String(repeating: "e\u{301}", count: 10_000))))
        remarked.components[0].properties.append(Property("TZNAME", .text("CET")))
        remarked.components.append(Component("X-NOTE", properties: [Property("X", .text("y"))]))
        #expect(cache.definition(remarked).zone?.table === plain?.table)
        var other = berlinRules("Cached")
        other.components[0].set("TZOFFSETTO", to: Property("TZOFFSETTO", .utcOffset(1800)))
        #expect(cache.definition(other).zone?.table != plain?.table)
        let count = cache.count
        _ = cache.definition(berlinRules(String(repeating: "x", count: 3000)))
        #expect(cache.count == count)
    }
}

import ICalendar
import Testing

@testable import ICalendarCore

struct PosixZoneRuleTests {
    private func zone(_ text: String) throws -> Zone {
        let rule = try #require(PosixZoneRule(text))
        return Zone(
            identifier: text,
            table: TransitionTable(initialOffset: rule.standardOffset, explicit: [], rule: rule)
        )
    }

    @Test func `a rule can name the last Sundays in March and October`() throws {
        let zone = try zone("CET-1CEST,M3.5.0,M10.5.0/3")
        #expect(zone.offset(atUTC: "2026-03-29T00:59:59") == 3600)
        #expect(zone.offset(atUTC: "2026-03-29T01:00:00") == 7200)
        #expect(zone.offset(atUTC: "2026-10-25T00:59:59") == 7200)
        #expect(zone.offset(atUTC: "2026-10-25T01:00:00") == 3600)
    }

    @Test func `zone names can be in angle brackets, and offsets count westward`() throws {
        #expect(try zone("<+0330>-3:30").offset(atUTC: "2026-01-01") == 12_600)
        #expect(try zone("<-03>3").offset(atUTC: "2026-01-01") == -10_800)
        #expect(try zone("LMT-0:53:28").offset(atUTC: "2026-01-01") == 3208)
    }

    @Test func `Julian days exclude the leap day`() throws {
        // J60 is always 1 March, while the zero-based 59 is 29 February in leap years.
        let julian = try zone("AAA0BBB,J60/0,J300/0")
        #expect(julian.offset(atUTC: "2024-02-29T23:59:59") == 0)
        #expect(julian.offset(atUTC: "2024-03-01T00:00:00") == 3600)
        #expect(julian.offset(atUTC: "2023-03-01T00:00:00") == 3600)
        #expect(julian.offset(atUTC: "2023-02-28T23:59:59") == 0)
        let counted = try zone("AAA0BBB,59/0,300/0")
        #expect(counted.offset(atUTC: "2024-02-28T23:59:59") == 0)
        #expect(counted.offset(atUTC: "2024-02-29T00:00:00") == 3600)
        #expect(counted.offset(atUTC: "2023-03-01T00:00:00") == 3600)
    }

    @Test func `times of day can extend into other days`() throws {
        // In Godthab, clocks change on the Saturday before the last Sunday, at hour -1 of that Sunday.
        let nuuk = try zone("<-02>2<-01>,M3.5.0/-1,M10.5.0/0")
        #expect(nuuk.offset(atUTC: "2026-03-29T00:59:59") == -7200)
        #expect(nuuk.offset(atUTC: "2026-03-29T01:00:00") == -3600)
        // The former rule in Jerusalem: 26 hours after the start of the Thursday before the last Sunday in
        // March is Friday 02:00.
        let jerusalem = try zone("IST-2IDT,M3.4.4/26,M10.5.0")
        #expect(jerusalem.offset(atUTC: "2026-03-26T23:59:59") == 7200)
        #expect(jerusalem.offset(atUTC: "2026-03-27T00:00:00") == 10_800)
        let far = try zone("AAA0BBB,M3.1.0/167,M10.1.0/-167")
        #expect(far.offset(atUTC: "2026-03-07T22:59:59") == 0)
        #expect(far.offset(atUTC: "2026-03-07T23:00:00") == 3600)
        #expect(far.offset(atUTC: "2026-09-26T23:59:59") == 3600)
        #expect(far.offset(atUTC: "2026-09-27T00:00:00") == 0)
    }

    @Test func `daylight saving time can be negative`() throws {
        let dublin = try zone("IST-1GMT0,M10.5.0,M3.5.0/1")
        #expect(dublin.offset(atUTC: "2026-01-15") == 0)
        #expect(dublin.offset(atUTC: "2026-03-29T00:59:59") == 0)
        #expect(dublin.offset(atUTC: "2026-03-29T01:00:00") == 3600)
        #expect(dublin.offset(atUTC: "2026-10-25T00:59:59") == 3600)
        #expect(dublin.offset(atUTC: "2026-10-25T01:00:00") == 0)
    }

    @Test(arguments: ["EST5EDT,0/0,J365/25", "XXX3EDT4,0/0,J365/23", "AAA0BBB-1,0/0,J365/167"])
    func `daylight saving time can be permanent`(text: String) throws {
        let zone = try zone(text)
        let daylight = zone.offset(atUTC: "2026-06-01")
        for year in [1700, 1999, 2000, 2024, 2025, 2500, 9999] {
            #expect(zone.offset(atUTC: "\(year)-01-01T04:00:00") == daylight)
            #expect(zone.offset(atUTC: "\(year)-12-31T23:59:59") == daylight)
        }
    }

    @Test func `southern zones have daylight saving time at New Year`() throws {
        let sydney = try zone("AEST-10AEDT,M10.1.0,M4.1.0/3")
        #expect(sydney.offset(atUTC: "2026-01-01") == 39_600)
        #expect(sydney.offset(atUTC: "2026-04-04T15:59:59") == 39_600)
        #expect(sydney.offset(atUTC: "2026-04-04T16:00:00") == 36_000)
        #expect(sydney.offset(atUTC: "1700-12-31") == 39_600)
    }

    @Test func `daylight saving time without rules uses United States rules`() throws {
        let zone = try zone("EST5EDT")
        #expect(zone.offset(atUTC: "2026-03-08T06:59:59") == -18_000)
        #expect(zone.offset(atUTC: "2026-03-08T07:00:00") == -14_400)
    }

    @Test(arguments: ["CET-1CEST,M3.5.0,M10.5.0/3", "AEST-10AEDT,M10.1.0,M4.1.0/3", "AAA0BBB,J60/0,300/-100"])
    func `the rule applies to all years up to 9999`(text: String) throws {
        let rule = try #require(PosixZoneRule(text))
        let table = try zone(text).table
        for year in stride(from: 1602, through: 9999, by: 1) {
            for transition in rule.transitions(inYears: year - 1...year + 1)
            where CivilDateTime(secondNumber: transition.instant).date.year == year {
                #expect(table.span(atInstant: transition.instant).offset == transition.offset, "\(year)")
                #expect(table.span(atInstant: transition.instant - 1).offset != transition.offset, "\(year)")
            }
        }
    }

    @Test(arguments: [
        "", "A", "CE-1", "CET", "CET-", "CET-25", "CET-1:60", "CET-1CEST,", "CET-1CEST,M3.5.0",
        "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0",
        "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1CEST,J0,J1", "CET-1CEST,366,J1", "<CET-1",
        "CET-1CEST,M3.5.0,M10.5.0x",
        "Europe/Berlin", "CET-99999999999999999999", "<>0",
    ])
    func `an invalid TZ rule is rejected`(text: String) {
        #expect(PosixZoneRule(text) == nil)
    }
}

import ICalendar
import Testing

@testable import ICalendarCore

/// Tests the budget shared by all zone definitions in a search.
struct ZoneBudgetTests {
    private func bomb(_ number: Int) -> Component {
        vtimezone(
            "Bomb \(number)",
            standard(2, 1, "1970-01-01T03:00:00", RecurrenceRule(.daily)),
            daylight(1, 2, "1970-01-01T\(10 + number % 10):00:00", RecurrenceRule(.daily))
        )
    }

    @Test func `definitions with daily changes are cut short after many long ones`() throws {
        let budget = ZoneBudget()
        let sizes = (0..<400).map { budget.definition(bomb($0)).zone?.table.instants.count ?? 0 }
        #expect(sizes[0] > 4000)
        #expect(sizes[399] <= 5 * ObservanceLayout.modestLimit / 4)
        #expect(
            sizes.reduce(0, +) < ReadingLimits().zoneChanges + 400 * 5 * ObservanceLayout.modestLimit / 4
                + 20_000
        )
    }

    @Test func `ordinary definitions are complete regardless of earlier definitions`() throws {
        let budget = ZoneBudget()
        for number in 0..<400 { _ = budget.definition(bomb(number)) }
        let honest = budget.definition(berlinRules("Mine"))
        #expect(!honest.isCut)
        #expect(honest.remarks == [])
        #expect(honest.zone?.offset(atUTC: "9999-07-01") == 7200)
    }

    @Test func `a long zone name is shortened in the diagnostics of a thousand observances`() throws {
        let name = String(repeating: "x", count: 10_000)
        let broken = Component("STANDARD", properties: [])
        let component = Component(
            "VTIMEZONE",
            properties: [Property("TZID", .text(name))],
            components: Array(repeating: broken, count: 1000)
        )
        let definition = ZoneDefinition(component)
        #expect(definition.remarks.count == 1001)
        #expect(definition.remarks.allSatisfy { $0.message.utf8.count < 200 })
    }

    @Test func `large transition tables are not cached`() {
        let cache = ZoneDefinitionCache()
        _ = cache.definition(bomb(1))
        #expect(cache.count == 0)
        _ = cache.definition(berlinRules("Mine"))
        #expect(cache.count == 1)
    }

    @Test func `all calendars in a search share the budget`() throws {
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Bomb
            BEGIN:STANDARD
            DTSTART:19700101T000000
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0200
            RRULE:FREQ=DAILY
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:19700101T120000
            TZOFFSETFROM:+0200
            TZOFFSETTO:+0100
            RRULE:FREQ=DAILY
            END:DAYLIGHT
            END:VTIMEZONE
            """
        let one = calendar("DTSTART;TZID=Bomb:19760101T100000", zones: zone)
        let found = try expand(String(repeating: one, count: 300), from: "1976-01-01", to: "1976-01-03")
        #expect(found.starts.count == 300)
        // Six years of changes fit the budget of the first definitions, but not of the last.
        #expect(Set(found.starts).count == 2, "\(found.starts.first ?? "") \(found.starts.last ?? "")")
    }
}

import ICalendar
import Testing

/// Tests properties with several times.
struct PropertyTimesTests {
    @Test func `times of the same type share a property`() throws {
        let berlin = [
            time("2026-04-06 09:00", in: "Europe/Berlin"), time("2026-04-07 09:00", in: "Europe/Berlin"),
        ]
        let property = try Property("EXDATE", berlin)
        #expect(property.timeZoneID == "Europe/Berlin" && property.eventTimes == berlin)
        let days = [time("2026-04-06"), time("2026-04-07")]
        #expect(try Property("EXDATE", days).parameters == [Parameter("VALUE", "DATE")])
        #expect(try Property("EXDATE", []).value == .list([]))
    }

    @Test(arguments: [
        [time("2026-04-06 09:00", in: "Europe/Berlin"), time("2026-04-06 09:00", in: "Asia/Tokyo")],
        [time("2026-04-06 09:00", in: "Europe/Berlin"), time("2026-04-06T09:00:00Z")],
        [time("2026-04-06T09:00:00Z"), time("2026-04-06 09:00")],
        [time("2026-04-06"), time("2026-04-06 09:00")],
    ])
    func `times with different types or zones are rejected`(times: [EventTime]) {
        #expect(throws: CalendarError.self) { try Property("EXDATE", times) }
        #expect(throws: CalendarError.self) { try Property("EXDATE", times.reversed()) }
    }

    @Test func `a setter writes times in different zones as separate properties`() throws {
        var event = try Event(
            "Call",
            start: time("2026-04-06 09:00", in: "Europe/Berlin"),
            recurring: .daily()
        )
        let times = [time("2026-04-07 09:00", in: "Europe/Berlin"), time("2026-04-08T07:00:00Z")]
        event.exceptionDates = times
        #expect(event.exceptionDates == times)
        #expect(event.component.all("EXDATE").map(\.timeZoneID) == ["Europe/Berlin", nil])
    }
}

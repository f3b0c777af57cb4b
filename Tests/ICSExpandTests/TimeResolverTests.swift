import ICalendar
import Testing

@testable import ICSConsole

@Suite struct WindowTimesTests {
    /// Returns a resolver whose current time is 22:30 on 29 February 2028 in Berlin.
    private static func resolver() throws -> WindowTimes {
        let zone = try Zone(identifier: "Europe/Berlin")
        let now = try #require(CivilDateTime(year: 2028, month: 2, day: 29, hour: 22, minute: 30))
        return WindowTimes(zone: zone, now: zone.instant(of: now))
    }

    private func local(_ instant: Instant) throws -> String {
        try Zone(identifier: "Europe/Berlin").civil(at: instant).description
    }

    @Test func `without arguments, the window covers thirty days from today`() throws {
        let resolver = try Self.resolver()
        let from = try resolver.from(nil)
        #expect(try local(from) == "2028-02-29T00:00:00")
        // The clocks go forward during the window, which covers thirty calendar days.
        #expect(try local(resolver.to(nil, from: from)) == "2028-03-30T00:00:00")
    }

    @Test func `the default window of thirty days ends with the year 9999`() throws {
        let resolver = try Self.resolver()
        let from = try resolver.from(TimeArgument(parsing: "9999-12-31"))
        #expect(try local(resolver.to(nil, from: from)) == "10000-01-01T00:00:00")
        #expect(throws: WindowTimesError.self) { try resolver.to(TimeArgument(parsing: "+30d"), from: from) }
    }

    @Test func `an offset is relative to today in --from, and to the start in --to`() throws {
        let resolver = try Self.resolver()
        let from = try resolver.from(TimeArgument(parsing: "-2w"))
        #expect(try local(from) == "2028-02-15T00:00:00")
        #expect(try local(resolver.to(TimeArgument(parsing: "+1m"), from: from)) == "2028-03-15T00:00:00")
        let noon = try resolver.from(TimeArgument(parsing: "2028-01-31T12:00"))
        #expect(try local(resolver.to(TimeArgument(parsing: "+1d"), from: noon)) == "2028-02-01T12:00:00")
    }

    @Test func `a day after the end of the month becomes the last day of the month`() throws {
        let resolver = try Self.resolver()
        #expect(try local(resolver.from(TimeArgument(parsing: "+1y"))) == "2029-02-28T00:00:00")
        let january = try resolver.from(TimeArgument(parsing: "2028-01-31"))
        #expect(try local(resolver.to(TimeArgument(parsing: "+1m"), from: january)) == "2028-02-29T00:00:00")
        #expect(try local(resolver.to(TimeArgument(parsing: "-2m"), from: january)) == "2027-11-30T00:00:00")
    }

    @Test func `now, today and tomorrow mean the same in --from and --to`() throws {
        let resolver = try Self.resolver()
        #expect(try local(resolver.from(.now)) == "2028-02-29T22:30:00")
        #expect(try local(resolver.from(.today)) == "2028-02-29T00:00:00")
        #expect(try local(resolver.from(.tomorrow)) == "2028-03-01T00:00:00")
        let january = try resolver.from(TimeArgument(parsing: "2028-01-31"))
        #expect(try local(resolver.to(.tomorrow, from: january)) == "2028-03-01T00:00:00")
    }

    @Test(arguments: ["+9999y", "-9999y", "+9999999w", "-9999999d"])
    func `an offset beyond the supported years is rejected`(text: String) throws {
        let resolver = try Self.resolver()
        #expect(throws: WindowTimesError.self) { try resolver.from(TimeArgument(parsing: text)) }
    }
}

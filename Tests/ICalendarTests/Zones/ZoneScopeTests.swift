import ICalendar
import Testing

@testable import ICalendarCore

struct ZoneScopeTests {
    /// Returns a definition with a fixed offset.
    private func fixed(_ identifier: String, hours: Int = 2) -> Component {
        vtimezone(
            identifier,
            standard(hours, hours, "1970-01-01T00:00:00")
        )
    }

    @Test func `a system zone takes precedence over the calendar's definition`() throws {
        let scope = ScopeUnderTest(definitions: [fixed("europe/berlin")], preferring: .system)
        let answer = scope.resolve("europe/berlin")
        #expect(answer.zone?.identifier == "Europe/Berlin")
        #expect(answer.rival?.identifier == "europe/berlin")
        #expect(answer.rival?.offset(atUTC: "2026-01-01") == 7200)
        #expect(answer.remarks.isEmpty)
    }

    @Test func `an option makes the calendar's definition take precedence`() throws {
        let scope = ScopeUnderTest(definitions: [fixed("Europe/Berlin")], preferring: .file)
        let answer = scope.resolve("Europe/Berlin")
        #expect(answer.zone?.offset(atUTC: "2026-01-01") == 7200)
        #expect(answer.rival?.offset(atUTC: "2026-01-01") == 3600)
        #expect(scope.resolve("Europe/Paris").zone?.identifier == "Europe/Paris")
    }

    @Test(arguments: [
        "W. Europe Standard Time", "/mozilla.org/20050126_1/Europe/Berlin", "(UTC+01:00) Amsterdam, Berlin",
        "My Zone",
    ])
    func `a name that is not an IANA identifier refers to the calendar's VTIMEZONE`(name: String) throws {
        let scope = ScopeUnderTest(definitions: [fixed(name)], preferring: .system)
        let answer = scope.resolve(name)
        #expect(answer.zone?.identifier == name)
        #expect(answer.zone?.offset(atUTC: "2026-01-01") == 7200)
        #expect(answer.rival == nil)
    }

    @Test func `the first valid definition is used`() throws {
        let empty = Component("VTIMEZONE", properties: [Property("TZID", .text("Own"))])
        let scope = ScopeUnderTest(
            definitions: [empty, fixed("Own"), fixed("Own", hours: 1)],
            preferring: .system
        )
        #expect(scope.resolve("Own").zone?.offset(atUTC: "2026-01-01") == 7200)
        let text = "time zone \"Own\"; using the first valid one"
        let again = ScopeUnderTest(definitions: [empty, fixed("Own")], preferring: .system)
        #expect(again.resolve("Own").remarks.map(\.message) == ["duplicate definition of \(text)"])
    }

    @Test func `Windows and vendor zone names need no definition`() throws {
        let scope = ScopeUnderTest(definitions: [], preferring: .file)
        #expect(scope.resolve("W. Europe Standard Time").zone?.identifier == "Europe/Berlin")
        #expect(scope.resolve("/citadel.org/20190914_1/Asia/Tokyo").zone?.identifier == "Asia/Tokyo")
        #expect(scope.resolve("UTC").zone == .utc)
    }

    @Test(arguments: ["Z", "z"])
    func `the calendar's definition takes precedence for Z, but not for a zone in the database`(
        name: String
    ) throws {
        let scope = ScopeUnderTest(definitions: [fixed(name), fixed("UTC")], preferring: .system)
        let answer = scope.resolve(name)
        #expect(answer.zone?.offset(atUTC: "2026-01-01") == 7200)
        #expect(answer.rival == nil && answer.remarks.isEmpty)
        #expect(scope.resolve("UTC").zone == .utc && scope.resolve("utc").rival != nil)
        #expect(ScopeUnderTest(definitions: [], preferring: .system).resolve(name).zone == .utc)
    }

    /// Compares zone names with different escapes.
    @Test(arguments: [
        (#"My\; Zone"#, "My; Zone"), ("My; Zone", #"My\; Zone"#), (#"My\, Zone"#, "My, Zone"),
        (#"My\\Zone"#, #"My\Zone"#), (#"My\Zone"#, #"My\\Zone"#), ("My\nZone", #"My\nZone"#),
        (#"My\NZone"#, "My\nZone"), (#""My; Zone""#, #"My\; Zone"#),
    ])
    func `a definition is found even if its name is escaped differently`(written: String, used: String) throws
    {
        let scope = ScopeUnderTest(definitions: [fixed(written)], preferring: .system)
        #expect(scope.resolve(used).zone?.offset(atUTC: "2026-01-01") == 7200)
        #expect(scope.resolve("MY. ZONE").zone == nil)
    }

    @Test func `a definition is found even if its name has different case`() throws {
        let scope = ScopeUnderTest(
            definitions: [fixed("MY ZONE", hours: 1), fixed("My Zone")],
            preferring: .system
        )
        #expect(scope.resolve("My Zone").zone?.offset(atUTC: "2026-01-01") == 7200)
        #expect(scope.resolve("my zone").zone?.identifier == "MY ZONE")
        #expect(scope.resolve(" My Zone ").zone?.identifier == "My Zone")
    }

    @Test func `all spellings of a zone name expand and report its definition only once`() throws {
        // More dates than the definition cache accepts.
        let dates = (0..<3000).map { Value.date(CivilDate(dayNumber: 20_000 + $0)) }
        let long = vtimezone(
            "My Zone",
            standard(1, 2, "1970-01-01T00:00:00", dates: [Property("RDATE", .list(dates))]),
            Component("STANDARD")
        )
        let scope = ScopeUnderTest(definitions: [long, fixed("My Zone")], preferring: .system)
        let first = scope.resolve("my zone")
        #expect(first.remarks.count == 2)
        let table = try #require(first.zone?.table)
        for spelling in ["My Zone", "MY ZONE", "mY zOnE", " My zone"] {
            let answer = scope.resolve(spelling)
            #expect(answer.zone?.table === table)
            #expect(answer.remarks.isEmpty)
            #expect(answer.definition == "My Zone")
        }
    }

    @Test func `an unknown zone is reported once`() {
        let calendar = CalendarObject(Component("VCALENDAR"))
        var resolver = TimeResolver(calendar: calendar, context: SeriesContext(displayZone: .utc))
        for _ in 0..<2 {
            let zone = resolver.zone("Nowhere/City", line: nil)
            #expect(zone == nil)
        }
        #expect(
            resolver.diagnostics == [
                Diagnostic(.warning, .timeZone, "unknown time zone \"Nowhere/City\"; times read as floating")
            ]
        )
    }

    @Test func `the first of two definitions is used, with a diagnostic`() throws {
        let scope = ScopeUnderTest(
            definitions: [fixed("Mine"), fixed("Mine", hours: 5)],
            preferring: .system
        )
        let answer = scope.resolve("Mine")
        #expect(answer.zone?.offset(atUTC: "2026-01-01") == 7200)
        #expect(answer.remarks.count == 1)
    }

    @Test func `a definition without usable observances is ignored`() throws {
        let scope = ScopeUnderTest(
            definitions: [vtimezone("Mine"), vtimezone("Tokyo Standard Time"), vtimezone("Asia/Tokyo")],
            preferring: .file
        )
        let mine = scope.resolve("Mine")
        #expect(mine.zone == nil)
        #expect(mine.remarks.count == 2)
        let tokyo = scope.resolve("Tokyo Standard Time")
        #expect(tokyo.zone?.identifier == "Asia/Tokyo")
        #expect(tokyo.remarks.count == 1)
        let system = scope.resolve("Asia/Tokyo")
        #expect(system.zone?.identifier == "Asia/Tokyo")
        #expect(system.rival == nil)
    }

    @Test func `without a database, definitions work and other zones are errors`() throws {
        let database = TimeZoneDatabase(variable: "/nowhere")
        let scope = ScopeUnderTest(
            definitions: [fixed("Europe/Berlin")],
            preferring: .system,
            database: database
        )
        let berlin = scope.resolve("Europe/Berlin")
        #expect(berlin.zone?.offset(atUTC: "2026-01-01") == 7200)
        #expect(berlin.remarks.isEmpty)
        let paris = scope.resolve("Europe/Paris")
        #expect(paris.zone == nil)
        #expect(paris.remarks.first?.severity == .error)
        #expect(paris.remarks.first?.message.contains("tzdata") == true)
        #expect(scope.resolve("W. Europe Standard Time").zone == nil)
        #expect(scope.resolve("UTC").zone == .utc)
    }

    @Test func `a definition applies only to its own calendar`() throws {
        let first = ScopeUnderTest(definitions: [fixed("Mine")], preferring: .system)
        let second = ScopeUnderTest(definitions: [fixed("Mine", hours: 9)], preferring: .system)
        let third = ScopeUnderTest(definitions: [], preferring: .system)
        #expect(first.resolve("Mine").zone?.offset(atUTC: "2026-01-01") == 7200)
        #expect(second.resolve("Mine").zone?.offset(atUTC: "2026-01-01") == 32_400)
        #expect(third.resolve("Mine").zone == nil)
    }
}

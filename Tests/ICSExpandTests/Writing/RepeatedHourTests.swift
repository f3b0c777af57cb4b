import Testing

/// Tests repeated local times, such as those on 2026-10-25 in Berlin.
@Suite struct RepeatedHourTests {
    private static let window = [
        "--from", "2026-10-25", "--to", "2026-10-26", "--time-zone", "Europe/Berlin",
    ]

    private static func event(_ uid: String, _ start: String, _ length: String) -> String {
        calendarText("UID:\(uid)\nSUMMARY:\(uid)\nDTSTART:20261025T\(start)Z\nDURATION:\(length)")
    }

    @Test func `each repeated time shows its UTC offset`() throws {
        let input =
            Self.event("before", "000000", "PT15M") + Self.event("across", "003000", "PT45M")
            + Self.event("hour", "003000", "PT1H") + Self.event("second", "010000", "PT15M")
            + Self.event("out", "013000", "PT45M") + Self.event("after", "020000", "PT1H")
            + Self.event("none", "003500", "PT0S") + Self.event("early", "233000", "PT30M")
        let lines = try BuiltProgram.run(Self.window, input: input).lines
        #expect(
            lines == [
                "2026-10-25 Sun  02:00+02:00-02:15+02:00  before",
                "2026-10-25 Sun  02:30+02:00-02:15+01:00  across",
                "2026-10-25 Sun  02:30+02:00-02:30+01:00  hour",
                "2026-10-25 Sun  02:35+02:00    none",
                "2026-10-25 Sun  02:00+01:00-02:15+01:00  second",
                "2026-10-25 Sun  02:30+01:00-03:15  out",
                "2026-10-25 Sun  03:00-04:00    after",
            ]
        )
    }

    @Test func `conflicts also show UTC offsets`() throws {
        let input = Self.event("a", "003000", "PT45M") + Self.event("b", "003000", "PT45M")
        let lines = try BuiltProgram.run(["--conflicts"] + Self.window, input: input).lines
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("2026-10-25 Sun  02:30+02:00-02:15+01:00  a ") == true)
    }
}

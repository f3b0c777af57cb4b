import Foundation
import TestTraits
import Testing

/// Tests that all commands agree on the first occurrence of a series, even if the occurrence at DTSTART was
/// changed.
@Suite struct FirstOccurrenceTests {
    /// A series and the other contents of its file.
    struct Case: Sendable, CustomStringConvertible {
        let description: String
        /// The properties that make the event recur.
        var rules = "RRULE:FREQ=DAILY;COUNT=4"
        /// The start of the series.
        var start = "20260401T080000Z"
        var overrides: [String] = []
        /// The starts of all occurrences, in order.
        let starts: [String]
        /// The starts that remain when the first occurrence moves.
        ///
        /// The other starts move by the same distance.
        var stays: Set<String> = []
    }

    private static func override(_ id: String, _ start: String, _ more: String = "SUMMARY:A") -> String {
        "BEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\nRECURRENCE-ID\(id)\nDTSTART:\(start)\nDURATION:PT30M\n"
            + "\(more)\nEND:VEVENT"
    }

    private static let cases: [Case] = [
        Case(
            description: "left out by a time",
            rules: "RRULE:FREQ=DAILY;COUNT=4\nEXDATE:20260401T080000Z",
            starts: ["04-02 08", "04-03 08", "04-04 08"]
        ),
        Case(
            description: "left out by a date in a list that is folded",
            rules: "rrule:FREQ=DAILY;COUNT=4\nexdate;value=date:20260402,\n 20260401",
            starts: ["04-03 08", "04-04 08"]
        ),
        Case(
            description: "left out by EXRULE",
            rules: "RRULE:FREQ=DAILY;COUNT=4\nEXRULE:FREQ=DAILY;COUNT=1",
            starts: ["04-02 08", "04-03 08", "04-04 08"]
        ),
        Case(
            description: "moved past the next one",
            overrides: [override(":20260401T080000Z", "20260402T150000Z")],
            starts: ["04-02 08", "04-02 15", "04-03 08", "04-04 08"],
            stays: ["04-02 15"]
        ),
        Case(
            description: "moved and still the first",
            overrides: [override(":20260401T080000Z", "20260401T150000Z")],
            starts: ["04-01 15", "04-02 08", "04-03 08", "04-04 08"]
        ),
        Case(
            description: "moved to before the series",
            overrides: [override(":20260403T080000Z", "20260331T070000Z")],
            starts: ["03-31 07", "04-01 08", "04-02 08", "04-04 08"]
        ),
        Case(
            description: "canceled",
            overrides: [override(":20260401T080000Z", "20260401T080000Z", "STATUS:CANCELLED")],
            starts: ["04-01 08", "04-02 08", "04-03 08", "04-04 08"]
        ),
        Case(
            description: "left out and changed",
            rules: "RRULE:FREQ=DAILY;COUNT=3\nEXDATE:20260401T080000Z",
            overrides: [override(":20260401T080000Z", "20260401T110000Z")],
            starts: ["04-01 11", "04-02 08", "04-03 08"]
        ),
        Case(
            description: "under an override for all that follow",
            overrides: [override(";RANGE=THISANDFUTURE:20260401T080000Z", "20260401T100000Z")],
            starts: ["04-01 10", "04-02 10", "04-03 10", "04-04 10"]
        ),
        Case(
            description: "not of its own rule",
            rules: "RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=2",
            starts: ["04-01 08", "04-03 08", "04-10 08"]
        ),
        Case(
            description: "an added date before DTSTART",
            rules: "RRULE:FREQ=DAILY;COUNT=2\nRDATE:20260330T080000Z",
            starts: ["03-30 08", "04-01 08", "04-02 08"]
        ),
    ]

    private func store(_ test: Case) throws -> StoreProgram {
        let store = try StoreProgram()
        let series =
            "BEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\nDTSTART:\(test.start)\nDURATION:PT30M\nSUMMARY:A\n"
            + "\(test.rules)\nEND:VEVENT"
        try store.write(
            calendarText(([series] + test.overrides).joined(separator: "\n")),
            to: "calendars/home/a.ics"
        )
        return store
    }

    private func starts(_ store: StoreProgram) throws -> [String] {
        try store.events().map { event in
            String((event["start"] as? String ?? "").dropFirst(5).prefix(8)).replacing("T", with: " ")
        }
    }

    /// Moves a start one hour later.
    private static func later(_ start: String) -> String {
        start.dropLast(2) + String(format: "%02d", (Int(start.suffix(2)) ?? 0) + 1)
    }

    @Test(.long, arguments: cases)
    func `show and edit agree on the first occurrence, and the others move with it`(test: Case) throws {
        let store = try store(test)
        #expect(try starts(store) == test.starts)
        let first = try #require(test.starts.first)
        let shown = try store.run("show", "home:a")
        #expect(shown.output.contains("\nstart: 2026-\(first):00\n"), "\(shown.output)\(shown.errors)")
        let setting = "start=2026-\(Self.later(first)):00"
        let before = try store.contents()
        let tried = try store.run("edit", "home:a", "--set", setting, "--dry-run")
        #expect(
            tried.output.contains("    - 2026-\(first):00 (UTC)\n    + 2026-\(Self.later(first)):00 (UTC)\n")
        )
        #expect(try store.contents() == before)
        let result = try store.run("edit", "home:a", "--set", setting)
        #expect(result.status == 0 && result.output == "home:a\n", "\(result.errors)")
        #expect(
            try starts(store) == test.starts.map { test.stays.contains($0) ? $0 : Self.later($0) }.sorted()
        )
    }

    @Test(.long, arguments: cases)
    func `removing the first occurrence removes the occurrence that is shown`(test: Case) throws {
        let store = try store(test)
        let result = try store.run("remove", "home:a", "--span", "this")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try starts(store) == Array(test.starts.dropFirst()))
    }

    @Test(.long, arguments: cases)
    func `a series moves to another calendar as a whole`(test: Case) throws {
        let store = try store(test)
        let result = try store.run("move", "home:a", "--to", "work")
        #expect(result.output == "work:a\n", "\(result.errors)")
        #expect(try starts(store) == test.starts)
        #expect(try store.contents()["home/a.ics"] == nil)
    }

    @Test func `after the first occurrence is removed or moved, the next one counts as the first`() throws {
        for command in [["remove"], ["edit", "--set", "start=2026-04-09 08:00"]] {
            let store = try store(Case(description: "plain", starts: []))
            let one = try store.run([command[0], "home:a/RID=20260401T080000Z"] + command.dropFirst())
            #expect(one.status == 0, "\(one.errors)")
            #expect(try store.run("edit", "home:a", "--set", "start=2026-04-02 09:00").status == 0)
            #expect(try starts(store).prefix(3) == ["04-02 09", "04-03 09", "04-04 09"])
        }
    }

    @Test func `occurrences whose series is missing move together`() throws {
        let store = try StoreProgram()
        let text = calendarText(
            Self.override(":20260402T080000Z", "20260402T100000Z"),
            Self.override(":20260401T080000Z", "20260403T100000Z")
        )
        try store.write(text, to: "calendars/home/a.ics")
        #expect(try store.run("show", "home:a").output.contains("start: 2026-04-02 10:00"))
        let result = try store.run("edit", "home:a", "--set", "start=2026-04-02 11:00")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try starts(store) == ["04-02 11", "04-03 11"])
    }

    @Test func `a series without occurrences has no first occurrence`() throws {
        let test = Case(
            description: "nothing",
            rules: "RRULE:FREQ=DAILY;COUNT=2\nEXDATE:20260401T080000Z,20260402T080000Z",
            starts: []
        )
        let store = try store(test)
        for command in [["show"], ["edit", "--set", "start=2026-04-01 09:00"]] {
            let result = try store.run([command[0], "home:a"] + command.dropFirst())
            #expect(result.status == 1 && result.errors.contains("never happens"))
        }
    }
}

import Foundation
import Testing

/// Another rule has no slot for what was changed: it is said before it goes.
@Suite struct DroppedOverrideTests {
    /// Four days, of which the second and the third were changed.
    private func store() throws -> StoreProgram {
        let store = try StoreProgram()
        let overrides = ["02", "03"].map { day in
            """
            BEGIN:VEVENT
            UID:a
            DTSTAMP:20260101T000000Z
            RECURRENCE-ID:202604\(day)T080000Z
            DTSTART:202604\(day)T140000Z
            SUMMARY:Moved \(day)
            END:VEVENT
            """
        }
        let series = eventText("a", "0401", "RRULE:FREQ=DAILY;COUNT=4")
        try store.write(
            calendarText(([series] + overrides).joined(separator: "\n")),
            to: "calendars/home/a.ics"
        )
        return store
    }

    @Test func `a trial names what would go`() throws {
        let store = try store()
        let set = ["edit", "home:a", "--dry-run", "--set"]
        let weekly = try store.run(set + ["repeat=FREQ=WEEKLY;COUNT=2"])
        let list = "    - 2026-04-02 14:00 Moved 02\n    - 2026-04-03 14:00 Moved 03\n"
        #expect(
            weekly.output.contains("  changed occurrences that go with the old rule\n\(list)"),
            "\(weekly)"
        )
        let other = try store.run(set + ["repeat=FREQ=DAILY;INTERVAL=2;COUNT=2"])
        #expect(other.output.contains("Moved 02") && !other.output.contains("Moved 03"), "\(other)")
        #expect(try store.run(set + ["repeat="]).output.contains(list))
        let longer = try store.run(set + ["repeat=FREQ=DAILY;COUNT=5"])
        #expect(longer.status == 0 && !longer.output.contains("Moved"), "\(longer)")
        #expect(try store.run(set + ["title=Course"]).output.contains("Moved") == false)
    }

    @Test func `with the occurrence alone that is left, the others are named`() throws {
        let store = try store()
        let slot = "home:a/RID=20260402T080000Z"
        let result = try store.run("edit", slot, "--span", "future", "--dry-run", "--set", "repeat=")
        #expect(
            result.output.contains("    - 2026-04-03 14:00 Moved 03\n")
                && !result.output.contains("- 2026-04-02 14:00 Moved 02"),
            "\(result)"
        )
    }

    @Test func `where nobody is asked it is a warning`() throws {
        let store = try store()
        let result = try store.run("edit", "home:a", "--set", "repeat=FREQ=WEEKLY;COUNT=2")
        #expect(result.status == 0)
        #expect(
            result.errors
                == "ics-store: warning: 2 changed occurrences go, as the new rule does not give what was changed\n"
        )
        #expect(try store.events().count == 2)
    }
}

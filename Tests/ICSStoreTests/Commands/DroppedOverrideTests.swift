import Foundation
import Testing

/// Tests new rules that leave an override without a slot.
///
/// The override is reported before it is lost.
@Suite struct DroppedOverrideTests {
    /// Returns a store with a four-day series in which the second and third occurrences are changed.
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

    @Test func `a dry run lists the overrides that would be lost`() throws {
        let store = try store()
        let set = ["edit", "home:a", "--dry-run", "--set"]
        let weekly = try store.run(set + ["repeat=FREQ=WEEKLY;COUNT=2"])
        let list = "    - 2026-04-02 14:00 Moved 02\n    - 2026-04-03 14:00 Moved 03\n"
        #expect(
            weekly.output.contains("  changed occurrences that the new rule removes\n\(list)"),
            "\(weekly)"
        )
        let other = try store.run(set + ["repeat=FREQ=DAILY;INTERVAL=2;COUNT=2"])
        #expect(other.output.contains("Moved 02") && !other.output.contains("Moved 03"), "\(other)")
        #expect(try store.run(set + ["repeat="]).output.contains(list))
        let longer = try store.run(set + ["repeat=FREQ=DAILY;COUNT=5"])
        #expect(longer.status == 0 && !longer.output.contains("Moved"), "\(longer)")
        #expect(try store.run(set + ["title=Course"]).output.contains("Moved") == false)
    }

    @Test func `an edit that keeps one override lists those that would be lost`() throws {
        let store = try store()
        let slot = "home:a/RID=20260402T080000Z"
        let result = try store.run("edit", slot, "--span", "future", "--dry-run", "--set", "repeat=")
        #expect(
            result.output.contains("    - 2026-04-03 14:00 Moved 03\n")
                && !result.output.contains("- 2026-04-02 14:00 Moved 02"),
            "\(result)"
        )
    }

    @Test func `without a terminal, a lost override is a warning`() throws {
        let store = try store()
        let result = try store.run("edit", "home:a", "--set", "repeat=FREQ=WEEKLY;COUNT=2")
        #expect(result.status == 0)
        #expect(
            result.errors == """
                ics-store: warning: the new rule removes these changed occurrences:
                    - 2026-04-02 14:00 Moved 02
                    - 2026-04-03 14:00 Moved 03

                """
        )
        #expect(try store.events().count == 2)
    }

    /// Returns a store with six Mondays at ten.
    ///
    /// From the second Monday, they are moved to 15:00; the fourth is at 17:00.
    private func ranged() throws -> StoreProgram {
        let store = try StoreProgram()
        func event(_ lines: String...) -> String {
            (["BEGIN:VEVENT", "UID:w", "DTSTAMP:20260101T000000Z"] + lines + ["DURATION:PT1H", "END:VEVENT"])
                .joined(separator: "\n")
        }
        let events = [
            event("DTSTART:20260406T100000Z", "RRULE:FREQ=WEEKLY;COUNT=6", "SUMMARY:Class"),
            event(
                "RECURRENCE-ID;RANGE=THISANDFUTURE:20260413T100000Z",
                "DTSTART:20260413T150000Z",
                "SUMMARY:At 15"
            ),
            event("RECURRENCE-ID:20260427T100000Z", "DTSTART:20260427T170000Z", "SUMMARY:At 17"),
        ]
        try store.write(calendarText(events.joined(separator: "\n")), to: "calendars/home/w.ics")
        return store
    }

    private func lines(_ store: StoreProgram) throws -> [String] {
        try store.run("events", "--from", "2026-04-01", "--to", "2026-07-01", "--format", "ndjson").lines.map
        {
            let row = try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            let (start, title) = (row?["start"] as? String ?? "", row?["summary"] as? String ?? "")
            return "\(start.dropFirst(5).prefix(11)) \(title)"
        }
    }

    @Test func `an override for all following occurrences continues from the next slot of the new rule`()
        throws
    {
        let store = try ranged()
        let result = try store.run("edit", "home:w", "--set", "repeat=FREQ=WEEKLY;INTERVAL=2;COUNT=4")
        let heading = "ics-store: warning: the new rule removes these changed occurrences:\n"
        #expect(
            result.status == 0 && result.errors.hasPrefix(heading + "    - 2026-04-27 17:00"),
            "\(result)"
        )
        #expect(result.errors.split(separator: "\n").count == 2)
        #expect(
            try lines(store) == [
                "04-06T10:00 Class", "04-20T15:00 At 15", "05-04T15:00 At 15", "05-18T15:00 At 15",
            ]
        )
    }

    @Test func `the new rule also continues after a single override at its start`() throws {
        let store = try ranged()
        let slot = "home:w/RID=20260427T100000Z"
        let result = try store.run(
            "edit",
            slot,
            "--span",
            "future",
            "--set",
            "repeat=FREQ=DAILY;INTERVAL=10;COUNT=3"
        )
        #expect(result.status == 0, "\(result)")
        #expect(
            try lines(store) == [
                "04-06T10:00 Class", "04-13T15:00 At 15", "04-20T15:00 At 15", "04-27T17:00 At 17",
                "05-07T15:00 At 15", "05-17T15:00 At 15",
            ]
        )
    }
}

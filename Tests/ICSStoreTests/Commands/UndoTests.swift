import Foundation
import Testing

/// Tests the `history`, `undo` and `restore` commands.
struct UndoTests {
    private static let event = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//Studio//Calendar//EN
        BEGIN:VEVENT
        UID:stand-up
        DTSTAMP:20260101T000000Z
        SUMMARY:Stand-up
        DTSTART;TZID=Europe/Berlin:20260330T090000
        DTEND;TZID=Europe/Berlin:20260330T093000
        RRULE:FREQ=WEEKLY;COUNT=5
        END:VEVENT
        END:VCALENDAR

        """.replacingOccurrences(of: "\n", with: "\r\n")

    private static func store() throws -> StoreProgram {
        let store = try StoreProgram()
        try store.write(event, to: "calendars/home/stand-up.ics")
        return store
    }

    private static func text(_ store: StoreProgram) -> String? {
        try? String(contentsOf: store.calendars.appending(path: "home/stand-up.ics"), encoding: .utf8)
    }

    @Test(arguments: [["1", "2"], ["#1", "#2"], ["1,", "2"], ["1 2"]])
    func `several numbers are refused`(numbers: [String]) throws {
        let store = try Self.store()
        for title in ["A", "B"] {
            _ = try store.run("edit", "home:stand-up", "--set", "title=\(title)")
        }
        let before = Self.text(store)
        let result = try store.run(["undo"] + numbers)
        #expect(result.status == 1 && result.errors.contains("only one change can be undone at a time"))
        #expect(Self.text(store) == before)
    }

    @Test func `words after a number must describe the change`() throws {
        let store = try Self.store()
        _ = try store.run("edit", "home:stand-up", "--set", "title=A")
        let before = Self.text(store)
        let result = try store.run("undo", "1", "foo")
        #expect(result.status == 1 && result.errors.contains("'foo' does not describe change 1"), "\(result)")
        #expect(Self.text(store) == before)
        #expect(try store.run("undo", "1", "edit", "A").status == 0)
    }

    @Test func `undo reverts the last change, then the one before it`() throws {
        let store = try Self.store()
        #expect(try store.run("undo").errors.contains("nothing to undo"))
        _ = try store.run("edit", "home:stand-up", "--set", "title=Sit-down")
        let between = Self.text(store)
        _ = try store.run("remove", "home:stand-up")
        #expect(Self.text(store) == nil)
        let history = try store.run("history").lines
        #expect(history.count == 2)
        #expect(history.first?.hasPrefix("2  ") == true)
        #expect(history.first?.hasSuffix("  remove Sit-down in home  home/stand-up.ics") == true)
        let dry = try store.run("undo", "--dry-run")
        #expect(
            dry.lines == [
                "would undo 2: remove Sit-down in home", "  Sit-down (home/stand-up.ics): restored",
            ]
        )
        #expect(Self.text(store) == nil)
        let undo = try store.run("undo")
        #expect(undo.status == 0)
        #expect(undo.lines.first == "undone 2: remove Sit-down in home")
        #expect(Self.text(store) == between)
        #expect(try store.run("undo").lines.first == "undone 1: edit Sit-down in home")
        #expect(Self.text(store) == Self.event)
        #expect(try store.run("undo").errors.contains("nothing to undo"))
        #expect(try store.run("undo", "1").errors.contains("change 1 has already been undone"))
        #expect(try store.run("undo", "9").errors.contains("no change 9 in the history"))
        // Undoing the undo repeats the change.
        #expect(try store.run("undo", "4").status == 0)
        #expect(Self.text(store) == between)
    }

    @Test func `a change is selected by its number, its line or words from it`() throws {
        let store = try Self.store()
        _ = try store.run("edit", "home:stand-up", "--set", "title=Sit-down")
        _ = try store.run("edit", "home:stand-up", "--set", "title=Walk")
        _ = try store.run("remove", "home:stand-up")
        let line = try #require(try store.run("history").lines.first)
        for text in ["3", "#3", line, "remove", "REMOVE walk", "remove walk"] {
            let words = text == line ? [line] : text.split(separator: " ").map(String.init)
            let result = try store.run(["undo", "--dry-run"] + words)
            #expect(result.lines.first == "would undo 3: remove Walk in home", "\(text): \(result.errors)")
        }
        let unknown = try store.run("undo", "12")
        #expect(
            unknown.errors
                == "ics-store: error: no change 12 in the history; the last ones are 3 (remove Walk in home), "
                + "2 (edit Walk in home), 1 (edit Sit-down in home)\n"
        )
        #expect(try store.run("undo", "edit").errors.contains("2 changes have 'edit' in their summaries"))
        #expect(
            try store.run("undo", "lunch").errors.contains("has 'lunch' in its summary; the last ones are 3")
        )
    }

    @Test func `undo asks before it overwrites another program's change`() async throws {
        let store = try Self.store()
        // The access decision is stored as if the user had made it.
        try await store.grantAccess()
        _ = try store.run("edit", "home:stand-up", "--set", "title=Sit-down")
        let foreign = Self.event.replacingOccurrences(of: "Stand-up", with: "Foreign")
        try store.write(foreign, to: "calendars/home/stand-up.ics")
        let alone = try store.runAlone("undo")
        #expect(alone.status == 1)
        #expect(alone.errors.contains("Changed since: Foreign (home/stand-up.ics)"), "\(alone.errors)")
        #expect(Self.text(store) == foreign)
        let no = try store.runOnTerminal(["undo"], [("[y/N]", "n")])
        #expect(no.status == 1 && no.output.contains("nothing was changed"))
        #expect(Self.text(store) == foreign)
        let yes = try store.run("undo")
        #expect(yes.status == 0)
        #expect(yes.errors.contains("`ics-store undo 2` restores them"), "\(yes.errors)")
        #expect(Self.text(store) == Self.event)
        _ = try store.run("undo", "2")
        #expect(Self.text(store) == foreign)
    }

    @Test func `with ndjson, the history has one object per line, and hostile titles are harmless`() throws {
        let store = try StoreProgram()
        let hostile = Self.event.replacingOccurrences(of: "Stand-up", with: "\u{1B}[31mRed\u{202E}")
        try store.write(hostile, to: "calendars/home/stand-up.ics")
        _ = try store.run("remove", "home:stand-up")
        let line = try #require(try store.run("history", "--format", "ndjson").lines.first)
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        #expect(object?["number"] as? Int == 1)
        #expect(object?["files"] as? [String] == ["home/stand-up.ics"])
        #expect(object?["undone"] as? Bool == false)
        #expect(object?["program"] as? String == "ics-store")
        for output in [try store.run("history").output, try store.run("undo").output] {
            #expect(!output.contains("\u{1B}") && !output.contains("\u{202E}"))
        }
    }

    @Test func `a removed occurrence is listed and can be restored`() throws {
        let store = try Self.store()
        let occurrence = "home:stand-up/RID=20260406T070000Z"
        #expect(try store.run("restore", "home:stand-up").errors.contains("has no removed occurrences"))
        _ = try store.run("remove", occurrence)
        #expect(
            try store.run("restore", "--list", "home:stand-up").lines
                == ["\(occurrence)  Stand-up, 2026-04-06 Mon 09:00"]
        )
        #expect(
            try store.run("restore", occurrence, "--dry-run").lines
                == ["would restore Stand-up, 2026-04-06 Mon 09:00"]
        )
        #expect(try store.run("restore", "home:stand-up").lines == [occurrence])
        #expect(try store.run("events", "--from", "2026-04-06", "--to", "2026-04-07").lines.count == 1)
        #expect(try store.run("restore", occurrence).errors.contains("is not a removed occurrence"))
        _ = try store.run("remove", occurrence)
        // The series' local time also identifies the occurrence.
        #expect(try store.run("restore", "home:stand-up/RID=20260406T090000").lines == [occurrence])
        for slot in ["20260406T070000Z", "20260413T070000Z"] {
            _ = try store.run("remove", "home:stand-up/RID=\(slot)")
        }
        #expect(try store.run("restore", "home:stand-up").errors.contains("has 2 removed occurrences"))
        #expect(try store.run("restore", "nobody").status == 1)
    }
}

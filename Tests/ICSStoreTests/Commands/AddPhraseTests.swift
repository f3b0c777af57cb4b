import Foundation
import TestTraits
import Testing

/// Tests adding events typed as phrases.
@Suite struct AddPhraseTests {
    /// A store on Wednesday, 25 November 2026, at 10:30.
    private func store(locale: String = "de_DE.UTF-8") throws -> StoreProgram {
        let store = try StoreProgram()
        store.environment = ["ICS_NOW": "2026-11-25T10:30:00+01:00", "LC_ALL": locale]
        return store
    }

    /// Returns the object printed by a dry run.
    private func object(_ result: StoreProgram.Result) throws -> [String: Any] {
        let line = try #require(result.lines.first, "\(result.errors)")
        return try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    }

    @Test func `a phrase becomes an event`() throws {
        let store = try store()
        let result = try store.run(
            "add",
            "Lunch with Ann tomorrow 12:30-13:30 @ Da Elena #food",
            "--calendar",
            "home"
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.errors.contains(
                "understood: Lunch with Ann, Thursday 26 November 2026 12:30-13:30 (Europe/Berlin), at Da Elena, #food"
            ),
            "\(result.errors)"
        )
        let event = try #require(try store.events().first)
        #expect(event["summary"] as? String == "Lunch with Ann" && event["location"] as? String == "Da Elena")
        #expect(event["start"] as? String == "2026-11-26T12:30:00+01:00")
        #expect(event["end"] as? String == "2026-11-26T13:30:00+01:00")
        let text = try #require(try store.contents().first { $0.key.hasSuffix(".ics") }?.value)
        #expect(String(decoding: text, as: UTF8.self).contains("CATEGORIES:food"))
    }

    @Test func `several words without quotes form one phrase`() throws {
        let store = try store()
        let arguments = ["add", "Dentist", "1", "dec", "9:30-10:15", "--calendar", "home", "--dry-run"]
        let result = try store.run(arguments)
        #expect(result.status == 0 && result.output.contains("2026-12-01 09:30"), "\(result.errors)")
    }

    @Test func `a dry run prints the event as it would be saved`() throws {
        let store = try store()
        let result = try store.run(
            "--dry-run",
            "add",
            "--format",
            "ndjson",
            "Gym every tue and thu 18:00 for 1h30 until 2026-12-31",
            "--calendar",
            "home"
        )
        let event = try object(result)
        #expect(event["summary"] as? String == "Gym")
        #expect(event["start"] as? String == "2026-11-26T18:00:00+01:00", "\(event)")
        #expect(event["end"] as? String == "2026-11-26T19:30:00+01:00")
        let rules = event["recurrenceRules"] as? [String]
        #expect(rules?.first?.contains("BYDAY=TU,TH") == true, "\(event)")
        #expect(try store.contents().keys.filter { $0.hasSuffix(".ics") }.isEmpty)
    }

    @Test(arguments: [
        ("Call Ann next friday", ["2026-11-27", "2026-12-04"]),
        ("Call Ann tomorrow at 8", ["08:00", "20:00"]),
        ("Call Ann 31 feb", ["there is no 31 February"]), ("Call Ann", ["no time found"]),
    ])
    func `an ambiguous phrase is rejected, and its possible readings are listed`(
        phrase: String,
        words: [String]
    ) throws {
        let store = try store()
        let result = try store.runAlone("add", phrase, "--calendar", "home")
        #expect(result.status == 64 && result.output.isEmpty, "\(result.errors)")
        for word in words { #expect(result.errors.contains(word), "\(result.errors)") }
        #expect(try store.contents().keys.filter { $0.hasSuffix(".ics") }.isEmpty)
    }

    @Test(
        arguments: [("en_US.UTF-8", "2026-12-01"), ("de_DE.UTF-8", "2027-01-12"), ("C", nil)]
            as [(String, String?)]
    )
    func `the locale determines the order of day and month`(locale: String, date: String?) throws {
        let store = try store(locale: locale)
        let result = try store.run(
            "--dry-run",
            "add",
            "--format",
            "ndjson",
            "Trip 12/1",
            "--calendar",
            "home"
        )
        guard let date else { return #expect(result.status == 64, "\(result.output)") }
        #expect(try object(result)["start"] as? String == date, "\(result.errors)")
    }

    @Test(arguments: [
        (["--start", "tomorrow 9am"], "2026-11-26T09:00:00+01:00", "2026-11-26T10:00:00+01:00"),
        (
            ["--start", "tomorrow 9am", "--end", "10:30"], "2026-11-26T09:00:00+01:00",
            "2026-11-26T10:30:00+01:00"
        ),
        (
            ["--start", "fri 14:00", "--duration", "1h30"], "2026-11-27T14:00:00+01:00",
            "2026-11-27T15:30:00+01:00"
        ),
        (
            ["--start", "fri 14:00", "--duration", "PT1H30M"], "2026-11-27T14:00:00+01:00",
            "2026-11-27T15:30:00+01:00"
        ),
        (["--start", "1 dec", "--end", "3 dec"], "2026-12-01", "2026-12-04"),
        (["--start", "in 2 hours"], "2026-11-25T12:30:00+01:00", "2026-11-25T13:30:00+01:00"),
        (["--start", "fri 9am UTC"], "2026-11-27T10:00:00+01:00", "2026-11-27T11:00:00+01:00"),
    ])
    func `time options accept phrases`(arguments: [String], start: String, end: String) throws {
        let store = try store()
        let all = ["--dry-run", "add", "--format", "ndjson", "--title", "A", "--calendar", "home"]
        let result = try store.run(all + arguments)
        let event = try object(result)
        #expect(
            event["start"] as? String == start && event["end"] as? String == end,
            "\(event) \(result.errors)"
        )
    }

    @Test(arguments: [
        (
            ["--repeat", "weekly", "--every", "2", "--on", "tue,thu"],
            ["FREQ=WEEKLY", "INTERVAL=2", "BYDAY=TU,TH"]
        ),
        (["--repeat", "daily", "--times", "5"], ["FREQ=DAILY", "COUNT=5"]),
        (["--repeat", "weekly", "--until", "2026-12-31"], ["FREQ=WEEKLY", "UNTIL=20261231"]),
        (["--repeat", "monthly", "--on", "first tue"], ["FREQ=MONTHLY", "BYDAY=1TU"]),
        (["--repeat", "every weekday"], ["FREQ=WEEKLY", "BYDAY=MO,TU,WE,TH,FR"]),
        (["--repeat", "FREQ=YEARLY"], ["FREQ=YEARLY"]),
    ])
    func `recurrence can be described in words`(arguments: [String], parts: [String]) throws {
        let store = try store()
        let all = ["--dry-run", "add", "--format", "ndjson", "--title", "A", "--start", "2026-12-01"]
        let result = try store.run(all + ["--calendar", "home"] + arguments)
        let rules = try object(result)["recurrenceRules"] as? [String]
        for part in parts { #expect(rules?.first?.contains(part) == true, "\(rules ?? []) \(result.errors)") }
    }

    @Test(arguments: [
        (["Lunch fri 12:00", "--start", "2026-12-01"], "--start and a phrase cannot be combined"),
        (["Lunch fri 12:00 @ A", "--location", "B"], "--location and a place"),
        (["--title", "A", "--start", "2026-12-01", "--every", "2"], "require --repeat"),
        (
            ["--title", "A", "--start", "2026-12-01", "--repeat", "FREQ=DAILY", "--every", "2"],
            "as parts of the rule"
        ),
        (["--title", "A", "--start", "2026-12-01", "--repeat", "often"], "--repeat"),
        (["--title", "A", "--start", "next friday"], "2026-12-04"),
        (["--format", "json", "Lunch fri 12:00"], "--format requires --dry-run"),
        (["a.ics", "b.ics"], "unexpected argument"),
    ])
    func `contradictory values are a usage error`(arguments: [String], message: String) throws {
        let store = try store()
        let result = try store.run(["add", "--calendar", "home"] + arguments)
        #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
    }

    @Test func `reminders and time windows accept phrases`() throws {
        let store = try store()
        let added = try store.run(
            "reminders",
            "add",
            "--title",
            "Pay",
            "--due",
            "fri 14:00",
            "--calendar",
            "home"
        )
        #expect(added.status == 0, "\(added.errors)")
        let listed = try store.run("reminders", "list")
        #expect(listed.output.contains("2026-11-27 14:00"), "\(listed.output)")
        _ = try store.run("add", "Lunch fri 12:00", "--calendar", "home")
        let found = try store.run("events", "--from", "next monday", "--to", "+7d")
        #expect(found.status == 0 && !found.output.contains("Lunch"), "\(found.errors)")
        let shown = try store.run("events", "--from", "fri", "--to", "sat")
        #expect(shown.output.contains("Lunch"), "\(shown.output) \(shown.errors)")
    }

    @Test func `editing accepts a phrase as a time`() throws {
        let store = try store()
        let added = try store.run("add", "Lunch fri 12:00", "--calendar", "home")
        let identifier = try #require(added.lines.first, "\(added.errors)")
        #expect(try store.run("edit", identifier, "--set", "start=next tuesday 9:15").status == 0)
        let event = try #require(try store.events().first)
        #expect(event["start"] as? String == "2026-12-01T09:15:00+01:00")
        let refused = try store.run("edit", identifier, "--set", "start=next friday")
        #expect(refused.status == 64 && refused.errors.contains("2026-12-04"), "\(refused.errors)")
    }

    @Test(arguments: [
        ("Lunch", "no time found"), ("lunch.ics", "cannot be opened"), ("./Lunch", "cannot be opened"),
        ("-", "the input is empty"), ("", "the phrase is empty"),
    ])
    func `a single word is read as a phrase unless it looks like a file`(word: String, message: String) throws
    {
        let result = try store().run("add", word, "--calendar", "home")
        #expect(result.status != 0 && result.errors.contains(message), "\(result.errors)")
    }

    @Test func `a single word that names a file is read as that file`() throws {
        let store = try store()
        let path = try store.write(calendarText(eventText("a", "1201")), to: "Lunch")
        let result = try store.run("add", path, "--calendar", "home")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try store.events("--from", "2026-12-01").count == 1)
    }

    @Test func `categories are shown and set like other fields`() throws {
        let store = try store()
        let added = try store.run("add", "Lunch fri 12:00 #food", "--category", "Team", "--calendar", "home")
        let identifier = try #require(added.lines.first, "\(added.errors)")
        let shown = try store.run("show", identifier).lines
        #expect(shown.contains("category: food") && shown.contains("category: Team"), "\(shown)")
        #expect(try store.run("edit", identifier, "--set", "category=Work").status == 0)
        #expect(try store.events().first?["categories"] as? [String] == ["Work"])
    }

    @Test func `on a terminal, the user chooses the reading`() async throws {
        let store = try store()
        try await store.grantAccess()
        let result = try store.runOnTerminal(
            ["add", "Call Ann next friday", "--calendar", "home"],
            [("Number, 1 to 2", "2")]
        )
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("'next friday' is ambiguous"), "\(result.output)")
        #expect(try store.events().first?["start"] as? String == "2026-12-04")
    }

    @Test func `an invalid current time is not read as a phrase`() throws {
        let store = try store()
        store.environment["ICS_NOW"] = "monday"
        let result = try store.run("add", "Lunch tomorrow 12:00", "--calendar", "home", "--dry-run")
        #expect(result.status == 0 || result.status == 64, "\(result.errors)")
    }
}

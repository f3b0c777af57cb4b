import Foundation
import TestTraits
import Testing

/// Tests reminders typed as phrases, and their short names.
@Suite struct ReminderPhraseTests {
    /// A store on Saturday, 28 November 2026, at 14:30.
    private func store() throws -> StoreProgram {
        let store = try StoreProgram()
        store.environment = ["ICS_NOW": "2026-11-28T14:30:00+01:00", "LC_ALL": "de_DE.UTF-8"]
        return store
    }

    private func reminders(_ store: StoreProgram) throws -> [[String: Any]] {
        try store.run("reminders", "list", "--all", "--format", "ndjson").lines.map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
        }
    }

    @Test func `a due time in an option is not reported as missing`() throws {
        let store = try store()
        let result = try store.run("reminders", "add", "Milk", "--due", "+15min", "--calendar", "home")
        #expect(result.errors == "ics-store: understood: Milk\n", "\(result)")
        let completed = try store.run("reminders", "add", "Milk", "--calendar", "home")
        #expect(completed.errors == "ics-store: understood: Milk, no due time\n", "\(completed)")
    }

    @Test func `a phrase becomes a reminder`() throws {
        let store = try store()
        let result = try store.run(
            "reminders",
            "add",
            "Buy milk tomorrow 9am !1 #home @ Market",
            "--calendar",
            "home"
        )
        #expect(result.status == 0 && result.lines.first?.hasPrefix("home:") == true, "\(result.errors)")
        #expect(
            result.errors
                == "ics-store: understood: Buy milk, due Sunday 29 November 2026 09:00 (Europe/Berlin), at Market, "
                + "priority 1, #home\n"
        )
        let reminder = try #require(try reminders(store).first)
        #expect(reminder["summary"] as? String == "Buy milk" && reminder["priority"] as? Int == 1)
        #expect(reminder["due"] as? String == "2026-11-29T09:00:00+01:00", "\(reminder)")
        #expect(reminder["categories"] as? [String] == ["home"])
        #expect(reminder["location"] as? String == "Market")
    }

    @Test(
        arguments: [
            (["Pay", "invoice", "by", "friday"], "Pay invoice", "2026-12-04"), (["Milk"], "Milk", nil),
            (["Milk", "--due", "2026-12-24"], "Milk", "2026-12-24"),
            (["--title", "Milk tomorrow", "--due", "none"], "Milk tomorrow", nil),
            (["Call in 2 hours"], "Call", "2026-11-28T16:30:00+01:00"),
        ] as [([String], String, String?)]
    )
    func `words, phrases and exact times can specify the due time`(
        arguments: [String],
        title: String,
        due: String?
    ) throws {
        let store = try store()
        let result = try store.run(["reminders", "add", "--calendar", "home"] + arguments)
        let reminder = try #require(try reminders(store).first, "\(result.errors)")
        #expect(reminder["summary"] as? String == title && reminder["due"] as? String == due, "\(reminder)")
    }

    @Test func `a recurrence in words becomes a rule`() throws {
        let store = try store()
        _ = try store.run("reminders", "add", "Water every 3 days starting tomorrow", "--calendar", "home")
        let rules = try #require(try reminders(store).first?["recurrenceRules"] as? [String])
        #expect(rules.first?.contains("FREQ=DAILY;INTERVAL=3") == true, "\(rules)")
    }

    @Test(arguments: [
        (["Milk tomorrow 9-10"], "a reminder has no end"), (["Milk !1 !2"], "two priorities"),
        (["Milk tommorow"], "did you mean tomorrow?"),
        (["Milk tomorrow", "--title", "A"], "--title and a phrase"),
        (["Milk tomorrow", "--due", "2026-12-01"], "--due and a time"), ([], "nothing to add"),
        (["Milk !1", "--priority", "2"], "--priority and a priority"),
        (["Milk", "--repeat", "FREQ=DAILY"], "--repeat requires --due"),
        (["Buy christmas presents"], "in double quotes"),
    ])
    func `contradictory values are a usage error`(arguments: [String], message: String) throws {
        let store = try store()
        let result = try store.run(["reminders", "add", "--calendar", "home"] + arguments)
        #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
    }

    @Test func `all commands accept the short names in a listing`() throws {
        let store = try store()
        for phrase in ["Eggs tomorrow", "B 30.11. #x", "C 1.12.", "D 2.12."] {
            _ = try store.run("reminders", "add", phrase, "--calendar", "home")
        }
        let list = try store.run("reminders", "--handles").lines
        #expect(
            list == [
                "a1  [ ] 2026-11-29        Eggs", "a2  [ ] 2026-11-30        B #x",
                "a3  [ ] 2026-12-01        C",
                "a4  [ ] 2026-12-02        D",
            ]
        )
        #expect(try store.run("reminders", "show", "a2").lines.contains("category: x"))
        #expect(try store.run("show", "a2").lines.contains("title: B"))
        #expect(try store.run("reminders", "edit", "a2", "--title", "Bee", "--category", "y").status == 0)
        #expect(try store.run("reminders", "postpone", "a3", "+2d").output.hasPrefix("C: due 2026-12-03"))
        #expect(try store.run("reminders", "complete", "a1").status == 0)
        #expect(try store.run("reminders", "remove", "a4").status == 0)
        #expect(
            try store.run("reminders").lines.map {
                $0.split(separator: "home:")[0].trimmingCharacters(in: .whitespaces)
            }
                == ["[ ] 2026-11-30        Bee #y", "[ ] 2026-12-03        C"]
        )
        #expect(try store.run("reminders", "show", "z9").errors.contains("list the items again"))
    }
}

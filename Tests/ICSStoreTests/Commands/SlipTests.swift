import Foundation
import TestTraits
import Testing

/// Tests typos, which are reported with the probable intention.
@Suite struct SlipTests {
    @Test(arguments: [
        ["add", "--title", "A", "--start", "+15m"], ["add", "--title", "A", "--start", "15m"],
        ["add", "--title", "A", "--start", "now", "--end", "+15M"],
        ["reminders", "add", "--title", "A", "--due", "+15m"],
    ])
    func `+15m is rejected, because it probably means minutes`(arguments: [String]) throws {
        let store = try StoreProgram()
        let result = try store.run(arguments + ["--calendar", "home"])
        #expect(result.status == 64 && result.output == "")
        let isSign = arguments.contains("15m")
        #expect(result.errors.contains(isSign ? "did you mean" : "15 months"), "\(result.errors)")
        #expect(isSign || result.errors.contains("+15min"), "\(result.errors)")
        #expect(try store.contents().keys.filter { $0.hasSuffix(".ics") }.isEmpty)
    }

    @Test(arguments: [
        (["agneda"], "Unknown command 'agneda'. Did you mean 'agenda'?"),
        (["reminders", "postpon", "a1", "+1d"], "Unknown command 'postpon'. Did you mean 'postpone'?"),
        (["agenda", "--day", "3"], "Unknown option '--day'. Did you mean '--days'?"),
    ])
    func `for a misspelled command, the likely one is suggested`(arguments: [String], message: String) throws
    {
        let result = try StoreProgram().run(arguments)
        #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
    }

    @Test(.long) func `minutes and hours are relative to now and to the start`() throws {
        let store = try StoreProgram()
        let added = try store.run(
            "add",
            "--title",
            "A",
            "--start",
            "2026-03-30T10:00",
            "--end",
            "+1h30min",
            "--calendar",
            "home"
        )
        #expect(added.status == 0, "\(added.errors)")
        let event = try #require(try store.events().first)
        #expect(event["end"] as? String == "2026-03-30T11:30:00+02:00")
        let midnight = try store.run(
            "add",
            "--title",
            "B",
            "--start",
            "2026-05-01T00:00",
            "--end",
            "+2h",
            "--calendar",
            "home"
        )
        #expect(midnight.status == 0, "\(midnight.errors)")
        #expect(try store.events().last?["end"] as? String == "2026-05-01T02:00:00+02:00")
        for length in ["+15min", "+2h"] {
            let soon = try store.run("add", "--title", length, "--start", length, "--calendar", "home")
            #expect(soon.status == 0, "\(soon.errors)")
            let shown = try store.run("events", "--from", "now", "--to", "+1d", "--format", "text").output
            #expect(shown.contains(length), "\(shown)")
            #expect(
                try store.run("reminders", "add", "--title", "R", "--due", length, "--calendar", "home")
                    .status == 0
            )
        }
    }

    @Test(.long, arguments: ["10:00", "9:30", "T10:00:30", "10am", "10:00Z"])
    func `a time without a date produces an error that mentions the missing date`(time: String) throws {
        let store = try StoreProgram()
        let identifier = try store.add("A")
        for field in ["start", "end"] {
            let result = try store.run("edit", identifier, "--set", "\(field)=\(time)")
            #expect(
                result.status == 64 && result.errors.contains("\(field): the date is missing"),
                "\(result.errors)"
            )
            #expect(result.errors.contains("2026-03-30 \(time)"), "\(result.errors)")
        }
        let added = try store.run("add", "--title", "B", "--start", time, "--calendar", "home")
        #expect(added.status == 64 && added.errors.contains("the date is missing"), "\(added.errors)")
        let reminder = try store.run(
            "reminders",
            "add",
            "--title",
            "R",
            "--due",
            "2026-03-30",
            "--calendar",
            "home"
        )
        let due = try store.run("edit", try #require(reminder.lines.first), "--set", "due=\(time)")
        #expect(due.status == 64 && due.errors.contains("due: the date is missing"), "\(due.errors)")
    }

    @Test(.long, arguments: ["+15m", "+15min", "-1d", "+2h"])
    func `a relative time in an edit is rejected with an example`(time: String) throws {
        let store = try StoreProgram()
        let identifier = try store.add("A")
        for field in ["start", "end"] {
            let result = try store.run("edit", identifier, "--set", "\(field)=\(time)")
            let hint =
                "\(field): '\(time)' could count from now or from the old time; write the new time, as in 2026"
            #expect(result.status == 64 && result.errors.contains(hint), "\(result.errors)")
        }
    }

    @Test func `an event without occurrences is not reported as unknown`() throws {
        let store = try StoreProgram()
        let event = """
            BEGIN:VEVENT\nUID:none\nDTSTAMP:20260101T000000Z\nSUMMARY:Never\nDTSTART:20260610T100000Z
            RRULE:FREQ=DAILY;COUNT=1\nEXDATE:20260610T100000Z\nEND:VEVENT
            """
        try store.write(calendarText(event), to: "calendars/home/never.ics")
        let result = try store.run("show", "home:none")
        #expect(result.status == 1)
        #expect(result.errors.contains("home:none in home/never.ics never happens: it has no occurrences"))
        let other = try store.run("show", "home:other")
        #expect(other.status == 1 && other.errors.contains("no item has the identifier home:other"))
    }

    @Test(
        .long,
        arguments: [
            (["add", "--titel", "X", "--start", "2026-03-30T10:00"], "'--titel'. Did you mean '--title'?"),
            (["add", "--title", "X", "--start", "2026-03-30T10:00", "--color", "red"], "'--color'"),
            (["edit", "--bogus"], "'--bogus'"), (["edit", "--set", "title=X", "-q"], "'-q'"),
            (["remove", "--force"], "'--force'"), (["move", "home:a", "--bogus"], "'--bogus'"),
            (["reminders", "complete", "--bogus"], "'--bogus'"), (["reminders", "--bogus"], "'--bogus'"),
            (["reminders", "list", "--bogus=1"], "'--bogus'"),
            (["show", "--matsch", "x"], "'--matsch'. Did you mean '--match'?"),
            (["import", "--from", "x"], "'--from'"),
            (["--storre", "x", "events"], "'--storre'. Did you mean '--store'?"),
        ]
    )
    func `an unknown option is reported before missing arguments`(arguments: [String], option: String)
        throws
    {
        let store = try StoreProgram()
        let result = try store.start(arguments).wait()
        #expect(result.status == 64 && result.output == "")
        #expect(result.errors.contains("Unknown option \(option)"), "\(result.errors)")
        #expect(result.errors.contains("Usage: ics-store"))
    }

    @Test(arguments: [
        (["edit", "home:a", "--match", "x"], "use either an identifier or --match"),
        (["add", "--start", "-1d"], "requires --title"),
        (["edit", "home:a", "--set", "--bogus"], "expected NAME=VALUE"), (["remove"], "no event given"),
        (["reminders", "--completed", "--format", "odd"], "odd"),
    ])
    func `known options are not reported as unknown`(arguments: [String], text: String) throws {
        let store = try StoreProgram()
        try store.write(calendarText(eventText("a", "0330")), to: "calendars/home/a.ics")
        let result = try store.run(arguments)
        #expect(!result.errors.contains("Unknown option") && result.errors.contains(text), "\(result.errors)")
    }

    @Test func `an exact title takes precedence over longer titles`() throws {
        let store = try StoreProgram()
        for (uid, title) in [("1", "Lunch with Bob"), ("2", "lunch"), ("3", "Late Lunch")] {
            try store.write(
                calendarText(eventText(uid, "0330").replacingOccurrences(of: "Event \(uid)", with: title)),
                to: "calendars/home/\(uid).ics"
            )
        }
        let shown = try store.run("show", "--match", "Lunch")
        #expect(shown.lines.contains("id: home:2"), "\(shown.output) \(shown.errors)")
        #expect(try store.run("edit", "--match", "LUNCH", "--set", "location=Roof").status == 0)
        let several = try store.run("show", "--match", "lunc")
        #expect(several.status == 1 && several.errors.contains("3 events"), "\(several.errors)")
        try store.write(
            calendarText(eventText("4", "0331").replacingOccurrences(of: "Event 4", with: "Lunch")),
            to: "calendars/work/4.ics"
        )
        let twins = try store.run("remove", "--match", "lunch")
        #expect(twins.status == 1 && twins.errors.contains("2 events"), "\(twins.errors)")
        for title in ["Milk", "Milk and honey"] {
            _ = try store.run("reminders", "add", "--title", title, "--calendar", "home")
        }
        #expect(
            try store.run("reminders", "complete", "--match", "milk", "--dry-run").output
                == "would complete Milk\n"
        )
    }

    @Test func `an override with the exact title also counts`() throws {
        let store = try StoreProgram()
        let series = eventText("1", "0330", "RRULE:FREQ=DAILY;COUNT=3").replacingOccurrences(
            of: "Event 1",
            with: "Daily round"
        )
        let override = eventText("1", "0331", "RECURRENCE-ID:20260331T080000Z").replacingOccurrences(
            of: "Event 1",
            with: "Round"
        )
        try store.write(calendarText(series, override), to: "calendars/home/1.ics")
        try store.write(
            calendarText(eventText("2", "0330").replacingOccurrences(of: "Event 2", with: "Round table")),
            to: "calendars/home/2.ics"
        )
        let shown = try store.run("show", "--match", "round")
        #expect(shown.status == 0 && shown.output.contains("id: home:1"), "\(shown.output) \(shown.errors)")
    }
}

import Foundation
import TestTraits
import Testing

/// Tests the commands that show events to people.
@Suite struct ViewTests {
    /// A store at 10:12 on Monday, 30 March 2026.
    private func store() throws -> StoreProgram {
        let store = try StoreProgram()
        store.environment["ICS_NOW"] = "2026-03-30T10:12:00+02:00"
        _ = try store.add("Stand-up", "--end", "2026-03-30T10:30", "--location", "Room 4")
        _ = try store.add("Café with Ann", "--end", "2026-03-30T11:00", "--attendee", "ann@example.org")
        let text = """
            BEGIN:VEVENT\nUID:fair\nDTSTAMP:20260101T000000Z\nSUMMARY:Fair\nDTSTART;VALUE=DATE:20260401
            DTEND;VALUE=DATE:20260403\nSTATUS:TENTATIVE\nCATEGORIES:Art\nEND:VEVENT
            """
        try store.write(calendarText(text), to: "calendars/work/fair.ics")
        return store
    }

    @Test func `without a command, the agenda for the next seven days is shown`() throws {
        let result = try store().run()
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.lines == [
                "Mon 30 Mar 2026, today",
                "  10:00-10:30  Stand-up (overlaps)  Room 4                                  home",
                "  10:00-11:00  Café with Ann (overlaps)                                     home",
                "  10:12 now " + String(repeating: "─", count: 68), "Tue 31 Mar, tomorrow: no events",
                "Wed 1 Apr",
                "  all day      Fair (day 1 of 2, tentative)                                 work",
                "Thu 2 Apr",
                "  all day      Fair (day 2 of 2, tentative)                                 work",
                "Fri 3 Apr to Sun 5 Apr: no events",
            ],
            "\(result.output)"
        )
    }

    @Test func `a calendar and a store can have the names of commands`() throws {
        let store = try store()
        _ = try store.run("calendars", "create", "week")
        let week = try store.run("--calendar", "week")
        #expect(week.lines.first == "Mon 30 Mar 2026, today: no events", "\(week.errors)")
        let folder = store.folder.appending(path: "events")
        try FileManager.default.moveItem(at: store.calendars, to: folder)
        for arguments in [["--store", folder.path()], ["--yes", "--store=\(folder.path())", "agenda"]] {
            let agenda = try store.run(arguments + ["--fields", "title"])
            #expect(agenda.lines.contains("Fair"), "\(agenda.errors)")
        }
        let process = try store.run(
            "--store",
            folder.path(),
            "events",
            "--from",
            "2026-04-01",
            "--fields",
            "title"
        )
        #expect(process.lines == ["Fair"], "\(process.errors)")
    }

    @Test(arguments: [
        (["--attendee", "ANN"], "Café with Ann"), (["--status", "tentative"], "Fair"),
        (["--category", "art"], "Fair"),
        (["--calendar", "work"], "Fair"),
        (["--days", "1", "--status", "none", "--attendee", "ann"], "Café with Ann"),
    ])
    func `options filter the events in a view`(arguments: [String], title: String) throws {
        let result = try store().run(["agenda", "--fields", "title"] + arguments)
        #expect(Set(result.lines) == [title], "\(result.output) \(result.errors)")
        let events = try store().run(
            ["events", "--fields", "title", "--to", "+7d"]
                + arguments.filter { !["--days", "1"].contains($0) }
        )
        #expect(Set(events.lines) == [title], "\(events.output) \(events.errors)")
    }

    @Test func `a grid lists the chosen fields of each event once`() throws {
        let store = try store()
        let week = try store.run("week", "2026-03-30", "--fields", "date,title", "--count", "2")
        #expect(
            week.lines == ["2026-03-30\tStand-up", "2026-03-30\tCafé with Ann", "2026-04-01\tFair"],
            "\(week.errors)"
        )
        let month = try store.run("month", "--fields", "title", "--count", "2", "--reverse")
        #expect(month.lines == ["Fair", "Café with Ann", "Stand-up"], "\(month.errors)")
    }

    @Test func `an agenda with too many events and days stops early with an error`() throws {
        let store = try store()
        let trips = (0..<400).map {
            "BEGIN:VEVENT\nUID:\($0)\nDTSTAMP:20260101T000000Z\nSUMMARY:T\nDTSTART;VALUE=DATE:20260101\n"
                + "DTEND;VALUE=DATE:20400101\nEND:VEVENT"
        }
        for (number, trip) in trips.enumerated() {
            try store.write(calendarText(trip), to: "calendars/work/trip\(number).ics")
        }
        let result = try store.run("agenda", "--days", "3660")
        #expect(result.status == 1 && result.lines.count < 101_000, "\(result.lines.count)")
        #expect(
            result.errors.contains("limit reached: a view can have at most 100000 lines"),
            "\(result.errors)"
        )
        #expect(result.errors.contains("ends before 2026-12-0"), "\(result.errors)")
    }

    @Test func `chosen fields become columns or object members`() throws {
        let store = try store()
        let text = try store.run("agenda", "--fields", "date,time,title,location", "--reverse")
        #expect(
            text.lines == [
                "2026-04-01\tall day\tFair\t", "2026-03-30\t10:00-11:00\tCafé with Ann\t",
                "2026-03-30\t10:00-10:30\tStand-up\tRoom 4",
            ]
        )
        let json = try store.run("agenda", "--fields", "title,calendar", "--format", "ndjson", "--days", "1")
        #expect(json.lines.first == #"{"title":"Stand-up","calendar":"home"}"#)
        #expect(try store.run("agenda", "--fields", "titel").status == 64)
    }

    @Test func `the next event is shown with the time remaining until it starts`() throws {
        let store = try store()
        let result = try store.run("next", "--all")
        #expect(result.lines.first == "in 1 day 13 hours: Wed 1 Apr", "\(result.output)")
        #expect(try store.run("next").errors == "ics-store: no events in the next two years\n")
        store.environment["ICS_NOW"] = "2026-03-30T09:55:30+02:00"
        #expect(try store.run("next").lines.first == "in 5 minutes: Mon 30 Mar, today")
    }

    @Test(arguments: ["standup", "STAND-UP", "room 4", "cafe ANN", "café", "ann@example", "art"])
    func `a search covers all fields and ignores case, accents and hyphens`(text: String) throws {
        let result = try store().run(["search"] + text.split(separator: " ").map(String.init))
        #expect(result.status == 0)
        #expect(result.lines.count == 1, "\(result.output)")
    }

    @Test func `a search lists the next occurrence of a series, and upcoming events before past ones`() throws
    {
        let store = try store()
        try store.write(
            calendarText(
                "BEGIN:VEVENT\nUID:yoga\nDTSTAMP:20200101T000000Z\nSUMMARY:Yoga\nDTSTART:20260330T180000\n"
                    + "RRULE:FREQ=WEEKLY;COUNT=10\nEND:VEVENT"
            ),
            to: "calendars/home/yoga.ics"
        )
        try store.write(
            calendarText(
                "BEGIN:VEVENT\nUID:old\nDTSTAMP:20200101T000000Z\nSUMMARY:Yoga trial\nDTSTART:20200101T100000\nEND:VEVENT"
            ),
            to: "calendars/work/old.ics"
        )
        let result = try store.run("search", "yoga", "--fields", "date,title")
        #expect(result.lines == ["2026-03-30\tYoga", "2020-01-01\tYoga trial"])
        let text = try store.run("search", "yoga")
        #expect(text.lines.first?.contains("Yoga (and 9 more)") == true, "\(text.output)")
        #expect(try store.run("search", "yoga", "--all", "--fields", "date").lines.count == 11)
        let none = try store.run("search", "pilates")
        #expect(none.status == 0 && none.errors.contains("nothing found between 2016-03-30 and 2028-03-30"))
    }

    @Test func `a short name still refers to the same event or is rejected`() throws {
        let store = try store()
        let first = try store.run("agenda", "--handles")
        #expect(first.lines.contains { $0.hasPrefix("  a1  10:00-10:30  Stand-up") }, "\(first.output)")
        #expect(try store.run("agenda", "--handles").lines == first.lines)
        let other = try store.run("search", "fair", "--handles")
        #expect(other.lines.first?.hasPrefix("  b1  2026-04-01") == true, "\(other.output)")
        #expect(try store.run("show", "a1").lines.contains("title: Stand-up"))
        #expect(try store.run("show", "b1").lines.contains("title: Fair"))
        #expect(try store.run("remove", "a2").status == 0)
        #expect(
            try store.run("agenda", "--handles").lines.contains {
                $0.hasPrefix("  c1  10:00-10:30  Stand-up")
            }
        )
        // No other event takes the removed event's place.
        #expect(try store.run("show", "a2").status == 1)
        #expect(try store.run("show", "c2").lines.contains("title: Fair"))
        let unknown = try store.run("show", "z1")
        #expect(unknown.status == 1)
        #expect(
            unknown.errors
                == "ics-store: error: no recent listing of this folder has the item 'z1'; list the items again\n"
        )
    }

    @Test func `a short name from another folder is rejected`() throws {
        let (store, other) = (try store(), try store())
        other.environment["XDG_STATE_HOME"] = store.folder.appending(path: "state").path()
        _ = try store.run("agenda", "--handles")
        #expect(try other.run("show", "a1").status == 1)
    }

    @Test func `six simultaneous listings have distinct letters`() throws {
        let store = try store()
        let runs = try (0..<6).map {
            try store.start(["agenda", "--handles", "--days", "\($0 + 1)", "--yes"])
        }
        for run in runs { _ = try run.wait() }
        let fair = try store.run("agenda", "--handles", "--from", "2026-04-01", "--days", "1")
        let name = try #require(fair.lines.last?.split(separator: " ").first.map(String.init))
        #expect(try store.run("show", name).lines.contains("title: Fair"))
    }

    @Test func `an invalid current time is a usage error`() throws {
        let store = try store()
        store.environment["ICS_NOW"] = "tomorrow"
        let result = try store.run("agenda")
        #expect(result.status == 64)
        #expect(
            result.errors
                == "Error: ICS_NOW: 'tomorrow' is not an instant; use a form such as 2026-03-29T10:00:00+02:00\n"
        )
        let other = try store.start(["--version"], program: "ics-expand").wait()
        #expect(other.status == 64)
    }

    @Test func `a grid starts at the next, last or named period`() throws {
        let store = try store()
        func heading(_ arguments: String...) throws -> String {
            try store.run(arguments).lines.first.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
        }
        #expect(try heading("month", "next", "--yes") == "April 2026")
        #expect(try heading("month", "last", "--yes") == "February 2026")
        #expect(try heading("month", "december", "--yes") == "December 2026")
        #expect(try heading("month", "2027-02", "--yes") == "February 2027")
        #expect(try heading("week", "next", "--yes") == heading("week", "next week", "--yes"))
        #expect(try heading("week", "last", "--yes").hasPrefix("Mon 23 Mar"))
    }

    @Test func `for a folder without calendars, the next step is suggested`() throws {
        let store = try StoreProgram()
        for name in ["home", "work"] {
            try FileManager.default.removeItem(at: store.calendars.appending(path: name))
        }
        let result = try store.run()
        #expect(result.status == 0 && result.output.isEmpty)
        #expect(
            result.errors.contains("no calendars in \(store.calendars.path()) yet; create one with"),
            "\(result.errors)"
        )
    }

    @Test(arguments: ["week", "month"]) func `a grid fits the width of the terminal`(command: String) throws {
        let store = try store()
        for width in [40, 80, 100, 140] {
            store.environment["COLUMNS"] = "\(width)"
            let result = try store.run(command)
            #expect(result.status == 0)
            #expect(result.lines.allSatisfy { $0.count <= width }, "\(result.output)")
            #expect(result.output.contains("!St") || result.output.contains("Stand"), "\(result.output)")
            #expect(result.output.contains("Fair") == (command == "week"))
        }
        #expect(try store.run("month", "2026-04-15").output.contains("April 2026"))
    }

    @Test func `a long agenda is shown in the user's pager`() throws {
        let store = try store()
        store.environment["PAGER"] = "sed 's/^/paged: /'"
        store.environment["LINES"] = "5"
        let result = try store.runOnTerminal(["agenda", "--yes"])
        #expect(result.status == 0)
        #expect(result.output.contains("paged: "), "\(result.output)")
        #expect(try !store.runOnTerminal(["agenda", "--yes", "--no-pager"]).output.contains("paged: "))
        // A pager that exits early is not an error, and a missing pager is not required.
        store.environment["PAGER"] = "true"
        #expect(try store.runOnTerminal(["agenda", "--yes"]).status == 0)
        store.environment["PAGER"] = "no-such-pager-here"
        #expect(try store.runOnTerminal(["agenda", "--yes"]).output.contains("Stand-up"))
    }

    @Test func `on a terminal, the user chooses one of several events with the same title`() throws {
        let store = try store()
        _ = try store.add("Stand-up, long")
        let result = try store.runOnTerminal(
            ["show", "--match", "and", "--yes"],
            [("Number, 1 to 2: ", "2")]
        )
        #expect(result.status == 0)
        #expect(result.output.contains("Which event?"))
        #expect(result.output.contains("title: "), "\(result.output)")
        #expect(result.output.contains("Stand-up, long, 2026-03-30 10:00, in home"), "\(result.output)")
        let refused = try store.run("show", "--match", "and")
        #expect(
            refused.status == 1 && refused.errors.contains("have 'and' in their titles"),
            "\(refused.errors)"
        )
    }
}

import Foundation
import TestTraits
import Testing

/// Tests that an identifier with an occurrence selects one instance of a reminder in every command.
@Suite struct ReminderInstanceTests {
    /// Returns a store with a reminder to water at 18:00 in Berlin, for five days from 2 April.
    func daily(_ more: String = "") throws -> StoreProgram {
        let store = try StoreProgram()
        let todo =
            "BEGIN:VTODO\nUID:p\nDTSTAMP:20260101T000000Z\nDTSTART;TZID=Europe/Berlin:20260402T180000\n"
            + "DUE;TZID=Europe/Berlin:20260402T180000\nRRULE:FREQ=DAILY;COUNT=5\nSUMMARY:Water\n\(more)END:VTODO"
        try store.write(calendarText(todo), to: "calendars/home/p.ics")
        return store
    }

    static func slot(_ day: Int) -> String { "home:p/RID=202604\(day < 10 ? "0" : "")\(day)T160000Z" }

    /// Returns the listed lines without identifiers.
    private func list(_ store: StoreProgram, _ option: String = "--incomplete") throws -> [String] {
        try store.run("reminders", "list", option).lines.map { line in
            let words = line.dropFirst(4).split(separator: " ")
            return words[..<3].joined(separator: " ").replacing("2026-04-", with: "")
        }
    }

    /// Returns the output of `show` for each instance.
    private func shown(_ store: StoreProgram) throws -> [String] {
        try (2...6).map { day in
            let result = try store.run("show", Self.slot(day))
            let due = result.lines.first { $0.hasPrefix("due: ") }.map { String($0.dropFirst(13)) }
            let title = result.lines.first { $0.hasPrefix("title: ") }.map { String($0.dropFirst(7)) }
            return "\(due ?? "-") \(title ?? "-")"
        }
    }

    @Test func `the next instance starts without progress, and alarms at fixed times follow it`() throws {
        func alarm(_ day: Int, _ hour: Int, _ more: String = "") -> String {
            "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\n\(more)TRIGGER;VALUE=DATE-TIME:2026040\(day)T\(hour)0000Z\nEND:VALARM\n"
        }
        let snooze = alarm(2, 17, "RELATED-TO;RELTYPE=SNOOZE:1\n")
        let store = try daily("STATUS:IN-PROCESS\nPERCENT-COMPLETE:40\n\(alarm(2, 16))\(snooze)")
        #expect(try store.run("reminders", "complete", "home:p").status == 0)
        let next = String(decoding: try store.contents()["home/p.ics"] ?? Data(), as: UTF8.self)
        #expect(next.contains("DTSTART;TZID=Europe/Berlin:20260403T180000"), "\(next)")
        #expect(next.contains("TRIGGER;VALUE=DATE-TIME:20260403T160000Z"), "\(next)")
        #expect(
            !next.contains("SNOOZE") && !next.contains("PERCENT-COMPLETE")
                && next.contains("STATUS:NEEDS-ACTION")
        )
    }

    @Test func `every instance is due the same elapsed time after its start`() throws {
        func store(_ start: String, _ end: String) throws -> StoreProgram {
            let store = try StoreProgram()
            let todo =
                "BEGIN:VTODO\nUID:x\nDTSTAMP:20260101T000000Z\nDTSTART;TZID=Europe/Berlin:\(start)\n\(end)\n"
                + "RRULE:FREQ=DAILY;COUNT=3\nSUMMARY:X\nEND:VTODO"
            try store.write(calendarText(todo), to: "calendars/home/x.ics")
            return store
        }
        func text(_ store: StoreProgram) throws -> String {
            String(decoding: try store.contents()["home/x.ics"] ?? Data(), as: UTF8.self)
        }
        let day = try store("20260327T200000", "DUE;TZID=Europe/Berlin:20260328T200000")
        let shown = try day.run("show", "home:x/RID=20260328T190000Z")
        #expect(shown.output.contains("2026-03-29 21:00"), "\(shown)")
        #expect(try day.run("reminders", "complete", "home:x").status == 0)
        #expect(try text(day).contains("DUE;TZID=Europe/Berlin:20260329T210000"))
        // The clocks skip 02:30 on 29 March.
        let gap = try store("20260328T023000", "DUE;TZID=Europe/Berlin:20260328T033000")
        #expect(try gap.run("reminders", "complete", "home:x").status == 0)
        #expect(try text(gap).contains("DUE;TZID=Europe/Berlin:20260329T043000"))
        let length = try store("20260328T023000", "DURATION:PT1H")
        let next = try length.run("show", "home:x/RID=20260329T013000Z")
        #expect(next.output.contains("2026-03-29 04:30"), "\(next)")
    }

    @Test func `completed instances of an assigned reminder stay in its series`() throws {
        let people = "ORGANIZER:mailto:nora@studio.example\nATTENDEE:mailto:bob@studio.example\n"
        let store = try daily(people + "STATUS:IN-PROCESS\nPERCENT-COMPLETE:40\n")
        #expect(try store.run("reminders", "complete", "home:p").status == 0)
        let text = String(decoding: try store.contents()["home/p.ics"] ?? Data(), as: UTF8.self)
        #expect(text.contains("DTSTART;TZID=Europe/Berlin:20260402T180000"), "\(text)")
        #expect(!text.contains("PERCENT-COMPLETE:40") && !text.contains("IN-PROCESS"), "\(text)")
        #expect(try list(store) == ["03 18:00 Water"])
    }

    private static let usual = [
        "02 18:00 Water", "03 18:00 Water", "04 18:00 Water", "05 18:00 Water", "06 18:00 Water",
    ]

    @Test(arguments: ["", "DTSTART;TZID=Europe/Berlin:20260402T180000\n"])
    func `a series whose only instance is canceled keeps its identifier`(start: String) throws {
        let cancelled =
            "END:VTODO\nBEGIN:VTODO\nUID:p\nDTSTAMP:20260101T000000Z\n"
            + "RECURRENCE-ID;TZID=Europe/Berlin:20260402T180000\n\(start)STATUS:CANCELLED\n"
        let store = try daily(cancelled)
        let split = try store.run("edit", Self.slot(3), "--span", "future", "--set", "title=Feed")
        #expect(split.errors.contains("the series now ends before this occurrence"), "\(split.errors)")
        #expect(try store.run("show", "home:p").output.contains("status: cancelled"))
        #expect(try store.run("show", "home:p").output.contains(": 2026-04-02 18:00\n"))
        let result = try store.run("edit", "home:p", "--set", "title=Rinse")
        #expect(result.output == "home:p\n", "\(result.errors)")
        #expect(
            try store.contents().values.contains {
                String(decoding: $0, as: UTF8.self).contains("SUMMARY:Rinse")
            }
        )
        #expect(try list(store) == ["03 18:00 Feed"])
        #expect(try store.run("restore", Self.slot(2)).status == 0)
        #expect(try list(store) == ["02 18:00 Rinse", "03 18:00 Feed"])
    }

    @Test func `a completed instance is not listed as removed`() throws {
        let store = try daily()
        _ = try store.run("reminders", "complete", Self.slot(3))
        #expect(try store.run("restore", "--list", "home:p").lines.isEmpty)
        let result = try store.run("restore", Self.slot(3))
        #expect(result.errors.contains("is not a removed occurrence"), "\(result.errors)")
        // After the completed instance is removed too, it can be restored.
        _ = try store.run("remove", Self.slot(4))
        #expect(try store.run("restore", "home:p").lines == [Self.slot(4)])
    }

    @Test func `a moved instance's rule is described from its original start`() throws {
        let store = try daily()
        let weekly = eventText("e", "1201", "RRULE:FREQ=WEEKLY")
        try store.write(calendarText(weekly), to: "calendars/home/e.ics")
        let identifier = "home:e/RID=20261208T080000Z"
        let whole = try store.run("show", "home:e").lines.filter { $0.hasPrefix("  (") }
        let moved = try store.run(
            "edit",
            identifier,
            "--set",
            "start=2026-12-10 09:00",
            "--span",
            "this"
        )
        #expect(moved.status == 0, "\(moved.errors)")
        let lines = try store.run("show", identifier).lines
        #expect(whole == ["  (every Tuesday)"] && lines.contains("  (every Tuesday)"), "\(lines)")
    }

    @Test(.long, arguments: [[], ["--span", "this"]])
    func `an instance is postponed only once`(span: [String]) throws {
        let store = try daily()
        let result = try store.run(["edit", Self.slot(2), "--set", "due=2026-04-04 20:00"] + span)
        #expect(result.output == "\(Self.slot(2))\n", "\(result.errors)")
        #expect(try shown(store) == ["04 20:00 Water"] + Self.usual.dropFirst())
        // The earliest instance is next, and the instance postponed past it is still listed.
        #expect(try list(store) == ["03 18:00 Water", "04 20:00 Water"])
        #expect(try store.run("show", "home:p").output.contains("due: 2026-04-03 18:00"))
        #expect(try store.run("reminders", "complete", "home:p").output.contains("next due 2026-04-04 18:00"))
        #expect(try store.run("reminders", "complete", "home:p").output.contains("next due 2026-04-04 20:00"))
        #expect(try store.run("reminders", "complete", "home:p").output.contains("next due 2026-04-05 18:00"))
        #expect(try list(store, "--completed") == ["03 18:00 Water", "04 18:00 Water", "04 20:00 Water"])
    }

    @Test(.long)
    func `an instance can be postponed to the time of the next one, and each is completed separately`()
        throws
    {
        let store = try daily()
        #expect(try store.run("edit", Self.slot(2), "--set", "due=2026-04-03 18:00").status == 0)
        #expect(try shown(store) == ["03 18:00 Water"] + Self.usual.dropFirst())
        #expect(try store.run("reminders", "complete", Self.slot(3)).status == 0)
        #expect(try list(store) == ["03 18:00 Water"])
        #expect(try store.run("show", "home:p").output.contains("id: \(Self.slot(2))\n"))
    }

    @Test(.long) func `a later instance can be changed before it is due`() throws {
        let store = try daily()
        for setting in ["title=Flood", "due=2026-04-04 12:00", "notes=All of it", "priority=1"] {
            let result = try store.run("edit", Self.slot(4), "--set", setting)
            #expect(result.output == "\(Self.slot(4))\n", "\(result.errors)")
        }
        #expect(
            try shown(store)[1...] == [
                "03 18:00 Water", "04 12:00 Flood", "05 18:00 Water", "06 18:00 Water",
            ]
        )
        #expect(try list(store) == ["02 18:00 Water"])
        for _ in 0..<2 { #expect(try store.run("reminders", "complete", "home:p").status == 0) }
        #expect(try list(store) == ["04 12:00 Flood"])
    }

    @Test(.long) func `a span determines which instances a change affects`() throws {
        for (span, changed) in [("this", 4...4), ("future", 4...6), ("all", 2...6)] {
            let store = try daily()
            let result = try store.run(
                "edit",
                Self.slot(4),
                "--span",
                span,
                "--set",
                "title=Flood",
                "--set",
                "priority=1"
            )
            #expect(result.status == 0, "\(result.errors)")
            #expect(
                try shown(store).map { $0.contains("Flood") }
                    == (2...6).map { span != "future" && changed.contains($0) }
            )
            var titles: [String] = []
            for _ in 2...6 {
                let open = try store.run("reminders", "list", "--incomplete", "--format", "ndjson").lines
                let line = try #require(open.first)
                titles.append(line.contains("Flood") ? "Flood" : "Water")
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                let identifier = try #require(object?["id"] as? String)
                #expect(try store.run("reminders", "complete", identifier).status == 0)
            }
            #expect(titles == (2...6).map { changed.contains($0) ? "Flood" : "Water" }, "\(span)")
        }
    }

    @Test(.long)
    func `a series' identifier selects the whole series, and overrides keep their own values`()
        throws
    {
        let store = try daily()
        #expect(
            try store.run("edit", Self.slot(2), "--set", "title=Well", "--set", "due=2026-04-02 20:00").status
                == 0
        )
        #expect(try store.run("edit", "home:p", "--set", "title=Rain").output == "home:p\n")
        #expect(try shown(store).prefix(2) == ["02 20:00 Well", "03 18:00 Rain"])
        // A move is possible only up to the instance that is due next.
        #expect(try store.run("edit", "home:p", "--set", "due=2026-04-02 21:00").output == "home:p\n")
        let open = try store.run("reminders", "list", "--incomplete").output
        #expect(open.contains("2026-04-02 21:00  Well"), "\(open)")
        #expect(
            try store.run("reminders", "complete", "home:p").output.hasPrefix(
                "Rain: next due 2026-04-03 19:00  "
            )
        )
    }

    @Test func `a rule cannot be changed for one instance`() throws {
        let store = try daily()
        let before = try store.contents()
        let result = try store.run("edit", Self.slot(3), "--set", "repeat=FREQ=WEEKLY")
        #expect(
            result.status == 1
                && result.errors.contains("the repetition cannot be changed for one occurrence")
        )
        #expect(try store.contents() == before)
    }

    @Test(.long) func `a completed instance keeps its identifier`() throws {
        let store = try daily()
        #expect(try store.run("reminders", "complete", Self.slot(2), Self.slot(4)).status == 0)
        #expect(try list(store, "--completed") == ["02 18:00 Water", "04 18:00 Water"])
        #expect(try shown(store) == Self.usual)
        let again = try store.run("reminders", "complete", Self.slot(2))
        #expect(again.status == 0 && again.errors.contains("Water: already completed"))
        #expect(try list(store) == ["03 18:00 Water"])
        #expect(try store.run("edit", Self.slot(2), "--set", "done=no").status == 0)
        #expect(try list(store) == ["02 18:00 Water", "03 18:00 Water"])
    }

    @Test(.long, arguments: ["show", "edit", "remove", "move", "reminders complete", "reminders remove"])
    func `every command rejects an instance that does not exist`(command: String) throws {
        let store = try daily("EXDATE;TZID=Europe/Berlin:20260403T180000\n")
        let before = try store.contents()
        var words = command.split(separator: " ").map(String.init)
        if command == "edit" { words += ["--set", "due=2026-04-09"] }
        if command == "move" { words += ["--to", "work"] }
        for name in [Self.slot(3), Self.slot(7), "home:p/RID=20260402", "home:p/RID=x"] {
            let result = try store.run(words + [name])
            #expect(result.status == 1 && result.errors.contains("\(name)\n"), "\(result.errors)")
        }
        #expect(try store.contents() == before)
    }

    @Test func `moving one instance moves the whole series after confirmation`() throws {
        let store = try daily()
        let asked = try store.runAlone("move", Self.slot(3), "--to", "work")
        #expect(asked.status == 1)
        let result = try store.run("move", Self.slot(3), "--to", "work")
        #expect(result.output == "work:p\n", "\(result.errors)")
        #expect(try store.contents()["home/p.ics"] == nil)
    }

    @Test func `a dry run of any command changes no bytes`() throws {
        let store = try daily()
        let before = try store.contents()
        for command in [
            ["edit", Self.slot(3), "--set", "due=2026-04-09 18:00"], ["edit", "home:p", "--set", "done=yes"],
            ["reminders", "complete", Self.slot(3)], ["reminders", "remove", Self.slot(3)],
            ["remove", "home:p", "--span", "future"], ["move", "home:p", "--to", "work"],
        ] {
            let result = try store.run(command + ["--dry-run"])
            #expect(result.status == 0 && result.output.hasPrefix("would "), "\(result)")
            #expect(try store.contents() == before)
        }
    }

    @Test func `JSON objects contain a reminder's rules and alarms`() throws {
        let alarms =
            "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:Water\nTRIGGER:-PT15M\nEND:VALARM\n"
            + "BEGIN:VALARM\nACTION:AUDIO\nTRIGGER;RELATED=END:PT1H\nEND:VALARM\n"
        let store = try daily(alarms)
        for command in [["show", "home:p"], ["reminders", "list"], ["show", Self.slot(5)]] {
            let result = try store.run(command + ["--format", "ndjson"])
            let line = try #require(result.lines.first, "\(result.errors)")
            #expect(line.contains(#""recurrenceRules":["FREQ=DAILY;COUNT=5"]"#), "\(line)")
            #expect(
                line.contains(
                    #""alarms":[{"action":"DISPLAY","trigger":"-PT15M","description":"Water"},"#
                        + #"{"action":"AUDIO","trigger":"PT1H","related":"END"}]"#
                ),
                "\(line)"
            )
            #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) != nil)
        }
        #expect(try store.run("show", "home:p").output.contains("\nalarm: 15m\nalarm: end +1h\n"))
        let event = eventText(
            "e",
            "0330",
            "RRULE:FREQ=WEEKLY;COUNT=2\n" + alarms.trimmingCharacters(in: .newlines)
        )
        try store.write(calendarText(event), to: "calendars/home/e.ics")
        let both = try store.run("show", "home:e", "home:p", "--format", "json")
        let objects = try JSONSerialization.jsonObject(with: Data(both.output.utf8)) as? [[String: Any]]
        #expect(objects?.map { $0["uid"] as? String } == ["e", "p"])
        #expect(
            objects?.map { $0["recurrenceRules"] as? [String] } == [
                ["FREQ=WEEKLY;COUNT=2"], ["FREQ=DAILY;COUNT=5"],
            ]
        )
        #expect(objects?.map { ($0["alarms"] as? [Any])?.count } == [2, 2])
        // A list of occurrences contains neither rules nor alarms.
        let listed = try store.events()
        #expect(listed.count == 2 && listed.allSatisfy { $0["alarms"] == nil })
    }
}

import Foundation
import TestTraits
import Testing

@Suite struct JunkTests {
    @Test(
        .long,
        arguments: [
            ["show", "no colon"], ["show", "home:nothing"], ["show", "nowhere:1"],
            ["remove", "home:nothing"],
            ["edit", "home:nothing", "--set", "title=A"], ["move", "home:nothing", "--to", "work"],
            ["reminders", "complete", "home:nothing"], ["remove", "--match", "nothing"],
            ["events", "--calendar", "nowhere"], ["import", "/nowhere.ics", "--to", "home"],
            ["import", "/dev/null", "--to", "nowhere"], ["add", "/nowhere.ics"],
            ["remove", "home:1/RID=junk"], ["show", "home:%zz"],
        ]
    )
    func `a missing item or file produces a one-line error`(_ arguments: [String]) throws {
        let store = try StoreProgram()
        let result = try store.start(arguments + ["--yes"]).wait()
        #expect(result.status == 1, "\(arguments): \(result.output)\(result.errors)")
        let last = try #require(result.errors.split(separator: "\n").last)
        #expect(last.hasPrefix("ics-store: error: "), "\(result.errors)")
        #expect(try store.contents().keys.sorted() == ["home", "work"])
    }

    @Test(arguments: [
        ["fly"], ["add", "--title", "A"], ["add", "--title", "A", "--start", "soon"],
        ["add", "--title", "A", "--start", "today", "--repeat", "often"],
        ["add", "--title", "A", "--start", "2026-03-30T10:00", "--end", "2026-03-30T09:00"],
        ["add", "--title", "A\u{7}", "--start", "today"],
        ["add", "--title", "A", "--start", "today", "--notes", "\u{1B}[2J"],
        ["edit", "home:1", "--set", "title=A\u{7F}"], ["reminders", "add", "--title", "A\u{1}"],
        ["reminders", "add", "--title", "A", "--priority", "urgent"],
        ["reminders", "add", "--title", "A", "--priority", "10"],
        ["add", "--title", "A", "--start", "today", "--duration", "long"],
        ["add", "--title", "A", "--start", "today", "--attendee", "nobody"],
        ["add", "--title", "A", "--start", "today", "--alarm", "soon"],
        ["add", "--title", "A", "--start", "today", "--time-zone", "Nowhere"],
        ["events", "--from", "2026-04-01", "--to", "2026-03-01"], ["events", "--format", "pdf"],
        ["calendars", "--format", "ics"], ["remove"], ["edit"], ["access", "--ask", "--forget"],
        ["reminders", "list", "--completed", "--incomplete"], ["events", "--count", "--format", "freebusy"],
    ])
    func `a usage error has exit status 64 and changes nothing`(_ arguments: [String]) throws {
        let store = try StoreProgram()
        let result = try store.start(arguments + ["--yes"]).wait()
        #expect(result.status == 64, "\(arguments): \(result.output)\(result.errors)")
        #expect(result.output == "")
        #expect(try store.contents().keys.sorted() == ["home", "work"])
    }

    @Test(arguments: [
        "", "junk", "\u{0}\u{1}\u{2}", "BEGIN:VCALENDAR", calendarText(),
        calendarText("BEGIN:VEVENT\nUID:1\nEND:VEVENT"),
        calendarText("BEGIN:VJOURNAL\nUID:1\nDTSTAMP:20260101T000000Z\nEND:VJOURNAL"),
    ])
    func `invalid standard input adds nothing`(_ text: String) throws {
        let store = try StoreProgram()
        let result = try store.run("add", "--calendar", "home", input: text)
        #expect(result.status == 1, "\(result.output)")
        // Another message about the text may come first.
        let last = result.errors.split(separator: "\n").last
        #expect(last?.hasPrefix("ics-store: error: ") == true, "\(result.errors)")
        #expect(try store.contents().keys.sorted() == ["home", "work"])
    }

    @Test func `a store must be specified and must exist`() throws {
        let store = try StoreProgram()
        store.environment["ICS_STORE"] = ""
        store.environment["XDG_DATA_HOME"] = store.folder.appending(path: "data").path()
        let missing = try store.run("events")
        #expect(missing.status == 1)
        #expect(
            missing.errors.contains("/data/calendars does not exist; create it with"),
            "\(missing.errors)"
        )
        #expect(try store.run("events", "--store", store.folder.path() + "/nowhere").status == 1)
        let named = ["--store", store.calendars.path(), "events", "--yes"]
        #expect(try store.start(named).wait().status == 0)
    }

    @Test func `calendars are in the user's data folder by default`() throws {
        let store = try StoreProgram()
        store.environment["ICS_STORE"] = ""
        store.environment["XDG_DATA_HOME"] = store.folder.appending(path: "data").path()
        #expect(try store.run("calendars", "create", "Club", "--yes").status == 0)
        #expect(try store.run("calendars").output.contains("Club"))
        let usual = store.folder.appending(path: "data/calendars/club").path()
        #expect(FileManager.default.fileExists(atPath: usual))
        store.environment["XDG_DATA_HOME"] = ""
        store.environment["HOME"] = ""
        #expect(try store.run("events").errors.contains("use --store FOLDER, or set ICS_STORE"))
    }

    @Test func `event text cannot control the terminal`() throws {
        let store = try StoreProgram()
        let event = eventText("1", "0330", "LOCATION:B\u{9B}2J\nDESCRIPTION:C\u{202E}D")
        try store.write(
            calendarText(event.replacingOccurrences(of: "Event 1", with: "A\u{1B}[2J")),
            to: "calendars/home/1.ics"
        )
        for arguments in [["show", "home:1"], ["events", "--from", "2026-03-30", "--to", "2026-04-01"]] {
            let output = try store.start(arguments + ["--yes"]).wait().output
            #expect(!output.isEmpty)
            #expect(
                !output.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x9B || $0.value == 0x202E }
            )
        }
    }

    #if os(Linux)
        @Test(.long) func `file contents cannot control the terminal, and pass through a pipe unchanged`()
            async throws
        {
            let store = try StoreProgram()
            try await store.grantAccess()
            let hostile = "A\u{202E}B\u{9B}2J\u{1B}[2J\u{2066}C\u{E0041}"
            try store.write(
                calendarText(eventText("1", "0330", "LOCATION:\(hostile)\nX-NOTE:\(hostile)")),
                to: "calendars/home/1.ics"
            )
            let window = ["events", "--from", "2026-03-30", "--to", "2026-03-31", "--format"]
            for arguments in [
                ["show", "home:1"], ["show", "home:1", "--format", "ics"],
                ["show", "home:1", "--format", "json"],
                ["export"], window + ["text"], window + ["json"], window + ["ndjson"], window + ["ics"],
                window + ["jcal"], window + ["xcal"],
            ] {
                let screen = try store.runOnTerminal(arguments)
                #expect(screen.status == 0, "\(arguments): \(screen.output)")
                #expect(screen.output.uppercased().contains("202E"), "\(arguments): \(screen.output)")
                #expect(
                    !screen.output.unicodeScalars.contains {
                        [0x1B, 0x9B, 0x202E, 0x2066, 0xE0041].contains($0.value)
                    },
                    "\(arguments)"
                )
            }
            for arguments in [["show", "home:1", "--format", "ics"], ["export"]] {
                let piped = try store.start(arguments).wait().output
                #expect(piped.contains("X-NOTE:\(hostile)\r\n"), "\(piped)")
            }
        }
    #endif

    @Test func `a control character in an argument is reported, but tabs and line endings are kept`() throws {
        let store = try StoreProgram()
        let result = try store.run("add", "--title", "A\u{7}B", "--start", "today")
        #expect(
            result.errors.hasPrefix(
                "Error: --title contains a control character, which is not allowed in calendars (RFC 5545"
            ),
            "\(result.errors)"
        )
        _ = try store.add("A\tB", "--notes", "C\nD")
        let event = try #require(try store.events().first)
        #expect(event["summary"] as? String == "A\tB")
        #expect(event["description"] as? String == "C\nD")
    }

    @Test func `each format is listed once in the help`() throws {
        let store = try StoreProgram()
        for command in [["show"], ["events"], ["calendars", "list"]] {
            let help = try store.start(command + ["--help"]).wait().output.split(
                whereSeparator: \.isWhitespace
            )
            .joined(separator: " ")
            #expect(!help.contains("values:") && help.contains("default: text"), "\(help)")
        }
        #expect(try store.runAlone("show", "--help").output.contains("jcal") == false)
    }

    @Test func `a search without results also reports unreadable files`() throws {
        let store = try StoreProgram()
        try store.write("", to: "calendars/home/ok.ics")
        try store.write("", to: "calendars/work/other.ics")
        for arguments in [
            ["show", "home:ok"], ["edit", "home:ok", "--set", "title=A"], ["remove", "home:ok"],
            ["move", "home:ok", "--to", "work"], ["reminders", "complete", "home:ok"],
        ] {
            let result = try store.run(arguments)
            let lines = result.errors.split(separator: "\n")
            #expect(result.status == 1 && lines.count == 2, "\(arguments): \(result.errors)")
            #expect(lines.first?.contains("/home/ok.ics: error: the input is empty") == true)
            #expect(lines.last?.hasSuffix(" has the identifier home:ok") == true)
        }
    }

    @Test func `each command has help`() throws {
        let store = try StoreProgram()
        let commands = [
            "calendars", "events", "show", "add", "edit", "remove", "move", "reminders", "watch", "sync",
            "import", "export", "access",
        ]
        let help = try store.runAlone("--help").output
        for command in commands {
            #expect(help.contains("  \(command) "), "\(command)")
            let result = try store.runAlone(command, "--help")
            #expect(result.status == 0)
            #expect(result.output.contains("USAGE: ics-store \(command)"), "\(result.output)")
        }
    }
}

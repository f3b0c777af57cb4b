import Foundation
import ICalendarStore
import TestTraits
import Testing

@Suite struct AskingTests {
    @Test func `without an earlier answer or a terminal, nothing changes`() throws {
        let store = try StoreProgram()
        for arguments in [
            ["events"], ["calendars"], ["export"], ["add", "--title", "A", "--start", "today"],
        ] {
            let result = try store.start(arguments).wait()
            #expect(result.status == 1, "\(arguments)")
            #expect(result.output == "")
            #expect(
                result.errors.hasPrefix("ics-store: error: access to the "),
                "\(result.errors)"
            )
        }
        #expect(try store.contents().keys.sorted() == ["home", "work"])
    }

    @Test func `an event found by title is not removed without confirmation`() async throws {
        let store = try StoreProgram()
        let identifier = try store.add("Dentist")
        // The access decision is stored as if the user had made it.
        try await store.grantAccess()
        let before = try store.contents()
        let refused = try store.runAlone("remove", "--match", "dent")
        #expect(refused.status == 1)
        #expect(
            refused.errors.contains("No terminal to ask on; use --yes to confirm"),
            "\(refused.errors)"
        )
        #expect(try store.contents() == before)
        #expect(try store.runAlone("edit", identifier).status == 1)
        #expect(try store.contents() == before)
        // An identifier requires no confirmation.
        #expect(try store.runAlone("edit", identifier, "--set", "title=Doctor").status == 0)
        #expect(try store.run("remove", "--match", "doct").status == 0)
        #expect(try store.events().isEmpty)
    }

    @Test func `an ambiguous title selects no event`() throws {
        let store = try StoreProgram()
        let first = try store.add("Dentist")
        let second = try store.add("dentist")
        let longer = try store.add("Dentist again")
        // An exact match in any case takes precedence over longer titles.
        for (text, named) in [("DENTIST", [first, second]), ("dent", [first, second, longer])] {
            let result = try store.run("remove", "--match", text)
            #expect(result.status == 1)
            #expect(named.allSatisfy(result.errors.contains), "\(result.errors)")
            #expect(result.errors.contains(longer) == named.contains(longer), "\(result.errors)")
        }
        #expect(try store.events().count == 3)
    }

    @Test(.long) func `a dry run describes the changes and makes none`() throws {
        let store = try StoreProgram()
        let identifier = try store.add("Dentist", "--repeat", "FREQ=DAILY;COUNT=3")
        let file = try store.write(calendarText(eventText("1", "0330")), to: "one.ics")
        let before = try store.contents()
        let commands = [
            ["add", "--title", "Lunch", "--start", "2026-03-30T12:00", "--calendar", "home"],
            ["add", file, "--calendar", "home"], ["calendars", "--default", "work"],
            ["edit", identifier, "--set", "title=Doctor"], ["remove", identifier],
            ["move", identifier, "--to", "work"], ["import", file, "--to", "work"],
            ["reminders", "add", "--title", "Plants", "--calendar", "home"],
            ["export", "--to", store.folder.path() + "/out.ics"],
        ]
        for command in commands {
            let result = try store.start(command + ["--dry-run", "--yes"]).wait()
            #expect(result.status == 0, "\(command): \(result.errors)")
            #expect(result.output.hasPrefix("would "), "\(command): \(result.output)")
            #expect(try store.contents() == before, "\(command)")
        }
        #expect(!FileManager.default.fileExists(atPath: store.folder.path() + "/out.ics"))
        let occurrence = try #require(try store.events().first)
        for (span, reach) in [("this", "this occurrence"), ("all", "the whole series")] {
            let edit = try store.run(
                "edit",
                try #require(occurrence["id"] as? String),
                "--set",
                "title=A",
                "--span",
                span,
                "--dry-run"
            )
            #expect(edit.output.hasPrefix("would change \(reach) ("), "\(edit.output)\(edit.errors)")
        }
    }

    @Test func `a usage error found while a command runs prints the command's usage`() throws {
        let store = try StoreProgram()
        let result = try store.run("add", "--title", "A", "--start", "2026-01-01", "--time-zone", "No/Where")
        #expect(result.status == 64)
        #expect(result.errors.contains("Usage: ics-store add "), "\(result.errors)")
    }

    @Test func `with access to events only, an export contains only events`() async throws {
        let store = try StoreProgram()
        _ = try store.add("Dentist")
        let added = try store.run("reminders", "add", "--title", "Plants", "--calendar", "home")
        #expect(added.status == 0, "\(added.errors)")
        try await store.grantAccess(toReminders: false)
        let result = try store.runAlone("export")
        #expect(result.output.contains("Dentist") && !result.output.contains("Plants"))
        #expect(result.errors.hasPrefix("ics-store: warning: one reminder skipped"), "\(result.errors)")
        #expect(try store.run("export").output.contains("Plants"))
    }

    @Test func `access decisions can be printed and reset`() async throws {
        let store = try StoreProgram()
        #expect(try store.runAlone("access").lines == ["events: not decided", "reminders: not decided"])
        try await store.grantAccess()
        let known = try store.runAlone("access")
        #expect(
            known.lines.contains { $0.hasPrefix("decided for ics-store: events full access") },
            "\(known.output)"
        )
        #expect(try store.runAlone("access", "--forget", "--all").status == 1)
        #expect(try store.runAlone("access", "--forget").status == 0)
        #expect(try store.runAlone("access").lines.first == "events: not decided")
        #expect(
            try store.runAlone("access", "--ask").errors
                == "ics-store: error: no terminal to ask on\n"
        )
    }

    @Test func `access granted by --yes is described as temporary`() async throws {
        let store = try StoreProgram()
        let said = "ics-store: --yes applies to this run only and is not remembered\n"
        let asked = try store.run("access", "--ask")
        #expect(asked.lines == ["events: full access", "reminders: full access"])
        #expect(asked.errors == said)
        #expect(try store.runAlone("access").lines.first == "events: not decided")
        try await store.grantAccess()
        #expect(try store.run("access", "--ask").errors == "")
    }
}

extension StoreProgram {
    /// Grants access and stores the decision, as a user at a terminal would.
    func grantAccess(toReminders: Bool = true) async throws {
        var options = EventStore.Options()
        options.applicationName = "ics-store"
        options.stateDirectory = folder.appending(path: "state/swift-icalendar").path()
        options.access = AccessHandler { _ in .granted }
        let store = try EventStore(directory: calendars.path(), options: options)
        _ = try await store.requestFullAccessToEvents()
        if toReminders { _ = try await store.requestFullAccessToReminders() }
    }
}

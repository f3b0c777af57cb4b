import Foundation
import ICalendar
import Testing

/// Tests the commands that create, rename, color and remove calendars.
@Suite struct CalendarCommandTests {
    private func text(_ name: String, in store: StoreProgram) -> String? {
        try? String(contentsOf: store.calendars.appending(path: name), encoding: .utf8)
    }

    @Test func `a new calendar is a folder with the same files as in vdirsyncer`() throws {
        let store = try StoreProgram()
        let result = try store.run("calendars", "create", "Pottery Class", "--color", "#cc6633")
        #expect(result.output == "pottery-class\n", "\(result.errors)")
        #expect(text("pottery-class/displayname", in: store) == "Pottery Class\n")
        #expect(text("pottery-class/color", in: store) == "#CC6633\n")
        let listed = try store.run("calendars").lines
        #expect(listed.contains("pottery-class  Pottery Class  (#CC6633)"), "\(listed)")
        #expect(try store.run("calendars", "list", "--format", "json").output.contains("Pottery Class"))
    }

    @Test(arguments: [("red", "#FF0000"), ("Teal", "#008080"), ("36c", "#3366CC"), ("#3366ccff", "#3366CC")])
    func `a color can be a code or a name`(typed: String, code: String) throws {
        let store = try StoreProgram()
        #expect(try store.run("calendars", "color", "home", typed).output == "home has the color \(code)\n")
        #expect(text("home/color", in: store) == "\(code)\n")
        let again = try store.run("calendars", "color", "home", typed)
        #expect(again.errors.contains("already has the color \(code)"), "\(again.errors)")
        #expect(try store.run("calendars", "color", "home", "none").status == 0)
        #expect(text("home/color", in: store) == nil)
    }

    @Test func `a calendar can accept only events or only reminders`() throws {
        let store = try StoreProgram()
        #expect(try store.run("calendars", "create", "Tasks", "--kind", "reminders").output == "tasks\n")
        #expect(try store.run("calendars", "create", "Trips", "--kind", "events").output == "trips\n")
        let listed = try store.run("calendars").output
        #expect(listed.contains("tasks  Tasks  (reminders only)"), "\(listed)")
        #expect(listed.contains("trips  Trips  (events only)"), "\(listed)")
        #expect(try store.run("reminders", "add", "--title", "A", "--calendar", "Tasks").status == 0)
        #expect(try store.run("reminders", "add", "--title", "A", "--calendar", "Trips").status == 1)
        #expect(try store.run("calendars", "rename", "Tasks", "To do").status == 0)
        #expect(try store.run("calendars", "remove", "To do").output.contains("with 1 reminder"))
    }

    @Test func `renaming a calendar keeps its identifier`() throws {
        let store = try StoreProgram()
        let identifier = try store.add("Dentist")
        let result = try store.run("calendars", "rename", "home", "Private")
        #expect(
            result.output == "renamed home to Private; its identifier is still home\n",
            "\(result.errors)"
        )
        #expect(try store.run("show", identifier).output.contains("calendar: Private (home)"))
        #expect(
            try store.run("calendars", "rename", "private", "Private").errors.contains(
                "already has this name"
            )
        )
        // The new name differs only in case.
        #expect(try store.run("calendars", "rename", "private", "PRIVATE").status == 0)
    }

    @Test func `removing a calendar asks for confirmation and reports how many items it contains`() throws {
        let store = try StoreProgram()
        _ = try store.add("Dentist")
        _ = try store.add("Weekly", "--repeat", "FREQ=WEEKLY")
        #expect(try store.run("reminders", "add", "--title", "Plants", "--calendar", "home").status == 0)
        let before = try store.contents()
        let dry = try store.run("calendars", "remove", "home", "--dry-run")
        #expect(dry.output == "would remove the calendar home (home) with 2 events and 1 reminder\n")
        #expect(try store.contents() == before)
        let done = try store.run("calendars", "remove", "home")
        #expect(
            done.output == "removed the calendar home (home) with 2 events and 1 reminder\n",
            "\(done.errors)"
        )
        #expect(try store.contents().keys.filter { !$0.hasPrefix(".ics-store") } == ["work"])
        #expect(try store.run("calendars", "remove", "home").errors.contains("unknown calendar 'home'"))
        #expect(try store.run("calendars", "remove", "work").output.contains("with no items"))
    }

    @Test func `removing the default calendar is reported`() throws {
        let store = try StoreProgram()
        #expect(try store.run("calendars", "--default", "home").status == 0)
        let done = try store.run("calendars", "remove", "home")
        #expect(done.errors.contains("it was the default calendar; choose another"), "\(done.errors)")
    }

    #if os(Linux)
        @Test func `without an answer, nothing is removed`() async throws {
            let store = try StoreProgram()
            _ = try store.add("Dentist")
            try await store.grantAccess()
            let alone = try store.runAlone("calendars", "remove", "home")
            #expect(alone.status == 1)
            #expect(
                alone.errors
                    == "ics-store: error: Remove the calendar home (home) with 1 event? No terminal to ask on; use "
                    + "--yes to confirm\n"
            )
            let asked = try store.runOnTerminal(["calendars", "remove", "home"], [("[y/N]", "n")])
            #expect(asked.output.contains("nothing was changed"), "\(asked.output)")
            #expect(try store.contents().keys.contains { $0.hasPrefix("home/") })
        }
    #endif

    @Test(arguments: [
        ("", "the name is empty"), ("  ", "the name is empty"), ("a/b", "contains a slash"),
        ("a\u{7}", "invisible character (U+0007)"), ("a\u{202E}b", "invisible character (U+202E)"),
        ("a\nb", "invisible character (U+000A)"), (String(repeating: "x", count: 300), "is 300 bytes long"),
        ("HOME", "there is already a calendar home"),
    ])
    func `the error explains why a name cannot be used`(name: String, reason: String) throws {
        let store = try StoreProgram()
        for command in [["calendars", "create", name], ["calendars", "rename", "work", name]] {
            let before = try store.contents()
            let result = try store.run(command)
            #expect(result.status == 1 && result.errors.contains(reason), "\(result.errors)")
            #expect(try store.contents() == before)
        }
    }

    @Test(arguments: [
        ["calendars", "create"], ["calendars", "create", "A", "--color", "reed"],
        ["calendars", "create", "A", "--kind", "journals"], ["calendars", "rename", "home"],
        ["calendars", "color", "home"], ["calendars", "color", "home", "#12345"], ["calendars", "remove"],
    ])
    func `invalid arguments are a usage error and change nothing`(_ arguments: [String]) throws {
        let store = try StoreProgram()
        let result = try store.run(arguments)
        #expect(result.status == 64, "\(result.errors)")
        #expect(try store.contents().keys.sorted() == ["home", "work"])
    }

    @Test func `renaming a single file or an unknown calendar fails with a suggestion`() throws {
        let store = try StoreProgram()
        try store.write(calendarText(eventText("1", "0330")), to: "calendars/holidays.ics")
        let file = try store.run("calendars", "rename", "holidays.ics", "Holidays")
        #expect(file.errors.contains("holidays is a single file; rename the file"), "\(file.errors)")
        #expect(try store.run("calendars", "remove", "holidays").errors.contains("is a single file"))
        let unknown = try store.run("calendars", "rename", "hom", "Home")
        #expect(unknown.errors.contains("unknown calendar 'hom'; did you mean 'home'?"), "\(unknown.errors)")
    }

    @Test func `calendars with the same title are listed with their identifiers`() throws {
        let store = try StoreProgram()
        for name in ["home", "work"] { try store.write("Mine\n", to: "calendars/\(name)/displayname") }
        let result = try store.run("calendars", "remove", "Mine")
        #expect(
            result.errors == "ics-store: error: several calendars have the title 'Mine'; use an identifier: "
                + "home, work\n"
        )
        #expect(try store.run("calendars", "remove", "work").status == 0)
    }

    @Test func `an empty calendar is exported as a valid file`() throws {
        let store = try StoreProgram()
        try FileManager.default.createDirectory(
            at: store.calendars.appending(path: "empty"),
            withIntermediateDirectories: true
        )
        let text = try store.run("export", "--calendar", "empty").output
        #expect(try CalendarFile(text: text).validate().isEmpty && text.contains("END:VCALENDAR"), "\(text)")
    }

    @Test func `a reminder calendar is exported, can be the default, and is named in errors`() throws {
        let store = try StoreProgram()
        #expect(try store.run("calendars", "create", "todo", "--kind", "reminders").status == 0)
        let todo = calendarText("BEGIN:VTODO\nUID:t\nDTSTAMP:20260101T000000Z\nSUMMARY:Buy milk\nEND:VTODO")
        let event = calendarText(eventText("e@x", "0330"))
        #expect(try store.run("import", "-", "--to", "todo", input: todo).status == 0)
        for more in [[], ["--calendar", "todo"]] {
            #expect(try store.run(["export"] + more).output.contains("SUMMARY:Buy milk"))
        }
        let chosen = try store.run("calendars", "--default", "todo")
        #expect(
            chosen.output.contains("(default for reminders, reminders only)"),
            "\(chosen.output) \(chosen.errors)"
        )
        #expect(try store.run("reminders", "add", "Buy bread tomorrow").status == 0)
        let refused = try store.run("import", "-", "--to", "todo", input: event)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("the calendar 'todo' accepts only reminders"), "\(refused.errors)")
    }
}

import Foundation
import TestTraits
import Testing

/// Tests changes by another program while an item is open in the editor.
@Suite struct MeanwhileTests {
    /// Returns a store with an event, an editor that sets the location to Room 5, and a program that
    /// interferes.
    private func store(_ meanwhile: String) throws -> (store: StoreProgram, identifier: String) {
        let store = try StoreProgram()
        let identifier = try store.add("Dentist", "--location", "Room 4")
        let path = try store.write(
            "#!/bin/sh\n\(meanwhile)\nsed -i 's/^location: .*/location: Room 5/' \"$1\"\n",
            to: "editor.sh"
        )
        store.environment["EDITOR"] = "sh \(path)"
        return (store, identifier)
    }

    @Test func `a conflicting change is reported, and the user's value is kept`() throws {
        let (store, identifier) = try store(
            "sed -i 's/^LOCATION:Room 4/LOCATION:Room 6/' \"$ICS_STORE\"/home/*.ics"
        )
        let result = try store.run("edit", identifier)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.errors.contains("  location changed to 'Room 6' in the meantime; overwriting it.\n"),
            "\(result.errors)"
        )
        #expect(try store.events().first?["location"] as? String == "Room 5")
    }

    @Test func `a change to another property is kept without a message`() throws {
        let (store, identifier) = try store(
            "sed -i 's/^SUMMARY:.*/SUMMARY:Doctor\\r/' \"$ICS_STORE\"/home/*.ics"
        )
        let result = try store.run("edit", identifier)
        #expect(result.status == 0 && !result.errors.contains("in the meantime"), "\(result.errors)")
        #expect(try store.events().first?["location"] as? String == "Room 5")
        #expect(try store.events().first?["summary"] as? String == "Doctor")
    }

    @Test func `a removal elsewhere is reported before the item is restored`() throws {
        let (store, identifier) = try store("rm \"$ICS_STORE\"/home/*.ics")
        let result = try store.run("edit", identifier)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.errors.contains("  It was removed in the meantime; saving restores it.\n"),
            "\(result.errors)"
        )
        #expect(try store.events().count == 1)
    }

    @Test func `the user can cancel after being warned`() async throws {
        let (store, identifier) = try store("rm \"$ICS_STORE\"/home/*.ics")
        try await store.grantAccess()
        let result = try store.runOnTerminal(["edit", identifier], [("Save the changes to", "n")])
        #expect(result.status == 1)
        #expect(result.output.contains("It was removed in the meantime"), "\(result.output)")
        #expect(try store.events().isEmpty)
    }

    @Test func `a move to another calendar is followed and reported`() throws {
        let (store, identifier) = try store("mv \"$ICS_STORE\"/home/*.ics \"$ICS_STORE\"/work/")
        let result = try store.run("edit", identifier)
        #expect(result.errors.contains("  It was moved to work in the meantime.\n"), "\(result.errors)")
        #expect(result.output == identifier.replacingOccurrences(of: "home:", with: "work:") + "\n")
        #expect(try store.events().first?["location"] as? String == "Room 5")
    }

    @Test func `an occurrence that is no longer in its series is reported`() throws {
        let (store, identifier) = try store(
            "sed -i 's/T100000/T113000/; s/T110000/T123000/' \"$ICS_STORE\"/home/*.ics"
        )
        #expect(try store.run("edit", identifier, "--set", "repeat=FREQ=DAILY;COUNT=3").status == 0)
        let occurrence = try #require(try store.events().dropFirst().first?["id"] as? String)
        let result = try store.run("edit", occurrence)
        #expect(result.status == 1)
        #expect(
            result.errors.contains(
                "  Its series changed in the meantime and no longer has this occurrence.\n"
            ),
            "\(result.errors)"
        )
        #expect(try store.events().allSatisfy { $0["location"] as? String == "Room 4" })
    }

    /// Returns a store with a one-hour series or single event at ten, and an editor.
    private func store(rule: String, _ editor: String) throws -> StoreProgram {
        let store = try StoreProgram()
        let event = eventText("a", "0323", rule)
        try store.write(calendarText(event), to: "calendars/home/a.ics")
        let path = try store.write("cd \"$ICS_STORE\"/home\n\(editor)\n", to: "editor.sh")
        store.environment["EDITOR"] = "sh \(path)"
        return store
    }

    @Test(.long, arguments: ["", "RRULE:FREQ=DAILY;COUNT=2"], ["10", "12"])
    func `an event moved in both places ends up where the user put it`(rule: String, hour: String) throws {
        let store = try store(
            rule: rule,
            "sed -i 's/0323T080000/0323T100000/; s/0323T090000/0323T110000/' a.ics\n"
                + "sed -i 's/^start: .*/start: 2026-03-23 \(hour):00/; s/^end: .*/end: 2026-03-23 \(hour):30/' \"$1\""
        )
        let result = try store.run("edit", "home:a")
        #expect(result.status == 0, "\(result.errors)")
        let event = try #require(try store.events().first)
        #expect(event["start"] as? String == "2026-03-23T\(hour):00:00Z")
        #expect(event["end"] as? String == "2026-03-23T\(hour):30:00Z")
    }

    @Test(arguments: ["", "RRULE:FREQ=DAILY;COUNT=2"])
    func `an end before the start is rejected, and the edited text is kept`(rule: String) throws {
        let store = try store(
            rule: rule,
            "sed -i 's/0323T080000/0323T100000/; s/0323T090000/0323T110000/' a.ics\n"
                + "sed -i 's/^end: .*/end: 2026-03-23 09:30/' \"$1\""
        )
        store.environment["TMPDIR"] = store.folder.path()
        let result = try store.run("edit", "home:a")
        #expect(result.status == 1)
        #expect(result.errors.contains("before it starts"), "\(result.errors)")
        #expect(result.errors.contains("your text is kept in "))
        #expect(try store.events().first?["end"] as? String == "2026-03-23T11:00:00Z")
    }

    @Test func `an item is not recreated while its file is being written`() throws {
        let store = try store(
            rule: "",
            "head -c 150 a.ics > half; mv half a.ics; sed -i 's/^title: .*/title: New/' \"$1\""
        )
        store.environment["TMPDIR"] = store.folder.path()
        let result = try store.run("edit", "home:a")
        #expect(result.status == 1)
        #expect(
            result.errors.contains("part of it cannot be read; nothing was saved"),
            "\(result.errors)"
        )
        #expect(try store.contents().keys.filter { $0.hasSuffix(".ics") } == ["home/a.ics"])
    }
}

import Foundation
import Testing

/// What another program does to an item while a person has it in the editor.
@Suite struct MeanwhileTests {
    /// A store with an event, an editor that sets its place to Room 5, and a program that does something meanwhile.
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

    @Test func `what was changed in both is told, and the person's own stands`() throws {
        let (store, identifier) = try store(
            "sed -i 's/^LOCATION:Room 4/LOCATION:Room 6/' \"$ICS_STORE\"/home/*.ics"
        )
        let result = try store.run("edit", identifier)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.errors.contains("  location was changed meanwhile, to 'Room 6', which goes.\n"),
            "\(result.errors)"
        )
        #expect(try store.events().first?["location"] as? String == "Room 5")
    }

    @Test func `what was changed elsewhere in it stays, without a word`() throws {
        let (store, identifier) = try store(
            "sed -i 's/^SUMMARY:.*/SUMMARY:Doctor\\r/' \"$ICS_STORE\"/home/*.ics"
        )
        let result = try store.run("edit", identifier)
        #expect(result.status == 0 && !result.errors.contains("meanwhile"), "\(result.errors)")
        #expect(try store.events().first?["location"] as? String == "Room 5")
        #expect(try store.events().first?["summary"] as? String == "Doctor")
    }

    @Test func `what was removed is told before it comes back`() throws {
        let (store, identifier) = try store("rm \"$ICS_STORE\"/home/*.ics")
        let result = try store.run("edit", identifier)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.errors.contains("  It was removed meanwhile; saving brings it back.\n"),
            "\(result.errors)"
        )
        #expect(try store.events().count == 1)
    }

    @Test func `a person who hears of it can let it be`() async throws {
        let (store, identifier) = try store("rm \"$ICS_STORE\"/home/*.ics")
        try await store.grantAccess()
        let result = try store.runOnTerminal(["edit", identifier], [("Save this for", "n")])
        #expect(result.status == 1)
        #expect(result.output.contains("It was removed meanwhile"), "\(result.output)")
        #expect(try store.events().isEmpty)
    }

    @Test func `what was moved is followed, and told`() throws {
        let (store, identifier) = try store("mv \"$ICS_STORE\"/home/*.ics \"$ICS_STORE\"/work/")
        let result = try store.run("edit", identifier)
        #expect(result.errors.contains("  It was moved meanwhile, to work.\n"), "\(result.errors)")
        #expect(result.output == identifier.replacingOccurrences(of: "home:", with: "work:") + "\n")
        #expect(try store.events().first?["location"] as? String == "Room 5")
    }

    @Test func `an occurrence that its series does not have any more is told`() throws {
        let (store, identifier) = try store(
            "sed -i 's/T100000/T113000/; s/T110000/T123000/' \"$ICS_STORE\"/home/*.ics"
        )
        #expect(try store.run("edit", identifier, "--set", "repeat=FREQ=DAILY;COUNT=3").status == 0)
        let occurrence = try #require(try store.events().dropFirst().first?["id"] as? String)
        let result = try store.run("edit", occurrence)
        #expect(result.status == 1)
        #expect(
            result.errors.contains(
                "  Its series was changed meanwhile, and has no such occurrence any more.\n"
            ),
            "\(result.errors)"
        )
        #expect(try store.events().allSatisfy { $0["location"] as? String == "Room 4" })
    }
}

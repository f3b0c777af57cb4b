import Foundation
import Testing

#if Network
    /// Tests an account on a local Radicale server.
    @Suite(.enabled(if: RadicaleServer.program != nil, "radicale is not installed"), .timeLimit(.minutes(30)))
    struct RadicaleTests {
        @Test func `an account on Radicale is synchronized in both directions`() throws {
            let server = try RadicaleServer()
            try server.makeCalendar()
            try server.put("a.ics", calendarText(eventText("a", "0330", "LOCATION:Room 1")))
            let store = try StoreProgram()
            let added = try store.run(
                "accounts",
                "add",
                "dav",
                server.root,
                "--user",
                "nora",
                "--password-command",
                "echo secret"
            )
            #expect(added.status == 0, "\(added.errors)")
            #expect(added.lines.first == "server: Radicale")
            let first = try store.run("refresh")
            #expect(first.status == 0, "\(first.errors)")
            let identifier = try #require(try store.events().first?["id"] as? String)

            // Changes to different properties are merged.
            _ = try store.run("edit", identifier, "--set", "title=Daily")
            try server.put("a.ics", try server.item("a.ics").replacing("Room 1", with: "Room 4"))
            let both = try store.run("refresh")
            #expect(both.status == 0, "\(both.output)\(both.errors)")
            let merged = try server.item("a.ics")
            #expect(merged.contains("SUMMARY:Daily") && merged.contains("LOCATION:Room 4"), "\(merged)")

            // Changes to the same property are a conflict until the user decides.
            _ = try store.run("edit", identifier, "--set", "location=Kitchen")
            try server.put("a.ics", merged.replacing("Room 4", with: "Room 5"))
            let conflict = try store.run("refresh")
            #expect(conflict.status == 1, "\(conflict.output)")
            let line = try #require(try store.run("conflicts").lines.first)
            #expect(line.contains("Here: location changed to Kitchen."), "\(line)")
            #expect(line.contains("On the server: location changed to Room 5."), "\(line)")
            #expect(try store.run("conflicts", "--take", "server").status == 0)
            #expect(try store.run("refresh").status == 0)
            #expect(try store.events().first?["location"] as? String == "Room 5")

            let last = try store.run("refresh")
            #expect(last.status == 0 && last.output.isEmpty, "\(last.output)\(last.errors)")
        }
    }
#endif

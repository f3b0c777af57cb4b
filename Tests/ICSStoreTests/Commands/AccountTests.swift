import Foundation
import TestTraits
import Testing

#if Network
    /// Tests accounts and refreshes against a small local server.
    @Suite struct AccountTests {
        private static func connected(_ server: CalendarServer) throws -> StoreProgram {
            let store = try StoreProgram()
            let result = try add(to: store, server)
            guard result.status == 0 else { throw StoreProgram.Failure(text: result.errors) }
            return store
        }

        private static func add(to store: StoreProgram, _ server: CalendarServer, password: String = "secret")
            throws -> StoreProgram.Result
        {
            try store.run(
                "accounts",
                "add",
                "dav",
                server.root,
                "--user",
                "nora",
                "--password-command",
                "echo \(password)"
            )
        }

        /// Returns the path and the text of the account's only file that contains the given text.
        private static func file(_ store: StoreProgram, _ part: String) throws -> (path: URL, text: String) {
            for (name, data) in try store.contents() where name.hasPrefix("dav/") && name.hasSuffix(".ics") {
                let text = String(decoding: data, as: UTF8.self)
                if text.contains(part) { return (store.calendars.appending(path: name), text) }
            }
            throw StoreProgram.Failure(text: "no file with \(part)")
        }

        /// Returns the account's files.
        private static func files(_ store: StoreProgram) throws -> [String: Data] {
            try store.contents().filter { $0.key.hasPrefix("dav/") }
        }

        @Test func `an account's calendars are renamed, colored and removed on the server`() throws {
            let server = try CalendarServer()
            let store = try Self.connected(server)
            #expect(try store.run("refresh").status == 0)
            let name = try #require(
                try store.run("calendars").lines.first { $0.hasPrefix("dav/") }?.split(separator: " ").first
            )
            for action in [
                ["rename", String(name), "Days"], ["color", String(name), "red"], ["remove", String(name)],
            ] {
                let refused = try store.run(["calendars"] + action)
                #expect(
                    refused.errors.contains("\(action[0]) it there, then run `ics-store refresh dav`"),
                    "\(refused.errors)"
                )
            }
        }

        @Test func `an account is discovered from the server's URL, and its settings contain no password`()
            throws
        {
            let server = try CalendarServer()
            let store = try StoreProgram()
            let result = try Self.add(to: store, server)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.lines.contains("calendars at \(server.root)/nora/"), "\(result.output)")
            #expect(result.lines.contains { $0.hasPrefix("calendar \"Work\": ") }, "\(result.output)")
            let list = try store.run("accounts", "list")
            #expect(list.lines == ["dav  \(server.root)/nora/  (user nora, password from a command)"])
            let json = try store.run("accounts", "list", "--format", "ndjson")
            let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
            #expect(object?["name"] as? String == "dav")
            #expect(object?["address"] as? String == "\(server.root)/nora/")
            #expect(server.writes.isEmpty)
        }

        @Test func `a wrong password adds nothing and is reported once`() throws {
            let server = try CalendarServer()
            let store = try StoreProgram()
            let result = try Self.add(to: store, server, password: "hunter2")
            #expect(result.status == 1)
            #expect(
                result.errors == "ics-store: error: the server does not accept the user name or password\n"
            )
            #expect(try store.run("accounts", "list").lines.isEmpty)
            #expect(server.http.requests.count { $0.fields["authorization"] != nil } <= 3)
        }

        @Test func `the password is not sent to another server after a redirect`() throws {
            let other = try CalendarServer()
            let server = try HTTPServer { _ in
                .init(status: 301, fields: ["Location: \(other.root)/nora/"])
            }
            defer { server.stop() }
            let store = try StoreProgram()
            let result = try store.run(
                "accounts",
                "add",
                "dav",
                server.root,
                "--user",
                "nora",
                "--password-command",
                "echo secret"
            )
            #expect(result.status == 1)
            #expect(result.errors.contains("use --trust to allow it"), "\(result.errors)")
            #expect(other.http.requests.isEmpty)
            let trusted = try store.run(
                "accounts",
                "add",
                "dav",
                server.root,
                "--user",
                "nora",
                "--password-command",
                "echo secret",
                "--trust",
                other.root
            )
            #expect(trusted.status == 0, "\(trusted.errors)")
            #expect(try store.run("refresh").status == 0)
        }

        @Test func `a second refresh writes nothing`() throws {
            let server = try CalendarServer()
            server.put("a.ics", calendarText(eventText("a", "0330")))
            let store = try Self.connected(server)
            let first = try store.run("refresh")
            #expect(first.status == 0, "\(first.errors)")
            #expect(first.lines.contains { $0.hasPrefix("Work: here: add \"Event a\"") }, "\(first.output)")
            let files = try Self.files(store)
            let second = try store.run("refresh")
            #expect(second.status == 0)
            #expect(second.output.isEmpty, "\(second.output)")
            #expect(second.errors.isEmpty, "\(second.errors)")
            #expect(try Self.files(store) == files)
            #expect(server.writes.isEmpty)
        }

        @Test func `a dry run prints the actions of the refresh and writes nothing to the server`() throws {
            let server = try CalendarServer()
            server.put("a.ics", calendarText(eventText("a", "0330")))
            let store = try Self.connected(server)
            _ = try store.run("refresh")
            server.put("b.ics", calendarText(eventText("b", "0331")))
            let (path, text) = try Self.file(store, "UID:a")
            try text.replacing("Event a", with: "Breakfast").write(
                to: path,
                atomically: true,
                encoding: .utf8
            )
            let files = try Self.files(store)
            let dry = try store.run("refresh", "--dry-run")
            #expect(dry.status == 0, "\(dry.errors)")
            #expect(dry.lines.count == 2, "\(dry.output)")
            #expect(server.writes.isEmpty)
            #expect(try Self.files(store) == files)
            let real = try store.run("refresh")
            #expect(Set(real.lines) == Set(dry.lines), "\(real.output)")
            #expect(server.writes.map(\.method) == ["PUT"])
            #expect(server.item("UID:a")?.contains("Breakfast") == true)
        }

        /// Renames the same event on both sides.
        private static func conflict() throws -> (CalendarServer, StoreProgram) {
            let server = try CalendarServer()
            server.put("a.ics", calendarText(eventText("a", "0330")))
            let store = try connected(server)
            _ = try store.run("refresh")
            let (path, text) = try file(store, "UID:a")
            try text.replacing("Event a", with: "Breakfast").write(
                to: path,
                atomically: true,
                encoding: .utf8
            )
            server.replace("Event a", with: "Lunch")
            return (server, store)
        }

        @Test func `a conflict is described and changes neither side`() throws {
            let (server, store) = try Self.conflict()
            let refresh = try store.run("refresh")
            #expect(refresh.status == 1)
            #expect(refresh.errors.contains("1 conflict to decide; see `ics-store conflicts`"))
            let list = try store.run("conflicts")
            #expect(list.lines.count == 1)
            let line = list.lines.first ?? ""
            #expect(line.contains("Breakfast") && line.contains("Lunch"), "\(line)")
            #expect(try store.run("refresh").status == 1)
            #expect(try store.run("conflicts").lines == list.lines)
            #expect(server.item("UID:a")?.contains("SUMMARY:Lunch") == true)
            #expect(try Self.file(store, "UID:a").text.contains("SUMMARY:Breakfast"))
            let unknown = try store.run("conflicts", "zz", "--take", "here")
            #expect(unknown.errors == "ics-store: error: no conflict 'zz'\n")
        }

        @Test(.long, arguments: [("here", "Breakfast"), ("server", "Lunch")])
        func `a conflict can be resolved by choosing one side`(side: String, title: String) throws {
            let (server, store) = try Self.conflict()
            _ = try store.run("refresh")
            let line = try #require(try store.run("conflicts").lines.first)
            let identifier = String(line.prefix { $0 != " " })
            #expect(try store.run("conflicts", identifier, "--take", side).status == 0)
            let refresh = try store.run("refresh")
            #expect(refresh.status == 0, "\(refresh.output)\(refresh.errors)")
            #expect(try store.run("conflicts").lines.isEmpty)
            #expect(server.item("UID:a")?.contains("SUMMARY:\(title)") == true)
            #expect(try Self.file(store, "UID:a").text.contains("SUMMARY:\(title)"))
        }

        @Test(.long) func `a conflict can be resolved by keeping both sides as two items`() throws {
            let (server, store) = try Self.conflict()
            _ = try store.run("refresh")
            #expect(try store.run("conflicts", "--take", "both").status == 0)
            for _ in 1...2 { _ = try store.run("refresh") }
            #expect(try store.run("conflicts").lines.isEmpty)
            for title in ["Breakfast", "Lunch"] {
                #expect(server.item("SUMMARY:\(title)") != nil)
                #expect(try Self.file(store, "SUMMARY:\(title)").text.contains("BEGIN:VEVENT"))
            }
        }

        @Test(.long) func `removing many items requires confirmation`() throws {
            let server = try CalendarServer()
            for number in 10..<40 {
                server.put("\(number).ics", calendarText(eventText("\(number)", "0330")))
            }
            let store = try Self.connected(server)
            _ = try store.run("refresh")
            server.removeAll()
            let files = try Self.files(store)
            let held = try store.runAlone("refresh")
            #expect(held.status == 1)
            #expect(held.output.contains("30 of 30 items would be removed here"), "\(held.output)")
            #expect(held.errors.contains("use --yes to carry them out"), "\(held.errors)")
            #expect(try Self.files(store) == files)
            #expect(try store.run("refresh").status == 0)
            #expect(try Self.files(store).keys.filter { $0.hasSuffix(".ics") }.isEmpty)
        }

        @Test(.long) func `a calendar that is read-only on the server is read-only locally`() throws {
            let server = try CalendarServer()
            server.put("a.ics", calendarText(eventText("a", "0330")))
            server.makeReadOnly()
            let store = try Self.connected(server)
            _ = try store.run("refresh")
            let calendars = try store.run("calendars", "--format", "json").output
            #expect(calendars.contains("\"writable\":false"), "\(calendars)")
            let event = try #require(try store.events().first?["id"] as? String)
            let edit = try store.run("edit", event, "--set", "title=Other")
            #expect(edit.status == 1)
            #expect(edit.errors.contains("the calendar is read-only"), "\(edit.errors)")
        }

        @Test(.long) func `removing an account keeps its files as an ordinary calendar`() throws {
            let server = try CalendarServer()
            server.put("a.ics", calendarText(eventText("a", "0330")))
            let store = try Self.connected(server)
            _ = try store.run("refresh")
            let files = try Self.files(store)
            #expect(try store.runAlone("accounts", "remove", "dav").status == 1)
            #expect(try store.run("accounts", "remove", "dav").status == 0)
            #expect(try Self.files(store) == files)
            #expect(try store.run("refresh").errors.hasPrefix("ics-store: error: no accounts"))
            #expect(
                try store.run("accounts", "remove", "dav").errors == "ics-store: error: no account 'dav'\n"
            )
        }

        @Test func `watching sends an edit immediately and ends cleanly on a signal`() throws {
            let server = try CalendarServer()
            server.put("a.ics", calendarText(eventText("a", "0330")))
            let store = try Self.connected(server)
            let watch = try store.start(["refresh", "--watch", "--interval", "1d", "--yes"])
            defer { watch.stop() }
            try wait { watch.written.contains("here: add") }
            let (path, text) = try Self.file(store, "UID:a")
            try text.replacing("Event a", with: "Breakfast").write(
                to: path,
                atomically: true,
                encoding: .utf8
            )
            try wait { server.item("SUMMARY:Breakfast") != nil }
            watch.process.terminate()
            let result = try watch.wait()
            #expect(watch.process.terminationReason == .uncaughtSignal)
            #expect(result.status == SIGTERM)
            #expect(result.errors.isEmpty, "\(result.errors)")
        }

        /// Waits up to two minutes until a condition is true.
        private func wait(until holds: () -> Bool) throws {
            let end = Date(timeIntervalSinceNow: 120)
            while !holds() {
                guard Date() < end else { throw StoreProgram.Failure(text: "the condition was never met") }
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
    }
#endif

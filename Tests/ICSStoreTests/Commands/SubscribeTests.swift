import Foundation
import SystemIO
import Testing

#if Network
    /// Tests subscribed calendars with a local server.
    @Suite struct SubscribeTests {
        private static let fields = ["Content-Type: text/calendar", "ETag: \"1\""]

        private static func feed(_ text: String) throws -> HTTPServer {
            try HTTPServer { request in
                request.fields["if-none-match"] == "\"1\""
                    ? .init(status: 304) : .init(status: 200, fields: fields, body: text)
            }
        }

        @Test func `a subscribed calendar is downloaded and rejects edits`() throws {
            let server = try Self.feed(calendarText(eventText("a", "0330"), eventText("b", "0331")))
            defer { server.stop() }
            let store = try StoreProgram()
            let result = try store.run("subscribe", "\(server.root)/holidays.ics", "--interval", "6h")
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.lines == ["subscribed to \(server.root)/holidays.ics as 'holidays': 2 items"])
            let listed = try store.run("accounts", "list").lines
            #expect(listed == ["holidays  \(server.root)/…  (subscribed, every 6h)"])
            let calendars = try store.run("calendars").output
            #expect(calendars.contains("holidays  (subscribed"), "\(calendars)")
            let added = try store.run(
                "add",
                "--title",
                "Party",
                "--start",
                "2026-04-01T10:00",
                "--calendar",
                "holidays"
            )
            #expect(added.status == 1)
            #expect(added.errors.contains("read-only"), "\(added.errors)")
            for change in [
                ["rename", "holidays", "Days"], ["color", "holidays", "red"], ["remove", "holidays"],
            ] {
                let refused = try store.run(["calendars"] + change)
                #expect(refused.status == 1)
                #expect(
                    refused.errors.contains("to unsubscribe, run `ics-store accounts remove holidays`"),
                    "\(refused.errors)"
                )
            }
        }

        @Test func `refreshing an unchanged subscription does not touch any files`() throws {
            let server = try Self.feed(calendarText(eventText("a", "0330")))
            defer { server.stop() }
            let store = try StoreProgram()
            _ = try store.run("subscribe", "\(server.root)/holidays.ics")
            let files = try store.contents().filter { $0.key.hasPrefix("holidays/") }
            let asked = server.requests.count
            // The subscription is not due yet.
            #expect(try store.run("refresh").status == 0)
            #expect(server.requests.count == asked)
            let named = try store.run("refresh", "holidays")
            #expect(named.status == 0 && named.output.isEmpty, "\(named.output)\(named.errors)")
            #expect(server.requests.count == asked + 1)
            #expect(try store.contents().filter { $0.key.hasPrefix("holidays/") } == files)
        }

        @Test func `a list of accounts does not show the path of a feed, which can be secret`() throws {
            let server = try Self.feed(calendarText(eventText("a", "0330")))
            defer { server.stop() }
            let store = try StoreProgram()
            _ = try store.run("subscribe", "\(server.root)/holidays.ics")
            #expect(try store.run("accounts").lines == ["holidays  \(server.root)/…  (subscribed)"])
            #expect(
                try store.run("accounts", "list", "--format", "ndjson").output.contains("/holidays.ics\"")
            )
        }

        @Test func `subscribing to an address that does not return a calendar fails`() throws {
            let server = try HTTPServer { request in
                request.path == "/page"
                    ? .init(status: 200, fields: ["Content-Type: text/html"], body: "<html>Sign in</html>")
                    : .init(status: 404)
            }
            defer { server.stop() }
            let store = try StoreProgram()
            for path in ["page", "missing.ics"] {
                let result = try store.run("subscribe", "\(server.root)/\(path)")
                #expect(result.status == 1)
                #expect(
                    result.errors.hasPrefix("ics-store: error: \(server.root)/\(path): "),
                    "\(result.errors)"
                )
            }
            #expect(try store.run("accounts", "list").lines.isEmpty)
            let insecure = try store.run("subscribe", "http://calendars.example/a.ics")
            #expect(insecure.errors.contains("--allow-insecure permits http"), "\(insecure.errors)")
        }
    }
#endif

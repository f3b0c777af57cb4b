import Foundation
import TestTraits
import Testing

#if Network
    /// Tests `refresh --watch` against small local servers.
    @Suite(.timeLimit(.minutes(30))) struct RefreshWatchTests {
        private static func connect(_ store: StoreProgram, to server: CalendarServer, as name: String = "dav")
            throws
        {
            let result = try store.run(
                "accounts",
                "add",
                name,
                server.root,
                "--user",
                "nora",
                "--password-command",
                "echo secret"
            )
            guard result.status == 0 else { throw StoreProgram.Failure(text: result.errors) }
        }

        /// Returns a store synchronized with a server that has the item `a` and others.
        private static func refreshed(_ count: Int = 1) throws -> (CalendarServer, StoreProgram) {
            let server = try CalendarServer()
            server.put("a.ics", calendarText(eventText("a", "0330")))
            for number in 1..<max(1, count) {
                server.put("\(number).ics", calendarText(eventText("\(number)", "0331")))
            }
            let store = try StoreProgram()
            try connect(store, to: server)
            guard try store.run("refresh").status == 0 else { throw StoreProgram.Failure(text: "no refresh") }
            return (server, store)
        }

        private static func items(_ store: StoreProgram, of account: String = "dav") throws -> [String: Data]
        {
            try store.contents().filter { $0.key.hasPrefix("\(account)/") && $0.key.hasSuffix(".ics") }
        }

        /// Writes the file of the item `a`, optionally with a new title.
        private static func save(_ store: StoreProgram, of account: String = "dav", title: String? = nil)
            throws
        {
            for (name, data) in try items(store, of: account) {
                var text = String(decoding: data, as: UTF8.self)
                guard text.contains("UID:a\r\n") else { continue }
                if let title { text = text.replacing("Event a", with: title) }
                try Data(text.utf8).write(to: store.calendars.appending(path: name), options: .atomic)
            }
        }

        /// Returns the number of refreshes that reached a server.
        private static func refreshes(_ server: CalendarServer) -> Int {
            server.http.requests.count { $0.method == "PROPFIND" && $0.path == "/nora/" }
        }

        /// Saves an unchanged file, and waits for the resulting refresh and the next pause.
        private func provoke(_ store: StoreProgram, _ server: CalendarServer) throws {
            let before = Self.refreshes(server)
            try Self.save(store)
            try wait { Self.refreshes(server) > before }
        }

        private func start(_ store: StoreProgram, _ more: String...) throws -> StoreProgram.Run {
            try store.start(["refresh", "--watch", "--interval", "1d"] + more)
        }

        private static func errors(_ run: StoreProgram.Run) -> String {
            (try? String(contentsOf: run.errors, encoding: .utf8)) ?? ""
        }

        @Test(.long) func `watching reports an open conflict once, and again after a change`() throws {
            let (server, store) = try Self.refreshed(2)
            try Self.save(store, title: "Breakfast")
            server.replace("Event a", with: "Lunch")
            let watch = try start(store)
            defer { watch.stop() }
            try wait { Self.errors(watch).contains("1 conflict to decide") }
            for _ in 1...3 { try provoke(store, server) }
            server.replace("Event 1", with: "Dinner")
            try provoke(store, server)
            try wait { watch.written.contains("Dinner") }
            try wait { Self.errors(watch).split(separator: "\n").count == 2 }
            for _ in 1...2 { try provoke(store, server) }
            // A file that is not an item changes nothing, so the conflict is not listed again.
            let before = Self.refreshes(server)
            let calendar = try #require(try Self.items(store).keys.first?.split(separator: "/").dropLast())
            try store.write("", to: "calendars/\(calendar.joined(separator: "/"))/notes.txt")
            try wait { Self.refreshes(server) > before }
            try provoke(store, server)
            watch.process.terminate()
            let result = try watch.wait()
            #expect(result.lines.count { $0.contains("Breakfast") } <= 2, "\(result.output)")
            let hint = "ics-store: dav: 1 conflict to decide; see `ics-store conflicts`\n"
            #expect(result.errors == hint + hint)
            #expect(server.item("SUMMARY:Lunch") != nil)
        }

        @Test(.long) func `watching reports a failure once and continues when the server responds again`()
            throws
        {
            let (server, store) = try Self.refreshed()
            server.fail(with: 500)
            let watch = try start(store)
            defer { watch.stop() }
            try wait { Self.errors(watch).contains("error: dav: ") }
            for _ in 1...2 { try provoke(store, server) }
            server.fail(with: nil)
            server.replace("Event a", with: "Lunch")
            try provoke(store, server)
            try wait { watch.written.contains("Lunch") }
            #expect(Self.errors(watch).split(separator: "\n").count == 1, "\(Self.errors(watch))")
            server.fail(with: 500)
            try provoke(store, server)
            try wait { Self.errors(watch).split(separator: "\n").count == 2 }
            watch.process.terminate()
            let result = try watch.wait()
            #expect(result.status == SIGTERM)
            let lines = Set(result.errors.split(separator: "\n"))
            #expect(lines.count == 1, "\(result.errors)")
        }

        @Test func `a signal silently ends a watch whose server does not respond`() throws {
            let (server, store) = try Self.refreshed()
            let files = try Self.items(store)
            server.hold(true)
            let before = server.http.requests.count
            let watch = try start(store)
            defer { watch.stop() }
            try wait { server.http.requests.count > before }
            watch.process.interrupt()
            let result = try watch.wait()
            #expect(watch.process.terminationReason == .uncaughtSignal)
            #expect(result.status == SIGINT)
            #expect(result.output.isEmpty && result.errors.isEmpty, "\(result.output)\(result.errors)")
            #expect(try Self.items(store) == files)
            server.hold(false)
            let next = try store.run("refresh")
            #expect(next.status == 0 && next.output.isEmpty, "\(next.output)\(next.errors)")
        }

        @Test func `watching neither asks about removing many items nor reports it twice`() throws {
            let (server, store) = try Self.refreshed(30)
            let files = try Self.items(store)
            server.removeAll()
            let watch = try start(store)
            defer { watch.stop() }
            try wait { Self.errors(watch).contains("removals await confirmation") }
            for _ in 1...2 { try provoke(store, server) }
            watch.process.terminate()
            let result = try watch.wait()
            #expect(result.lines.count { $0.contains("30 of 30 items") } == 1, "\(result.output)")
            #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
            #expect(try Self.items(store) == files)
        }

        @Test(.long) func `an edit refreshes only its own account`() throws {
            let (server, store) = try Self.refreshed()
            let other = try CalendarServer()
            other.put("a.ics", calendarText(eventText("a", "0330")))
            try Self.connect(store, to: other, as: "club")
            let watch = try start(store)
            defer { watch.stop() }
            try wait { watch.written.contains("club: Work: here: add") }
            // The first refresh wrote to the folder, which can trigger another refresh.
            Thread.sleep(forTimeInterval: 1)
            let before = Self.refreshes(server)
            try Self.save(store, of: "club", title: "Breakfast")
            try wait { watch.written.contains("club: Work: server: ") }
            #expect(other.item("SUMMARY:Breakfast") != nil)
            #expect(Self.refreshes(server) == before)
            watch.process.terminate()
            #expect(try watch.wait().errors.isEmpty)
        }

        @Test func `watching an account ends when the account is removed`() throws {
            let (server, store) = try Self.refreshed()
            server.replace("Event a", with: "Lunch")
            let watch = try start(store, "dav")
            defer { watch.stop() }
            try wait { watch.written.contains("Lunch") }
            #expect(try store.run("accounts", "remove", "dav").status == 0)
            try Self.save(store)
            let result = try watch.wait()
            #expect(result.status == 1)
            #expect(result.errors.hasSuffix("ics-store: error: no account 'dav'\n"), "\(result.errors)")
        }

        #if os(Linux)
            /// A command that starts another command without inotify.
            private static let without = [
                "-Ur", "sh", "-c", "echo 0 > /proc/sys/user/max_inotify_instances && exec \"$0\" \"$@\"",
            ]

            private static var canForbid: Bool {
                guard let store = try? StoreProgram() else { return false }
                return (try? store.start(without + ["true"], program: "/usr/bin/unshare").wait().status) == 0
            }

            @Test(.enabled(if: canForbid, "no user namespaces"))
            func `an edit is sent even if the system cannot report changes`() throws {
                let (server, store) = try Self.refreshed()
                let before = Self.refreshes(server)
                let program = StoreProgram.productsFolder.appending(path: "ics-store").path()
                let watch = try store.start(
                    Self.without + [program, "refresh", "--watch", "--interval", "1d"],
                    program: "/usr/bin/unshare"
                )
                defer { watch.stop() }
                try wait { Self.refreshes(server) > before }
                try provoke(store, server)
                try Self.save(store, title: "Breakfast")
                try wait { server.item("SUMMARY:Breakfast") != nil }
                watch.process.terminate()
                #expect(try watch.wait().errors.isEmpty)
            }
        #endif

        @Test(arguments: [
            (["--interval", "5m"], "--interval requires --watch"),
            (["--watch", "--dry-run"], "--watch and --dry-run cannot be combined"),
            (["--watch", "--interval", "10s"], "'10s'"),
            (["--watch", "--interval", "8d"], "'8d'"),
        ])
        func `incompatible options are rejected`(options: [String], words: String) throws {
            let (server, store) = try Self.refreshed()
            let before = server.http.requests.count
            let result = try store.run(["refresh"] + options)
            #expect(result.status == 64)
            #expect(result.errors.contains(words), "\(result.errors)")
            #expect(server.http.requests.count == before)
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

@testable import CalDAV
import ICalendar
import ICalendarStore
import ICalendarSync
import SystemIO
import Testing

/// Tests a calendar synchronized with a server in both directions.
@Suite struct CalendarRoundTests {
    private func text(_ uid: String, _ title: String = "Stand-up") -> String {
        ItemEdit.text(uid: uid, title: title)
    }

    private func edited(_ edit: ItemEdit, _ uid: String) throws -> String {
        try #require(edit.applied(to: text(uid)))
    }

    @Test func `the first round copies all items to both sides`() async throws {
        let server = FakeServer()
        let client = try SyncClient(server)
        server.put(text("a"), "a.ics")
        try client.write("b.ics", text("b", "Lunch"))
        let report = try await client.sync()
        #expect(
            report.lines == ["server: add \"Lunch\" (2026-03-02)", "here: add \"Stand-up\" (2026-03-02)"]
        )
        #expect(client.items == ["a.ics": text("a"), "b.ics": text("b", "Lunch")])
        #expect(server.items() == client.items)
        #expect(try await client.sync().lines == [])
    }

    @Test func `an unchanged calendar needs only the listing of the home`() async throws {
        let server = FakeServer()
        let client = try SyncClient(server)
        server.put(text("a"), "a.ics")
        try await client.sync()
        // Stamps are reliable only once they are older than the clock's resolution.
        try await Task.sleep(for: .milliseconds(120))
        try await client.sync()
        _ = server.takeRequests()
        try await client.sync()
        #expect(server.takeRequests().map(\.description) == ["PROPFIND /u/ 207"])
    }

    @Test func `one change needs at most three requests`() async throws {
        let server = FakeServer()
        let client = try SyncClient(server)
        for number in 1...20 { server.put(text("a\(number)"), "a\(number).ics") }
        try await client.sync()
        _ = server.takeRequests()
        try client.write("a1.ics", try edited(.title("New"), "a1"))
        #expect(try await client.sync().lines == ["server: change \"New\" (2026-03-02)"])
        #expect(server.takeRequests().map(\.method) == [.propertyFind, .put, .report])
        server.put(try edited(.title("Newer"), "a1"), "a1.ics")
        #expect(try await client.sync().lines == ["here: change \"Newer\" (2026-03-02)"])
        #expect(server.takeRequests().map(\.method) == [.propertyFind, .report])
    }

    @Test func `changes to different properties are merged on both sides`() async throws {
        let server = FakeServer()
        let client = try SyncClient(server)
        server.put(text("a"), "a.ics")
        try await client.sync()
        server.put(try edited(.place("Room 4"), "a"), "a.ics")
        try client.write("a.ics", try edited(.title("New"), "a"))
        #expect(try await client.sync().lines == ["both: combine the changes of \"New\" (2026-03-02)"])
        for text in [client.text("a.ics"), server.items()["a.ics"]] {
            #expect(text?.contains("SUMMARY:New") == true && text?.contains("LOCATION:Room 4") == true)
        }
        #expect(try await client.sync().lines == [])
    }

    @Test func `a conflict remains until the user decides`() async throws {
        for choice in ConflictChoice.allCases {
            let server = FakeServer()
            let client = try SyncClient(server)
            server.put(text("a"), "a.ics")
            try await client.sync()
            server.put(try edited(.both(.title("Theirs"), .place("Room 4")), "a"), "a.ics")
            try client.write("a.ics", try edited(.both(.title("Ours"), .notes("Mine")), "a"))
            for _ in 1...3 {
                let report = try await client.sync()
                #expect(report.openConflicts == 1)
                #expect(
                    report.lines.count == 1
                        && report.lines[0].hasPrefix("conflict: \"Ours\" (2026-03-02): Here: ")
                )
            }
            #expect(client.text("a.ics")?.contains("SUMMARY:Ours") == true)
            #expect(server.items()["a.ics"]?.contains("SUMMARY:Theirs") == true)
            var state = try client.state()
            state.conflicts = state.conflicts.map { conflict in
                var conflict = conflict
                conflict.choice = choice
                return conflict
            }
            try state.save()
            let report = try await client.sync()
            #expect(report.openConflicts == 0, "\(choice): \(report.lines)")
            #expect(client.items.count == (choice == .both ? 2 : 1))
            #expect(Set(server.items().values) == Set(client.items.values))
            let all = client.items.values.joined()
            switch choice {
            case .ours: #expect(all.contains("SUMMARY:Ours") && all.contains("Room 4"))
            case .theirs: #expect(all.contains("SUMMARY:Theirs") && all.contains("DESCRIPTION:Mine"))
            case .both: #expect(all.contains("SUMMARY:Ours") && all.contains("SUMMARY:Theirs"))
            }
            #expect(try await client.sync().lines == [])
        }
    }

    @Test func `removals are synchronized in both directions, and files can be renamed`() async throws {
        let server = FakeServer()
        let client = try SyncClient(server)
        for uid in ["a", "b", "c"] { server.put(text(uid), "\(uid).ics") }
        try await client.sync()
        try client.remove("a.ics")
        server.delete("b.ics")
        try client.remove("c.ics")
        try client.write("renamed.ics", try edited(.title("Renamed"), "c"))
        let report = try await client.sync()
        #expect(
            report.count(.removeThere) == 1 && report.count(.removeHere) == 1
                && report.count(.changeThere) == 1
        )
        #expect(Array(server.items().keys) == ["c.ics"])
        #expect(Array(client.items.keys) == ["renamed.ics"])
        #expect(try await client.sync().lines == [])
    }

    @Test func `a rejected write is reported as a problem, not as completed`() async throws {
        let server = FakeServer()
        let client = try SyncClient(server)
        for uid in ["a", "b"] { server.put(text(uid), "\(uid).ics") }
        try await client.sync()
        server.state.withLock { state in
            state.scripted = [
                (
                    { $0.method == .put || $0.method == .delete },
                    { _ in DAVAnswer(HTTPStatus(403), HTTPFields()) }
                )
            ]
        }
        try client.write("a.ics", try edited(.title("New"), "a"))
        try client.remove("b.ics")
        for _ in 1...2 {
            let report = try await client.sync()
            #expect(report.steps == [])
            #expect(report.problems.count == 2)
        }
        server.state.withLock { $0.scripted = [] }
        #expect(
            try await client.sync().lines == [
                "server: change \"New\" (2026-03-02)", "server: remove \"Stand-up\" (2026-03-02)",
            ]
        )
    }

    @Test func `a dry run writes nothing and prints the plan that a refresh would carry out`() async throws {
        let server = FakeServer()
        let client = try SyncClient(server)
        for uid in ["a", "b", "c"] { server.put(text(uid), "\(uid).ics") }
        try await client.sync()
        server.put(try edited(.title("T"), "a"), "a.ics")
        try client.write("b.ics", try edited(.title("O"), "b"))
        try client.write("d.ics", text("d"))
        try client.remove("c.ics")
        let before = (client.items, server.items())
        _ = server.takeRequests()
        let dry = try await client.sync { $0.isDryRun = true }
        #expect(server.takeRequests().allSatisfy { [.propertyFind, .report].contains($0.method) })
        #expect(before.0 == client.items && before.1 == server.items())
        let real = try await client.sync()
        #expect(dry.steps == real.steps)
        #expect(dry.lines.count == 4)
        #expect(try await client.sync().lines == [])
    }

    @Test func `a read-only calendar is never written to`() async throws {
        let server = FakeServer()
        let client = try SyncClient(server)
        server.put(text("a"), "a.ics")
        try await client.sync()
        server.state.withLock { $0.collections["/u/work"]?.isReadOnly = true }
        try client.write("a.ics", try edited(.title("New"), "a"))
        _ = server.takeRequests()
        let report = try await client.sync()
        #expect(
            report.problems == [
                "\"New\" (2026-03-02): the calendar is read-only on the server; change kept here only"
            ]
        )
        #expect(!server.takeRequests().contains { $0.method == .put })
        #expect(client.text("a.ics")?.contains("SUMMARY:New") == true)
    }

    @Test func `a link in place of a file does not count as a removal`() async throws {
        let server = FakeServer()
        let client = try SyncClient(server)
        for uid in ["a", "b"] { server.put(text(uid), "\(uid).ics") }
        try await client.sync()
        try client.folder.rename("home/work/a.ics", to: "a.ics")
        try client.folder.link("home/work/a.ics", to: "../../a.ics")
        try await client.sync { $0.allowsRemovals = true }
        #expect(server.items().count == 2)
    }

    @Test func `a change on the server waits until it can be applied locally`() async throws {
        let server = FakeServer()
        let client = try SyncClient(server)
        server.put(text("a"), "a.ics")
        try await client.sync()
        // Another program is in the middle of writing the file.
        try client.write("a.ics", String(text("a").prefix(100)))
        server.put(try edited(.title("Theirs"), "a"), "a.ics")
        #expect(
            try await client.sync().problems == [
                "\"Stand-up\" (2026-03-02): the file: the calendar lacks END:VCALENDAR"
            ]
        )
        try client.write("a.ics", text("a"))
        #expect(try await client.sync().count(.changeHere) == 1)
        #expect(client.text("a.ics")?.contains("SUMMARY:Theirs") == true)
    }

    @Test func `a read-only calendar still receives changes from the server`() async throws {
        let server = FakeServer()
        let client = try SyncClient(server)
        server.put(text("a"), "a.ics")
        try await client.sync()
        server.state.withLock { $0.collections["/u/work"]?.isReadOnly = true }
        try client.write("a.ics", try edited(.title("Mine"), "a"))
        server.put(try edited(.place("Theirs"), "a"), "a.ics")
        #expect(try await client.sync().problems.count == 1)
        try client.write("a.ics", text("a"))
        try await client.sync()
        #expect(client.text("a.ics")?.contains("LOCATION:Theirs") == true)
    }

    @Test func `a conflict between two new items ends when one of them is removed`() async throws {
        let server = FakeServer()
        let client = try SyncClient(server)
        try await client.sync()
        server.put(text("a", "Theirs"), "a.ics")
        try client.write("a.ics", text("a", "Ours"))
        #expect(try await client.sync().openConflicts == 1)
        server.delete("a.ics")
        let report = try await client.sync()
        #expect(report.openConflicts == 0 && report.count(.addThere) == 1)
        #expect(try await client.sync().lines == [])
        #expect(client.items.count == 1 && server.items().count == 1)
    }
}

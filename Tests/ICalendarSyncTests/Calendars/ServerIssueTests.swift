@testable import CalDAV
import ICalendar
import ICalendarStore
import ICalendarSync
import SystemIO
import Testing

/// Tests problems that other calendar clients have encountered, with one or more tests for each.
@Suite struct ServerIssueTests {
    private func text(_ uid: String, _ title: String = "Stand-up") -> String {
        ItemEdit.text(uid: uid, title: title)
    }

    private func edited(_ edit: ItemEdit, _ uid: String) throws -> String {
        try #require(edit.applied(to: text(uid)))
    }

    private func filled(_ count: Int, quirks: Set<ServerQuirk> = []) throws -> (FakeServer, SyncClient) {
        let server = FakeServer(quirks: quirks)
        for number in 0..<count { server.put(text("a\(number)"), "a\(number).ics") }
        return (server, try SyncClient(server))
    }

    @Test func `a request for too many items is split`() async throws {
        for refusal in [403, 500] {
            let (server, client) = try filled(50, quirks: [.lacksTokens])
            server.state.withLock { state in
                if refusal == 403 { state.largestMultiget = 10 } else { state.faults[3] = .status(500) }
            }
            try await client.sync()
            #expect(client.items.count == 50)
        }
    }

    @Test func `every requested item is accounted for`() async throws {
        for quirks in [
            [.truncatesMultiget, .lacksTokens], Set([ServerQuirk.omitsMissingItems, .lacksTokens]),
        ] {
            let (server, client) = try filled(10, quirks: quirks)
            try await client.sync()
            #expect(client.items.count == 10)
            // An item that disappears between the listing and the request is gone, not unknown.
            server.put(try edited(.title("New"), "a1"), "a1.ics")
            server.fail(2, .meets { $0.remove("/u/work", "a1.ics") })
            try await client.sync()
            try await client.sync()
            #expect(client.items.count == 9)
        }
    }

    @Test func `all pages of a response are read, and no request limits its response`() async throws {
        let (server, client) = try filled(40, quirks: [.answersInPages])
        server.state.withLock { $0.pageSize = 7 }
        try await client.sync()
        #expect(client.items.count == 40)
        for number in 0..<20 { server.put(try edited(.title("New"), "a\(number)"), "a\(number).ics") }
        try await client.sync()
        #expect(client.items.values.count { $0.contains("SUMMARY:New") } == 20)
        #expect(!server.state.withLock { $0.bodies.contains("limit") })
    }

    @Test func `a server that silently truncates its responses is identified`() async throws {
        let (server, client) = try filled(40, quirks: [.losesItemsBeyondLimit])
        server.state.withLock { $0.pageSize = 7 }
        try await client.sync()
        #expect(client.items.count == 40)
    }

    @Test func `a deletion that the server never reports is found by a complete comparison`() async throws {
        let (server, client) = try filled(5, quirks: [.losesDeletions])
        try await client.sync()
        server.delete("a1.ics")
        try await client.sync()
        #expect(client.items.count == 5)
        try await client.sync { $0.now = 1_000_000 + 90_000 }
        #expect(client.items.count == 4)
    }

    @Test func `any rejection of a token leads to a complete comparison and is reported`() async throws {
        for status in [400, 403, 410, 412, 418, 500, 507] where status != 410 {
            let (server, client) = try filled(5)
            try await client.sync()
            server.delete("a1.ics")
            server.put(try edited(.title("New"), "a2"), "a2.ics")
            server.fail(2, .status(status))
            let report = try await client.sync()
            #expect(report.notes.count == 1 && report.notes[0].hasSuffix("comparing all items"))
            #expect(client.items.count == 4 && client.text("a2.ics")?.contains("SUMMARY:New") == true)
        }
    }

    @Test func `a token that the server no longer recognizes does not cause data loss`() async throws {
        for quirks in [[], Set([ServerQuirk.acceptsUnknownTokens])] {
            let (server, client) = try filled(5, quirks: quirks)
            try await client.sync()
            server.put(try edited(.title("New"), "a2"), "a2.ics")
            server.state.withLock { $0.collections["/u/work"]?.oldest = .max }
            try await client.sync()
            #expect(client.text("a2.ics")?.contains("SUMMARY:New") == true)
            #expect(try await client.sync().steps.isEmpty)
        }
    }

    @Test func `a local change to an item deleted on the server requires a decision`() async throws {
        let (server, client) = try filled(3)
        try await client.sync()
        try client.write("a1.ics", try edited(.title("Mine"), "a1"))
        server.fail(2, .meets { $0.remove("/u/work", "a1.ics") })
        let report = try await client.sync()
        #expect(report.openConflicts == 1)
        let conflict = try #require(try client.state().conflictList.first)
        #expect(conflict.words == "Here: title changed to Mine. On the server: deleted.")
        _ = server.takeRequests()
        try await client.sync()
        #expect(!server.takeRequests().contains { $0.method == .put })
        #expect(client.text("a1.ics")?.contains("SUMMARY:Mine") == true)
    }

    @Test func `an upload that received no response is recognized in the next round`() async throws {
        for fault in [FakeServer.Fault.unanswered, .kill] {
            let (server, client) = try filled(2)
            try await client.sync()
            try client.write("new.ics", text("new", "Lunch"))
            try client.write("a1.ics", try edited(.title("Mine"), "a1"))
            // Both writes reach the server, but the response to the second is lost.
            server.fail(3, fault)
            await #expect(throws: SyncFailure.self) { try await client.sync() }
            server.reset()
            // The item is edited again before the next round.
            try client.write("new.ics", text("new", "Late lunch"))
            let report = try await client.sync()
            #expect(report.openConflicts == 0)
            #expect(server.items().count == 3 && client.items.count == 3)
            #expect(server.items()["new.ics"]?.contains("SUMMARY:Late lunch") == true)
            #expect(server.items()["a1.ics"]?.contains("SUMMARY:Mine") == true)
            #expect(try await client.sync().lines == [])
        }
    }

    @Test func `sent items are recognized even if the round ends at its first write`() async throws {
        let (server, client) = try filled(2)
        try await client.sync()
        try client.write("new.ics", text("new", "Lunch"))
        server.fail(2, .unanswered)
        await #expect(throws: SyncFailure.self) { try await client.sync() }
        server.reset()
        var state = try client.state()
        #expect(state.intents.map { state.bases.contents($0.contents) } == [Array(text("new", "Lunch").utf8)])
        try client.write("new.ics", text("new", "Late lunch"))
        #expect(try await client.sync().lines == ["server: change \"Late lunch\" (2026-03-02)"])
    }

    @Test func `weak ETags of single items are never used as write conditions`() async throws {
        let (server, client) = try filled(6, quirks: [.truncatesMultiget, .lacksTokens])
        server.state.withLock { $0.weakensTagOfGet = true }
        try await client.sync()
        for number in 0..<6 { try client.write("a\(number).ics", try edited(.title("Mine"), "a\(number)")) }
        let report = try await client.sync()
        #expect(report.openConflicts == 0 && report.problems == [])
        #expect(server.items().values.allSatisfy { $0.contains("SUMMARY:Mine") })
        #expect(try await client.sync().lines == [])
    }

    @Test func `if a server rewrites items, nothing is written twice or lost`() async throws {
        for omitsTag in [true, false] {
            let server = FakeServer(quirks: [.rewritesItems])
            server.state.withLock { ($0.omitsTagOfPut, $0.adds) = (omitsTag, "X-SERVER:1") }
            let (one, two) = (try SyncClient(server), try SyncClient(server))
            let own = text("a").replacing("X-COLOR:red", with: "X-DROPPED:kept here")
            try one.write("a.ics", own)
            try await one.sync()
            try await two.sync()
            #expect(one.text("a.ics")?.contains("X-DROPPED:kept here") == true)
            _ = server.takeRequests()
            for _ in 1...2 {
                #expect(try await one.sync().lines == [])
                #expect(try await two.sync().lines == [])
            }
            #expect(!server.takeRequests().contains { $0.method == .put })
            try two.write("a.ics", try #require(two.text("a.ics")).replacing("Stand-up", with: "New"))
            try await two.sync()
            try await one.sync()
            let text = try #require(one.text("a.ics"))
            #expect(text.contains("SUMMARY:New") && text.contains("X-DROPPED:kept here"))
        }
    }

    @Test func `replies from two attendees are both kept`() async throws {
        let (server, client) = try filled(1)
        try await client.sync()
        server.put(try edited(.answer("bob", "DECLINED"), "a0"), "a0.ics")
        try client.write("a0.ics", try edited(.answer("ann", "ACCEPTED"), "a0"))
        #expect(try await client.sync().openConflicts == 0)
        for text in [client.text("a0.ics"), server.items()["a0.ics"]] {
            #expect(text?.contains("PARTSTAT=DECLINED:mailto:bob") == true)
            #expect(text?.contains("PARTSTAT=ACCEPTED:mailto:ann") == true)
        }
    }

    @Test func `a change immediately before a write is merged, not overwritten`() async throws {
        let (server, client) = try filled(1)
        try await client.sync()
        try client.write("a0.ics", try edited(.title("Mine"), "a0"))
        let theirs = Array(try edited(.place("Room 9"), "a0").utf8)
        server.fail(2, .meets { $0.store(theirs, "/u/work", "a0.ics") })
        try await client.sync()
        for text in [client.text("a0.ics"), server.items()["a0.ics"]] {
            #expect(text?.contains("SUMMARY:Mine") == true && text?.contains("Room 9") == true)
        }
    }

    @Test func `emptying one side requires confirmation, but two empty sides do not`() async throws {
        let (server, client) = try filled(30)
        try await client.sync()
        for number in 0..<30 { server.delete("a\(number).ics") }
        for _ in 1...2 {
            let asked = try await client.sync()
            #expect(
                asked.heldRemovals?.description == "30 of 30 items would be removed here; nothing removed"
            )
            #expect(client.items.count == 30)
        }
        try await client.sync { $0.allowsRemovals = true }
        #expect(client.items.isEmpty)
        #expect(try await client.sync().heldRemovals == nil)

        let (other, mine) = try filled(30)
        try await mine.sync()
        for number in 0..<30 { try mine.remove("a\(number).ics") }
        #expect(try await mine.sync().heldRemovals?.there == 30)
        #expect(other.items().count == 30)
        for number in 0..<30 { other.delete("a\(number).ics") }
        let both = try await mine.sync()
        #expect(both.heldRemovals == nil && both.lines == [])
    }

    @Test func `items outside a time window are never deleted, because requests have no window`() async throws
    {
        let (server, client) = try filled(3)
        server.put(text("old").replacing("20260302", with: "19700302"), "old.ics")
        try await client.sync()
        try await client.sync { $0.isFull = true }
        #expect(client.items.count == 4)
        #expect(!server.state.withLock { $0.bodies.contains("time-range") })
    }

    @Test func `an item keeps its identity however its URL is written`() async throws {
        let names = [
            "a@b.ics", "a b.ics", "a+b.ics", "100%.ics", "%41.ics", "ü.ics", "a&b<c>.ics", "a%40b.ics",
        ]
        for style in [FakeServer.HrefStyle.escaped, .absolute, .lowercase] {
            let server = FakeServer()
            server.state.withLock { $0.hrefStyle = style }
            for (number, name) in names.enumerated() { server.put(text("u\(number)"), name) }
            let client = try SyncClient(server)
            try await client.sync()
            #expect(client.items.count == names.count)
            for (name, text) in client.items {
                try client.write(name, text.replacing("Stand-up", with: "New"))
            }
            #expect(try await client.sync().problems == [])
            #expect(Set(server.items().keys) == Set(names), "\(style)")
            #expect(server.items().values.allSatisfy { $0.contains("SUMMARY:New") })
            #expect(try await client.sync().lines == [])
        }
        let server = FakeServer()
        server.state.withLock { $0.hrefStyle = .raw }
        server.put(text("a"), "a b@c ü.ics")
        let client = try SyncClient(server)
        try await client.sync()
        try client.write("a.ics", text("a", "New"))
        try await client.sync()
        #expect(Array(server.items().keys) == ["a b@c ü.ics"])
    }

    @Test func `a server that requires a higher revision receives one`() async throws {
        let (server, client) = try filled(1, quirks: [.requiresHigherSequence])
        try await client.sync()
        try client.write("a0.ics", try edited(.title("Mine"), "a0"))
        #expect(try await client.sync().problems == [])
        #expect(server.items()["a0.ics"]?.contains("SUMMARY:Mine") == true)
        #expect(client.text("a0.ics")?.contains("SEQUENCE:2") == true)
        #expect(try await client.sync().lines == [])
    }

    @Test func `two items with the same UID do not stop the round, and each has its own file`() async throws {
        let (server, client) = try filled(3, quirks: [.allowsDuplicateUIDs])
        server.put(text("a1", "Twin"), "twin.ics")
        try await client.sync()
        #expect(client.items.count == 4)
        let twin = try #require(client.items.first { $0.value.contains("Twin") })
        try client.write(twin.key, twin.value.replacing("Twin", with: "Changed twin"))
        try await client.sync()
        #expect(server.items()["twin.ics"]?.contains("Changed twin") == true)
        #expect(server.items()["a1.ics"]?.contains("Stand-up") == true)
        #expect(try await client.sync().lines == [])
    }

    @Test func `an unusable item is reported and does not stop the round`() async throws {
        let (server, client) = try filled(2)
        server.put("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n", "empty.ics")
        try client.write("torn.ics", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT")
        try client.write(
            "two.ics",
            text("x").replacing("END:VCALENDAR\r\n", with: "")
                + "BEGIN:VEVENT\r\nUID:y\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        )
        for _ in 1...2 {
            let report = try await client.sync()
            #expect(
                report.problems.sorted() == [
                    "empty.ics: the server's item: cannot be read: it contains no item",
                    "torn.ics: the calendar lacks END:VCALENDAR",
                    "two.ics: the file contains several items; servers keep each in its own file",
                ]
            )
        }
        #expect(client.items.count == 4)
        // Once the server's item is repaired, it is downloaded.
        server.put(text("fixed"), "empty.ics")
        try await client.sync()
        #expect(client.items["fixed.ics"] != nil)
    }

    @Test func `an item keeps its identity if the server changes its UID`() async throws {
        let (server, client) = try filled(1)
        try await client.sync()
        for round in 1...3 {
            server.put(text("other\(round)", "Round \(round)"), "a0.ics")
            try await client.sync()
            #expect(client.items.count == 1 && server.items().count == 1)
            #expect(client.items["a0.ics"]?.contains("UID:other\(round)") == true)
        }
    }

    @Test func `an incomplete listing is not accepted as a listing`() async throws {
        for quirks in [[], Set([ServerQuirk.lacksTokens])] {
            let (server, client) = try filled(5, quirks: quirks)
            try await client.sync()
            server.put(text("more"), "more.ics")
            server.fail(2, .cut)
            await #expect(throws: SyncFailure.self) { try await client.sync { $0.isFull = true } }
            #expect(client.items.count == 5)
            // An item without a version is unknown, and nothing is removed in that case.
            server.state.withLock { state in
                state.scripted = [
                    (
                        { $0.method == .propertyFind && $0.url.href.description == "/u/work/" },
                        { _ in
                            let body =
                                "<multistatus xmlns='DAV:'><response><href>/u/work/</href><propstat><prop/>"
                                + "<status>HTTP/1.1 200 OK</status></propstat></response>"
                                + "<response><href>/u/work/a0.ics</href><propstat><prop/>"
                                + "<status>HTTP/1.1 200 OK</status></propstat></response></multistatus>"
                            return DAVAnswer(HTTPStatus(207), HTTPFields(), body: Array(body.utf8))
                        }
                    )
                ]
            }
            let report = try await client.sync { ($0.isFull, $0.allowsRemovals) = (true, true) }
            #expect(report.count(.removeHere) == 0 && client.items.count == 5)
            server.state.withLock { $0.scripted = [] }
            try await client.sync()
            #expect(client.items.count == 6)
        }
    }

    @Test func `items outside the calendar are ignored`() async throws {
        let server = FakeServer()
        let client = try SyncClient(server)
        server.state.withLock { state in
            state.scripted = [
                (
                    { $0.method == .report },
                    { _ in
                        let rows = [
                            "/u/other/a.ics", "/u/work/../x.ics", "https://evil.example/u/work/a.ics",
                            "/u/work/b/c.ics",
                        ]
                        .map {
                            "<response><href>\($0)</href><propstat><prop><getetag>\"1\"</getetag></prop>"
                                + "<status>HTTP/1.1 200 OK</status></propstat></response>"
                        }
                        let body =
                            "<multistatus xmlns='DAV:'>\(rows.joined())<sync-token>x</sync-token></multistatus>"
                        return DAVAnswer(HTTPStatus(207), HTTPFields(), body: Array(body.utf8))
                    }
                )
            ]
        }
        let report = try await client.sync()
        #expect(report.notes.count == 4 && report.steps.isEmpty)
        #expect(server.takeRequests().allSatisfy { $0.path.hasPrefix("/u/") })
    }
}

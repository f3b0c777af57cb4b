@testable import CalDAV
import Foundation
import ICalendar
import ICalendarStore
import ICalendarSync
import SystemIO
import TestTraits
import Testing

/// Tests rounds that are interrupted at any request or file operation.
@Suite struct InterruptionTests {
    /// A round in which both sides add, change and remove items, and one item is merged.
    private func scene() async throws -> (FakeServer, SyncClient) {
        let server = FakeServer()
        for uid in ["a", "b", "c", "d", "e"] { server.put(ItemEdit.text(uid: uid), "\(uid).ics") }
        let client = try SyncClient(server)
        try await client.sync()
        func edited(_ edit: ItemEdit, _ uid: String) throws -> String {
            try #require(edit.applied(to: ItemEdit.text(uid: uid)))
        }
        server.put(try edited(.title("Theirs"), "a"), "a.ics")
        try client.write("b.ics", try edited(.title("Mine"), "b"))
        server.put(try edited(.title("Theirs"), "c"), "c.ics")
        try client.write("c.ics", try edited(.place("Mine"), "c"))
        server.delete("d.ics")
        try client.remove("e.ics")
        server.put(ItemEdit.text(uid: "new1"), "new1.ics")
        try client.write("new2.ics", ItemEdit.text(uid: "new2"))
        server.reset()
        return (server, client)
    }

    private func isDone(_ server: FakeServer, _ client: SyncClient) -> Bool {
        let (here, there) = (client.items, server.items())
        return here == there && here.keys.sorted() == ["a.ics", "b.ics", "c.ics", "new1.ics", "new2.ics"]
            && here["a.ics"]?.contains("SUMMARY:Theirs") == true
            && here["b.ics"]?.contains("SUMMARY:Mine") == true
            && here["c.ics"]?.contains("SUMMARY:Theirs") == true
            && here["c.ics"]?.contains("LOCATION:Mine") == true
    }

    @Test(.long) func `a calendar round interrupted at any request is completed by the next one`()
        async throws
    {
        for number in 1...14 {
            for fault in [FakeServer.Fault.lost, .unanswered, .cut, .kill] {
                let (server, client) = try await scene()
                server.fail(number, fault)
                let first = try? await client.sync()
                server.reset()
                for _ in 1...2 { #expect(try await client.sync().openConflicts == 0) }
                if !isDone(server, client) {
                    Issue.record("request \(number), \(fault): \(client.items.keys.sorted())")
                }
                #expect(try await client.sync().lines == [])
                // Faults after the last request have no effect.
                if case .kill = fault, number > 12 { #expect(first != nil) }
            }
        }
    }

    @Test(.long) func `a calendar round that crashes at any file operation is completed by the next one`()
        async throws
    {
        let isWhole = ProcessInfo.processInfo.environment["ICALENDAR_FAULTS"] == "all"
        var step = 1
        while true {
            let (server, client) = try await scene()
            let files = DyingFiles(at: step)
            _ = try? await client.sync(files: files)
            server.reset()
            for _ in 1...2 { #expect(try await client.sync().openConflicts == 0) }
            if !isDone(server, client) { Issue.record("step \(step): \(client.items.keys.sorted())") }
            #expect(try await client.sync().lines == [])
            if !files.isDead { break }
            step += isWhole ? 1 : 5
        }
        #expect(step > 40)
    }

    @Test func `an item downloaded by a killed round is removed when the server removes it`() async throws {
        var step = 1
        var isSeen = false
        while true {
            let server = FakeServer()
            server.put(ItemEdit.text(uid: "old"), "old.ics")
            let client = try SyncClient(server)
            try await client.sync()
            let token = try client.state().head.syncToken
            server.put(ItemEdit.text(uid: "short"), "short.ics")
            let files = DyingFiles(at: step)
            _ = try? await client.sync(files: files)
            if files.isDead, client.items["short.ics"] != nil { isSeen = true }
            server.delete("short.ics")
            // The server does not report items that were both added and removed since the client's token.
            if try client.state().head.syncToken == token {
                server.state.withLock { state in
                    for path in state.collections.keys { state.collections[path]?.gone = [:] }
                }
            }
            try await client.sync()
            #expect(client.items.keys.sorted() == ["old.ics"], "step \(step)")
            if !files.isDead { break }
            step += 1
        }
        #expect(isSeen)
    }
}

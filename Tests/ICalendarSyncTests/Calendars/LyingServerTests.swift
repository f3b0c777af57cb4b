@testable import CalDAV
import ICalendar
import ICalendarStore
import ICalendarSync
import SystemIO
import Testing

/// Tests servers that send false responses.
///
/// No local edits are lost.
@Suite struct LyingServerTests {
    private let server = FakeServer()
    private let client: SyncClient

    init() throws { client = try SyncClient(server) }

    private func text(_ uid: String, _ title: String = "Stand-up") -> String {
        ItemEdit.text(uid: uid, title: title)
    }

    private func fill(_ count: Int) async throws {
        for number in 0..<count { server.put(text("a\(number)", "Title \(number)"), "a\(number).ics") }
        try await client.sync()
        #expect(client.items.count == count)
    }

    /// Sets the response to every PUT, or nil for the server's own responses.
    private func script(_ answer: DAVAnswer?) {
        server.state.withLock { state in
            state.scripted = []
            guard let answer else { return }
            state.scripted = [({ $0.method == .put }, { _ in answer })]
        }
    }

    private static let page = Array("<!DOCTYPE html><html><body>Log in</body></html>".utf8)
    private static let answers: [DAVAnswer] = [
        DAVAnswer(HTTPStatus(200), HTTPFields(lines: ["Content-Type: text/html"]), body: page),
        DAVAnswer(HTTPStatus(201), HTTPFields()),
        DAVAnswer(HTTPStatus(202), HTTPFields(lines: ["ETag: \"new\""])),
        DAVAnswer(HTTPStatus(207), HTTPFields(lines: ["ETag: \"new\""]), body: Array("<oops".utf8)),
    ]

    @Test(arguments: answers)
    func `a write that the server only claimed to store is sent again`(answer: DAVAnswer) async throws {
        try await fill(3)
        try client.write("a0.ics", text("a0", "My edit"))
        try client.write("new.ics", text("new", "My new event"))
        script(answer)
        for _ in 1...2 {
            let report = try await client.sync()
            #expect(report.steps == [])
            #expect(report.problems.count == 2)
            #expect(client.text("a0.ics")?.contains("My edit") == true)
            #expect(client.text("new.ics") != nil)
        }
        script(nil)
        #expect(
            Set(try await client.sync().steps.map(\.action)) == [.addThere, .changeThere]
        )
        #expect(server.items() == client.items)
        #expect(try await client.sync { $0.isFull = true }.lines == [])
        #expect(client.items.count == 4)
    }

    @Test func `a write is sent again if a login page replaces the response`() async throws {
        try await fill(3)
        try client.write("a0.ics", text("a0", "My edit"))
        try client.write("new.ics", text("new", "My new event"))
        let page = Self.answers[0]
        server.fail(2, .meets { state in state.scripted = [({ _ in true }, { _ in page })] })
        await #expect(throws: SyncFailure.self) { try await client.sync() }
        script(nil)
        try await client.sync()
        try await client.sync { $0.isFull = true }
        #expect(server.items() == client.items)
        #expect(client.items.count == 4 && client.text("a0.ics")?.contains("My edit") == true)
    }

    @Test(arguments: [403, 500, 507])
    func `a merged change that the server rejected is sent again`(status: Int) async throws {
        try await fill(2)
        let edit = try #require(ItemEdit.place("Room 9").applied(to: text("a0", "Title 0")))
        server.put(edit, "a0.ics")
        try client.write("a0.ics", text("a0", "My edit"))
        script(DAVAnswer(HTTPStatus(status), HTTPFields()))
        _ = try await client.sync()
        try await Task.sleep(for: .milliseconds(120))
        #expect(try await client.sync().problems.count == 1)
        script(nil)
        try await client.sync()
        for text in [server.items()["a0.ics"], client.text("a0.ics")] {
            #expect(text?.contains("My edit") == true && text?.contains("Room 9") == true)
        }
    }

    @Test func `a duplicate outside the calendar is not mistaken for an item in it`() async throws {
        try await fill(2)
        try client.write("new.ics", text("new", "My new event"))
        let body = """
            <error xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><C:no-uid-conflict><href>/u/trash/o.ics</href>\
            </C:no-uid-conflict></error>
            """
        script(DAVAnswer(HTTPStatus(403), HTTPFields(), body: Array(body.utf8)))
        let report = try await client.sync()
        #expect(report.steps == [] && report.problems.count == 1)
        #expect(!server.takeRequests().contains { $0.path.contains("trash") })
        script(nil)
        try await client.sync { $0.isFull = true }
        #expect(server.items() == client.items && client.items.count == 3)
    }

    @Test func `a confirmation covers only the removals that were shown`() async throws {
        try await fill(100)
        for number in 0..<25 { server.delete("a\(number).ics") }
        let shown = try #require(try await client.sync().heldRemovals)
        #expect(shown.here == 25)
        for number in 25..<100 { server.delete("a\(number).ics") }
        let report = try await client.sync { $0.confirmedRemovals = shown.hrefs }
        #expect(report.count(.removeHere) == 25)
        #expect(report.heldRemovals?.here == 75)
        #expect(client.items.count == 75)
    }

    @Test func `replaced items count as removed`() async throws {
        try await fill(30)
        for number in 0..<30 { server.put(text("other\(number)"), "a\(number).ics") }
        let report = try await client.sync()
        #expect(report.heldRemovals?.here == 30 && report.steps == [])
        #expect(client.items.values.allSatisfy { $0.contains("UID:a") })
        try await client.sync { $0.allowsRemovals = true }
        #expect(Set(client.items.values) == Set(server.items().values))
    }

    @Test func `removing all of several items requires confirmation`() async throws {
        try await fill(3)
        for number in 0..<3 { server.delete("a\(number).ics") }
        #expect(try await client.sync().heldRemovals?.here == 3)
        #expect(client.items.count == 3)
    }
}

@testable import CalDAV
import ICalendar
import ICalendarStore
import ICalendarSync
import SystemIO
import TestTraits
import Testing

/// Tests items that move between calendars in an account.
@Suite struct AccountMoveTests {
    private let server: FakeServer
    private let folder: SyncFolder

    init() throws {
        server = FakeServer(calendars: ["private", "work"])
        folder = try SyncFolder()
    }

    private func sync(
        _ change: (inout CalendarRound.Options) -> Void = { _ in }
    ) async throws -> AccountReport {
        var round = try AccountRound("home", home: server.homeURL, in: folder.root, server)
        change(&round.options)
        return try await round.run()
    }

    /// Fills the calendar `from`, and moves the local file `a.ics` to the other calendar.
    private func move(from: String, to: String) async throws {
        server.put(ItemEdit.text(uid: "a", title: "Lunch"), "a.ics", in: from)
        for number in 0..<5 {
            server.put(ItemEdit.text(uid: "\(from)\(number)"), "\(from)\(number).ics", in: from)
        }
        _ = try await sync()
        try folder.rename("home/\(from)/a.ics", to: "home/\(to)/a.ics")
        _ = server.takeRequests()
    }

    private func check(from: String, to: String) async throws {
        #expect(Array(server.items(to).keys) == ["a.ics"])
        #expect(server.items(from).count == 5 && server.items(from)["a.ics"] == nil)
        #expect(Array(folder.items("home/\(to)").keys) == ["a.ics"])
        #expect(folder.items("home/\(from)").count == 5)
        _ = server.takeRequests()
        #expect(try await sync().lines == [])
        #expect(server.takeRequests().allSatisfy { ![.put, .delete, .move].contains($0.method) })
    }

    @Test(arguments: ["private", "work"])
    func `an item is moved on the server, whichever calendar comes first`(from: String) async throws {
        let to = from == "work" ? "private" : "work"
        try await move(from: from, to: to)
        let report = try await sync()
        let item = "\"Lunch\" (2026-03-02)"
        #expect(Set(report.lines) == ["\(from): server: remove \(item)", "\(to): server: add \(item)"])
        let writes = server.takeRequests().map(\.method).filter { [.put, .delete, .move].contains($0) }
        #expect(writes == [.move])
        try await check(from: from, to: to)
    }

    @Test(arguments: [403, 404, 405, 412, 501, 502, 207, 202])
    func `an item that the server does not move is sent and then removed`(status: Int) async throws {
        try await move(from: "work", to: "private")
        let answer = DAVAnswer(HTTPStatus(status), HTTPFields())
        server.state.withLock { state in
            state.scripted.append((matches: { $0.method == .move }, answer: { _ in answer }))
        }
        _ = try await sync()
        let writes = server.takeRequests().map(\.method).filter { [.put, .delete, .move].contains($0) }
        #expect(writes == [.move, .put, .delete])
        try await check(from: "work", to: "private")
    }

    @Test(arguments: ["private", "work"])
    func `an interrupted move neither loses nor duplicates an item`(from: String) async throws {
        let to = from == "work" ? "private" : "work"
        for number in 1...8 {
            let faults = [FakeServer.Fault.lost, .unanswered, .kill]
            for fault in TestRun.isComplete ? faults : [faults[number % 3]] {
                let test = try AccountMoveTests()
                try await test.move(from: from, to: to)
                test.server.fail(number, fault)
                _ = try? await test.sync()
                test.server.reset()
                for _ in 1...2 { _ = try await test.sync() }
                try await test.check(from: from, to: to)
            }
        }
    }

    @Test func `a move does not overwrite an edit made during the move or at the destination`() async throws {
        try await move(from: "work", to: "private")
        try folder.write("home/private/a.ics", ItemEdit.text(uid: "a", title: "Dinner"))
        _ = try await sync()
        #expect(server.takeRequests().allSatisfy { $0.method != .move })
        #expect(server.items("private")["a.ics"]?.contains("Dinner") == true)
        try await check(from: "work", to: "private")
    }

    @Test func `an item that changed on the server remains there until the user decides`() async throws {
        try await move(from: "work", to: "private")
        server.put(ItemEdit.text(uid: "a", title: "Breakfast"), "a.ics", in: "work")
        _ = try await sync()
        let all = [server.items("work"), server.items("private")].flatMap(\.values)
        #expect(all.contains { $0.contains("Breakfast") } && all.contains { $0.contains("Lunch") })
    }

    @Test func `a dry run moves nothing`() async throws {
        try await move(from: "work", to: "private")
        let plan = try await sync { $0.isDryRun = true }
        #expect(server.takeRequests().allSatisfy { ![.put, .delete, .move].contains($0.method) })
        let done = try await sync()
        #expect(plan.lines.sorted() == done.lines.sorted())
        try await check(from: "work", to: "private")
    }
}

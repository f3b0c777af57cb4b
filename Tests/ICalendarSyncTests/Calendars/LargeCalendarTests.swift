@testable import CalDAV
import ICalendar
import ICalendarStore
@testable import ICalendarSync
import SystemIO
import TestTraits
import Testing

/// Tests the first download of a calendar that is too large for one portion.
@Suite struct LargeCalendarTests {
    private let server = FakeServer()

    private func fill(_ count: Int) {
        for number in 0..<count {
            server.put(ItemEdit.text(uid: "a\(number)", title: "Item \(number)"), "a\(number).ics")
        }
    }

    @Test(arguments: [1, 500, 501, 750, 751, 1_300, 10_000, 100_000])
    func `all portions of a download have about the same size`(items: Int) {
        let size = DownloadPortion.size(of: items)
        let portions = (items + size - 1) / size
        #expect(size <= 750)
        #expect(portions * size - items < portions)
    }

    @Test(.long) func `all items arrive in batches and are matched with local items`() async throws {
        let client = try SyncClient(server)
        fill(1_300)
        try client.write("mine.ics", ItemEdit.text(uid: "mine"))
        try client.write("twin.ics", ItemEdit.text(uid: "a7", title: "Item 7"))
        let report = try await client.sync()
        #expect(report.count(.addHere) == 1_299)
        #expect(report.steps.count == 1_300)
        #expect(report.problems == [])
        #expect(Set(client.items.values) == Set(server.items().values))
        #expect(client.items.count == 1_301)
        let methods = server.takeRequests().map(\.method)
        #expect(methods.count { $0 == .put } == 1)
        #expect(methods.count { $0 == .report } < 20)
        #expect(try await client.sync().lines == [])
        #expect(server.takeRequests().count { $0.method == .put } == 0)
    }

    @Test(.long, arguments: [3, 6, 8])
    func `an interrupted download continues where it stopped`(request: Int) async throws {
        let client = try SyncClient(server)
        fill(1_300)
        try client.write("twin.ics", ItemEdit.text(uid: "a1234", title: "Item 1234"))
        server.fail(request, .kill)
        await #expect(throws: SyncFailure.self) { try await client.sync() }
        let arrived = client.items.count
        server.reset()
        let report = try await client.sync()
        #expect(report.count(.addHere) == 1_300 - arrived)
        #expect(report.steps.count == 1_300 - arrived)
        #expect(client.items.count == 1_300)
        #expect(Set(client.items.values) == Set(server.items().values))
        #expect(server.takeRequests().allSatisfy { $0.method != .put })
        #expect(try await client.sync().lines == [])
    }

    @Test(.long) func `an item that changes or disappears during the download is read again`() async throws {
        let client = try SyncClient(server)
        fill(1_100)
        server.fail(
            6,
            .meets { state in
                for name in ["a0.ics", "a1099.ics"] {
                    let uid = String(name.dropLast(4))
                    let text = ItemEdit.text(uid: uid, title: "Changed")
                    state.store(Array(text.utf8), FakeServer.home + "work", name)
                    state.remove(FakeServer.home + "work", uid == "a0" ? "a1.ics" : "a1098.ics")
                }
            }
        )
        try await client.sync()
        try await client.sync()
        #expect(Set(client.items.values) == Set(server.items().values))
        #expect(client.items.count == 1_098)
        #expect(try await client.sync().lines == [])
    }
}

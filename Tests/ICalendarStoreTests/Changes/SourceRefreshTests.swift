import ICalendar
import Synchronization
import Testing

@testable import ICalendarStore

/// Tests the synchronization started by `refreshSourcesIfNecessary()`.
struct SourceRefreshTests {
    @Test(arguments: [true, false])
    func `items written by a synchronization appear in the store afterward`(isWatched: Bool) async throws {
        let folder = try StoreFolder("a")
        let store = try folder.open { options in
            options.isWatched = isWatched
            options.refreshSources = { try? folder.write("a/new.ics", item("new", "1")) }
        }
        let heard = Heard(store)
        try store.refreshSourcesIfNecessary()
        let changes = try await heard.until { $0.names.contains("+a:new") }
        #expect(changes.last?.names == ["+a:new"])
    }

    @Test func `a running synchronization is not started again, and a reset does not start one`()
        async throws
    {
        let folder = try StoreFolder("a")
        let counts = Mutex((started: 0, ended: 0))
        let (open, gate) = AsyncStream<Void>.makeStream()
        let store = try folder.open { options in
            options.refreshSources = {
                counts.withLock { $0.started += 1 }
                for await _ in open { break }
                counts.withLock { $0.ended += 1 }
            }
        }
        try store.reset()
        try store.refreshSourcesIfNecessary()
        try store.refreshSourcesIfNecessary()
        gate.yield()
        while counts.withLock({ $0.ended }) == 0 { await Task.yield() }
        #expect(counts.withLock { $0.started } == 1)
    }
}

@testable import CalDAV
import ICalendar
import ICalendarStore
import ICalendarSync
import SystemIO
import TestTraits
import Testing

/// Tests that interrupted synchronization rounds for an account never duplicate a calendar.
@Suite struct AccountInterruptionTests {
    private func scene() throws -> (FakeServer, SyncFolder) {
        let server = FakeServer(calendars: ["work"])
        server.put(ItemEdit.text(uid: "a"), "a.ics")
        let folder = try SyncFolder("home/pottery")
        try folder.write("home/pottery/displayname", "Pottery\n")
        try folder.write("home/pottery/b.ics", ItemEdit.text(uid: "b"))
        return (server, folder)
    }

    private func sync(
        _ server: FakeServer,
        _ folder: SyncFolder,
        _ files: any StoreFiles = SystemFiles()
    ) async throws -> AccountReport {
        try await AccountRound("home", home: server.homeURL, in: folder.root, files: files, server).run()
    }

    private func check(_ server: FakeServer, _ folder: SyncFolder, _ place: String) async throws {
        server.reset()
        for _ in 1...2 { _ = try await sync(server, folder) }
        let names = server.state.withLock { $0.collections.values.map(\.name).sorted() }
        #expect(names == ["Pottery", "work"], "\(place)")
        let folders = try SystemFiles().names(in: folder.root.path(ofFolder: Array("home".utf8)))
            .map { String(decoding: $0.name, as: UTF8.self) }
            // Opening the store removes hidden folders left by interrupted commits.
            .filter { !$0.hasPrefix(".") }.sorted()
        #expect(folders == ["pottery", "work"], "\(place)")
        #expect(Array(folder.items("home/work").keys) == ["a.ics"], "\(place)")
        #expect(Array(server.items("pottery").keys) == ["b.ics"], "\(place)")
        #expect(try await sync(server, folder).lines == [], "\(place)")
    }

    @Test(.long) func `an account round interrupted at any request is completed by the next one`()
        async throws
    {
        for number in 1...9 {
            for fault in [FakeServer.Fault.lost, .unanswered, .kill] {
                let (server, folder) = try scene()
                server.fail(number, fault)
                _ = try? await sync(server, folder)
                try await check(server, folder, "request \(number), \(fault)")
            }
        }
    }

    @Test(.long) func `an account round that crashes at any file operation is completed by the next one`()
        async throws
    {
        var step = 1
        while true {
            let (server, folder) = try scene()
            let files = DyingFiles(at: step)
            _ = try? await sync(server, folder, files)
            try await check(server, folder, "step \(step)")
            if !files.isDead { break }
            step += 3
        }
        #expect(step > 30)
    }
}

import Foundation
import ICalendar
import SystemIO
import Testing

@testable import ICalendarStore

#if canImport(Glibc)
    import Glibc
#endif

/// Tests files that are cheap to create but expensive to read.
struct LoadingLimitsTests {
    private static func makeSparse(_ path: String, _ size: Int, _ start: String = "") {
        _ = FileManager.default.createFile(atPath: path, contents: Data(start.utf8))
        unsafe _ = truncate(path, size)
    }

    @Test func `large sparse files cost nothing and are reported as skipped`() throws {
        let folder = try StoreFolder("a")
        try folder.write("a/x.ics", item("x", "1"))
        for number in 0..<4 { Self.makeSparse(folder.path + "/a/large\(number).ics", 1000 << 20) }
        for number in 0..<40 {
            Self.makeSparse(folder.path + "/a/hollow\(number).ics", 60 << 20, "BEGIN:VCALENDAR\r\n")
        }
        var store: EventStore?
        let taken = try processorTime { store = try folder.open() }
        #expect(taken < .seconds(2))
        #expect(store?.known.items["a"]?.count == 1)
        #expect(store?.known.failures.count == 44)
        #expect(store?.known.diagnostics().filter { $0.message.contains("cannot be read") }.count == 44)
    }

    @Test func `a large file without holes is read`() throws {
        let folder = try StoreFolder("a")
        let note = "DESCRIPTION:" + String(repeating: "x", count: 3 << 20)
        try folder.write("a/x.ics", item("x", "1").replacing("END:VEVENT", with: note + "\r\nEND:VEVENT"))
        let store = try folder.open()
        #expect(store.known.failures.isEmpty)
        #expect(store.known.items["a"]?.count == 1)
    }

    @Test func `files over the store's size limit are skipped with a message`() throws {
        let folder = try StoreFolder("a")
        for name in ["x", "y", "z"] { try folder.write("a/\(name).ics", item(name, "1")) }
        let size = item("x", "1").utf8.count
        let reader = StoreReader(folder.root, merging: ItemMerging())
        let snapshot = try reader.read { view in
            let listing = try CalendarListing(folder.root, files: SystemFiles())
            var loading = FileLoading(view: view, zone: .utc, limits: ReadingLimits())
            loading.budget = ByteBudget(2 * size + 1)
            var snapshots = SnapshotLoading(listing: listing, loading: loading)
            return snapshots.snapshot()
        }
        #expect(snapshot.items["a"]?.count == 2)
        #expect(snapshot.failures.map(\.error) == [.noRoom])
    }
}

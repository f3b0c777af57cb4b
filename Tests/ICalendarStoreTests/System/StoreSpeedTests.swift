import Foundation
import ICalendar
import ICalendarStore
import Testing

@testable import store_process

#if canImport(Glibc)
    import Glibc
#endif

/// How long things take with many items.
///
/// Limits are generous, as other tests run at the same time; the numbers are printed.
@Suite(.serialized) struct StoreSpeedTests {
    @Test func `many items are listed with their stamps, and one is saved, in good time`() throws {
        let folders = (0..<10).map { "calendar\($0)" }
        let count = Int(ProcessInfo.processInfo.environment["ICALENDAR_ITEMS"] ?? "") ?? 2_000
        let store = try StoreFolder(onDisk: count > 2_000)
        for folder in folders { try store.make(folder: folder) }
        for number in 0..<count {
            let path = store.path + "/\(folders[number % 10])/\(number).ics"
            guard let file = unsafe fopen(path, "w") else { continue }
            unsafe fputs("BEGIN:VCALENDAR\r\n", file)
            unsafe fclose(file)
        }
        let reader = StoreReader(store.root, merging: LineMerge())
        var total = 0
        let listing = try ContinuousClock().measure {
            for folder in folders { total += try reader.read { try $0.items(in: Array(folder.utf8)) }.count }
        }
        #expect(total == count)
        #expect(listing < .seconds(2))
        let commit = Commit(to: store.root, merging: LineMerge())
        _ = try commit.run([.put([1], at: FilePlace("calendar1/new.ics"), over: nil)])
        let rounds = 20
        let saving = try ContinuousClock().measure {
            for round in 0..<rounds {
                let place = try FilePlace("calendar0/\(round * 10).ics")
                let change = FileChange.put(Array("changed\n".utf8), at: place, over: try store.base(place))
                _ = try commit.run([change])
            }
        }
        print(
            "\(count) items: listed in \(listing), one saved in \(saving / rounds), with bringing it to the disk"
        )
        #expect(saving / rounds < .milliseconds(250))
    }
}

import Foundation
import ICalendar
import Testing

@testable import ICalendarStore
@testable import store_process

#if canImport(Glibc)
    import Glibc
#endif

/// Measures the speed of a store with many items.
///
/// The numbers are only printed, because other tests run at the same time.
@Suite(.serialized) struct StoreSpeedTests {
    @Test func `many items are listed with their file stamps, and one is saved`() throws {
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
    }

    @Test func `a store with many items is opened, queried for a month, and edited item by item`() throws {
        let folders = (0..<10).map { "calendar\($0)" }
        let count = Int(ProcessInfo.processInfo.environment["ICALENDAR_ITEMS"] ?? "") ?? 2_000
        let store = try StoreFolder()
        for folder in folders { try store.make(folder: folder) }
        for number in 0..<count {
            try store.writeInPlace("\(folders[number % 10])/\(number).ics", Self.text(number))
        }
        let clock = ContinuousClock()
        let limits = ReadingLimits()
        let zone = try Zone(identifier: "Europe/Berlin")
        let reader = StoreReader(store.root, merging: ItemMerging())
        var snapshot = try StoreSnapshot(reader, zone: zone, limits: limits)
        let opening = try clock.measure { snapshot = try StoreSnapshot(reader, zone: zone, limits: limits) }
        let from = Instant(secondsSince1970: 1_772_319_600)
        let month = try OccurrenceWindow(from: from, to: from.adding(seconds: 31 * 86_400), in: zone)
        var found = 0
        let asking = clock.measure { for _ in snapshot.occurrences(in: month) { found += 1 } }
        #expect(found > 0)
        let rounds = 500
        var slowest = Duration.zero
        let saving = try clock.measure {
            for round in 0..<rounds {
                let number = round * 7919 % count
                let place = try FilePlace("\(folders[number % 10])/\(number).ics")
                let content = Array(Self.text(number + round + 1).utf8)
                let file = CommittedFile(place: place, content: content, version: nil, isMerged: false)
                slowest = max(slowest, clock.measure { snapshot.apply([file], limits: limits) })
            }
        }
        let refreshing = try clock.measure { _ = try snapshot.refreshed(folders: nil, reader) }
        print(
            "\(count) items: opened in \(opening); a month with \(found) events in \(asking); one change in"
                + " \(saving / rounds), at most \(slowest); looked at again in \(refreshing)"
        )
        #expect(snapshot.items.values.reduce(0) { $0 + $1.count } == count)
    }

    /// Returns an item.
    ///
    /// Every tenth item recurs, and every hundredth recurs endlessly.
    private static func text(_ number: Int) -> String {
        let days = 15_000 + number * 37 % 11_000
        let date = CivilDate(dayNumber: days).description.replacing("-", with: "")
        let rule =
            number % 100 == 5
            ? ["RRULE:FREQ=MONTHLY"] : number % 10 == 0 ? ["RRULE:FREQ=WEEKLY;COUNT=20"] : []
        let start = [
            "DTSTART;TZID=Europe/Berlin:\(date)T090000", "DTSTART;VALUE=DATE:\(date)",
            "DTSTART:\(date)T100000Z",
        ]
        let lines =
            ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Speed//EN", "BEGIN:VEVENT"]
            + ["UID:\(number)@studio.example", "DTSTAMP:20260101T000000Z", start[number % 3]] + rule
            + ["SUMMARY:Item \(number)", "LOCATION:Room \(number % 17)", "END:VEVENT", "END:VCALENDAR"]
        return lines.map { $0 + "\r\n" }.joined()
    }
}

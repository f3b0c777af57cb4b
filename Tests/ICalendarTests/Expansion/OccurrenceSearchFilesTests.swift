import Foundation
import ICalendar
import SystemIO
import TestTraits
import Testing

@testable import ICalendarCore

@Suite struct OccurrenceSearchFilesTests {
    /// Returns a calendar with weekly events from 1 January 2026.
    private func calendar(_ number: Int, events: Int = 1, remark: Bool = false) -> String {
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Nowhere \(number % 3)
            BEGIN:STANDARD
            DTSTART:19700101T000000
            TZOFFSETFROM:+0\(number % 3)00
            TZOFFSETTO:+0\(number % 3)00
            \(remark ? "RDATE:soon\n" : "")END:STANDARD
            END:VTIMEZONE

            """
        let all = (0..<events).map { event in
            """
            BEGIN:VEVENT
            UID:\(number)-\(event)
            DTSTART;TZID=Nowhere \(number % 3):20260101T100000
            RRULE:FREQ=WEEKLY;COUNT=5
            SUMMARY:Event \(event) of \(number)
            END:VEVENT

            """
        }
        return "BEGIN:VCALENDAR\nVERSION:2.0\n\(zone)\(all.joined())END:VCALENDAR\n"
    }

    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "search-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    private func search(threads: Int, progress: ReadingProgress? = nil) throws -> OccurrenceSearch {
        let range = try instant("2026-01-01", in: .utc)..<instant("2027-01-01", in: .utc)
        let window = try OccurrenceWindow(from: range.lowerBound, to: range.upperBound, in: .utc)
        return OccurrenceSearch(in: window, threads: threads, progress: progress)
    }

    /// Returns the complete result of reading files.
    private func described(_ paths: [CalendarPath], threads: Int) throws -> [String] {
        var search = try search(threads: threads)
        let results = search.read(contentsOf: paths).map { result in
            switch result {
            case .success(let diagnostics): diagnostics.map(\.description).joined(separator: "; ")
            case .failure(let error): "\(error.code): \(error.detail)"
            }
        }
        let statistics = search.statistics
        return results + search.occurrences().map { "\($0.uid) \($0.start) \($0.summary ?? "")" }
            + [
                "\(statistics.files) \(statistics.bytes) \(statistics.keptComponents) \(statistics.screenedOut)"
            ]
    }

    @Test(.long) func `several threads produce the same occurrences, in the same order, as one thread`()
        throws
    {
        try withFolder { folder in
            var paths: [CalendarPath] = []
            for number in 0..<70 {
                let path = folder.appending(path: "\(number).ics")
                let text =
                    switch number {
                    case 7: "no calendar\n"
                    case 20: calendar(number, events: 3000)
                    case 33: ""
                    case 40..<50: calendar(number, remark: true)
                    default: calendar(number)
                    }
                if number != 11 { try Data(text.utf8).write(to: path) }
                paths.append(CalendarPath(path.path()))
            }
            paths.insert(CalendarPath(folder.path()), at: 30)
            let one = try described(paths, threads: 1)
            #expect(one.count > 15_000)
            #expect(one[7].hasPrefix("not-a-calendar"))
            #expect(one[11].hasPrefix("unreadable"))
            #expect(one[30].hasPrefix("not-a-calendar"))
            #expect(one[41 + 1].contains("41.ics"))
            for threads in [2, 5] { #expect(try described(paths, threads: threads) == one) }
        }
    }

    @Test func `a file whose name is not UTF-8 is screened like any other file`() throws {
        try withFolder { folder in
            let path = CalendarPath(
                bytes: Array("\(folder.path())/".utf8) + [0xFF, 0xFE] + Array(".ics".utf8)
            )
            let plain = folder.appending(path: "plain.ics")
            try Data(calendar(1).utf8).write(to: plain)
            let isLinked = unsafe path.withCString { target in
                unsafe plain.path().withCString { unsafe link($0, target) == 0 }
            }
            // Some file systems do not allow names that are not UTF-8.
            guard isLinked else { return }
            var search = try search(threads: 2)
            try search.read(contentsOf: path)
            #expect(search.occurrences().count() == 5)
            #expect(search.statistics.files == 1)
        }
    }

    @Test func `statistics and progress count the input`() throws {
        try withFolder { folder in
            let count = Counter()
            var search = try search(threads: 2) { count.add($0) }
            var text = calendar(1, events: 3)
            text += text.replacingOccurrences(of: "20260101T", with: "20100101T")
            let path = folder.appending(path: "a.ics")
            try Data(text.utf8).write(to: path)
            for result in search.read(contentsOf: [CalendarPath(path.path())]) { _ = try result.get() }
            let statistics = search.statistics
            #expect(statistics.bytes == text.utf8.count)
            #expect(count.total == text.utf8.count)
            #expect(statistics.screenedOut == 3)
            #expect(statistics.keptComponents == 3 + 2 + 2)
            #expect(statistics.components == 10)
            #expect((1..<text.utf8.count).contains(statistics.keptBytes))
        }
    }

    @Test func `files close to a block size are read to the end`() throws {
        try withFolder { folder in
            let path = folder.appending(path: "sized.ics")
            let start = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260101T100000Z\r\nDESCRIPTION:"
            let end = "\r\nEND:VEVENT\r\nEND:VCALENDAR"
            for size in [0, 1, 400, 511, 512, 513] + ((1 << 20) - 2...(1 << 20) + 2) {
                let filling = max(0, size - start.utf8.count - end.utf8.count)
                let text = start + String(repeating: "x", count: filling) + end
                try Data(text.utf8).write(to: path)
                let file = try CalendarFile(contentsOf: path.path())
                let event = try #require(file.calendars.first?.events.first)
                #expect((event.component.text("DESCRIPTION") ?? "").count == filling)
                #expect(file.diagnostics.isEmpty)
            }
        }
    }

    /// A thread-safe counter.
    private final class Counter: Sendable {
        private let monitor = Monitor(0)
        var total: Int { monitor.change { $0 } }
        func add(_ bytes: Int) { monitor.change { $0 += bytes } }
    }
}

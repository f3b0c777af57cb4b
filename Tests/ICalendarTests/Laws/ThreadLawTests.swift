import TestTraits
import Testing

@testable import ICalendarCore
import ICalendar

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Tests that the number of decoding threads does not affect the result.
struct ThreadLawTests {
    private static let corpus =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
        + "/Corpus/"

    private static let paths: [String] = ["broken", "calendars", "demo"].flatMap { folder in
        ((try? FileManager.default.contentsOfDirectory(atPath: corpus + folder)) ?? [])
            .filter { $0.hasSuffix(".ics") }.map { folder + "/" + $0 }.sorted()
    }

    @Test func `the corpus is not empty`() {
        #expect(Self.paths.count > 60)
    }

    @Test(.long, arguments: paths)
    func `the number of threads does not affect how a corpus calendar is read`(path: String) throws {
        let bytes = try #require(FileManager.default.contents(atPath: Self.corpus + path))
        compare(Array(bytes), ReadingLimits())
    }

    @Test func `the number of threads does not affect which diagnostics the limit drops`() {
        var text = "BEGIN:VCALENDAR\nVERSION:2.0\nno colon\n"
        for number in 0..<50 {
            text += "BEGIN:VEVENT\nUID:\(number)\nDTSTART:20269901\nbroken\nbroken\nEND:VEVENT\nstray\n"
        }
        text += "END:VEVENT\nBEGIN:VEVENT\nSUMMARY: outside\nEND:VEVENT\n"
        for limit in [0, 1, 7, 1000] {
            var limits = ReadingLimits()
            limits.diagnostics = limit
            compare(Array(text.utf8), limits)
        }
    }

    @Test(.long, arguments: paths)
    func `searching the corpus produces the same result for any part size`(path: String) throws {
        let bytes = Array(try #require(FileManager.default.contents(atPath: Self.corpus + path)))
        compareSearches(bytes)
        compareSearches(bytes + bytes)
    }

    @Test(
        .long,
        arguments: [
            "BEGIN:X-ODD\nBEGIN:VEVENT\nUID:in\nDTSTART:20260101\nEND:VEVENT\nEND:X-ODD\n",
            "END:VEVENT\nEND:VEVENT\n",
            "BEGIN:VEVENT\nUID:open\n", "BEGIN:VCARD\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCARD\n",
            "stray\nstray\n",
            "END:VCALENDAR\nBEGIN:VCALENDAR\nstray\n",
            "END:VCALENDAR\nBEGIN:VEVENT\nUID:out\nDTSTART:20260101\nEND:VEVENT\n",
            "SUMMARY:a\rb\n", "X-A:b\r\r\n", "\n\n\n", "\u{FEFF}\n", "END:VCALENDAR\n", "BEGIN:VCALENDAR\n",
            "BEGIN:VEVENT\nBEGIN:VALARM\nEND:VEVENT\n", "X-LONG:\(String(repeating: "x", count: 300))\n",
        ]
    )
    func `an unusual layout at a part boundary does not affect the result`(odd: String) {
        func event(_ number: Int, _ year: Int) -> String {
            "BEGIN:VEVENT\nUID:\(number)\nSEQUENCE:\(number % 3)\nDTSTART:\(year)0102T100000Z\nSUMMARY:a\n b\nEND:VEVENT\n"
        }
        for place in 0...4 {
            var text = "BEGIN:VCALENDAR\nVERSION:2.0\n"
            for number in 0..<5 {
                if number == place { text += odd }
                text += event(number, number % 2 == 0 ? 2026 : 2001) + (number == 3 ? "stray\n" : "")
            }
            text += "END:VCALENDAR\n"
            compareSearches(Array(text.utf8))
        }
    }

    /// Compares one thread with three threads that read parts of different sizes.
    private func compareSearches(_ bytes: [UInt8]) {
        let alone = searched(bytes, threads: 1, partSize: .max)
        for size in [1, 64, 200, 1000] {
            #expect(searched(bytes, threads: 3, partSize: size) == alone, "parts of \(size) bytes")
        }
    }

    /// Returns the visible result of a search, or its error.
    private func searched(_ bytes: [UInt8], threads: Int, partSize: Int) -> [String] {
        let screen = ComponentScreen(searched: 1_767_225_600..<1_769_904_000)
        do {
            let file = try ScreenedFile(
                ByteSource(bytes: bytes, name: "f.ics"),
                screen: screen,
                limits: ReadingLimits(),
                threads: threads,
                partSize: partSize
            )
            return file.calendars.flatMap { calendar in
                described(calendar.object.component) + [
                    "\(calendar.coverage) \(calendar.absentOverrides.map(\.schedule))"
                ]
                    + calendar.events.map { "\($0.schedule) \($0.decoded())" }
                    + (0..<5).map { "\(calendar.revisions.highest(of: UIDHash(String($0))) ?? -1)" }
            } + file.diagnostics.map(\.description)
        } catch {
            return ["\(error)"]
        }
    }

    /// Compares one thread and one batch with four threads and a batch per component.
    private func compare(_ bytes: [UInt8], _ limits: ReadingLimits) {
        let alone = described(bytes, limits, threads: 1, batchSize: .max)
        #expect(described(bytes, limits, threads: 4, batchSize: 1) == alone)
        #expect(described(bytes, limits, threads: 1, batchSize: 1) == alone)
    }

    /// Returns the visible contents of a file, or its error.
    private func described(
        _ bytes: [UInt8],
        _ limits: ReadingLimits,
        threads: Int,
        batchSize: Int
    ) -> [String] {
        do {
            let source = ByteSource(bytes: bytes, name: "f.ics")
            let file = try CalendarFile(source, limits, threads: threads, batchSize: batchSize)
            return file.calendars.flatMap { described($0.component) } + file.diagnostics.map(\.description)
        } catch {
            return ["\(error)"]
        }
    }

    private func described(_ component: Component) -> [String] {
        ["\(component.name) \(component.line ?? 0)"]
            + component.properties.map { "\($0) \($0.line ?? 0) \($0.sourceBytes ?? [])" }
            + component.components.flatMap { described($0) }
    }
}

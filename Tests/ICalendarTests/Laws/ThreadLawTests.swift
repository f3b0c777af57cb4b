import Testing

@testable import ICalendar

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// However many threads decode a file, the same comes out.
struct ThreadLawTests {
    private static let corpus =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
        + "/Corpus/"

    private static let paths: [String] = ["broken", "calendars", "demo"].flatMap { folder in
        ((try? FileManager.default.contentsOfDirectory(atPath: corpus + folder)) ?? [])
            .filter { $0.hasSuffix(".ics") }.map { folder + "/" + $0 }.sorted()
    }

    @Test func `the corpus is found`() {
        #expect(Self.paths.count > 60)
    }

    @Test(arguments: paths)
    func `a calendar of the corpus is the same for any number of threads`(path: String) throws {
        let bytes = try #require(FileManager.default.contents(atPath: Self.corpus + path))
        compare(Array(bytes), ReadingLimits())
    }

    @Test func `the limit of diagnostics leaves out the same ones for any number of threads`() {
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

    /// Compares one thread and a single batch with four threads and a batch a component.
    private func compare(_ bytes: [UInt8], _ limits: ReadingLimits) {
        let alone = described(bytes, limits, threads: 1, batchSize: .max)
        #expect(described(bytes, limits, threads: 4, batchSize: 1) == alone)
        #expect(described(bytes, limits, threads: 1, batchSize: 1) == alone)
    }

    /// All of a file that a caller can see, or the error.
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

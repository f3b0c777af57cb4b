#if Libical
    import Foundation
    import ICalendar
    import ICalendarLibical
    import Testing

    /// Compares the article about the causes of differences with the corpus.
    ///
    /// `UPDATE_CORPUS=1` updates the article.
    @Suite struct WhereLibicalDiffersTests {
        private static let article =
            CalendarFiles.root + "/Sources/ICalendarLibical/ICalendarLibical.docc/Where-libical-differs.md"

        private func text() throws -> String {
            var counts: [String: Int] = [:]
            var files: [String: Set<String>] = [:]
            let year = try window("2026-01-01", "2027-01-01")
            for path in CalendarFiles.paths where path.hasPrefix(CalendarFiles.root + "/Corpus/") {
                let bytes = try CalendarFiles.bytes(path)
                guard let found = try? EngineDifferences(bytes: bytes, in: year) else { continue }
                for difference in found.all {
                    counts[difference.cause?.name ?? "unknown", default: 0] += 1
                    files[difference.cause?.name ?? "unknown", default: []].insert(path)
                }
            }
            func table(_ defects: [LibicalDefect]) -> String {
                var lines = ["| cause | libical 3.0.16 | RFC | example | files |", "|---|---|---|---|---|"]
                for defect in defects {
                    let count = files[defect.name]?.count ?? 0
                    let example = defect.example.replacing("|", with: "\\|")
                    lines.append(
                        "| `\(defect.name)` | \(defect.behavior) | \(defect.section) | `\(example)` | \(count) |"
                    )
                }
                return lines.joined(separator: "\n")
            }
            return """
                # Where libical differs

                The known differences between libical 3.0.16 and this package, and the number of corpus files that show
                each difference.

                ## Overview

                The corpus contains broken files on purpose, so the counts show how often the tests cover a difference,
                not how common it is. To list the differences for your own calendars, use `ics-expand --compare-engines
                FILE` or, in a program, ``EngineDifferences``.

                ## Read or expanded differently

                \(table(LibicalDefect.all.filter { !$0.isRefused }))

                ## Not passed to libical

                Given the following input, libical would corrupt memory, read freed memory, or take a very long time.
                This package therefore reads the input natively and reports the cause.

                \(table(LibicalDefect.all.filter(\.isRefused)))

                Differences with an unknown cause: \(counts["unknown"] ?? 0) of \(counts.values.reduce(0, +)).

                """
        }

        @Test func `the article matches the corpus`() throws {
            let text = try text()
            if ProcessInfo.processInfo.environment["UPDATE_CORPUS"] == "1" {
                try text.write(toFile: Self.article, atomically: true, encoding: .utf8)
            }
            #expect(try String(contentsOfFile: Self.article, encoding: .utf8) == text)
        }
    }
#endif

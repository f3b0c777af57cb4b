import Foundation
import ICalendar
import Testing

@Suite struct ReadmeTests {
    private static let article = "Sources/ICalendar/ICalendar.docc/Articles/On-the-command-line.md"

    /// Returns the lines of a document's first code block in the given language.
    private func block(_ language: String, of document: String = "README.md") throws -> [String] {
        let readme = try String(
            contentsOf: BuiltProgram.packageFolder.appending(path: document),
            encoding: .utf8
        )
        let lines = readme.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let start = try #require(lines.firstIndex(of: "```\(language)"))
        return Array(lines[(start + 1)...].prefix { $0 != "```" })
    }

    @Test(arguments: [("README.md", 3), (article, 9)])
    func `every shell line in a document runs and prints something`(document: String, count: Int) throws {
        let block = try block("sh", of: document)
        #expect(block.first == #"export PATH="$PWD/.build/release:$PATH""#)
        let lines = block.dropFirst()
        #expect(lines.count == count)
        for line in lines {
            // `head` can exit before the program has written everything.
            let result = try BuiltProgram.shell("set +o pipefail\n" + line)
            #expect(result.status == 0, "\(line)\n\(result.errors)")
            #expect(!result.output.isEmpty, "\(line)")
            #expect(result.errors == "", "\(line)")
        }
    }

    /// Returns the code in backticks from one column of the article's feature table.
    private func cells(_ column: Int) throws -> [String] {
        let article = try String(
            contentsOf: BuiltProgram.packageFolder.appending(path: Self.article),
            encoding: .utf8
        )
        let features = try #require(article.components(separatedBy: "## Features").dropFirst().first)
        let rows = features.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("`") }
        return rows.flatMap { row in
            row.split(separator: "|", omittingEmptySubsequences: false)[column].split(separator: "`")
                .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && $0 != "," }
        }
    }

    @Test func `every option in the feature table is in the help`() throws {
        let help = try BuiltProgram.run(["--help"]).output
        let options = try cells(3)
        #expect(options.count == 15)
        for option in options {
            let words = option.split(separator: " ").map(String.init)
            #expect(words.allSatisfy { help.contains($0) }, "\(option)")
        }
    }

    @Test func `every expression in the feature table is compiled below`() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let expressions = try cells(2)
        #expect(expressions.count == 15)
        for expression in expressions { #expect(source.contains("{ \(expression) },"), "\(expression)") }
    }

    @Test(.enabled(if: runsInPackage, "runs only in the package folder"))
    func `the expressions in the feature table work`() throws {
        let file = try CalendarFile(contentsOf: "Corpus/demo/studio.ics")
        let zone = try Zone(identifier: "Europe/Berlin")
        let now = Instant(Date())
        let window = try OccurrenceWindow(from: now, to: now.adding(seconds: 86_400), in: zone)
        let calendar = try #require(file.calendars.first)
        let event = try #require(calendar.events.first)
        let shown: [() -> Any?] = [
            { file.occurrences(in: window) },
            { OccurrenceSearch(in: window) },
            { OccurrenceIndex(of: file, in: zone) },
            { Explanation(of: "stand-up@studio.example", in: file, window: window) },
            { calendar.events },
            { CalendarObject(events: [event]) },
            { calendar.icsData() },
            { calendar.jCalData() },
            { file.validate() },
            { file.repaired() },
            { file.freeBusy(in: window) },
            { file.conflicts(in: window) },
            { file.alarms(in: window) },
            { CalendarDifference(from: file, to: file) },
            { IsolatedReader(worker: "ics-expand") },
        ]
        for use in shown { #expect(use() != nil) }
    }

    @Test func `the README's Swift code matches the code compiled below`() throws {
        let shown = try block("swift").filter { !$0.hasPrefix("import ") && !$0.isEmpty }
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let lines = source.split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex(of: "        // README >"))
        let compiled = lines[(start + 1)...].prefix { $0 != "        // < README" }.map { $0.dropFirst(8) }
        // Readers use their own calendar, so only the path differs.
        let expected = compiled.map { String($0).replacing("Corpus/demo/studio.ics", with: "calendar.ics") }
        #expect(shown == expected)
    }

    /// Whether the demo calendar's path is valid in the current folder, the package folder under `swift
    /// test`.
    private static let runsInPackage = FileManager.default.fileExists(atPath: "Corpus/demo/studio.ics")

    @Test(.enabled(if: runsInPackage, "runs only in the package folder"))
    func `the README's Swift examples run`() throws {
        // README >
        let file = try CalendarFile(contentsOf: "Corpus/demo/studio.ics")
        for occurrence in file.occurrences(in: try .days(7, from: Date())) {
            guard occurrence.status != .cancelled else { continue }
            print(occurrence.start, occurrence.summary ?? "(no title)", occurrence.location ?? "")
            for attendee in occurrence.attendees where attendee.status == .accepted {
                print("  with", attendee.name ?? attendee.email ?? attendee.uri)
            }
        }
        // < README
        #expect(file.diagnostics.isEmpty)
        #expect(file.occurrences(in: try .days(30, from: Date())).contains { _ in true })
    }
}

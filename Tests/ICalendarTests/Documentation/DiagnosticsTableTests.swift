import Foundation
import ICalendar
import Testing

/// Compares the article about diagnostics with the corpus and the sources.
@Suite struct DiagnosticsTableTests {
    private static let article = (try? Article.lines("Diagnostics")) ?? []
    private static let rows = DiagnosticRow.rows(in: article)

    /// The modules with messages that the article lists.
    private static let modules = [
        "ICalendarCore", "ICalendarExchange", "ICalendarReports", "ICalendarLibical", "ICalendarStore",
        "ICalendarExplaining", "ICSConsole", "ICSExpand",
    ]

    /// The declarations that contain messages outside the calls that create diagnostics.
    private static let declarations = [
        ("ICalendarCore/Reading/Decoding/JoinedLine.swift", "var remark: String"),
        ("ICalendarCore/Reading/Decoding/JoinedLine.swift", "mutating func add("),
        ("ICalendarCore/Reading/Properties/ValueLimits.swift", "private static func note("),
        ("ICalendarCore/Rules/Plans/RuleScreening.swift", "let what ="),
        ("ICalendarCore/Series/Assembly/OverrideMatching.swift", "func matchedByDay("),
        ("ICalendarCore/Series/Assembly/SeriesBuilder+Remarks.swift", "var readAsNextDay"),
        ("ICalendarCore/Views/People/CalendarAddress.swift", "enum Guess"),
        ("ICalendarCore/Zones/ZoneNames.swift", "func guess(_"),
        ("ICalendarCore/Zones/ZoneNames.swift", "return (zone, \"time zone"),
        ("ICalendarExchange/ExtendedTimeText.swift", "static let remark ="),
        ("ICalendarExplaining/ClockChangeSearch.swift", "remark = end.map"),
        ("ICalendarStore/Committing/LeftOutStep.swift", "var remark: String"),
        ("ICalendarStore/Items/ReminderRemarks.swift", "func remark(on"),
        ("ICalendarStore/Layout/UnreadName.swift", "enum Reason"),
    ]

    /// The files in which calls that look like diagnostics contain no diagnostic messages.
    private static let otherFiles: Set = [
        // These files contain validation findings.
        "ICalendarCore/Grammar/MethodGrammar.swift",
        // These files contain names of calendar systems.
        "ICalendarCore/Libical/ScaleTables.swift",
        // These files contain results of importing a message.
        "ICalendarStore/Scheduling/RevisionMerge.swift",
        // These files contain lines to compare.
        "ICalendarLibical/ComponentComparison.swift",
        // These files contain JSON keys.
        "ICSConsole/Rows/EventRows.swift",
    ]

    /// Strings in diagnostic calls that are not messages.
    private static let otherTexts: Set = [
        // A label for a run of similar diagnostics.
        "two on one line"
    ]

    @Test func `the article has a table for every code`() throws {
        let source = try Self.source("ICalendarCore/Model/Diagnostic.swift")
        let codes = Set(source.matches(of: #/Code\("([a-z-]+)"\)/#).map { String($0.output.1) })
        #expect(codes.count >= 19)
        #expect(Set(Self.rows.map(\.code)) == codes)
        #expect(Self.rows.count > 100)
        #expect(Self.rows.allSatisfy { !$0.patterns.isEmpty })
    }

    @Test func `the article has a row for every fatal reading error`() throws {
        let source = try Self.source("ICalendarCore/Model/CalendarError.swift")
        let codes = Set(source.matches(of: #/Code\("([a-z-]+)"\)/#).map { String($0.output.1) })
        #expect(codes.count >= 7)
        let cells = Self.article.compactMap { line in
            line.firstMatch(of: #/^\| `([a-z-]+)` \|/#).map { String($0.output.1) }
        }
        #expect(Set(cells) == codes)
    }

    @Test func `no two rows describe the same message`() {
        for row in Self.rows {
            for pattern in row.patterns {
                let message = pattern.replacing("…", with: "x")
                #expect(Self.rows.filter { $0.describes(row.code, row.severity, message) } == [row])
            }
        }
    }

    @Test func `exactly one row describes each diagnostic in the corpus`() throws {
        var count = 0
        var found: Set<DiagnosticRow> = []
        let window = try window("2026-01-01", "2027-01-01")
        for path in CalendarFiles.paths where path.hasPrefix("\(CalendarFiles.root)/Corpus") {
            guard let file = try? CalendarFile(contentsOf: path) else { continue }
            let all =
                file.diagnostics + file.occurrences(in: window).diagnostics
                + file.alarms(in: window, limit: 1000).diagnostics
            for diagnostic in all {
                count += 1
                let rows = Self.rows(of: diagnostic)
                #expect(rows.count == 1, "\(diagnostic.code) \(diagnostic)")
                found.formUnion(rows)
            }
        }
        #expect(count > 200)
        #expect(found.count > 60)
    }

    @Test func `every message in the sources appears in the article`() throws {
        var found = MessageLiterals()
        for module in Self.modules {
            let folder = Self.sources.appending(path: module)
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path())
            where name.hasSuffix(".swift") && !Self.otherFiles.contains("\(module)/\(name)") {
                found.add("\(module)/\(name)", try Self.source("\(module)/\(name)"))
            }
        }
        for (path, declaration) in Self.declarations {
            let isFound = found.add(path, try Self.source(path), declaration: declaration)
            #expect(isFound, "\(path): \(declaration)")
        }
        #expect(found.literals.count > 100)
        let text = Self.article.joined(separator: "\n")
        for literal in found.literals {
            for fragment in literal.fragments.map(Self.trimmed)
            where fragment.count >= 12 && !Self.otherTexts.contains(fragment) {
                #expect(text.contains(fragment), "\(literal.path): \(fragment)")
            }
        }
    }

    /// Returns the rows that describe a diagnostic.
    private static func rows(of diagnostic: Diagnostic) -> [DiagnosticRow] {
        func rows(_ message: String) -> [DiagnosticRow] {
            self.rows.filter {
                $0.describes(diagnostic.code.description, diagnostic.severity.rawValue, message)
            }
        }
        let found = rows(diagnostic.message)
        if !found.isEmpty { return found }
        return DiagnosticRow.withoutPrefix(diagnostic.message).map(rows) ?? []
    }

    private static let sources = HouseTests.root.appending(path: "Sources")

    private static func source(_ path: String) throws -> String {
        try String(contentsOf: sources.appending(path: path), encoding: .utf8)
    }

    private static func trimmed(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespaces)
    }
}

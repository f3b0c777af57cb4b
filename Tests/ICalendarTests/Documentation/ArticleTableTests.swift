import Foundation
import ICalendar
import Testing

/// Tests the article tables that show event lines and how they are read.
@Suite struct ArticleTableTests {
    /// A table row: the event lines, and the code in the next two columns.
    private struct Row {
        var lines: [String]
        var values: [String]
        var messages: [String]

        /// Creates a row from Markdown.
        init(_ text: String) throws {
            let cells = text.split(separator: "|", omittingEmptySubsequences: false).map { cell in
                cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                    .filter { $0.offset % 2 == 1 }.map { String($0.element) }
            }
            try #require(cells.count >= 4, "\(text)")
            (lines, values, messages) = (cells[1], cells[2], cells[3])
        }

        /// Returns a calendar with the event.
        func file() throws -> CalendarFile {
            let head = [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VEVENT", "UID:row@example.com",
            ]
            let lines = head + ["DTSTAMP:20260101T000000Z"] + lines + ["END:VEVENT", "END:VCALENDAR"]
            return try CalendarFile(text: lines.joined(separator: "\r\n"))
        }
    }

    private func rows(of article: String) throws -> [Row] {
        try Article.lines(article).filter { $0.hasPrefix("| `DTSTART") }.map(Row.init)
    }

    /// The four years 2024 through 2027.
    private func window() throws -> OccurrenceWindow {
        let from = try EventTime("2024-01-01").civil
        return try OccurrenceWindow(
            from: Zone.utc.instant(of: from),
            to: Zone.utc.instant(of: from.adding(seconds: 1461 * 86_400)),
            in: .utc
        )
    }

    /// Returns all strings in a JSON value.
    private func texts(_ value: Any) -> [String] {
        switch value {
        case let text as String: [text]
        case let list as [Any]: list.flatMap(texts)
        case let object as [String: Any]: object.values.flatMap(texts)
        default: []
        }
    }

    @Test func `the article about real-world files shows what is read and reported`() throws {
        let rows = try rows(of: "What-the-wild-sends")
        #expect(rows.count > 30)
        for row in rows {
            let file = try row.file()
            let occurrences = file.occurrences(in: try window())
            let messages = (file.diagnostics + occurrences.diagnostics).map(\.message)
            #expect(messages == row.messages, "\(row.lines)")
            let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(Array(occurrences)))
            let texts = Set(texts(json))
            for value in row.values { #expect(texts.contains(value), "\(value) of \(row.lines)") }
        }
    }

    @Test(arguments: [("How-a-rule-is-expanded", 24), ("Time-in-this-library", 4)])
    func `an article shows the first instances of an event`(article: String, count: Int) throws {
        let rows = try rows(of: article)
        #expect(rows.count >= count)
        for row in rows {
            let occurrences = try row.file().occurrences(in: try window())
            let isWithEnd = row.values.first?.contains(" to ") ?? false
            let found = occurrences.prefix(row.values.count).map { occurrence in
                isWithEnd ? "\(occurrence.start) to \(occurrence.end)" : "\(occurrence.start)"
            }
            #expect(found == row.values, "\(row.lines)")
            #expect(occurrences.diagnostics.isEmpty, "\(row.lines): \(occurrences.diagnostics)")
        }
    }
}

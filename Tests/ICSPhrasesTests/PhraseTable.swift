import Foundation
import ICalendar

@testable import ICSPhrases

/// A row of `Corpus/phrases/phrases.txt`.
struct PhraseRow: Sendable, CustomStringConvertible {
    let line: Int
    let text: String
    let context: PhraseContext
    /// The meaning in words, or the reason for a rejection.
    let meaning: String
    let isRefused: Bool

    var description: String { "line \(line): \(text)" }

    static let all = Result { try read() }

    private static func read() throws -> [PhraseRow] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let table = try String(
            contentsOf: root.appending(path: "Corpus/phrases/phrases.txt"),
            encoding: .utf8
        )
        var context: PhraseContext?
        var rows: [PhraseRow] = []
        for (number, line) in table.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.isEmpty || line.hasPrefix("# ") { continue }
            if line.hasPrefix("@ ") {
                let words = line.split(separator: " ").map(String.init)
                guard words.count == 4 else { throw TableError(line: number + 1) }
                context = try Self.context(words[1], words[2], words[3])
                continue
            }
            let separator = [" => ", " !! "].compactMap { line.firstRange(of: $0) }.first
            guard let separator, let context else { throw TableError(line: number + 1) }
            rows.append(
                PhraseRow(
                    line: number + 1,
                    text: String(line[..<separator.lowerBound]).replacing("\\u{202E}", with: "\u{202E}"),
                    context: context,
                    meaning: String(line[separator.upperBound...]),
                    isRefused: line[separator].contains("!")
                )
            )
        }
        return rows
    }

    static func context(_ present: String, _ order: String, _ zone: String) throws -> PhraseContext {
        let zone = try Zone(identifier: zone)
        let order: DateOrder =
            switch order {
            case "day-first": .dayFirst
            case "month-first": .monthFirst
            default: .unknown
            }
        return PhraseContext(now: zone.instant(of: try EventTime(present).civil), zone: zone, order: order)
    }

    struct TableError: Error { let line: Int }
}

import ICalendar

/// A row of the tables in the article about diagnostics.
struct DiagnosticRow: Hashable, CustomStringConvertible {
    let code: String
    let severity: String
    /// The message patterns, in which `…` stands for any text.
    let patterns: [String]

    var description: String { "\(code) \(severity) \(patterns)" }

    /// Returns an article's rows: those of the tables under a `### CODE` heading.
    static func rows(in article: [String]) -> [DiagnosticRow] {
        var code: String?
        return article.compactMap { line in
            if line.hasPrefix("#") {
                code = line.hasPrefix("### ") ? String(line.dropFirst(4)) : nil
            }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingPrefix { $0 == " " } }
            guard let heading = code, cells.count == 5 else { return nil }
            let severity = cells[1].prefix { $0 != " " }
            guard Diagnostic.Severity(rawValue: String(severity)) != nil else { return nil }
            // Every other part is inside backticks.
            let parts = cells[2].split(separator: "`", omittingEmptySubsequences: false)
            let patterns = parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
            return DiagnosticRow(code: heading, severity: String(severity), patterns: patterns)
        }
    }

    /// Returns whether the row describes a diagnostic.
    ///
    /// Two kinds of prefix can precede the message.
    func describes(_ code: String, _ severity: String, _ message: String) -> Bool {
        self.code == code && self.severity == severity
            && patterns.contains { Self.matches(Array(message.utf8), $0) }
    }

    /// Returns the message without its prefix: the component or time zone that a rule belongs to.
    static func withoutPrefix(_ message: String) -> String? {
        if message.hasPrefix("AVAILABLE: ") { return String(message.dropFirst("AVAILABLE: ".count)) }
        guard message.hasPrefix("time zone \""), let end = message.firstRange(of: "\": ") else { return nil }
        return String(message[end.upperBound...])
    }

    /// Returns whether a message contains the parts of a pattern in order.
    ///
    /// Compares bytes, because quoted text can start with a combining accent.
    private static func matches(_ message: [UInt8], _ pattern: String) -> Bool {
        let texts = pattern.split(separator: "…", omittingEmptySubsequences: false).map { Array($0.utf8) }
        guard let first = texts.first, let last = texts.last, message.starts(with: first) else {
            return false
        }
        if texts.count == 1 { return message == first }
        var rest = message.dropFirst(first.count)
        for text in texts.dropFirst().dropLast() {
            guard let range = rest.firstRange(of: text) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
    }
}

import Foundation

/// The message string literals in the sources.
///
/// Scans text instead of parsing: it looks at calls that create diagnostics and at their continuation lines.
struct MessageLiterals {
    /// A literal without its interpolations.
    struct Literal: Hashable {
        /// The path relative to `Sources`.
        let path: String
        /// The text between the interpolations.
        let fragments: [String]
    }

    /// The distinct literals.
    private(set) var literals: Set<Literal> = []

    /// The calls and declarations that create a diagnostic.
    private static let calls = [
        "note(", "warn(", "refuse(", "add(", "addRun(", "Diagnostic(", "ValueRemark(", "remark(",
        "remarks.append(", "let message =", "let remark =",
    ]

    /// Adds the literals in a file's calls.
    mutating func add(_ path: String, _ text: String) {
        scan(path, text) { line in
            !line.contains("func ") && Self.calls.contains { line.contains($0) }
        }
    }

    /// Adds the literals in a declaration that contains messages outside calls.
    ///
    /// Returns whether the declaration exists.
    mutating func add(_ path: String, _ text: String, declaration: String) -> Bool {
        scan(path, text) { $0.contains(declaration) }
    }

    /// Adds the literals in each statement whose first line matches.
    ///
    /// Returns whether any line matches.
    @discardableResult
    private mutating func scan(_ path: String, _ text: String, where isStart: (Substring) -> Bool) -> Bool {
        var isFound = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false)
        where !line.trimmingPrefix(while: \.isWhitespace).hasPrefix("//") && isStart(line) {
            isFound = true
            var scanner = StatementScanner(text.utf8[line.startIndex...])
            scanner.run()
            for fragments in scanner.literals {
                literals.insert(Literal(path: path, fragments: fragments))
            }
        }
        return isFound
    }
}

/// Scans one statement, from the start of its first line to the end of its last.
private struct StatementScanner {
    private let bytes: [UInt8]
    private var place = 0
    private(set) var literals: [[String]] = []

    init(_ text: Substring.UTF8View) {
        // No statement with a message is longer than this.
        bytes = Array(text.prefix(8000))
    }

    mutating func run() {
        var depth = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                let fragments = literal()
                literals.append(fragments)
                continue
            case UInt8(ascii: "/") where next == UInt8(ascii: "/"):
                while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
                continue
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "\n"):
                if depth < 0 || depth == 0 && !isContinued { return }
            default: break
            }
            place += 1
        }
    }

    private var next: UInt8? { place + 1 < bytes.count ? bytes[place + 1] : nil }

    /// Whether the statement continues after the line end at ``place``.
    private var isContinued: Bool {
        let before = bytes[..<place].last { $0 != UInt8(ascii: " ") }
        let after = bytes[place...].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
        return before.map { Array("=+?:,".utf8).contains($0) } == true
            || after.map { Array("\"+?:".utf8).contains($0) } == true
    }

    /// Reads the literal that starts at ``place`` and returns the text between its interpolations.
    private mutating func literal() -> [String] {
        var fragments: [String] = []
        var current: [UInt8] = []
        place += 1
        while place < bytes.count, bytes[place] != UInt8(ascii: "\""), bytes[place] != UInt8(ascii: "\n") {
            guard bytes[place] == UInt8(ascii: "\\") else {
                current.append(bytes[place])
                place += 1
                continue
            }
            if next == UInt8(ascii: "(") {
                fragments.append(String(decoding: current, as: UTF8.self))
                current = []
                place += 2
                skipInterpolation()
            } else {
                // The only escapes in messages are quotes and backslashes.
                if let next { current.append(next) }
                place += 2
            }
        }
        place += 1
        return fragments + [String(decoding: current, as: UTF8.self)]
    }

    /// Skips to the parenthesis that ends an interpolation.
    ///
    /// Literals inside it are separate.
    private mutating func skipInterpolation() {
        var depth = 1
        while place < bytes.count, depth > 0 {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                let fragments = literal()
                literals.append(fragments)
                continue
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            default: break
            }
            place += 1
        }
    }
}

import Foundation
import Testing

/// Tests the wording of comments, messages, help and documents.
@Suite struct LanguageTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Wording that reads like a translation, with suggested replacements.
    private static let forbidden: [(pattern: String, instead: String)] = [
        (#"\bpass(ed|es|ing)? over\b"#, "skipped, ignored"),
        (#"\bleft out\b|\bleav(e|es|ing) out\b"#, "skipped, ignored, absent"),
        (#"\b(is|are) not used\b"#, "ignored, unused"),
        (#"\bmend(s|ed|ing)?\b"#, "repair, fix"),
        (#"\bshall\b"#, "must"),
        (#"\bto be had\b"#, "available"),
        (#"\b(is|are|was|were) (asked|told)\b"#, "an active verb"),
        (#"\bsays\b"#, "states, reports, specifies"),
        (#"\bstands\b(?! for)"#, "is, applies, remains"),
        (#"\bwhoever\b"#, "a noun"),
        (#"\ball the same\b"#, "anyway"),
        (
            #"\bread all the same\b|\bso is one more\b|\bthe first stands\b"#,
            "read anyway, and 1 more, using the first"
        ),
        (
            #"\b(is|are) no (?!longer\b|more\b|later\b|earlier\b|less\b|greater\b|larger\b|fewer\b|wider\b|other\b|single\b)[A-Za-z]"#,
            "is not a"
        ),
        (#"^\s*/// (So many|As many|What|Who|Whose|Whoever) "#, "a noun phrase or a third-person verb"),
    ]

    /// Returns the comments and string literals in a line of Swift.
    private func prose(_ line: Substring) -> String {
        if let comment = line.firstRange(of: "//") { return String(line[comment.lowerBound...]) }
        guard line.utf8.contains(UInt8(ascii: "\"")) else { return "" }
        return line.matches(of: /"(?:[^"\\]|\\.)*"/).map { String($0.output) }.joined(separator: " ")
    }

    private func complaints(about text: String, _ path: String, isDocument: Bool) throws -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // "There is no such event" is plain English.
        let written = NSMutableString(
            string: (isDocument ? lines.map(String.init) : lines.map(prose)).joined(separator: "\n")
        )
        for allowed in ["There is no", "There are no", "there is no", "there are no"] {
            let all = NSRange(location: 0, length: written.length)
            _ = written.replaceOccurrences(of: allowed, with: "", range: all)
        }
        let prose = written as String
        let all = NSRange(location: 0, length: written.length)
        // Foundation's regular expressions are many times faster than the standard library's.
        return try Self.forbidden.flatMap { pattern, instead in
            try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines).matches(
                in: prose,
                range: all
            ).map { match in
                let line = written.substring(to: match.range.location).count { $0.isNewline }
                return
                    "\(path):\(line + 1): write \(instead): \(lines[line].trimmingCharacters(in: .whitespaces))"
            }
        }
    }

    private func files(in folder: String, _ ending: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: Self.root.appending(path: folder).path())
            .filter { $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
    }

    @Test func `comments and strings in the sources read like English`() throws {
        let files = try files(in: "Sources", ".swift")
        #expect(files.count > 400)
        let found = try files.flatMap { path in
            let text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
            return try complaints(about: text, path, isDocument: false)
        }
        #expect(found.isEmpty, "\(found.prefix(20).joined(separator: "\n"))")
    }

    @Test func `documents read like English`() throws {
        let documents = [
            "README.md", "ARCHITECTURE.md", "DESIGN.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md",
            "COMPARE.md",
        ]
        let files = try documents + files(in: "Sources", ".md")
        #expect(files.count > 15)
        let found = try files.flatMap { path in
            let text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
            return try complaints(about: text, path, isDocument: true)
        }
        #expect(found.isEmpty, "\(found.prefix(20).joined(separator: "\n"))")
    }

    @Test(arguments: [
        "// SUMMARY: has blanks; passed over", "let a = \"the rule is not used\"",
        "/// So many bytes are shown.",
        "/// What it is on the disk.", "// A repeat is no INTEGER", "// it shall be mended",
    ])
    func `a forbidden wording is found`(line: String) throws {
        #expect(try !complaints(about: line, "a.swift", isDocument: false).isEmpty)
    }
}

import Foundation
import Testing

/// Compares the article about servers with the example that it quotes.
///
/// Code blocks that need Hummingbird have a capitalized language name, so the documentation check does not
/// compile them.
@Suite struct ServerCookbookTests {
    private static let folder = HouseTests.root.appending(path: "Examples/CalendarServer/Sources")

    /// Returns lines without their common indentation.
    private func dedented(_ lines: some Collection<String>) -> [String] {
        let blanks = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { String($0.dropFirst(blanks)) }
    }

    /// The lines of each file of the example.
    private func sources() throws -> [[String]] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path())
        return try paths.filter { $0.hasSuffix(".swift") }.map { path in
            let text = try String(contentsOf: Self.folder.appending(path: path), encoding: .utf8)
            return text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        }
    }

    @Test func `every code block quoted in the article appears in the example`() throws {
        let article = try Article.lines("Server-cookbook")
        let starts = article.indices.filter { article[$0] == "```Swift" }
        #expect(starts.count >= 7)
        let sources = try sources()
        for start in starts {
            let quotation = Array(article[(start + 1)...].prefix { $0 != "```" })
            let isQuoted = sources.contains { lines in
                lines.indices.contains { dedented(lines[$0...].prefix(quotation.count)) == quotation }
            }
            #expect(isQuoted, "\(quotation.joined(separator: "\n"))")
        }
    }
}

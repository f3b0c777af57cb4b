import Foundation
import Testing

/// Compares the article about servers with the example that it quotes.
///
/// Its blocks that need Hummingbird are fenced with a capital letter, so that the documentation check, which does not
/// build Hummingbird, does not compile them.
@Suite struct ServerCookbookTests {
    private static let folder = HouseTests.root.appending(path: "Examples/CalendarServer/Sources")

    /// Returns lines without the blanks that all of them begin with.
    private func dedented(_ lines: some Collection<String>) -> [String] {
        let blanks = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { String($0.dropFirst(blanks)) }
    }

    @Test func `each quotation is a part of the example`() throws {
        let article = try Article.lines("Server-cookbook").map(String.init)
        let quotations = article.indices.filter { article[$0] == "```Swift" }.map { start in
            Array(article[(start + 1)...].prefix { $0 != "```" })
        }
        #expect(quotations.count >= 7)
        let sources = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path())
            .filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOf: Self.folder.appending(path: $0), encoding: .utf8) }
            .map { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
        for quotation in quotations {
            let isQuoted = sources.contains { lines in
                lines.indices.contains { start in
                    lines[start].hasSuffix(quotation[0])
                        && dedented(lines[start...].prefix(quotation.count)) == quotation
                }
            }
            #expect(isQuoted, "\(quotation.joined(separator: "\n"))")
        }
    }
}

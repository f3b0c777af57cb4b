import Foundation
import Testing

/// Compares the article about violations with the codes in the sources.
@Suite struct ViolationsTableTests {
    @Test func `the article has one row for each violation code`() throws {
        let path = HouseTests.root.appending(path: "Sources/ICalendarChecking/Findings/Violation.swift")
        let source = try String(contentsOf: path, encoding: .utf8)
        let codes = source.matches(of: #/Self\("([a-z0-9-]+)"\)/#).map { String($0.output.1) }
        let rows = try Article.lines("What-a-check-finds").compactMap { line in
            line.firstMatch(of: #/^\| `([a-z0-9-]+)` \| .+ \| .+ \|$/#).map { String($0.output.1) }
        }
        #expect(codes.count > 50)
        #expect(rows.sorted() == codes.sorted())
    }
}

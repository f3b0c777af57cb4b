import Foundation
import Testing

/// Compares the table of problems in other clients with the tests.
@Suite struct ServerIssueTableTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func `every test listed for the twenty problems exists`() throws {
        let table = try String(contentsOf: Self.tests.appending(path: "Servers/ISSUES.md"), encoding: .utf8)
        let rows = table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        #expect(rows.count == 20)
        var source = ""
        for folder in ["CalDAVTests", "ICalendarSyncTests"] {
            let files = FileManager.default.enumerator(
                at: Self.tests.appending(path: folder),
                includingPropertiesForKeys: nil
            )
            for case let file as URL in try #require(files) where file.pathExtension == "swift" {
                source += try String(contentsOf: file, encoding: .utf8)
            }
        }
        for row in rows {
            let names = row.matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
            #expect(!names.isEmpty, "\(row)")
            for name in names {
                let isFound = source.contains("func `\(name)`(")
                #expect(isFound, "\(name)")
            }
        }
    }
}

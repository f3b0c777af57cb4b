import Foundation
import Testing

/// The views and rules show how they are used.
@Suite struct ExampleTests {
    @Test func `each public type and function of the views and rules has an example`() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/ICalendar")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path()).filter {
            $0.hasSuffix(".swift") && ($0.hasPrefix("Views/") || $0.hasPrefix("Model/RecurrenceRule"))
        }
        #expect(paths.count > 50)
        let declaration = /\s*public (?:mutating |static )*(?:struct|enum|protocol|init|func)\b.*/
        for path in paths {
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            var hasExample = false
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                let isComment = line.contains("///")
                if isComment, line.contains("```swift") { hasExample = true }
                if line.wholeMatch(of: declaration) != nil { #expect(hasExample, "\(path): \(line)") }
                if !isComment { hasExample = false }
            }
        }
    }
}

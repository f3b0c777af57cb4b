import Foundation

/// The documentation articles.
enum Article {
    /// Returns the lines of the named article.
    static func lines(_ name: String) throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let path = root.appending(path: "Sources/ICalendar/ICalendar.docc/Articles/\(name).md")
        return try String(contentsOf: path, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

import Testing

@testable import ics_expand

@Suite struct StatisticsTests {
    private static let window = ["--from", "2026-03-28", "--to", "2026-04-11", "--statistics"]

    private func names(_ errors: String) -> [String] {
        errors.split(separator: "\n").map { String($0.prefix(14)).trimmingSuffix }
    }

    @Test func `statistics are printed as aligned lines on standard error`() throws {
        let result = try BuiltProgram.run(
            Self.window + ["--count", "--threads", "2", "Corpus/demo/studio.ics"]
        )
        let lines = result.errors.split(separator: "\n")
        #expect(
            names(result.errors) == [
                "bytes read", "files", "components", "screened out", "kept", "bytes kept", "occurrences",
                "threads", "reading", "series", "output",
            ]
        )
        #expect(lines.allSatisfy { $0.utf8.count == 30 })
        #expect(lines.contains("files                        1"))
        #expect(lines.contains("threads                      2"))
        let count = result.output.split(separator: "\n").first ?? ""
        #expect(lines.contains { $0.hasPrefix("occurrences") && $0.hasSuffix(" \(count)") })
    }

    @Test func `strict mode and explanations do not screen files`() throws {
        let strict = try BuiltProgram.run(Self.window + ["--count", "--strict", "Corpus/demo/studio.ics"])
        #expect(strict.errors.contains("screened out                 0\n"))
        #expect(!strict.errors.contains("bytes read"))
        let uid = "stand-up@studio.example"
        let explained = try BuiltProgram.run(Self.window + ["--explain", uid, "Corpus/demo"])
        #expect(explained.errors.contains("reading"))
        #expect(!explained.errors.contains("occurrences"))
    }

    @Test func `durations are in seconds with three decimal places`() {
        var statistics = RunStatistics()
        statistics.reading = .milliseconds(61_007)
        #expect(statistics.lines.contains("reading               61.007 s"))
    }
}

extension String {
    /// The text without trailing blanks.
    fileprivate var trimmingSuffix: String {
        var text = self
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}

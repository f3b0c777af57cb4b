import Foundation
import TestTraits
import Testing

/// Tests the `ics-store` commands in the article about the store.
@Suite struct ReadmeTests {
    /// The lines in the code block that starts with the folder's name.
    private static let block: [String] = {
        let readme = try? String(
            contentsOf: StoreProgram.packageFolder.appending(
                path: "Sources/ICalendarStore/ICalendarStore.docc/The-store.md"
            ),
            encoding: .utf8
        )
        let lines = (readme ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let start = lines.firstIndex(of: "export ICS_STORE=~/calendars") else { return [] }
        return lines[start...].prefix { $0 != "```" }.filter { !$0.isEmpty }
    }()

    @Test(.long) func `every ics-store line in the documentation runs`() throws {
        let store = try StoreProgram()
        store.environment["HOME"] = store.folder.path()
        // `--yes` is necessary because the test cannot answer an access request.
        let path = StoreProgram.productsFolder.path()
        let program = "ics-store() { '\(path)/ics-store' --yes \"$@\"; }; export EDITOR=true\n"
        let script = program + ReadmeTests.block.joined(separator: "\n")
        let result = try store.start(["-e", "-c", script], program: "/bin/bash").wait()
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("Stand-up"), "\(result.output)")
        #expect(ReadmeTests.block.count { $0.hasPrefix("ics-store ") } >= 5)
    }
}

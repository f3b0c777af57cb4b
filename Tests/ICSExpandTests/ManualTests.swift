import Foundation
import Testing

/// Tests of the manual pages against the programs.
@Suite struct ManualTests {
    private static let pages = [
        ("ics-expand", "Sources/ICSExpand/ics-expand.1"), ("ics-store", "Sources/ICSStore/ics-store.1"),
    ]

    /// Whether the script that writes the pages can run.
    private static let hasPython =
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .contains { FileManager.default.isExecutableFile(atPath: "\($0)/python3") }

    @Test(.enabled(if: hasPython, "python3 is not installed"), arguments: pages)
    func `a manual page matches the program's own description`(program: String, path: String) throws {
        let page = try String(contentsOf: BuiltProgram.packageFolder.appending(path: path), encoding: .utf8)
        let result = try BuiltProgram.shell("Tests/Documentation/manual.py \"$1/\(program)\"")
        #expect(result.output == page, "run Tests/Documentation/manual.py PROGRAM > \(path)")
    }
}

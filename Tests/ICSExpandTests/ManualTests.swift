import Foundation
import TestTraits
import Testing

/// Compares the manual pages with the programs.
@Suite struct ManualTests {
    private static let pages = [
        ("ics-expand", "Sources/ICSExpand/ics-expand.1"), ("ics-store", "Sources/ICSStore/ics-store.1"),
    ]

    @Test(.needsPython, arguments: pages)
    func `a manual page matches the program's own description`(program: String, path: String) throws {
        let page = try String(contentsOf: BuiltProgram.packageFolder.appending(path: path), encoding: .utf8)
        let result = try BuiltProgram.shell("Tests/Documentation/manual.py \"$1/\(program)\"")
        #expect(result.output == page, "run Tests/Documentation/manual.py PROGRAM > \(path)")
    }
}

import Foundation
import Testing

/// Tests of the manual pages against the programs.
@Suite struct ManualTests {
    private static let pages = [
        ("ics-expand", "Sources/ICSExpand/ics-expand.1"), ("ics-store", "Sources/ICSStore/ics-store.1"),
    ]

    @Test(arguments: pages)
    func `a manual page matches the program's own description`(program: String, path: String) throws {
        let page = try String(contentsOf: BuiltProgram.packageFolder.appending(path: path), encoding: .utf8)
        let result = try BuiltProgram.shell(
            "command -v python3 > /dev/null || { echo absent; exit; }\n"
                + "Tests/Documentation/manual.py \"$1/\(program)\""
        )
        if result.output == "absent\n" {
            // Without Python, check at least the version and the main options.
            #expect(page.contains("swift\\-icalendar 1.0.0") && page.contains("\\-\\-format"))
        } else {
            #expect(result.output == page, "run Tests/Documentation/manual.py PROGRAM > \(path)")
        }
    }
}

import ICalendar
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
@Suite struct ReportTests {
    @Test func report() {
        guard let path = ProcessInfo.processInfo.environment["REPORT"] else { return }
        var text = ""
        for file in CheckedInputs.files() {
            for v in file.validate() { text += "\(v.code)\t\(v.severity)\t\(v.isMendable)\t\(v)\n" }
            for r in file.repaired().repairs { text += "REPAIR\t\(r.violation.code)\t\(r)\n" }
        }
        _ = FileManager.default.createFile(atPath: path, contents: Data(text.utf8))
    }
}

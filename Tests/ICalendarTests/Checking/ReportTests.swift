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
    @Test func one() throws {
        guard let seed = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init) else { return }
        let text = CheckedInputs.mutation(of: RandomCalendar(seed: seed).text, seed: seed)
        let file = try CalendarFile(text: text, threads: 1)
        print(text)
        for v in file.validate() { print(v, v.isMendable) }
        for r in file.repaired().repairs { print(r) }
        for v in file.repaired().file.validate() { print(v) }
    }
}

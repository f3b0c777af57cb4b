import Testing

@testable import ICalendarCore
import ICalendar

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Compares rules with the tables in Corpus/rules.
///
/// The tables list local starts, and the rules include COUNT and UNTIL.
@Suite struct RuleCorpusTests {
    @Test(arguments: ["rfc5545", "rfc7529", "edges"])
    func `corpus rules produce the expected instances`(name: String) throws {
        let path = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(
            separator: "/"
        )
        let bytes = try #require(FileManager.default.contents(atPath: path + "/Corpus/rules/\(name).rules"))
        let cases = RuleCase.read(String(decoding: bytes, as: UTF8.self))
        #expect(cases.count > 10)
        for example in cases { try check(example) }
    }

    private func check(_ example: RuleCase) throws {
        let comment: Comment = "\(example.why): \(example.rule)"
        let parsed = RuleText.parse(example.rule)
        #expect(parsed.remarks.isEmpty, comment)
        let rule = try #require(parsed.rule, comment)
        let start = try #require(example.start, comment)
        var remarks: [ValueRemark] = []
        let plan = try #require(
            RulePlan(rule, start: start, isAllDay: example.isAllDay, remarks: &remarks),
            comment
        )
        #expect(remarks.isEmpty, comment)
        var last = rule.until?.civil.secondNumber ?? .max
        if let count = rule.count, let time = plan.time(at: count - 1) { last = min(last, time) }
        var found: [String] = []
        var total = 0
        var times = plan.times(from: .min, through: last)
        while total < 2000, let time = times.next() {
            total += 1
            if found.count < example.expected.count || !example.isOpen { found.append(example.text(time)) }
        }
        #expect(found == example.expected, comment)
        if let expectedTotal = example.total { #expect(total == expectedTotal, comment) }
    }
}

/// A block in a table: `# reason`, DTSTART, RRULE, and the instances up to a blank line.
///
/// `...` means that more instances follow, and `= 93` specifies how many there are in total.
private struct RuleCase {
    var why = ""
    var start: CivilDateTime?
    var isAllDay = false
    var rule = ""
    var expected: [String] = []
    var isOpen = false
    var total: Int?

    /// Returns all blocks in a file that contain a rule.
    static func read(_ text: String) -> [RuleCase] {
        text.split(separator: "\n\n").map { RuleCase($0) }.filter { !$0.rule.isEmpty }
    }

    private init(_ block: Substring) {
        for line in block.split(separator: "\n") {
            let value = line.split(separator: ":", maxSplits: 1).last ?? ""
            if line.hasPrefix("#") {
                why = String(line.dropFirst(2))
            } else if line.hasPrefix("DTSTART") {
                isAllDay = line.hasPrefix("DTSTART;VALUE=DATE:")
                start = RuleCase.time(value)
            } else if line.hasPrefix("RRULE:") {
                rule = String(value)
            } else if line.hasPrefix("= ") {
                total = Int(line.dropFirst(2))
                isOpen = true
            } else {
                expected += line.split(separator: " ").map(String.init).filter { $0 != "..." }
                isOpen = isOpen || line.hasSuffix("...")
            }
        }
    }

    private static func time(_ text: Substring) -> CivilDateTime? {
        let digits = text.compactMap(\.wholeNumberValue)
        func number(_ range: Range<Int>) -> Int {
            range.upperBound <= digits.count ? digits[range].reduce(0) { $0 * 10 + $1 } : 0
        }
        return CivilDateTime(
            year: number(0..<4),
            month: number(4..<6),
            day: number(6..<8),
            hour: number(8..<10),
            minute: number(10..<12),
            second: number(12..<14)
        )
    }

    /// Returns an instance in the table's format: a date, or a time without zero seconds.
    func text(_ second: Int) -> String {
        let time = CivilDateTime(secondNumber: second)
        if isAllDay { return time.date.description }
        return time.second == 0 ? String(time.description.dropLast(3)) : time.description
    }
}

import ICalendar
import Testing

@testable import ICalendarChecking
@testable import ICalendarCore

/// Tests the message storage that equal violations share.
struct ViolationWordsTests {
    private static func violations(_ lines: String) throws -> [Violation] {
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n\(lines)END:VCALENDAR\n"
        return try CalendarFile(text: text.replacing("\n", with: "\r\n")).validate()
    }

    @Test func `thousands of similar violations share one message across components`() throws {
        let inOne = "BEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\nDTSTART:20260101T000000Z\n"
        let floods = [
            inOne + String(repeating: "SUMMARY:x\n", count: 2000) + "END:VEVENT\n",
            String(repeating: "BEGIN:VEVENT\nDTSTART:20260101T000000Z\nEND:VEVENT\n", count: 1000),
        ]
        for flood in floods {
            let violations = try Self.violations(flood)
            #expect(violations.count >= 1999)
            let codes = Set(violations.map(\.words.said)).count
            #expect(codes <= 3)
            // Each violation uses the storage of the first violation with that message.
            for violation in violations {
                let first = violations.first { $0.words == violation.words }
                #expect(first?.words.isShared(with: violation.words) == true)
            }
        }
    }

    @Test func `violations with different messages keep separate messages`() throws {
        let dates = (0..<450).map { "EXDATE:x\($0)\n" }.joined()
        let event = "BEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\nDTSTART:20260101T000000Z\n"
        let violations = try Self.violations(event + dates + dates + "END:VEVENT\n")
        #expect(violations.count == 900)
        #expect(Set(violations.map(\.message)).count == 450)
        for (number, violation) in violations.enumerated() {
            #expect(violation.message.contains("x\(number % 450)"), "\(violation)")
            #expect(violation.line == 8 + number)
        }
    }

    @Test func `modifying a violation does not change its copies`() throws {
        let first = Violation(
            .error,
            .badURI,
            line: 1,
            component: "VEVENT",
            property: "URL",
            "a",
            section: "b"
        )
        var second = first
        #expect(first == second && first.hashValue == second.hashValue)
        second.severity = .warning
        second.code = .limit
        second.component = nil
        second.property = nil
        second.message = "c"
        second.section = "d"
        second.repair = "e"
        #expect(first.severity == .error && first.code == .badURI && first.component == "VEVENT")
        #expect(
            first.property == "URL" && first.message == "a" && first.section == "b" && !first.isRepairable
        )
        #expect(second == Violation(.warning, .limit, line: 1, "c", section: "d", repair: "e"))
        #expect(first != second)
    }

    @Test func `a violation takes little memory beyond its message`() {
        #expect(MemoryLayout<Violation>.stride <= 40)
        #expect(MemoryLayout<Finding>.stride <= 96)
    }
}

import Hostile
import ICalendar

@testable import ICalendarCore

/// A target that generates a valid calendar from bytes and breaks it in up to two ways, as real programs do.
enum WildTarget {
    static func run(_ bytes: [UInt8]) {
        guard bytes.count > 2, bytes.count < 3000 else { return }
        let all = WildBreak.allCases
        let ways = bytes.prefix(2).map { all[Int($0) % all.count] }
        do {
            if let violation = try WildLaw.violation(Choices(Array(bytes.dropFirst(2))), ways: ways) {
                broken(violation)
            }
        } catch {
            broken("\(ways) cannot be read: \(error)")
        }
    }
}

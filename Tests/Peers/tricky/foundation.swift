// Prints the starts that Foundation's Calendar.RecurrenceRule finds: foundation FILE FROM TO, in seconds since 1970.
//
//     swiftc foundation.swift -o foundation
//
// Foundation does not read calendar files, so this program reads DTSTART, RRULE and EXDATE from one event. It
// exits with status 1 if the file contains something that a Foundation rule cannot express.
import Foundation

struct Inexpressible: Error {}

@main struct FoundationRules {
    /// Returns the instant for a date, a local time or a UTC time.
    static func date(_ text: String, _ zone: TimeZone) throws -> Date {
        let isUTC = text.hasSuffix("Z")
        let digits = text.filter(\.isNumber).compactMap(\.wholeNumberValue)
        guard digits.count == 8 || digits.count == 14 else { throw Inexpressible() }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = isUTC ? .gmt : zone
        var parts = DateComponents(year: number(0..<4), month: number(4..<6), day: number(6..<8))
        if digits.count == 14 {
            (parts.hour, parts.minute, parts.second) = (number(8..<10), number(10..<12), number(12..<14))
        }
        guard let date = calendar.date(from: parts) else { throw Inexpressible() }
        return date
    }

    /// Returns the rule for the text of an RRULE.
    static func rule(_ text: String, _ zone: TimeZone) throws -> Calendar.RecurrenceRule {
        let frequencies: [String: Calendar.RecurrenceRule.Frequency] = [
            "YEARLY": .yearly, "MONTHLY": .monthly, "WEEKLY": .weekly, "DAILY": .daily, "HOURLY": .hourly,
            "MINUTELY": .minutely,
        ]
        let days: [String: Locale.Weekday] = [
            "MO": .monday, "TU": .tuesday, "WE": .wednesday, "TH": .thursday, "FR": .friday, "SA": .saturday,
            "SU": .sunday,
        ]
        let pairs = text.split(separator: ";").map { $0.split(separator: "=").map(String.init) }
        let parts = Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
        let known: Set = [
            "FREQ", "INTERVAL", "COUNT", "UNTIL", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYHOUR", "BYWEEKNO",
            "BYSETPOS", "WKST",
        ]
        guard Set(parts.keys).isSubset(of: known), let frequency = frequencies[parts["FREQ"] ?? ""] else {
            throw Inexpressible()
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        calendar.minimumDaysInFirstWeek = 4
        calendar.firstWeekday = parts["WKST"] == "SU" ? 1 : 2
        func numbers(_ name: String) -> [Int] {
            (parts[name] ?? "").split(separator: ",").compactMap { Int($0) }
        }
        var rule = Calendar.RecurrenceRule(calendar: calendar, frequency: frequency)
        rule.interval = Int(parts["INTERVAL"] ?? "1") ?? 1
        if let count = parts["COUNT"].flatMap({ Int($0) }) { rule.end = .afterOccurrences(count) }
        if let until = parts["UNTIL"] { rule.end = .afterDate(try date(until, zone)) }
        rule.months = numbers("BYMONTH").map { Calendar.RecurrenceRule.Month($0) }
        rule.daysOfTheMonth = numbers("BYMONTHDAY")
        rule.hours = numbers("BYHOUR")
        rule.weeks = numbers("BYWEEKNO")
        rule.setPositions = numbers("BYSETPOS")
        rule.weekdays = (parts["BYDAY"] ?? "").split(separator: ",").compactMap { item in
            guard let day = days[String(item.suffix(2))] else { return nil }
            return Int(item.dropLast(2)).map { .nth($0, day) } ?? .every(day)
        }
        return rule
    }

    static func main() throws {
        let arguments = CommandLine.arguments
        let text = try String(contentsOfFile: arguments[1], encoding: .utf8)
        guard text.components(separatedBy: "BEGIN:VEVENT").count == 2, !text.contains("\r\nRDATE") else {
            exit(1)
        }
        let event = text.components(separatedBy: "BEGIN:VEVENT")[1].components(separatedBy: "\r\n")
        guard let start = event.first(where: { $0.hasPrefix("DTSTART") }) else { exit(1) }
        let zone: TimeZone =
            start.contains("TZID=Europe/Berlin") ? TimeZone(identifier: "Europe/Berlin") ?? .gmt : .gmt
        do {
            if start.contains("TZID="), zone == .gmt { throw Inexpressible() }
            let first = try date(start.components(separatedBy: ":").last ?? "", zone)
            let excluded = try event.filter { $0.hasPrefix("EXDATE") }
                .map { try date($0.components(separatedBy: ":").last ?? "", zone) }
            let from = Date(timeIntervalSince1970: Double(arguments[2]) ?? 0)
            let to = Date(timeIntervalSince1970: Double(arguments[3]) ?? 0)
            guard let text = event.first(where: { $0.hasPrefix("RRULE:") })?.dropFirst(6) else {
                throw Inexpressible()
            }
            for found in try rule(String(text), zone).recurrences(of: first, in: from..<to)
            where !excluded.contains(found) {
                print(Int(found.timeIntervalSince1970), "-")
            }
        } catch is Inexpressible {
            exit(1)
        }
    }
}

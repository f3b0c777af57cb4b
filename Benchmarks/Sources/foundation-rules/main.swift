import Foundation

// Measures Foundation's recurrence rules, and prints results in the format of the other peers:
//
//     walk NAME nanoseconds-an-occurrence
//     query NAME nanoseconds-a-query occurrences-found
//
// Foundation cannot efficiently combine COUNT with a later range, and has no frequency below a minute.

func calendar(_ zone: String) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    return calendar
}

func moment(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ calendar: Calendar) -> Date {
    calendar.date(from: DateComponents(year: year, month: month, day: day, hour: hour)) ?? .distantPast
}

/// Returns the nanoseconds per unit of work, measured for at least 0.3 seconds.
@MainActor func nanoseconds(_ work: () -> Int) -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    var units = 0
    repeat { units += work() } while clock.now - start < .milliseconds(300)
    let (seconds, attoseconds) = (clock.now - start).components
    return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(max(units, 1))
}

/// A sink that keeps the compiler from removing the measured work.
var checksum = 0.0

@MainActor func walk(_ name: String, _ rule: Calendar.RecurrenceRule) {
    let start = moment(2023, 1, 1, 9, rule.calendar)
    let end = moment(2027, 1, 1, 0, rule.calendar)
    let cost = nanoseconds {
        var found = 0
        for date in rule.recurrences(of: start, in: start..<end) {
            checksum += date.timeIntervalSince1970
            found += 1
        }
        return found
    }
    print("walk", name, (cost * 10).rounded() / 10)
}

@MainActor func query(_ name: String, _ rule: Calendar.RecurrenceRule, month: Int, day: Int) {
    let from = Date(timeIntervalSince1970: 1_781_481_600)
    for year in [1970, 2026] {
        let start = moment(year, month, day, 9, rule.calendar)
        var found = 0
        let cost = nanoseconds {
            found = 0
            for date in rule.recurrences(of: start, in: from..<from.addingTimeInterval(86_400)) {
                checksum += date.timeIntervalSince1970
                found += 1
            }
            return 1
        }
        print("query", "\(name)-\(year)", (cost * 10).rounded() / 10, found)
    }
}

let utc = calendar("UTC")
let newYork = calendar("America/New_York")
let threeDays: [Calendar.RecurrenceRule.Weekday] = [.every(.monday), .every(.wednesday), .every(.friday)]
let workDays: [Calendar.RecurrenceRule.Weekday] = [
    .every(.monday), .every(.tuesday), .every(.wednesday), .every(.thursday), .every(.friday),
]

walk("daily-utc", .daily(calendar: utc))
walk("weekly-new-york", .weekly(calendar: newYork, weekdays: threeDays))
walk("monthly-position", .monthly(calendar: utc, weekdays: workDays, setPositions: [-1]))
walk("yearly-month-day", .yearly(calendar: utc, months: [6, 7, 8], weekdays: [.every(.thursday)]))
walk("yearly-one-day", .yearly(calendar: utc, months: [11], weekdays: [.nth(4, .thursday)]))
query("yearly", .yearly(calendar: utc), month: 6, day: 15)
query("monthly", .monthly(calendar: utc), month: 1, day: 15)
query("weekly-new-york", .weekly(calendar: newYork, weekdays: threeDays), month: 1, day: 5)
query("daily", .daily(calendar: utc), month: 1, day: 5)
print("checksum", checksum)

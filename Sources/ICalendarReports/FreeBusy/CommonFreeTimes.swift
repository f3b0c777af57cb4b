package import ICalendarCore

/// A search for times within meeting hours when several people are free.
package struct CommonFreeTimes {
    /// A range of hours in a day, in seconds since midnight.
    package struct Hours: Sendable, Hashable {
        package let seconds: Range<Int>

        package static let usual = Hours(seconds: 9 * 3600..<17 * 3600)

        package init(seconds: Range<Int>) { self.seconds = seconds }

        /// Reads hours such as `9-17` or `08:30-18:00`.
        package init?(_ text: String) {
            let ends = text.split(separator: "-", omittingEmptySubsequences: false).compactMap(Self.second)
            guard ends.count == 2, text.filter({ $0 == "-" }).count == 1, ends[0] < ends[1] else {
                return nil
            }
            self.init(seconds: ends[0]..<ends[1])
        }

        private static func second(_ text: Substring) -> Int? {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard (1...2).contains(parts.count), parts.allSatisfy({ (1...2).contains($0.count) }) else {
                return nil
            }
            let numbers = parts.compactMap { UInt8($0) }.map(Int.init)
            guard numbers.count == parts.count else { return nil }
            let second = numbers[0] * 3600 + (numbers.count == 2 ? numbers[1] * 60 : 0)
            return (numbers.last ?? 0) < 60 && second <= 86_400 ? second : nil
        }
    }

    package let zone: Zone
    package var hours = Hours.usual
    /// Whether Saturdays and Sundays are included.
    package var includesWeekends = false
    /// The minimum length, in seconds.
    package var length = 3600

    package init(zone: Zone) { self.zone = zone }

    /// Returns the first free times in a window, given all busy times in seconds since 1970.
    package func times(in window: Range<Instant>, besides busy: [Range<Int>], most: Int) -> [Range<Instant>] {
        let taken = TimeRanges(busy)
        let bounds = window.lowerBound.secondsSince1970..<window.upperBound.secondsSince1970
        var found: [Range<Instant>] = []
        var date = zone.civil(at: window.lowerBound).date
        let last = zone.civil(at: window.upperBound).date
        while date <= last, found.count < most {
            defer { date = date.adding(days: 1) }
            guard includesWeekends || ![.saturday, .sunday].contains(date.weekday) else { continue }
            func second(_ second: Int) -> Int {
                zone.instant(of: CivilDateTime(date).adding(seconds: second)).secondsSince1970
            }
            let (start, end) = (second(hours.seconds.lowerBound), second(hours.seconds.upperBound))
            guard start < end else { continue }
            let free = TimeRanges([start..<end]).clamped(to: bounds).subtracting(taken)
            for range in free.ranges where range.count >= length && found.count < most {
                found.append(
                    Instant(secondsSince1970: range.lowerBound)..<Instant(secondsSince1970: range.upperBound)
                )
            }
        }
        return found
    }
}

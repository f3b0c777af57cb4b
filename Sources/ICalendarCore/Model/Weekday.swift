/// A day of the week, listed from `SU` to `SA` as in RFC 5545 section 3.3.10.
///
/// ```swift
/// try EventTime("2026-03-29").civil.date.weekday  // .sunday
/// let workdays = Weekday.allCases.filter { $0 != .saturday && $0 != .sunday }
/// workdays.count                                  // 5
/// ```
public enum Weekday: Int, Sendable, Hashable, CaseIterable, Codable {
    /// `SU`, the first weekday listed in RFC 5545: `Weekday.sunday.rawValue // 0`.
    case sunday
    /// `MO`, the default start of the week (WKST).
    case monday
    /// `TU`: `BYDAY=2TU` is the second Tuesday of a month.
    case tuesday
    /// `WE`: `BYDAY=WE` is every Wednesday.
    case wednesday
    /// `TH`: a week belongs to the year of its Thursday, so `BYWEEKNO=1` contains the first Thursday of the year.
    case thursday
    /// `FR`: `BYDAY=-1FR` is the last Friday of a month.
    case friday
    /// `SA`, the last weekday listed in RFC 5545: `Weekday.saturday.rawValue // 6`.
    case saturday

    private static let abbreviations = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

    /// The two-letter RFC 5545 abbreviation.
    package var abbreviation: String {
        Self.abbreviations[rawValue]
    }
}

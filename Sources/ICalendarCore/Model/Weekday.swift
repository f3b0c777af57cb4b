/// A day of the week, in the order in which RFC 5545 section 3.3.10 lists them: `SU`, `MO` to `SA`.
///
/// ```swift
/// CivilDate(dayNumber: 0).weekday  // .thursday
/// let workdays = Weekday.allCases.filter { $0 != .saturday && $0 != .sunday }
/// workdays.map(\.abbreviation)     // ["MO", "TU", "WE", "TH", "FR"]
/// ```
public enum Weekday: Int, Sendable, Hashable, CaseIterable, Codable {
    /// `SU`, the first of the week in RFC 5545's list: `Weekday.sunday.rawValue // 0`.
    case sunday
    /// `MO`, on which weeks start unless WKST says otherwise.
    case monday
    /// `TU`: `BYDAY=2TU` is the second Tuesday of a month.
    case tuesday
    /// `WE`: `BYDAY=WE` is every Wednesday.
    case wednesday
    /// `TH`: a week belongs to the year of its Thursday, so that `BYWEEKNO=1` has the first of them.
    case thursday
    /// `FR`: `BYDAY=-1FR` is the last Friday of a month.
    case friday
    /// `SA`, the last: `Weekday.saturday.rawValue // 6`.
    case saturday

    private static let abbreviations = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

    /// The two letters of RFC 5545: `Weekday.monday.abbreviation // "MO"`.
    public var abbreviation: String {
        Self.abbreviations[rawValue]
    }

    /// The weekday of a two-letter abbreviation in any case, or nil.
    ///
    /// ```swift
    /// Weekday(abbreviation: "mo")   // .monday
    /// Weekday(abbreviation: "Mon")  // nil
    /// ```
    public init?(abbreviation: some StringProtocol) {
        guard let place = Self.abbreviations.firstIndex(of: abbreviation.uppercased()) else { return nil }
        self = Self.allCases[place]
    }
}

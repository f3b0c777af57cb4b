/// A day of the week, in the order in which RFC 5545 section 3.3.10 lists them: `SU`, `MO` to `SA`.
public enum Weekday: Int, Sendable, Hashable, CaseIterable, Codable {
    case sunday, monday, tuesday, wednesday, thursday, friday, saturday

    /// The two letters of RFC 5545: `SU`, `MO`, `TU`, `WE`, `TH`, `FR`, `SA`.
    public var abbreviation: String {
        switch self {
        case .sunday: "SU"
        case .monday: "MO"
        case .tuesday: "TU"
        case .wednesday: "WE"
        case .thursday: "TH"
        case .friday: "FR"
        case .saturday: "SA"
        }
    }

    /// The weekday of a two-letter abbreviation in any case, or nil.
    public init?(abbreviation: some StringProtocol) {
        switch abbreviation.uppercased() {
        case "SU": self = .sunday
        case "MO": self = .monday
        case "TU": self = .tuesday
        case "WE": self = .wednesday
        case "TH": self = .thursday
        case "FR": self = .friday
        case "SA": self = .saturday
        default: return nil
        }
    }
}

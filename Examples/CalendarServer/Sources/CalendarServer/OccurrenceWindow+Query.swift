import Foundation
import Hummingbird
import ICalendar

extension OccurrenceWindow {
    /// Creates a window from `month=2026-04` or `days=7&from=2026-04-01`, each with an optional `timeZone`.
    ///
    /// The default zone is UTC. Without `from`, the days start now.
    init(query: Parameters) throws {
        let zone = try query["timeZone"].map { try Zone(identifier: String($0)) } ?? .utc
        switch (query["month"], query["days"]) {
        case (let month?, nil):
            guard let first = Self.date("\(month)-01", in: zone) else {
                throw Problem(.badRequest, "month: '\(month)' is not a month such as 2026-04")
            }
            self = try .month(containing: first, in: zone)
        case (nil, let days?):
            guard let days = Int(days), (1...366).contains(days) else {
                throw Problem(.badRequest, "days: '\(days)' is not a number from 1 to 366")
            }
            let from = query["from"]
            guard let start = from.map({ Self.date($0, in: zone) }) ?? Date() else {
                throw Problem(.badRequest, "from: '\(from ?? "")' is not a date such as 2026-04-01")
            }
            self = try .days(days, from: start, in: zone)
        default:
            throw Problem(.badRequest, "the query needs either month=YYYY-MM or days=N")
        }
    }

    /// Returns the midnight of a date in a zone, or nil if the text is not a date.
    private static func date(_ text: some StringProtocol, in zone: Zone) -> Date? {
        guard case .date(let date)? = try? EventTime(String(text)) else { return nil }
        return zone.instant(of: CivilDateTime(date)).date
    }
}

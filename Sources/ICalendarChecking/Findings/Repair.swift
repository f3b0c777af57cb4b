import ICalendarCore

/// One change that a repair made: what it mended, and the line before and after.
///
/// ```swift
/// let (file, repairs) = try CalendarFile(contentsOf: "team.ics").repaired()
/// for repair in repairs { print(repair) }
/// ```
public struct Repair: Sendable, Hashable {
    /// What was wrong: `repair.violation.code // .endNotAfterStart`.
    public var violation: Violation
    /// The content line as it was, unfolded: `repair.before // "DTEND:20260330T150000Z"`; nil when something was added.
    ///
    /// Of a line of more than 4,096 bytes, here and in ``after``, it is the beginning, and three dots.
    public var before: String?
    /// The content line as it is now, such as `SUMMARY:Glaze\, then fire`; nil when it was left out.
    public var after: String?
    /// Whether the repair removed a component that could not be used, such as an event with an unreadable start:
    /// `repair.isLoss // false`.
    public var isLoss = false

    /// A change with all its parts.
    ///
    /// ```swift
    /// let repair = Repair(violation, before: "SUMMARY:Glaze, then fire", after: #"SUMMARY:Glaze\, then fire"#)
    /// ```
    public init(_ violation: Violation, before: String?, after: String?) {
        self.violation = violation
        self.before = before
        self.after = after
    }
}

extension Repair: CustomStringConvertible {
    /// File, line, what was done, and the line before and after:
    /// `team.ics:9: write the text as it is read: SUMMARY:Glaze, then fire > SUMMARY:Glaze\, then fire`.
    public var description: String {
        var place = ""
        if let file = violation.file { place += "\(file):" }
        if let line = violation.line { place += "\(line):" }
        let change = [before ?? "(nothing)", after ?? "(nothing)"]
            .map { $0.count > 120 ? $0.prefix(117) + "..." : $0 }
            .joined(separator: " > ")
        let isOfLine = before != nil || after != nil
        return place + (place.isEmpty ? "" : " ") + (violation.repair ?? violation.message)
            + (isOfLine ? ": \(change)" : "")
    }
}

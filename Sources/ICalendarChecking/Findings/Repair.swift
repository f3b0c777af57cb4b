/// A change made by a repair: the violation, and the content line before and after the change.
///
/// ```swift
/// let (file, repairs) = try CalendarFile(contentsOf: "team.ics").repaired()
/// for repair in repairs { print(repair) }
/// ```
public struct Repair: Sendable, Hashable {
    /// The repaired violation: `repair.violation.code // .endNotAfterStart`.
    public var violation: Violation
    /// The original content line, unfolded, or nil if the repair added a line:
    /// `repair.before // "DTEND:20260330T150000Z"`.
    ///
    /// Here and in ``after``, a line longer than 4,096 bytes is truncated and ends with three dots.
    public var before: String?
    /// The new content line, such as `SUMMARY:Glaze\, then fire`, or nil if the repair removed the property.
    public var after: String?
    /// Whether the repair removed an unusable component, such as an event with an unreadable start:
    /// `repair.isLoss // false`.
    public var isLoss = false

    package init(_ violation: Violation, before: String?, after: String?) {
        self.violation = violation
        self.before = before
        self.after = after
    }
}

extension Repair: CustomStringConvertible {
    /// The file, the line number, the repair, and the content line before and after:
    /// `team.ics:9: rewrite the text with correct escapes: SUMMARY:Glaze, then fire > SUMMARY:Glaze\, then fire`.
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

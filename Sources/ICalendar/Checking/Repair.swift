/// One change that a repair made: what it mended, and the line before and after.
///
/// ```swift
/// let (file, repairs) = try CalendarFile(contentsOf: "team.ics").repaired()
/// for repair in repairs { print(repair) }
/// ```
public struct Repair: Sendable, Hashable {
    /// What was wrong.
    public var violation: Violation
    /// The content line as it was, unfolded; nil when something was added.
    public var before: String?
    /// The content line as it is now; nil when it was left out.
    public var after: String?

    /// A change with all its parts.
    public init(_ violation: Violation, before: String?, after: String?) {
        self.violation = violation
        self.before = before
        self.after = after
    }
}

extension Repair: CustomStringConvertible {
    /// `FILE:LINE: what was done: before > after`.
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

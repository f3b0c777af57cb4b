import ICalendar

/// An item's changes on both sides, as text.
///
/// For example: `Here: moved to 15:00. On the server: location changed to Room 4.`
package struct ConflictWords: Sendable, Hashable, CustomStringConvertible {
    package let here: String
    package let there: String

    package init(here: String, there: String) {
        self.here = here
        self.there = there
    }

    package var description: String { "Here: \(here). On the server: \(there)." }

    static let deleted = "deleted"

    /// The maximum number of changes to list, and the maximum length of a value.
    private static let (mostChanges, longestValue) = (4, 40)

    /// Returns a readable description of changes.
    static func text(of changes: VersionChanges) -> String {
        var words: [String] = []
        for (key, change) in changes.components {
            let instance = key.recurrenceID.map { "the instance of \($0.civil.date) " } ?? ""
            switch change {
            case .added(let component):
                words.append(instance.isEmpty ? made(component) : "\(instance)changed")
            case .removed: words.append(instance.isEmpty ? deleted : "\(instance)removed")
            case .changed(let change):
                words += change.parts.isEmpty ? [] : self.words(of: change).map { "\(instance)\($0)" }
            }
        }
        var seen: Set<String> = []
        words = words.filter { seen.insert($0).inserted }
        if words.isEmpty { return "unchanged" }
        let left = words.count - mostChanges
        if left > 0 { words = words.prefix(mostChanges) + ["and \(left) more change\(left == 1 ? "" : "s")"] }
        return words.joined(separator: ", ")
    }

    /// Returns the description of a component that exists on only one side.
    static func made(_ component: Component) -> String {
        guard let title = component.text("SUMMARY") else { return "made" }
        return "\"\(short(title))\" made"
    }

    private static func words(of change: CalendarDifference.Change) -> [String] {
        var words: [String] = []
        let names = Set(change.parts.map(\.name))
        if let time = times(of: change, names) { words.append(time) }
        let properties = Dictionary(change.after.properties.map { ($0.name, $0) }) { first, _ in first }
        for part in change.parts where !ConflictUnit.isTime(part.name) {
            if VersionChanges.isBookkeeping(part) { continue }
            words.append(self.words(of: part, properties[part.name], in: change.after))
        }
        return words
    }

    private static func times(of change: CalendarDifference.Change, _ names: Set<String>) -> String? {
        if names.contains("DTSTART"), let new = change.after[time: "DTSTART"] {
            return "moved to \(clock(new, since: change.before[time: "DTSTART"]))"
        }
        if names.contains("DUE") {
            guard let new = change.after[time: "DUE"] else { return "due date removed" }
            return "due \(clock(new, since: change.before[time: "DUE"]))"
        }
        if names.contains("DTEND"), let new = change.after[time: "DTEND"] {
            return "end changed to \(clock(new, since: change.before[time: "DTEND"]))"
        }
        if !names.isDisjoint(with: ["DURATION", "DTEND"]) { return "length changed" }
        if names.contains("RRULE") || names.contains("EXRULE") {
            return change.after.first("RRULE") == nil ? "no longer repeated" : "repetition changed"
        }
        if names.contains("EXDATE") { return "single dates removed" }
        return names.contains("RDATE") ? "single dates added" : nil
    }

    /// Returns a time as text, without its date if the date is unchanged.
    private static func clock(_ time: EventTime, since old: EventTime?) -> String {
        if time.isDate { return "\(time.civil.date)" }
        let padded = [time.civil.hour, time.civil.minute].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let clock = padded.joined(separator: ":")
        guard let old, !old.isDate, old.civil.date == time.civil.date else {
            return "\(time.civil.date), \(clock)"
        }
        return clock
    }

    /// Returns a readable description of a change; `property` is the first property in the new component that has the
    /// changed part's name.
    private static func words(
        of part: CalendarDifference.Part,
        _ property: Property?,
        in after: Component
    ) -> String {
        switch part.name {
        case "ATTENDEE": return attendees(part)
        case "VALARM":
            return after.components.contains { $0.name == "VALARM" } ? "alarms changed" : "alarms removed"
        default: break
        }
        let name = names[part.name] ?? part.name
        guard let value = property?.value.elements.first?.string, !value.isEmpty else {
            return property == nil ? "\(name) removed" : "\(name) changed"
        }
        switch part.name {
        case "STATUS" where value.uppercased() == "CANCELLED": return "cancelled"
        case "STATUS" where value.uppercased() == "COMPLETED": return "completed"
        case "DESCRIPTION", "ORGANIZER", "CATEGORIES", "ATTACH", "COMMENT": return "\(name) changed"
        default: return "\(name) changed to \(short(value))"
        }
    }

    private static func attendees(_ part: CalendarDifference.Part) -> String {
        let before = Set(part.before.map(\.attendeeAddress))
        let after = Set(part.after.map(\.attendeeAddress))
        guard before == after, let one = part.after.first, part.after.count == 1 else {
            return "attendees changed"
        }
        let answer = one.parameters["PARTSTAT"].map { " (\($0.lowercased()))" } ?? ""
        return "reply from \(short(one.parameters["CN"] ?? one.attendeeAddress)) changed\(answer)"
    }

    private static let names = [
        "SUMMARY": "title", "LOCATION": "location", "DESCRIPTION": "notes", "STATUS": "status",
        "PRIORITY": "priority", "URL": "link", "CATEGORIES": "categories", "TRANSP": "free or busy",
        "CLASS": "privacy", "ORGANIZER": "organizer", "PERCENT-COMPLETE": "progress",
        "COMPLETED": "completion",
        "ATTACH": "attachments", "COLOR": "color", "GEO": "position", "COMMENT": "comments",
    ]

    private static func short(_ text: String) -> String {
        let line = text.onOneLine
        return line.count > longestValue ? line.prefix(longestValue - 1) + "…" : line
    }
}

import ICalendar
import ICalendarStore

/// The editable text of an event or a reminder: one line per field, with explanatory comments.
enum EventText {
    static func text(_ fields: EventFields, heading: [String] = []) -> String {
        // A comment must not continue on a line without its mark.
        var lines = heading.map { "# \(EventFields.oneLine($0))" }
        if !heading.isEmpty {
            lines += [
                "# Lines that begin with # are ignored. To remove a field, delete its line or its value.",
                "# To change nothing, leave the text as it is or delete everything.", "",
            ]
        }
        for field in fields.names {
            if !heading.isEmpty { lines.append("# \(field.explanation)") }
            let texts = fields[field].isEmpty ? [""] : fields[field]
            for text in texts {
                let parts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                let first = parts.first ?? ""
                lines.append("\(field.rawValue):" + (first.isEmpty ? "" : " \(first)"))
                lines += parts.dropFirst().map { "  \($0)" }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Parses the fields of a text, or returns nil if the text is empty.
    static func fields(
        _ text: String,
        of known: [EventField] = EventField.ofEvents
    ) throws(FieldError) -> EventFields? {
        var fields = EventFields()
        fields.names = known
        var seen: Set<EventField> = []
        var notes: [Substring]?
        var isEmpty = true
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated()
        {
            if notes != nil, line.hasPrefix("  ") {
                notes?.append(line.dropFirst(2))
                continue
            }
            let start = line.first { !$0.isWhitespace }
            if start == nil || start == "#" { continue }
            isEmpty = false
            guard let colon = line.firstIndex(of: ":") else {
                throw FieldError(
                    line: index + 1,
                    reason: "expected NAME: VALUE; further lines of notes begin with two spaces"
                )
            }
            let name = String(line[..<colon]).trimmed.lowercased()
            guard let field = EventField(rawValue: name), known.contains(field) else {
                let names = known.map(\.rawValue).joined(separator: ", ")
                throw FieldError(line: index + 1, reason: "unknown field '\(name)'; use one of \(names)")
            }
            let value = String(line[line.index(after: colon)...]).trimmed
            guard seen.insert(field).inserted || EventField.repeatable.contains(field) else {
                throw FieldError(field: field, line: index + 1, reason: "given more than once")
            }
            if field == .notes {
                notes = [value[...]]
            } else if !value.isEmpty {
                fields[field] += [value]
            }
        }
        if let notes {
            let text = notes.joined(separator: "\n")
            fields[.notes] = text.isEmpty ? [] : [text]
        }
        return isEmpty ? nil : fields
    }

    static func lines(ofDropped overrides: [Event]) -> [String] {
        guard !overrides.isEmpty else { return [] }
        return ["  changed occurrences that the new rule removes"] + list(ofDropped: overrides)
    }

    static func list(ofDropped overrides: [Event], most: Int = .max) -> [String] {
        let lines = overrides.prefix(most).map { override in
            let fields = EventFields(override)
            return EventFields.oneLine("    - \(fields.text(.start)) \(fields.text(.title))")
        }
        return overrides.count > most ? lines + ["    - \(overrides.count - most) more"] : lines
    }

    /// Returns the differences for people: the name of each field, with its removed and added texts.
    static func changes(from old: EventFields, to new: EventFields) -> [String] {
        new.differences(from: old).flatMap { field -> [String] in
            let gone = old[field].filter { !new[field].contains($0) }
            let added = new[field].filter { !old[field].contains($0) }
            func lines(_ sign: String, _ texts: [String]) -> [String] {
                texts.flatMap { text in
                    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                        .map { "    \(sign) \($0)" }
                }
            }
            return ["  \(field.rawValue)"] + lines("-", gone) + lines("+", added)
        }
    }
}

/// A field of an event or a reminder, by its name in the edited text, in `--set` and in the options of `add`.
enum EventField: String, CaseIterable, Sendable {
    case title, start, end
    case allDay = "all-day"
    case timeZone = "time-zone"
    case location, url
    case repeats = "repeat"
    case status, category, attendee, alarm
    case due, priority, done
    case notes

    static let ofEvents = allCases.filter { ![.due, .priority, .done].contains($0) }
    static let ofReminders: [EventField] = [
        .title, .start, .due, .timeZone, .location, .url, .repeats, .priority, .category, .done, .notes,
    ]

    /// The fields that can have several values.
    static let repeatable: Set<EventField> = [.repeats, .category, .attendee, .alarm]

    static let times: Set<EventField> = [.start, .end, .allDay, .timeZone]
    static let timesOfReminders: Set<EventField> = [.start, .due, .timeZone]

    var explanation: String {
        switch self {
        case .title: "one line"
        case .start: "2026-03-30 09:30, or 2026-03-30 for an all-day event"
        case .end: "the same; for an all-day event, the last day"
        case .allDay: "yes or no"
        case .timeZone: "such as Europe/Berlin, UTC or floating; empty for whole days"
        case .location: "one line"
        case .url: "a link"
        case .repeats: "an RFC 5545 rule, such as FREQ=WEEKLY;BYDAY=MO"
        case .status: "confirmed, tentative or cancelled"
        case .category: "one per line"
        case .attendee: "an email address, or Jane Doe <jane@studio.example>; one per line"
        case .alarm: "time before the start, such as 15m or 1d12h, or at 2026-03-30 07:00Z; one per line"
        case .due: "2026-03-30 18:00, or 2026-03-30 without a time"
        case .priority: "from 1 (highest) to 9 (lowest); empty for none"
        case .done: "yes or no"
        case .notes: "any text; further lines begin with two spaces"
        }
    }
}

struct FieldError: Error, Hashable {
    var field: EventField?
    /// The line number, from 1, or nil outside the edited text.
    var line: Int?
    var reason: String

    /// The message, such as `line 4: all-day: 'maybe' is neither yes nor no`.
    var text: String {
        (line.map { "line \($0): " } ?? "") + (field.map { "\($0.rawValue): " } ?? "") + reason
    }
}

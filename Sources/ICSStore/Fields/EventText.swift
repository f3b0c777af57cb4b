import ICalendar
import ICalendarStore

/// The text in which a person edits an event or a reminder: a line a field, with comments that explain it.
enum EventText {
    static func text(_ fields: EventFields, heading: [String] = []) -> String {
        // What stands in a comment must not go on without its mark.
        var lines = heading.map { "# \(EventFields.oneLine($0))" }
        if !heading.isEmpty {
            lines += [
                "# Lines that begin with # mean nothing; a line that is taken away, or left empty, takes away what it says.",
                "# Nothing is changed when nothing is edited, or everything is deleted.", "",
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

    /// Reads the fields of a text, which has some names; nil when there is nothing in it.
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
                    reason: "there is no colon after a name; notes go on with two blanks"
                )
            }
            let name = String(line[..<colon]).trimmed.lowercased()
            guard let field = EventField(rawValue: name), known.contains(field) else {
                let names = known.map(\.rawValue).joined(separator: ", ")
                throw FieldError(line: index + 1, reason: "'\(name)' is none of \(names)")
            }
            let value = String(line[line.index(after: colon)...]).trimmed
            let isRepeatable = [.attendee, .alarm, .repeats].contains(field)
            guard seen.insert(field).inserted || isRepeatable else {
                throw FieldError(field: field, line: index + 1, reason: "it is said twice")
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
        return ["  changed occurrences that go with the old rule"] + list(ofDropped: overrides)
    }

    static func list(ofDropped overrides: [Event], most: Int = .max) -> [String] {
        let lines = overrides.prefix(most).map { override in
            let fields = EventFields(override)
            return EventFields.oneLine("    - \(fields.text(.start)) \(fields.text(.title))")
        }
        return overrides.count > most ? lines + ["    - \(overrides.count - most) more"] : lines
    }

    /// What differs, for people: the name of a field, and the texts that go and come.
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

/// What a person can say of an event or a reminder by a name: the lines of the text that is edited, `--set`, and the options of `add`.
enum EventField: String, CaseIterable, Sendable {
    case title, start, end
    case allDay = "all-day"
    case timeZone = "time-zone"
    case location, url
    case repeats = "repeat"
    case status, attendee, alarm
    case due, priority, done
    case notes

    static let ofEvents = allCases.filter { ![.due, .priority, .done].contains($0) }
    static let ofReminders: [EventField] = [
        .title, .due, .timeZone, .location, .url, .repeats, .priority, .done, .notes,
    ]

    static let times: Set<EventField> = [.start, .end, .allDay, .timeZone]

    var explanation: String {
        switch self {
        case .title: "one line"
        case .start: "2026-03-30 09:30, or 2026-03-30 for whole days"
        case .end: "the same; of whole days the last one"
        case .allDay: "yes or no"
        case .timeZone: "such as Europe/Berlin, UTC, or floating; nothing for whole days"
        case .location: "one line"
        case .url: "a link"
        case .repeats: "a rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO"
        case .status: "confirmed, tentative or cancelled"
        case .attendee: "a mail address, or Jane Doe <jane@studio.example>; a line each"
        case .alarm: "how long before the start, such as 15m or 1d12h, or at 2026-03-30 07:00Z; a line each"
        case .due: "2026-03-30 18:00, or 2026-03-30 for the day"
        case .priority: "1 is the most urgent, 9 the least; nothing for none"
        case .done: "yes or no"
        case .notes: "any text; more lines of it begin with two blanks"
        }
    }
}

struct FieldError: Error, Hashable {
    var field: EventField?
    /// The line, from 1 on; nil outside a text of lines.
    var line: Int?
    var reason: String

    /// `line 4: start: it is no date or time such as 2026-03-29 09:30`.
    var text: String {
        (line.map { "line \($0): " } ?? "") + (field.map { "\($0.rawValue): " } ?? "") + reason
    }
}

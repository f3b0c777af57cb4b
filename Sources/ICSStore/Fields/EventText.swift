import ICSItems
import ICalendar

/// The editable text of an event or reminder: one line per field, plus explanatory comments.
enum EventText {
    static func text(_ fields: EventFields, heading: [String] = []) -> String {
        // A comment must not continue on a line without a #.
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

    /// Parses the fields in edited text, or returns nil if the text is empty.
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

    /// Returns the differences as readable text: the name of each changed field with its removed and added values.
    static func changes(from old: EventFields, to new: EventFields) -> [String] {
        new.differences(from: old).flatMap { field -> [String] in
            let gone = old[field].filter { !new[field].contains($0) }
            let added = new[field].filter { !old[field].contains($0) }
            guard [.start, .end, .due].contains(field) else {
                return lines(of: field, removed: gone, added: added)
            }
            return lines(
                of: field,
                removed: gone.map { $0 + old.foreignZone },
                added: added.map { $0 + new.foreignZone }
            )
        }
    }

    /// Returns a field's name with its removed and added values.
    static func lines(of field: EventField, removed: [String], added: [String]) -> [String] {
        func lines(_ sign: String, _ texts: [String]) -> [String] {
            texts.flatMap { text in
                text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                    .map { "    \(sign) \($0)" }
            }
        }
        return ["  \(field.rawValue)"] + lines("-", removed) + lines("+", added)
    }
}

extension EventFields {
    /// The time zone in parentheses after a space.
    ///
    /// The string is empty if there is no zone or if it is the system's zone.
    var foreignZone: String {
        let name = text(.timeZone)
        guard !name.isEmpty, name != "floating", text(.allDay) != "yes",
            name != (try? Zone.system())?.identifier
        else { return "" }
        return " (\(name))"
    }
}

extension WildCalendar {
    /// Applies a break that changes the layout, order or number of lines.
    mutating func applyToLayout(_ way: WildBreak) -> Bool {
        switch way {
        case .joinedCalendars, .joinedWithMark:
            guard calendars.count > 1 else { return false }
            layout.joint = way == .joinedCalendars ? "" : "\u{FEFF}"
        case .indented, .indentedButFirst:
            layout.indent = choices.pick(["    ", "\t", " "])
            layout.indentsFirst = way == .indented
        case .foldsWithoutBlank:
            // Only lines of text cannot be mistaken for new content lines.
            return change({ $0.name == "DESCRIPTION" && $0.text.utf8.count > 75 }) {
                $0.written = WildFolding.pieces($0.text).joined(separator: "\r\n")
            }
        case .quotedPrintable:
            return change({ $0.name == "SUMMARY" || $0.name == "DESCRIPTION" }) {
                $0.written =
                    "\($0.name);ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:" + WildMail.quotedPrintable($0.value)
            }
        case .mail: layout.mail = choices.pick(Mail.allCases)
        case .cancelWithoutStart:
            return removeOverrideTimes()
        case .cancelMethod: return cancelAll()
        case .cancelSpelling:
            return change({ $0.name == "STATUS" && $0.value == "CANCELLED" }) { $0.value = "CANCELED" }
        case .secondSummary: return insert("SUMMARY:Another title", behind: "SUMMARY")
        case .unknownWord: return insert("TRANSP:BUSY", behind: "SUMMARY")
        case .emptyLines:
            return insert(
                choices.pick(["RRULE:", "EXDATE:", "RDATE:", "URL:", "ATTENDEE:"]),
                behind: "DTSTAMP"
            )
        case .emptyListItem: return change({ $0.name == "EXDATE" }) { $0.value += "," }
        case .trailingSemicolon: return change({ $0.name == "RRULE" }) { $0.value += ";" }
        case .lowerCase:
            return change({ _ in true }) { line in
                line.name = line.name.lowercased()
                line.parameters = line.parameters.map { ($0.name.lowercased(), $0.value) }
            }
        case .lineFeeds:
            layout.lineEnd = choices.pick(["\n", "\r"])
            layout.joint = layout.joint == "\r\n" ? layout.lineEnd : layout.joint
        case .lineCut: return change({ Self.times.contains($0.name) }) { $0.written = $0.name }
        case .badDate: return change({ Self.times.contains($0.name) }) { $0.value = "20261301" }
        case .truncated: return truncate()
        case .junk: return insert("this is no content line", behind: "BEGIN")
        default: return false
        }
        return true
    }

    private mutating func insert(_ text: String, behind name: String) -> Bool {
        change({ $0.name == name && (name != "BEGIN" || $0.value == "VEVENT") }) {
            $0.written = $0.text + "\r\n" + text
        }
    }

    private mutating func truncate() -> Bool {
        guard let last = calendars.indices.last, calendars[last].count > 3 else { return false }
        calendars[last].removeLast(1 + choices.number(below: calendars[last].count - 3))
        return true
    }

    /// Removes DTSTART and DTEND from canceled overrides, as Google does.
    private mutating func removeOverrideTimes() -> Bool {
        var hasChanged = false
        for calendar in calendars.indices {
            var isOverride = false
            calendars[calendar].removeAll { line in
                if line.name == "BEGIN" { isOverride = false }
                if line.name == "RECURRENCE-ID" { isOverride = true }
                guard isOverride, line.name == "DTSTART" || line.name == "DTEND" else { return false }
                hasChanged = true
                return true
            }
        }
        return hasChanged
    }

    /// Replaces the individual cancellations with METHOD:CANCEL if every event of a calendar is canceled.
    private mutating func cancelAll() -> Bool {
        var hasChanged = false
        needsRemark = false
        for calendar in calendars.indices {
            // An earlier break may have made the names lowercase.
            let events = calendars[calendar].count { $0.name.uppercased() == "BEGIN" && $0.value == "VEVENT" }
            let isCancelled = { (line: WildLine) in
                line.name.uppercased() == "STATUS" && line.value == "CANCELLED"
            }
            guard events == calendars[calendar].count(where: isCancelled) else { continue }
            calendars[calendar].removeAll { $0.name.uppercased() == "STATUS" }
            calendars[calendar].insert(WildLine("METHOD", "CANCEL"), at: 2)
            hasChanged = true
        }
        return hasChanged
    }
}

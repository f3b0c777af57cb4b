/// A way in which real programs break a calendar but leave its meaning clear.
public enum WildBreak: String, CaseIterable, Sendable {
    case dayAsUTC, dayWithZ, dayWithMidnight
    case zoneUnquoted, zoneEscaped, zoneOfDefinitionUnescaped, zoneNumbered
    case parameterBehindColon, offset, extended, milliseconds, withoutSeconds
    case nameUnquoted, senderUnquoted, addressTwice, blankInWord, blankBeforeAddress
    case emptyTrigger
    case joinedCalendars, joinedWithMark, indented, indentedButFirst, foldsWithoutBlank, quotedPrintable, mail
    case cancelWithoutStart, cancelMethod, cancelSpelling
    case secondSummary, unknownWord, emptyLines, emptyListItem, trailingSemicolon, lowerCase, lineFeeds
    case lineCut, badDate, truncated, junk

    /// Whether the break keeps all occurrences.
    ///
    /// Otherwise some can be missing, with a diagnostic.
    public var keepsOccurrences: Bool {
        switch self {
        case .lineCut, .badDate, .truncated, .junk: false
        default: true
        }
    }

    /// Whether the break is too common to need a diagnostic.
    public var isSilent: Bool {
        switch self {
        case .lowerCase, .lineFeeds, .trailingSemicolon, .zoneEscaped, .emptyLines,
            .zoneOfDefinitionUnescaped, .blankBeforeAddress,
            .blankInWord:
            true
        default: false
        }
    }
}

extension WildCalendar {
    /// Breaks the calendar in the given way.
    ///
    /// Returns false if the calendar contains nothing to break in this way.
    public mutating func apply(_ way: WildBreak) -> Bool {
        switch way {
        case .dayAsUTC: return dayAsUTC()
        case .dayWithZ: return change(Self.isDay) { $0.value += "Z" }
        case .dayWithMidnight: return change(Self.isDay) { $0.value += "T000000" }
        case .zoneUnquoted:
            return change({ $0["TZID"]?.contains(",") == true }) {
                $0.written = $0.text.filter { $0 != "\"" }
            }
        case .zoneEscaped:
            return change({ $0["TZID"].map { Self.escaped($0) != $0 } == true }) { line in
                line["TZID"] = line["TZID"].map(Self.escaped)
            }
        case .zoneOfDefinitionUnescaped:
            return change({ $0.name == "TZID" && $0.value.contains("\\") }) {
                $0.value.removeAll { $0 == "\\" }
            }
        case .zoneNumbered:
            return change({ $0["TZID"] == "Eastern Standard Time" }) {
                $0["TZID"] = "Eastern Standard Time 1"
            }
        case .parameterBehindColon:
            return change({
                Self.times.contains($0.name) && $0.parameters.count == 1 && !$0.text.contains("; ")
            }) {
                let parameter = $0.parameters[0]
                $0.written = "\($0.name):\(parameter.name)=\(parameter.value):\($0.value)"
            }
        case .offset: return offset()
        case .extended: return change(Self.isTime) { $0.value = Self.extended($0.value) }
        case .milliseconds:
            return change(Self.isTime) { $0.value = $0.value.prefix(15) + ".000" + $0.value.dropFirst(15) }
        case .withoutSeconds:
            return change(Self.isTime) { $0.value = String($0.value.prefix(13) + $0.value.dropFirst(15)) }
        case .nameUnquoted:
            return change({ $0["CN"]?.contains(",") == true }) { $0.written = $0.text.filter { $0 != "\"" } }
        case .senderUnquoted:
            return change({ $0["SENT-BY"] != nil }) { $0.written = $0.text.filter { $0 != "\"" } }
        case .addressTwice:
            return change({ $0.name == "ATTENDEE" || $0.name == "ORGANIZER" }) { line in
                let status = line["PARTSTAT"].map { ";PARTSTAT=\($0)" } ?? ""
                let name = line["CN"].map { ";CN=\"\($0)\"" } ?? ""
                line.written = "\(line.name)\(status)\(name);EMAIL=\(line.value):\(line.value)"
            }
        case .blankInWord: return change({ $0["PARTSTAT"] != nil }) { $0["PARTSTAT"] = "ACCEPTED " }
        case .blankBeforeAddress:
            return change({ $0.name == "ATTENDEE" }) {
                $0.value = $0.value.replacingPrefix("mailto:", with: "mailto: ")
            }
        case .emptyTrigger:
            let empty = choices.pick(["P", "PT"])
            return change({ $0.name == "TRIGGER" && $0.value == "PT0S" }) { $0.value = empty }
        default: return applyToLayout(way)
        }
    }

    /// The properties that determine when an event happens.
    static let times: Set = ["DTSTART", "DTEND", "EXDATE", "RECURRENCE-ID"]

    /// Whether a line contains a date that no other break has changed.
    static func isDay(_ line: WildLine) -> Bool { line["VALUE"] == "DATE" && line.value.utf8.count == 8 }

    /// Whether a line contains a time in basic format that no other break has changed.
    static func isTime(_ line: WildLine) -> Bool {
        times.contains(line.name) && line["VALUE"] == nil
            && line.value.split(separator: ",", omittingEmptySubsequences: false).allSatisfy(isBasic)
    }

    private static func isBasic(_ value: Substring) -> Bool {
        let digits = value.hasSuffix("Z") ? value.dropLast() : value
        return digits.utf8.count == 15
            && digits.utf8.enumerated().allSatisfy { place, byte in
                place == 8
                    ? byte == UInt8(ascii: "T") : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }

    /// Changes at least one of the matching lines.
    ///
    /// Returns false if no line matches.
    mutating func change(_ applies: (WildLine) -> Bool, _ body: (inout WildLine) -> Void) -> Bool {
        var hasChanged = false
        for calendar in calendars.indices {
            var isDefinition = false
            for place in calendars[calendar].indices {
                let line = calendars[calendar][place]
                if line.name == "BEGIN" || line.name == "END" {
                    isDefinition = Self.definitions.contains(line.value)
                }
                guard !isDefinition || line.name == "TZID", line.written == nil, applies(line) else {
                    continue
                }
                if hasChanged, choices.chance(30) { continue }
                body(&calendars[calendar][place])
                hasChanged = true
            }
        }
        return hasChanged
    }

    private static let definitions: Set = ["VTIMEZONE", "STANDARD", "DAYLIGHT"]

    private mutating func offset() -> Bool {
        let sign = choices.pick(["+01:00", "+0100"])
        let isExtended = choices.chance(50)
        return change({ Self.isTime($0) && $0.value.hasSuffix("Z") }) { line in
            guard let hour = Int(line.value.dropFirst(9).prefix(2)), hour < 23 else { return }
            let later = line.value.prefix(9) + Self.two(hour + 1) + line.value.dropFirst(11).prefix(4)
            line.value = (isExtended ? Self.extended(String(later)) : String(later)) + sign
        }
    }

    /// Returns a time in ISO 8601 extended format.
    static func extended(_ value: String) -> String {
        let digits = Array(value)
        guard digits.count >= 15 else { return value }
        func text(_ range: Range<Int>) -> String { String(digits[range]) }
        return
            "\(text(0..<4))-\(text(4..<6))-\(text(6..<8))T\(text(9..<11)):\(text(11..<13)):\(text(13..<15))"
            + String(digits[15...])
    }

    /// Writes dates as local midnight converted to UTC.
    private mutating func dayAsUTC() -> Bool {
        let forms: [(days: Int, time: String)] = [
            (-1, "220000"), (-1, "183000"), (-1, "120000"), (0, "050000"), (0, "000000"), (0, "235959"),
        ]
        let form = choices.pick(forms)
        func moved(_ date: String) -> String? {
            guard date.count == 8, let month = Int(date.dropFirst(4).prefix(2)), let day = Int(date.suffix(2))
            else {
                return nil
            }
            let number = (month == 4 ? 31 : 0) + day + form.days
            guard number > 0 else { return nil }
            return Self.date(number) + "T\(form.time)Z"
        }
        needsRemark = form.days < 0
        return change({ line in
            line.name == "RRULE" && line.value.range(ofUntil: 8) != nil
                || (line.name == "EXDATE" || line.name == "RECURRENCE-ID") && Self.isDay(line)
        }) { line in
            if let until = line.value.range(ofUntil: 8) {
                guard let text = moved(String(line.value[until])) else { return }
                line.value.replaceSubrange(until, with: text)
            } else if let text = moved(line.value) {
                line.value = text
                line["VALUE"] = nil
            }
        }
    }
}

extension String {
    func replacingPrefix(_ prefix: String, with other: String) -> String {
        hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
    }

    /// Returns the range of the UNTIL value if it has the given number of characters.
    func range(ofUntil count: Int) -> Range<Index>? {
        let parts = split(separator: ";", omittingEmptySubsequences: false)
        guard let part = parts.first(where: { $0.hasPrefix("UNTIL=") }), part.count == 6 + count else {
            return nil
        }
        return index(part.startIndex, offsetBy: 6)..<part.endIndex
    }
}

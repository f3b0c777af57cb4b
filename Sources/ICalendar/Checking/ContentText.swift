/// A property as a content line, unfolded, for people to compare before and after.
enum ContentText {
    /// The line that the property was read from, or what it says now.
    static func line(_ property: Property) -> String {
        WrittenLine(property)?.string ?? property.name
            + property.parameters.map { ";\($0.name)=" + $0.values.map(quoted).joined(separator: ",") }
            .joined()
            + ":" + value(property.value)
    }

    /// A parameter's value, in quotes where it needs them.
    private static func quoted(_ text: String) -> String {
        text.utf8.contains { $0 == Ascii.colon || $0 == Ascii.semicolon || $0 == Ascii.comma }
            ? "\"\(text)\"" : text
    }

    /// A value as its type is written.
    static func value(_ value: Value) -> String {
        switch value {
        case .text(let text): escaped(text)
        case .uri(let text), .calendarAddress(let text), .raw(let text), .binary(let text): text
        case .date(let date): moment(CivilDateTime(date), isDate: true)
        case .dateTime(let time, let isUTC): moment(time) + (isUTC ? "Z" : "")
        case .time(let second, let isUTC):
            String(moment(CivilDateTime(secondNumber: second)).suffix(6)) + (isUTC ? "Z" : "")
        case .duration(let duration): duration.description
        case .period(let period): moment(period.start) + (period.isUTC ? "Z" : "") + "/" + end(period.end)
        case .recurrenceRule(let rule): RuleText.format(rule)
        case .integer(let number): String(number)
        case .float(let number): String(number)
        case .boolean(let flag): flag ? "TRUE" : "FALSE"
        case .utcOffset(let seconds): offset(seconds)
        case .geo(let latitude, let longitude): "\(latitude);\(longitude)"
        case .requestStatus(let status):
            ([status.code, status.description] + (status.data.map { [$0] } ?? [])).map(escaped)
                .joined(separator: ";")
        case .list(let values): values.map(self.value).joined(separator: ",")
        }
    }

    private static func moment(_ time: CivilDateTime, isDate: Bool = false) -> String {
        RuleText.format(until: isDate ? .date(time.date) : .floating(time))
    }

    private static func end(_ end: Value.Period.End) -> String {
        switch end {
        case .time(let time, let isUTC): moment(time) + (isUTC ? "Z" : "")
        case .duration(let duration): duration.description
        }
    }

    private static func offset(_ seconds: Int) -> String {
        let size = Int(clamping: seconds.magnitude)
        let second = size % 60 == 0 ? "" : padded(size % 60, 2)
        return (seconds < 0 ? "-" : "+") + padded(size / 3600, 2) + padded(size / 60 % 60, 2) + second
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\", ";", ",": result += "\\\(character)"
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}

extension XCalWriter {
    /// Appends a value as an element that is named for its type (RFC 6321 section 3.6).
    ///
    /// What could not be read is `unknown`, as is the value of a property that nobody knows (section 5), unless VALUE
    /// gives it a type of its own.
    mutating func append(_ value: Value, of type: ExchangeType) {
        switch value {
        case .raw(let text):
            if case .other(let name) = type {
                element(XMLText.elementName(name), text)
            } else {
                element("unknown", text)
            }
        // RFC 9253 has types of its own for some texts and links.
        case .text(let text): element(type == .kind(.uid) ? type.name : "text", text)
        case .uri(let text): element(type == .kind(.xmlReference) ? type.name : "uri", text)
        case .calendarAddress(let text): element("cal-address", text)
        case .binary(let text): element("binary", text)
        case .date(let date): element("date") { ExtendedTimeText.append(date, to: &$0) }
        case .dateTime(let time, let isUTC):
            element("date-time") { ExtendedTimeText.append(time, isUTC: isUTC, to: &$0) }
        case .time(let second, let isUTC):
            element("time") { ExtendedTimeText.append(secondOfDay: second, isUTC: isUTC, to: &$0) }
        case .duration(let duration): element("duration") { DurationText.append(duration, to: &$0) }
        case .period(let period): append(period)
        case .recurrenceRule(let rule): append(rule)
        case .integer(let number): element("integer", String(number))
        case .float(let number): element("float", XCalWriter.text(of: number))
        case .boolean(let isTrue): element("boolean", isTrue ? "true" : "false")
        case .utcOffset(let offset):
            element("utc-offset") { ExtendedTimeText.append(offset: offset, to: &$0) }
        case .geo(let latitude, let longitude):
            element("latitude", XCalWriter.text(of: latitude))
            element("longitude", XCalWriter.text(of: longitude))
        case .requestStatus(let status):
            element("code", status.code)
            element("description", status.description)
            if let data = status.data { element("data", data) }
        case .list: break  // The writer gives single values only.
        }
    }

    private mutating func append(_ period: Value.Period) {
        openElement("period")
        element("start") { ExtendedTimeText.append(period.start, isUTC: period.isUTC, to: &$0) }
        switch period.end {
        case .time(let end, let isUTC):
            element("end") { ExtendedTimeText.append(end, isUTC: isUTC, to: &$0) }
        case .duration(let duration): element("duration") { DurationText.append(duration, to: &$0) }
        }
        close("period")
    }

    private mutating func append(_ rule: RecurrenceRule) {
        openElement("recur")
        for part in RulePart.parts(of: rule) {
            for item in part.items {
                switch item {
                case .number(let number): element(part.name, String(number))
                case .word(let word): element(part.name, word)
                case .time(let time): element(part.name) { time.appendExtended(to: &$0) }
                }
            }
        }
        close("recur")
    }

    /// A number as XML Schema writes it, which has names of its own for what is no number.
    private static func text(of number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number > 0 ? "INF" : "-INF" }
        return number.description
    }
}

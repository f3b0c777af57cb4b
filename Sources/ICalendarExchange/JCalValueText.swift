import ICalendarCore

/// A formatter for individual values in jCal (RFC 7265 section 3.6).
enum JCalValueText {
    /// Appends a value, or the text of an unreadable value.
    static func append(_ value: Value, to bytes: inout [UInt8]) {
        switch value {
        case .text(let text), .uri(let text), .calendarAddress(let text), .binary(let text), .raw(let text):
            JSONText.append(string: text, to: &bytes)
        case .date(let date):
            quoted(&bytes) { ExtendedTimeText.append(date, to: &$0) }
        case .dateTime(let time, let isUTC):
            quoted(&bytes) { ExtendedTimeText.append(time, isUTC: isUTC, to: &$0) }
        case .time(let second, let isUTC):
            quoted(&bytes) { ExtendedTimeText.append(secondOfDay: second, isUTC: isUTC, to: &$0) }
        case .duration(let duration):
            quoted(&bytes) { duration.append(to: &$0) }
        case .period(let period): append(period, to: &bytes)
        case .recurrenceRule(let rule): append(rule, to: &bytes)
        case .integer(let number): JSONText.append(number: number, to: &bytes)
        case .float(let number): JSONText.append(number: number, to: &bytes)
        case .boolean(let isTrue): bytes.append(contentsOf: (isTrue ? "true" : "false").utf8)
        case .utcOffset(let offset):
            quoted(&bytes) { ExtendedTimeText.append(offset: offset, to: &$0) }
        case .geo(let latitude, let longitude):
            bytes.append(UInt8(ascii: "["))
            JSONText.append(number: latitude, to: &bytes)
            bytes.append(Ascii.comma)
            JSONText.append(number: longitude, to: &bytes)
            bytes.append(UInt8(ascii: "]"))
        case .requestStatus(let status):
            append([status.code, status.description] + (status.data.map { [$0] } ?? []), to: &bytes)
        case .list(let values):
            // The writer passes only individual values, since jCal has no nested lists.
            append(values.compactMap(\.string), to: &bytes)
        }
    }

    /// Appends a period as an array that contains its start and its end or duration (section 3.6.9).
    private static func append(_ period: Value.Period, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        quoted(&bytes) { ExtendedTimeText.append(period.start, isUTC: period.isUTC, to: &$0) }
        bytes.append(Ascii.comma)
        switch period.end {
        case .time(let end, let isUTC):
            quoted(&bytes) { ExtendedTimeText.append(end, isUTC: isUTC, to: &$0) }
        case .duration(let duration):
            quoted(&bytes) { duration.append(to: &$0) }
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Appends a rule as an object (section 3.6.10).
    ///
    /// A part with a single value is not an array.
    private static func append(_ rule: RecurrenceRule, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        for (place, part) in RulePart.parts(of: rule).enumerated() {
            if place > 0 { bytes.append(Ascii.comma) }
            JSONText.append(plain: part.name, to: &bytes)
            bytes.append(Ascii.colon)
            if part.items.count > 1 { bytes.append(UInt8(ascii: "[")) }
            for (index, item) in part.items.enumerated() {
                if index > 0 { bytes.append(Ascii.comma) }
                switch item {
                case .number(let number): JSONText.append(number: number, to: &bytes)
                case .word(let word): JSONText.append(string: word, to: &bytes)
                case .time(let time): quoted(&bytes) { time.appendExtended(to: &$0) }
                }
            }
            if part.items.count > 1 { bytes.append(UInt8(ascii: "]")) }
        }
        bytes.append(UInt8(ascii: "}"))
    }

    static func append(_ strings: [String], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for (place, string) in strings.enumerated() {
            if place > 0 { bytes.append(Ascii.comma) }
            JSONText.append(string: string, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Appends a function's output in quotes.
    ///
    /// The output must not contain characters that need escapes.
    private static func quoted(_ bytes: inout [UInt8], _ body: (inout [UInt8]) -> Void) {
        bytes.append(Ascii.quote)
        body(&bytes)
        bytes.append(Ascii.quote)
    }
}

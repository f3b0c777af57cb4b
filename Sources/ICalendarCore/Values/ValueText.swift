/// The written form of values in RFC 5545 content lines.
///
/// A written value reads back unchanged, except for content that iCalendar cannot express: control characters in
/// text, years with more than four digits, and nested lists. No value can extend past its own content line.
package enum ValueText {
    /// The form of string values, if the property rather than the value determines it.
    package enum StringForm {
        /// The form defined by the value's type.
        case own
        /// TEXT with escapes.
        case text
        /// A URI without escapes.
        case uri
    }

    package static func append(_ value: Value, strings: StringForm = .own, to bytes: inout [UInt8]) {
        guard case .list(let values) = value else { return appendSingle(value, strings, &bytes) }
        // Flattens nested lists without recursion, because callers may nest lists to any depth.
        var waiting = Array(values.reversed())
        var isFirst = true
        while let next = waiting.popLast() {
            if case .list(let inner) = next {
                waiting += inner.reversed()
                continue
            }
            if !isFirst { bytes.append(Ascii.comma) }
            isFirst = false
            appendSingle(next, strings, &bytes)
        }
    }

    package static func string(_ value: Value) -> String {
        var bytes: [UInt8] = []
        append(value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func appendSingle(_ value: Value, _ strings: StringForm, _ bytes: inout [UInt8]) {
        switch value {
        case .text(let text):
            if strings == .uri {
                TextEscapes.append(uri: text, to: &bytes)
            } else {
                TextEscapes.append(text: text, to: &bytes)
            }
        case .uri(let text), .calendarAddress(let text):
            if strings == .text {
                TextEscapes.append(text: text, to: &bytes)
            } else {
                TextEscapes.append(uri: text, to: &bytes)
            }
        case .date(let date): DateTimeText.append(date, to: &bytes)
        case .dateTime(let time, let isUTC): DateTimeText.append(time, isUTC: isUTC, to: &bytes)
        case .time(let second, let isUTC):
            DateTimeText.append(secondOfDay: second, isUTC: isUTC, to: &bytes)
        case .duration(let duration): duration.append(to: &bytes)
        case .period(let period): PeriodText.append(period, to: &bytes)
        case .recurrenceRule(let rule): bytes += Array(RuleText.format(rule).utf8)
        case .integer(let number): bytes.appendNumber(number)
        case .float(let number): NumberText.append(number, to: &bytes)
        case .boolean(let flag): bytes += Array((flag ? "TRUE" : "FALSE").utf8)
        case .utcOffset(let offset): NumberText.append(utcOffset: offset, to: &bytes)
        case .geo(let latitude, let longitude):
            NumberText.append(latitude, to: &bytes)
            bytes.append(Ascii.semicolon)
            NumberText.append(longitude, to: &bytes)
        case .requestStatus(let status): RequestStatusText.append(status, to: &bytes)
        case .binary(let base64): bytes += base64.utf8.filter { !TextEscapes.isControl($0) }
        case .raw(let text): TextEscapes.append(raw: text, to: &bytes)
        case .list: break
        }
    }
}

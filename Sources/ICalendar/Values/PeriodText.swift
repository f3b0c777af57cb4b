/// PERIOD as text (RFC 5545 section 3.3.9): `START/END` or `START/DURATION`.
enum PeriodText {
    /// Reads a period, or gives nil when the text is none.
    static func parse(_ text: Span<UInt8>, _ remarks: inout [ValueRemark]) -> Value.Period? {
        guard let slash = firstSlash(text),
            case .dateTime(let start, let isUTC)? = DateTimeText.moment(text.extracting(0..<slash), &remarks)
        else { return nil }
        let rest = text.extracting(slash + 1..<text.count)
        if let duration = DurationText.parse(rest, &remarks) {
            return Value.Period(start: start, isUTC: isUTC, end: .duration(duration))
        }
        guard case .dateTime(let end, let endIsUTC)? = DateTimeText.moment(rest, &remarks) else { return nil }
        return Value.Period(start: start, isUTC: isUTC, end: .time(end, isUTC: endIsUTC))
    }

    /// Where the slash between the two parts is.
    static func firstSlash(_ text: Span<UInt8>) -> Int? {
        for index in text.indices where text[index] == Ascii.slash { return index }
        return nil
    }

    /// Adds a period.
    static func append(_ period: Value.Period, to bytes: inout [UInt8]) {
        DateTimeText.append(period.start, isUTC: period.isUTC, to: &bytes)
        bytes.append(Ascii.slash)
        switch period.end {
        case .time(let end, let isUTC): DateTimeText.append(end, isUTC: isUTC, to: &bytes)
        case .duration(let duration): DurationText.append(duration, to: &bytes)
        }
    }
}

/// DATE, DATE-TIME and TIME values as text (RFC 5545 sections 3.3.4, 3.3.5 and 3.3.12).
///
/// With a remark, parsing also accepts midnight as `T240000`, the extended format of ISO 8601
/// (`2026-01-01T12:00:00`), times without seconds or with fractional seconds, and UTC offsets
/// (`20260101T120000+0100`), which are converted to UTC. Second 60 is read as 59. `t` and `z` may be lowercase.
package enum DateTimeText {
    package enum Moment: Equatable {
        case date(CivilDate)
        case dateTime(CivilDateTime, isUTC: Bool)

        package var isDay: Bool { if case .date = self { true } else { false } }
    }

    /// The relation of a time of day to UTC.
    private enum Shift {
        case local
        case utc
        /// A UTC offset, in seconds east of UTC.
        case offset(Int)
    }

    /// The value form expected by VALUE or by the context.
    package enum Wish {
        /// A date or a time.
        case any
        /// A date. A time at midnight is read as its date.
        case date
        /// An end. A nonexistent day is read as the last day of its month.
        case lastDay
    }

    /// Parses a DATE or DATE-TIME, depending on the text.
    ///
    /// Returns nil if the text is neither or the day does not exist.
    package static func moment(
        _ text: Span<UInt8>,
        wanting wish: Wish = .any,
        _ remarks: inout [ValueRemark]
    ) -> Moment? {
        if let moment = basic(text), wish != .date || moment.isDay { return moment }
        var index = 0
        var isExtended = false
        guard let date = date(text, at: &index, &isExtended, wish, &remarks) else { return nil }
        if index == text.count {
            if isExtended { noteExtended(&remarks) }
            return .date(date)
        }
        if index == text.count - 1, Ascii.capital(text[index]) == 0x5A {
            remarks.note(ofValue: "is a date with a Z; read as the date")
            return .date(date)
        }
        let isSeparated = text[index] == Ascii.space
        guard Ascii.capital(text[index]) == 0x54 || isSeparated else { return nil }
        if isSeparated, !isExtended { remarks.note(ofValue: "has a blank instead of T; read as T") }
        index += 1
        guard let (time, shift) = timeOfDay(text, at: &index, &isExtended, &remarks), index == text.count
        else {
            return nil
        }
        if isExtended { noteExtended(&remarks) }
        let civil = CivilDateTime(date, secondOfDay: time)
        if wish == .date, civil.secondOfDay == 0 {
            remarks.note(ofValue: "is a time although VALUE=DATE; read as the date")
            return .date(civil.date)
        }
        switch shift {
        case .local: return .dateTime(civil, isUTC: false)
        case .utc: return .dateTime(civil, isUTC: true)
        case .offset(let offset):
            noteOffset(&remarks)
            return .dateTime(CivilDateTime(date, secondOfDay: time - offset), isUTC: true)
        }
    }

    private static func basic(_ text: Span<UInt8>) -> Moment? {
        var day = Day()
        guard let (second, isDate, end) = day.moment(text, 0, text.count), end == text.count else {
            return nil
        }
        if isDate { return .date(CivilDateTime(secondNumber: second).date) }
        return .dateTime(CivilDateTime(secondNumber: second), isUTC: end == 16)
    }

    /// Parses a TIME and returns the seconds since midnight and whether the time is in UTC.
    package static func time(
        _ text: Span<UInt8>,
        _ remarks: inout [ValueRemark]
    ) -> (secondOfDay: Int, isUTC: Bool)? {
        var index = 0
        var isExtended = false
        guard let (time, shift) = timeOfDay(text, at: &index, &isExtended, &remarks), index == text.count
        else {
            return nil
        }
        if isExtended { noteExtended(&remarks) }
        switch shift {
        case .local: return (time % 86_400, false)
        case .utc: return (time % 86_400, true)
        case .offset(let offset):
            noteOffset(&remarks)
            return (floorModulo(time - offset, 86_400), true)
        }
    }

    private static func noteOffset(_ remarks: inout [ValueRemark]) {
        remarks.note(ofValue: "has a UTC offset, which iCalendar does not allow; converted to UTC")
    }

    private static func noteExtended(_ remarks: inout [ValueRemark]) {
        remarks.note(ofValue: "has the extended ISO 8601 form; read as the basic form")
    }

    private static func date(
        _ text: Span<UInt8>,
        at index: inout Int,
        _ isExtended: inout Bool,
        _ wish: Wish,
        _ remarks: inout [ValueRemark]
    ) -> CivilDate? {
        guard let year = text.digits(at: 0, count: 4), text.count >= 8 else { return nil }
        isExtended = text[4] == Ascii.minus
        let monthAt = isExtended ? 5 : 4
        let dayAt = isExtended ? 8 : 6
        if isExtended {
            guard text.count >= 10, text[7] == Ascii.minus else { return nil }
        }
        guard let month = text.digits(at: monthAt, count: 2),
            let day = text.digits(at: dayAt, count: 2)
        else { return nil }
        index = dayAt + 2
        if wish == .lastDay, (1...12).contains(month), (1...31).contains(day) {
            let last = CivilDate.daysInMonth(month, ofYear: year)
            if day > last {
                remarks.note(ofValue: "is a day that does not exist; using the last day of the month")
                return CivilDate(year: year, month: month, day: last)
            }
        }
        return CivilDate(year: year, month: month, day: day)
    }

    /// Parses `HHMMSS` or `HH:MM:SS` with an optional Z or offset.
    ///
    /// The result is 86,400 for midnight at the end of the day.
    private static func timeOfDay(
        _ text: Span<UInt8>,
        at index: inout Int,
        _ isExtended: inout Bool,
        _ remarks: inout [ValueRemark]
    ) -> (Int, Shift)? {
        guard let hour = text.digits(at: index, count: 2) else { return nil }
        index += 2
        let hasColons = index < text.count && text[index] == Ascii.colon
        if hasColons {
            isExtended = true
            index += 1
        }
        guard let minute = text.digits(at: index, count: 2) else { return nil }
        index += 2
        var second = 0
        if hasColons, index < text.count, text[index] == Ascii.colon { index += 1 }
        if let written = text.digits(at: index, count: 2) {
            second = written
            index += 2
            skipFraction(text, at: &index, isExtended, &remarks)
        } else {
            remarks.note(ofValue: "has no seconds; read as :00")
        }
        guard let shift = shift(text, at: &index, isExtended, &remarks) else { return nil }
        if hour == 24, minute == 0, second == 0 {
            remarks.note(ofValue: "is 24:00; read as midnight of the next day")
            return (86_400, shift)
        }
        // A day of 86,400 seconds has no leap second.
        guard hour < 24, minute < 60, second <= 60 else { return nil }
        return (hour * 3600 + minute * 60 + min(second, 59), shift)
    }

    /// Parses the end of a time: nothing, a Z, or an offset such as `+01:00`.
    ///
    /// Returns nil for an impossible offset.
    private static func shift(
        _ text: Span<UInt8>,
        at index: inout Int,
        _ isExtended: Bool,
        _ remarks: inout [ValueRemark]
    ) -> Shift? {
        guard index < text.count else { return .local }
        var sign = index
        // Some programs write `2026-01-01 12:00:00 +0100` or `20260101T120000 Z`.
        if text[sign] == Ascii.space, sign + 1 < text.count { sign += 1 }
        let isUTC = Ascii.capital(text[sign]) == 0x5A
        guard isUTC || text[sign] == Ascii.plus || text[sign] == Ascii.minus else { return .local }
        // The remark about the extended format also covers the blank.
        if sign > index, !isExtended { remarks.note(ofValue: "has a blank before the zone; blank ignored") }
        if isUTC {
            index = sign + 1
            return .utc
        }
        guard let (offset, end) = OffsetText.parse(text, at: sign), offset.magnitude < 86_400 else {
            return nil
        }
        index = end
        return .offset(offset)
    }

    /// Skips `.000`, which many exporters write; ISO 8601 also allows a comma.
    private static func skipFraction(
        _ text: Span<UInt8>,
        at index: inout Int,
        _ isExtended: Bool,
        _ remarks: inout [ValueRemark]
    ) {
        guard index + 1 < text.count, text[index] == Ascii.point || text[index] == Ascii.comma,
            text[index + 1] &- 0x30 <= 9
        else { return }
        index += 1
        var isZero = true
        while index < text.count, text[index] &- 0x30 <= 9 {
            if text[index] != Ascii.zero { isZero = false }
            index += 1
        }
        // The remark about the extended format also covers a fraction of zero.
        if !isExtended || !isZero { remarks.note(ofValue: "has a fraction of a second; fraction ignored") }
    }

    // MARK: - Writing DATE, DATE-TIME and TIME
    //
    // A year has exactly four digits (RFC 3339 section 1). Dates before year 0 or after 9999 are clamped to the first
    // or last second of that range.

    private static let firstDay = CivilDate.dayNumber(year: 0, month: 1, day: 1)
    private static let lastDay = CivilDate.dayNumber(year: 9999, month: 12, day: 31)

    /// Appends a DATE value (section 3.3.4), such as `20260329`.
    package static func append(_ date: CivilDate, to bytes: inout [UInt8]) {
        let held = CivilDate(dayNumber: min(max(date.dayNumber, firstDay), lastDay))
        let (year, month, day) = held.fields
        bytes.appendDigits(year, count: 4)
        bytes.appendDigits(month, count: 2)
        bytes.appendDigits(day, count: 2)
    }

    /// Appends a DATE-TIME value (section 3.3.5), such as `20260329T090000Z`.
    package static func append(_ time: CivilDateTime, isUTC: Bool, to bytes: inout [UInt8]) {
        let first = firstDay * 86_400
        let last = lastDay * 86_400 + 86_399
        let held = CivilDateTime(secondNumber: min(max(time.secondNumber, first), last))
        append(held.date, to: &bytes)
        bytes.append(0x54)
        append(secondOfDay: held.secondOfDay, isUTC: isUTC, to: &bytes)
    }

    /// Appends a TIME value (section 3.3.12), such as `090000`, clamped to the last second of the day.
    package static func append(secondOfDay: Int, isUTC: Bool, to bytes: inout [UInt8]) {
        let second = min(max(secondOfDay, 0), 86_399)
        bytes.appendDigits(second / 3600, count: 2)
        bytes.appendDigits(second / 60 % 60, count: 2)
        bytes.appendDigits(second % 60, count: 2)
        if isUTC { bytes.append(0x5A) }
    }
}

/// PERIOD values as text (RFC 5545 section 3.3.9): `START/END` or `START/DURATION`.
package enum PeriodText {
    package static func parse(_ text: Span<UInt8>, _ remarks: inout [ValueRemark]) -> Value.Period? {
        guard let slash = firstSlash(text),
            case .dateTime(let start, let isUTC)? = DateTimeText.moment(text.extracting(0..<slash), &remarks)
        else { return nil }
        let rest = text.extracting(slash + 1..<text.count)
        if let duration = NominalDuration(rest, &remarks) {
            return Value.Period(start: start, isUTC: isUTC, end: .duration(duration))
        }
        guard case .dateTime(let end, let endIsUTC)? = DateTimeText.moment(rest, &remarks) else { return nil }
        return Value.Period(start: start, isUTC: isUTC, end: .time(end, isUTC: endIsUTC))
    }

    /// Returns the index of the slash between the two parts.
    package static func firstSlash(_ text: Span<UInt8>) -> Int? {
        for index in text.indices where text[index] == Ascii.slash { return index }
        return nil
    }

    package static func append(_ period: Value.Period, to bytes: inout [UInt8]) {
        DateTimeText.append(period.start, isUTC: period.isUTC, to: &bytes)
        bytes.append(Ascii.slash)
        switch period.end {
        case .time(let end, let isUTC): DateTimeText.append(end, isUTC: isUTC, to: &bytes)
        case .duration(let duration): duration.append(to: &bytes)
        }
    }
}

/// UTC offsets in the notation of other standards: `+01:00`, `+0100`, `+01`.
enum OffsetText {
    /// Parses a sign, one or two digits for the hours and two for the minutes.
    ///
    /// A colon or a period may separate hours and minutes. Returns the seconds east of UTC and the end of the offset.
    static func parse(_ text: Span<UInt8>, at start: Int) -> (seconds: Int, end: Int)? {
        guard start < text.count, text[start] == Ascii.plus || text[start] == Ascii.minus else { return nil }
        var index = start + 1
        while index < text.count, index - start <= 4, Ascii.isDigit(text[index]) { index += 1 }
        var minutes = 0
        var hourEnd = index
        switch index - start - 1 {
        case 1, 2:
            if index + 2 < text.count, text[index] == Ascii.colon || text[index] == Ascii.point,
                let written = text.digits(at: index + 1, count: 2)
            {
                minutes = written
                index += 3
            }
        case 3, 4:
            guard let written = text.digits(at: index - 2, count: 2) else { return nil }
            minutes = written
            hourEnd = index - 2
        default: return nil
        }
        guard minutes < 60, let hours = text.digits(at: start + 1, count: hourEnd - start - 1) else {
            return nil
        }
        if index < text.count, Ascii.isDigit(text[index]) { return nil }
        let seconds = hours * 3600 + minutes * 60
        return (text[start] == Ascii.minus ? -seconds : seconds, index)
    }
}

extension DateTimeText {
    /// A day written as eight digits, together with its midnight.
    ///
    /// The last parsed day is cached, because most events end on the day they start.
    struct Day: Sendable {
        /// The digits, initially the digits of January 1, 1970.
        private var digits: UInt64 = 0x3130_3130_3037_3931
        /// The day's midnight, in civil seconds since 1970.
        private(set) var midnight = 0

        /// Parses a day.
        ///
        /// Returns false and changes nothing if the bytes do not represent a day.
        @inline(__always)
        mutating func read(_ word: ByteWord) -> Bool {
            word.number == digits || readOther(word)
        }

        private mutating func readOther(_ word: ByteWord) -> Bool {
            guard let (century, year, month, day) = word.digitPairs,
                let date = CivilDate(year: century * 100 + year, month: month, day: day)
            else { return false }
            digits = word.number
            midnight = date.dayNumber * 86_400
            return true
        }

        /// Returns the basic-format DATE or DATE-TIME at `from`, in civil seconds, and the end of its text.
        ///
        /// Returns nil for any other text.
        @inline(__always)
        mutating func moment(_ bytes: Span<UInt8>, _ from: Int, _ end: Int) -> (
            second: Int, isDate: Bool, next: Int
        )? {
            guard from + 8 <= end, read(ByteWord(bytes, at: from)) else { return nil }
            guard from + 15 <= end, bytes[from + 8] == 0x54 else { return (midnight, true, from + 8) }
            // The eight bytes include the last digit of the date and the T, which are masked out.
            guard let (_, hour, minute, second) = ByteWord(bytes, at: from + 7).withTwoZeros.digitPairs,
                hour < 24, minute < 60, second < 60
            else { return nil }
            let isUTC = from + 15 < end && bytes[from + 15] == 0x5A
            return (midnight &+ hour &* 3600 &+ minute &* 60 &+ second, false, from + (isUTC ? 16 : 15))
        }
    }
}

extension ScreenKeys {
    /// The date or time that is the value of a line whose name ends at `from`; nil when it is not plainly one.
    static func time(_ bytes: Span<UInt8>, _ from: Int, _ end: Int, _ day: inout WrittenDay) -> (
        second: Int, isDate: Bool
    )? {
        guard let value = value(bytes, from, end), let moment = moment(bytes, value, end, &day) else {
            return nil
        }
        // Nothing but the line's end may follow: a list, or anything else, is not for a screen to judge.
        return moment.next >= end || bytes[moment.next] == Ascii.carriageReturn
            || bytes[moment.next] == Ascii.lineFeed
            ? (moment.second, moment.isDate) : nil
    }

    /// The date or time that stands at `from`, and where it ends.
    static func moment(
        _ bytes: Span<UInt8>,
        _ from: Int,
        _ end: Int,
        _ day: inout WrittenDay
    ) -> (second: Int, isDate: Bool, next: Int)? {
        guard from + 8 <= end, day.read(ByteWord(bytes, at: from)) else { return nil }
        let midnight = day.midnight
        guard from + 15 <= end, bytes[from + 8] == 0x54 else { return (midnight, true, from + 8) }
        // The last digit of the date and the T, of which nothing more is to be known, make up the eight bytes.
        guard let (_, hour, minute, second) = ByteWord(bytes, at: from + 7).withTwoZeros.digitPairs,
            hour < 24, minute < 60, second < 60
        else { return nil }
        let isUTC = from + 15 < end && bytes[from + 15] == 0x5A
        return (midnight &+ hour &* 3600 &+ minute &* 60 &+ second, false, from + (isUTC ? 16 : 15))
    }

    /// Whether the parameters behind a name may say `VALUE=DATE`, with which a time at midnight is a whole day.
    static func mayDeclareDate(_ bytes: Span<UInt8>, _ separator: Int, _ end: Int) -> Bool {
        var index = separator
        while index < end, bytes[index] == Ascii.semicolon {
            index += 1
            guard index + 16 <= end else { return true }
            let letter = Ascii.capital(bytes[index])
            if letter == 0x56 || Ascii.isBlank(letter) {
                // VALUE=DA, TE-TIME and what ends it; anything else needs a closer look.
                guard ByteWord(bytes, at: index).packed == 0x5641_4C55_453D_4441,
                    ByteWord(bytes, at: index + 8).packed >> 8 == 0x54_452D_5449_4D45
                else { return true }
            }
            while index < end, bytes[index] != Ascii.semicolon, bytes[index] != Ascii.colon { index += 1 }
        }
        return false
    }

    /// The seconds of the DURATION that is the value of a line; nil when it is none.
    static func duration(_ bytes: Span<UInt8>, _ from: Int, _ end: Int) -> Int? {
        guard let value = value(bytes, from, end) else { return nil }
        let last = LineFolding.contentEnd(bytes, value, end)
        var remarks: [ValueRemark] = []
        guard let duration = DurationText.parse(bytes.extracting(value..<last), &remarks) else { return nil }
        return max(0, duration.days * 86_400 + duration.seconds)
    }

    /// Where the value starts, behind the colon; nil when a quote makes that a question.
    static func value(_ bytes: Span<UInt8>, _ from: Int, _ end: Int) -> Int? {
        // Only what has parameters has anything before the colon.
        if from < end, bytes[from] == Ascii.colon { return from + 1 }
        var index = from
        while index + 8 <= bytes.count {
            let step = ByteWord(bytes, at: index).first(of: Ascii.colon, or: Ascii.quote)
            index += step
            if step < 8 || index >= end { break }
        }
        while index < end {
            if bytes[index] == Ascii.colon { return index + 1 }
            if bytes[index] == Ascii.quote { return nil }
            index += 1
        }
        return nil
    }
}

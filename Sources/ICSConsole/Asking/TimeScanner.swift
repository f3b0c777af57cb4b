import ICalendar

/// Reads a date, a local date-time or an instant of RFC 3339 from a text in small letters.
struct TimeScanner {
    private var rest: Substring.UTF8View
    /// The day that the text names although its month has it not: `30 February 2026`.
    private(set) var missingDay: String?

    /// A scanner at the start of the text.
    init(_ text: String) {
        rest = Substring(text).utf8
    }

    /// The whole text as a time; nil when it is none, or when something is left over.
    mutating func time() -> TimeArgument? {
        guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2)
        else { return nil }
        guard let date = CivilDate(year: year, month: month, day: day) else {
            let names = TimeScanner.months
            if (29...31).contains(day), (1...12).contains(month) {
                missingDay = "\(day) \(names[month - 1]) \(year)"
            }
            return nil
        }
        if rest.isEmpty { return .date(date) }
        guard skip("t") || skip(" "), let hour = number(2), hour < 24, skip(":"), let minute = number(2),
            minute < 60, let second = optionalSecond()
        else { return nil }
        let civil = CivilDateTime(date, secondOfDay: hour * 3600 + minute * 60 + second)
        if rest.isEmpty { return .local(civil) }
        guard let offset = offset(), rest.isEmpty else { return nil }
        return .instant(Instant(secondsSince1970: civil.secondNumber - offset))
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]

    /// The second, 0 when there is none; its fraction is cut.
    ///
    /// A leap second is read as the one before it.
    private mutating func optionalSecond() -> Int? {
        guard skip(":") else { return 0 }
        guard let second = number(2), second <= 60 else { return nil }
        if skip(".") {
            guard number(1) != nil else { return nil }
            while number(1) != nil {}
        }
        return min(second, 59)
    }

    /// `z` or `+HH:MM`, in seconds east of UTC.
    private mutating func offset() -> Int? {
        if skip("z") { return 0 }
        let isWest = skip("-")
        guard isWest || skip("+"), let hours = number(2), hours < 24, skip(":"), let minutes = number(2),
            minutes < 60
        else { return nil }
        return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    }

    /// A number of exactly so many digits; nothing is consumed when there is none.
    private mutating func number(_ width: Int) -> Int? {
        let digits = rest.prefix(width)
        guard digits.count == width else { return nil }
        var number = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        rest = rest.dropFirst(width)
        return number
    }

    /// Whether the next character is this one, which is then consumed.
    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let next = rest.first, UInt32(next) == character.value else { return false }
        rest = rest.dropFirst()
        return true
    }
}

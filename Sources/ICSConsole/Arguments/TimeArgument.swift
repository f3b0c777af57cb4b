package import ICSPhrases
package import ICalendar

/// A time argument, as passed to `--from` and `--to`.
///
/// ``WindowTimes`` converts it to an instant.
package enum TimeArgument: Sendable, Hashable {
    /// A point in time with an offset: `2026-03-29T10:00:00+02:00`.
    case instant(Instant)
    /// A local time in the display zone: `2026-03-29T10:00`.
    case local(CivilDateTime)
    /// A date, which means midnight in the display zone.
    case date(CivilDate)
    /// Midnight at the start of today.
    case today
    /// Midnight at the end of today.
    case tomorrow
    /// Midnight at the start of yesterday.
    case yesterday
    case now
    /// A number of units before or after a reference time.
    case offset(Int, Unit)
    /// A number of seconds from now or, for an end, from the start. Valid only for items.
    case clock(Int)
    /// A phrase such as `fri 14:00`. ``WindowTimes/exact(_:on:)`` converts it to one of the other cases.
    case phrase(String)
    /// The first day of a period. Valid only for views.
    case period(PeriodPhrase)

    package enum Unit: Character, Sendable, Hashable, CaseIterable {
        case days = "d"
        case weeks = "w"
        case months = "m"
        case years = "y"
    }

    /// Parses an exact time or, if the text is not one, a phrase.
    package init(parsing text: String) throws(TimeArgumentError) {
        do throws(TimeArgumentError) { self = try TimeArgument(exactly: text) } catch {
            guard error == .form, PhraseTime.isPossible(text) else { throw error }
            // Report mistakes now. The meaning depends on the time zone option, which has not been parsed yet.
            let phrase: Phrase
            do throws(PhraseError) { phrase = try PhraseTime.check(text) } catch let failure {
                throw failure.isUnrelated ? error : .phrase(failure.description)
            }
            guard phrase.hasDay else { throw .missingDate(text) }
            self = .phrase(text)
        }
    }

    /// Parses the start of a view, which may also be a period such as `next week`.
    package init(parsingStart text: String) throws(TimeArgumentError) {
        if let period = PeriodPhrase(text) {
            self = .period(period)
            return
        }
        self = try TimeArgument(parsing: text)
    }

    private init(exactly text: String) throws(TimeArgumentError) {
        let word = text.lowercased()
        if word == "today" {
            self = .today
        } else if word == "tomorrow" {
            self = .tomorrow
        } else if word == "yesterday" {
            self = .yesterday
        } else if word == "now" {
            self = .now
        } else if word.hasPrefix("+") || word.hasPrefix("-") {
            self = try TimeArgument.offset(word)
        } else {
            var scanner = TimeScanner(word)
            if let time = scanner.time() {
                self = time
            } else if let day = scanner.missingDay {
                throw .missingDay(day)
            } else if TimeArgument.isTimeOfDay(word) {
                throw .missingDate(text)
            } else {
                throw (try? TimeArgument.offset("+" + word)) == nil ? .form : .sign(word)
            }
        }
    }

    /// Parses a time for an item, which may also be an offset in hours and minutes: `+2h`, `+15min`, `+1h30min`.
    ///
    /// - Throws: ``TimeArgumentError/months(_:_:)`` for `+15m`, since people who type this for an item usually mean
    ///   minutes.
    package init(parsingTimeOfItem text: String) throws(TimeArgumentError) {
        let word = text.lowercased().filter { $0 != " " }
        if let seconds = TimeArgument.clock(word) {
            self = .clock(seconds)
            return
        }
        let time: TimeArgument
        do throws(TimeArgumentError) { time = try TimeArgument(parsing: text) } catch {
            switch error {
            case .offset: throw .offsetOfItem
            case .form where TimeArgument.clock("+" + word) != nil: throw .sign(word)
            default: throw error
            }
        }
        if case .offset(let number, .months) = time { throw .months(word, number) }
        self = time
    }

    /// Parses an end for an item, which may also be a time on the day of the start: `10:00`, `5pm`.
    package init(parsingEndOfItem text: String) throws(TimeArgumentError) {
        do throws(TimeArgumentError) { self = try TimeArgument(parsingTimeOfItem: text) } catch {
            guard case .missingDate = error, (try? PhraseTime.check(text)) != nil else { throw error }
            self = .phrase(text)
        }
    }

    /// Parses an offset such as `+2h`, `-15min` or `+1h30min` into seconds.
    ///
    /// Returns nil for anything else.
    private static func clock(_ word: String) -> Int? {
        guard word.hasPrefix("+") || word.hasPrefix("-") else { return nil }
        var rest = word.dropFirst()
        var seconds: Int?
        for (unit, length) in [("h", 3600), ("min", 60)] {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let end = rest.dropFirst(digits.count)
            guard (1...7).contains(digits.count), end.hasPrefix(unit), let number = Int(digits) else {
                continue
            }
            seconds = (seconds ?? 0) + number * length
            rest = end.dropFirst(unit.count)
        }
        guard rest.isEmpty, let seconds else { return nil }
        return word.hasPrefix("-") ? -seconds : seconds
    }

    /// Returns whether a string is a time of day without a date: `10:00`, `9:30:00`, `10am`.
    package static func isTimeOfDay(_ text: some StringProtocol) -> Bool {
        var word = text.lowercased().filter { $0 != " " }[...]
        if word.hasPrefix("t") { word = word.dropFirst() }
        let isHalfDay = word.hasSuffix("am") || word.hasSuffix("pm")
        if isHalfDay { word = word.dropLast(2) }
        if word.hasSuffix("z") { word = word.dropLast() }
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard isHalfDay && parts.count == 1 || (2...3).contains(parts.count) else { return false }
        return parts.enumerated().allSatisfy { place, part in
            (place == 0 ? 1...2 : 2...2).contains(part.count) && part.allSatisfy { $0.isASCII && $0.isNumber }
        }
    }

    /// Returns a time of day to append to a date, with the ambiguous `midnight` replaced by `00:00`.
    package static func onDay(_ text: String) -> String {
        text.lowercased() == "midnight" ? "00:00" : text
    }

    /// Parses an offset such as `+30d`, `-2w`, `+6m`, or `+1y`.
    private static func offset(_ word: String) throws(TimeArgumentError) -> TimeArgument {
        guard let letter = word.last, let unit = Unit(rawValue: letter) else { throw .offset }
        let digits = word.dropFirst().dropLast()
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { throw .offset }
        guard digits.count <= 7, let number = Int(digits) else { throw .distance }
        return .offset(word.hasPrefix("-") ? -number : number, unit)
    }
}

package enum TimeArgumentError: Error, Hashable, CustomStringConvertible {
    case offset
    case distance
    case sign(String)
    case missingDay(String)
    case missingDate(String)
    /// An offset in months for an item, where the user probably meant minutes.
    case months(String, Int)
    case offsetOfItem
    case form
    /// A phrase that cannot be interpreted, and the reason.
    case phrase(String)

    package var description: String {
        switch self {
        case .offset:
            "expected a number followed by d, w, m or y, as in +30d, -2w, +6m or +1y"
        case .distance: "out of range; the year must be between 0 and 9999"
        case .sign(let word): "did you mean +\(word)?"
        case .missingDay(let day): "there is no \(day)"
        case .missingDate(let time):
            "the date is missing; write it before the time, as in 2026-03-29"
                + (time.first?.isNumber == true ? "T\(time)" : " \(TimeArgument.onDay(time))")
        case .months(let word, let number):
            "that would be \(number.magnitude) month\(number.magnitude == 1 ? "" : "s"); write \(word)in for "
                + "minutes, or a date for months"
        case .phrase(let reason): reason
        case .offsetOfItem: "expected a number with a unit, as in +15min, +2h, +1d, +2w or +1y"
        case .form:
            "expected a time such as 2026-03-29, 2026-03-29T10:00, 2026-03-29T10:00:00Z, today, tomorrow, now, +30d "
                + "or fri 14:00"
        }
    }
}

extension EventTime {
    /// Parses a date or time typed for an item, converting a time with an offset to an instant in UTC.
    package init(typed text: String) throws(CalendarError) {
        do throws(CalendarError) { self = try EventTime(text) } catch {
            var scanner = TimeScanner(text.lowercased())
            switch scanner.time() {
            case .instant(let instant)?: self = .utc(Zone.utc.civil(at: instant))
            case .local(let civil)?: self = .floating(civil)
            default: throw error
            }
        }
    }
}

/// Scans lowercase text for a date, a local date and time, or a time with an offset, in the basic or the extended
/// format.
struct TimeScanner {
    private var rest: Substring.UTF8View
    /// A nonexistent day, such as `30 February 2026`.
    private(set) var missingDay: String?

    init(_ text: String) {
        rest = Substring(text).utf8
    }

    mutating func time() -> TimeArgument? {
        guard let year = number(4) else { return nil }
        let hasHyphens = skip("-")
        guard let month = number(2), skip("-") == hasHyphens, let day = number(2) else { return nil }
        guard let date = CivilDate(year: year, month: month, day: day) else {
            if (29...31).contains(day), (1...12).contains(month) {
                missingDay = "\(day) \(EnglishWords.months[month - 1]) \(year)"
            }
            return nil
        }
        if rest.isEmpty { return .date(date) }
        guard skip("t") || skip(" "), let hour = number(2), hour < 24 else { return nil }
        let hasColons = skip(":")
        guard let minute = number(2), minute < 60, let second = optionalSecond(afterColon: hasColons) else {
            return nil
        }
        let civil = CivilDateTime(date, secondOfDay: hour * 3600 + minute * 60 + second)
        if rest.isEmpty { return .local(civil) }
        guard let offset = offset(), rest.isEmpty else { return nil }
        return .instant(Instant(secondsSince1970: civil.secondNumber - offset))
    }

    /// Scans optional seconds and discards their fraction.
    ///
    /// Returns 0 if the seconds are missing.
    ///
    /// A leap second becomes second 59.
    private mutating func optionalSecond(afterColon: Bool) -> Int? {
        guard afterColon ? skip(":") : rest.first.map({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) == true
        else { return 0 }
        guard let second = number(2), second <= 60 else { return nil }
        if skip(".") {
            guard number(1) != nil else { return nil }
            while number(1) != nil {}
        }
        return min(second, 59)
    }

    /// Scans `z`, `+HH:MM` or `+HHMM`.
    ///
    /// Returns the offset in seconds east of UTC.
    private mutating func offset() -> Int? {
        if skip("z") { return 0 }
        let isWest = skip("-")
        guard isWest || skip("+"), let hours = number(2), hours < 24 else { return nil }
        _ = skip(":")
        guard let minutes = number(2), minutes < 60 else { return nil }
        return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    }

    /// Scans a number of exactly `width` digits.
    ///
    /// Does not consume anything if the text does not match.
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

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let next = rest.first, UInt32(next) == character.value else { return false }
        rest = rest.dropFirst()
        return true
    }
}

import ICalendar

/// A moment as `--from` and `--to` name it; what it means is decided by ``WindowTimes``.
enum TimeArgument: Sendable, Hashable {
    /// A point in time, with its offset: `2026-03-29T10:00:00+02:00`.
    case instant(Instant)
    /// A wall-clock time of the display zone: `2026-03-29T10:00`.
    case local(CivilDateTime)
    /// A date: its midnight in the display zone.
    case date(CivilDate)
    /// The midnight that today began with.
    case today
    /// This second.
    case now
    /// So many units before or after something else.
    case offset(Int, Unit)

    /// The units of an offset, by their letters.
    enum Unit: Character, Sendable, Hashable, CaseIterable {
        case days = "d"
        case weeks = "w"
        case months = "m"
        case years = "y"
    }

    /// Reads one of the forms that `--help` lists.
    init(parsing text: String) throws(TimeArgumentError) {
        let word = text.lowercased()
        if word == "today" {
            self = .today
        } else if word == "now" {
            self = .now
        } else if word.hasPrefix("+") || word.hasPrefix("-") {
            guard let offset = TimeArgument.offset(word) else { throw .offset }
            self = offset
        } else {
            var scanner = TimeScanner(word)
            guard let time = scanner.time() else { throw .form }
            self = time
        }
    }

    /// `+30d`, `-2w`, `+6m`, `+1y`.
    private static func offset(_ word: String) -> TimeArgument? {
        guard let letter = word.last, let unit = Unit(rawValue: letter) else { return nil }
        let digits = word.dropFirst().dropLast()
        guard (1...7).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }),
            let number = Int(digits)
        else { return nil }
        return .offset(word.hasPrefix("-") ? -number : number, unit)
    }
}

/// Why a text is no ``TimeArgument``.
enum TimeArgumentError: Error, Hashable, CustomStringConvertible {
    /// It starts with a sign, but is no offset.
    case offset
    /// It is none of the other forms, or names a day that does not exist.
    case form

    var description: String {
        switch self {
        case .offset:
            "an offset is a number with d, w, m or y: +30d, -2w, +6m, +1y"
        case .form:
            "it is none of 2026-03-29, 2026-03-29T10:00, 2026-03-29T10:00:00Z, today, now, +30d"
        }
    }
}

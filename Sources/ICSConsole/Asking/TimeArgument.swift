package import ICalendar

/// A moment as `--from` and `--to` name it; what it means is decided by ``WindowTimes``.
package enum TimeArgument: Sendable, Hashable {
    /// A point in time, with its offset: `2026-03-29T10:00:00+02:00`.
    case instant(Instant)
    /// A wall-clock time of the display zone: `2026-03-29T10:00`.
    case local(CivilDateTime)
    /// A date: its midnight in the display zone.
    case date(CivilDate)
    /// The midnight that today began with.
    case today
    /// The midnight that today ends with.
    case tomorrow
    /// This second.
    case now
    /// So many units before or after something else.
    case offset(Int, Unit)

    /// The units of an offset, by their letters.
    package enum Unit: Character, Sendable, Hashable, CaseIterable {
        case days = "d"
        case weeks = "w"
        case months = "m"
        case years = "y"
    }

    /// Reads one of the forms that `--help` lists.
    package init(parsing text: String) throws(TimeArgumentError) {
        let word = text.lowercased()
        if word == "today" {
            self = .today
        } else if word == "tomorrow" {
            self = .tomorrow
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
            } else {
                throw (try? TimeArgument.offset("+" + word)) == nil ? .form : .sign(word)
            }
        }
    }

    /// `+30d`, `-2w`, `+6m`, `+1y`.
    private static func offset(_ word: String) throws(TimeArgumentError) -> TimeArgument {
        guard let letter = word.last, let unit = Unit(rawValue: letter) else { throw .offset }
        let digits = word.dropFirst().dropLast()
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { throw .offset }
        guard digits.count <= 7, let number = Int(digits) else { throw .distance }
        return .offset(word.hasPrefix("-") ? -number : number, unit)
    }
}

/// Why a text is no ``TimeArgument``.
package enum TimeArgumentError: Error, Hashable, CustomStringConvertible {
    /// It starts with a sign, but is no offset.
    case offset
    /// It is an offset beyond all calendars.
    case distance
    /// It is an offset without its sign.
    case sign(String)
    /// It names a day that its month has not.
    case missingDay(String)
    /// It is none of the other forms.
    case form

    package var description: String {
        switch self {
        case .offset:
            "an offset is a number with d, w, m or y: +30d, -2w, +6m, +1y"
        case .distance: "that is too far; the window must lie within the years 0 to 9999"
        case .sign(let word): "did you mean +\(word)?"
        case .missingDay(let day): "there is no \(day)"
        case .form:
            "it is none of 2026-03-29, 2026-03-29T10:00, 2026-03-29T10:00:00Z, today, tomorrow, now, +30d"
        }
    }
}

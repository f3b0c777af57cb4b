import ICSConsole
package import ICalendar
package import ICalendarStore

/// The text form of priorities: `high`, `low 7`.
package enum PriorityText {
    /// The words for priorities and the numbers that Apple's programs use for them.
    package static let words = [("high", 1), ("medium", 5), ("low", 9), ("none", 0)]

    /// Parses a word or a number from 0 to 9.
    ///
    /// Returns nil for any other string.
    package static func number(of text: String) -> Int? {
        if let word = words.first(where: { $0.0 == text.lowercased() }) { return word.1 }
        return Int(text).flatMap { (0...9).contains($0) ? $0 : nil }
    }

    /// Returns a priority as a word, followed by its number unless the word implies it.
    ///
    /// Returns nil for no priority.
    package static func text(of number: Int) -> String? {
        let word: String
        switch number {
        case 1...4: word = "high"
        case 5: word = "medium"
        case 6...9: word = "low"
        default: return nil
        }
        return words.contains { $0.1 == number } ? word : "\(word) \(number)"
    }
}

extension Reminder {
    /// Returns whether an open reminder is overdue.
    ///
    /// A reminder with a due date becomes overdue at the end of that day.
    package func isOverdue(in zone: Zone, now: Instant = .present) -> Bool {
        guard let due, !isCompleted, todo.status != .cancelled else { return false }
        if case .date(let day) = due { return day < zone.civil(at: now).date }
        return (latest ?? due.instant(in: zone)).map { $0 < now } ?? false
    }
}

extension EventTime {
    /// Returns the instant, interpreting dates and floating times in a zone.
    ///
    /// Returns nil for a zone defined only in the file.
    package func instant(in zone: Zone) -> Instant? {
        switch self {
        case .date(let date): zone.instant(of: CivilDateTime(date))
        case .floating(let civil): zone.instant(of: civil)
        case .utc(let civil): Instant(secondsSince1970: civil.secondNumber)
        case .zoned(let civil, let name): (try? Zone(identifier: name))?.instant(of: civil)
        }
    }
}

package import ICSPhrases
package import ICalendar
import SystemIO

extension DateOrder {
    /// The order of day and month in the locale set in the environment.
    package static var ofEnvironment: DateOrder {
        let names = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap(SystemCalls.environment)
        return DateOrder(locale: names.first { !$0.isEmpty })
    }
}

extension PhraseContext {
    /// Creates a context for the current time in a zone, using the environment's date order.
    package static func present(in zone: Zone) -> PhraseContext {
        PhraseContext(now: .present, zone: zone, order: .ofEnvironment)
    }
}

/// A phrase for a single time, such as `fri 14:00`.
package enum PhraseTime {
    /// Returns whether a string can be a phrase rather than a misspelled exact time.
    static func isPossible(_ text: String) -> Bool {
        let head = text.prefix(5)
        let isExact =
            head.count == 5 && head.hasSuffix("-") && head.dropLast().allSatisfy { $0.isASCII && $0.isNumber }
        return !isExact || text.contains { $0.isWhitespace }
    }

    /// Parses a phrase in the system's zone, or throws an error if the phrase is invalid in every zone.
    @discardableResult
    static func check(_ text: String) throws(PhraseError) -> Phrase {
        // Do not interpret the value of ICS_NOW as a phrase, since that would require the current time itself.
        guard text != SystemCalls.environment("ICS_NOW") else {
            throw PhraseError(unrelated: "'\(text)' is not an instant")
        }
        let zone = (try? Zone.system()) ?? .utc
        return try phrase(text, in: zone).phrase
    }

    /// Returns a phrase for a single time, and that time in the phrase's zone.
    package static func phrase(
        _ text: String,
        now: Instant = .present,
        in zone: Zone,
        on day: CivilDate? = nil
    ) throws(PhraseError) -> (phrase: Phrase, time: Phrase.Time) {
        var context = PhraseContext(now: now, zone: zone, order: .ofEnvironment, day: day)
        context.allowsPast = true
        let phrase = try PhraseReader.time(text, in: context)
        guard let start = phrase.start, phrase.end == nil, phrase.rule == nil else {
            throw PhraseError(refusing: "'\(text)' is not a single time")
        }
        return (phrase, start)
    }

    /// Returns the phrase's day or local time.
    ///
    /// If the phrase names a zone or is relative to now, returns the instant.
    static func exact(
        _ text: String,
        now: Instant,
        in zone: Zone,
        on day: CivilDate?
    ) throws(PhraseError) -> TimeArgument {
        let (phrase, time) = try phrase(text, now: now, in: zone, on: day)
        switch time {
        case .date(let date): return .date(date)
        case .local(let civil):
            if let instant = phrase.instant { return .instant(instant) }
            return phrase.namedZone == nil ? .local(civil) : .instant(phrase.zone.instant(of: civil))
        }
    }
}

/// What few events have or say is kept apart, and lines are kept short: a calendar has many events.
extension EventSchedule {
    /// EXRULE, with their lines.
    var exclusionRules: [Located<RecurrenceRule>] { oddities?.values.exclusionRules ?? [] }
    /// Whether an RRULE could not be read: the component then happens once.
    var hasUnreadableRule: Bool { oddities?.values.hasUnreadableRule ?? false }
    /// RANGE on the RECURRENCE-ID that is anything but THISANDFUTURE, such as the THISANDPRIOR of RFC 2445.
    var unknownRange: String? { oddities?.values.unknownRange }
    /// Properties that may stand only once and stand again, with their lines; the first counts.
    var repeated: [(name: String, line: Int?)] { oddities?.values.repeated ?? [] }

    /// The line of the component.
    var line: Int? {
        get { lines.own.number }
        set { lines.own = ShortLine(newValue) }
    }
    /// The line of DTSTART.
    var startLine: Int? {
        get { lines.start.number }
        set { lines.start = ShortLine(newValue) }
    }
    /// The line of DTEND or DURATION.
    var endLine: Int? {
        get { lines.end.number }
        set { lines.end = ShortLine(newValue) }
    }
    /// The line of RECURRENCE-ID.
    var recurrenceIDLine: Int? {
        get { lines.recurrenceID.number }
        set { lines.recurrenceID = ShortLine(newValue) }
    }

    /// Notes something odd.
    mutating func change(_ body: (inout Oddities.Values) -> Void) {
        var values = oddities?.values ?? Oddities.Values()
        // Let go first, or each change copies all that was found before.
        oddities = nil
        body(&values)
        oddities = Oddities(values)
    }

    /// What few events have; most have no such object.
    final class Oddities: Sendable {
        /// What one event has.
        struct Values: Sendable {
            var exclusionRules: [Located<RecurrenceRule>] = []
            var hasUnreadableRule = false
            var unknownRange: String?
            var repeated: [(name: String, line: Int?)] = []
        }

        let values: Values

        init(_ values: Values) {
            self.values = values
        }
    }

    /// The lines of one event.
    struct Lines: Sendable {
        var own = ShortLine(nil)
        var start = ShortLine(nil)
        var end = ShortLine(nil)
        var recurrenceID = ShortLine(nil)
    }

    /// The number of a line, or none, in four bytes.
    struct ShortLine: Sendable {
        private let bits: UInt32

        init(_ number: Int?) {
            bits = UInt32(clamping: number ?? 0)
        }

        /// The number of the line, from 1.
        var number: Int? { bits == 0 ? nil : Int(bits) }
    }
}

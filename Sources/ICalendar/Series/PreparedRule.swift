/// One rule with its start and its zone, made ready to be asked for any stretch of time, again and again.
///
/// Asking costs the same a thousand years after the start as in its first month: nothing is walked that was not asked
/// for. COUNT and UNTIL are honoured; DTSTART is an instance only where the rule gives it, and RDATE and EXDATE belong to
/// an event, not to a rule (``CalendarFile/occurrences(in:options:)`` knows them all).
///
/// ```swift
/// let rule = try RecurrenceRule(text: "FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20271231T000000Z")
/// let start = CivilDateTime(CivilDate(dayNumber: 20_458), secondOfDay: 9 * 3600)
/// let berlin = try Zone(identifier: "Europe/Berlin")
/// for instant in try PreparedRule(rule, start: start, in: berlin).instants(in: from..<to) { print(instant) }
/// ```
public struct PreparedRule: Sendable {
    fileprivate let rule: BoundedRule
    fileprivate let clock: SeriesClock

    /// Prepares a rule; parts that RFC 5545 forbids where they stand are ignored, as everywhere.
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` when the rule cannot be run: COUNT or INTERVAL of 0, values out of
    ///   range, or an RSCALE other than GREGORIAN.
    public init(_ rule: RecurrenceRule, start: CivilDateTime, in zone: Zone) throws(CalendarError) {
        var remarks: [ValueRemark] = []
        guard let plan = RulePlan(rule, start: start, isAllDay: false, remarks: &remarks) else {
            throw CalendarError(.invalidValue, remarks.last?.message ?? "the rule has no instances")
        }
        clock = SeriesClock(kind: .zoned, zone: zone)
        let lastKey = rule.until?.lastSecond(instant: { $0 }, wallClock: clock.key(ofCivil:)) ?? .max
        self.rule = BoundedRule(plan: plan.prepared(), count: rule.count, lastKey: lastKey)
    }

    /// The instants of the rule in a range, in order, each once; computed one by one.
    public func instants(in range: Range<Instant>) -> Instants {
        Instants(rule: self, range: range)
    }

    /// A sequence of instants that computes one after the other; it may be gone through as often as one likes.
    public struct Instants: Sequence, Sendable {
        let rule: PreparedRule
        let range: Range<Instant>

        /// Seeks the first instant; what the sequence costs is paid from here on.
        public func makeIterator() -> Iterator {
            Iterator(
                instances: rule.rule.instances(
                    on: rule.clock,
                    // Beyond these no rule has instances, and no sum can overflow.
                    from: Swift.max(range.lowerBound.secondsSince1970, -TransitionTable.bound),
                    through: Swift.min(range.upperBound.secondsSince1970, TransitionTable.bound) - 1
                )
            )
        }

        /// The instants one by one.
        public struct Iterator: IteratorProtocol, Sendable {
            var instances: RuleInstances

            /// The next instant, or nil after the last.
            public mutating func next() -> Instant? {
                instances.next().map { Instant(secondsSince1970: $0.sort) }
            }
        }
    }
}

extension RecurrenceRule {
    /// Reads a rule as RRULE writes it (RFC 5545 section 3.3.10), as leniently as a calendar is read.
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` when it cannot be read; the error names the part.
    public init(text: String) throws(CalendarError) {
        let (rule, remarks) = RuleText.parse(text)
        guard let rule else {
            throw CalendarError(.invalidValue, remarks.last { $0.severity == .error }?.message ?? text)
        }
        self = rule
    }

    /// The rule as RRULE writes it, FREQ first.
    public var text: String { RuleText.format(self) }
}

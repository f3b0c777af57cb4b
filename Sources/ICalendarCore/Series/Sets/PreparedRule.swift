/// A rule with its start and zone, prepared for repeated queries over any span of time.
///
/// A query a thousand years after the start costs the same as one in the first month, because nothing outside the
/// requested range is examined. COUNT and UNTIL apply. DTSTART is an instance only if the rule generates it.
@_spi(Benchmarks) public struct PreparedRule: Sendable {
    fileprivate let rule: BoundedRule
    fileprivate let clock: SeriesClock

    /// Prepares a rule, ignoring parts that RFC 5545 forbids in their context.
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` if the rule cannot be computed: COUNT or INTERVAL of 0,
    ///   values out of range, or an RSCALE other than GREGORIAN.
    @_spi(Benchmarks) public init(_ rule: RecurrenceRule, start: CivilDateTime, in zone: Zone)
        throws(CalendarError)
    {
        var remarks: [ValueRemark] = []
        guard let plan = RulePlan(rule, start: start, isAllDay: false, remarks: &remarks) else {
            throw CalendarError(.invalidValue, remarks.last?.message ?? "the rule has no instances")
        }
        clock = SeriesClock(kind: .zoned, zone: zone)
        let lastKey = rule.until?.lastSecond(instant: { $0 }, wallClock: clock.key(ofCivil:)) ?? .max
        self.rule = BoundedRule(plan: plan.prepared(), count: rule.count, lastKey: lastKey)
    }

    /// Returns the rule's instants in a range as a lazy, ordered sequence without duplicates.
    @_spi(Benchmarks) public func instants(in range: Range<Instant>) -> Instants {
        Instants(rule: self, range: range)
    }

    /// A sequence of instants, computed one at a time; it can be iterated any number of times.
    @_spi(Benchmarks) public struct Instants: Sequence, Sendable {
        fileprivate let rule: PreparedRule
        fileprivate let range: Range<Instant>

        /// Finds the first instant and returns an iterator; no work is done before this call.
        @_spi(Benchmarks) public func makeIterator() -> Iterator {
            Iterator(
                instances: rule.rule.instances(
                    on: rule.clock,
                    // No rule has instances beyond these bounds, and sums cannot overflow within them.
                    from: Swift.max(range.lowerBound.secondsSince1970, -TransitionTable.bound),
                    through: Swift.min(range.upperBound.secondsSince1970, TransitionTable.bound) - 1
                )
            )
        }

        /// An iterator over the instants.
        @_spi(Benchmarks) public struct Iterator: IteratorProtocol, Sendable {
            fileprivate var instances: RuleInstances

            /// Returns the next instant, or nil after the last.
            @_spi(Benchmarks) public mutating func next() -> Instant? {
                instances.next().map { Instant(secondsSince1970: $0.sort) }
            }
        }
    }
}

extension RecurrenceRule {
    /// Creates a rule from an RRULE's text (RFC 5545 section 3.3.10), as leniently as when reading a calendar.
    ///
    /// ```swift
    /// let rule = try RecurrenceRule(text: "FREQ=MONTHLY;BYDAY=-1FR")
    /// rule.byDay  // [RecurrenceRule.WeekdayNumber(.friday, ordinal: -1)]
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` if the text cannot be read; the error names the part.
    public init(text: String) throws(CalendarError) {
        let (rule, remarks) = RuleText.parse(text)
        guard let rule else {
            throw CalendarError(.invalidValue, remarks.last { $0.severity == .error }?.message ?? text)
        }
        self = rule
    }

    /// Returns the key of UNTIL on the clock of a series, or the largest integer for a rule without UNTIL.
    package func lastKey(on clock: SeriesClock) -> Int {
        let last = until?.until(isAllDay: clock.kind == .allDay)
        return last?.lastSecond(instant: { $0 }, wallClock: clock.key(ofCivil:)) ?? .max
    }

    /// Returns the rule's instants in a range as a lazy, ordered sequence without duplicates.
    ///
    /// The rule begins at a wall-clock time in a zone. COUNT and UNTIL apply. The start is an instance only if the rule
    /// generates it. RDATE and EXDATE belong to an event, not to a rule; `file.occurrences(in: window)` takes them into
    /// account. The cost does not depend on the distance from the start.
    /// ```swift
    /// let start = try EventTime("2026-01-05 09:00").civil
    /// let rule = try RecurrenceRule(text: "FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20271231T000000Z")
    /// let instants = try rule.instants(startingAt: start, in: zone, during: monday..<nextMonday)
    /// instants.map(\.description)  // ["2026-03-30T07:00:00Z", "2026-04-01T07:00:00Z"]
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` if the rule cannot be computed: COUNT or INTERVAL of 0,
    ///   values out of range, or an RSCALE other than GREGORIAN.
    public func instants(
        startingAt start: CivilDateTime,
        in zone: Zone,
        during range: Range<Instant>
    ) throws(CalendarError) -> some Sequence<Instant> & Sendable {
        try PreparedRule(self, start: start, in: zone).instants(in: range)
    }

    /// The rule as RRULE text, with FREQ first:
    /// `RecurrenceRule(.daily, interval: 2).text // "FREQ=DAILY;INTERVAL=2"`.
    public var text: String { RuleText.format(self) }
}

/// A rule with its start and zone, prepared for repeated queries over any span of time.
///
/// A query costs the same a thousand years after the start as in its first month, because it walks nothing
/// outside the requested range. COUNT and UNTIL apply. DTSTART is an instance only if the rule generates it.
/// RDATE and EXDATE belong to an event, not to a rule; ``CalendarFile/occurrences(in:options:)`` handles them
/// all.
///
/// ```swift
/// let rule = try RecurrenceRule(text: "FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20271231T000000Z")
/// let start = CivilDateTime(CivilDate(dayNumber: 20_458), secondOfDay: 9 * 3600)
/// let berlin = try Zone(identifier: "Europe/Berlin")
/// for instant in try PreparedRule(rule, start: start, in: berlin).instants(in: monday..<nextMonday) {
///     print(instant)
/// }
/// ```
public struct PreparedRule: Sendable {
    fileprivate let rule: BoundedRule
    fileprivate let clock: SeriesClock

    /// Prepares a rule, ignoring parts that RFC 5545 forbids in their context.
    ///
    /// ```swift
    /// let rule = RecurrenceRule(.monthly, count: 12)
    /// let start = CivilDateTime(CivilDate(dayNumber: 20_454), secondOfDay: 9 * 3600)
    /// let months = try PreparedRule(rule, start: start, in: .utc)
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` if the rule cannot be computed: COUNT or INTERVAL of 0,
    ///   values out of range, or an RSCALE other than GREGORIAN.
    public init(_ rule: RecurrenceRule, start: CivilDateTime, in zone: Zone) throws(CalendarError) {
        var remarks: [ValueRemark] = []
        guard let plan = RulePlan(rule, start: start, isAllDay: false, remarks: &remarks) else {
            throw CalendarError(.invalidValue, remarks.last?.message ?? "the rule has no instances")
        }
        clock = SeriesClock(kind: .zoned, zone: zone)
        let lastKey = rule.until?.lastSecond(instant: { $0 }, wallClock: clock.key(ofCivil:)) ?? .max
        self.rule = BoundedRule(plan: plan.prepared(), count: rule.count, lastKey: lastKey)
    }

    /// Returns the instants of the rule in a range, in order and without duplicates, computed one by one.
    ///
    /// ```swift
    /// let daily = try PreparedRule(RecurrenceRule(.daily), start: CivilDateTime(secondNumber: 0), in: .utc)
    /// let range = Instant(secondsSince1970: 1)..<Instant(secondsSince1970: 200_000)
    /// Array(daily.instants(in: range)).count  // 2
    /// ```
    public func instants(in range: Range<Instant>) -> Instants {
        Instants(rule: self, range: range)
    }

    /// A sequence of instants that are computed one after another; it can be iterated any number of times.
    ///
    /// ```swift
    /// let daily = try PreparedRule(RecurrenceRule(.daily), start: CivilDateTime(secondNumber: 0), in: .utc)
    /// let instants: PreparedRule.Instants = daily.instants(in: window.searchedRange)
    /// for instant in instants.prefix(3) { print(instant) }
    /// ```
    public struct Instants: Sequence, Sendable {
        package let rule: PreparedRule
        package let range: Range<Instant>

        /// Seeks the first instant, and returns an iterator; the cost of the sequence starts here.
        ///
        /// ```swift
        /// let daily = try PreparedRule(RecurrenceRule(.daily), start: CivilDateTime(secondNumber: 0), in: .utc)
        /// var iterator = daily.instants(in: window.searchedRange).makeIterator()
        /// let first = iterator.next()
        /// ```
        public func makeIterator() -> Iterator {
            Iterator(
                instances: rule.rule.instances(
                    on: rule.clock,
                    // Beyond these bounds no rule has instances, and no sum can overflow within them.
                    from: Swift.max(range.lowerBound.secondsSince1970, -TransitionTable.bound),
                    through: Swift.min(range.upperBound.secondsSince1970, TransitionTable.bound) - 1
                )
            )
        }

        /// An iterator over the instants.
        ///
        /// ```swift
        /// let daily = try PreparedRule(RecurrenceRule(.daily), start: CivilDateTime(secondNumber: 0), in: .utc)
        /// var iterator: PreparedRule.Instants.Iterator = daily.instants(in: window.searchedRange).makeIterator()
        /// while let instant = iterator.next() { print(instant) }
        /// ```
        public struct Iterator: IteratorProtocol, Sendable {
            package var instances: RuleInstances

            /// Returns the next instant, or nil after the last.
            ///
            /// ```swift
            /// let once = try PreparedRule(RecurrenceRule(.daily, count: 1), start: CivilDateTime(secondNumber: 0), in: .utc)
            /// let range = Instant(secondsSince1970: 0)..<Instant(secondsSince1970: 200_000)
            /// var iterator = once.instants(in: range).makeIterator()
            /// iterator.next()?.description  // "1970-01-01T00:00:00Z"
            /// iterator.next()               // nil
            /// ```
            public mutating func next() -> Instant? {
                instances.next().map { Instant(secondsSince1970: $0.sort) }
            }
        }
    }
}

extension RecurrenceRule {
    /// Creates a rule from the text of an RRULE (RFC 5545 section 3.3.10), as leniently as a calendar is read.
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

    /// The text of the rule in an RRULE, with FREQ first:
    /// `RecurrenceRule(.daily, interval: 2).text // "FREQ=DAILY;INTERVAL=2"`.
    public var text: String { RuleText.format(self) }
}

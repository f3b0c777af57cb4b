/// A half-open range of instants to search for occurrences, at most four years wide.
///
/// An occurrence belongs to the window if the two overlap: `end > from && start < to`. An occurrence without a
/// duration also belongs to the window if it starts exactly at `from`. As EventKit documents, a wider range is
/// shortened to its first four years, but never silently: see ``isShortened`` and ``diagnostic``.
///
/// ```swift
/// let berlin = try Zone(identifier: "Europe/Berlin")
/// let now = Instant(Date())
/// let month = try OccurrenceWindow(from: now, to: now.adding(seconds: 30 * 86_400), in: berlin)
/// ```
public struct OccurrenceWindow: Sendable, Hashable {
    /// The requested range, half-open: `window.requestedRange.lowerBound` is `from`.
    public let requestedRange: Range<Instant>
    /// The range to search: the requested range, or its first four years.
    ///
    /// To continue the search, pass its `upperBound` to `OccurrenceWindow(from:to:in:)`.
    public let searchedRange: Range<Instant>
    /// The display zone, used to read all-day and floating times.
    ///
    /// An event with `DTSTART;VALUE=DATE:20260403` starts at midnight in this zone.
    public let zone: Zone
    /// Whether the window includes occurrences that started before it.
    ///
    /// True except in the later steps of ``steps(from:to:in:)``, because earlier steps have already returned those
    /// occurrences.
    package let includesOngoing: Bool

    /// Four years in calendar days, including one leap day.
    static let maximumDays = 1461

    /// Creates a window between two instants.
    ///
    /// ```swift
    /// let now = Instant(Date())
    /// let week = try OccurrenceWindow(from: now, to: now.adding(seconds: 7 * 86_400), in: .system())
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidWindow`` if `to` is not after `from`; the error names both instants.
    public init(from: Instant, to: Instant, in zone: Zone) throws(CalendarError) {
        try self.init(from: from, to: to, in: zone, includesOngoing: true)
    }

    /// Creates a range of any width, in seconds since 1970, for a search that limits its work by other means.
    package init(unbounded seconds: Range<Int>, in zone: Zone) {
        let first = Instant(secondsSince1970: seconds.lowerBound)
        requestedRange = first..<Instant(secondsSince1970: seconds.upperBound)
        searchedRange = requestedRange
        self.zone = zone
        includesOngoing = true
    }

    private init(from: Instant, to: Instant, in zone: Zone, includesOngoing: Bool) throws(CalendarError) {
        guard from < to else {
            throw CalendarError(
                .invalidWindow,
                "the window is \(from == to ? "empty" : "inverted"): from \(from) to \(to)"
            )
        }
        requestedRange = from..<to
        // No calendar has occurrences beyond these bounds, and sums cannot overflow within them.
        let first = min(max(from, Self.bounds.lowerBound), Self.bounds.upperBound)
        let last = max(first.adding(seconds: 1), min(to, Self.bounds.upperBound))
        searchedRange = first..<min(last, Self.limit(from: first, in: zone))
        self.zone = zone
        self.includesOngoing = includesOngoing
    }

    /// The supported range, about 35,000 years before and after 1970.
    private static let bounds = Instant(secondsSince1970: -1 << 40)..<Instant(secondsSince1970: 1 << 40)

    /// Whether the requested range is wider than four years and only its beginning is searched.
    ///
    /// If true, `searchedRange.upperBound < requestedRange.upperBound`.
    public var isShortened: Bool { searchedRange != requestedRange }

    /// A human-readable message if the window is shortened, otherwise nil:
    /// `if let diagnostic = window.diagnostic { print(diagnostic) }`.
    public var diagnostic: Diagnostic? {
        guard isShortened else { return nil }
        return Diagnostic(
            .warning,
            .window,
            "window is wider than four years; searching \(searchedRange.lowerBound)"
                + " to \(searchedRange.upperBound) only"
        )
    }

    /// Returns windows of at most four years that together cover a range of any width without overlapping results.
    ///
    /// ```swift
    /// let now = Instant(Date())
    /// for step in try OccurrenceWindow.steps(from: now, to: now.adding(seconds: 3653 * 86_400), in: .utc) {
    ///     for occurrence in file.occurrences(in: step) { print(occurrence) }
    /// }
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidWindow`` if `to` is not after `from`.
    public static func steps(
        from: Instant,
        to: Instant,
        in zone: Zone
    ) throws(CalendarError) -> [OccurrenceWindow] {
        var steps = [try OccurrenceWindow(from: from, to: to, in: zone)]
        let to = min(to, bounds.upperBound)
        while let last = steps.last, last.searchedRange.upperBound < to {
            steps[steps.count - 1] = try OccurrenceWindow(
                from: last.searchedRange.lowerBound,
                to: last.searchedRange.upperBound,
                in: zone,
                includesOngoing: last.includesOngoing
            )
            steps.append(
                try OccurrenceWindow(
                    from: last.searchedRange.upperBound,
                    to: to,
                    in: zone,
                    includesOngoing: false
                )
            )
        }
        return steps
    }

    /// Returns the instant four years later: 1,461 days by the zone's clocks or in elapsed time, whichever ends
    /// later.
    private static func limit(from: Instant, in zone: Zone) -> Instant {
        let civil = zone.civil(at: from).adding(seconds: maximumDays * 86_400)
        return max(zone.instant(of: civil), from.adding(seconds: maximumDays * 86_400))
    }

    package var seconds: Range<Int> { searchedRange.seconds }

    package func includes(_ single: SingleOccurrence) -> Bool {
        let searched = seconds
        guard single.sortStart < searched.upperBound else { return false }
        if single.sortStart >= searched.lowerBound { return true }
        return includesOngoing && single.sortEnd > searched.lowerBound
    }
}

extension Range<Instant> {
    var seconds: Range<Int> { lowerBound.secondsSince1970..<upperBound.secondsSince1970 }
}

extension SeriesContext {
    /// Creates a context from a window and expansion options.
    ///
    /// - Parameters:
    ///   - searched: The range to search, if it differs from the window.
    ///   - budget: A budget shared by several calendars that are searched one by one.
    package init(
        _ window: OccurrenceWindow,
        _ options: ExpansionOptions,
        searched: Range<Int>? = nil,
        budget: SearchBudget? = nil
    ) {
        self.init(
            displayZone: window.zone,
            searched: searched ?? window.seconds,
            zonePreference: options.zonePreference,
            usesCalendarTimeZone: options.usesCalendarTimeZone,
            limits: options.limits,
            budget: budget
        )
        rulesAreLibical = options.rulesAreLibical
    }
}

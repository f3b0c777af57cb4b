extension Todo {
    /// A to-do, with a random UID and the DTSTAMP of now.
    ///
    /// ```swift
    /// let letter = try Todo("Write to Jane", due: EventTime("2026-04-02"))
    /// let watering = try Todo("Water the plants", start: EventTime("2026-04-01"), recurring: .daily(every: 3))
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` when it is due before it starts, one of the two is a whole day or
    ///   floating and the other not, it recurs without a start, or the rule is none that RFC 5545 allows.
    public init(
        _ summary: String,
        start: EventTime? = nil,
        due: EventTime? = nil,
        recurring rule: RecurrenceRule? = nil,
        uid: String = UniqueIdentifier.random(),
        stamp: Instant = .now
    ) throws(CalendarError) {
        if let start, let due { try EventTime.check(start, end: due) }
        self.init()
        begin(uid: uid, stamp: stamp, summary: summary)
        if let start { self.start = start }
        if let due { self.due = due }
        guard let rule else { return }
        guard let start else { throw CalendarError(.invalidValue, "a to-do that recurs needs a start") }
        recurrenceRules = [try rule.checked(startingAt: start)]
    }

    /// A to-do that takes so long from its start on.
    ///
    /// ```swift
    /// let tax = try Todo("Tax return", start: EventTime("2026-05-01"), duration: .weeks(2))
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` when the length is negative, or has hours beside a whole day.
    public init(
        _ summary: String,
        start: EventTime,
        duration: NominalDuration,
        uid: String = UniqueIdentifier.random(),
        stamp: Instant = .now
    ) throws(CalendarError) {
        try EventTime.check(start, duration: duration)
        self.init()
        begin(uid: uid, stamp: stamp, summary: summary)
        self.start = start
        self.duration = duration
    }

    /// Marks it as done: STATUS, COMPLETED and PERCENT-COMPLETE together.
    ///
    /// ```swift
    /// todo.complete()
    /// ```
    public mutating func complete(at instant: Instant = .now) {
        status = .completed
        completed = instant
        percentComplete = 100
    }
}

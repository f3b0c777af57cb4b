extension FreeBusy {
    /// What is said of the time between two instants, with a random UID and the DTSTAMP of now.
    ///
    /// ```swift
    /// let week = try FreeBusy(
    ///     from: monday, to: monday.adding(seconds: 7 * 86_400),
    ///     busy: [.init(from: monday, to: monday.adding(seconds: 3600))]
    /// )
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` when it does not end after its start.
    public init(
        from start: Instant,
        to end: Instant,
        busy: [BusyTime] = [],
        uid: String = UniqueIdentifier.random(),
        stamp: Instant = .now
    ) throws(CalendarError) {
        try EventTime.check(EventTime(start), end: EventTime(end))
        self.init()
        begin(uid: uid, stamp: stamp)
        self.start = EventTime(start)
        self.end = EventTime(end)
        busyTimes = busy
    }
}

extension FreeBusy.BusyTime {
    /// One period between two instants.
    ///
    /// ```swift
    /// FreeBusy.BusyTime(from: monday, to: monday.adding(seconds: 3600), kind: .tentative)
    /// ```
    public init(from start: Instant, to end: Instant, kind: Kind = .busy) {
        let first = CivilDateTime(secondNumber: start.secondsSince1970)
        let last = CivilDateTime(secondNumber: end.secondsSince1970)
        self.init([Value.Period(start: first, isUTC: true, end: .time(last, isUTC: true))], kind: kind)
    }
}

import EssentialFoundation
public import ICalendarCore

extension FreeBusy {
    /// Creates a VFREEBUSY from a timeline (RFC 5545 section 3.6.4).
    ///
    /// The UID is derived from the content. If the owner is known, it is the ORGANIZER, as in a published VFREEBUSY.
    init(_ timeline: BusyTimeline, _ options: BusyOptions) {
        self.init()
        func utc(_ second: Int) -> CivilDateTime { CivilDateTime(secondNumber: second) }
        start = .utc(utc(timeline.bounds.lowerBound))
        end = .utc(utc(timeline.bounds.upperBound))
        if let owner = options.ownerEmail { organizer = Organizer(email: owner) }
        periods = timeline.times.flatMap { kind, times in
            times.ranges.map { range in
                BusyPeriod(
                    from: Instant(secondsSince1970: range.lowerBound),
                    to: Instant(secondsSince1970: range.upperBound),
                    kind: kind
                )
            }
        }
        let made = "freebusy-" + StableIdentifier.digits(of: component)
        component.properties.insert(Property("UID", .text(made)), at: 0)
        let now = options.stamp ?? Instant(Date())
        let stamp = Property("DTSTAMP", .dateTime(utc(now.secondsSince1970), isUTC: true))
        component.properties.insert(stamp, at: 1)
    }

    /// Returns whether the free/busy times end before the window does because of the limit on periods.
    ///
    /// See ``BusyOptions/limit``.
    package func isShortened(in window: OccurrenceWindow) -> Bool {
        (end?.civil.secondNumber ?? .max) < window.seconds.upperBound
    }

    /// The diagnostic for free/busy times that end before the window does.
    package var remarkOfEnd: Diagnostic {
        let end = (end?.civil.description ?? "") + "Z"
        return Diagnostic(
            .error,
            .limit,
            "limit reached: too many occurrences or periods; free/busy times end at \(end)"
        )
    }

    /// Computes the busy times of the occurrences in a window, which must be sorted by start.
    package init(
        of occurrences: some Sequence<Occurrence>,
        in window: OccurrenceWindow,
        options: BusyOptions = .init(),
        limits: ReadingLimits = .standard
    ) {
        var timeline = BusyTimeline(window.seconds, limit: options.limit)
        timeline.add(occurrences, in: window.zone, upTo: limits.visits, judgedBy: BusyJudge(options))
        self.init(timeline, options)
    }

    /// Computes the free/busy times of calendars whose occurrences are already known.
    package init(
        of files: [CalendarFile],
        and occurrences: Occurrences,
        options: BusyOptions,
        expansion: ExpansionOptions
    ) {
        let judge = BusyJudge(options)
        var timeline = BusyTimeline(occurrences.window.seconds, limit: options.limit)
        let zone = occurrences.window.zone
        timeline.add(occurrences, in: zone, upTo: occurrences.mostVisits, judgedBy: judge)
        var availability = AvailabilityLayers(occurrences.window, expansion, limit: options.limit)
        var said = BusyRemarks(occurrences.diagnostics)
        for file in files {
            var remarks = DiagnosticList(file: file.name, limit: expansion.diagnosticLimit)
            for calendar in file.calendars {
                var zones = PropertyZones(
                    calendar,
                    SeriesContext(occurrences.window, expansion, budget: availability.budget)
                )
                for component in calendar.component.components where component.name == FreeBusy.componentName
                {
                    guard judge.isAboutOwner(component) else {
                        remarks.add(othersTime: component)
                        continue
                    }
                    timeline.add(FreeBusy(component), &zones, &remarks)
                }
                if options.usesAvailability { availability.add(calendar, judgedBy: judge, &remarks) }
            }
            said.add(remarks.all)
        }
        availability.apply(to: &timeline)
        self.init(timeline, options)
        diagnostics = said.all
    }
}

extension CalendarContents {
    /// Returns the free/busy times in a window as a VFREEBUSY (RFC 5545 section 3.6.4).
    ///
    /// Busy times come from busy occurrences (see `BusyPeriod.FreeBusyType.init(of:options:)` for the rules), from
    /// VFREEBUSY periods, and from VAVAILABILITY components, which make times unavailable (RFC 7953). The periods are
    /// in UTC, sorted and clipped to the window. Periods of the same type neither overlap nor touch. Where types
    /// overlap, BUSY takes precedence over BUSY-UNAVAILABLE, which takes precedence over BUSY-TENTATIVE. All-day times
    /// are interpreted in the window's zone. Occurrences without a duration are never busy.
    ///
    /// DTSTART and DTEND are the bounds of the range that was searched. Unusable content is skipped and reported in
    /// ``FreeBusy/diagnostics``.
    ///
    /// ```swift
    /// for time in file.freeBusy(in: window).periods { print(time.start, time.end, time.kind) }
    /// let answer = calendar.freeBusy(in: window, options: BusyOptions(owner: "nora@studio.example"))
    /// answer.organizer?.email  // "nora@studio.example"
    /// ```
    public func freeBusy(
        in window: OccurrenceWindow,
        options: BusyOptions = .init(),
        expansion: ExpansionOptions = .init()
    ) -> FreeBusy {
        let files = calendarFiles
        let occurrences = files.occurrences(in: window, options: expansion)
        return FreeBusy(of: files, and: occurrences, options: options, expansion: expansion)
    }
}

extension Occurrences {
    /// Returns the free/busy times of these occurrences.
    ///
    /// VFREEBUSY and VAVAILABILITY components are not occurrences, so they are not included;
    /// ``CalendarContents/freeBusy(in:options:expansion:)`` includes them.
    ///
    /// ```swift
    /// occurrences.freeBusy().periods.count  // 3
    /// ```
    public func freeBusy(_ options: BusyOptions = .init()) -> FreeBusy {
        FreeBusy(of: [], and: self, options: options, expansion: .init())
    }
}

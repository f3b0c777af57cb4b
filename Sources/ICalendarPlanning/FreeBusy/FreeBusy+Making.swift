public import ICalendarCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension FreeBusy {
    /// How many periods stand in one FREEBUSY property at most, so that its line stays readable.
    private static let periodsInLine = 50

    /// A VFREEBUSY of what a timeline gathered (RFC 5545 section 3.6.4).
    ///
    /// Its UID depends on what it says alone. The owner, if known, is the ORGANIZER, as in a published one.
    init(_ timeline: BusyTimeline, _ options: BusyOptions) {
        self.init()
        func utc(_ second: Int) -> CivilDateTime { CivilDateTime(secondNumber: second) }
        start = .utc(utc(timeline.bounds.lowerBound))
        end = .utc(utc(timeline.bounds.upperBound))
        if let owner = options.ownerEmail { organizer = Organizer(email: owner) }
        busyTimes = timeline.times.flatMap { kind, times in
            stride(from: 0, to: times.ranges.count, by: Self.periodsInLine).map { first in
                let some = times.ranges[first..<min(first + Self.periodsInLine, times.ranges.count)]
                return FreeBusy.BusyTime(
                    some.map {
                        Value.Period(
                            start: utc($0.lowerBound),
                            isUTC: true,
                            end: .time(utc($0.upperBound), isUTC: true)
                        )
                    },
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

    /// Whether what is said ends before a window does, because there was too much to say.
    ///
    /// See ``BusyOptions/limit``.
    ///
    /// ```swift
    /// let busy = file.freeBusy(in: window)
    /// if busy.isShortened(in: window) { print("there is more after", busy.end ?? "") }
    /// ```
    public func isShortened(in window: OccurrenceWindow) -> Bool {
        (end?.civil.secondNumber ?? .max) < window.seconds.upperBound
    }

    /// What there is to be said of periods that end before the window does.
    package var remarkOfEnd: Diagnostic {
        let end = (end?.civil.description ?? "") + "Z"
        return Diagnostic(
            .warning,
            .limit,
            "there are too many occurrences or periods; what is said ends at \(end)"
        )
    }

    /// The free and busy times of calendars in a window (RFC 5545 section 3.6.4).
    ///
    /// Busy are the occurrences that take time (`BusyPeriod.Kind.init(of:options:)` has the rules), the periods of
    /// VFREEBUSY components, and what VAVAILABILITY components leave no time for (RFC 7953). The periods are in UTC, cut
    /// to the window and sorted; those of one kind neither overlap nor touch. A moment that is taken in several ways
    /// stands in one kind alone: BUSY before BUSY-UNAVAILABLE before BUSY-TENTATIVE. Days count by the window's zone;
    /// what has no length takes no time.
    ///
    /// DTSTART and DTEND are the range that was searched. What cannot be used is left out, and ``diagnostics`` says so.
    ///
    /// ```swift
    /// let busy = FreeBusy(of: [file], in: window)
    /// busy.periods.count  // 3
    /// ```
    public init(
        of files: [CalendarFile],
        in window: OccurrenceWindow,
        options: BusyOptions = .init(),
        expansion: ExpansionOptions = .init()
    ) {
        let occurrences = Occurrences(of: files, in: window, options: expansion)
        self.init(of: files, and: occurrences, options: options, expansion: expansion)
    }

    /// The times that occurrences in a window take, given in the order of their starts.
    package init(
        of occurrences: some Sequence<Occurrence>,
        in window: OccurrenceWindow,
        options: BusyOptions = .init(),
        limits: ReadingLimits = .init()
    ) {
        var timeline = BusyTimeline(window.seconds, limit: options.limit)
        timeline.add(occurrences, in: window.zone, upTo: limits.visits, judgedBy: BusyJudge(options))
        self.init(timeline, options)
    }

    /// The free and busy times of calendars whose occurrences are known.
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
                for component in calendar.component.components where component.name == FreeBusy.componentName
                {
                    guard judge.isAboutOwner(component) else {
                        remarks.add(othersTime: component)
                        continue
                    }
                    timeline.add(FreeBusy(component), &remarks)
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

extension CalendarFile {
    /// The free and busy times of all calendars of the file in a window; see ``FreeBusy/init(of:in:options:expansion:)``.
    ///
    /// ```swift
    /// for time in file.freeBusy(in: window).periods { print(time.start, time.end, time.kind) }
    /// ```
    public func freeBusy(
        in window: OccurrenceWindow,
        options: BusyOptions = .init(),
        expansion: ExpansionOptions = .init()
    ) -> FreeBusy {
        FreeBusy(of: [self], in: window, options: options, expansion: expansion)
    }
}

extension CalendarObject {
    /// The free and busy times of the calendar in a window; see ``FreeBusy/init(of:in:options:expansion:)``.
    ///
    /// ```swift
    /// let answer = calendar.freeBusy(in: window, options: BusyOptions(owner: "nora@studio.example"))
    /// answer.organizer?.email  // "nora@studio.example"
    /// ```
    public func freeBusy(
        in window: OccurrenceWindow,
        options: BusyOptions = .init(),
        expansion: ExpansionOptions = .init()
    ) -> FreeBusy {
        FreeBusy(of: [CalendarFile(calendars: [self])], in: window, options: options, expansion: expansion)
    }
}

extension Occurrences {
    /// The free and busy times that these occurrences make.
    ///
    /// VFREEBUSY and VAVAILABILITY components are no occurrences: ``CalendarFile/freeBusy(in:options:expansion:)`` reads
    /// them too.
    ///
    /// ```swift
    /// occurrences.freeBusy().periods.count  // 3
    /// ```
    public func freeBusy(_ options: BusyOptions = .init()) -> FreeBusy {
        FreeBusy(of: [], and: self, options: options, expansion: .init())
    }
}

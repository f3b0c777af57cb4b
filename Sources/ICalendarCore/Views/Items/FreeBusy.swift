/// A person's free and busy times (VFREEBUSY, RFC 5545 section 3.6.4).
///
/// ```swift
/// for period in freeBusy.periods where period.kind == .busy { print(period.start, period.end) }
/// ```
public struct FreeBusy: ComponentView {
    /// The component name, `VFREEBUSY`.
    public static let componentName = "VFREEBUSY"
    /// The underlying component, including properties without an accessor:
    /// `freeBusy.component.text("X-CALENDARSERVER-MASK-UID")`.
    public var component: Component
    /// Diagnostics about guesses and omissions made while computing free and busy times:
    /// `file.freeBusy(in: window).diagnostics.filter { $0.severity == .error }`.
    ///
    /// Empty for a component that was read from a file or created in code. ``CalendarFile/diagnostics`` contains the
    /// diagnostics from reading a file. Comparisons ignore this property.
    public package(set) var diagnostics: [Diagnostic] {
        get { remarks.value }
        set { remarks.value = newValue }
    }
    private var remarks = Uncompared<[Diagnostic]>([])

    /// Creates a view of a component without checking the component's name.
    ///
    /// ```swift
    /// let freeBusy = FreeBusy(component)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// The free and busy times as instants, sorted by start (FREEBUSY, RFC 5545 section 3.8.2.6):
    /// `freeBusy.periods.map(\.start.description) // ["2026-03-30T07:00:00Z"]`.
    ///
    /// Durations are added to the start. A period without a `Z` is also read as UTC, even if it has a TZID, because
    /// only a calendar's `freeBusy(in:)` can resolve zones. Setting this property writes one FREEBUSY property for each
    /// run of up to 50 periods of the same kind.
    public var periods: [BusyPeriod] {
        get {
            busyTimes.flatMap { busy in busy.periods.compactMap { BusyPeriod($0, busy.kind) } }
                .sorted { ($0.start, $0.end, $0.kind.strength) < ($1.start, $1.end, $1.kind.strength) }
        }
        set {
            var runs: [[BusyPeriod]] = []
            for period in newValue {
                if let last = runs.last, last.count < Self.periodsInLine, last[0].kind == period.kind {
                    runs[runs.count - 1].append(period)
                } else {
                    runs.append([period])
                }
            }
            busyTimes = runs.map { run in BusyTime(run.map(\.value), kind: run[0].kind) }
        }
    }

    /// The maximum number of periods in one FREEBUSY property, which keeps lines readable.
    private static let periodsInLine = 50

    /// The FREEBUSY properties in file order.
    package var busyTimes: [BusyTime] {
        get { component.views("FREEBUSY") }
        set { component.setViews("FREEBUSY", to: newValue) }
    }

    /// Periods of the same kind, in UTC (FREEBUSY, RFC 5545 section 3.8.2.6).
    package struct BusyTime: PropertyView {
        package var property: Property

        package init(_ property: Property) {
            self.property = property
        }

        /// Creates a property with periods of the same kind.
        package init(_ periods: [Value.Period], kind: BusyPeriod.FreeBusyType = .busy) {
            property = Property("FREEBUSY", Value(elements: periods.map(Value.period)) ?? .list([]))
            self.kind = kind
        }

        /// The kind of the periods (FBTYPE); an absent or unknown value is treated as busy.
        package var kind: BusyPeriod.FreeBusyType {
            get { property.parameters["FBTYPE"].flatMap(BusyPeriod.FreeBusyType.init(keyword:)) ?? .busy }
            set { property[parameter: "FBTYPE"] = newValue.keyword }
        }

        /// The periods in UTC, as in `20260330T070000Z/PT1H`.
        package var periods: [Value.Period] {
            get {
                property.value.elements.compactMap {
                    if case .period(let period) = $0 { period } else { nil }
                }
            }
            set { property.value = Value(elements: newValue.map(Value.period)) ?? .list([]) }
        }
    }

    /// Creates a component that covers the period between two instants.
    ///
    /// By default, the UID is random and DTSTAMP is the current time.
    ///
    /// ```swift
    /// let week = try FreeBusy(
    ///     from: monday, to: monday.adding(seconds: 7 * 86_400),
    ///     busy: [.init(from: monday, to: monday.adding(seconds: 3600))]
    /// )
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` if the end is not later than the start.
    public init(
        from start: Instant,
        to end: Instant,
        busy: [BusyPeriod] = [],
        uid: String = UniqueIdentifier.random(),
        stamp: Instant = .now
    ) throws(CalendarError) {
        try EventTime.check(EventTime(start), end: EventTime(end))
        self.init()
        begin(uid: uid, stamp: stamp)
        self.start = EventTime(start)
        self.end = EventTime(end)
        periods = busy
    }
}

/// A period between two instants during which a person is free or busy (FREEBUSY, RFC 5545 section 3.8.2.6).
///
/// ```swift
/// for time in file.freeBusy(in: window).periods { print(time.start, time.end, time.kind) }
/// ```
public struct BusyPeriod: Sendable, Hashable {
    /// The kind of a period (FBTYPE, RFC 5545 section 3.2.9).
    ///
    /// ```swift
    /// let kinds: Set<BusyPeriod.FreeBusyType> = [.busy, .unavailable]
    /// let taken = freeBusy.periods.filter { kinds.contains($0.kind) }
    /// ```
    public enum FreeBusyType: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// Free: `FBTYPE=FREE`.
        case free
        /// Busy (the default): `FBTYPE=BUSY`.
        case busy
        /// Unavailable: `FBTYPE=BUSY-UNAVAILABLE`.
        case unavailable
        /// Tentatively busy: `FBTYPE=BUSY-TENTATIVE`.
        case tentative

        package var keyword: String {
            switch self {
            case .free: "FREE"
            case .busy: "BUSY"
            case .unavailable: "BUSY-UNAVAILABLE"
            case .tentative: "BUSY-TENTATIVE"
            }
        }

        /// The kind's precedence when periods of different kinds overlap: BUSY over BUSY-UNAVAILABLE over
        /// BUSY-TENTATIVE.
        package var strength: Int {
            switch self {
            case .busy: 3
            case .unavailable: 2
            case .tentative: 1
            case .free: 0
            }
        }
    }

    /// The start: `busyPeriod.start.description // "2026-03-30T07:00:00Z"`.
    public var start: Instant
    /// The exclusive end: `busyPeriod.end.description // "2026-03-30T08:00:00Z"`.
    public var end: Instant
    /// The kind, or busy if FBTYPE is absent or unknown: `busyPeriod.kind // .busy`.
    public var kind: FreeBusyType

    /// Creates a period of the given kind.
    ///
    /// ```swift
    /// let noon = monday.adding(seconds: 12 * 3600)
    /// let lunch = BusyPeriod(from: noon, to: noon.adding(seconds: 3600), kind: .tentative)
    /// ```
    public init(from start: Instant, to end: Instant, kind: FreeBusyType = .busy) {
        self.start = start
        self.end = end
        self.kind = kind
    }

    /// Creates a period from a value, or returns nil if the period ends before it starts or has zero length.
    fileprivate init?(_ value: Value.Period, _ kind: FreeBusyType) {
        guard let seconds = value.seconds else { return nil }
        self.init(
            from: Instant(secondsSince1970: seconds.lowerBound),
            to: Instant(secondsSince1970: seconds.upperBound),
            kind: kind
        )
    }

    /// The period as a value in UTC.
    fileprivate var value: Value.Period {
        let (first, last) = (start.secondsSince1970, end.secondsSince1970)
        return Value.Period(
            start: CivilDateTime(secondNumber: first),
            isUTC: true,
            end: .time(CivilDateTime(secondNumber: last), isUTC: true)
        )
    }
}

extension Value.Period {
    /// Returns the same period with both times in UTC.
    ///
    /// Local times are read in `zone`, or as UTC if `zone` is nil.
    package func inUTC(readIn zone: Zone?) -> Value.Period {
        func utc(_ time: CivilDateTime) -> CivilDateTime {
            zone.map { CivilDateTime(secondNumber: $0.instant(of: time).secondsSince1970) } ?? time
        }
        var period = self
        if !isUTC { period.start = utc(start) }
        if case .time(let time, isUTC: false) = end { period.end = .time(utc(time), isUTC: true) }
        period.isUTC = true
        return period
    }

    /// The period in seconds since 1970, read as UTC, or nil if it ends before it starts or has zero length.
    package var seconds: Range<Int>? {
        let start = start.secondNumber
        let end =
            switch self.end {
            case .time(let time, _): time.secondNumber
            // The clamped values cannot overflow.
            case .duration(let duration):
                duration.isNegative
                    ? start
                    : start + min(duration.days, 11_000_000) * 86_400 + min(duration.seconds, 950_000_000_000)
            }
        return start < end ? start..<end : nil
    }
}

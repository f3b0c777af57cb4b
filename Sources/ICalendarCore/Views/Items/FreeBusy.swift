/// The free and busy times of a person (VFREEBUSY, RFC 5545 section 3.6.4).
///
/// ```swift
/// for time in freeBusy.busyTimes where time.kind == .busy { print(time.periods) }
/// ```
public struct FreeBusy: SchedulingComponent {
    /// The component name, `VFREEBUSY`, as in `BEGIN:VFREEBUSY`.
    public static let componentName = "VFREEBUSY"
    /// The underlying component, for properties without an accessor:
    /// `freeBusy.component.text("X-CALENDARSERVER-MASK-UID")`.
    public var component: Component
    /// Diagnostics about guesses and omissions in the computation of free and busy times:
    /// `file.freeBusy(in: window).diagnostics.filter { $0.severity == .error }`.
    ///
    /// It is empty for a component that was read or built. ``CalendarFile/diagnostics`` contains the diagnostics from
    /// reading a file. Comparisons ignore this property.
    public package(set) var diagnostics: [Diagnostic] = []

    /// Creates a view of a component without checking the component's name.
    ///
    /// ```swift
    /// let freeBusy = FreeBusy(component)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// Returns whether two values have equal components.
    ///
    /// ```swift
    /// FreeBusy(freeBusy.component) == freeBusy  // true
    /// ```
    public static func == (one: FreeBusy, other: FreeBusy) -> Bool { one.component == other.component }

    /// Hashes the component: `freeBusy.hashValue == FreeBusy(freeBusy.component).hashValue // true`.
    public func hash(into hasher: inout Hasher) { hasher.combine(component) }

    /// The end of the period that the component covers (DTEND, RFC 5545 section 3.8.2.2), as in
    /// `DTEND:20260406T000000Z`.
    public var end: EventTime? {
        get { component[time: "DTEND"] }
        set { component.setEnd("DTEND", to: newValue) }
    }

    /// The free and busy times in file order (FREEBUSY, RFC 5545 section 3.8.2.6):
    /// `freeBusy.busyTimes.first?.kind // .busy`.
    public var busyTimes: [BusyTime] {
        get { component.views("FREEBUSY") }
        set { component.setViews("FREEBUSY", to: newValue) }
    }

    /// Periods of one kind, in UTC (FREEBUSY, RFC 5545 section 3.8.2.6).
    ///
    /// ```swift
    /// freeBusy.busyTimes = [.init(from: monday, to: nextMonday, kind: .tentative)]
    /// ```
    public struct BusyTime: PropertyView {
        /// The underlying property: `busyTime.property.parameters["X-REASON"]`.
        public var property: Property

        /// Creates a view of a property without checking the property's name.
        ///
        /// ```swift
        /// let time = FreeBusy.BusyTime(freeBusy.component.all("FREEBUSY")[0])
        /// ```
        public init(_ property: Property) {
            self.property = property
        }

        /// Creates a property with periods of one kind.
        ///
        /// ```swift
        /// let start = CivilDateTime(secondNumber: monday.secondsSince1970)
        /// FreeBusy.BusyTime([Value.Period(start: start, isUTC: true, end: .duration(.hours(1)))])
        /// ```
        public init(_ periods: [Value.Period], kind: Kind = .busy) {
            property = Property("FREEBUSY", Value(elements: periods.map(Value.period)) ?? .list([]))
            self.kind = kind
        }

        /// The kind of a period (FBTYPE, RFC 5545 section 3.2.9).
        ///
        /// ```swift
        /// freeBusy.busyTimes[0].kind = .unavailable  // FBTYPE=BUSY-UNAVAILABLE
        /// ```
        public enum Kind: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
            /// Free: `FBTYPE=FREE`.
            case free
            /// Busy, the default: `FBTYPE=BUSY`.
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
        }

        /// The kind of the periods (FBTYPE, RFC 5545 section 3.2.9), as in `FREEBUSY;FBTYPE=FREE:`.
        ///
        /// An absent or unknown value means busy.
        public var kind: Kind {
            get { property.parameters["FBTYPE"].flatMap(Kind.init(keyword:)) ?? .busy }
            set { property[parameter: "FBTYPE"] = newValue.keyword }
        }

        /// The periods in UTC, as in `20260330T070000Z/PT1H`.
        public var periods: [Value.Period] {
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
    /// Creates a property with one period between two instants.
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

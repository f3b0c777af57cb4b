/// A VFREEBUSY (RFC 5545 section 3.6.4): when somebody is busy.
///
/// ```swift
/// for time in freeBusy.busyTimes where time.kind == .busy { print(time.periods) }
/// ```
public struct FreeBusy: SchedulingComponent {
    /// `VFREEBUSY`, the name that stands after BEGIN: `BEGIN:VFREEBUSY`.
    public static let componentName = "VFREEBUSY"
    /// The component that is read and written: `freeBusy.component.text("X-CALENDARSERVER-MASK-UID")` reads what the
    /// view has no name for.
    public var component: Component
    /// What was guessed or left out while the free and busy times of calendars were worked out:
    /// `file.freeBusy(in: window).diagnostics.filter { $0.severity == .error }`.
    ///
    /// Empty for a component that was read or built. What was said of values while a file was read is in
    /// ``CalendarFile/diagnostics``. It is no part of what is compared.
    public package(set) var diagnostics: [Diagnostic] = []

    /// A view on this component; its name is not checked.
    ///
    /// ```swift
    /// let freeBusy = FreeBusy(component)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// Whether two say the same.
    ///
    /// ```swift
    /// FreeBusy(freeBusy.component) == freeBusy  // true
    /// ```
    public static func == (one: FreeBusy, other: FreeBusy) -> Bool { one.component == other.component }

    /// Hashes what is said: `freeBusy.hashValue == FreeBusy(freeBusy.component).hashValue // true`.
    public func hash(into hasher: inout Hasher) { hasher.combine(component) }

    /// DTEND (3.8.2.2): where what is said of free and busy times ends, as in `DTEND:20260406T000000Z`.
    public var end: EventTime? {
        get { component[time: "DTEND"] }
        set { component.setEnd("DTEND", to: newValue) }
    }

    /// FREEBUSY (3.8.2.6), in the order of the file: `freeBusy.busyTimes.first?.kind // .busy`.
    public var busyTimes: [BusyTime] {
        get { component.views("FREEBUSY") }
        set { component.setViews("FREEBUSY", to: newValue) }
    }

    /// One FREEBUSY property (3.8.2.6): periods in UTC of one kind.
    ///
    /// ```swift
    /// freeBusy.busyTimes = [.init(from: monday, to: nextMonday, kind: .tentative)]
    /// ```
    public struct BusyTime: PropertyView {
        /// The property that is read and written: `busyTime.property.parameters["X-REASON"]`.
        public var property: Property

        /// A view on this property; its name is not checked.
        ///
        /// ```swift
        /// let time = FreeBusy.BusyTime(freeBusy.component.all("FREEBUSY")[0])
        /// ```
        public init(_ property: Property) {
            self.property = property
        }

        /// Periods of one kind.
        ///
        /// ```swift
        /// let start = CivilDateTime(secondNumber: monday.secondsSince1970)
        /// FreeBusy.BusyTime([Value.Period(start: start, isUTC: true, end: .duration(.hours(1)))])
        /// ```
        public init(_ periods: [Value.Period], kind: Kind = .busy) {
            property = Property("FREEBUSY", Value(elements: periods.map(Value.period)) ?? .list([]))
            self.kind = kind
        }

        /// FBTYPE (3.2.9).
        ///
        /// ```swift
        /// freeBusy.busyTimes[0].kind = .unavailable  // FBTYPE=BUSY-UNAVAILABLE
        /// ```
        public enum Kind: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
            /// There is time: `FBTYPE=FREE`.
            case free
            /// There is something: `FBTYPE=BUSY`, or nothing said.
            case busy
            /// There is no time for anything: `FBTYPE=BUSY-UNAVAILABLE`.
            case unavailable
            /// There may be something: `FBTYPE=BUSY-TENTATIVE`.
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

        /// FBTYPE (3.2.9), as in `FREEBUSY;FBTYPE=FREE:`; absent means busy, and so does an unknown word.
        public var kind: Kind {
            get { property.parameters["FBTYPE"].flatMap(Kind.init(keyword:)) ?? .busy }
            set { property[parameter: "FBTYPE"] = newValue.keyword }
        }

        /// The periods, in UTC, as in `20260330T070000Z/PT1H`.
        public var periods: [Value.Period] {
            get {
                property.value.elements.compactMap {
                    if case .period(let period) = $0 { period } else { nil }
                }
            }
            set { property.value = Value(elements: newValue.map(Value.period)) ?? .list([]) }
        }
    }

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

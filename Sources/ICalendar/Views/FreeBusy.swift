/// A VFREEBUSY (RFC 5545 section 3.6.4): when somebody is busy.
///
/// ```swift
/// for period in freeBusy.busyTimes.filter({ $0.kind != .free }).flatMap(\.periods) {
///     print("busy from", period.start)  // busy from 2026-03-30T07:00:00
/// }
/// ```
public struct FreeBusy: SchedulingComponent {
    /// `VFREEBUSY`, the name that stands after BEGIN: `BEGIN:VFREEBUSY`.
    public static let componentName = "VFREEBUSY"
    /// The component that is read and written: `freeBusy.component.text("X-CALENDARSERVER-MASK-UID")` reads what the
    /// view has no name for.
    public var component: Component

    /// A view on this component; its name is not checked.
    ///
    /// ```swift
    /// let freeBusy = FreeBusy(Component("VFREEBUSY", properties: [Property("UID", .text("busy@studio.example"))]))
    /// freeBusy.uid  // "busy@studio.example"
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

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
    /// let start = CivilDateTime(CivilDate(dayNumber: 20_542), secondOfDay: 7 * 3600)
    /// let hour = Value.Period(start: start, isUTC: true, end: .duration(NominalDuration(seconds: 3600)))
    /// freeBusy.busyTimes = [FreeBusy.BusyTime([hour])]  // FREEBUSY;FBTYPE=BUSY:20260330T070000Z/PT1H
    /// ```
    public struct BusyTime: PropertyView {
        /// The property that is read and written: `busyTime.property.parameters["X-REASON"]`.
        public var property: Property

        /// A view on this property; its name is not checked.
        ///
        /// ```swift
        /// let busyTimes = freeBusy.component.all("FREEBUSY").map { FreeBusy.BusyTime($0) }
        /// busyTimes == freeBusy.busyTimes  // true
        /// ```
        public init(_ property: Property) {
            self.property = property
        }

        /// Periods of one kind.
        ///
        /// ```swift
        /// let start = CivilDateTime(CivilDate(dayNumber: 20_546))
        /// let closed = Value.Period(start: start, isUTC: true, end: .duration(NominalDuration(days: 1)))
        /// freeBusy.busyTimes.append(FreeBusy.BusyTime([closed], kind: .unavailable))
        /// ```
        public init(_ periods: [Value.Period], kind: Kind = .busy) {
            property = Property("FREEBUSY", Value(elements: periods.map(Value.period)) ?? .list([]))
            self.kind = kind
        }

        /// FBTYPE (3.2.9).
        ///
        /// ```swift
        /// freeBusy.busyTimes.map(\.kind)  // [.busy]
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

            var keyword: String {
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
}

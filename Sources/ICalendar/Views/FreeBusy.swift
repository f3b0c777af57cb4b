/// A VFREEBUSY (RFC 5545 section 3.6.4): when somebody is busy.
public struct FreeBusy: SchedulingComponent {
    /// `VFREEBUSY`.
    public static let componentName = "VFREEBUSY"
    /// The component that is read and written.
    public var component: Component

    /// A view on this component; its name is not checked.
    public init(_ component: Component) {
        self.component = component
    }

    /// DTEND (3.8.2.2): where what is said of free and busy times ends.
    public var end: EventTime? {
        get { component[time: "DTEND"] }
        set { component.setEnd("DTEND", to: newValue) }
    }

    /// FREEBUSY (3.8.2.6), in the order of the file.
    public var busyTimes: [BusyTime] {
        get { component.views("FREEBUSY") }
        set { component.setViews("FREEBUSY", to: newValue) }
    }

    /// One FREEBUSY property (3.8.2.6): periods in UTC of one kind.
    public struct BusyTime: PropertyView {
        /// The property that is read and written.
        public var property: Property

        /// A view on this property; its name is not checked.
        public init(_ property: Property) {
            self.property = property
        }

        /// Periods of one kind.
        public init(_ periods: [Value.Period], kind: Kind = .busy) {
            property = Property("FREEBUSY", Value(elements: periods.map(Value.period)) ?? .list([]))
            self.kind = kind
        }

        /// FBTYPE (3.2.9).
        public enum Kind: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
            case free, busy, unavailable, tentative

            var keyword: String {
                switch self {
                case .free: "FREE"
                case .busy: "BUSY"
                case .unavailable: "BUSY-UNAVAILABLE"
                case .tentative: "BUSY-TENTATIVE"
                }
            }
        }

        /// FBTYPE (3.2.9): absent means busy, and so does an unknown word.
        public var kind: Kind {
            get { property.parameters["FBTYPE"].flatMap(Kind.init(keyword:)) ?? .busy }
            set { property[parameter: "FBTYPE"] = newValue.keyword }
        }

        /// The periods, in UTC.
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

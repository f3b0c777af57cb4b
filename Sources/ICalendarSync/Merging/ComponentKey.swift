import ICalendar

/// A component's identity within an item.
struct ComponentKey: Hashable, Sendable {
    /// The instance that a component describes.
    private enum Original: Hashable {
        case series
        /// An instant in seconds since 1970.
        case instant(Int)
        /// A date, a floating time or a time in an unknown zone.
        case written(EventTime)
        case unreadable
    }

    let name: String
    let uid: String
    /// The value of RECURRENCE-ID as written, or nil if the value is unreadable or the component describes a series as
    /// a whole.
    let recurrenceID: EventTime?
    private let original: Original

    /// Whether the component describes either a series as a whole or a single event.
    var isSeries: Bool { original == .series }

    /// Creates a component's key; `instant` converts a RECURRENCE-ID to seconds since 1970, or returns nil.
    fileprivate init(_ component: Component, instant: (EventTime) -> Int?) {
        name = component.name
        uid = component.text("UID") ?? ""
        recurrenceID = component[time: "RECURRENCE-ID"]
        original =
            if let recurrenceID {
                instant(recurrenceID).map { .instant($0) } ?? .written(recurrenceID)
            } else {
                !component.isOverride ? .series : .unreadable
            }
    }

    /// Creates the key of the series that an instance belongs to.
    init(seriesOf instance: ComponentKey) {
        (name, uid, recurrenceID, original) = (instance.name, instance.uid, nil, .series)
    }

    /// Creates the key of a component that describes a series as a whole, or returns nil for an instance.
    init?(series component: Component) {
        guard !component.isOverride else { return nil }
        (name, uid, recurrenceID, original) = (component.name, component.text("UID") ?? "", nil, .series)
    }

    static func == (one: ComponentKey, other: ComponentKey) -> Bool {
        one.original == other.original && one.name == other.name && one.uid == other.uid
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(uid)
        hasher.combine(original)
    }
}

/// The keys of a file's components.
///
/// The server may write an override's RECURRENCE-ID in a different time zone than the local file does.
struct ComponentKeys {
    private var resolver: TimeResolver

    /// Creates a file's keys from its contents and time zones.
    init(_ file: CalendarFile) {
        let zones = file.calendars.flatMap(\.component.components).filter { $0.name == "VTIMEZONE" }
        resolver = TimeResolver(
            calendar: CalendarObject(Component("VCALENDAR", components: zones)),
            context: SeriesContext(displayZone: .utc)
        )
    }

    mutating func key(of component: Component) -> ComponentKey {
        ComponentKey(component) { id in
            switch id {
            case .date, .floating: return nil
            case .utc(let time): return time.secondNumber
            case .zoned:
                let clock = resolver.clock(for: id, line: nil)
                return clock.isWall ? nil : resolver.key(of: id, on: clock, line: nil)
            }
        }
    }
}

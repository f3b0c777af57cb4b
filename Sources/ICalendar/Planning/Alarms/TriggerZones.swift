/// The zones of absolute triggers that are not in UTC, as RFC 5545 section 3.8.6.3 wants them.
struct TriggerZones {
    private let calendar: CalendarObject
    private let context: SeriesContext
    /// Made for the first trigger that needs it.
    private var resolver: TimeResolver?

    /// The zones of a calendar.
    init(_ calendar: CalendarObject, _ context: SeriesContext) {
        self.calendar = calendar
        self.context = context
    }

    /// The zone in which a trigger is read; nil for one in UTC, and for one that is read as if it were.
    mutating func zone(of trigger: Property) -> Zone? {
        guard case .dateTime(_, isUTC: false) = trigger.value, let id = trigger.timeZoneID else { return nil }
        if resolver == nil { resolver = TimeResolver(calendar: calendar, context: context) }
        return resolver?.zone(id, line: nil)
    }

    /// An event or to-do with the triggers of its alarms in UTC where their zones are known.
    mutating func inUTC(_ item: Component) -> Component {
        var item = item
        for place in item.components.indices where item.components[place].name == Alarm.componentName {
            guard let trigger = item.components[place].first("TRIGGER"), let zone = zone(of: trigger),
                case .dateTime(let time, _) = trigger.value
            else { continue }
            item.components[place].set(
                "TRIGGER",
                to: Alarm.Trigger.absolute(zone.instant(of: time)).property
            )
        }
        return item
    }
}

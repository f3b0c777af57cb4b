/// What VEVENT and VTODO share beyond ``CalendarItem``: a place, a length, alarms (RFC 5545 sections 3.6.1, 3.6.2).
///
/// ```swift
/// func place(of item: some ScheduledItem) -> String? { item.location }
/// ```
public protocol ScheduledItem: CalendarItem, PlacedComponent {}

extension ScheduledItem {
    /// LOCATION (3.8.1.7): `event.location // "Room 4"`.
    public var location: String? {
        get { component[text: "LOCATION"] }
        set { component[text: "LOCATION"] = newValue }
    }

    /// PRIORITY (3.8.1.9): `PRIORITY:1` is highest, `PRIORITY:9` lowest, 0 undefined, which is also what absent
    /// means.
    public var priority: Int {
        get { component[integer: "PRIORITY"] ?? 0 }
        set { if newValue != priority { component[integer: "PRIORITY"] = newValue } }
    }

    /// RESOURCES (3.8.1.10) of all its properties, as in `RESOURCES:projector,easel`.
    public var resources: [String] {
        get { component[textList: "RESOURCES"] }
        set { component[textList: "RESOURCES"] = newValue }
    }

    /// DURATION (3.8.2.5) as written; nil when the item has an end instead: `event.duration?.description // "PT15M"`.
    ///
    /// Setting it takes DTEND or DUE away, as both may not stand together.
    public var duration: NominalDuration? {
        get { component[duration: "DURATION"] }
        set { component.setLength(newValue) }
    }

    /// The VALARM components inside (3.6.6): `event.alarms.count // 1`.
    public var alarms: [Alarm] {
        get { Alarm.views(in: component) }
        set { Alarm.replace(in: &component, with: newValue) }
    }
}

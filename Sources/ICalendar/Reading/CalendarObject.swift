/// One VCALENDAR: what stood between BEGIN:VCALENDAR and END:VCALENDAR (RFC 5545 section 3.4).
///
/// ```swift
/// for calendar in file.calendars {
///     print(calendar.name ?? "unnamed", calendar.component.components.count)
/// }
/// ```
public struct CalendarObject: CalendarProperties {
    /// `VCALENDAR`.
    public static let componentName = "VCALENDAR"

    /// The VCALENDAR with all its properties and components; its line is nil when components stood outside any
    /// VCALENDAR.
    public var component: Component

    /// A calendar of a VCALENDAR component.
    public init(_ component: Component) {
        self.component = component
    }

    /// X-WR-TIMEZONE: the zone that some programs mean for floating times.
    public var timeZoneID: String? { component.text("X-WR-TIMEZONE").map(TextEscapes.undo) }

    /// The VTIMEZONE components.
    ///
    /// They count inside this calendar only.
    public var timeZoneDefinitions: [Component] {
        component.components.filter { $0.name == "VTIMEZONE" }
    }
}

/// One VCALENDAR: what stood between BEGIN:VCALENDAR and END:VCALENDAR (RFC 5545 section 3.4).
///
/// ```swift
/// for calendar in file.calendars {
///     print(calendar.name ?? "unnamed", calendar.component.components.count)
/// }
/// ```
public struct CalendarObject: CalendarProperties {
    /// `VCALENDAR`, the name that stands after BEGIN: `BEGIN:VCALENDAR`.
    public static let componentName = "VCALENDAR"

    /// The VCALENDAR with all its properties and components: `calendar.component.text("PRODID")`.
    ///
    /// Its line is nil when components stood outside any VCALENDAR.
    public var component: Component

    /// A calendar of a VCALENDAR component.
    ///
    /// ```swift
    /// var calendar = CalendarObject(Component("VCALENDAR"))
    /// calendar.name = "Studio"
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// The VTIMEZONE components: `calendar.timeZoneDefinitions.compactMap { $0.text("TZID") }`.
    ///
    /// They count inside this calendar only.
    public var timeZoneDefinitions: [Component] {
        component.components.filter { $0.name == "VTIMEZONE" }
    }
}

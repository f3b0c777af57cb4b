/// One VCALENDAR: what stood between BEGIN:VCALENDAR and END:VCALENDAR (RFC 5545 section 3.4).
///
/// ```swift
/// for calendar in file.calendars {
///     print(calendar.name ?? "unnamed", calendar.component.components.count)
/// }
/// ```
public struct CalendarObject: Sendable, Hashable {
    /// The VCALENDAR with all its properties and components; its line is nil when components stood outside any
    /// VCALENDAR.
    public var component: Component

    /// A calendar of a VCALENDAR component.
    public init(_ component: Component) {
        self.component = component
    }

    /// What the calendar is called: NAME (RFC 7986 section 5.1), or else X-WR-CALNAME, which most programs write.
    public var name: String? {
        if let name = component.text("NAME") { return name }
        return component.text("X-WR-CALNAME").map(TextEscapes.undo)
    }

    /// What the calendar is about: DESCRIPTION (RFC 7986 section 5.2), or else X-WR-CALDESC.
    public var calendarDescription: String? {
        if let description = component.text("DESCRIPTION") { return description }
        return component.text("X-WR-CALDESC").map(TextEscapes.undo)
    }

    /// METHOD, such as `PUBLISH` or `REQUEST`, in capitals (RFC 5546).
    public var method: String? { component.text("METHOD")?.uppercased() }

    /// PRODID: the program that wrote the calendar.
    public var productID: String? { component.text("PRODID") }

    /// X-WR-TIMEZONE: the zone that some programs mean for floating times.
    public var timeZoneID: String? { component.text("X-WR-TIMEZONE").map(TextEscapes.undo) }

    /// The VTIMEZONE components.
    ///
    /// They count inside this calendar only.
    public var timeZoneDefinitions: [Component] {
        component.components.filter { $0.name == "VTIMEZONE" }
    }
}

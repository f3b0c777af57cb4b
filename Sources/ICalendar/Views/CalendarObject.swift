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

    /// What reading remembers of the calendar's own lines; nil when the calendar was made in the program.
    var origin: CalendarOrigin?

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

extension CalendarObject: Hashable {
    /// Compares the components, not how their lines were written.
    ///
    /// ```swift
    /// let again = try CalendarFile(text: calendar.icsText).calendars[0]
    /// again.events == calendar.events  // true
    /// ```
    public static func == (left: CalendarObject, right: CalendarObject) -> Bool {
        left.component == right.component
    }

    /// Hashes what ``==(_:_:)`` compares, so that `Set(file.calendars)` has equal calendars once.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(component)
    }
}

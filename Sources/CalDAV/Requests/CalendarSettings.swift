/// The settings that a client can choose and change for a calendar on a server.
///
/// ```swift
/// var settings = CalendarSettings()
/// settings.name = "Work & travel"
/// settings.color = "#0088FF"
/// let url = try ResourceURL("https://dav.example.com/nora/work/")
/// DAVRequest.makeCalendar(url, settings).method  // .makeCalendar
/// ```
public struct CalendarSettings: Sendable, Hashable {
    /// The display name: `settings.name = "Work"`.
    public var name: String?
    /// The color as `#RRGGBB` or `#RRGGBBAA`: `settings.color = "#0088FF"`.
    public var color: String?
    /// The position in a list of calendars: `settings.order = 2`.
    public var order: Int?
    /// The description: `settings.description = "Clients and trips"`.
    public var description: String?
    /// The names of the accepted components, which can be set only for a new calendar:
    /// `settings.components = ["VEVENT"]`.
    public var components: [String] = []

    /// Creates settings that leave all choices to the server.
    ///
    /// ```swift
    /// CalendarSettings().name  // nil
    /// ```
    public init() {}

    fileprivate func write(to text: inout XMLText, isNew: Bool) {
        let values: [(DAVProperty, String?)] = [
            (.displayName, name), (.color, color.map(Self.withAlpha)), (.order, order.map(String.init)),
            (.calendarDescription, description),
        ]
        text.element(.dav("set")) { text in
            text.element(.dav("prop")) { text in
                for (property, value) in values {
                    if let value { text.element(property.name, text: value) }
                }
                guard isNew, !components.isEmpty else { return }
                text.element(DAVProperty.components.name) { text in
                    for component in components { text.empty(.calDAV("comp"), [("name", component)]) }
                }
            }
        }
    }

    /// Returns a color as `#RRGGBBAA`, since SOGo rejects colors without an alpha component.
    private static func withAlpha(_ color: String) -> String {
        color.utf8.count == 7 ? "\(color)FF" : color
    }
}

extension DAVRequest {
    /// Creates a calendar (RFC 4791 section 5.3.1).
    ///
    /// ```swift
    /// let url = try ResourceURL("https://dav.example.com/nora/work/")
    /// DAVRequest.makeCalendar(url, CalendarSettings()).method.rawValue  // "MKCALENDAR"
    /// ```
    public static func makeCalendar(_ url: ResourceURL, _ settings: CalendarSettings) -> DAVRequest {
        let body = XMLText.document(.calDAV("mkcalendar")) { settings.write(to: &$0, isNew: true) }
        return DAVRequest(.makeCalendar, url, body: body)
    }

    /// Creates a calendar with extended MKCOL (RFC 5689), for servers that do not allow `MKCALENDAR`.
    ///
    /// ```swift
    /// let url = try ResourceURL("https://dav.example.com/nora/work/")
    /// DAVRequest.makeCollection(url, CalendarSettings()).method.rawValue  // "MKCOL"
    /// ```
    public static func makeCollection(_ url: ResourceURL, _ settings: CalendarSettings) -> DAVRequest {
        let body = XMLText.document(.dav("mkcol")) { text in
            text.element(.dav("set")) { text in
                text.element(.dav("prop")) { text in
                    text.element(DAVProperty.resourceType.name) { text in
                        text.empty(.dav("collection"))
                        text.empty(.calDAV("calendar"))
                    }
                }
            }
            settings.write(to: &text, isNew: true)
        }
        return DAVRequest(.makeCollection, url, body: body)
    }

    /// Changes a calendar's settings, except those that are nil.
    ///
    /// ```swift
    /// var settings = CalendarSettings()
    /// settings.name = "Travel"
    /// let url = try ResourceURL("https://dav.example.com/nora/work/")
    /// DAVRequest.change(url, settings).method.rawValue  // "PROPPATCH"
    /// ```
    public static func change(_ url: ResourceURL, _ settings: CalendarSettings) -> DAVRequest {
        let body = XMLText.document(.dav("propertyupdate")) { settings.write(to: &$0, isNew: false) }
        return DAVRequest(.propertyPatch, url, body: body)
    }
}

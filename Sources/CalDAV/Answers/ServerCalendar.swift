/// A calendar on a server, as listed in a calendar home.
///
/// ```swift
/// let calendars: [ServerCalendar] = []
/// for calendar in calendars where calendar.isWritable { print(calendar.name, calendar.url) }
/// ```
public struct ServerCalendar: Sendable, Hashable {
    /// The calendar's address: `serverCalendar.url.href`.
    public let url: ResourceURL
    /// The display name, or the last part of the path if the server reports no name: `serverCalendar.name`.
    public let name: String
    /// All properties, including the color and the tokens: `serverCalendar.properties.syncToken`.
    public private(set) var properties: ResourceProperties

    /// Creates a calendar from a response element, as returned for ``DAVProperty/ofCalendars``, or returns nil if the
    /// resource is not a calendar in the home.
    ///
    /// ```swift
    /// let home = try ResourceURL("https://dav.example.com/nora/")
    /// var reader = MultistatusReader()
    /// let body = "<multistatus xmlns='DAV:'><response><href>/nora/</href></response></multistatus>"
    /// for response in try reader.read(Array(body.utf8)) {
    ///     ServerCalendar(response, in: home)?.name  // nil
    /// }
    /// ```
    public init?(_ response: MultistatusResponse, in home: ResourceURL, quirks: Set<ServerQuirk> = []) {
        guard response.status?.isSuccess != false, response.properties.types.contains(.calendar),
            let bytes = response.hrefs.first, let url = try? home.resolving(bytes),
            url.href == home.href || url.href.isMember(of: home.href)
        else { return nil }
        self.url = url
        properties = response.properties
        let name = properties.displayName ?? url.href.lastComponent
        self.name = quirks.contains(.escapesNamesTwice) ? Self.unescaped(name) : name
    }

    /// Whether the user can change items; true if the server does not report privileges: `serverCalendar.isWritable`.
    public var isWritable: Bool {
        guard let privileges = properties.privileges else { return true }
        return !privileges.isDisjoint(with: [.writeContent, .bind])
    }

    /// Whether the server can report changes since a sync token (RFC 6578): `serverCalendar.reportsChanges`.
    public var reportsChanges: Bool {
        properties.reports?.contains(.syncCollection) ?? (properties.syncToken != nil)
    }

    /// Returns whether the calendar accepts a kind of component; true if the server does not report the accepted kinds.
    ///
    /// ```swift
    /// let calendars: [ServerCalendar] = []
    /// calendars.first { $0.accepts("VTODO") }?.name  // nil
    /// ```
    public func accepts(_ component: String) -> Bool {
        properties.components?.contains(component.uppercased()) ?? true
    }

    /// Returns the calendar with missing privileges and components filled in from an earlier listing.
    package func completed(isReadOnly: Bool, components: [String]) -> ServerCalendar {
        var calendar = self
        calendar.properties.privileges = properties.privileges ?? (isReadOnly ? [] : nil)
        calendar.properties.components = properties.components ?? (components.isEmpty ? nil : components)
        return calendar
    }

    private static func unescaped(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&amp;", with: "&")
    }
}

extension MultistatusReader {
    /// Returns all response elements in an answer, or nil if the answer is not a complete multistatus.
    package static func responses(of answer: DAVAnswer) -> [MultistatusResponse]? {
        guard answer.status.code == 207 else { return nil }
        var reader = MultistatusReader()
        guard let responses = try? reader.read(answer.body), (try? reader.finish()) != nil else { return nil }
        return responses
    }
}

extension [MultistatusResponse] {
    /// Returns the properties of a requested resource, or nil if there is no response element.
    ///
    /// If the server writes the resource's href differently, the first element is used.
    package func properties(of url: ResourceURL) -> ResourceProperties? {
        let own = first { $0.hrefs.contains { (try? Href($0, from: url)) == url.href } }
        return (own ?? first)?.properties
    }
}

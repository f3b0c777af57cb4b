/// The name of an element or attribute, including its namespace.
struct XMLName: Sendable, Hashable {
    /// The namespace's URI, or an empty string if there is no namespace.
    let namespace: String
    let local: String

    init(_ namespace: String, _ local: String) {
        self.namespace = namespace
        self.local = local
    }

    /// Returns a name in the WebDAV namespace.
    static func dav(_ local: String) -> XMLName { XMLName("DAV:", local) }
    /// Returns a name in the CalDAV namespace.
    static func calDAV(_ local: String) -> XMLName { XMLName("urn:ietf:params:xml:ns:caldav", local) }
    /// Returns a name in the Calendar Server namespace.
    static func calendarServer(_ local: String) -> XMLName { XMLName("http://calendarserver.org/ns/", local) }
    /// Returns a name in the namespace of Apple's calendar properties.
    static func apple(_ local: String) -> XMLName { XMLName("http://apple.com/ns/ical/", local) }
}

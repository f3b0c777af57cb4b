/// What ATTENDEE and ORGANIZER share (RFC 5545 sections 3.8.4.1 and 3.8.4.3): who it is, and where to reach them.
///
/// ```swift
/// func label(of user: some CalendarUser) -> String { user.name ?? user.email ?? user.uri }
/// ```
public protocol CalendarUser: PropertyView {}

extension CalendarUser {
    /// CN (3.2.2), nil when it is absent or empty, never made up: `attendee.name // "Nora Lind"`.
    public var name: String? {
        get { property.commonName }
        set { property.commonName = newValue }
    }

    /// The mail address: `mailto:` and `?query` cut, percent-encoding undone, the domain in small letters, so that of
    /// `ATTENDEE:MAILTO:sam@Client.Example` it is `sam@client.example`.
    ///
    /// Where the address is of another kind it is the EMAIL parameter (RFC 7986 section 6.2), or nil.
    public var email: String? {
        get { CalendarAddress(uri, emailParameter: property.emailParameter).email }
        set {
            guard newValue != email else { return }
            property.emailParameter = nil
            property.value = .calendarAddress(newValue.map(CalendarAddress.mailto) ?? "invalid:nomail")
        }
    }

    /// The address as written, such as `mailto:jane@example.com` or `urn:uuid:...`.
    public var uri: String {
        get { property.value.string ?? "" }
        set { if newValue != uri { property.value = .calendarAddress(newValue) } }
    }

    /// SENT-BY (3.2.18): who acts for them, an address as written: `SENT-BY="mailto:desk@studio.example"`.
    public var sentBy: String? {
        get { property.sentBy }
        set { property.sentBy = newValue }
    }

    /// DIR (3.2.6): a URI of a directory entry, as in `DIR="ldap://example.com/cn=nora"`.
    public var directoryEntry: String? {
        get { property.directoryEntry }
        set { property.directoryEntry = newValue }
    }

    /// LANGUAGE (3.2.10) of the name, a tag such as `de-AT`.
    public var language: String? {
        get { property.language }
        set { property.language = newValue }
    }
}

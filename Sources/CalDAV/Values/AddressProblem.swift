/// The reason that an address or a server's href cannot be used.
///
/// ```swift
/// do {
///     _ = try ResourceURL("http://dav.example.com/")
/// } catch {
///     print(error)  // the address is not secure; use https
/// }
/// ```
public enum AddressProblem: Error, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// Not an address, or an address with an invalid host or port: `https://:80`.
    case malformed
    /// A scheme other than http and https: `ftp://example.com`.
    case scheme
    /// An http address on another computer, where passwords would be sent in cleartext: `http://example.com`.
    case insecure
    /// A user name or password in the address: `https://user:password@example.com`.
    case userInformation
    /// A resource on a server other than the one that responds: `https://evil.example/calendar/`.
    case otherOrigin
    /// A `.` or `..` in the path: `/calendars/../secret`.
    case dotSegment
    /// An escaped slash or NUL byte in the path: `/calendars/a%2Fb.ics`.
    case escapedSlash
    /// An unescaped control character: `"/calendars/a\n.ics"`.
    case controlCharacter
    /// A fragment, which has no meaning in an href: `/calendars/a.ics#b`.
    case fragment
    /// More than 8,192 bytes: `AddressProblem.tooLong.description // "the address is too long"`.
    case tooLong

    /// The problem as text: `AddressProblem.scheme.description // "the scheme is not https"`.
    public var description: String {
        switch self {
        case .malformed: "the address is not valid"
        case .scheme: "the scheme is not https"
        case .insecure: "the address is not secure; use https"
        case .userInformation: "the address contains a user name; pass it separately"
        case .otherOrigin: "the address belongs to another server"
        case .dotSegment: "the path contains '.' or '..'"
        case .escapedSlash: "the path contains an escaped slash"
        case .controlCharacter: "the path contains a control character"
        case .fragment: "the path contains '#'"
        case .tooLong: "the address is too long"
        }
    }
}

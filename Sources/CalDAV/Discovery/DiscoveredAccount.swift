/// An account that ``Discovery`` found.
///
/// ```swift
/// let account: DiscoveredAccount? = nil
/// for calendar in account?.calendars ?? [] { print(calendar.name) }
/// ```
public struct DiscoveredAccount: Sendable, Hashable {
    /// The user's principal, or nil if the server does not report one: `account.principal?.href`.
    public internal(set) var principal: ResourceURL?
    /// The user's display name on the server: `account.name`.
    public internal(set) var name: String?
    /// The collections that contain the user's calendars: `account.homes.first`.
    public internal(set) var homes: [ResourceURL] = []
    /// The calendars, in the server's order: `account.calendars.map(\.name)`.
    public internal(set) var calendars: [ServerCalendar] = []
    /// The user's addresses, such as `mailto:nora@example.com`: `account.addresses.first`.
    public internal(set) var addresses: [String] = []
    /// The collection for incoming scheduling messages: `account.inbox?.href`.
    public internal(set) var inbox: ResourceURL?
    /// The collection for outgoing scheduling messages: `account.outbox?.href`.
    public internal(set) var outbox: ResourceURL?
    /// The server's profile, if known: `account.profile?.name`.
    public internal(set) var profile: ServerProfile?

    init() {}
}

/// The reason that ``Discovery`` found no account.
///
/// ```swift
/// DiscoveryFailure.credentials.description  // "the server does not accept the user name or password"
/// ```
public enum DiscoveryFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The user name or password is wrong: `failure == .credentials`.
    case credentials
    /// No server responded at any of the addresses: `failure == .unreachable`.
    case unreachable
    /// The server returned a web page instead of calendar data: `failure == .webPage`.
    case webPage
    /// The server reported an error: `.refused(HTTPStatus(503))`.
    case refused(HTTPStatus)
    /// No calendars were found at any of the addresses: `failure == .notFound`.
    case notFound
    /// The search needed too many redirects or requests: `failure == .tooManyRequests`.
    case tooManyRequests
    /// Part of the account is on a server that the user did not allow: `.denied(origin)`.
    case denied(WebOrigin)
    /// One of the account's addresses cannot be used: `.address(.insecure)`.
    case address(AddressProblem)

    /// The reason as text: `DiscoveryFailure.unreachable.description // "the server does not respond"`.
    public var description: String {
        switch self {
        case .credentials: "the server does not accept the user name or password"
        case .unreachable: "the server does not respond"
        case .webPage: "the address is a web page, not a calendar server"
        case .refused(let status): "\(status)"
        case .notFound: "no calendars at this address"
        case .tooManyRequests: "too many redirects or requests"
        case .denied(let origin):
            "the calendars are on \(origin), which is not allowed to receive the password"
        case .address(let problem): "the server returned an unusable address: \(problem)"
        }
    }
}

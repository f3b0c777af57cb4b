import ICalendar
public import CalDAV
import SystemIO

/// The account found on a server, and a description of the server's capabilities.
///
/// ```swift
/// func check(_ url: ResourceURL, over transport: any DAVTransport) async throws {
///     let check = try await AccountCheck(at: url, over: transport)
///     for line in check.lines { print(line) }
/// }
/// ```
public struct AccountCheck: Sendable {
    /// The account that was found: `check.account.calendars.map(\.name)`.
    public let account: DiscoveredAccount
    /// The server's capabilities and deviations, one per line: `check.lines.first`.
    public private(set) var lines: [String] = []
    /// Whether the server accepts tokens that it never issued: `check.acceptsUnknownTokens`.
    ///
    /// If the server accepts any token, all items must be compared from time to time.
    public private(set) var acceptsUnknownTokens = false

    /// Finds the account at an address and probes the server with read-only requests; throws a ``SyncFailure``.
    ///
    /// The `mayAsk` closure decides whether another server may receive the password.
    ///
    /// ```swift
    /// func homes(at url: ResourceURL, over transport: any DAVTransport) async throws -> [ResourceURL] {
    ///     try await AccountCheck(at: url, over: transport).account.homes
    /// }
    /// ```
    public init(
        at url: ResourceURL,
        over transport: any DAVTransport,
        mayAsk: @Sendable (WebOrigin) -> Bool = { _ in false }
    ) async throws(SyncFailure) {
        try await self.init(Discovery(at: url), over: transport, mayAsk: mayAsk)
    }

    /// Continues a prepared search, such as one based on a domain's SRV records; throws a ``SyncFailure``.
    ///
    /// ```swift
    /// func find(_ domain: String, over transport: any DAVTransport) async throws -> DiscoveredAccount {
    ///     let discovery = try Discovery(domain: domain, services: [])
    ///     return try await AccountCheck(discovery, over: transport, mayAsk: { _ in false }).account
    /// }
    /// ```
    public init(
        _ discovery: Discovery,
        over transport: any DAVTransport,
        mayAsk: @Sendable (WebOrigin) -> Bool
    ) async throws(SyncFailure) {
        var discovery = discovery
        var last: TransportFailure?
        while true {
            switch discovery.step {
            case .request(let request):
                do throws(TransportFailure) {
                    discovery.receive(try await Self.answer(to: request, over: transport))
                } catch {
                    // A wrong certificate or a missing password would make all other attempts fail as well. A name that
                    // resolves to this computer does not end the search, because other names remain to be tried.
                    var isFinal = !error.kind.isTransient
                    if case .redirected = error.kind { isFinal = false }
                    guard !isFinal else { throw .transport(error) }
                    last = error
                    discovery.receiveNoAnswer()
                }
            case .permission(let origin):
                if mayAsk(origin) { discovery.allow() } else { discovery.deny() }
            case .found(let found):
                account = found
                try await describe(over: transport)
                return
            case .failed(let failure):
                if case .unreachable = failure, let last { throw .transport(last) }
                throw .answer("\(failure)")
            }
        }
    }

    private static func answer(
        to request: DAVRequest,
        over transport: any DAVTransport
    ) async throws(TransportFailure) -> DAVAnswer {
        try await transport.answer(to: request, limit: 16 << 20, orFail: .answer("the response is too large"))
    }

    /// Returns the kinds of items that a calendar accepts, as text.
    private static func kinds(of calendar: ServerCalendar) -> String {
        guard let components = calendar.properties.components else { return "all kinds of items" }
        let words = [
            "VEVENT": "events", "VTODO": "reminders", "VJOURNAL": "journals", "VFREEBUSY": "free/busy times",
        ]
        return components.map { words[$0] ?? $0.onOneLine }.sorted().joined(separator: ", ")
    }

    private mutating func describe(over transport: any DAVTransport) async throws(SyncFailure) {
        if let profile = account.profile {
            lines.append("server: \(profile.name)")
            lines += profile.quirks.map { "the server \($0)" }.sorted()
        }
        for home in account.homes { lines.append("calendars at \(home)") }
        for calendar in account.calendars {
            let access = calendar.isWritable ? "can be changed" : "read-only"
            lines.append(
                "calendar \"\(calendar.name.onOneLine)\": \(Self.kinds(of: calendar)), \(access)"
            )
        }
        // If there is no calendar yet, the server's support for change reports cannot be probed.
        guard !account.calendars.isEmpty else {
            lines.append("no calendars yet; a new calendar here is also created on the server")
            return
        }
        guard let calendar = account.calendars.first(where: \.reportsChanges) else {
            let hasTags = account.calendars.contains { $0.properties.changeTag != nil }
            lines.append(
                hasTags
                    ? "changes: the server reports that a calendar changed (CTag); its items are then compared"
                    : "changes: all items are compared at each refresh"
            )
            return
        }
        lines.append("changes: the server reports what changed since the last refresh (sync tokens)")
        // No server issues this token, so a response with items shows that the server accepts any token.
        let remote = RemoteCalendar(calendar.url, transport)
        if case .success = try await remote.changes(since: "data:,never-given", withData: false) {
            acceptsUnknownTokens = true
            lines.append("the server accepts unknown tokens, so all items are compared once a week")
        }
    }
}

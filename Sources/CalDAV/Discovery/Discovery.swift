/// The search for a user's calendars on a server (RFC 6764, RFC 5397, RFC 4791).
///
/// The search sends nothing itself; after each response, it provides the next request. The transport must not follow
/// redirects, because the search decides which servers receive the password. The first address's origin, its subdomains
/// and the other hosts of a known service are trusted; any other host requires ``allow()``.
///
/// ```swift
/// var discovery = Discovery(at: try ResourceURL("https://example.com"))
/// if case .request(let request) = discovery.step {
///     print(request.url)  // https://example.com/.well-known/caldav
/// }
/// discovery.receive(DAVAnswer(HTTPStatus(404), HTTPFields()))
/// ```
public struct Discovery: Sendable {
    /// The next step in the search.
    ///
    /// ```swift
    /// switch Discovery(at: try ResourceURL("https://example.com")).step {
    /// case .request(let request): print("send", request.url)
    /// case .permission(let origin): print("may", origin, "receive the password?")
    /// case .found(let account): print(account.calendars.count, "calendars")
    /// case .failed(let failure): print(failure)
    /// }
    /// ```
    public enum Step: Sendable, Hashable {
        /// Send a request and pass its response to ``Discovery/receive(_:)``: `.request(request)`.
        case request(DAVRequest)
        /// Ask the user whether a server may receive the password: `.permission(origin)`.
        case permission(WebOrigin)
        /// The search found an account: `.found(account)`.
        case found(DiscoveredAccount)
        /// The search failed: `.failed(.credentials)`.
        case failed(DiscoveryFailure)
    }

    /// The purpose of the current request.
    private enum Purpose: Sendable, Hashable {
        /// Determines whether an address leads to a principal.
        case entry
        case principal
        case home
    }

    /// The next step: `if case .found(let account) = discovery.step { print(account.calendars.count) }`.
    public private(set) var step = Step.failed(.notFound)

    private var candidates: [ResourceURL]
    private var trusted: Set<WebOrigin>
    /// The server that the user entered, where each chain of redirects and hrefs begins.
    private var chosen: WebOrigin
    private var denied: Set<WebOrigin> = []
    private var account = DiscoveredAccount()
    private var purpose = Purpose.entry
    private var url: ResourceURL
    /// The homes that remain to be listed.
    private var homes: [ResourceURL] = []
    /// Whether the homes are guesses because the server reports none.
    ///
    /// A guessed home must contain calendars.
    private var isHomeGuessed = false
    /// The first collection found without a principal, which may be a home.
    private var fallback: ResourceURL?
    private var redirects = 0
    private var requests = 0
    private var failure: DiscoveryFailure?

    private static let (mostRedirects, mostRequests, mostHomes) = (5, 40, 8)

    /// Creates a search that starts at an address that the user entered.
    ///
    /// The address can identify a server, a principal, a home or a calendar.
    ///
    /// ```swift
    /// Discovery(at: try ResourceURL("https://example.com/dav/")).step
    /// ```
    public init(at url: ResourceURL) {
        let root = (try? Href("/")) ?? url.href
        let wellKnown = (try? Href("/.well-known/caldav")) ?? url.href
        let isServer = url.href == root
        let candidates = (isServer ? [] : [url]) + [wellKnown, root].map { ResourceURL(url.origin, $0) }
        self.init(candidates: candidates, from: url.origin)
    }

    /// Creates a search that starts from an email address's domain.
    ///
    /// The services are the results of an SRV lookup for ``serviceName(domain:)``, best first. A host outside the
    /// domain requires ``allow()``, since an attacker on the network can forge SRV records.
    ///
    /// ```swift
    /// let service = (host: "dav.example.com", port: 443, path: "/caldav/" as String?)
    /// let discovery = try Discovery(domain: "example.com", services: [service])
    /// if case .request(let request) = discovery.step { print(request.url.href) }  // /caldav/
    /// ```
    public init(
        domain: String,
        services: [(host: String, port: Int, path: String?)]
    ) throws(AddressProblem) {
        let origin = try WebOrigin("https://\(domain)")
        var candidates: [ResourceURL] = []
        let usual = [try Href("/.well-known/caldav"), try Href("/")]
        for service in services.prefix(4) {
            // Unlike a malformed domain, a malformed record is not the user's mistake.
            guard let host = try? WebOrigin("https://\(service.host):\(service.port)") else { continue }
            let own = service.path.flatMap { try? Href($0) }.map { [$0] } ?? []
            candidates += (own + usual).map { ResourceURL(host, $0) }
        }
        candidates += usual.map { ResourceURL(origin, $0) }
        self.init(candidates: candidates, from: origin)
    }

    private init(candidates: [ResourceURL], from chosen: WebOrigin) {
        self.candidates = candidates.reversed()
        self.chosen = chosen
        trusted = [chosen]
        url = candidates[0]
        tryNextCandidate()
    }

    /// Returns the DNS name of a domain's SRV and TXT records.
    ///
    /// ```swift
    /// Discovery.serviceName(domain: "example.com")  // "_caldavs._tcp.example.com"
    /// ```
    public static func serviceName(domain: String) -> String { "_caldavs._tcp.\(domain)" }
}

// MARK: - Input

extension Discovery {
    /// Processes the response to the current request.
    ///
    /// ```swift
    /// var discovery = Discovery(at: try ResourceURL("https://example.com"))
    /// discovery.receive(DAVAnswer(HTTPStatus(404), HTTPFields()))
    /// discovery.receive(DAVAnswer(HTTPStatus(404), HTTPFields()))
    /// discovery.step  // .failed(.notFound)
    /// ```
    public mutating func receive(_ answer: DAVAnswer) {
        guard case .request = step else { return }
        chosen = chosen.chainStart(after: url.origin)
        if account.profile == nil {
            account.profile = ServerProfile.recognized(at: url.origin, answer.fields, href: url.href)
        }
        if answer.status.isRedirect {
            redirect(to: answer.fields["Location"])
        } else if let responses = MultistatusReader.responses(of: answer) {
            switch purpose {
            case .entry: receiveEntry(responses.properties(of: url) ?? ResourceProperties())
            case .principal: receivePrincipal(responses.properties(of: url) ?? ResourceProperties())
            case .home: receiveHome(responses)
            }
        } else {
            giveUpRequest(because: Self.reason(answer))
        }
    }

    /// Records that the current request received no response.
    ///
    /// ```swift
    /// var discovery = Discovery(at: try ResourceURL("https://example.com"))
    /// discovery.receiveNoAnswer()
    /// ```
    public mutating func receiveNoAnswer() {
        guard case .request = step else { return }
        giveUpRequest(because: .unreachable)
    }

    /// Allows the server in ``Step/permission(_:)`` to receive the password.
    ///
    /// ```swift
    /// var discovery = Discovery(at: try ResourceURL("https://example.com"))
    /// if case .permission(let origin) = discovery.step, origin.host == "dav.example.net" { discovery.allow() }
    /// ```
    public mutating func allow() {
        guard case .permission(let origin) = step else { return }
        trusted.insert(origin)
        send()
    }

    /// Continues the search without the server in ``Step/permission(_:)``.
    ///
    /// ```swift
    /// var discovery = Discovery(at: try ResourceURL("https://example.com"))
    /// if case .permission = discovery.step { discovery.deny() }
    /// ```
    public mutating func deny() {
        guard case .permission(let origin) = step else { return }
        denied.insert(origin)
        giveUpRequest(because: .denied(origin))
    }

    private static func reason(_ answer: DAVAnswer) -> DiscoveryFailure {
        switch answer.status.code {
        case 401: .credentials
        // The body of an error response is often a web page.
        case 403, 429, 500, 502...599: .refused(answer.status)
        default: answer.isWebPage ? .webPage : .notFound
        }
    }
}

// MARK: - Course

extension Discovery {
    private mutating func receiveEntry(_ properties: ResourceProperties) {
        if let principal = address(.currentUserPrincipal, in: properties) {
            account.principal = principal
            start(.principal, at: principal)
        } else if properties.hrefs[.homeSet]?.isEmpty == false {
            receivePrincipal(properties)
        } else {
            if fallback == nil, !properties.types.isDisjoint(with: [.collection, .calendar]) {
                fallback = url
            }
            tryNextCandidate()
        }
    }

    private mutating func receivePrincipal(_ properties: ResourceProperties) {
        account.principal = url
        account.name = properties.displayName
        account.addresses = (properties.hrefs[.userAddresses] ?? []).prefix(64)
            .map { String(decoding: $0, as: UTF8.self) }
        account.inbox = address(.scheduleInbox, in: properties)
        account.outbox = address(.scheduleOutbox, in: properties)
        for bytes in (properties.hrefs[.homeSet] ?? []).prefix(Self.mostHomes) {
            if let home = address(bytes), !homes.contains(home) { homes.append(home) }
        }
        // Some servers do not report a home set and keep the calendars in the principal.
        isHomeGuessed = homes.isEmpty
        if isHomeGuessed { homes = [url] }
        homes.reverse()
        listNextHome()
    }

    private mutating func receiveHome(_ responses: [MultistatusResponse]) {
        account.homes.append(url)
        let quirks = account.profile?.quirks ?? []
        for response in responses {
            guard let calendar = ServerCalendar(response, in: url, quirks: quirks),
                !account.calendars.contains(where: { $0.url == calendar.url })
            else { continue }
            account.calendars.append(calendar)
            if account.profile == nil {
                let token = calendar.properties.syncToken
                account.profile = .recognized(at: url.origin, HTTPFields(), href: url.href, syncToken: token)
            }
        }
        listNextHome()
    }

    private mutating func listNextHome() {
        if let home = homes.popLast() {
            start(.home, at: home)
        } else if account.calendars.isEmpty, isHomeGuessed || account.homes.isEmpty {
            account.homes = []
            tryNextCandidate()
        } else {
            step = .found(account)
        }
    }

    /// Continues after a failed request.
    private mutating func giveUpRequest(because reason: DiscoveryFailure) {
        // The first reason is usually the most useful, but a wrong password explains any other failure.
        if failure == nil || failure == .notFound || reason == .credentials { failure = reason }
        if purpose == .home { listNextHome() } else { tryNextCandidate() }
    }

    private mutating func tryNextCandidate() {
        if let candidate = candidates.popLast() {
            start(.entry, at: candidate)
        } else if let home = fallback {
            (fallback, isHomeGuessed) = (nil, true)
            account.principal = nil
            start(.home, at: home)
        } else {
            step = .failed(failure ?? .notFound)
        }
    }

    private mutating func start(_ purpose: Purpose, at url: ResourceURL) {
        self.purpose = purpose
        self.url = url
        redirects = 0
        send()
    }

    private mutating func redirect(to location: String?) {
        redirects += 1
        guard let location, redirects <= Self.mostRedirects else {
            return giveUpRequest(because: .tooManyRequests)
        }
        do {
            url = try url.redirected(to: location)
            send()
        } catch {
            giveUpRequest(because: .address(error))
        }
    }

    /// Requests the current resource if its server may receive the password.
    private mutating func send() {
        guard isTrusted(url.origin) else {
            if denied.contains(url.origin) { return giveUpRequest(because: .denied(url.origin)) }
            step = .permission(url.origin)
            return
        }
        requests += 1
        guard requests <= Self.mostRequests else {
            step = .failed(.tooManyRequests)
            return
        }
        var request: DAVRequest =
            purpose == .home
            ? .properties(DAVProperty.ofCalendars, of: url, .members)
            : .properties(DAVProperty.ofPrincipals, of: url)
        request.start = chosen
        step = .request(request)
    }

    private func isTrusted(_ origin: WebOrigin) -> Bool {
        trusted.contains { $0.hasSameOwner(as: origin) }
    }

    private func address(_ property: DAVProperty, in properties: ResourceProperties) -> ResourceURL? {
        properties.hrefs[property]?.first.flatMap(address)
    }

    /// Returns the address that an href refers to, which can be on another server.
    private func address(_ bytes: [UInt8]) -> ResourceURL? {
        String(validating: bytes, as: UTF8.self).flatMap { try? url.redirected(to: $0) }
    }
}

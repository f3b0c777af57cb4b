#if Network
    public import CalDAV

    /// A user name and the source of its password, bound to a server.
    ///
    /// The credentials are sent only to this server, over an encrypted connection or on this computer. A redirect's
    /// target receives the credentials only if it belongs to the same owner or is listed in ``others``.
    ///
    /// ```swift
    /// let server = try WebOrigin("https://dav.example.com")
    /// let credentials = Credentials("nora", .keyring("calendar"), for: server)
    /// credentials.apply(to: try WebOrigin("https://p42.dav.example.com"))  // true
    /// credentials.apply(to: try WebOrigin("https://example.com"))  // false
    /// ```
    public struct Credentials: Sendable, Hashable {
        /// An authentication method.
        ///
        /// ```swift
        /// let server = try WebOrigin("https://dav.example.com")
        /// Credentials("nora", .netrc(""), for: server).scheme  // .automatic
        /// ```
        public enum Scheme: String, Sendable, Hashable, CaseIterable {
            /// Basic authentication, or Digest if the server does not offer Basic: `Credentials.Scheme.automatic`.
            case automatic
            /// The password itself, sent with each request (RFC 7617): `Credentials.Scheme.basic`.
            case basic
            /// A digest of the password and a nonce from the server (RFC 7616), which takes two requests instead of
            /// one: `Credentials.Scheme.digest`.
            case digest
            /// A token instead of a user name and password (RFC 6750): `Credentials.Scheme.bearer`.
            case bearer
        }

        /// The user name: `credentials.user`.
        public let user: String
        /// The source of the password or token: `credentials.password.description`.
        public let password: PasswordSource
        /// The server that receives the password: `credentials.origin.host`.
        public let origin: WebOrigin
        /// The authentication method: `credentials.scheme == .digest`.
        public let scheme: Scheme
        /// The other servers that the user allowed to receive the password: `credentials.others.isEmpty`.
        public var others: Set<WebOrigin>

        /// Creates credentials for a server.
        ///
        /// ```swift
        /// let server = try WebOrigin("https://dav.example.com")
        /// let credentials = Credentials("", .command("oauth-token"), for: server, scheme: .bearer)
        /// credentials.scheme  // .bearer
        /// ```
        public init(
            _ user: String,
            _ password: PasswordSource,
            for origin: WebOrigin,
            scheme: Scheme = .automatic,
            others: Set<WebOrigin> = []
        ) {
            self.user = user
            self.password = password
            self.origin = origin
            self.scheme = scheme
            self.others = others
        }

        /// Returns whether a server may receive the password.
        ///
        /// ```swift
        /// let credentials = Credentials("nora", .netrc(""), for: try WebOrigin("https://caldav.icloud.com"))
        /// credentials.apply(to: try WebOrigin("https://p42-caldav.icloud.com"))  // true
        /// ```
        public func apply(to server: WebOrigin) -> Bool {
            server.isSecure && (origin.hasSameOwner(as: server) || others.contains(server))
        }
    }
#endif

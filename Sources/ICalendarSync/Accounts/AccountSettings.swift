/// The settings for a calendar server account or a subscribed calendar, which never include a password.
///
/// ```swift
/// var settings = AccountSettings("home", at: "https://dav.example.com/nora/")
/// settings.user = "nora"
/// settings.password = .command("pass show dav")
/// ```
public struct AccountSettings: Sendable, Hashable, Codable {
    /// The kind of account.
    ///
    /// ```swift
    /// AccountSettings.Kind.feed.rawValue  // "feed"
    /// ```
    public enum Kind: String, Sendable, Hashable, Codable {
        /// Calendars on a CalDAV server: `.calDAV`.
        case calDAV
        /// A calendar published at an address: `.feed`.
        case feed
    }

    /// The source of a password.
    ///
    /// ```swift
    /// let source = AccountSettings.Password.credential("dav")
    /// ```
    public enum Password: Sendable, Hashable, Codable {
        /// The first line of a shell command's output: `.command("pass show dav")`.
        case command(String)
        /// The user's keyring entry for the account: `.keyring`.
        case keyring
        /// A file in `$CREDENTIALS_DIRECTORY`: `.credential("dav")`.
        case credential(String)
        /// A netrc file that only its owner can read, or nil for `~/.netrc`: `.netrc(nil)`.
        case netrc(String?)
        /// A token for `Authorization: Bearer`, from the first line of a shell command's output: `.token("oauth …")`.
        case token(String)
    }

    /// The name of the account and its folder in the store: `accountSettings.name`.
    public var name: String
    /// The kind of account: `accountSettings.kind == .feed`.
    public var kind = Kind.calDAV
    /// The address of the calendar server or feed: `accountSettings.address`.
    public var address: String
    /// The user name: `accountSettings.user`.
    public var user: String?
    /// The source of the password: `accountSettings.password`.
    public var password: Password?
    /// The other servers that may receive the password, such as `https://p42-caldav.icloud.com`:
    /// `accountSettings.trustedOrigins`.
    public var trustedOrigins: [String] = []
    /// The user's addresses, such as `mailto:nora@example.com`: `accountSettings.userAddresses`.
    public var userAddresses: [String] = []
    /// The name of the server's profile, if known: `accountSettings.server`.
    public var server: String?
    /// The path to a file that contains the certificates to trust: `accountSettings.certificates`.
    public var certificates: String?
    /// The digest of the server's required public key, such as `sha256//…`: `accountSettings.pinnedKey`.
    public var pinnedKey: String?
    /// The path to a client certificate: `accountSettings.clientCertificate`.
    public var clientCertificate: String?
    /// Whether a feed may use http: `accountSettings.allowsInsecure`.
    public var allowsInsecure = false
    /// The number of seconds between downloads of a feed: `accountSettings.interval = 3600`.
    public var interval: Int?

    /// Creates an account's settings.
    ///
    /// ```swift
    /// AccountSettings("home", at: "https://dav.example.com/nora/").kind  // .calDAV
    /// ```
    public init(_ name: String, at address: String, kind: Kind = .calDAV) {
        (self.name, self.address, self.kind) = (name, address, kind)
    }
}

#if Network
    /// The source of a password or token.
    ///
    /// The secret is read when a server first requires it and is held only in memory.
    ///
    /// The text form can be stored in a configuration file, since it does not contain the password.
    ///
    /// ```swift
    /// PasswordSource("command:pass show calendar")  // .command("pass show calendar")
    /// PasswordSource("keyring:calendar")?.description  // "keyring:calendar"
    /// PasswordSource("secret")  // nil
    /// ```
    public enum PasswordSource: Sendable, Hashable, CustomStringConvertible {
        /// The first line of output from a command that a shell runs for at most 30 seconds.
        ///
        /// The command has an empty standard input and must exit with status 0: `.command("pass show calendar")`.
        case command(String)
        /// The user's keyring entry for a service: `.keyring("calendar")`.
        ///
        /// On Linux, `secret-tool lookup service calendar username nora` reads the entry; on macOS,
        /// `security find-generic-password -s calendar -a nora -w` does.
        case keyring(String)
        /// The first line of a file in `$CREDENTIALS_DIRECTORY`, a systemd service's folder: `.credential("calendar")`.
        case credential(String)
        /// The entry for the host and user in a netrc file, or in `~/.netrc` if the path is empty:
        /// `.netrc("/home/nora/.netrc")`.
        ///
        /// The file must be accessible only to the user (mode 0600).
        case netrc(String)

        /// Parses the text form of a source, or returns nil if the kind is unknown or its argument is missing.
        ///
        /// ```swift
        /// PasswordSource("netrc")  // .netrc("")
        /// PasswordSource("credential:calendar")  // .credential("calendar")
        /// ```
        public init?(_ text: String) {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let rest = parts.count > 1 ? String(parts[1]) : ""
            switch parts[0] {
            case "netrc": self = .netrc(rest)
            case "command" where !rest.isEmpty: self = .command(rest)
            case "keyring" where !rest.isEmpty: self = .keyring(rest)
            case "credential" where !rest.isEmpty: self = .credential(rest)
            default: return nil
            }
        }

        /// The source as text: `PasswordSource.keyring("calendar").description // "keyring:calendar"`.
        public var description: String {
            switch self {
            case .command(let command): "command:\(command)"
            case .keyring(let service): "keyring:\(service)"
            case .credential(let name): "credential:\(name)"
            case .netrc(let path): path.isEmpty ? "netrc" : "netrc:\(path)"
            }
        }
    }
#endif

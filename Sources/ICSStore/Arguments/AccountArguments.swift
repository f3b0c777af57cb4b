#if CommandLine
    import ArgumentParser
    import ICalendar
    import ICalendarSync

    /// The options for a new account: credentials, and the servers and certificates to trust.
    struct AccountArguments: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "User name (default: the address, if it is an email address).",
                valueName: "user"
            )
        )
        var user: String?

        @Option(help: ArgumentHelp("Shell command that prints the password.", valueName: "command"))
        var passwordCommand: String?

        @Flag(help: "Get the password from the keyring entry whose service is the account's name.")
        var keyring = false

        @Option(
            help: ArgumentHelp(
                "Get the password from this file in systemd's $CREDENTIALS_DIRECTORY.",
                valueName: "name"
            )
        )
        var credential: String?

        @Flag(help: "Get the password from ~/.netrc, which must be readable only by you (mode 0600).")
        var netrc = false

        @Option(
            help: ArgumentHelp(
                "Get the password from this netrc file instead of ~/.netrc.",
                valueName: "file"
            ),
            completion: .file()
        )
        var netrcFile: String?

        @Option(help: ArgumentHelp("Shell command that prints an OAuth token.", valueName: "command"))
        var tokenCommand: String?

        @Option(
            help: ArgumentHelp(
                "PEM file with the certificates to trust instead of the system's.",
                valueName: "file"
            ),
            completion: .file()
        )
        var certificates: String?

        @Option(
            help: ArgumentHelp(
                "Public key that the server must have: sha256// followed by a base64 digest.",
                valueName: "key"
            )
        )
        var pin: String?

        @Option(
            help: ArgumentHelp("PEM file with the certificate and key that identify you.", valueName: "file"),
            completion: .file()
        )
        var clientCertificate: String?

        @Option(
            help: ArgumentHelp(
                "Another server that may receive the password, such as https://dav.example.net; may be repeated.",
                valueName: "origin"
            )
        )
        var trust: [String] = []

        private var sources: [(option: String, password: AccountSettings.Password)] {
            var sources: [(String, AccountSettings.Password)] = []
            if let passwordCommand { sources.append(("--password-command", .command(passwordCommand))) }
            if keyring { sources.append(("--keyring", .keyring)) }
            if let credential { sources.append(("--credential", .credential(credential))) }
            if netrc { sources.append(("--netrc", .netrc(nil))) }
            if let netrcFile { sources.append(("--netrc-file", .netrc(Self.absolute(netrcFile)))) }
            if let tokenCommand { sources.append(("--token-command", .token(tokenCommand))) }
            return sources
        }

        func validate() throws {
            let sources = sources
            if sources.count > 1 {
                throw ValidationError("\(sources[0].option) and \(sources[1].option) cannot be combined")
            }
            if user != nil, sources.isEmpty {
                throw ValidationError(
                    "--user requires a password source: --password-command, --keyring, --credential, --netrc, "
                        + "--netrc-file or --token-command"
                )
            }
        }

        /// Applies the options to an account's settings.
        func apply(to settings: inout AccountSettings, user typed: String?) throws(CommandError) {
            settings.user = user ?? typed
            settings.password = sources.first?.password
            if let source = sources.first, tokenCommand == nil, settings.user == nil {
                throw CommandError("\(source.option) requires --user, or an email address as the address")
            }
            if settings.password == nil { settings.user = nil }
            settings.certificates = certificates.map(Self.absolute)
            settings.clientCertificate = clientCertificate.map(Self.absolute)
            settings.pinnedKey = pin
            settings.trustedOrigins = trust
        }

        /// Makes a path absolute, since later commands may run in other folders.
        private static func absolute(_ path: String) -> String { CalendarPath(path).real.description }
    }
#endif

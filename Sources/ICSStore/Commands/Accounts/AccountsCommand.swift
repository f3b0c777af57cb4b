#if CommandLine
    import ArgumentParser
    import CalDAV
    import ICSConsole
    import ICSItems
    import ICSViews
    import ICalendar
    import ICalendarSync
    import SystemIO

    struct AccountsCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "accounts",
            abstract: "Add, list, check and remove accounts on calendar servers.",
            discussion: """
                An account is a folder of calendars that `refresh` synchronizes with a CalDAV server. Passwords are \
                never stored: each account only records where to find its password.
                """,
            subcommands: [
                AccountListCommand.self, AccountAddCommand.self, AccountCheckCommand.self,
                AccountRemoveCommand.self,
            ],
            defaultSubcommand: AccountListCommand.self
        )
    }

    struct AccountListCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the accounts and the subscribed calendars.",
            discussion: """
                The path of a subscribed calendar may be a secret, so only --format json and ndjson show it.
                """
        )

        @OptionGroup var options: StoreOptions

        @OptionGroup var output: ListFormat

        func run() throws {
            let all = try options.accounts.all()
            let width = all.map { TextWidth.columns($0.name) }.max() ?? 0
            if all.isEmpty { Program.say(StoreOptions.noAccounts) }
            try ListOutput.print(all, output.format) { account in
                let kind = account.kind == .feed ? "subscribed" : account.server
                let parts = [
                    kind, account.user.map { "user \($0)" },
                    account.passwordText.map { "password from \($0)" },
                    account.interval.map { "every \(LengthText.text(of: NominalDuration(seconds: $0)))" },
                ]
                let notes = parts.compactMap { $0 }.joined(separator: ", ")
                return [
                    "\(TextWidth.padded(account.name, to: width))  \(Self.shown(account))"
                        + (notes.isEmpty ? "" : "  (\(notes))")
                ]
            } json: { account, bytes in
                let fields: [(key: String, value: String?)] = [
                    ("name", account.name), ("kind", account.kind.rawValue),
                    ("address", account.address), ("user", account.user), ("server", account.server),
                    ("password", account.passwordText),
                ]
                JSONText.append(object: fields, to: &bytes) {
                    if let seconds = account.interval {
                        JSONText.append(key: "interval", literal: seconds, to: &$0)
                    }
                }
            }
        }

        /// Returns an account's address without any part that may be secret.
        private static func shown(_ account: AccountSettings) -> String {
            guard account.kind == .feed, let url = try? Feed.address(account.address, allowsInsecure: true)
            else { return account.address }
            return "\(url.origin)/…"
        }
    }

    struct AccountRemoveCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Forget an account; its calendars remain on the server, and here as ordinary folders."
        )

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("Name of the account.", valueName: "name"))
        var name: String

        func run() throws {
            let accounts = try options.accounts
            _ = try options.settings(named: [name], in: accounts)
            if options.dryRun { return try ListOutput.print(["would forget the account '\(name)'"]) }
            try options.ask("Forget the account '\(name)'? Its files are kept but no longer synchronized.")
            try accounts.remove(name)
        }
    }
#endif

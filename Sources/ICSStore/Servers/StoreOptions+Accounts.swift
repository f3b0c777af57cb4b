#if CommandLine
    import ArgumentParser
    import EssentialFoundation
    import ICSItems
    import ICalendar
    import ICalendarStore
    import ICalendarSync
    import SystemIO

    extension StoreOptions {
        /// The user's email addresses: first the ones in `--address` or `ICS_STORE_ADDRESS`, then those of all
        /// accounts.
        ///
        /// The first address becomes the organizer of new meetings. Unreadable accounts are skipped.
        var userAddresses: [String] {
            let named = (SystemCalls.environment("ICS_STORE_ADDRESS") ?? "").split(separator: ",").map(
                String.init
            )
            var found = ownAddresses.isEmpty ? named : ownAddresses
            if let accounts = try? accounts, let all = try? accounts.all() {
                for account in all { found += account.userAddresses + [account.user ?? ""] }
            }
            let plain = found.map { text in
                let address = text.trimmed
                return address.lowercased().hasPrefix("mailto:") ? String(address.dropFirst(7)) : address
            }
            return plain.filter(\.isEmailAddress).eachOnce
        }

        /// The message for a store without accounts.
        static let noAccounts =
            "no accounts; add one with `\(Program.name) accounts add` or `\(Program.name) subscribe`"

        /// The accounts in the store, whose folder must exist.
        var accounts: SyncAccounts {
            get throws {
                let folder = try folder
                _ = try CalendarPath(folder).identity()
                return SyncAccounts(directory: folder)
            }
        }

        /// Returns the accounts with the given names, or all accounts.
        func settings(named names: [String], in accounts: SyncAccounts) throws -> [AccountSettings] {
            let all = try accounts.all()
            if names.isEmpty { return all }
            return try names.map { name in
                if let found = all.first(where: { $0.name == name }) { return found }
                let known = all.map(\.name).joined(separator: ", ")
                throw CommandError("no account '\(name)'" + (known.isEmpty ? "" : " (accounts: \(known))"))
            }
        }

        /// Throws an error if a name is not available for a new account.
        func checkFree(_ name: String, in accounts: SyncAccounts) throws {
            guard try accounts.settings(of: name) == nil else {
                throw CommandError(
                    "there is already an account '\(name)'; remove it first with `\(Program.name) accounts remove`"
                )
            }
        }
    }

    extension StoreOptions {
        /// Prompts before an account takes over a nonempty folder.
        func askAboutFolder(_ name: String, _ effect: String) throws {
            let path = CalendarPath(try folder).appending(Array(name.utf8))
            guard let text = path.text,
                let contents = try? FileManager.default.contentsOfDirectory(atPath: text), !contents.isEmpty
            else { return }
            try ask("The folder '\(name)' already exists; \(effect). Continue?")
        }
    }

    extension String {
        /// Whether the string has the form `name@domain`.
        var isEmailAddress: Bool {
            let parts = split(separator: "@", omittingEmptySubsequences: false)
            return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && !contains(where: \.isWhitespace)
        }
    }

    extension AccountSettings {
        /// A description of the password's source, or nil without a password.
        var passwordText: String? {
            switch password {
            case nil: nil
            case .command: "a command"
            case .keyring: "the keyring"
            case .credential(let name): "the credential \(name)"
            case .netrc(let path): path ?? "~/.netrc"
            case .token: "a command that prints a token"
            }
        }
    }

    /// The typed interval between requests to a server: `1h`, `30m`, `2d`.
    struct IntervalArgument: ExpressibleByArgument {
        let seconds: Int

        init?(argument: String) {
            guard let length = LengthText.length(argument) else { return nil }
            let seconds = length.days * 86_400 + length.seconds
            guard (60...7 * 86_400).contains(seconds) else { return nil }
            self.seconds = seconds
        }
    }
#endif

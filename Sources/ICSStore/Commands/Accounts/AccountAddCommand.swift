#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendarSync
    #if Network
        import CalDAV
        import ICalendarNetwork
    #endif

    struct AccountAddCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Find a user's calendars on a server, and add them as an account.",
            discussion: """
                The address can be the URL of a server or of a page on it, or an email address, whose domain \
                determines the server. If the calendars are on another server, that server receives the password \
                only if you confirm it or use --trust.

                The password is read from its source on each run and never stored. To save it in the Linux keyring, \
                run `secret-tool store --label=Calendar service NAME username USER`.

                This command does not download the calendars; run `refresh` to do that.
                """
        )

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("Name of the account and of its folder.", valueName: "name"))
        var name: String

        @Argument(help: ArgumentHelp("Address of the server, or email address.", valueName: "address"))
        var address: String

        @OptionGroup var account: AccountArguments

        func run() async throws {
            #if Network
                let accounts = try options.accounts
                try options.checkFree(name, in: accounts)
                let start = try AccountAddress(address)
                var settings = AccountSettings(name, at: address)
                try account.apply(to: &settings, user: start.user)
                try options.askAboutFolder(name, "its calendars will be added to the server")
                let transport = try SearchTransport(settings, to: start.origin)
                let trusted = try account.trusted
                let isAsking = Prompt.isPossible && !options.yes
                let isAnonymous = settings.password == nil
                let discovery = try await start.discovery()
                let check: AccountCheck
                do throws(SyncFailure) {
                    check = try await AccountCheck(discovery, over: transport) { origin in
                        let isTrusted =
                            trusted.contains(origin) || isAnonymous
                            || isAsking && Prompt.asks("May \(origin) receive the password? [y/N] ")
                        if isTrusted { transport.trust(origin) }
                        return isTrusted
                    }
                } catch {
                    throw CommandError("\(error)\(Self.advice(error))")
                }
                guard let home = Self.home(of: check.account) else {
                    throw CommandError("\(start.origin): the server does not specify where its calendars are")
                }
                settings.address = home.description
                settings.trustedOrigins = Array(Set(transport.trustedOrigins)).sorted()
                settings.userAddresses = check.account.addresses
                settings.server = check.account.profile?.name
                try await Self.prove(settings, at: home)
                for line in check.lines { try ListOutput.print([line]) }
                for other in check.account.homes where other != home {
                    Program.say("more calendars are at \(other); add that address as another account")
                }
                if options.dryRun { return try ListOutput.print(["would add the account '\(name)'"]) }
                try accounts.save(settings)
                Program.say("account '\(name)' added; run `\(Program.name) refresh \(name)` to download it")
            #else
                throw NetworkTrait.missing
            #endif
        }
    }

    #if Network
        extension AccountAddCommand {
            /// Returns the first calendar home that contains calendars, or the first one if none contains any.
            private static func home(of account: DiscoveredAccount) -> ResourceURL? {
                account.homes.first { home in
                    account.calendars.contains {
                        $0.url.origin == home.origin && $0.url.href.isMember(of: home.href)
                    }
                } ?? account.homes.first
            }

            /// Tests the settings before they are saved.
            ///
            /// Until this test, the password has been used only with the server that the user typed.
            private static func prove(_ settings: AccountSettings, at home: ResourceURL) async throws {
                let transport = try settings.transport()
                let answer: DAVAnswer
                do throws(TransportFailure) {
                    answer = try await transport.send(.properties([.resourceType], of: home)) { _ in }
                } catch {
                    throw CommandError("\(error)")
                }
                if let refusal = DAVRefusal(answer) { throw CommandError("\(home): \(refusal)") }
            }

            private static func advice(_ failure: SyncFailure) -> String {
                if case .answer(let words) = failure, words.contains("not allowed to receive") {
                    return "; use --trust to allow it"
                }
                return ""
            }
        }

        extension AccountArguments {
            /// The servers in the `--trust` options.
            var trusted: Set<WebOrigin> {
                get throws(CommandError) {
                    var origins: Set<WebOrigin> = []
                    for text in trust {
                        do throws(AddressProblem) { origins.insert(try WebOrigin(text)) } catch {
                            throw CommandError("--trust: '\(text)' is not the address of a server: \(error)")
                        }
                    }
                    return origins
                }
            }
        }
    #endif
#endif

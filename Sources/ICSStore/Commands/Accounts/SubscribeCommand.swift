#if CommandLine
    import ArgumentParser
    import CalDAV
    import ICSConsole
    import ICalendarSync
    import SystemIO

    struct SubscribeCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "subscribe",
            abstract: "Add a calendar that is published at an address, and download it.",
            discussion: """
                The calendar is read-only here. `refresh` checks for changes at the interval given by \
                --interval, or as often as the calendar and the server suggest, but at most every five \
                minutes. To unsubscribe, use `accounts remove`.

                Anyone who knows a secret address can read the calendar. The address is stored in the \
                private part of the store's control folder.
                """
        )

        @OptionGroup var options: StoreOptions

        @Argument(
            help: ArgumentHelp("Address of the calendar, with webcal:// or https://.", valueName: "address")
        )
        var address: String

        @Option(
            help: ArgumentHelp(
                "Name of the calendar's folder (default: derived from the address).",
                valueName: "name"
            )
        )
        var name: String?

        @Option(help: ArgumentHelp("Time between downloads, such as 15m, 6h or 1d.", valueName: "length"))
        var interval: IntervalArgument?

        @Flag(
            help: "Allow an http:// address, even though anyone on the network can read and change the data."
        )
        var allowInsecure = false

        func run() async throws {
            let accounts = try options.accounts
            let url: ResourceURL
            do throws(AddressProblem) {
                url = try Feed.address(address, allowsInsecure: allowInsecure)
            } catch {
                let advice = error == .insecure ? "; --allow-insecure permits http" : ""
                throw CommandError("'\(address)' is not the address of a calendar: \(error)\(advice)")
            }
            let name = name ?? Self.name(for: url)
            try options.checkFree(name, in: accounts)
            try options.askAboutFolder(name, "its contents will be replaced by those of the calendar")
            var settings = AccountSettings(name, at: address, kind: .feed)
            (settings.interval, settings.allowsInsecure) = (interval?.seconds, allowInsecure)
            if options.dryRun { return try ListOutput.print(["would subscribe to \(url) as '\(name)'"]) }
            #if Network
                let transport = try settings.transport(redirects: 0)
                try accounts.save(settings)
                do {
                    var refresh = SyncAccounts.RefreshOptions()
                    refresh.isForced = true
                    let report = try await accounts.refresh(settings, over: transport, options: refresh)
                    let problems = report.calendars.flatMap(\.report.problems)
                    let count = report.calendars.reduce(0) { $0 + $1.report.count(.addHere) }
                    guard problems.isEmpty || count > 0 else {
                        throw CommandError("\(url): \(problems.joined(separator: "; "))")
                    }
                    for problem in problems { Program.say("warning: \(problem)") }
                    try DoneOutput.print([
                        "subscribed to \(url) as '\(name)': \(count) item\(count == 1 ? "" : "s")"
                    ])
                } catch let error where !(error is WriteError) {
                    // Remove a subscription that never worked, since it would only fail again.
                    try? accounts.remove(name)
                    throw (error as? SyncFailure).map { CommandError("\($0)") } ?? error
                }
            #else
                throw NetworkTrait.missing
            #endif
        }

        /// Returns the last path component of a URL without its extension, or the host if that is not usable as a
        /// name.
        private static func name(for url: ResourceURL) -> String {
            let last = String(url.href.lastComponent.prefix { $0 != "?" })
            let name = last.lowercased().hasSuffix(".ics") ? String(last.dropLast(4)) : last
            let isUsable =
                !name.isEmpty && name.first != "."
                && name.unicodeScalars.allSatisfy { $0.value > 0x1F && $0.value != 0x7F && $0 != "/" }
            return isUsable ? String(name.prefix(64)) : url.origin.host
        }
    }
#endif

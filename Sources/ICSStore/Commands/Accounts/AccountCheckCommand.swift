#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarSync
    #if Network
        import CalDAV
    #endif

    struct AccountCheckCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Connect to an account's server and print what it supports, without changing anything."
        )

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("Name of the account.", valueName: "name"))
        var name: String

        func run() async throws {
            #if Network
                let accounts = try options.accounts
                for settings in try options.settings(named: [name], in: accounts) {
                    do {
                        switch settings.kind {
                        case .calDAV: try await Self.check(settings, in: accounts)
                        case .feed: try await Self.checkFeed(settings, in: accounts)
                        }
                    } catch let failure as SyncFailure {
                        throw CommandError("\(settings.name): \(failure)")
                    }
                }
            #else
                throw NetworkTrait.missing
            #endif
        }

        #if Network
            private static func check(_ settings: AccountSettings, in accounts: SyncAccounts) async throws {
                let url: ResourceURL
                do throws(AddressProblem) { url = try ResourceURL(settings.address) } catch {
                    throw CommandError("\(settings.address): \(error)")
                }
                let trusted = Set(settings.trustedOrigins)
                let check = try await AccountCheck(at: url, over: try settings.transport(redirects: 0)) {
                    trusted.contains($0.description)
                }
                var lines = ["address: \(settings.address)"]
                if let user = settings.user {
                    lines.append(
                        "user: \(user)" + (settings.passwordText.map { ", password from \($0)" } ?? "")
                    )
                }
                lines += check.lines
                let search = SchedulingSearch(at: url, over: try settings.transport())
                let scheduling = await search.find() ?? accounts.scheduling(of: settings.name)
                if let scheduling, scheduling.isAutomatic {
                    let addresses = scheduling.addresses.map(\.onOneLine).joined(separator: ", ")
                    lines.append("invitations: the server sends and receives them for \(addresses)")
                }
                try ListOutput.print(lines)
            }

            /// Downloads a feed in a dry run.
            private static func checkFeed(_ settings: AccountSettings, in accounts: SyncAccounts) async throws
            {
                var refresh = SyncAccounts.RefreshOptions()
                (refresh.isDryRun, refresh.isForced) = (true, true)
                let transport = try settings.transport(redirects: 0)
                let report = try await accounts.refresh(settings, over: transport, options: refresh)
                let changes = report.calendars.reduce(0) { $0 + $1.report.steps.count }
                let problems = report.calendars.flatMap(\.report.problems)
                var lines = ["address: \(settings.address)"]
                if problems.isEmpty {
                    lines.append(
                        changes == 0 ? "unchanged since the last refresh" : "changes to fetch: \(changes)"
                    )
                }
                try ListOutput.print(lines)
                if let problem = problems.first { throw CommandError("\(settings.name): \(problem)") }
            }
        #endif
    }
#endif

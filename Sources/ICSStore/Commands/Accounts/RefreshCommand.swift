#if CommandLine
    import ArgumentParser
    import ICalendar
    import ICalendarSync
    import SystemIO

    struct RefreshCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "refresh",
            abstract: "Synchronize accounts with their servers, and print what changed.",
            discussion: """
                Changes on both sides are combined property by property. If both sides changed the same property, \
                nothing is overwritten, and the conflict remains until you resolve it with `conflicts`. The removal \
                of many items at once, or of a calendar, waits for your confirmation, or for --yes.

                A subscribed calendar is downloaded when its interval has passed, or immediately if you name \
                it.

                With --dry-run, the changes are printed, but nothing is written here or on the server. With --watch, \
                accounts are refreshed when files in their folders change, and at the interval given by --interval, \
                until Ctrl-C or SIGTERM.

                The exit status is 1 if something failed, if conflicts are open, or if removals await \
                confirmation.
                """
        )

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("Account to refresh (default: all).", valueName: "name"))
        var names: [String] = []

        @Flag(
            help: """
                Compare all items instead of only those that changed, and download subscribed calendars \
                again.
                """
        )
        var full = false

        @Flag(help: "Keep running, and refresh whenever something changes.")
        var watch = false

        @Option(
            help: ArgumentHelp("Time between refreshes with --watch, such as 5m or 1h.", valueName: "length")
        )
        var interval: IntervalArgument?

        func validate() throws {
            if interval != nil, !watch { throw ValidationError("--interval requires --watch") }
            if watch, options.dryRun { throw ValidationError("--watch and --dry-run cannot be combined") }
        }

        func run() async throws {
            SystemCalls.shareHeap()
            let accounts = try options.accounts
            let chosen = try options.settings(named: names, in: accounts)
            guard !chosen.isEmpty else { throw CommandError(StoreOptions.noAccounts) }
            let refresh = AccountRefresh(accounts, options, namesAccounts: chosen.count > 1)
            if watch {
                let watch = RefreshWatch(
                    folder: CalendarPath(try options.folder),
                    seconds: interval?.seconds ?? 300,
                    refresh: refresh
                ) { [options, names] in
                    try options.settings(named: names, in: accounts)
                }
                return try await watch.run(isFull: full)
            }
            var remains: AccountRefresh.Remains = []
            for settings in chosen {
                remains.formUnion(
                    try await refresh.refresh(settings, isFull: full, isForced: !names.isEmpty)
                )
            }
            if !remains.isEmpty { throw ExitCode.failure }
        }
    }
#endif

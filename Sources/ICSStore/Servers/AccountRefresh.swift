#if CommandLine
    import CalDAV
    import ICSConsole
    import ICalendarSync
    import SystemIO

    /// Refreshes accounts and prints the results.
    final class AccountRefresh: Sendable {
        /// The work that remains after a refresh.
        struct Remains: OptionSet {
            let rawValue: Int
            static let failures = Remains(rawValue: 1)
            static let conflicts = Remains(rawValue: 2)
            static let heldRemovals = Remains(rawValue: 4)
        }

        private struct Said {
            var lines: Set<String> = []
            var openConflicts = 0
        }

        private let accounts: SyncAccounts
        private let isDryRun: Bool
        private let allowsRemovals: Bool
        /// Whether output lines include the account's name.
        private let namesAccounts: Bool
        private let progress = RefreshProgress()
        /// The last report about each account.
        ///
        /// A report is not repeated as long as the same decisions remain open.
        private let said = Lock<[String: Said]>([:])
        /// One transport for each account, which remembers the account's password.
        private let transports = Lock<[AccountSettings: any DAVTransport]>([:])

        init(_ accounts: SyncAccounts, _ store: StoreOptions, namesAccounts: Bool) {
            (self.accounts, self.namesAccounts) = (accounts, namesAccounts)
            (isDryRun, allowsRemovals) = (store.dryRun, store.yes)
        }

        /// Refreshes an account and prints the changes.
        ///
        /// If removals need confirmation, prompts the user and carries out the confirmed removals.
        func refresh(
            _ settings: AccountSettings,
            isFull: Bool = false,
            isForced: Bool = false,
            mayAsk: Bool = true
        ) async throws -> Remains {
            var options = SyncAccounts.RefreshOptions()
            (options.isDryRun, options.allowsRemovals) = (isDryRun, allowsRemovals)
            (options.isFull, options.isForced) = (isFull, isForced)
            var report: AccountReport
            do {
                report = try await round(settings, options)
                if !mayAsk, isKnown(report, of: settings) {
                    return remains(of: report, settings, isSilent: true)
                }
                try print(report, of: settings)
                if report.hasHeldRemovals, mayAsk, !isDryRun, Prompt.isPossible,
                    Prompt.asks("Carry out the removals of account '\(settings.name)'? [y/N] ")
                {
                    options.confirmedReport = report
                    report = try await round(settings, options)
                    try print(report, of: settings)
                }
            } catch let failure as SyncFailure {
                // A signal canceled the request.
                if case .transport(let failure) = failure, case .cancelled = failure.kind { return .failures }
                let line = "\(Program.name): error: \(settings.name): \(failure)"
                if !isKnown(line, of: settings) || mayAsk { Program.errors.print(line) }
                return .failures
            }
            return remains(of: report, settings, isSilent: false)
        }

        private func round(
            _ settings: AccountSettings,
            _ options: SyncAccounts.RefreshOptions
        ) async throws -> AccountReport {
            let transport = CountingTransport(inner: try transport(for: settings), progress: progress)
            let accounts = accounts
            return try await progress.showing(settings.name) {
                try await accounts.refresh(settings, over: transport, options: options)
            }
        }

        private func transport(for settings: AccountSettings) throws(CommandError) -> any DAVTransport {
            #if Network
                if let known = transports.withLock({ $0[settings] }) { return known }
                let new = try settings.transport(redirects: settings.kind == .feed ? 0 : nil)
                transports.withLock { $0[settings] = new }
                return new
            #else
                throw NetworkTrait.missing
            #endif
        }

        private func print(_ report: AccountReport, of settings: AccountSettings) throws {
            // Lines about a feed already begin with its name.
            let start = namesAccounts && settings.kind == .calDAV ? "\(settings.name): " : ""
            var list = ListOutput(.text, to: .output)
            try report.forEachLine { line throws(WriteError) in try list.add(line: start + line) }
            try list.finish()
        }

        /// Returns whether all open decisions have already been reported.
        ///
        /// If some have not, records the new report.
        private func isKnown(_ report: AccountReport, of settings: AccountSettings) -> Bool {
            let now = Said(lines: Set(report.lines), openConflicts: report.openConflicts)
            return said.withLock { said in
                let before = said[settings.name] ?? Said()
                let isKnown =
                    report.isWaiting && now.lines.isSubset(of: before.lines)
                    && now.openConflicts == before.openConflicts
                // If calendars are unchanged, a refresh does not report their conflicts.
                if !isKnown || !now.lines.isEmpty || now.openConflicts == 0 { said[settings.name] = now }
                return isKnown
            }
        }

        /// Records a failure.
        ///
        /// Returns whether the last refresh ended with the same failure.
        private func isKnown(_ failure: String, of settings: AccountSettings) -> Bool {
            said.withLock { said in
                defer { said[settings.name] = Said(lines: [failure]) }
                return said[settings.name]?.lines == [failure]
            }
        }

        private func remains(
            of report: AccountReport,
            _ settings: AccountSettings,
            isSilent: Bool
        ) -> Remains {
            var remains: Remains = []
            if report.hasFailures { remains.insert(.failures) }
            if report.hasHeldRemovals {
                remains.insert(.heldRemovals)
                if !isDryRun, !isSilent {
                    Program.say(
                        "\(settings.name): removals await confirmation; use --yes to carry them out"
                    )
                }
            }
            if report.openConflicts > 0 {
                remains.insert(.conflicts)
                let count = report.openConflicts == 1 ? "1 conflict" : "\(report.openConflicts) conflicts"
                if !isSilent {
                    Program.say("\(settings.name): \(count) to decide; see `\(Program.name) conflicts`")
                }
            }
            return remains
        }
    }

    extension AccountReport {
        fileprivate var hasHeldRemovals: Bool {
            !held.isEmpty || calendars.contains { $0.report.heldRemovals != nil }
        }

        /// Whether the report contains only decisions that the user has yet to make.
        fileprivate var isWaiting: Bool {
            changes.isEmpty && calendars.allSatisfy(\.report.hasOnlyConflicts)
        }

        fileprivate var hasFailures: Bool {
            !problems.isEmpty || calendars.contains { $0.failure != nil || !$0.report.problems.isEmpty }
        }
    }
#endif

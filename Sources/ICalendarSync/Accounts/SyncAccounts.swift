public import CalDAV
package import ICalendar
package import ICalendarStore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The accounts in a store: calendar server accounts and subscribed calendars.
///
/// ```swift
/// let accounts = SyncAccounts(directory: "/srv/calendars")
/// for account in try accounts.all() { print(account.name, account.address) }
/// ```
public struct SyncAccounts: Sendable {
    /// The options for refreshing an account.
    ///
    /// ```swift
    /// var options = SyncAccounts.RefreshOptions()
    /// options.isDryRun = true
    /// ```
    public struct RefreshOptions: Sendable {
        /// Whether to only report the changes without making them: `refreshOptions.isDryRun = true`.
        public var isDryRun = false
        /// Whether the user has confirmed mass removals and calendar removals: `refreshOptions.allowsRemovals = true`.
        public var allowsRemovals = false
        /// A report whose held removals the user has confirmed: `refreshOptions.confirmedReport = accountReport`.
        ///
        /// All other removals remain unconfirmed.
        public var confirmedReport: AccountReport?
        /// Whether to compare all items instead of only the changed ones: `refreshOptions.isFull = true`.
        public var isFull = false
        /// Whether to download a feed before it is due: `refreshOptions.isForced = true`.
        public var isForced = false
        /// The current time in seconds since 1970, or nil to use the system time: `refreshOptions.now = 1_800_000_000`.
        public var now: Int?

        /// Creates the default options.
        ///
        /// ```swift
        /// SyncAccounts.RefreshOptions().isDryRun  // false
        /// ```
        public init() {}

        var time: Int { now ?? FileStamp.now / 1_000_000_000 }
    }

    let root: StoreRoot
    let files: any StoreFiles
    private static let settingsName = "account.json"

    /// Opens the accounts of the store in the given folder.
    ///
    /// ```swift
    /// let accounts = SyncAccounts(directory: "/srv/calendars")
    /// ```
    public init(directory: String) {
        let path = CalendarPath(directory)
        self.init(StoreRoot(path, state: StateFolder.users?.path, realPath: path.real))
    }

    package init(_ root: StoreRoot, files: any StoreFiles = SystemFiles()) {
        (self.root, self.files) = (root, files)
    }

    // MARK: - Settings

    /// Returns all accounts' settings, sorted by name; throws a ``SyncFailure``.
    ///
    /// ```swift
    /// let accounts = SyncAccounts(directory: "/srv/calendars")
    /// let names = try accounts.all().map(\.name)
    /// ```
    public func all() throws(SyncFailure) -> [AccountSettings] {
        do throws(FileFailure) {
            guard let control = try root.control(in: files) else { return [] }
            let user = StateFiles(folder: try root.makeUserFolder(in: control, files), files: files)
            var found: [AccountSettings] = []
            for name in try user.names() where name.utf8.starts(with: StateFiles.accountStart) {
                let account = StateFiles(folder: user.folder.appending(Array(name.utf8)), files: files)
                if let bytes = try account.contents(of: Self.settingsName),
                    let settings = try? JSONDecoder().decode(AccountSettings.self, from: Data(bytes))
                {
                    found.append(settings)
                }
            }
            return found.sorted { $0.name < $1.name }
        } catch {
            throw SyncFailure(error)
        }
    }

    /// Returns an account's settings, or nil if there is no account with this name; throws a ``SyncFailure``.
    ///
    /// ```swift
    /// let accounts = SyncAccounts(directory: "/srv/calendars")
    /// let address = try accounts.settings(of: "home")?.address
    /// ```
    public func settings(of name: String) throws(SyncFailure) -> AccountSettings? {
        try all().first { $0.name == name }
    }

    /// Saves a new or existing account's settings in a file that only the user can read; throws a ``SyncFailure``.
    ///
    /// ```swift
    /// func addHome(to accounts: SyncAccounts) throws {
    ///     try accounts.save(AccountSettings("home", at: "https://dav.example.com/nora/"))
    /// }
    /// ```
    public func save(_ settings: AccountSettings) throws(SyncFailure) {
        guard FilePlace.isFolder(Array(settings.name.utf8)), !settings.name.contains("/") else {
            throw .local("'\(settings.name.onOneLine)' is not a valid account name")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        guard let data = try? encoder.encode(settings) else { throw .local("the settings cannot be written") }
        do throws(FileFailure) {
            let state = try StateFiles.account(settings.name, of: root, files: files)
            try state.replace(Self.settingsName, with: Array(data) + [0x0A])
            try AccountRecord(root, files).note(settings)
        } catch {
            throw SyncFailure(error)
        }
    }

    /// Removes an account and its state; throws a ``SyncFailure``.
    ///
    /// The account's calendars remain in the store as ordinary folders.
    ///
    /// ```swift
    /// func removeHome(from accounts: SyncAccounts) throws { try accounts.remove("home") }
    /// ```
    public func remove(_ name: String) throws(SyncFailure) {
        do throws(FileFailure) {
            let state = try StateFiles.account(name, of: root, files: files)
            // The settings are removed first, since an account folder without settings is merely unused.
            try state.remove(Self.settingsName)
            try AccountRecord(root, files).forget(name)
            try state.removeAll()
        } catch {
            throw SyncFailure(error)
        }
    }

    // MARK: - Refreshing

    /// Synchronizes an account and returns a report; throws a ``SyncFailure`` if the server cannot be used.
    ///
    /// ```swift
    /// func refreshAll(_ accounts: SyncAccounts, over transport: any DAVTransport) async throws {
    ///     for settings in try accounts.all() {
    ///         let report = try await accounts.refresh(settings, over: transport)
    ///         print(report.lines.joined(separator: "\n"))
    ///     }
    /// }
    /// ```
    public func refresh(
        _ settings: AccountSettings,
        over transport: any DAVTransport,
        options: RefreshOptions = RefreshOptions()
    ) async throws(SyncFailure) -> AccountReport {
        let url = try address(of: settings)
        switch settings.kind {
        case .calDAV:
            let scheduling = await scheduling(of: settings, at: url, transport, options)
            var round = try AccountRound(settings.name, home: url, in: root, files: files, transport)
            round.users = Attendee.keys(ofEmails: scheduling?.addresses ?? [])
            round.options.isDryRun = options.isDryRun
            round.options.allowsRemovals = options.allowsRemovals
            round.options.confirmedRemovals = options.confirmedReport?.heldRemovals ?? []
            round.options.isFull = options.isFull
            round.options.now = options.time
            round.quirks = settings.server.flatMap { ServerProfile.named($0) }?.quirks ?? []
            var report = try await round.run()
            if !options.isDryRun { try recordRights(settings) }
            if let scheduling, scheduling.isAutomatic, !options.isDryRun {
                try await readInbox(scheduling, round, &report)
            }
            return report
        case .feed:
            var round = try FeedRound(settings.name, at: url, in: root, files: files, transport)
            round.interval = settings.interval
            round.isDryRun = options.isDryRun
            round.allowsEmptying = options.allowsRemovals
            round.isForced = options.isForced || options.isFull
            round.now = options.time
            var report = AccountReport()
            report.calendars = [.init(title: settings.name, report: try await round.run(), failure: nil)]
            return report
        }
    }

    /// Records which calendars are read-only on the server.
    ///
    /// As a result, the store also rejects local changes to read-only calendars.
    private func recordRights(_ settings: AccountSettings) throws(SyncFailure) {
        try SyncFailure.caught { try AccountRecord(root, files).note(settings) }
    }

    private func address(of settings: AccountSettings) throws(SyncFailure) -> ResourceURL {
        do throws(AddressProblem) {
            switch settings.kind {
            case .calDAV: return try ResourceURL(settings.address)
            case .feed: return try Feed.address(settings.address, allowsInsecure: settings.allowsInsecure)
            }
        } catch {
            throw .local("'\(settings.address.onOneLine)': \(error)")
        }
    }

    // MARK: - Conflicts

    /// Returns an account's conflicts that await a decision; throws a ``SyncFailure``.
    ///
    /// ```swift
    /// func printConflicts(of accounts: SyncAccounts) throws {
    ///     for conflict in try accounts.conflicts(of: "home") { print(conflict) }
    /// }
    /// ```
    public func conflicts(of name: String) throws(SyncFailure) -> [SyncConflict] {
        do throws(FileFailure) {
            let files = try StateFiles.account(name, of: root, files: files)
            var found: [SyncConflict] = []
            for calendar in try AccountState(files).calendars {
                let inner = try files.inner(Array(calendar.state.utf8))
                var state = try CalendarState(inner, withItems: false)
                for conflict in state.conflicts {
                    found.append(SyncConflict(conflict, in: calendar, of: name, &state.bases))
                }
            }
            return found
        } catch {
            throw SyncFailure(error)
        }
    }

    /// Records a decision about a conflict, which the next refresh applies if neither side has changed since then;
    /// throws a ``SyncFailure``.
    ///
    /// ```swift
    /// func takeOurs(in accounts: SyncAccounts) throws {
    ///     for conflict in try accounts.conflicts(of: "home") { try accounts.decide(conflict, .ours) }
    /// }
    /// ```
    public func decide(_ conflict: SyncConflict, _ choice: ConflictChoice) throws(SyncFailure) {
        do throws(FileFailure) {
            let files = try StateFiles.account(conflict.account, of: root, files: files)
            for calendar in try AccountState(files).calendars where calendar.state == conflict.state {
                let inner = try files.inner(Array(calendar.state.utf8))
                let lock = try inner.lock(patience: .seconds(10))
                defer { withExtendedLifetime(lock) {} }
                var state = try CalendarState(inner, withItems: false)
                state.conflicts = state.conflicts.map { known in
                    var known = known
                    if known.href == conflict.href { known.choice = choice }
                    return known
                }
                // The next round must examine the item even if nothing else changes.
                state.head.fingerprint = nil
                try state.save(endsIntents: false)
            }
        } catch {
            throw SyncFailure(error)
        }
    }
}

// This extension handles scheduling by the accounts' servers (RFC 6638).
extension SyncAccounts {
    /// Returns the known scheduling support of an account's server, or nil before the first refresh.
    package func scheduling(of name: String) -> ServerScheduling? {
        guard let files = try? state(of: name) else { return nil }
        return (try? ServerScheduling(files)) ?? nil
    }

    /// Probes the server's scheduling support if a probe is due, and returns the latest result.
    func scheduling(
        of settings: AccountSettings,
        at home: ResourceURL,
        _ transport: any DAVTransport,
        _ options: RefreshOptions
    ) async -> ServerScheduling? {
        let known = scheduling(of: settings.name)
        guard !options.isDryRun, options.isFull || known?.isDue(at: options.time) ?? true,
            var found = await SchedulingSearch(at: home, over: transport).find()
        else { return known }
        found.checked = options.time
        // After a full comparison, messages that remain in the inbox are reported again.
        if !options.isFull, found.inbox == known?.inbox {
            (found.kept, found.inboxToken) = (known?.kept ?? [:], known?.inboxToken)
        }
        if let files = try? state(of: settings.name) { try? found.save(files) }
        // Other programs also use the server's addresses to recognize the user.
        let addresses = found.addresses.map { CalendarAddress.mailto($0) }
        if !addresses.isEmpty, settings.userAddresses.isEmpty,
            var saved = try? self.settings(of: settings.name)
        {
            saved.userAddresses = addresses
            try? save(saved)
        }
        return found
    }

    /// Reads an account's inbox unless its token is unchanged, and sends the resulting changes to the server.
    func readInbox(
        _ scheduling: ServerScheduling,
        _ round: AccountRound,
        _ report: inout AccountReport
    ) async throws(SyncFailure) {
        guard let inbox = scheduling.inbox else { return }
        let token = report.inboxTokens[inbox.href]
        guard token == nil || token != scheduling.inboxToken else { return }
        var scheduling = scheduling
        do throws(SyncFailure) {
            let before = scheduling
            let reading = InboxRound(inbox, of: round.name, in: root, files: files, round.transport)
            let outcome = try await reading.run(&scheduling)
            // Messages that arrive after the listing change the token, so the next refresh reads them.
            scheduling.inboxToken = outcome.isComplete ? token : nil
            report.changes += outcome.lines
            report.problems += outcome.problems
            if scheduling != before {
                try SyncFailure.caught { try scheduling.save(try state(of: round.name)) }
            }
            if outcome.isChanged { report.add(try await round.run()) }
        } catch {
            report.problems.append("inbox: \(error)")
            // The next search for the account will check whether the server still has an inbox.
            guard error.isOfMissingInbox, let files = try? state(of: round.name) else { return }
            scheduling.inbox = nil
            try? scheduling.save(files)
        }
    }

    /// Requests other people's busy times from an account's server (RFC 6638 section 5).
    package func busyTimes(
        of addresses: [String],
        in range: Range<Instant>,
        _ settings: AccountSettings,
        over transport: any DAVTransport,
        now: Instant
    ) async throws(SyncFailure) -> [BusyTimesRequest.Answer] {
        guard let scheduling = scheduling(of: settings.name), let outbox = scheduling.outbox,
            let own = scheduling.addresses.first
        else {
            throw .local("the server of account '\(settings.name)' does not report people's busy times")
        }
        let request = BusyTimesRequest(addresses, in: range, from: own)
        return try await request.send(to: outbox, over: transport, at: now)
    }

    private func state(of name: String) throws(FileFailure) -> StateFiles {
        try StateFiles.account(name, of: root, files: files)
    }
}

extension SyncFailure {
    /// Whether the server permanently refuses access to the inbox that it advertised.
    fileprivate var isOfMissingInbox: Bool {
        switch self {
        case .calendarGone: true
        case .refused(let refusal, _): [403, 405, 501].contains(refusal.status.code)
        default: false
        }
    }
}

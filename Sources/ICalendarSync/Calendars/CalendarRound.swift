package import CalDAV
import ICalendarStore

/// One two-way synchronization of a calendar.
///
/// First, the server's changes are written to local files in one commit, and the state is saved. The remaining local
/// changes are then relative to the server's versions. Each write to the server is recorded on disk before it is sent.
/// If the response is lost, the next round can tell whether the write succeeded.
package struct CalendarRound: Sendable {
    package struct Options: Sendable {
        /// Whether to leave both sides unchanged and only report the changes.
        package var isDryRun = false
        /// Whether the user has confirmed mass removals.
        package var allowsRemovals = false
        /// The items and calendars whose removal the user has confirmed.
        package var confirmedRemovals: Set<Href> = []
        /// Whether to compare all items, regardless of the server's tokens.
        package var isFull = false
        /// The current time, in seconds since 1970.
        package var now = 0
        /// Whether the calendar was already synchronized with this listing, which is therefore outdated.
        package var isRepeated = false
        /// The items that had already moved to another calendar before the round.
        package var departed: Set<Href> = []

        package init() {}
    }

    package let local: LocalFolder
    package let remote: RemoteCalendar
    package let files: StateFiles
    /// The calendar as listed in its calendar home, or nil if it was not listed.
    package var listed: ServerCalendar?
    package var quirks: Set<ServerQuirk> = []
    /// The keys of the user's addresses; see `Attendee.key`.
    package var users: Set<String> = []
    package var options = Options()
    package var neighbors = CalendarNeighbors()

    package init(_ local: LocalFolder, _ remote: RemoteCalendar, state files: StateFiles) {
        (self.local, self.remote, self.files) = (local, remote, files)
    }

    var isReadOnly: Bool { listed?.isWritable == false }
    var reportsChanges: Bool { !quirks.contains(.lacksTokens) && listed?.reportsChanges ?? true }

    private static let day = 86_400

    /// The number of seconds between full comparisons.
    private var fullPeriod: Int {
        let isForgetful = !quirks.isDisjoint(with: [.losesDeletions, .losesItemsBeyondLimit])
        return isForgetful ? Self.day : 7 * Self.day
    }

    /// The maximum number of attempts to read items that change during the round.
    private static let mostPasses = 4

    /// Performs the round; the report lists the completed steps, even if the round fails later.
    package func run(_ report: inout CalendarReport) async throws(SyncFailure) {
        let lock: FolderLock
        var state: CalendarState
        do throws(FileFailure) {
            lock = try files.lock(patience: .seconds(10))
            state = try CalendarState(files, withItems: false)
        } catch {
            throw SyncFailure(error)
        }
        defer { withExtendedLifetime(lock) {} }
        if try isUnchanged(state) {
            report.openConflicts = state.conflicts.count
            return
        }
        let scan = try local.scan()
        try SyncFailure.caught { try state.readItems(of: remote.url.href) }
        followMove(&state)
        var worker = RoundWorker(self, state, scan)
        defer { report = worker.report }
        let hasNew = try worker.adoptWritten()
        let isFullDue = hasNew || isFullDue(state)
        let isUnchangedThere = !isFullDue && isUnchangedThere(state)
        var look = RemoteLook(of: remote.url)
        if isUnchangedThere {
            let head = worker.state.head
            (look.syncToken, look.changeTag) = (head.syncToken, head.changeTag)
        } else {
            look = try await remote.look(
                since: isFullDue ? nil : worker.state.head.syncToken,
                // If the server may truncate sync reports, PROPFIND lists all items instead.
                isFirst: worker.known.isEmpty && !quirks.contains(.losesItemsBeyondLimit),
                reportsChanges: reportsChanges
            )
        }
        worker.note(look)
        try await worker.downloadNew(&look)
        for pass in 1...Self.mostPasses {
            try await worker.fetchMissing(&look)
            let plan = try worker.plan(look)
            worker.report.add(plan.departures(of: options.departed))
            if options.isDryRun {
                worker.report.add(plan.steps)
                return
            }
            try await worker.carryOut(plan, look, isFirstPass: pass == 1)
            guard !worker.again.isEmpty || worker.hasNewFiles else { break }
            look = RemoteLook(of: remote.url)
            look.rows = try await worker.fetchAgain()
            try worker.scanAgain()
        }
        try await worker.finish()
    }

    /// Updates the items' hrefs if the calendar's address has changed.
    private func followMove(_ state: inout CalendarState) {
        let href = remote.url.href
        if let old = state.head.href, old != href {
            let refuses = state.head.refusesTokens
            state.head = CalendarHead()
            (state.head.refusesTokens, state.head.href) = (refuses, href)
            state.items = state.items.map { item in
                var item = item
                item.href = (try? href.appending(item.href.lastComponent)) ?? item.href
                return item
            }
        }
        state.head.href = href
    }

    private func isFullDue(_ state: CalendarState) -> Bool {
        options.isFull || state.isDamaged || options.now - state.head.lastFull > fullPeriod
    }

    /// Returns whether both sides appear unchanged, without sending a request or opening a file.
    private func isUnchanged(_ state: CalendarState) throws(SyncFailure) -> Bool {
        guard state.head.href == remote.url.href, !isFullDue(state), isUnchangedThere(state),
            state.intents.isEmpty, state.pending.isEmpty, let fingerprint = state.head.fingerprint
        else { return false }
        return try local.fingerprint() == fingerprint
    }

    /// Returns whether the server's items are unchanged according to the listing of calendars.
    private func isUnchangedThere(_ state: CalendarState) -> Bool {
        guard let properties = listed?.properties, !options.isRepeated else { return false }
        if reportsChanges, let token = state.head.syncToken, let now = properties.syncToken {
            return token == now
        }
        return state.head.changeTag != nil && state.head.changeTag == properties.changeTag
    }
}

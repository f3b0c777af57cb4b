import CalDAV
import ICalendarStore
import SystemIO

/// The state of one round: the known items and the remaining work.
struct RoundWorker: Sendable {
    let round: CalendarRound
    var state: CalendarState
    var report = CalendarReport()
    /// The items that exist on both sides, by href.
    var known = KnownItems(in: nil)
    var conflicts: [Href: OpenConflict]
    var local: LocalSide
    /// The items to read again because they changed during the round.
    var again: Set<Href> = []
    /// Whether the round created files that the server does not have.
    var hasNewFiles = false
    /// The state that applies once the most recently announced files are written.
    var announced = KnownItems(in: nil)
    /// The number of times that the server rejected each item without giving a reason.
    var contested: [Href: Int] = [:]
    var hasSent = false
    /// The items that have left other calendars, by file name, or nil until needed.
    private var departed: [[UInt8]: CalendarNeighbors.Departed]?
    /// The server's changes since the listing, including this round's changes, or nil if more items have since been
    /// sent.
    var changesAfterSending: RemoteLook?
    /// The items that could not be written on either side.
    var failed: Set<Href> = []
    /// The writes that the server has not yet confirmed.
    var unanswered: [SyncIntent] = []
    /// The server items that could not be written locally.
    var unsettled: Set<Href> = []
    /// The intents of an interrupted round whose results have not yet been recorded.
    var earlier: [SyncIntent]
    let before: CalendarHead

    init(_ round: CalendarRound, _ state: CalendarState, _ scan: LocalFolder.Scan) {
        self.round = round
        self.state = state
        local = LocalSide(round.local, scan)
        before = state.head
        earlier = state.intents
        // The items are returned to the state when it is saved.
        self.state.exchangeItems(&known)
        conflicts = Dictionary(state.conflicts.map { ($0.href, $0) }) { first, _ in first }
        if state.isDamaged { report.notes.append("the state was damaged; comparing all items") }
    }

    mutating func note(_ look: RemoteLook) {
        // A server that never accepts tokens is reported only once.
        let isKnown = look.refusedToken && state.head.refusesTokens
        if !isKnown { report.notes += look.notes }
        if look.refusedToken { state.head.refusesTokens = true }
    }

    // MARK: - Listing

    /// Adds open conflicts' stored versions to a listing, and fetches contents that the server did not send.
    mutating func fetchMissing(_ look: inout RemoteLook) async throws(SyncFailure) {
        for conflict in conflicts.values {
            let row = look.rows[conflict.href]
            let isGone = if case .some(nil) = row { true } else { row == nil && look.provesRemovals }
            if isGone {
                // Without a common base, the remaining version counts as a new local item.
                if !known.contains(conflict.href) { conflicts[conflict.href] = nil }
                continue
            }
            if case .some(let item?) = row, item.tag != conflict.tag { continue }
            guard let theirs = conflict.theirs else {
                if row == nil { look.rows[conflict.href] = .some(nil) }
                continue
            }
            guard let tag = conflict.tag, let data = state.bases.contents(theirs) else { continue }
            look.rows[conflict.href] = RemoteItem(href: conflict.href, tag: tag, data: data)
        }
        var wanted: [Href] = []
        for (href, item) in look.rows {
            guard let item, item.data == nil, item.tag != known.tag(of: href) else { continue }
            wanted.append(href)
        }
        // While the calendar is downloaded in portions, pending items are deferred to the end.
        if !look.isPortion {
            wanted += state.pending.filter { !look.rows.contains($0) }
                .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        }
        guard !wanted.isEmpty else { return }
        for (href, item) in try await round.remote.fetch(wanted) {
            // The tag in a listing is strong even if the tag in the item's own response is weak. Using the listing's
            // tag also lets equal tags share memory.
            if let item, case .some(let row?) = look.rows[href], item.tag.isWeak || item.tag == row.tag {
                look.rows[href] = item.sharing(row)
            } else {
                look.rows[href] = item
            }
        }
    }

    /// Reads the items that changed during the round.
    mutating func fetchAgain() async throws(SyncFailure) -> RemoteRows {
        let hrefs = again.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        again = []
        let found = try await round.remote.fetch(hrefs)
        for href in hrefs where !found.contains(href) { state.pending.insert(href) }
        return found
    }

    /// Returns the item in another calendar that a new file was moved from, if both have the same contents.
    mutating func source(of name: [UInt8], _ uid: String, _ digest: ItemDigest)
        -> CalendarNeighbors.Departed?
    {
        let all = departed ?? round.neighbors.departed()
        departed = all
        guard let found = all[name], found.uid == uid, found.digest == digest else { return nil }
        departed?[name] = nil
        return found
    }

    mutating func scanAgain() throws(SyncFailure) {
        try local.scanAgain()
        hasNewFiles = false
    }

    /// Downloads a large calendar's new items in portions, to limit memory use.
    ///
    /// While items are missing or conflicts are open, a new item may be a missing or conflicting item at another
    /// address, which only a complete plan can recognize.
    mutating func downloadNew(_ look: inout RemoteLook) async throws(SyncFailure) {
        guard look.isComplete, conflicts.isEmpty, !round.options.isDryRun else { return }
        var (new, old) = (0, 0)
        for case (let href, let item?) in look.rows {
            if known.contains(href) { old += 1 } else if item.data == nil { new += 1 }
        }
        guard old == known.count, new > DownloadPortion.leastItems else { return }
        look.isReduced = true
        var changes = try localChanges()
        // Once downloaded, a portion's items are no longer new, and later portions do not affect them.
        let known = RemoteLook(of: round.remote.url).affected(known, changes, state.intents)
        var cursor = RemoteRows.Cursor()
        let size = DownloadPortion.size(of: new)
        while new > DownloadPortion.leastItems {
            let portion = try await nextPortion(of: look, after: &cursor, upTo: size)
            // The listing contains no further new items.
            if portion.rows.isEmpty { break }
            new -= portion.rows.count
            var plan = try plan(portion, changes, known)
            changes.names = plan.takenNames
            plan.keep(portion.rows)
            for name in plan.items.compactMap(\.name) { changes.new[name] = nil }
            try await carryOut(plan, portion, isFirstPass: false)
            for (href, _) in portion.rows where self.known.contains(href) { look.rows[href] = nil }
            // The freed memory is scattered among blocks that remain in use.
            SystemCalls.trimHeap()
        }
        hasNewFiles = false
    }

    /// Downloads the next new items, up to a maximum number and total size.
    private mutating func nextPortion(
        of look: RemoteLook,
        after cursor: inout RemoteRows.Cursor,
        upTo count: Int
    ) async throws(SyncFailure) -> RemoteLook {
        var portion = RemoteLook(of: round.remote.url)
        portion.isPortion = true
        var size = 0
        while portion.rows.count < count, size < DownloadPortion.mostBytes {
            let most = min(round.remote.batchSize, count - portion.rows.count)
            var part = RemoteLook(of: round.remote.url)
            part.isPortion = true
            while part.rows.count < most,
                case (let href, let item)? = look.rows.next(&cursor)
            {
                if let item, item.data == nil, !known.contains(href) { part.rows[href] = item }
            }
            if part.rows.isEmpty { break }
            try await fetchMissing(&part)
            for (_, item) in part.rows { size += item?.data?.count ?? 0 }
            portion.rows.merge(part.rows)
        }
        return portion
    }

    /// Creates a plan for all changes.
    mutating func plan(_ look: RemoteLook) throws(SyncFailure) -> CalendarPlan {
        let changes = try localChanges()
        return try plan(look, changes, look.affected(known, changes, state.intents))
    }

    private mutating func plan(
        _ look: RemoteLook,
        _ changes: LocalChanges,
        _ known: [KnownItem]
    ) throws(SyncFailure) -> CalendarPlan {
        let (listed, all) = (round.listed, self.known)
        let input = CalendarPlan.Input(
            known: known,
            isKnown: { all.contains($0) },
            conflicts: Array(conflicts.values),
            intents: state.intents,
            local: changes,
            remote: look.rows,
            isComplete: look.provesRemovals,
            calendar: round.remote.url.href,
            isReadOnly: round.isReadOnly,
            accepts: { listed?.accepts($0) ?? true }
        )
        var plan = CalendarPlan(input, &state.bases)
        plan.raise(contested)
        if !round.options.isDryRun, !round.options.isRepeated {
            report.departed.formUnion(plan.postpone(round.neighbors))
            if !report.departed.isEmpty { local.isAgreed = false }
        }
        report.problems += plan.problems.filter { !report.problems.contains($0) }
        let confirmed = round.options.confirmedRemovals
        if !round.options.allowsRemovals, let storm = plan.storm(of: all.count, besides: confirmed) {
            report.heldRemovals = storm
            plan.hold(storm.hrefs)
            local.isAgreed = false
        }
        return plan
    }

    /// Reads the changed files and reports unreadable ones.
    private mutating func localChanges() throws(SyncFailure) -> LocalChanges {
        let (changes, problems) = try local.changes(since: &known)
        report.problems += problems.filter { !report.problems.contains($0) }
        return changes
    }

    // MARK: - The end

    mutating func save(endsIntents: Bool = true) throws(FileFailure) {
        state.conflicts = conflicts.values.sorted { $0.name.lexicographicallyPrecedes($1.name) }
        state.exchangeItems(&known)
        defer { state.exchangeItems(&known) }
        guard try state.save(endsIntents: endsIntents, except: unanswered) else { return }
        // The locations must be updated because the contents were moved.
        for conflict in state.conflicts { conflicts[conflict.href] = conflict }
    }

    /// Records what the next round needs to recognize an unchanged calendar without sending requests or opening files.
    mutating func finish() async throws(SyncFailure) {
        report.openConflicts = conflicts.count
        if hasSent { try await skipOwnChanges() }
        state.head.fingerprint = try await local.settle(&known)
        try SyncFailure.caught { try save() }
    }

    /// Advances the token past this round's own changes, if there are no other changes.
    private mutating func skipOwnChanges() async throws(SyncFailure) {
        guard round.reportsChanges, let token = state.head.syncToken else { return }
        if changesAfterSending == nil,
            case .success(let look) = try await round.remote.changes(since: token, withData: false)
        {
            changesAfterSending = look
        }
        guard let look = changesAfterSending, look.isWhole, let next = look.syncToken else { return }
        for (href, item) in look.rows where item?.tag != known.tag(of: href) { return }
        state.head.syncToken = next
    }
}

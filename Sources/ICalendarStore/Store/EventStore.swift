public import ICalendar
import SystemIO

/// A calendar store with the API of `EKEventStore`, backed by a folder of calendar folders.
///
/// Each calendar folder contains one .ics file per item, as in vdirsyncer, khal, and Radicale.
///
/// Create a store once and keep it, since it indexes everything in memory. A store is safe to use from multiple threads
/// at the same time.
///
/// ```swift
/// let store = try EventStore(directory: "/srv/calendars")
/// let predicate = try store.predicateForEvents(withStart: monday.date, end: nextMonday.date)
/// for event in try await store.events(matching: predicate) { print(event.startDate ?? "", event.title) }
/// ```
public final class EventStore: Sendable {
    /// The options for opening a store.
    ///
    /// ```swift
    /// var options = EventStore.Options()
    /// options.timeZone = try Zone(identifier: "Europe/Berlin")
    /// ```
    public struct Options: Sendable {
        /// The time zone for all-day and floating times, such as `try Zone(identifier: "Europe/Berlin")`, or nil for
        /// the system's time zone.
        public var timeZone: Zone?
        /// The limits for reading files: `storeOptions.limits`.
        public var limits = ReadingLimits.standard
        /// The maximum time to wait while another process is writing to the store:
        /// `storeOptions.patience = .seconds(5)`.
        public var patience: Duration = .seconds(30)
        /// The handler that grants or denies access, for example `storeOptions.access = .allow`; by default,
        /// it asks the user at the terminal.
        public var access: AccessHandler = .terminal
        /// This program's name in access requests and saved decisions, for example
        /// `storeOptions.applicationName = "diary"`; by default, its executable's name.
        public var applicationName = Options.programName
        /// The folder for access decisions and default calendars; nil for `$XDG_STATE_HOME/swift-icalendar` or, if
        /// unset, `~/.local/state/swift-icalendar`.
        public var stateDirectory: String?
        /// Whether the store notices changes by other programs automatically: `storeOptions.isWatched = false`.
        ///
        /// Watching takes a few system calls when the store is opened and one system call per query. An unwatched store
        /// knows only its initial contents and its own changes until you call
        /// ``EventStore/refreshSourcesIfNecessary()``.
        public var isWatched = true
        /// Whether the store is opened read-only: `storeOptions.isReadOnly = true`.
        ///
        /// A read-only store never writes. If a commit was interrupted, the store shows the files as if it had been
        /// completed. All attempts to write throw ``StoreError/Code/calendarReadOnly``.
        public var isReadOnly = false
        /// The way to store completed instances of recurring reminders: `storeOptions.completedInstances = .inSeries`.
        ///
        /// If a series already contains completed or canceled instances, its completed instances always remain there.
        public var completedInstances = CompletedInstances.apart
        /// A closure that synchronizes the folder's accounts with their servers, for example
        /// `storeOptions.refreshSources = { await Task.yield() }`; ``EventStore/refreshSourcesIfNecessary()`` calls it.
        public var refreshSources: (@Sendable () async -> Void)?
        /// The maximum number of entries in the ``EventStore/history()``: `storeOptions.historyCount = 1000`.
        ///
        /// The oldest entries are dropped first. Zero disables the history.
        public var historyCount = HistoryLimits().entries
        /// The maximum total size of the history in bytes: `storeOptions.historyBytes = 1 << 30`.
        ///
        /// A larger commit is recorded without its files and cannot be undone.
        public var historyBytes = HistoryLimits().bytes
        /// The user's email addresses, which affect how messages are processed:
        /// `storeOptions.userAddresses = ["jane@example.com"]`.
        ///
        /// The addresses identify the user among the attendees. Messages never change the user's own reply, which is
        /// ``CalendarEvent/participantStatus``. See ``EventStore/process(_:in:commit:)``.
        public var userAddresses: Set<String> = []
        package var watching: FolderWatch.Method = .automatic
        /// The reasons for access requests, shown to the user.
        package var usageDescriptions: [AccessRequest.Kind: String] = [:]

        /// Creates the default options.
        ///
        /// ```swift
        /// let options = EventStore.Options()
        /// ```
        public init() {}

        private static var programName: String {
            let path = CommandLine.arguments.first ?? ""
            return path.split(separator: "/").last.map(String.init) ?? "program"
        }
    }

    let identity: StoreIdentity
    let root: StoreRoot
    let files: any StoreFiles
    let options: Options
    let merging: ItemMerging
    let reader: StoreReader
    let gate: AccessGate
    let defaults: DefaultCalendars
    private let state: Lock<State>
    /// The lock for saving, including the commit.
    ///
    /// Queries never acquire this lock.
    let saving = Lock(false)
    /// The lock for writing to the store and for checking for changes by other programs; see ``commitFiles(of:_:)``.
    let upkeep: Lock<Upkeep>
    /// The access to each item type, as last reported to the change streams.
    ///
    /// The value is locked while changes are reported.
    let toldAccess = Lock<[AuthorizationStatus]>([])
    /// The results of completing interrupted commits.
    let notes: RecoveryNotes
    let feed = ChangeFeed()
    /// Whether the accounts are being synchronized.
    let isRefreshing = Lock(false)

    struct State: Sendable {
        var snapshot: StoreSnapshot
        var staged = StagedChanges()
        var calendarChanges: [CalendarChange] = []
        /// The new places of items moved through this store, by their old calendar and UID.
        ///
        /// Values that the store returned earlier still refer to the old calendar.
        var moves: [ItemOwner: FilePlace] = [:]
    }

    /// Opens the store in a folder and reads its contents.
    ///
    /// An interrupted commit is completed first.
    ///
    /// ```swift
    /// let store = try EventStore(directory: "/srv/calendars")
    /// ```
    ///
    /// - Throws: ``StoreError/Code/internalFailure`` if the folder cannot be read.
    public convenience init(directory: String, options: Options = Options()) throws(StoreError) {
        try self.init(directory: CalendarPath(directory), options: options)
    }

    /// Opens the store in a folder whose name may contain invalid UTF-8:
    /// `try EventStore(directory: CalendarPath("/srv/calendars"))`.
    ///
    /// Throws the same errors as ``init(directory:options:)-(String,_)``.
    public convenience init(directory: CalendarPath, options: Options = Options()) throws(StoreError) {
        let state = Self.stateFolder(options.stateDirectory)?.path
        let root = StoreRoot(directory, state: state, realPath: directory.real)
        try self.init(root, files: SystemFiles(), options: options)
    }

    package init(_ root: StoreRoot, files: any StoreFiles, options: Options = Options()) throws(StoreError) {
        let zone: Zone
        do throws(CalendarError) {
            if let given = options.timeZone { zone = given } else { zone = try Zone.system() }
        } catch {
            throw StoreError(.internalFailure, nil, "\(error)")
        }
        identity = StoreIdentity(zone: zone, users: Attendee.keys(ofEmails: options.userAddresses))
        self.root = root
        self.files = files
        self.options = options
        merging = ItemMerging(limits: options.limits)
        let remembering = Self.stateFolder(options.stateDirectory)
        gate = AccessGate(
            options.access,
            options.applicationName,
            root.folder.real,
            remembering,
            usageDescriptions: options.usageDescriptions
        )
        defaults = DefaultCalendars(root.folder.real, remembering)
        notes = RecoveryNotes()
        reader = StoreReader(
            root,
            files: files,
            merging: merging,
            patience: options.patience,
            isReadOnly: options.isReadOnly,
            notes: notes
        )
        // Watching must start before anything is read, so that no changes are missed.
        upkeep = Lock(Upkeep(root.folder, options.isWatched ? options.watching : nil))
        let snapshot = try StoreSnapshot(reader, zone: zone, limits: options.limits)
        upkeep.withLock { $0.note(snapshot) }
        state = Lock(State(snapshot: snapshot))
    }

    deinit { feed.end() }

    /// The latest state of the disk.
    ///
    /// Do not use this property while writing to the store.
    var snapshot: StoreSnapshot {
        lookIfDue()
        return known
    }

    var known: StoreSnapshot { state.withLock { $0.snapshot } }

    var staged: StagedChanges { state.withLock { $0.staged } }

    var calendarChanges: [CalendarChange] { state.withLock { $0.calendarChanges } }

    /// Returns the new place of an item that was moved out of a calendar, either in `batch` (or in the store's own
    /// batch if nil) or earlier.
    func place(movedFrom folder: [UInt8], uid: String, in batch: StagedChanges?) -> FilePlace? {
        let owner = ItemOwner(folder, uid)
        return state.withLock { (batch ?? $0.staged).place(movedFrom: owner) ?? $0.moves[owner] }
    }

    func withStaged<Result: Sendable>(_ body: (StagedChanges) -> Result) -> Result {
        state.withLock { body($0.staged) }
    }

    func update(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    // MARK: - Saving

    /// Calls `body` while blocking other saves, but not queries, through this store.
    func exclusively<Result: Sendable, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try saving.withLock { _ throws(Failure) in try body() }
    }

    /// Computes the new contents of files, then commits them with the related part of the batch or adds them to the
    /// batch.
    ///
    /// If another process changes one of the files before or during the write, the contents are computed again. The
    /// result is the same as if the edits had been made one after the other.
    func transact<Result: Sendable>(
        commit isCommitted: Bool,
        _ work: @escaping @Sendable (inout StoreTransaction) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try exclusively { () throws(StoreError) -> Result in
            let newUID = UniqueIdentifier.random()
            let latest = Lock<Result?>(nil)
            // The batch retains its replays, so capture the store weakly.
            let replay = StagedChanges.Replay { [weak self] batch throws(StoreError) in
                guard let self else { return [] }
                var transaction = StoreTransaction(self, on: batch, newUID: newUID)
                let result = try work(&transaction)
                latest.withLock { $0 = result }
                return transaction.changes
            }
            // No other save is running, so the store's own batch does not change and need not be copied.
            let changes = try replay.changes(nil)
            if !changes.isEmpty, isCommitted {
                var all = staged
                all.add(changes, by: replay)
                let written = try commit(all.take(changes.map(\.place)))
                _ = all.take(written.places)
                update { $0.staged = all }
            } else if !changes.isEmpty {
                update { $0.staged.add(changes, by: replay) }
            }
            guard let result = latest.withLock({ $0 }) else {
                throw StoreError(.internalFailure, nil, "the edit produced no result")
            }
            return result
        }
    }

    // MARK: - Committing

    private static let mostReplays = 32

    /// Writes changes to items and to the titles and colors of calendars in a single commit.
    ///
    /// Returns the written changes. If a file changes before the write, the changes are computed again. The last
    /// attempt merges other programs' changes, so this method terminates even if other programs write constantly.
    @discardableResult
    func commit(
        _ changes: StagedChanges,
        and calendars: [EventCalendar] = []
    ) throws(StoreError) -> StagedChanges {
        var changes = changes
        for attempt in 0...Self.mostReplays {
            let isLast = attempt == Self.mostReplays
            var isDone = false
            if calendars.isEmpty {
                try commitFiles(of: changes) { () throws(StoreError) in
                    let committed = try commitOnce(changes, isStrict: !isLast)
                    isDone = committed != nil
                    return committed ?? []
                }
            } else {
                isDone = try changeFolders { () throws(StoreError) in
                    try commitOnce(changes, and: calendars, isStrict: !isLast) != nil
                }
            }
            if isDone || isLast { break }
            changes = try replayed(changes)
        }
        update { changes.note(in: &$0.moves) }
        return changes
    }

    /// Returns staged changes after computing them again from the current files.
    ///
    /// The store's own batch is unchanged, so other threads can use it in the meantime.
    private func replayed(_ stale: StagedChanges) throws(StoreError) -> StagedChanges {
        lookNow()
        var worked = staged
        _ = worked.take(stale.places)
        var places: [FilePlace] = []
        for replay in stale.replays {
            let changes: StagedChanges.Changes
            do throws(StoreError) {
                changes = try replay.changes(worked)
            } catch {
                var named = error
                named.itemIdentifier = named.itemIdentifier ?? replay.identifiers.min()
                throw named
            }
            places += changes.map(\.place)
            worked.add(changes, by: replay)
        }
        return worked.take(places)
    }

    /// Tries once to commit changes.
    ///
    /// Returns nil, without changing anything, if a file has changed and `isStrict` is true.
    private func commitOnce(
        _ changes: StagedChanges,
        and calendars: [EventCalendar] = [],
        isStrict: Bool
    ) throws(StoreError) -> [CommittedFile]? {
        var appearances: [FilePlace: FileChange] = [:]
        var titles: [FilePlace: String] = [:]
        // If a file has several changes, the last one wins.
        for calendar in calendars {
            for change in try CalendarAppearance.changes(of: calendar, reader) {
                appearances[change.place] = change
                // Titles and colors never move between files.
                appearances[change.place]?.group = StagedChanges.noGroup
                titles[change.place] = calendar.title
            }
        }
        let others = appearances.values.sorted { $0.place.description < $1.place.description }
        let marks = marks(ofCalendarsEmptiedBy: changes).filter { appearances[$0.place] == nil }
        // Changes to titles and colors are merged instead of computed again. A removal cannot be merged with a change,
        // so it fails if another program keeps changing the file.
        let strictPlaces = changes.places.filter { isStrict || changes[$0]?.content == nil }
        do throws(CommitFailure) {
            let about = changes.summary(withCalendars: calendars.map(\.title))
            let committed = try newCommit(about, knowing: snapshot.stamps).run(
                changes.changes + others + marks,
                strictlyAt: Set(strictPlaces + marks.map(\.place))
            )
            return committed.filter { file in !marks.contains { $0.place == file.place } }
        } catch {
            if case .changed = error.reason, isStrict, error.undoing == nil { return nil }
            let subject = error.place.flatMap { changes[$0]?.subject }
            throw StoreError(
                error,
                subject: subject?.text ?? error.place.flatMap { titles[$0] },
                identifiers: subject?.identifiers ?? [],
                isProtected: error.place.map { isProtected($0) } ?? false
            )
        }
    }

    private func isProtected(_ place: FilePlace) -> Bool {
        let path = root.path(of: place)
        guard (try? files.stamp(of: path, followingLinks: true)) != nil else { return false }
        return !files.permissions(of: path).contains(.write)
    }

    /// Returns title files for calendars with subfolders that lose their last items in a commit.
    ///
    /// Without a title file, such a calendar would be mistaken for an account's folder.
    private func marks(ofCalendarsEmptiedBy changes: StagedChanges) -> [FileChange] {
        let ofCalendars: Set = [ItemName.displayName, ItemName.color, CollectionProperties.name]
        let snapshot = snapshot
        let removed = Dictionary(
            grouping: changes.places.filter { changes[$0]?.content == nil },
            by: \.folder
        )
        let kept = Set(changes.places.filter { changes[$0]?.content != nil }.map(\.folder))
        var marks: [FileChange] = []
        for calendar in snapshot.calendars where !calendar.isFile && !kept.contains(calendar.folder) {
            guard let gone = removed[calendar.folder],
                let items = snapshot.items[calendar.calendarIdentifier],
                items.count > 0, gone.count(where: { items.file(named: $0.name) != nil }) == items.count,
                let names = try? files.names(in: calendar.path),
                names.contains(where: { $0.kind == .folder && $0.name.first != UInt8(ascii: ".") }),
                !names.contains(where: { ofCalendars.contains($0.name) }),
                let place = FilePlace(folder: calendar.folder, name: ItemName.displayName)
            else { continue }
            var change = FileChange.put(
                Array((calendar.title.trimmedOnOneLine + "\n").utf8),
                at: place,
                over: nil
            )
            change.group = StagedChanges.noGroup
            marks.append(change)
        }
        return marks
    }
}

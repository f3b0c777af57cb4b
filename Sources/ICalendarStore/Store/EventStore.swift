public import ICalendar
import SystemIO

/// A store of calendars: a folder of folders with .ics files, one an item, as vdirsyncer, khal and Radicale keep them,
/// with the API of `EKEventStore`.
///
/// It is made once and kept, as it keeps an index of everything in memory. Any number of threads may use it at once.
///
/// ```swift
/// let store = try EventStore(directory: "/srv/calendars")
/// let predicate = try store.predicateForEvents(withStart: monday.date, end: nextMonday.date)
/// for event in try await store.events(matching: predicate) { print(event.startDate ?? "", event.title) }
/// ```
public final class EventStore: Sendable {
    /// How a store is opened.
    ///
    /// ```swift
    /// var options = EventStore.Options()
    /// options.timeZone = try Zone(identifier: "Europe/Berlin")
    /// ```
    public struct Options: Sendable {
        /// The zone in which whole days and floating times take their place, such as
        /// `try Zone(identifier: "Europe/Berlin")`; nil for the system's.
        public var timeZone: Zone?
        /// What reading the files puts up with: `storeOptions.limits`.
        public var limits = ReadingLimits()
        /// How long to wait for another process that is writing to the store: `storeOptions.patience = .seconds(5)`.
        public var patience: Duration = .seconds(30)
        /// Who decides what this program may do; by default a person on the terminal: `storeOptions.access = .allow`.
        public var access: AccessHandler = .terminal
        /// What this program is called where a person is asked, and in what is remembered of the answer; by default the
        /// name of its file: `storeOptions.applicationName = "diary"`.
        public var applicationName = Options.programName
        /// Where answers and the calendars for new items are remembered; nil for `$XDG_STATE_HOME/swift-icalendar`, or
        /// else `~/.local/state/swift-icalendar`.
        public var stateDirectory: String?
        /// Whether what other programs change is noticed without being asked for: `storeOptions.isWatched = false`.
        ///
        /// It costs a few calls of the system at opening, and one a query. Without it a store knows what it read and what
        /// it wrote itself, until ``EventStore/refreshSourcesIfNecessary()``.
        public var isWatched = true
        /// Whether the store is only looked at: `storeOptions.isReadOnly = true`.
        ///
        /// Nothing is written then, not even what an interrupted commit has left undone: the store shows the files as they
        /// will be when that is finished. Whatever would write is refused with ``StoreError/Code/calendarReadOnly``.
        public var isReadOnly = false
        /// Where completed instances of recurring reminders are kept: `storeOptions.completedInstances = .inSeries`.
        ///
        /// A series that already holds completed or cancelled instances keeps all of them in the series.
        public var completedInstances = CompletedInstances.apart
        package var watching: FolderWatch.Method = .automatic

        /// The usual options.
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
    /// Held by whoever saves, also while it is written; never by who only asks.
    let saving = Lock(false)
    /// Held by whoever writes to the store or looks at what others wrote; see ``commitFiles(of:_:)``.
    let upkeep: Lock<Upkeep>
    /// What the program may do with each kind of items, as those who read the changes know it; held while they are told.
    let toldAccess = Lock<[AuthorizationStatus]>([])
    /// What is told of commits that were interrupted, as long as the store is open.
    let notes: RecoveryNotes
    let feed = ChangeFeed()

    struct State: Sendable {
        var snapshot: StoreSnapshot
        var staged = StagedChanges()
        var calendarChanges: [CalendarChange] = []
        /// Where items were moved to through this store, by the calendar that they were in, and UID: values that were given
        /// before still name the old one.
        var moves: [ItemOwner: FilePlace] = [:]
    }

    /// Opens the store of a folder and reads what is in it.
    ///
    /// What an interrupted commit has left undone is finished first.
    ///
    /// ```swift
    /// let store = try EventStore(directory: "/srv/calendars")
    /// ```
    ///
    /// - Throws: ``StoreError/Code/internalFailure`` when the folder cannot be read.
    public convenience init(directory: String, options: Options = Options()) throws(StoreError) {
        try self.init(directory: CalendarPath(directory), options: options)
    }

    /// Opens the store of a folder whose name need not be UTF-8: `try EventStore(directory: CalendarPath("/srv/calendars"))`.
    ///
    /// Throws as ``init(directory:options:)-(String,_)`` does.
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
        identity = StoreIdentity(zone: zone)
        self.root = root
        self.files = files
        self.options = options
        merging = ItemMerging(limits: options.limits)
        let remembering = Self.stateFolder(options.stateDirectory)
        gate = AccessGate(options.access, options.applicationName, root.folder.real, remembering)
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
        // Watched before anything is read, so that nothing is missed.
        upkeep = Lock(Upkeep(root.folder, options.isWatched ? options.watching : nil))
        let snapshot = try StoreSnapshot(reader, zone: zone, limits: options.limits)
        upkeep.withLock { $0.note(snapshot) }
        state = Lock(State(snapshot: snapshot))
    }

    deinit { feed.end() }

    /// What is on the disk now, up to the last moment; to be had wherever the store is not being written to.
    var snapshot: StoreSnapshot {
        lookIfDue()
        return known
    }

    var known: StoreSnapshot { state.withLock { $0.snapshot } }

    var staged: StagedChanges { state.withLock { $0.staged } }

    var calendarChanges: [CalendarChange] { state.withLock { $0.calendarChanges } }

    /// Where an item was moved to from a calendar through this store, in `batch` (nil for the store's own) or before.
    func place(movedFrom folder: [UInt8], uid: String, in batch: StagedChanges?) -> FilePlace? {
        let owner = ItemOwner(folder, uid)
        return state.withLock { (batch ?? $0.staged).place(movedFrom: owner) ?? $0.moves[owner] }
    }

    func withStaged<Result: Sendable>(_ body: (StagedChanges) -> Result) -> Result {
        state.withLock { body($0.staged) }
    }

    func update(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    // MARK: - Saving

    /// Lets no one else save through this store meanwhile; queries go on.
    func exclusively<Result: Sendable, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try saving.withLock { _ throws(Failure) in try body() }
    }

    /// Works out what files shall be, and commits that with what belongs to it of the batch, or adds it to the batch.
    ///
    /// Where another process changed one of the files before that was written, or while it was, it is worked out again, so
    /// that what comes out is what one after the other would have given.
    func transact<Result: Sendable>(
        commit isCommitted: Bool,
        _ work: @escaping @Sendable (inout StoreTransaction) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try exclusively { () throws(StoreError) -> Result in
            let newUID = UniqueIdentifier.random()
            let latest = Lock<Result?>(nil)
            // A batch keeps its replays, and a store that is gone has none to carry out.
            let replay = StagedChanges.Replay { [weak self] batch throws(StoreError) in
                guard let self else { return [] }
                var transaction = StoreTransaction(self, on: batch, newUID: newUID)
                let result = try work(&transaction)
                latest.withLock { $0 = result }
                return transaction.changes
            }
            // Nobody else saves now, so the store's own batch stays as it is and need not be copied.
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
                throw StoreError(.internalFailure, nil, "nothing came of the edit")
            }
            return result
        }
    }

    // MARK: - Committing

    private static let mostReplays = 32

    /// Writes changes of items, and what calendars are called and coloured, in one commit; gives what was written.
    ///
    /// They are worked out again as long as files change before that; at last what others wrote is merged, so that a store
    /// that is written to all the time is written to here too, or this throws.
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

    /// What was staged, made of the files as they are now.
    ///
    /// The store's own batch stays whole meanwhile: whoever asks for it does not wait.
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

    /// Has changes carried out; nil, with nothing done, when a file is not what it was and it was to be done strictly.
    private func commitOnce(
        _ changes: StagedChanges,
        and calendars: [EventCalendar] = [],
        isStrict: Bool
    ) throws(StoreError) -> [CommittedFile]? {
        var appearances: [FilePlace: FileChange] = [:]
        var titles: [FilePlace: String] = [:]
        // Of several for one file the last one stands.
        for calendar in calendars {
            for change in try CalendarAppearance.changes(of: calendar, reader) {
                appearances[change.place] = change
                // What calendars are called goes from no file to another.
                appearances[change.place]?.group = StagedChanges.noGroup
                titles[change.place] = calendar.title
            }
        }
        let others = appearances.values.sorted { $0.place.description < $1.place.description }
        let marks = marks(ofCalendarsEmptiedBy: changes).filter { appearances[$0.place] == nil }
        // What calendars are called is merged: there is nothing to be worked out. A removal cannot be merged with a
        // change: whoever asks for it is told when another program does not cease to change the file.
        let strictPlaces = changes.places.filter { isStrict || changes[$0]?.content == nil }
        do throws(CommitFailure) {
            let committed = try newCommit(knowing: snapshot.stamps).run(
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

    func newCommit(knowing folders: [[UInt8]: FileStamp] = [:]) -> Commit {
        var commit = Commit(
            to: root,
            files: files,
            merging: merging,
            patience: options.patience,
            notes: notes
        )
        commit.knownFolders = folders
        return commit
    }

    private func isProtected(_ place: FilePlace) -> Bool {
        let path = root.path(of: place)
        guard (try? files.stamp(of: path, followingLinks: true)) != nil else { return false }
        return !files.permissions(of: path).contains(.write)
    }

    /// What keeps calendars from becoming the folders of accounts, as they have folders in them and lose their last items
    /// in a commit: the file that says what they are called, as vdir has it.
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

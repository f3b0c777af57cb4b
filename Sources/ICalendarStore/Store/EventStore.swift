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
        /// How to find out what other programs change.
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
    /// What every use of the store passes.
    let gate: AccessGate
    /// What the store remembers for the user, beside access.
    let defaults: DefaultCalendars
    private let state: Lock<State>
    /// Held by whoever edits, also while it is written; never by who only asks.
    let editing = Lock(false)
    /// Held by whoever writes to the store or looks at what others wrote; see ``write(_:)``.
    let upkeep: Lock<Upkeep>
    /// What the program may do with each kind of items, as those who read the changes know it; held while they are told.
    let toldAccess = Lock<[AuthorizationStatus]>([])
    /// What is told of commits that were interrupted, as long as the store is open.
    let notes: RecoveryNotes
    /// Who wants to be told of changes.
    let feed = ChangeFeed()

    /// What changes while a store is open.
    struct State: Sendable {
        /// What is on the disk, as far as it was read.
        var snapshot: StoreSnapshot
        /// What was saved without being committed.
        var pending = PendingChanges()
        /// The calendars that are to be changed or removed when that is committed.
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

    /// Opens a store through files that may be made to fail.
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
        let reader = StoreReader(
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

    /// What reads the files of the store.
    var reader: StoreReader { reader(patience: options.patience) }

    /// The same, which waits for others for some time, and then goes on or gives up.
    func reader(patience: Duration, goesOn: Bool = true, takesTorn: Bool = true) -> StoreReader {
        StoreReader(
            root,
            files: files,
            merging: merging,
            patience: patience,
            goesOn: goesOn,
            takesTorn: takesTorn,
            isReadOnly: options.isReadOnly,
            notes: notes
        )
    }

    /// What is on the disk now, up to the last moment; to be had wherever the store is not being written to.
    var snapshot: StoreSnapshot {
        lookIfDue()
        return known
    }

    /// What is on the disk, as far as it was read.
    var known: StoreSnapshot { state.withLock { $0.snapshot } }

    /// What was saved without being committed.
    var pending: PendingChanges { state.withLock { $0.pending } }

    /// The calendars that are to be changed or removed when what is pending is committed.
    var calendarChanges: [CalendarChange] { state.withLock { $0.calendarChanges } }

    /// Where an item was moved to from a calendar through this store, in a batch or before; nil when it was not.
    ///
    /// Without a batch it is the store's own.
    func place(movedFrom folder: [UInt8], uid: String, in batch: PendingChanges?) -> FilePlace? {
        let owner = ItemOwner(folder, uid)
        return state.withLock { (batch ?? $0.pending).place(movedFrom: owner) ?? $0.moves[owner] }
    }

    /// Looks at what was saved without being committed, without copying it.
    func withPending<Result: Sendable>(_ body: (PendingChanges) -> Result) -> Result {
        state.withLock { body($0.pending) }
    }

    /// Changes what the store knows; nobody else does meanwhile.
    func update(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }
}

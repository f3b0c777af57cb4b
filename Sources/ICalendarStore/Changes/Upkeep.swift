import ICalendar
import SystemIO

/// The state for keeping a store's snapshot in sync with the disk.
///
/// The state is locked while the store writes or checks for changes.
struct Upkeep: Sendable {
    private(set) var watch: FolderWatch?
    private(set) var due = FolderChange()
    private(set) var looked: ContinuousClock.Instant
    /// The folders to check again later even if no change is reported.
    private var again = FolderChange()
    /// Whether the store's folder was missing at the last check, which makes the cached state outdated.
    private var isGone = false
    private(set) var took: Duration = .zero

    private let folder: CalendarPath
    private let method: FolderWatch.Method?
    private var tried: ContinuousClock.Instant

    /// The retry interval for watching the folder and for reading content that could not be read.
    private static let patience: Duration = .seconds(5)
    static let busy: Duration = .seconds(2)
    /// The minimum interval between checks when polling.
    ///
    /// Polling takes up at most a fifth of the total time.
    static let interval: Duration = .milliseconds(100)

    init(_ folder: CalendarPath, _ method: FolderWatch.Method?) {
        self.folder = folder
        self.method = method
        watch = method.map { FolderWatch(folder, method: $0) }
        looked = .now
        tried = .now
    }

    mutating func gather() {
        if let watch { due.formUnion(watch.take()) }
        if !again.isEmpty, .now - looked > Self.patience { due.formUnion(again) }
    }

    /// Collects the changes reported since ``gather()``, ignoring files that are still as this store wrote them.
    mutating func gather(except written: [FilePlace], if isSame: (FilePlace) -> Bool) {
        guard let watch, !watch.isPolling else { return }
        var change = watch.take()
        // Collect the events before comparing the files, so that later changes are reported again.
        for place in written.filter(isSame) { change.remove(place.name, in: place.folder) }
        due.formUnion(change)
    }

    mutating func distrust() { due.isEverything = true }

    /// Ends a check that began at `start`.
    ///
    /// The store has then processed all collected changes, except where reading failed.
    mutating func finish(since start: ContinuousClock.Instant, _ snapshot: StoreSnapshot) {
        due = FolderChange()
        isGone = false
        note(snapshot)
        looked = .now
        took = looked - start
        guard method == .automatic, watch?.isPolling == true, looked - tried > Self.patience else { return }
        // The missing folder may be back, or other programs may have released file descriptors.
        tried = looked
        let other = FolderWatch(folder)
        if other.isPolling { return }
        self.watch = other
        due.isEverything = true
    }

    /// Schedules another check of folders with unfinished commits and of content that could not be read, unless access
    /// was denied.
    mutating func note(_ snapshot: StoreSnapshot) {
        let mayPass = snapshot.failures.contains { !$0.error.isRefusal && !$0.error.isMissing }
        again = FolderChange(folders: snapshot.foldersAhead, isEverything: mayPass)
    }

    mutating func lose() -> Bool {
        defer { isGone = true }
        return !isGone
    }

    /// Returns the condition to wait for before the next check.
    ///
    /// `idle` is the maximum wait if nothing is due.
    func wait(isDone: Bool, atMost idle: Duration?) -> ChangePump.Wait {
        let pause = max(Self.interval, took * 4)
        guard let watch, !watch.isPolling else { return ChangePump.Wait(pause: pause) }
        // The system reports each change only once, even if the changed content must be read again later.
        if !isDone || !due.isEmpty { return ChangePump.Wait(watch: watch, pause: pause) }
        let pauses = [again.isEmpty ? nil : Self.patience, idle]
        return ChangePump.Wait(watch: watch, pause: pauses.compactMap(\.self).min())
    }
}

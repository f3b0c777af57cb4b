import ICalendar
import SystemIO

/// The state that keeps a store's snapshot in step with the disk, locked while the store writes or checks for changes.
struct Upkeep: Sendable {
    private(set) var watch: FolderWatch?
    private(set) var due = FolderChange()
    private(set) var looked: ContinuousClock.Instant
    /// The folders to check again after a while, although no change is reported.
    private var again = FolderChange()
    /// Whether the store's own folder was missing at the last check, so that the known state is outdated.
    private var isGone = false
    private(set) var took: Duration = .zero

    private let folder: CalendarPath
    private let method: FolderWatch.Method?
    private var tried: ContinuousClock.Instant

    /// The time to wait before trying again to get events from the system, or to read what could not be read.
    private static let patience: Duration = .seconds(5)
    static let busy: Duration = .seconds(2)
    /// The minimum time between two checks without events; checking must not take more than a fifth of the time.
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

    /// Collects the changes reported since ``gather()``, except for files that this store has written and that are
    /// still the same.
    mutating func gather(except written: [FilePlace], if isSame: (FilePlace) -> Bool) {
        guard let watch, !watch.isPolling else { return }
        var change = watch.take()
        // The files are compared after the events were taken, so any later change is reported again.
        for place in written.filter(isSame) { change.remove(place.name, in: place.folder) }
        due.formUnion(change)
    }

    mutating func distrust() { due.isEverything = true }

    /// Ends a check that began at `start`: all collected changes are now known, except for what failed.
    mutating func finish(since start: ContinuousClock.Instant, _ snapshot: StoreSnapshot) {
        due = FolderChange()
        isGone = false
        note(snapshot)
        looked = .now
        took = looked - start
        guard method == .automatic, watch?.isPolling == true, looked - tried > Self.patience else { return }
        // A folder that was gone may be back, and other programs may have released descriptors.
        tried = looked
        let other = FolderWatch(folder)
        if other.isPolling { return }
        self.watch = other
        due.isEverything = true
    }

    /// Schedules another check of what failed, unless it was refused, and of folders with unfinished commits.
    mutating func note(_ snapshot: StoreSnapshot) {
        let mayPass = snapshot.failures.contains { !$0.error.isRefusal && !$0.error.isMissing }
        again = FolderChange(folders: snapshot.foldersAhead, isEverything: mayPass)
    }

    mutating func lose() -> Bool {
        defer { isGone = true }
        return !isGone
    }

    /// Returns what to wait for before the next check; `idle` is the maximum wait if nothing is due.
    func wait(isDone: Bool, atMost idle: Duration?) -> ChangePump.Wait {
        let pause = max(Self.interval, took * 4)
        guard let watch, !watch.isPolling else { return ChangePump.Wait(pause: pause) }
        // What could not be read, or must be read again, is not reported a second time.
        if !isDone || !due.isEmpty { return ChangePump.Wait(watch: watch, pause: pause) }
        let pauses = [again.isEmpty ? nil : Self.patience, idle]
        return ChangePump.Wait(watch: watch, pause: pauses.compactMap(\.self).min())
    }
}

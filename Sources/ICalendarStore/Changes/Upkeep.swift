import ICalendar
import SystemIO

/// What keeps a store's snapshot in step with the disk; held by whoever writes to the store or looks at it.
struct Upkeep: Sendable {
    private(set) var watch: FolderWatch?
    private(set) var due = FolderChange()
    private(set) var looked: ContinuousClock.Instant
    /// What has to be looked at again after a while, though nothing tells that it changed.
    private var again = FolderChange()
    /// Whether the store's own folder was gone when it was looked at last, so that what is known is old.
    private var isGone = false
    private(set) var took: Duration = .zero

    private let folder: CalendarPath
    private let method: FolderWatch.Method?
    private var tried: ContinuousClock.Instant

    /// How long to wait before asking the system again to tell what changes, or to read what it could not.
    private static let patience: Duration = .seconds(5)
    static let busy: Duration = .seconds(2)
    /// How long to wait between two looks where it does not; looking shall not take more than a fifth of the time.
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

    /// Takes what is told to have changed since ``gather()``, but for files that this store wrote in between and that still
    /// are what it wrote.
    mutating func gather(except written: [FilePlace], if isSame: (FilePlace) -> Bool) {
        guard let watch, !watch.isPolling else { return }
        var change = watch.take()
        // They are compared after the notices were taken: whatever is written later is told again.
        for place in written.filter(isSame) { change.remove(place.name, in: place.folder) }
        due.formUnion(change)
    }

    mutating func distrust() { due.isEverything = true }

    /// A look is done that began at a time: everything that was gathered is known, but for what failed.
    mutating func finish(since start: ContinuousClock.Instant, _ snapshot: StoreSnapshot) {
        due = FolderChange()
        isGone = false
        note(snapshot)
        looked = .now
        took = looked - start
        guard method == .automatic, watch?.isPolling == true, looked - tried > Self.patience else { return }
        // A folder that went may be there again, and another program may have given descriptors back.
        tried = looked
        let other = FolderWatch(folder)
        if other.isPolling { return }
        self.watch = other
        due.isEverything = true
    }

    /// Has what failed be looked at again after a while, unless it was refused, and what a commit was going to do.
    mutating func note(_ snapshot: StoreSnapshot) {
        let mayPass = snapshot.failures.contains { !$0.error.isRefusal && !$0.error.isMissing }
        again = FolderChange(folders: snapshot.foldersAhead, isEverything: mayPass)
    }

    mutating func lose() -> Bool {
        defer { isGone = true }
        return !isGone
    }

    /// What to wait for before the next look; `idle` is how long it may take where nothing is due.
    func wait(isDone: Bool, atMost idle: Duration?) -> ChangePump.Wait {
        let pause = max(Self.interval, took * 4)
        guard let watch, !watch.isPolling else { return ChangePump.Wait(pause: pause) }
        // What could not be looked at, or has to be looked at again, is not told a second time.
        if !isDone || !due.isEmpty { return ChangePump.Wait(watch: watch, pause: pause) }
        let pauses = [again.isEmpty ? nil : Self.patience, idle]
        return ChangePump.Wait(watch: watch, pause: pauses.compactMap(\.self).min())
    }
}

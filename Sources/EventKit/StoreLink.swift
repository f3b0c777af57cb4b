import Foundation
import ICalendarStore
import SystemIO

/// The file-based store behind an `EKEventStore`, shared by all of the event store's objects.
final class StoreLink: Sendable {
    private struct State {
        var generation = 0
        var failure: EKError?
        var calendars: [String: WeakCalendar] = [:]
    }

    private struct WeakCalendar {
        weak var object: EKCalendar?
    }

    let configuration: EKEventStore.Configuration
    let result: Result<EventStore, EKError>
    /// The identifiers of the sources to use, or nil for all.
    let sources: Set<String>?
    private let state = Lock(State())

    /// A test's temporary folder, deleted along with the store.
    private let folder: TemporaryFolder?

    init(
        _ configuration: EKEventStore.Configuration,
        sources: Set<String>? = nil,
        folder: TemporaryFolder? = nil
    ) {
        self.folder = folder
        self.configuration = configuration
        self.sources = sources
        result = OpenStores.store(for: configuration)
    }

    var store: EventStore? { try? result.get() }

    /// Calls the underlying store and converts its errors.
    func attempt<Value>(
        _ body: (EventStore) throws(StoreError) -> Value
    ) throws(EKError) -> Value {
        let store = try result.get()
        do throws(StoreError) { return try body(store) } catch { throw EKError(error) }
    }

    /// Requests access from the underlying store and converts its errors.
    func request(
        _ body: (EventStore) async throws(StoreError) -> Bool
    ) async throws(EKError) -> Bool {
        let store = try result.get()
        do throws(StoreError) { return try await body(store) } catch { throw EKError(error) }
    }

    // MARK: - Validity

    /// The generation, which each reset increments to invalidate all older objects.
    var generation: Int { state.withLock { $0.generation } }

    /// Throws an error unless an object belongs to this store and was read after the last reset.
    func check(_ other: StoreLink, _ generation: Int, _ title: String) throws(EKError) {
        guard other === self, generation == self.generation else {
            let reason = other === self ? "was read before the store was reset" : "belongs to another store"
            throw EKError(.objectBelongsToDifferentStore, "\(title): the object \(reason)")
        }
    }

    /// The first date whose year does not have four digits.
    static let firstUnwritableDate = Date(timeIntervalSince1970: 253_402_300_800)

    /// Throws an error if an item has no saved calendar, possibly because the program has no access.
    func checkCalendar(of item: EKCalendarItem, _ type: EntityType) throws(EKError) {
        let calendar: EKCalendar? = item.calendar
        guard calendar?.saved == nil else { return }
        let title = item.last { $0.title }
        try attempt { store throws(StoreError) in _ = try store.calendars(for: type) }
        let reason = calendar.map { "the calendar \"\($0.title)\" has not been saved" }
        throw EKError(.noCalendar, "\(title): \(reason ?? "the item has no calendar")")
    }

    // MARK: - Saving

    /// Saves or removes an item, then commits the batch.
    ///
    /// As in EventKit, a commit includes all pending changes. If the change itself fails, only that change is
    /// discarded.
    func change(
        commit: Bool,
        _ body: (EventStore, _ commit: Bool) throws(StoreError) -> Void
    ) throws(EKError) {
        if commit, let failure { throw failure }
        var isPending = false
        try attempt { store throws(StoreError) in
            isPending = store.hasPendingChanges
            try body(store, commit && !isPending)
        }
        if commit, isPending { try self.commit() }
    }

    private var failure: EKError? { state.withLock { $0.failure } }

    /// Commits the batch.
    ///
    /// After a failure, every commit fails until a reset.
    func commit() throws(EKError) {
        if let failure { throw failure }
        do throws(EKError) {
            try attempt { store throws(StoreError) in try store.commit() }
        } catch {
            if store?.hasPendingChanges == true { state.withLock { $0.failure = error } }
            throw error
        }
    }

    func reset() {
        state.withLock { state in
            state.generation += 1
            state.failure = nil
            state.calendars = [:]
        }
        // Pending changes are discarded even if the folder cannot be read.
        try? store?.reset()
    }

    // MARK: - Calendars

    /// Returns the object for a calendar; always the same object while a program retains it.
    func object(for calendar: EventCalendar) -> EKCalendar {
        state.withLock { state in
            let known = state.calendars[calendar.calendarIdentifier]?.object
            if let known {
                known.update(calendar)
                return known
            }
            let object = EKCalendar(calendar, self, generation: state.generation)
            state.calendars[calendar.calendarIdentifier] = WeakCalendar(object: object)
            return object
        }
    }

    /// Registers a newly saved calendar.
    func register(_ object: EKCalendar, for calendar: EventCalendar) {
        state.withLock { $0.calendars[calendar.calendarIdentifier] = WeakCalendar(object: object) }
    }

    func calendars(for type: EntityType) -> [EventCalendar] {
        let calendars = try? attempt { store throws(StoreError) in try store.calendars(for: type) }
        return (calendars ?? []).filter { isUsed($0.source) }
    }

    func isUsed(_ source: EventSource) -> Bool { sources?.contains(source.sourceIdentifier) ?? true }

    /// Returns the calendars to search.
    ///
    /// In both the parameter and the result, nil means all calendars.
    func searched(_ chosen: [EKCalendar]?, _ type: EntityType) -> [EventCalendar]? {
        if let chosen { return chosen.compactMap { $0.link === self ? $0.saved : nil } }
        return sources == nil ? nil : calendars(for: type)
    }
}

/// The stores that this process has opened.
///
/// `EKEventStore.authorizationStatus(for:)` has no store of its own, so it queries one that is already open. If it has
/// to open a store, the next `EKEventStore` reuses that store.
enum OpenStores {
    private struct Key: Hashable {
        let directory: String
        let applicationName: String
        let stateDirectory: String?

        init(_ configuration: EKEventStore.Configuration) {
            directory = configuration.directory
            applicationName = configuration.applicationName
            stateDirectory = configuration.stateDirectory
        }
    }

    private struct Entry {
        weak var used: EventStore?
        var unused: EventStore?
    }

    private static let entries = Lock<[Key: Entry]>([:])

    static func store(for configuration: EKEventStore.Configuration) -> Result<EventStore, EKError> {
        entries.withLock { entries in
            let key = Key(configuration)
            if let store = entries[key]?.unused {
                entries[key] = Entry(used: store)
                return .success(store)
            }
            let result = open(configuration)
            entries = entries.filter { $0.value.used != nil || $0.value.unused != nil }
            entries[key] = (try? result.get()).map { Entry(used: $0) }
            return result
        }
    }

    static func status(_ type: EntityType, _ configuration: EKEventStore.Configuration) -> AuthorizationStatus
    {
        let store = entries.withLock { entries -> EventStore? in
            let key = Key(configuration)
            if let store = entries[key]?.used ?? entries[key]?.unused { return store }
            guard let store = try? open(configuration).get() else { return nil }
            entries[key] = Entry(unused: store)
            return store
        }
        return store?.authorizationStatus(for: type) ?? .restricted
    }

    /// Drops unused stores, because later stores may have different options.
    static func forgetUnused() {
        entries.withLock { entries in entries = entries.filter { $0.value.used != nil } }
    }

    private static func open(_ configuration: EKEventStore.Configuration) -> Result<EventStore, EKError> {
        Result { () throws(EKError) in
            do throws(StoreError) {
                return try EventStore(directory: configuration.directory, options: configuration.options)
            } catch {
                throw EKError(error)
            }
        }
    }
}

extension StoreLink {
    var sourceObjects: [EKSource] {
        let sources = try? attempt { store throws(StoreError) in try store.sources }
        return (sources ?? []).filter(isUsed).map { EKSource($0, self) }
    }

    /// Returns the object for the calendar that the closure finds, or nil.
    func calendar(_ find: (EventStore) throws(StoreError) -> EventCalendar?) -> EKCalendar? {
        let found = try? attempt(find)
        return (found ?? nil).map(object(for:))
    }

    func save(_ calendar: EKCalendar, commit: Bool) throws(EKError) {
        guard calendar.hasChanges else { return }
        var value = try calendar.edited(for: self)
        try change(commit: commit) { store, commit throws(StoreError) in
            try store.saveCalendar(&value, commit: commit)
        }
        let isNew = calendar.isNew
        calendar.take(value)
        if isNew { register(calendar, for: value) }
    }

    func remove(_ calendar: EKCalendar, commit: Bool) throws(EKError) {
        try calendar.check(for: self)
        guard let saved = calendar.saved else { return }
        try change(commit: commit) { store, commit throws(StoreError) in
            try store.removeCalendar(saved, commit: commit)
        }
    }
}

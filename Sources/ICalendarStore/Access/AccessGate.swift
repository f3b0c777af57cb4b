import ICalendar
import SystemIO

/// Controls all access to a store.
///
/// The gate caches this program's saved decisions and requests any that are missing.
final class AccessGate: Sendable {
    private struct State: Sendable {
        var record: AccessRecord
        /// The stamp of the file that contains the record, if any.
        var stamp: FileStamp?
        /// The error that occurred while saving the last decision, or `nil` if saving succeeded.
        var failure: FileFailure?
        var isAsking = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let handler: AccessHandler
    private let folder: StateFolder?
    private let file: String
    private let directory: CalendarPath
    let application: String
    private let state: Lock<State>

    private let usageDescriptions: [AccessRequest.Kind: String]

    init(
        _ handler: AccessHandler,
        _ application: String,
        _ directory: CalendarPath,
        _ folder: StateFolder?,
        usageDescriptions: [AccessRequest.Kind: String] = [:]
    ) {
        self.handler = handler
        self.usageDescriptions = usageDescriptions
        self.folder = folder
        self.application = application
        self.directory = directory
        file = StateNames(directory).decision(about: application)
        var record = AccessRecord(store: directory.description, application: application)
        if case .always(let events, let reminders) = handler.method {
            record.events = events
            record.reminders = reminders
        }
        state = Lock(State(record: record))
    }

    var record: AccessRecord {
        switch handler.method {
        case .always: state.withLock { $0.record }
        case .asking: remembered
        case .agreeing: remembered.agreed
        }
    }

    /// The interval between checks for decisions made by other processes, or `nil` if no other process can make any.
    var interval: Duration? {
        if case .always = handler.method { return nil }
        return folder == nil ? nil : .seconds(1)
    }

    /// The calendar title or identifier passed to an `agreeing` handler, if any.
    var namedCalendar: String? {
        if case .agreeing(let name) = handler.method { name } else { nil }
    }

    private var remembered: AccessRecord {
        guard let folder else { return state.withLock { $0.record } }
        let stamp = folder.stamp(of: file)
        if let known = state.withLock({ $0.stamp == stamp ? $0.record : nil }) { return known }
        let contents = folder.contents(of: file)
        let found = contents.flatMap {
            AccessRecord.read($0.bytes, store: directory.description, application: application)
        }
        // Treat an invalid record as if no decision had been made.
        let record = found ?? AccessRecord(store: directory.description, application: application)
        state.withLock { state in
            state.record = record
            state.stamp = contents?.stamp
        }
        return record
    }

    /// Requests access, unless the user has already decided.
    ///
    /// Returns whether anything changed.
    ///
    /// Call this method only between ``begin()`` and ``end()``.
    func ask(
        for wanted: AccessRecord.Grant,
        _ type: EntityType,
        calendars: [EventCalendar]
    ) throws(StoreError) -> Bool {
        var record = record
        guard case .asking(let ask) = handler.method, record.mustAsk(for: wanted, type) else { return false }
        let kind: AccessRequest.Kind =
            if type == .reminder {
                .fullAccessToReminders
            } else {
                wanted == .fullAccess ? .fullAccessToEvents : .writeOnlyAccessToEvents
            }
        let request = AccessRequest(
            kind: kind,
            isUpgrade: record[type] == .writeOnly,
            applicationName: application,
            directory: directory,
            calendars: calendars.filter {
                $0.allowsContentModifications && $0.allowedEntityTypes.contains(EntityTypes(type))
            },
            usageDescription: usageDescriptions[kind]
        )
        let decision = try ask(request)
        // Another process may have saved a decision while the user was being prompted.
        record = self.record
        record.take(decision, to: wanted, type)
        remember(record)
        return true
    }

    /// Saves a decision.
    ///
    /// If the decision cannot be saved, it applies until the process ends.
    private func remember(_ record: AccessRecord) {
        var stamp: FileStamp?
        var failure: FileFailure?
        if let folder {
            do throws(FileFailure) { try folder.write(record.bytes, to: file) } catch { failure = error }
            // Remember the stamp even if writing failed, so that the file is not read again.
            stamp = folder.stamp(of: file)
        }
        state.withLock { state in
            state.record = record
            state.stamp = stamp
            state.failure = failure
        }
    }

    func takeFailure() -> FileFailure? {
        state.withLock { state in
            defer { state.failure = nil }
            return state.failure
        }
    }

    var isAsking: Bool { state.withLock { $0.isAsking } }

    func begin() -> Bool {
        state.withLock { state in
            if state.isAsking { return false }
            state.isAsking = true
            return true
        }
    }

    func end() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isAsking = false
            return state.waiting
        }
        for one in waiting { one.resume() }
    }

    func untilAsked() async {
        await withCheckedContinuation { continuation in
            let isAsking = state.withLock { state in
                if state.isAsking { state.waiting.append(continuation) }
                return state.isAsking
            }
            if !isAsking { continuation.resume() }
        }
    }
}

extension StoreError {
    static func notAuthorized(
        _ status: AuthorizationStatus,
        _ type: EntityType,
        _ application: String
    ) -> StoreError {
        let things = type == .event ? "events" : "reminders"
        let method = type == .event ? "requestFullAccessToEvents()" : "requestFullAccessToReminders()"
        let why =
            switch status {
            case .notDetermined: "access to the \(things) has not been requested yet; call \(method) first"
            case .restricted:
                "the operating system denies this process both read and write access to the calendars"
            case .denied:
                "access to the \(things) was denied; call EventStore.forgetAccessDecisions(directory:) to let the "
                    + "program ask again"
            case .writeOnly:
                "this requires full access to the \(things), but the program has write-only access and can only "
                    + "save new ones; call \(method)"
            case .fullAccess:
                "the operating system does not permit this program to read the calendar"
            }
        return StoreError(.eventStoreNotAuthorized, application, why)
    }
}

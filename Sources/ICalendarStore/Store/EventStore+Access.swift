import ICalendar
import SystemIO

extension EventStore {
    /// Returns the program's current access to items of a type, like `EKEventStore.authorizationStatus(for:)`.
    ///
    /// The result is the more restrictive of the operating system's permissions and the granted access.
    ///
    /// ```swift
    /// if store.authorizationStatus(for: .event) == .notDetermined { print("ask first") }
    /// ```
    public func authorizationStatus(for type: EntityType) -> AuthorizationStatus {
        gate.record.status(for: type, systemAccess)
    }

    /// Requests permission to read, change, and remove events, unless the user has already decided, like
    /// `EKEventStore.requestFullAccessToEvents()`.
    ///
    /// A request never exceeds the operating system's permissions: if they allow only writing, this method requests
    /// write-only access and returns false. If the program has write-only access, the user is prompted again.
    ///
    /// ```swift
    /// guard try await store.requestFullAccessToEvents() else { throw Missing() }
    /// ```
    ///
    /// - Returns: Whether the program has full access to events.
    /// - Throws: Any error thrown by the handler, such as ``StoreError/Code/eventStoreNotAuthorized`` if there is no
    ///   terminal for the prompt. The access status then stays undetermined.
    public func requestFullAccessToEvents() async throws(StoreError) -> Bool {
        try await request(.fullAccess, .event)
        return authorizationStatus(for: .event) == .fullAccess
    }

    /// Requests permission to add events, unless the user has already decided, like
    /// `EKEventStore.requestWriteOnlyAccessToEvents()`.
    ///
    /// ```swift
    /// if try await store.requestWriteOnlyAccessToEvents() { try store.save(&calendarEvent, span: .thisEvent) }
    /// ```
    ///
    /// - Returns: Whether the program has at least write-only access to events.
    /// - Throws: Any error thrown by the handler, as in ``requestFullAccessToEvents()``.
    public func requestWriteOnlyAccessToEvents() async throws(StoreError) -> Bool {
        try await request(.writeOnly, .event)
        return [.fullAccess, .writeOnly].contains(authorizationStatus(for: .event))
    }

    /// Requests permission to read, change, and remove reminders, unless the user has already decided, like
    /// `EKEventStore.requestFullAccessToReminders()`.
    ///
    /// There is no write-only access to reminders.
    ///
    /// ```swift
    /// guard try await store.requestFullAccessToReminders() else { throw Missing() }
    /// ```
    ///
    /// - Returns: Whether the program has full access to reminders.
    /// - Throws: Any error thrown by the handler, as in ``requestFullAccessToEvents()``.
    public func requestFullAccessToReminders() async throws(StoreError) -> Bool {
        try await request(.fullAccess, .reminder)
        return authorizationStatus(for: .reminder) == .fullAccess
    }

    private func request(_ wanted: AccessRecord.Grant, _ type: EntityType) async throws(StoreError) {
        let permitted = systemAccess
        // Write-only access cannot be requested for reminders. If the system permits only writing, no more can be
        // granted.
        guard permitted != .none else { return }
        let wanted = permitted == .writing && type == .event ? .writeOnly : wanted
        while !gate.begin() { await gate.untilAsked() }
        defer { gate.end() }
        // A handler may take a long time to answer, and the task pool has few threads.
        let result = await withCheckedContinuation { continuation in
            let ask: @Sendable () -> Void = { [gate, snapshot] in
                continuation.resume(
                    returning: Result { () throws(StoreError) in
                        try gate.ask(for: wanted, type, calendars: snapshot.calendars)
                    }
                )
            }
            if let thread = WorkerThread(ask) { thread.detach() } else { ask() }
        }
        guard try result.get() else { return }
        takeDecision()
        tellAccess(origin: .own)
    }

    /// Returns the reason why the last access decision could not be saved, or nil if it was saved.
    ///
    /// An unsaved decision applies only to this process. Each reason is returned only once.
    package func takeUnrememberedDecision() -> String? {
        gate.takeFailure().map { "\($0)" }
    }

    private var systemAccess: SystemAccess {
        let snapshot = snapshot
        return SystemAccess(snapshot.calendars, isListed: snapshot.failures.isEmpty)
    }

    /// Throws an error unless the program is allowed to perform an action.
    ///
    /// If the program has write-only access, its first attempt to read or change items triggers a request for
    /// full access.
    func require(_ action: AccessAction, _ type: EntityType) throws(StoreError) {
        var status = authorizationStatus(for: type)
        if status == .writeOnly, action == .read || action == .change {
            try askForMore(type)
            status = authorizationStatus(for: type)
        }
        switch status {
        case .fullAccess: return
        case .writeOnly where action == .look || action == .write: return
        default: throw .notAuthorized(status, type, gate.application)
        }
    }

    /// Throws an error if a requested calendar cannot be listed, since it would otherwise look empty.
    func requireListing(_ identifiers: Set<String>?, _ type: EntityType) throws(StoreError) {
        guard let identifiers else { return }
        let closed = snapshot.calendars.first {
            !$0.allowsReading && identifiers.contains($0.calendarIdentifier)
        }
        guard closed == nil else { throw .notAuthorized(.fullAccess, type, closed?.title ?? "") }
    }

    private func askForMore(_ type: EntityType) throws(StoreError) {
        guard systemAccess == .full, gate.record.mustAsk(for: .fullAccess, type) else { return }
        guard gate.begin() else {
            throw StoreError(
                .eventStoreNotAuthorized,
                gate.application,
                "a request for full access is already pending; wait for the answer"
            )
        }
        // Notify listeners only after the request ends, since they may query the store immediately.
        var isChanged = false
        defer { if isChanged { tellAccess(origin: .own) } }
        defer { gate.end() }
        isChanged = try gate.ask(for: .fullAccess, type, calendars: snapshot.calendars)
        if isChanged { takeDecision() }
    }

    /// Records a decision made through this store, so that it is not reported as another process's decision.
    private func takeDecision() { toldAccess.withLock { $0 = presentAccess } }

    func readingBegins() { takeDecision() }

    func tellForeignDecisions() {
        toldAccess.withLock { told in
            let present = presentAccess
            // A pending request reports its decision itself.
            guard !gate.isAsking, told != present else { return }
            told = present
            tellAccess(origin: .foreign)
        }
    }

    private func tellAccess(origin: StoreChange.Origin) {
        var change = StoreChange(origin: origin)
        change.isAccessChanged = true
        feed.tell(change)
    }

    private var presentAccess: [AuthorizationStatus] {
        let known = known
        let permitted = SystemAccess(known.calendars, isListed: known.failures.isEmpty)
        let record = gate.record
        return EntityType.allCases.map { record.status(for: $0, permitted) }
    }

    /// Returns the saved access decisions for a store's folder, sorted by program name.
    ///
    /// ```swift
    /// let programs = try EventStore.rememberedAccess(directory: "/srv/calendars").map(\.applicationName)
    /// ```
    ///
    /// - Parameters:
    ///   - directory: The store's folder.
    ///   - stateDirectory: The folder that contains the decisions, as in ``Options/stateDirectory``; nil for the user's
    ///     default.
    public static func rememberedAccess(
        directory: String,
        stateDirectory: String? = nil
    ) throws(StoreError) -> [RememberedAccess] {
        let real = CalendarPath(directory).real
        guard let folder = stateFolder(stateDirectory) else { return [] }
        let records = folder.names(beginningWith: StateNames(real).decisions).compactMap {
            name -> AccessRecord? in
            guard let bytes = folder.contents(of: name)?.bytes, let record = AccessRecord(bytes),
                record.store == real.description
            else { return nil }
            return record
        }
        return records.map { RememberedAccess($0) }.sorted { $0.applicationName < $1.applicationName }
    }

    /// Forgets saved access decisions for a store's folder, so that programs must request access again.
    ///
    /// Open stores notice the change immediately.
    ///
    /// ```swift
    /// try EventStore.forgetAccessDecisions(directory: "/srv/calendars", applicationName: "ics-store")
    /// ```
    ///
    /// - Parameters:
    ///   - directory: The store's folder.
    ///   - applicationName: The program's name; nil for all programs.
    ///   - stateDirectory: The folder that contains the decisions, as in ``Options/stateDirectory``; nil for the user's
    ///     default.
    /// - Throws: ``StoreError/Code/internalFailure`` if a decision cannot be removed.
    public static func forgetAccessDecisions(
        directory: String,
        applicationName: String? = nil,
        stateDirectory: String? = nil
    ) throws(StoreError) {
        guard let folder = stateFolder(stateDirectory) else { return }
        let names = StateNames(CalendarPath(directory).real)
        let files =
            applicationName.map { [names.decision(about: $0)] }
            ?? folder.names(beginningWith: names.decisions)
        do throws(FileFailure) {
            for file in files { try folder.remove(file) }
        } catch {
            throw StoreError(caught: error)
        }
    }

    static func stateFolder(_ given: String?) -> StateFolder? {
        given.map { StateFolder(CalendarPath($0)) } ?? .users
    }

    /// Returns the calendar for a new item, if any.
    ///
    /// With write-only access, the result is the calendar that the user chose.
    func calendarForNewItem(
        _ wanted: EventCalendar?,
        _ type: EntityType
    ) throws(StoreError) -> EventCalendar? {
        try require(.write, type)
        if authorizationStatus(for: type) == .writeOnly { return chosenCalendar(type) }
        guard let wanted else { return usualCalendar(type) }
        let calendar = try present(wanted)
        try check(calendar, type)
        return calendar
    }

    /// Returns the virtual calendar that represents all calendars to a program with write-only access.
    ///
    /// The identifier is unique, since no folder identifier begins with a dot.
    func virtualCalendar(_ type: EntityType) -> EventCalendar {
        EventCalendar(
            calendarIdentifier: ".virtual",
            path: root.folder,
            source: EventSource(
                sourceIdentifier: ".virtual",
                title: "Calendars",
                sourceType: .local,
                folder: []
            ),
            title: type == .event ? "New events" : "New reminders",
            allowedEntityTypes: EntityTypes(type),
            allowsContentModifications: chosenCalendar(type) != nil,
            isImmutable: true,
            allowsReading: false
        )
    }

    func present(_ calendar: EventCalendar) throws(StoreError) -> EventCalendar {
        let now = snapshot.calendar(withIdentifier: calendar.calendarIdentifier)
        if let now, now.path == calendar.path { return now }
        guard root.path(ofFolder: calendar.folder) == calendar.path else {
            throw StoreError(
                .objectBelongsToDifferentStore,
                calendar.title,
                "the calendar belongs to another store"
            )
        }
        throw StoreError(.noCalendar, calendar.title, "the calendar no longer exists")
    }

    func checkWriting(_ calendar: EventCalendar) throws(StoreError) {
        guard calendar.allowsContentModifications else {
            throw StoreError(.calendarReadOnly, calendar.title, "the calendar is read-only")
        }
    }

    func check(_ calendar: EventCalendar, _ type: EntityType) throws(StoreError) {
        try checkWriting(calendar)
        guard calendar.allowedEntityTypes.contains(EntityTypes(type)) else {
            throw type == .event
                ? StoreError(
                    .calendarDoesNotAllowEvents,
                    calendar.title,
                    "the calendar does not accept events"
                )
                : StoreError(
                    .calendarDoesNotAllowReminders,
                    calendar.title,
                    "the calendar does not accept reminders"
                )
        }
    }

    /// Returns the calendar for items added with write-only access: the calendar chosen for this program or, if
    /// there is none, the default calendar.
    private func chosenCalendar(_ type: EntityType) -> EventCalendar? {
        granted(among: snapshot.calendars.filter { takes($0, type) }) ?? usualCalendar(type)
    }

    /// Returns the calendar that the user chose for this program or, if there is none, the one specified by the access
    /// handler.
    private func granted(among calendars: [EventCalendar]) -> EventCalendar? {
        guard let identifier = gate.record.calendar else {
            return gate.namedCalendar.flatMap(calendars.named)
        }
        return calendars.first { $0.calendarIdentifier == identifier }
    }

    /// Returns the calendar chosen for new items, if any.
    ///
    /// With write-only access, the calendar granted to this program takes precedence over the user's default. If
    /// neither is set, the result is the only calendar that accepts the items, or nil if several do.
    package func chosenCalendar(for type: EntityType) throws(StoreError) -> EventCalendar? {
        try require(.look, type)
        let calendars = snapshot.calendars.filter { takes($0, type) }
        let usual = defaults[type]
        guard authorizationStatus(for: type) == .writeOnly else {
            return calendars.first { $0.calendarIdentifier == usual }
        }
        // A granted calendar takes precedence over the default.
        if gate.record.calendar != nil || gate.namedCalendar != nil { return granted(among: calendars) }
        guard let usual else { return calendars.count == 1 ? calendars.first : nil }
        return calendars.first { $0.calendarIdentifier == usual }
    }

    /// Returns the calendar for items that do not specify one: the user's default or, if there is none, the first
    /// suitable calendar.
    ///
    /// Readable calendars are preferred, so that saved items remain visible.
    func usualCalendar(_ type: EntityType) -> EventCalendar? {
        let calendars = snapshot.calendars
        if let identifier = defaults[type],
            let chosen = calendars.first(where: { $0.calendarIdentifier == identifier }), takes(chosen, type)
        {
            return chosen
        }
        let possible = calendars.lazy.filter { self.takes($0, type) }
        return possible.first { $0.allowsReading } ?? possible.first
    }

    private func takes(_ calendar: EventCalendar, _ type: EntityType) -> Bool {
        calendar.allowsContentModifications && calendar.allowedEntityTypes.contains(EntityTypes(type))
    }
}

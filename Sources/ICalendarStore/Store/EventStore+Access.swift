import ICalendar
import SystemIO

extension EventStore {
    /// What this program may do with items of a kind, as `EKEventStore.authorizationStatus(for:)`.
    ///
    /// It is the smaller one of what the operating system permits and what was granted, as of now.
    ///
    /// ```swift
    /// if store.authorizationStatus(for: .event) == .notDetermined { print("ask first") }
    /// ```
    public func authorizationStatus(for type: EntityType) -> AuthorizationStatus {
        gate.record.status(for: type, systemAccess)
    }

    /// Asks for permission to read, change and remove events, unless that was decided before, as
    /// `EKEventStore.requestFullAccessToEvents()`.
    ///
    /// Nobody is asked for more than the operating system permits: where that is to write only, this asks for write-only
    /// access and gives false. A program with write-only access is asked about once more.
    ///
    /// ```swift
    /// guard try await store.requestFullAccessToEvents() else { throw Missing() }
    /// ```
    ///
    /// - Returns: whether the program has full access to events.
    /// - Throws: what the handler throws, such as ``StoreError/Code/eventStoreNotAuthorized`` when there is no terminal to
    ///   ask on; nothing is decided then.
    public func requestFullAccessToEvents() async throws(StoreError) -> Bool {
        try await request(.fullAccess, .event)
        return authorizationStatus(for: .event) == .fullAccess
    }

    /// Asks for permission to save new events, unless that was decided before, as
    /// `EKEventStore.requestWriteOnlyAccessToEvents()`.
    ///
    /// ```swift
    /// if try await store.requestWriteOnlyAccessToEvents() { try store.save(&calendarEvent, span: .thisEvent) }
    /// ```
    ///
    /// - Returns: whether the program may save events, and perhaps more.
    /// - Throws: what the handler throws, as ``requestFullAccessToEvents()``.
    public func requestWriteOnlyAccessToEvents() async throws(StoreError) -> Bool {
        try await request(.writeOnly, .event)
        return [.fullAccess, .writeOnly].contains(authorizationStatus(for: .event))
    }

    /// Asks for permission to read, change and remove reminders, unless that was decided before, as
    /// `EKEventStore.requestFullAccessToReminders()`.
    ///
    /// For reminders there is no write-only access that could be asked for.
    ///
    /// ```swift
    /// guard try await store.requestFullAccessToReminders() else { throw Missing() }
    /// ```
    ///
    /// - Returns: whether the program has full access to reminders.
    /// - Throws: what the handler throws, as ``requestFullAccessToEvents()``.
    public func requestFullAccessToReminders() async throws(StoreError) -> Bool {
        try await request(.fullAccess, .reminder)
        return authorizationStatus(for: .reminder) == .fullAccess
    }

    private func request(_ wanted: AccessRecord.Grant, _ type: EntityType) async throws(StoreError) {
        let permitted = systemAccess
        // Reminders have no write-only access, so where the system permits no more, that is what a yes means.
        guard permitted != .none else { return }
        let wanted = permitted == .writing && type == .event ? .writeOnly : wanted
        while !gate.begin() { await gate.untilAsked() }
        defer { gate.end() }
        // A handler may take its time, and the threads of tasks are few.
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

    /// Why what a person decided last through this store could not be written down, so that it holds for this process alone;
    /// nil when it was, nothing was decided, or it was taken before.
    package func takeUnrememberedDecision() -> String? {
        gate.takeFailure().map { "\($0)" }
    }

    private var systemAccess: SystemAccess {
        let snapshot = snapshot
        return SystemAccess(snapshot.calendars, isListed: snapshot.failures.isEmpty)
    }

    /// Throws unless this program may do something; reading or changing under write-only access first asks for more,
    /// once.
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

    /// Throws when a calendar that was asked for by its identifier cannot be listed, so that nothing found there is not
    /// taken for nothing there.
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
                "full access is being asked for just now; wait for the answer"
            )
        }
        // Others are told when nobody is being asked any longer, as they may read at once.
        var isChanged = false
        defer { if isChanged { tellAccess(origin: .own) } }
        defer { gate.end() }
        isChanged = try gate.ask(for: .fullAccess, type, calendars: snapshot.calendars)
        if isChanged { takeDecision() }
    }

    /// Takes note of what a person decided just now through this store, so that nobody is told of it as another process's.
    private func takeDecision() { toldAccess.withLock { $0 = presentAccess } }

    func readingBegins() { takeDecision() }

    func tellForeignDecisions() {
        toldAccess.withLock { told in
            let present = presentAccess
            // What is being decided here is told by who asks.
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

    /// What was decided about programs' access to the store of a folder, sorted by their names.
    ///
    /// ```swift
    /// let programs = try EventStore.rememberedAccess(directory: "/srv/calendars").map(\.applicationName)
    /// ```
    ///
    /// - Parameters:
    ///   - directory: the store's folder.
    ///   - stateDirectory: where it is remembered, as in ``Options/stateDirectory``; nil for the user's own.
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

    /// Forgets what was decided about programs' access to the store of a folder, so that they ask again.
    ///
    /// Stores that are open notice it at once.
    ///
    /// ```swift
    /// try EventStore.forgetAccessDecisions(directory: "/srv/calendars", applicationName: "ics-store")
    /// ```
    ///
    /// - Parameters:
    ///   - directory: the store's folder.
    ///   - applicationName: the program; nil for all of them.
    ///   - stateDirectory: where it is remembered, as in ``Options/stateDirectory``; nil for the user's own.
    /// - Throws: ``StoreError/Code/internalFailure`` when what is remembered cannot be removed.
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

    /// The calendar in which a new item is saved, with write-only access the one that a person chose; nil when there is none.
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

    /// What stands for all calendars with write-only access; no folder's identifier begins with a dot.
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
                "the calendar was given by another store"
            )
        }
        throw StoreError(.noCalendar, calendar.title, "the calendar is gone")
    }

    func checkWriting(_ calendar: EventCalendar) throws(StoreError) {
        guard calendar.allowsContentModifications else {
            throw StoreError(.calendarReadOnly, calendar.title, "the calendar can only be read")
        }
    }

    func check(_ calendar: EventCalendar, _ type: EntityType) throws(StoreError) {
        try checkWriting(calendar)
        guard calendar.allowedEntityTypes.contains(EntityTypes(type)) else {
            throw type == .event
                ? StoreError(.calendarDoesNotAllowEvents, calendar.title, "the calendar takes no events")
                : StoreError(
                    .calendarDoesNotAllowReminders,
                    calendar.title,
                    "the calendar takes no reminders"
                )
        }
    }

    /// The calendar of what is saved with write-only access: the one that was chosen for this program, while it is there.
    private func chosenCalendar(_ type: EntityType) -> EventCalendar? {
        granted(among: snapshot.calendars.filter { takes($0, type) }) ?? usualCalendar(type)
    }

    /// The one that a person chose for this program or, where none did, that who says yes for a person named.
    private func granted(among calendars: [EventCalendar]) -> EventCalendar? {
        guard let identifier = gate.record.calendar else {
            return gate.namedCalendar.flatMap(calendars.named)
        }
        return calendars.first { $0.calendarIdentifier == identifier }
    }

    /// The calendar that a person chose for new items: with write-only access for this program, or the only one that
    /// takes them; else for all of the user's.
    package func chosenCalendar(for type: EntityType) throws(StoreError) -> EventCalendar? {
        try require(.look, type)
        let calendars = snapshot.calendars.filter { takes($0, type) }
        let usual = defaults[type]
        guard authorizationStatus(for: type) == .writeOnly else {
            return calendars.first { $0.calendarIdentifier == usual }
        }
        // What was granted goes before what is usual.
        if gate.record.calendar != nil || gate.namedCalendar != nil { return granted(among: calendars) }
        guard let usual else { return calendars.count == 1 ? calendars.first : nil }
        return calendars.first { $0.calendarIdentifier == usual }
    }

    /// The calendar for items that name none: the one that the user chose, or else the first; those that can be read come
    /// first, as what is saved there is seen again.
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

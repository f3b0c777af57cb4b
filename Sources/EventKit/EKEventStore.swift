public import Foundation
import ICalendar
import ICalendarStore

/// A store for a user's calendars and reminders, with the same interface as in Apple's EventKit.
///
/// Create one event store and reuse it. Multiple threads can use an event store at the same time.
///
/// ```swift
/// let eventStore = EKEventStore()
/// guard try await eventStore.requestFullAccessToEvents() else { return }
/// let predicate = eventStore.predicateForEvents(withStart: monday.date, end: nextMonday.date, calendars: nil)
/// for event in eventStore.events(matching: predicate) { print(event.title ?? "") }
/// ```
// The class is Sendable because its underlying store and its change posting are Sendable.
open class EKEventStore: NSObject, @unchecked Sendable {
    let link: StoreLink
    private let posting = ChangePosting()

    /// Creates an event store with this process's configuration; see <doc:Where-calendars-are>.
    ///
    /// ```swift
    /// let eventStore = EKEventStore()
    /// ```
    public override init() {
        link = StoreLink(Configurations.current)
        super.init()
        posting.start(for: self)
    }

    /// Creates an event store that is limited to the given sources.
    ///
    /// ```swift
    /// let home = EKEventStore(sources: eventStore.sources.filter { $0.title == "home" })
    /// ```
    public init(sources: [EKSource]) {
        let configuration = sources.first?.link.configuration ?? Configurations.current
        link = StoreLink(configuration, sources: Set(sources.map(\.sourceIdentifier)))
        super.init()
        posting.start(for: self)
    }

    init(_ link: StoreLink) {
        self.link = link
        super.init()
        posting.start(for: self)
    }

    /// The identifier, which is the path to the store's folder: `eventStore.eventStoreIdentifier.isEmpty // false`.
    open var eventStoreIdentifier: String {
        link.store?.folder.real.description ?? link.configuration.directory
    }

    /// Returns the program's access to items of a type in the calendars that `EKEventStore()` opens.
    ///
    /// ```swift
    /// if EKEventStore.authorizationStatus(for: .event) == .notDetermined { print("ask first") }
    /// ```
    open class func authorizationStatus(for entityType: EKEntityType) -> EKAuthorizationStatus {
        let status = OpenStores.status(EntityType(entityType), Configurations.current)
        return EKAuthorizationStatus(rawValue: status.rawValue) ?? .restricted
    }

    /// Asks the user for full access to events, unless the user has already decided.
    ///
    /// ```swift
    /// guard try await eventStore.requestFullAccessToEvents() else { return }
    /// ```
    @discardableResult
    open func requestFullAccessToEvents() async throws -> Bool {
        try await link.request { store throws(StoreError) in try await store.requestFullAccessToEvents() }
    }

    /// Asks the user for full access to events, then calls the handler on any thread:
    /// `eventStore.requestFullAccessToEvents { isGranted, error in print(isGranted) }`.
    @preconcurrency
    open func requestFullAccessToEvents(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        answer(completion) { try await $0.requestFullAccessToEvents() }
    }

    /// Asks the user for permission to add events, unless the user has already decided.
    ///
    /// ```swift
    /// guard try await eventStore.requestWriteOnlyAccessToEvents() else { return }
    /// ```
    @discardableResult
    open func requestWriteOnlyAccessToEvents() async throws -> Bool {
        try await link.request { store throws(StoreError) in try await store.requestWriteOnlyAccessToEvents()
        }
    }

    /// Asks the user for permission to add events, then calls the handler on any thread:
    /// `eventStore.requestWriteOnlyAccessToEvents { isGranted, error in print(isGranted) }`.
    @preconcurrency
    open func requestWriteOnlyAccessToEvents(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        answer(completion) { try await $0.requestWriteOnlyAccessToEvents() }
    }

    /// Asks the user for full access to reminders, unless the user has already decided.
    ///
    /// ```swift
    /// guard try await eventStore.requestFullAccessToReminders() else { return }
    /// ```
    @discardableResult
    open func requestFullAccessToReminders() async throws -> Bool {
        try await link.request { store throws(StoreError) in try await store.requestFullAccessToReminders() }
    }

    /// Asks the user for full access to reminders, then calls the handler on any thread:
    /// `eventStore.requestFullAccessToReminders { isGranted, error in print(isGranted) }`.
    @preconcurrency
    open func requestFullAccessToReminders(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        answer(completion) { try await $0.requestFullAccessToReminders() }
    }

    /// Returns true if the program has full access; otherwise, throws ``EKError/eventStoreNotAuthorized`` without
    /// asking.
    ///
    /// ```swift
    /// let isGranted = (try? await eventStore.requestAccess(to: .event)) ?? false
    /// ```
    @discardableResult
    open func requestAccess(to entityType: EKEntityType) async throws -> Bool {
        try link.checkFullAccess(to: EntityType(entityType))
    }

    /// Calls the handler without asking the user; use ``requestFullAccessToEvents(completion:)`` instead:
    /// `eventStore.requestAccess(to: .event) { isGranted, error in print(isGranted) }`.
    @preconcurrency
    open func requestAccess(
        to entityType: EKEntityType,
        completion: @escaping EKEventStoreRequestAccessCompletionHandler
    ) {
        answer(completion) { try await $0.requestAccess(to: entityType) }
    }

    /// The sources; a single virtual source with write-only access, or none without access:
    /// `eventStore.sources.map(\.title)`.
    open var sources: [EKSource] { link.sourceObjects }

    /// The delegate sources; always empty: `eventStore.delegateSources.isEmpty // true`.
    open var delegateSources: [EKSource] { [] }

    /// Returns the source with the given identifier, or nil if there is none.
    ///
    /// ```swift
    /// let source = eventStore.source(withIdentifier: "home")
    /// ```
    open func source(withIdentifier identifier: String) -> EKSource? {
        sources.first { $0.sourceIdentifier == identifier }
    }

    /// Returns the calendars that accept items of a type.
    ///
    /// With write-only access, the result contains one virtual calendar. Without access, the result is empty.
    ///
    /// ```swift
    /// for calendar in eventStore.calendars(for: .event) { print(calendar.title) }
    /// ```
    open func calendars(for entityType: EKEntityType) -> [EKCalendar] {
        link.calendars(for: EntityType(entityType)).map(link.object(for:))
    }

    /// Returns the calendar with the given identifier, or nil if there is none.
    ///
    /// ```swift
    /// let studio = eventStore.calendar(withIdentifier: "home/studio")
    /// ```
    open func calendar(withIdentifier identifier: String) -> EKCalendar? {
        link.calendar { store throws(StoreError) in try store.calendar(withIdentifier: identifier) }
    }

    /// The default calendar for new events, or nil if no calendar accepts events or access is missing:
    /// `ekEvent.calendar = eventStore.defaultCalendarForNewEvents`.
    open var defaultCalendarForNewEvents: EKCalendar? {
        link.calendar { store throws(StoreError) in try store.defaultCalendarForNewEvents }
    }

    /// Returns the default calendar for new reminders, or nil if no calendar accepts reminders or access is missing.
    ///
    /// ```swift
    /// ekReminder.calendar = eventStore.defaultCalendarForNewReminders()
    /// ```
    open func defaultCalendarForNewReminders() -> EKCalendar? {
        link.calendar { store throws(StoreError) in try store.defaultCalendarForNewReminders }
    }

    /// Saves a new calendar, or changes to an existing calendar's title and color; throws an ``EKError``.
    ///
    /// A new calendar's folder is created immediately, even with `commit: false`.
    ///
    /// ```swift
    /// try eventStore.saveCalendar(ekCalendar, commit: true)
    /// ```
    open func saveCalendar(_ calendar: EKCalendar, commit: Bool) throws {
        try link.save(calendar, commit: commit)
    }

    /// Removes a calendar and all its items; throws an ``EKError``.
    ///
    /// ```swift
    /// try eventStore.removeCalendar(ekCalendar, commit: false)
    /// ```
    open func removeCalendar(_ calendar: EKCalendar, commit: Bool) throws {
        try link.remove(calendar, commit: commit)
    }

    /// Checks for changes by other programs immediately.
    ///
    /// ```swift
    /// eventStore.refreshSourcesIfNecessary()
    /// ```
    open func refreshSourcesIfNecessary() {
        try? link.attempt { store throws(StoreError) in try store.refreshSourcesIfNecessary() }
    }

    // MARK: - Queries

    /// Returns a predicate for events that overlap a time range, in the given calendars or, if nil, in all calendars.
    ///
    /// Only the first four years of the range are searched. An empty range matches nothing.
    ///
    /// ```swift
    /// let predicate = eventStore.predicateForEvents(withStart: monday.date, end: nextMonday.date, calendars: nil)
    /// ```
    open func predicateForEvents(
        withStart startDate: Date,
        end endDate: Date,
        calendars: [EKCalendar]?
    ) -> NSPredicate {
        link.eventQuery(startDate, endDate, calendars)
    }

    /// Returns the events that match a predicate of this store, sorted by start, or none without access.
    ///
    /// ```swift
    /// let predicate = eventStore.predicateForEvents(withStart: monday.date, end: nextMonday.date, calendars: nil)
    /// let titles = eventStore.events(matching: predicate).map(\.title)
    /// ```
    open func events(matching predicate: NSPredicate) -> [EKEvent] {
        link.events(matching: predicate)
    }

    /// Calls a block for each event that matches a predicate of this store, until the block sets its stop flag.
    ///
    /// ```swift
    /// let predicate = eventStore.predicateForEvents(withStart: monday.date, end: nextMonday.date, calendars: nil)
    /// eventStore.enumerateEvents(matching: predicate) { if $0.isAllDay { $1.pointee = true } }
    /// ```
    open func enumerateEvents(matching predicate: NSPredicate, using block: @escaping EKEventSearchCallback) {
        unsafe link.enumerateEvents(matching: predicate, using: block)
    }

    /// Returns the first occurrence of an event, or nil if the event does not exist or cannot be read.
    ///
    /// ```swift
    /// let event = eventStore.event(withIdentifier: ekEvent.eventIdentifier)
    /// ```
    open func event(withIdentifier identifier: String) -> EKEvent? {
        link.event(withIdentifier: identifier)
    }

    /// Returns the event or reminder with the given identifier, or nil; for a recurring item, the first occurrence.
    ///
    /// ```swift
    /// let item = eventStore.calendarItem(withIdentifier: ekEvent.calendarItemIdentifier)
    /// ```
    open func calendarItem(withIdentifier identifier: String) -> EKCalendarItem? {
        link.event(withIdentifier: identifier) ?? link.reminder(withIdentifier: identifier)
    }

    /// Returns the events and reminders with the given UID; for each recurring item, the first occurrence.
    ///
    /// ```swift
    /// let items = eventStore.calendarItems(withExternalIdentifier: "stand-up@studio.example")
    /// ```
    open func calendarItems(withExternalIdentifier externalIdentifier: String) -> [EKCalendarItem] {
        link.events(withExternalIdentifier: externalIdentifier)
            + link.reminders(withExternalIdentifier: externalIdentifier)
    }

    /// Returns a predicate for all reminders in the given calendars, or in all calendars if nil.
    ///
    /// ```swift
    /// let predicate = eventStore.predicateForReminders(in: nil)
    /// ```
    open func predicateForReminders(in calendars: [EKCalendar]?) -> NSPredicate {
        link.reminderQuery(calendars)
    }

    /// Returns a predicate for incomplete reminders that are due in a time range; pass nil to leave a bound open.
    ///
    /// ```swift
    /// eventStore.predicateForIncompleteReminders(withDueDateStarting: nil, ending: Date(), calendars: nil)
    /// ```
    open func predicateForIncompleteReminders(
        withDueDateStarting startDate: Date?,
        ending endDate: Date?,
        calendars: [EKCalendar]?
    ) -> NSPredicate {
        link.openReminderQuery(startDate, endDate, calendars)
    }

    /// Returns a predicate for reminders that were completed in a time range; pass nil to leave a bound open.
    ///
    /// ```swift
    /// eventStore.predicateForCompletedReminders(withCompletionDateStarting: nil, ending: Date(), calendars: nil)
    /// ```
    open func predicateForCompletedReminders(
        withCompletionDateStarting startDate: Date?,
        ending endDate: Date?,
        calendars: [EKCalendar]?
    ) -> NSPredicate {
        link.completedReminderQuery(startDate, endDate, calendars)
    }

    /// Fetches the reminders that match a predicate, then calls the handler on any thread.
    ///
    /// Without access, the handler receives an empty array. If the fetch is canceled or the predicate is not a reminder
    /// predicate of this store, the handler receives nil. Pass the result to ``cancelFetchRequest(_:)`` to cancel the
    /// fetch.
    ///
    /// ```swift
    /// eventStore.fetchReminders(matching: eventStore.predicateForReminders(in: nil)) { print($0?.count ?? 0) }
    /// ```
    @discardableResult
    open func fetchReminders(
        matching predicate: NSPredicate,
        completion: @escaping ([EKReminder]?) -> Void
    ) -> Any {
        ReminderFetch(link, link.reminders(of: predicate), completion)
    }

    /// Cancels a fetch that is still in progress.
    ///
    /// ```swift
    /// eventStore.cancelFetchRequest(eventStore.fetchReminders(matching: NSPredicate(value: true)) { _ in })
    /// ```
    open func cancelFetchRequest(_ fetchIdentifier: Any) { (fetchIdentifier as? ReminderFetch)?.cancel() }

    // MARK: - Saving

    /// Saves a new event, or the changes to an occurrence.
    ///
    /// An event without changes is not written. With `commit: true`, all pending changes are written as well.
    ///
    /// ```swift
    /// try eventStore.save(ekEvent, span: .futureEvents, commit: true)
    /// ```
    ///
    /// - Throws: ``EKError``.
    open func save(_ event: EKEvent, span: EKSpan, commit: Bool) throws {
        try link.save(event, span: span, commit: commit)
    }

    /// Saves an event and commits: `try eventStore.save(ekEvent, span: .thisEvent)`.
    open func save(_ event: EKEvent, span: EKSpan) throws { try save(event, span: span, commit: true) }

    /// Removes an occurrence, or an occurrence and all later ones.
    ///
    /// An event that was never saved is unaffected. After removal, the object keeps only its identifiers.
    ///
    /// ```swift
    /// try eventStore.remove(ekEvent, span: .futureEvents, commit: false)
    /// ```
    ///
    /// - Throws: ``EKError``.
    open func remove(_ event: EKEvent, span: EKSpan, commit: Bool) throws {
        try link.remove(event, span: span, commit: commit)
    }

    /// Removes an event and commits: `try eventStore.remove(ekEvent, span: .thisEvent)`.
    open func remove(_ event: EKEvent, span: EKSpan) throws { try remove(event, span: span, commit: true) }

    /// Saves a new reminder, or the changes to an existing one: `try eventStore.save(ekReminder, commit: true)`.
    open func save(_ reminder: EKReminder, commit: Bool) throws { try link.save(reminder, commit: commit) }

    /// Removes a reminder and all its instances, or only a single instance if that instance is completed.
    ///
    /// The object keeps its contents but can no longer be saved: `try eventStore.remove(ekReminder, commit: true)`.
    open func remove(_ reminder: EKReminder, commit: Bool) throws {
        try link.remove(reminder, commit: commit)
    }

    /// Writes all changes that were saved or removed with `commit: false`.
    ///
    /// After a failure, every commit fails until you call ``reset()``.
    ///
    /// ```swift
    /// try eventStore.commit()
    /// ```
    open func commit() throws { try link.commit() }

    /// Discards all uncommitted changes and invalidates all objects of this store.
    ///
    /// ```swift
    /// eventStore.reset()
    /// ```
    open func reset() { link.reset() }
}

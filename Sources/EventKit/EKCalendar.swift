import Foundation
import ICalendarStore
import SystemIO

/// A calendar of events, reminders or both: a folder with one file per item.
///
/// ```swift
/// let pottery = EKCalendar(for: .event, eventStore: eventStore)
/// pottery.title = "Pottery"
/// pottery.source = eventStore.defaultCalendarForNewEvents?.source
/// try eventStore.saveCalendar(pottery, commit: true)
/// ```
// The class is Sendable because one lock protects all of its state.
open class EKCalendar: EKObject, @unchecked Sendable {
    private struct State {
        /// The calendar as last read; nil for a new calendar.
        var saved: EventCalendar?
        var identifier: String
        var title: String
        var color: CalendarColor?
        var source: EKSource?
        var isSourceChanged = false
        let generation: Int

        var hasChanges: Bool {
            guard let saved else { return true }
            return title != saved.title || color != saved.color || isSourceChanged
        }
    }

    let link: StoreLink
    private let state: Lock<State>

    /// Creates a new calendar; set its title and source before saving it.
    ///
    /// ```swift
    /// EKCalendar(for: .event, eventStore: eventStore).isNew  // true
    /// ```
    public init(for entityType: EKEntityType, eventStore: EKEventStore) {
        link = eventStore.link
        let identifier = UUID().uuidString
        state = Lock(State(identifier: identifier, title: "", generation: eventStore.link.generation))
        super.init()
    }

    /// Creates a new calendar.
    ///
    /// This is the Objective-C spelling of ``init(for:eventStore:)``.
    ///
    /// ```swift
    /// EKCalendar(forEntityType: .event, eventStore: eventStore).isNew  // true
    /// ```
    public convenience init(forEntityType entityType: EKEntityType, eventStore: EKEventStore) {
        self.init(for: entityType, eventStore: eventStore)
    }

    init(_ calendar: EventCalendar, _ link: StoreLink, generation: Int) {
        self.link = link
        state = Lock(
            State(
                saved: calendar,
                identifier: calendar.calendarIdentifier,
                title: calendar.title,
                color: calendar.color,
                generation: generation
            )
        )
        super.init()
    }

    /// The calendar as the underlying store represents it; nil for a new calendar.
    var saved: EventCalendar? { state.withLock { $0.saved } }

    // MARK: - Attributes

    /// The folder's path relative to the store, or a random identifier for a new calendar:
    /// `ekCalendar.calendarIdentifier // "home/studio"`.
    open var calendarIdentifier: String { state.withLock { $0.identifier } }

    /// The title from the file `displayname`, or the folder's name if there is no such file:
    /// `ekCalendar.title = "Pottery"`.
    open var title: String {
        get { state.withLock { $0.title } }
        set { state.withLock { $0.title = newValue } }
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The color, read from the file `color`; gray by default:
    /// `ekCalendar.cgColor = CGColor(red: 0.2, green: 0.6, blue: 0.4, alpha: 1)`.
    open var cgColor: CGColor! {
        get { CGColor(state.withLock { $0.color } ?? CalendarColor(red: 142, green: 142, blue: 147)) }
        set { state.withLock { $0.color = newValue?.calendarColor } }
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The source, which can be set only before the calendar is saved: `ekCalendar.source.title // "home"`.
    open var source: EKSource! {
        get { state.withLock { state in state.source ?? state.saved.map { EKSource($0.source, link) } } }
        set {
            state.withLock { state in
                state.isSourceChanged = state.saved != nil && state.saved?.source != newValue?.source
                state.source = newValue
            }
        }
    }

    /// The type: `ekCalendar.type // .local`.
    open var type: EKCalendarType { saved.flatMap { EKCalendarType(rawValue: $0.type.rawValue) } ?? .local }

    /// Whether items can be added, changed and removed: `ekCalendar.allowsContentModifications // true`.
    open var allowsContentModifications: Bool { saved?.allowsContentModifications ?? true }

    /// Whether the calendar itself cannot be changed or removed: `ekCalendar.isImmutable // false`.
    open var isImmutable: Bool { saved?.isImmutable ?? false }

    /// Whether the calendar is a read-only subscription: `ekCalendar.isSubscribed // false`.
    open var isSubscribed: Bool { saved?.isSubscribed ?? false }

    /// The types of items that the calendar accepts: `ekCalendar.allowedEntityTypes.contains(.event) // true`.
    open var allowedEntityTypes: EKEntityMask {
        EKEntityMask(rawValue: UInt(saved?.allowedEntityTypes.rawValue ?? 3))
    }

    /// The availabilities that events can have: `ekCalendar.supportedEventAvailabilities.contains(.free) // true`.
    open var supportedEventAvailabilities: EKCalendarEventAvailabilityMask {
        EKCalendarEventAvailabilityMask(rawValue: UInt(saved?.supportedEventAvailabilities.rawValue ?? 15))
    }

    // MARK: - EKObject

    open override var isNew: Bool { saved == nil }

    open override var hasChanges: Bool { state.withLock { $0.hasChanges } }

    open override func rollback() {
        state.withLock { state in
            guard let saved = state.saved else { return }
            (state.title, state.color, state.source) = (saved.title, saved.color, nil)
            state.isSourceChanged = false
        }
    }

    @discardableResult
    open override func refresh() -> Bool {
        guard let saved, state.withLock({ $0.generation }) == link.generation else { return isNew }
        let now = try? link.attempt { store throws(StoreError) in
            try store.calendar(withIdentifier: saved.calendarIdentifier)
        }
        guard let now = now ?? nil else { return false }
        update(now)
        return true
    }

    /// Returns whether another object is the same calendar in the same event store.
    ///
    /// ```swift
    /// ekCalendar.isEqual(ekCalendar)  // true
    /// ```
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? EKCalendar else { return false }
        return self === other || link === other.link && calendarIdentifier == other.calendarIdentifier
    }

    /// The event store's hash value, since a calendar's identifier changes when it is first saved.
    ///
    /// `ekCalendar.hash == ekCalendar.hash // true`
    open override var hash: Int { ObjectIdentifier(link).hashValue }

    // MARK: - For the event store

    /// Updates the calendar to the latest version but keeps unsaved changes.
    func update(_ calendar: EventCalendar) {
        state.withLock { state in
            if state.title == state.saved?.title { state.title = calendar.title }
            if state.color == state.saved?.color { state.color = calendar.color }
            state.saved = calendar
        }
    }

    func check(for link: StoreLink) throws(EKError) {
        try link.check(self.link, state.withLock { $0.generation }, title)
    }

    /// Returns the calendar to save.
    func edited(for link: StoreLink) throws(EKError) -> EventCalendar {
        try check(for: link)
        let state = state.withLock { $0 }
        if state.isSourceChanged {
            throw EKError(
                .calendarSourceCannotBeModified,
                "\(state.title): the calendar already has a source"
            )
        }
        guard var calendar = state.saved else {
            guard let source = state.source else {
                throw EKError(.calendarHasNoSource, "\(state.title): the calendar has no source")
            }
            guard source.link === link else {
                throw EKError(
                    .objectBelongsToDifferentStore,
                    "\(source.title): the source belongs to another store"
                )
            }
            return EventCalendar(title: state.title, color: state.color, source: source.source)
        }
        calendar.title = state.title
        calendar.color = state.color
        return calendar
    }

    /// Replaces the calendar with its saved version.
    func take(_ calendar: EventCalendar) {
        state.withLock { state in
            state.saved = calendar
            state.identifier = calendar.calendarIdentifier
            (state.title, state.color, state.source) = (calendar.title, calendar.color, nil)
        }
    }
}

public import Foundation
import ICalendar
import ICalendarStore

/// An event, or one occurrence of a recurring event.
///
/// ```swift
/// let event = EKEvent(eventStore: eventStore)
/// event.title = "Pottery"
/// event.startDate = monday.date
/// event.endDate = monday.date.addingTimeInterval(3600)
/// event.calendar = eventStore.defaultCalendarForNewEvents
/// try eventStore.save(event, span: .thisEvent)
/// ```
// The class is Sendable because EKCalendarItem's lock protects all of its state.
open class EKEvent: EKCalendarItem, @unchecked Sendable {
    /// Creates a new event without a calendar.
    ///
    /// ```swift
    /// EKEvent(eventStore: eventStore).isNew  // true
    /// ```
    public init(eventStore: EKEventStore) {
        let link = eventStore.link
        super.init(CalendarEvent(Event()), link, generation: link.generation)
    }

    init(_ event: CalendarEvent, _ link: StoreLink, generation: Int) {
        super.init(event, link, generation: generation)
    }

    override init(_ home: ItemHome, at index: Int) { super.init(home, at: index) }

    private func event<Value>(_ body: (inout CalendarEvent) -> Value?) -> Value? {
        current(body) { _ in nil }
    }

    private func edit(_ body: (inout CalendarEvent) -> Void) {
        change { value in
            guard var event = value as? CalendarEvent else { return }
            body(&event)
            value = event
        }
    }

    // MARK: - Times

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The start; nil for a new event until you set it: `ekEvent.startDate = monday.date`.
    open var startDate: Date! {
        get { event { $0.startDate } }
        set { edit { $0.startDate = newValue } }
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The end; nil for a new event until you set it.
    ///
    /// An all-day event ends at midnight after its last day:
    /// `ekEvent.endDate = monday.date.addingTimeInterval(3600)`.
    open var endDate: Date! {
        get { look({ $0.endDate }) { $0.lacksEnd ? nil : $0.value.choose({ $0.endDate }, { _ in nil }) } }
        set {
            edit { $0.endDate = newValue }
            read { $0.isEndSet = newValue != nil }
        }
    }

    /// Whether the event is an all-day event: `ekEvent.isAllDay // false`.
    open var isAllDay: Bool {
        get { event { $0.isAllDay } ?? false }
        set { edit { $0.isAllDay = newValue } }
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The occurrence's original start in its series, even if the occurrence was moved: `ekEvent.occurrenceDate`.
    open var occurrenceDate: Date! { event { $0.occurrenceDate } }

    /// Whether the occurrence differs from its series: `ekEvent.isDetached // false`.
    open var isDetached: Bool { event { $0.isDetached } ?? false }

    /// Compares the starts of two events.
    ///
    /// ```swift
    /// ekEvent.compareStartDate(with: ekEvent) == .orderedSame  // true
    /// ```
    open func compareStartDate(with other: EKEvent) -> ComparisonResult {
        let (start, otherStart) = (startDate ?? .distantPast, other.startDate ?? .distantPast)
        if start == otherStart { return .orderedSame }
        return start < otherStart ? .orderedAscending : .orderedDescending
    }

    // MARK: - Details

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The event's identifier, shared by all its occurrences; nil until the event is saved.
    ///
    /// The identifier changes when the event moves to another calendar, and remains available after the event is
    /// removed: `ekEvent.eventIdentifier`.
    open var eventIdentifier: String! { last { ($0 as? CalendarEvent)?.eventIdentifier } }

    /// The user's availability during the event: `ekEvent.availability // .busy`.
    open var availability: EKEventAvailability {
        get { event { EKEventAvailability(rawValue: $0.availability.rawValue) } ?? .notSupported }
        set { edit { $0.availability = EventAvailability(rawValue: newValue.rawValue) ?? .notSupported } }
    }

    /// The event's status: `ekEvent.status // .confirmed`.
    open var status: EKEventStatus { event { EKEventStatus(rawValue: $0.status.rawValue) } ?? .none }

    /// The organizer, or nil: `ekEvent.organizer?.name`.
    open var organizer: EKParticipant? {
        let users = link.configuration.userAddresses
        return event { event in
            event.organizer.map { EKParticipant($0, among: event.attendees ?? [], isOneOf: users) }
        }
    }

    /// The location, including its coordinates if known, or nil; its title is the ``EKCalendarItem/location``.
    ///
    /// Setting a structured location replaces ``EKCalendarItem/location``:
    /// `ekEvent.structuredLocation = EKStructuredLocation(title: "Town hall")`.
    open var structuredLocation: EKStructuredLocation? {
        get {
            read { state in
                if state.place == nil, let found = (state.value as? CalendarEvent)?.place {
                    state.place = EKStructuredLocation(found)
                }
                return state.place
            }
        }
        set {
            // As with Apple's @NSCopying, the event keeps a copy.
            let place = newValue.map { EKStructuredLocation($0.location) }
            read { state in
                guard var event = state.value as? CalendarEvent else { return }
                event.place = place?.location
                state.value = event
                state.place = place
            }
        }
    }

    /// The contact identifier for a birthday event; always nil: `ekEvent.birthdayContactIdentifier // nil`.
    open var birthdayContactIdentifier: String? { nil }

    /// The address book record ID for a birthday event; always -1: `ekEvent.birthdayPersonID // -1`.
    open var birthdayPersonID: Int { -1 }

    /// Updates all unchanged fields from the store.
    ///
    /// Returns false if the occurrence no longer exists.
    ///
    /// ```swift
    /// if !ekEvent.refresh() { print("somebody removed it") }
    /// ```
    @discardableResult
    open override func refresh() -> Bool { super.refresh() }
}

extension CalendarEvent {
    /// The location as EventKit presents it; it has no coordinates if the event has only a LOCATION.
    var place: AppleLocation? {
        get {
            structuredLocation
                ?? location.map { EKStructuredLocation.location(title: $0, position: nil, radius: nil) }
        }
        set {
            guard newValue != place else { return }
            if newValue == nil { location = nil }
            structuredLocation = newValue
        }
    }
}

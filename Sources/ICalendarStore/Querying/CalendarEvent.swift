public import ICalendar

/// One occurrence of an event of a store, or a new event: what `EKEvent` is in EventKit, as a value.
///
/// It keeps what it was when the store gave it, so that saving writes only what was changed since.
///
/// ```swift
/// var event = CalendarEvent(try Event("Dentist", start: EventTime("2026-04-02 10:00", in: "Europe/Berlin"), duration: .hours(1)))
/// try store.save(&event, span: .thisEvent)
/// print(event.eventIdentifier ?? "")
/// ```
public struct CalendarEvent: Sendable {
    /// What the store knows of an event that it gave.
    struct Origin: Sendable {
        /// Which store gave it.
        let store: StoreIdentity
        /// The calendar that it is in.
        let calendar: EventCalendar
        /// The file that it is in, as it was read.
        let file: StoredFile
        /// The occurrence.
        let occurrence: Occurrence
        /// Whether it is on the disk, and not only in a batch.
        var isCommitted = true
    }

    /// Where it comes from; nil for an event that was never saved.
    var origin: Origin?
    /// What a person made of it; nil while nothing was changed.
    var edited: Event?
    /// The calendar that it is in, or is to be saved in: setting another one moves it there with all of its series.
    public var calendar: EventCalendar?

    /// A new event; without a calendar it is saved in the store's default one.
    ///
    /// ```swift
    /// let event = CalendarEvent(try Event("Lunch", start: EventTime("2026-04-02 12:00", in: "Europe/Berlin")))
    /// event.isNew  // true
    /// ```
    public init(_ event: Event, calendar: EventCalendar? = nil) {
        edited = event
        self.calendar = calendar
    }

    /// An occurrence that a store gives.
    init(_ origin: Origin) {
        self.origin = origin
        calendar = origin.calendar
    }

    /// The event with the times of this occurrence, and what makes its series recur: all properties of RFC 5545 and its
    /// followers can be read and set here.
    ///
    /// ```swift
    /// calendarEvent.event.location = "Room 4"
    /// ```
    public var event: Event {
        get { edited ?? shown ?? Event(Component("VEVENT")) }
        set { edited = newValue }
    }

    /// The event as the store gave it; nil for a new one.
    var shown: Event? {
        guard let origin else { return nil }
        guard let editor = origin.editor(now: .now) else { return origin.occurrence.event }
        return Event(editor.instance(of: origin.occurrence))
    }

    /// Whether it was never saved, as `EKObject.isNew`: `CalendarEvent(event).isNew // true`.
    public var isNew: Bool { origin == nil }

    /// Whether anything was changed since the store gave it, as `EKObject.hasChanges`.
    public var hasChanges: Bool {
        guard let origin else { return true }
        if let calendar, calendar.calendarIdentifier != origin.calendar.calendarIdentifier { return true }
        guard let edited, let shown else { return false }
        return !PropertyChanges(from: shown.component, to: edited.component).isEmpty
    }

    /// Takes back what was changed since the store gave it, as `EKObject.rollback`; a new event stays as it is.
    ///
    /// ```swift
    /// calendarEvent.rollback()
    /// calendarEvent.hasChanges  // false
    /// ```
    public mutating func rollback() {
        guard let origin else { return }
        edited = nil
        calendar = origin.calendar
    }
}

extension CalendarEvent.Origin {
    /// What edits the event where it stands; nil when the file holds no such event.
    func editor(now: Instant) -> ItemEditor? {
        ItemEditor(of: occurrence.uid, in: file.calendars, displayZone: store.zone, now: now)
    }
}

extension ItemEditor {
    /// What edits the items of a UID in the first of some calendars that has it, and which one that is.
    init?(of uid: String, in calendars: [CalendarObject], displayZone: Zone, now: Instant) {
        guard let place = Self.place(of: uid, in: calendars) else { return nil }
        self.init(calendar: calendars[place], uid: uid, displayZone: displayZone, now: now)
    }

    /// The first calendar that has components of a UID.
    static func place(of uid: String, in calendars: [CalendarObject]) -> Int? {
        calendars.firstIndex { calendar in
            calendar.component.components.contains { $0.name != "VTIMEZONE" && $0.text("UID") == uid }
        }
    }
}

public import ICalendar

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What an event is about, by the names of `EKCalendarItem`.
///
/// Reading one of them decodes the component that says it, and nothing else.
extension CalendarEvent {
    /// SUMMARY, empty when there is none: `calendarEvent.title // "Stand-up"`.
    public var title: String {
        get { described.summary ?? "" }
        set { event.summary = newValue.isEmpty ? nil : newValue }
    }

    /// LOCATION, or the title of ``structuredLocation``, as `EKCalendarItem.location`; nil when there is none.
    ///
    /// Setting it removes ``structuredLocation``, as in EventKit, and also GEO and other properties that describe the
    /// old place: `calendarEvent.location = "Room 5"`.
    public var location: String? {
        get { described.location ?? described.appleLocation?.title }
        set {
            guard newValue != location else { return }
            edit { draft in
                draft.event.setLocation(newValue)
                // Where nothing but the place on the map had the name, it goes all the same.
                draft.event.component.removeRestatements(of: "LOCATION")
            }
        }
    }

    /// X-APPLE-STRUCTURED-LOCATION, the place on the map with its radius in metres, as `EKEvent.structuredLocation`.
    ///
    /// Setting it sets ``location`` to its title.
    ///
    /// ```swift
    /// calendarEvent.structuredLocation = AppleLocation(title: "Town hall", latitude: 52.5186, longitude: 13.4083)
    /// calendarEvent.location  // "Town hall"
    /// ```
    public var structuredLocation: AppleLocation? {
        get { described.appleLocation }
        set {
            guard newValue != structuredLocation else { return }
            edit { draft in
                draft.event.setLocation(newValue?.title)
                draft.event.component.removeRestatements(of: "LOCATION")
                draft.event.appleLocation = newValue
            }
        }
    }

    /// DESCRIPTION, as `EKCalendarItem.notes`: `calendarEvent.notes = "Bring the glazes"`.
    ///
    /// Setting it removes X-ALT-DESC and STYLED-DESCRIPTION, which hold the old text in other forms.
    public var notes: String? {
        get { described.eventDescription }
        set { if newValue != notes { event.setNotes(newValue) } }
    }

    /// Whether there are ``notes``: `calendarEvent.hasNotes // false`.
    public var hasNotes: Bool { notes?.isEmpty == false }

    /// URL, as `EKCalendarItem.url`; nil when there is none, or Foundation cannot read it.
    ///
    /// ```swift
    /// calendarEvent.url = URL(string: "https://studio.example/stand-up")
    /// ```
    public var url: URL? {
        get { described.url.flatMap { URL(string: $0) } }
        set { event.url = newValue?.absoluteString }
    }

    /// CREATED, as `EKCalendarItem.creationDate`; the store sets it when it saves a new event.
    public var creationDate: Date? { described.created?.date }

    /// LAST-MODIFIED, as `EKCalendarItem.lastModifiedDate`; the store sets it whenever it saves.
    public var lastModifiedDate: Date? { described.lastModified?.date }
}

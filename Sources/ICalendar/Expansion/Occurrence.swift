#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One time that an event happens.
///
/// ```swift
/// for occurrence in file.occurrences(in: window) {
///     print(occurrence.startDate, occurrence.summary ?? "", occurrence.attendees.compactMap(\.email))
/// }
/// ```
public struct Occurrence: Sendable {
    let member: SeriesMember
    /// The display zone, in which dates and floating times become instants.
    let displayZone: Zone

    /// When it starts.
    public let start: OccurrenceTime
    /// When it ends, excluded; the day after the last for all-day events, the start for events without length.
    public let end: OccurrenceTime
    /// The original start of an instance of a series (RECURRENCE-ID), or nil for an event that happens once.
    public let recurrenceID: OccurrenceTime?
    /// Whether it differs from what its series' rule says, as EventKit's `isDetached`.
    public let isDetached: Bool

    /// The event that describes it: the master's component, or the override's.
    public var event: Event { member.event }
    /// The UID, or one made from the content when the event has none.
    public var uid: String { member.uid }
    /// The name of its calendar: NAME, X-WR-CALNAME, or the file's name.
    public var calendarName: String? { member.calendarName }
    /// The file that it was read from, as its name was given.
    public var file: String? { member.file }
    /// The line of the file where its component begins.
    public var line: Int? { member.line }
    /// The event, and what was found wrong with it, where the search has not decoded it yet.
    ///
    /// ``event`` keeps what it decodes; this does not, which suits a program that needs each event once.
    public func decodedEvent() -> (event: Event, diagnostics: [Diagnostic]) { member.decoded() }

    /// Whether it takes whole days.
    public var isAllDay: Bool {
        if case .date = start { true } else { false }
    }
    /// The start as an instant; dates and floating times are read in the window's zone.
    public var startDate: Date { start.instant(in: displayZone).date }
    /// The end as an instant; dates and floating times are read in the window's zone.
    public var endDate: Date { end.instant(in: displayZone).date }

    /// The identity of the component that describes the occurrence, as a key for what is made once an event.
    public var eventIdentity: ObjectIdentifier { ObjectIdentifier(member) }
}

extension Occurrence {
    /// SUMMARY.
    public var summary: String? { event.summary }
    /// LOCATION.
    public var location: String? { event.location }
    /// STATUS.
    public var status: Event.Status? { event.status }
    /// ORGANIZER, normalised.
    public var organizer: Organizer? { event.organizer }
    /// ATTENDEE in the order of the file, normalised.
    public var attendees: [Attendee] { event.attendees }
}

extension Occurrence: CustomStringConvertible {
    /// Start, end and summary.
    public var description: String { "\(start) \(end) \(summary ?? "")" }
}

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
    private let frame: OccurrenceFrame
    private let startKey: Int
    private let endKey: Int
    private let originalKey: Int

    /// An occurrence that stands for itself.
    init(_ single: SingleOccurrence) {
        frame = single.frame
        startKey = single.startKey
        endKey = single.endKey
        originalKey = single.originalKey
    }

    /// What a frame makes of three keys.
    init(_ frame: OccurrenceFrame, startKey: Int, endKey: Int, originalKey: Int) {
        self.frame = frame
        self.startKey = startKey
        self.endKey = endKey
        self.originalKey = originalKey
    }

    /// An instance of a series.
    init(_ item: SegmentItem, in segment: Segment) {
        frame = segment.frame
        startKey = item.startKey
        endKey = item.endKey
        originalKey = item.instance.key
    }

    /// The occurrence of a row, and what it shares with others.
    init(_ row: OccurrenceRow, _ frame: OccurrenceFrame) {
        self.frame = frame
        startKey = row.startKey
        endKey = row.endKey
        originalKey = row.originalKey
    }

    var member: SeriesMember { frame.member }
    var displayZone: Zone { frame.displayZone }

    /// When it starts.
    public var start: OccurrenceTime { frame.clock.time(ofKey: startKey) }
    /// When it ends, excluded; the day after the last for all-day events, the start for events without length.
    public var end: OccurrenceTime { frame.clock.time(ofKey: endKey) }
    /// The original start of an instance of a series (RECURRENCE-ID), or nil for an event that happens once.
    public var recurrenceID: OccurrenceTime? { frame.originalClock?.time(ofKey: originalKey) }
    /// Whether it differs from what its series' rule says, as EventKit's `isDetached`.
    public var isDetached: Bool { frame.isDetached }

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
    public var isAllDay: Bool { frame.clock.kind == .allDay }
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

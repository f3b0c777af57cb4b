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

    package init(_ single: SingleOccurrence) {
        frame = single.frame
        startKey = single.startKey
        endKey = single.endKey
        originalKey = single.originalKey
    }

    package init(_ frame: OccurrenceFrame, startKey: Int, endKey: Int, originalKey: Int) {
        self.frame = frame
        self.startKey = startKey
        self.endKey = endKey
        self.originalKey = originalKey
    }

    package init(_ item: SegmentItem, in segment: Segment) {
        frame = segment.frame
        startKey = item.startKey
        endKey = item.endKey
        originalKey = item.instance.key
    }

    package init(_ row: OccurrenceRow, _ frame: OccurrenceFrame) {
        self.frame = frame
        startKey = row.startKey
        endKey = row.endKey
        originalKey = row.originalKey
    }

    /// What it shares with other occurrences, as a key that holds as long as these.
    package var frameIdentity: ObjectIdentifier { ObjectIdentifier(frame) }

    package var member: SeriesMember { frame.member }
    package var displayZone: Zone { frame.displayZone }
    /// The form in which its start and end are given.
    package var clock: SeriesClock { frame.clock }
    package var endsLater: Bool { endKey > startKey }

    /// When it starts, in the form that its event has: `print(occurrence.start)` prints `2026-03-30T09:15:00+02:00`,
    /// or `2026-04-03` for whole days.
    public var start: OccurrenceTime { frame.clock.time(ofKey: startKey) }
    /// When it ends, excluded: the day after the last for all-day events, so that `DTEND;VALUE=DATE:20260407` ends
    /// with the 6th; the start for events without length.
    public var end: OccurrenceTime { frame.clock.time(ofKey: endKey) }
    /// The original start of an instance of a series, as its `RECURRENCE-ID` would say, or nil for an event that
    /// happens once.
    ///
    /// `uid` and `recurrenceID` together name an occurrence, also in other programs.
    public var recurrenceID: OccurrenceTime? { frame.originalClock?.time(ofKey: originalKey) }
    /// Whether it differs from what its series' rule says, as EventKit's `isDetached`: an override with
    /// `RECURRENCE-ID` stands in its place.
    public var isDetached: Bool { frame.isDetached }

    /// The event that describes it, the master's component or the override's: `occurrence.event.url`.
    ///
    /// In a calendar with METHOD:CANCEL its STATUS is CANCELLED, whatever the file has. A cancelled override may have
    /// no DTSTART, so use ``start`` of the occurrence.
    public var event: Event { member.event }
    /// The UID, such as `stand-up@studio.example`, or one made from the content when the event has none.
    public var uid: String { member.uid }
    /// The name of its calendar: `NAME:Studio`, X-WR-CALNAME, or the file's name.
    public var calendarName: String? { member.calendarName }
    /// The METHOD of its calendar, in capitals (RFC 5545 section 3.7.2), or nil: `METHOD:REQUEST` is an invitation, and
    /// `METHOD:CANCEL` cancels its events.
    ///
    /// One of more than 64 bytes is none.
    public var method: String? { member.method }
    /// The file that it was read from, as its name was given: `calendars/studio.ics`; nil for bytes without a name.
    public var file: String? { member.file }
    /// The line of the file where its component begins, from 1, where `BEGIN:VEVENT` stands.
    public var line: Int? { member.line }
    /// The event, and what was found wrong with it, where the search has not decoded it yet.
    ///
    /// ``event`` keeps what it decodes; this does not, which suits a program that needs each event once.
    ///
    /// ```swift
    /// let (event, diagnostics) = occurrence.decodedEvent()
    /// print(event.summary ?? "", diagnostics.count)
    /// ```
    public func decodedEvent() -> (event: Event, diagnostics: [Diagnostic]) { member.decoded() }
    /// The same for those who do not ask the event when it happens: what says so may be missing.
    package func decodedEventBesideTimes() -> (event: Event, diagnostics: [Diagnostic]) {
        member.decoded(besideTimes: true)
    }

    /// Whether it takes whole days, as after `DTSTART;VALUE=DATE:20260403`.
    public var isAllDay: Bool { frame.clock.kind == .allDay }
    /// The start as an instant; dates and floating times are read in the window's zone, so that
    /// `occurrence.startDate` can be compared with `Date()` whatever the form of the event.
    public var startDate: Date { start.instant(in: displayZone).date }
    /// The end as an instant; dates and floating times are read in the window's zone:
    /// `occurrence.endDate.timeIntervalSince(occurrence.startDate)` is the length in seconds.
    public var endDate: Date { end.instant(in: displayZone).date }

    /// The identity of the component that describes the occurrence, as a key for what is made once an event:
    /// `titles[occurrence.eventIdentity]`.
    ///
    /// It holds as long as the occurrence, or another of its event, is kept.
    public var eventIdentity: ObjectIdentifier { ObjectIdentifier(member) }

    /// SUMMARY, the title, or nil: `SUMMARY:Stand-up\, late` is `Stand-up, late`.
    public var summary: String? { member.summary }
    /// LOCATION as it is read by people, or nil: `LOCATION:Room 4`.
    public var location: String? { event.location }
    /// STATUS, or nil: `STATUS:TENTATIVE` is `.tentative`.
    ///
    /// Cancelled occurrences are given too, unless ``ExpansionOptions/hidesCancelled`` is set.
    public var status: Event.Status? { event.status }
    /// ORGANIZER, normalised: of `ORGANIZER;CN=Nora Lind:MAILTO:nora@Studio.example` the email is
    /// `nora@studio.example`.
    public var organizer: Organizer? { event.organizer }
    /// ATTENDEE in the order of the file, normalised: `occurrence.attendees.filter { $0.status == .accepted }`.
    public var attendees: [Attendee] { event.attendees }
}

extension Occurrence: CustomStringConvertible {
    /// Start, end and summary: `2026-03-30T09:15:00+02:00 2026-03-30T09:30:00+02:00 Stand-up`.
    public var description: String { "\(start) \(end) \(summary ?? "")" }
}

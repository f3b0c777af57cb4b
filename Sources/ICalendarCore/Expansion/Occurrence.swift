public import EssentialFoundation

/// One occurrence of an event.
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

    /// Creates an occurrence without a search, for example when decoding one.
    package init(
        _ event: Event,
        start: OccurrenceTime,
        end: OccurrenceTime,
        recurrenceID: OccurrenceTime?,
        isDetached: Bool,
        calendarName: String?,
        method: String?,
        file: String?,
        in displayZone: Zone
    ) {
        let clock = SeriesClock(start, displayZone)
        let member = SeriesMember(
            ScheduledEvent(event),
            start: event.start ?? .date(CivilDate(dayNumber: 0)),
            uid: event.uid ?? "",
            origin: .init(calendarName: calendarName, file: file, method: method)
        )
        frame = OccurrenceFrame(
            member,
            clock: clock,
            originalClock: recurrenceID.map { SeriesClock($0, displayZone) },
            isDetached: isDetached,
            displayZone: displayZone
        )
        startKey = SeriesClock.key(of: start)
        endKey = SeriesClock.key(of: end)
        originalKey = recurrenceID.map(SeriesClock.key) ?? 0
    }

    /// The identity of the data that this occurrence shares with other occurrences, valid as long as any of them
    /// exists.
    package var frameIdentity: ObjectIdentifier { ObjectIdentifier(frame) }

    package var member: SeriesMember { frame.member }
    package var displayZone: Zone { frame.displayZone }
    /// The form of the start and end times.
    package var clock: SeriesClock { frame.clock }
    package var endsLater: Bool { endKey > startKey }

    /// The start in the form that the event uses.
    ///
    /// For example, `print(occurrence.start)` prints `2026-03-30T09:15:00+02:00`, or `2026-04-03` for an all-day event.
    public var start: OccurrenceTime { frame.clock.time(ofKey: startKey) }
    /// The exclusive end.
    ///
    /// For an all-day event, the end is the day after the last day, so an event with `DTEND;VALUE=DATE:20260407`
    /// includes April 6 but not April 7. For an event without a duration, the end equals the start.
    public var end: OccurrenceTime { frame.clock.time(ofKey: endKey) }
    /// The original start of an instance in a series, as in its `RECURRENCE-ID`, or nil for a single event.
    ///
    /// Together, `uid` and `recurrenceID` identify an occurrence, even in other programs.
    public var recurrenceID: OccurrenceTime? { frame.originalClock?.time(ofKey: originalKey) }
    /// Whether an override with `RECURRENCE-ID` replaces the instance that the rule generates.
    ///
    /// The EventKit equivalent is `isDetached`.
    public var isDetached: Bool { frame.isDetached }

    /// The event that describes the occurrence, from the master's or the override's component:
    /// `occurrence.event.url`.
    ///
    /// In a calendar with METHOD:CANCEL, the STATUS of every event is CANCELLED. A canceled override may lack
    /// DTSTART, so use the occurrence's ``start`` instead.
    public var event: Event { member.event }
    /// The UID, such as `stand-up@studio.example`, or a UID derived from the content if the event has none.
    public var uid: String { member.uid }
    /// The calendar's name, from `NAME:Studio`, X-WR-CALNAME, or the file name.
    public var calendarName: String? { member.calendarName }
    /// The calendar's color as written, from COLOR or X-APPLE-CALENDAR-COLOR.
    package var calendarColor: String? { member.calendarColor }
    /// The uppercase METHOD of the calendar (RFC 5545 section 3.7.2), or nil.
    ///
    /// `METHOD:REQUEST` is an invitation, and `METHOD:CANCEL` cancels the events. Unknown words and values longer than
    /// 64 bytes are ignored.
    public var method: String? { member.method }
    /// The file name as given when the file was read, such as `calendars/studio.ics`, or nil for bytes without a
    /// name.
    public var file: String? { member.file }
    /// The one-based line number of the component's `BEGIN:VEVENT` in the file.
    public var line: Int? { member.line }
    /// Returns the event and, if the search has not decoded it yet, the diagnostics from decoding it.
    ///
    /// Unlike ``event``, this function does not cache the decoded event, which suits programs that need each event
    /// only once.
    package func decodedEvent() -> (event: Event, diagnostics: [Diagnostic]) { member.decoded() }
    /// Returns the decoded event for callers that do not need its times; DTSTART and similar properties may be
    /// missing.
    package func decodedEventBesideTimes() -> (event: Event, diagnostics: [Diagnostic]) {
        member.decoded(besideTimes: true)
    }

    /// Whether the occurrence is all-day, as with `DTSTART;VALUE=DATE:20260403`.
    public var isAllDay: Bool { frame.clock.kind == .allDay }
    /// The start as an instant.
    ///
    /// Dates and floating times are read in the window's zone, so `occurrence.startDate` can be compared with
    /// `Date()` for any event.
    public var startDate: Date { start.instant(in: displayZone).date }
    /// The end as an instant.
    ///
    /// Dates and floating times are read in the window's zone.
    /// `occurrence.endDate.timeIntervalSince(occurrence.startDate)` is the length in seconds.
    public var endDate: Date { end.instant(in: displayZone).date }

    /// The identity of the component that describes the occurrence, for use as a cache key:
    /// `titles[occurrence.eventIdentity]`.
    ///
    /// Valid as long as any occurrence of the event exists.
    package var eventIdentity: ObjectIdentifier { ObjectIdentifier(member) }

    /// The title from SUMMARY, or nil: `SUMMARY:Stand-up\, late` is `Stand-up, late`.
    public var summary: String? { member.summary }
    /// The location from LOCATION as display text, or nil: `LOCATION:Room 4`.
    public var location: String? { event.location }
    /// The status from STATUS, or nil: `STATUS:TENTATIVE` is `.tentative`.
    ///
    /// Canceled occurrences are included unless ``ExpansionOptions/hidesCancelled`` is true.
    public var status: Event.Status? { event.status }
    /// The normalized organizer from ORGANIZER.
    ///
    /// For `ORGANIZER;CN=Nora Lind:MAILTO:nora@Studio.example`, the email is `nora@studio.example`.
    public var organizer: Organizer? { event.organizer }
    /// The normalized attendees from ATTENDEE, in file order:
    /// `occurrence.attendees.filter { $0.status == .accepted }`.
    public var attendees: [Attendee] { event.attendees }
}

extension Occurrence: CustomStringConvertible {
    /// The start, end, and summary: `2026-03-30T09:15:00+02:00 2026-03-30T09:30:00+02:00 Stand-up`.
    public var description: String { "\(start) \(end) \(summary ?? "")" }
}

extension SeriesClock {
    fileprivate init(_ time: OccurrenceTime, _ displayZone: Zone) {
        switch time {
        case .date: self.init(kind: .allDay, zone: displayZone)
        case .floating: self.init(kind: .floating, zone: displayZone)
        case .instant(_, let zone): self.init(kind: .zoned, zone: zone)
        }
    }

    fileprivate static func key(of time: OccurrenceTime) -> Int {
        switch time {
        case .date(let date): CivilDateTime(date).secondNumber
        case .floating(let time): time.secondNumber
        case .instant(let instant, _): instant.secondsSince1970
        }
    }
}

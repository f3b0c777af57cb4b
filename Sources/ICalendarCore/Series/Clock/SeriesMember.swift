import Synchronization

/// A component of a series, either a master or an override, shared by all of its occurrences.
package final class SeriesMember: Sendable {
    package let uid: String
    package let uidHash: UIDHash
    /// The event's index within the calendar.
    private let number: Int32
    private let origin: Origin
    package var calendarName: String? { origin.calendarName }
    /// The color of the component's calendar as written, from COLOR or X-APPLE-CALENDAR-COLOR.
    package var calendarColor: String? { origin.calendarColor }
    package var file: String? { origin.file }
    /// The number of the component's calendar within the search.
    package var calendarNumber: Int { origin.number }
    package var schedule: EventSchedule { source.schedule }
    package let start: EventTime
    /// Whether the component was screened out and only replaces other components.
    let isAbsent: Bool
    package var line: Int? { schedule.line }
    /// The uppercase METHOD of the component's calendar.
    package var method: String? { origin.method }
    var endName: String { origin.endName }
    /// Whether the component's STATUS is CANCELLED or its calendar's METHOD implies cancellation.
    package var isCancelled: Bool { schedule.isCancelled || origin.isCancellation }
    private let source: ScheduledEvent
    /// The event, decoded on first access unless the source already has it.
    private let decodedEvent = AtomicLazyReference<DecodedEvent>()

    /// An event together with its title, which callers request repeatedly.
    private final class DecodedEvent: Sendable {
        let event: Event
        let summary: String?

        init(_ event: Event) {
            self.event = event
            summary = event.summary
        }
    }

    package final class Origin: Sendable {
        let calendarName: String?
        let calendarColor: String?
        let file: String?
        /// The calendar's zero-based number within the search.
        let number: Int
        package let method: String?
        /// The end property's name in messages: DTEND, or DUE for to-dos.
        let endName: String
        /// The word for a component in messages.
        var kind: String { endName == "DUE" ? "to-do" : "event" }
        /// Whether the method is CANCEL, which cancels all components (RFC 5546 section 3.2.5).
        let isCancellation: Bool

        init(
            calendarName: String?,
            calendarColor: String? = nil,
            file: String?,
            number: Int = 0,
            method: String? = nil,
            endName: String = "DTEND"
        ) {
            self.endName = endName
            self.calendarName = calendarName
            self.calendarColor = calendarColor
            self.file = file
            self.number = number
            // Each JSON row repeats the method, and no real method exceeds 64 bytes.
            self.method = method.flatMap { word in
                let isKnown = MethodGrammar.methods.contains(word) || ValueLimits.isExtension(word)
                return isKnown && word.utf8.count <= 64 ? word : nil
            }
            isCancellation = method == "CANCEL"
        }
    }

    package init(
        _ source: ScheduledEvent,
        start: EventTime,
        uid: String,
        uidHash: UIDHash? = nil,
        origin: Origin,
        number: Int = 0,
        isAbsent: Bool = false
    ) {
        self.source = source
        self.number = Int32(clamping: number)
        self.isAbsent = isAbsent
        self.start = start
        self.uid = uid
        self.uidHash = uidHash ?? UIDHash(uid)
        self.origin = origin
    }

    /// A position in a file: the line, and the index among the events, because an entire jCal file may be one line.
    package struct Place: Hashable, Comparable {
        let line: Int
        let number: Int32

        package static func < (left: Place, right: Place) -> Bool {
            (left.line, left.number) < (right.line, right.number)
        }
    }

    var place: Place { Place(line: line ?? Int(number), number: number) }

    /// Returns whether this revision is older than another: by SEQUENCE, then DTSTAMP, then position in the file.
    func isOlder(than other: SeriesMember) -> Bool {
        if schedule.sequence != other.schedule.sequence { return schedule.sequence < other.schedule.sequence }
        if schedule.stamp != other.schedule.stamp { return schedule.stamp < other.schedule.stamp }
        return place < other.place
    }

    /// The event that the component describes, decoded on first access and then cached.
    ///
    /// If several threads request the event at the same time, each decodes it and only one result is kept.
    package var event: Event {
        if origin.isCancellation { return decoded.event }
        return source.event ?? decoded.event
    }

    /// The event as written, regardless of its calendar's METHOD.
    package var writtenEvent: Event { source.event ?? decoded.event }

    /// The SUMMARY, decoded only once.
    package var summary: String? { decoded.summary }

    private var decoded: DecodedEvent {
        decodedEvent.load()
            ?? decodedEvent.storeIfNil(DecodedEvent(asMeant(source.event ?? source.decoded().event)))
    }

    private func asMeant(_ event: Event) -> Event {
        guard origin.isCancellation, event.status != .cancelled else { return event }
        var event = event
        event.status = .cancelled
        return event
    }

    /// Decodes the event without caching it, and returns it with the resulting diagnostics.
    ///
    /// If `besideTimes` is true, the properties that define its times may be missing.
    package func decoded(besideTimes: Bool = false) -> (event: Event, diagnostics: [Diagnostic]) {
        let (event, diagnostics) = source.decoded(besideTimes: besideTimes)
        return (asMeant(event), diagnostics)
    }
}

/// The data shared by all occurrences of one part of a series.
///
/// Sharing the data reduces each occurrence to a reference and three numbers.
package final class OccurrenceFrame: Sendable {
    /// The component that describes the occurrences, either the master or an override.
    package let member: SeriesMember
    package let clock: SeriesClock
    /// The format of original starts in output, or nil if there are no original starts.
    package let originalClock: SeriesClock?
    package let isDetached: Bool
    package let displayZone: Zone

    package init(
        _ member: SeriesMember,
        clock: SeriesClock,
        originalClock: SeriesClock?,
        isDetached: Bool,
        displayZone: Zone
    ) {
        self.member = member
        self.clock = clock
        self.originalClock = originalClock
        self.isDetached = isDetached
        self.displayZone = displayZone
    }
}

import Synchronization

/// A component of a series, shared by all its occurrences.
final class SeriesMember: Sendable {
    /// Its UID, or the one made for it.
    let uid: String
    /// A hash of that.
    let uidHash: UIDHash
    /// Where it is from.
    private let origin: Origin
    /// The name of its calendar.
    var calendarName: String? { origin.calendarName }
    /// The file that it was read from.
    var file: String? { origin.file }
    /// Which of the calendars that are searched together it is from.
    var calendarNumber: Int { origin.number }
    /// When it happens, as written.
    var schedule: EventSchedule { source.schedule }
    /// DTSTART.
    let start: EventTime
    /// The line of BEGIN.
    var line: Int? { schedule.line }
    /// Whether its STATUS is CANCELLED.
    var isCancelled: Bool { schedule.isCancelled }
    private let source: ScheduledEvent
    /// The event, once somebody asked for one that was not decoded.
    private let decodedEvent = AtomicLazyReference<DecodedEvent>()

    /// An event, and its title, which is asked for again and again.
    private final class DecodedEvent: Sendable {
        let event: Event
        let summary: String?

        init(_ event: Event) {
            self.event = event
            summary = event.summary
        }
    }

    /// What all members of a calendar share.
    final class Origin: Sendable {
        /// The name of the calendar.
        let calendarName: String?
        /// The file that it was read from.
        let file: String?
        /// Which of the calendars that are searched together it is, from 0.
        let number: Int

        init(calendarName: String?, file: String?, number: Int = 0) {
            self.calendarName = calendarName
            self.file = file
            self.number = number
        }
    }

    init(
        _ source: ScheduledEvent,
        start: EventTime,
        uid: String,
        uidHash: UIDHash? = nil,
        origin: Origin
    ) {
        self.source = source
        self.start = start
        self.uid = uid
        self.uidHash = uidHash ?? UIDHash(uid)
        self.origin = origin
    }

    /// The event that the component describes; decoded at the first call, and kept.
    ///
    /// Where several threads are the first, each decodes it, and one is kept.
    var event: Event {
        source.event ?? decoded.event
    }

    /// SUMMARY; looked for once.
    var summary: String? { decoded.summary }

    private var decoded: DecodedEvent {
        decodedEvent.load() ?? decodedEvent.storeIfNil(DecodedEvent(source.event ?? source.decoded().event))
    }

    /// The event, decoded now and not kept, and what is to be said of it; with `besideTimes` what says when it happens
    /// may be missing.
    func decoded(besideTimes: Bool = false) -> (event: Event, diagnostics: [Diagnostic]) {
        source.decoded(besideTimes: besideTimes)
    }
}

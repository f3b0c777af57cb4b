import Synchronization

/// A component of a series, shared by all its occurrences.
final class SeriesMember: Sendable {
    /// Its UID, or the one made for it.
    let uid: String
    /// A hash of that.
    let uidHash: UIDHash
    /// The name of its calendar.
    let calendarName: String?
    /// The file that it was read from.
    let file: String?
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
    private let decodedEvent = Mutex<Event?>(nil)

    init(
        _ source: ScheduledEvent,
        start: EventTime,
        uid: String,
        uidHash: UIDHash? = nil,
        calendarName: String?,
        file: String?
    ) {
        self.source = source
        self.start = start
        self.uid = uid
        self.uidHash = uidHash ?? UIDHash(uid)
        self.calendarName = calendarName
        self.file = file
    }

    /// The event that the component describes; decoded at the first call, and kept.
    var event: Event {
        if let event = source.event { return event }
        return decodedEvent.withLock { known in
            if let known { return known }
            let event = source.decoded().event
            known = event
            return event
        }
    }

    /// The event, decoded now and not kept, and what is to be said of it.
    func decoded() -> (event: Event, diagnostics: [Diagnostic]) {
        source.decoded()
    }
}

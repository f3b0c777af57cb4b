import ICSConsole
import ICSItems
import ICalendar

extension JSONText {
    /// Appends `,"recurrenceRules":["FREQ=DAILY"],"alarms":[{"action":"DISPLAY","trigger":"-PT15M"}]`.
    ///
    /// Empty lists are omitted.
    static func append(_ rules: [RecurrenceRule], _ alarms: [Alarm], to bytes: inout [UInt8]) {
        JSONText.append(key: "recurrenceRules", list: rules, to: &bytes) {
            JSONText.append(string: RuleLine.text(of: $0), to: &$1)
        }
        JSONText.append(key: "alarms", list: alarms.filter { !$0.isNone }, to: &bytes, append)
    }

    /// Appends `{action, trigger, related, description}`, with `related` only if the trigger is relative to the end.
    private static func append(_ alarm: Alarm, to bytes: inout [UInt8]) {
        var (trigger, related): (String?, String?)
        switch alarm.trigger {
        case .relative(let distance, let edge):
            trigger = distance.description
            related = edge == .end ? "END" : nil
        case .absolute(let instant): trigger = instant.description
        case nil: break
        }
        JSONText.append(
            object: [
                ("action", alarm.component.text("ACTION")), ("trigger", trigger), ("related", related),
                ("description", alarm.descriptionText),
            ],
            to: &bytes
        )
    }
}

#if CommandLine
    import ICSTemplates
    import ICSViews
    import ICalendarStore
    import SystemIO

    struct EventOutput {
        private let format: OutputFormat
        private let store: EventStore
        private let window: OccurrenceWindow
        private let hasIdentifiers: Bool
        private let hasDetails: Bool
        private var list: ListOutput
        private var calendar: StreamedCalendar?
        private var page: PageOutput?
        private let template: PageTemplate?
        /// The user's addresses in lowercase, which a page needs to mark declined events.
        var addresses: Set<String> = []
        /// The first calendar in which each UID was found.
        private var owners: [String: String] = [:]

        /// Creates an output for a window.
        ///
        /// With details, objects include recurrence rules and alarms.
        init(
            _ format: OutputFormat,
            of store: EventStore,
            in window: OccurrenceWindow,
            withIdentifiers: Bool = false,
            withDetails: Bool = false,
            template: PageTemplate? = nil
        ) throws {
            self.format = format
            self.store = store
            self.window = window
            hasIdentifiers = withIdentifiers
            hasDetails = withDetails
            list = ListOutput(format, to: .output)
            let form: EventForm? =
                switch format {
                case .ics: .ics
                case .jcal: .jcal
                case .xcal: .xcal
                case .text, .json, .ndjson, .freebusy, .csv, .html, .svg, .md, .month: nil
                }
            self.template = template
            page =
                template == nil
                ? PageOutput(format, in: window, to: .output) : PageOutput(gathering: window)
            calendar = form.map { StreamedCalendar($0, to: .output) }
        }

        /// Adds an event, putting a prefix before its line of text.
        mutating func add(_ event: CalendarEvent, after prefix: String = "") throws(WriteError) {
            guard let occurrence = event.occurrence else { return }
            if page != nil {
                try page?.add(occurrence, of: ViewedCalendar(event.calendar), addresses: addresses)
                return
            }
            switch format {
            case .text, .json, .ndjson:
                let (zone, store) = (window.zone, store)
                let (hasIdentifiers, hasDetails) = (hasIdentifiers, hasDetails)
                try list.add {
                    [prefix + Self.line(event, occurrence, in: zone, withIdentifier: hasIdentifiers)]
                } json: {
                    Self.append(event, occurrence, of: store, to: &$0)
                    guard hasDetails else { return }
                    $0.removeLast()
                    JSONText.append(event.event.recurrenceRules, event.event.alarms, to: &$0)
                    $0.append(UInt8(ascii: "}"))
                }
            case .freebusy, .csv, .html, .svg, .md, .month: break
            case .ics, .jcal, .xcal:
                var alone = occurrence.standaloneEvent
                let calendar = event.calendar?.calendarIdentifier ?? ""
                // Events in different calendars are different even if they share a UID.
                let owner = owners[occurrence.uid] ?? calendar
                owners[occurrence.uid] = owner
                if owner != calendar { alone.uid = "\(calendar):\(occurrence.uid)" }
                try self.calendar?.add(alone)
            }
        }

        mutating func add(_ reminder: Reminder) throws(WriteError) {
            try list.add {
                [ReminderOutput.line(reminder, of: store)]
            } json: {
                ReminderOutput.append(reminder, of: store, to: &$0)
            }
        }

        static func write(_ busy: FreeBusy) throws(WriteError) {
            var calendar = CalendarObject(events: [], productID: CollectedItems.productID)
            calendar.component.components = [busy.component]
            try Descriptor.output.writeShown(CalendarFile(calendars: [calendar]).icsBytes())
        }

        mutating func finish() throws {
            if let page {
                if let notice = page.notice { Program.errors.print([notice]) }
                guard let template else { return try page.finish() }
                return try Descriptor.output.writeShown(TemplateFile.rendered(template, page.contents))
            }
            switch format {
            case .text, .json, .ndjson: try list.finish()
            case .ics, .jcal, .xcal: try calendar?.finish()
            case .freebusy, .csv, .html, .svg, .md, .month: break
            }
        }

        /// Returns an event as one line: `2026-03-30 Mon 09:15-09:30  Stand-up             Room 4`.
        private static func line(
            _ event: CalendarEvent,
            _ occurrence: Occurrence,
            in zone: Zone,
            withIdentifier: Bool
        ) -> String {
            let start = occurrence.start.instant(in: zone)
            let end = max(start, occurrence.end.instant(in: zone))
            var times = MomentText.time(start, in: zone)
            if case .date(let first) = occurrence.start, case .date(let last) = occurrence.end {
                let days = last.dayNumber - first.dayNumber
                times = days > 1 ? "\(days) days" : "all day"
            } else if end > start {
                times = MomentText.span(start..<end, in: zone)
            }
            var title = Words.title(event.title)
            var marks: [String] = []
            if event.status == .canceled { marks.append("cancelled") }
            if event.status == .tentative { marks.append("tentative") }
            if occurrence.isDetached { marks.append("changed") }
            if !marks.isEmpty { title += " (\(marks.joined(separator: ", ")))" }
            var line = "\(MomentText.day(start, in: zone))  \(TextWidth.padded(times, to: 13))  "
            let location = event.location.map { "  \($0)" } ?? ""
            line += location.isEmpty ? title : TextWidth.padded(title, to: 32) + location
            guard withIdentifier, let identifier = event.occurrenceIdentifier else { return line }
            return "\(line)  \(identifier)"
        }

        /// Appends the same JSON object as `ics-expand`, preceded by `id` and `calendarId`.
        private static func append(
            _ event: CalendarEvent,
            _ occurrence: Occurrence,
            of store: EventStore,
            to bytes: inout [UInt8]
        ) {
            let ids = [
                ("id", event.occurrenceIdentifier), ("calendarId", event.calendar?.calendarIdentifier),
            ]
            JSONText.append(object: ids, to: &bytes)
            bytes[bytes.count - 1] = UInt8(ascii: ",")
            var rest: [UInt8] = []
            JSONText.append(
                occurrence,
                occurrence.event,
                calendar: event.calendar?.title,
                file: store.path(of: event)?.description,
                to: &rest
            )
            bytes += rest.dropFirst()
        }
    }

    enum ReminderOutput {
        /// Returns a reminder as one line: `[ ] 2026-04-02 18:00 Water the plants (high)      home:plants`.
        ///
        /// The mark `[!]` means overdue, `[x]` completed, and `[-]` canceled.
        static func line(_ reminder: Reminder, of store: EventStore, withIdentifier: Bool = true) -> String {
            let time = TextWidth.padded(dueText(reminder, of: store), to: 16)
            var title = Words.title(reminder.title)
            let isOverdue = reminder.isOverdue(in: store.zone)
            let marks = [isOverdue ? "overdue" : nil, PriorityText.text(of: reminder.priority)]
                .compactMap(\.self)
            if !marks.isEmpty { title += " (\(marks.joined(separator: ", ")))" }
            let mark =
                reminder.isCompleted ? "x" : reminder.todo.status == .cancelled ? "-" : isOverdue ? "!" : " "
            title += reminder.todo.categories.map { " #\($0)" }.joined()
            let line = "[\(mark)] \(time)  "
            return withIdentifier
                ? line + TextWidth.padded(title, to: 32) + "  " + reminder.id : line + title
        }

        static func due(_ reminder: Reminder) -> EventTime? { reminder.due ?? reminder.todo.start }

        /// Returns the due time in the store's zone, or an empty string if there is none.
        static func dueText(_ reminder: Reminder, of store: EventStore) -> String {
            guard let time = due(reminder) else { return "" }
            switch time {
            case .utc, .zoned:
                guard let instant = reminder.latest else { return EventFields.text(time) }
                return "\(store.zone.civil(at: instant).date) \(MomentText.time(instant, in: store.zone))"
            case .date, .floating: return EventFields.text(time)
            }
        }

        /// Returns a time as in the JSON of events: a date, a time without an offset if floating, or an RFC 3339 time.
        private static func json(_ time: EventTime, _ known: Instant?, in zone: Zone) -> String {
            switch time {
            case .date(let date): return date.description
            case .floating(let civil): return civil.description
            case .utc, .zoned:
                // A zone that only the file defines.
                guard let instant = time.instant(in: zone) ?? known else { return time.civil.description }
                return MomentText.rfc3339(instant, in: zone)
            }
        }

        static func append(_ reminder: Reminder, of store: EventStore, to bytes: inout [UInt8]) {
            let start = reminder.todo.start.map { start in
                json(start, start == due(reminder) ? reminder.latest : nil, in: store.zone)
            }
            JSONText.append(
                object: [
                    ("id", reminder.id), ("calendarId", reminder.calendar?.calendarIdentifier),
                    ("uid", reminder.calendarItemExternalIdentifier), ("summary", reminder.title),
                    ("start", start),
                    ("due", due(reminder).map { json($0, reminder.latest, in: store.zone) }),
                    ("status", reminder.todo.status?.rawValue),
                    ("completed", reminder.todo.completed?.description),
                    ("location", reminder.location), ("url", reminder.url),
                    ("description", reminder.notes),
                ],
                to: &bytes
            ) {
                JSONText.append(key: "isCompleted", literal: reminder.isCompleted, to: &$0)
                if reminder.isOverdue(in: store.zone) {
                    JSONText.append(key: "isOverdue", literal: true, to: &$0)
                }
                JSONText.append(key: "priority", literal: reminder.priority, to: &$0)
                JSONText.append(key: "categories", list: reminder.todo.categories, to: &$0) {
                    JSONText.append(string: $0, to: &$1)
                }
                JSONText.append(reminder.recurrenceRules, reminder.alarms, to: &$0)
            }
        }
    }
#endif

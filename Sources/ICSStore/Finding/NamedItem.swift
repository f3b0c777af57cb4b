import ICSItems
import ICalendar
import ICalendarStore

#if CommandLine
    /// The properties shared by events and reminders.
    protocol ItemProperties {
        var title: String { get }
        var calendar: EventCalendar? { get }
        var hasChanges: Bool { get }
        var hasRecurrenceRules: Bool { get }
        var calendarItemExternalIdentifier: String { get }
        var component: Component { get }
        /// Returns the file that the item was read from.
        func path(in store: EventStore) -> CalendarPath?
    }

    extension CalendarEvent: ItemProperties {
        var component: Component { event.component }
        func path(in store: EventStore) -> CalendarPath? { store.path(of: self) }
    }

    extension Reminder: ItemProperties {
        var component: Component { todo.component }
        func path(in store: EventStore) -> CalendarPath? { store.path(of: self) }
    }

    /// A named event or reminder, and the default span for changes.
    struct NamedItem {
        enum Item {
            case event(CalendarEvent)
            case reminder(Reminder)
        }

        var item: Item
        /// The default span: one occurrence if one was named, otherwise the whole series.
        var usualSpan: EventSpan
        /// Whether the user named the whole event rather than an occurrence.
        var isSeries = false

        init(_ event: CalendarEvent, usualSpan: EventSpan, isSeries: Bool = false) {
            item = .event(event)
            self.usualSpan = usualSpan
            self.isSeries = isSeries
        }

        init(_ reminder: Reminder, usualSpan: EventSpan) {
            item = .reminder(reminder)
            self.usualSpan = usualSpan
        }

        var isEvent: Bool { if case .event = item { true } else { false } }

        var reminder: Reminder? { if case .reminder(let reminder) = item { reminder } else { nil } }

        var fields: EventFields {
            switch item {
            case .event(let event): EventFields(event.event)
            case .reminder(let reminder): EventFields(reminder)
            }
        }

        var properties: any ItemProperties {
            switch item {
            case .event(let event): event
            case .reminder(let reminder): reminder
            }
        }

        var calendar: EventCalendar? { properties.calendar }

        /// Outlook's all-day flag, which is not an editable field.
        var isMicrosoftAllDay: Bool? {
            if case .event(let event) = item { event.event.isMicrosoftAllDay } else { nil }
        }

        /// The name for questions and messages: `Stand-up, 2026-03-30 09:30, in Studio`, or a reminder's title.
        var title: String {
            switch item {
            case .event(let event):
                let fields = fields
                let title = Words.title(fields.text(.title))
                let start = fields.text(.start) + fields.foreignZone
                return "\(title), \(start), in \(event.calendar?.title ?? "no calendar")"
            case .reminder(let reminder): return Words.title(reminder.title)
            }
        }

        /// Returns a description of the part of an event that a span covers, or nil for a reminder.
        func reach(_ span: EventSpan) -> String? {
            guard case .event(let event) = item else { return nil }
            guard event.hasRecurrenceRules || event.occurrence?.recurrenceID != nil else {
                return "this event"
            }
            switch span {
            case .thisEvent: return "this occurrence"
            case .futureEvents: return "this occurrence and all that follow"
            case .allEvents: return "the whole series"
            }
        }

        /// Returns the item's name, including the part that a span covers: `this occurrence of Water the plants`.
        func words(_ span: EventSpan) -> String {
            if let reach = reach(span) { return "\(reach), \(title)" }
            guard case .reminder(let reminder) = item, ItemIdentifier(reminder.id)?.slot != nil else {
                return title
            }
            switch span {
            case .thisEvent: return "this occurrence of \(title)"
            case .futureEvents: return "this occurrence of \(title) and all that follow"
            case .allEvents: return "all occurrences of \(title)"
            }
        }

        mutating func apply(_ new: EventFields, over old: EventFields, in zone: Zone) throws(FieldError) {
            switch item {
            case .event(var event):
                try new.apply(over: old, to: &event, in: zone)
                item = .event(event)
            case .reminder(var reminder):
                try new.apply(over: old, to: &reminder, in: zone)
                item = .reminder(reminder)
            }
        }

        func checkWritable() throws(CommandError) {
            guard calendar?.allowsContentModifications != false else { throw .readOnly(calendar) }
        }

        func files(bySaving span: EventSpan?, in store: EventStore) throws -> [CalendarFile] {
            switch item {
            case .event(let event): try store.files(bySaving: event, span: span ?? usualSpan)
            case .reminder(let reminder): try store.files(bySaving: reminder, span: span)
            }
        }

        private var uid: String { properties.calendarItemExternalIdentifier }
        private var isCompleted: Bool { reminder?.isCompleted == true }

        static func mayDivide(_ span: EventSpan?) -> Bool { span != .thisEvent && span != .allEvents }

        /// Returns whether saving the item would split its series in two, based on the files to be written.
        func divides(in files: [CalendarFile]) -> Bool {
            !isCompleted
                && files.flatMap(\.calendars).flatMap(\.component.components).contains {
                    $0.name != "VTIMEZONE" && $0.text("UID") != uid
                }
        }

        /// The line about a split series in a list of changes.
        static let division = "  the series ends before this occurrence and continues as a new one"

        /// If saving has split the series, returns a sentence about the new series.
        func continuation(of old: NamedItem) -> String? {
            guard uid != old.uid else { return nil }
            if isCompleted {
                return "this instance is now the separate, completed reminder \(reminder?.id ?? uid)"
            }
            return
                "the series now ends before this occurrence and continues as a new one with the printed identifier"
        }

        /// Saves the item.
        ///
        /// Returns the series or occurrence identifier, whichever the user named.
        ///
        /// Without a span, a change to a reminder's rule applies from the next instance onward, and other changes apply
        /// to the whole series.
        mutating func save(in store: EventStore, span: EventSpan?, commit: Bool) throws -> String {
            switch item {
            case .event(var event):
                try store.save(&event, span: span ?? usualSpan, commit: commit)
                item = .event(event)
                return (isSeries ? event.eventIdentifier : event.occurrenceIdentifier) ?? ""
            case .reminder(var reminder):
                let isSeries = reminder.isSeries
                if let span {
                    try store.save(&reminder, span: span, commit: commit)
                } else {
                    try store.save(&reminder, commit: commit)
                }
                item = .reminder(reminder)
                return isSeries ? reminder.seriesIdentifier : reminder.id
            }
        }

        func move(to calendar: EventCalendar, in store: EventStore) throws -> String {
            switch item {
            case .event(var event):
                event.calendar = calendar
                try store.save(&event, span: .allEvents, commit: false)
                return event.eventIdentifier ?? ""
            case .reminder(var reminder):
                reminder.calendar = calendar
                try store.save(&reminder, commit: false)
                return reminder.calendarItemIdentifier
            }
        }

        /// Adds the item and its whole series to a collection.
        func add(to collected: inout CollectedItems, of store: EventStore) throws {
            try collected.add(uid, from: try path(in: store))
        }

        /// Returns the file that the item was read from.
        func path(in store: EventStore) throws(CommandError) -> CalendarPath {
            guard let path = properties.path(in: store) else {
                throw CommandError("\(properties.title) was not read from a file")
            }
            return path
        }

        func remove(from store: EventStore, span: EventSpan) throws {
            switch item {
            case .event(let event): try store.remove(event, span: span, commit: false)
            case .reminder(let reminder): try store.remove(reminder, span: span, commit: false)
            }
        }

        /// Returns other programs' changes since the item was found.
        ///
        /// Changes to an event are merged.
        mutating func meanwhile(in store: EventStore) throws -> Meanwhile {
            try store.refreshSourcesIfNecessary()
            switch item {
            case .event(var event):
                let (identifier, before) = (event.eventIdentifier, event.calendar)
                let isThere = try store.refresh(&event)
                item = .event(event)
                guard isThere else {
                    return try identifier.flatMap { try store.event(withIdentifier: $0) } == nil
                        ? .gone : .withoutOccurrence
                }
                event.rollback()
                return .there(EventFields(event.event), in: event.calendar, before: before)
            case .reminder(let reminder):
                let whole = reminder.isSeries ? ItemIdentifier(reminder.calendarItemIdentifier) : nil
                if let now = try whole.map({ try store.reminderSeries($0) })
                    ?? store.reminder(withIdentifier: reminder.id)
                {
                    return .there(EventFields(now), in: now.calendar, before: reminder.calendar)
                }
                return try store.reminder(withIdentifier: reminder.calendarItemIdentifier) == nil
                    ? .gone : .withoutOccurrence
            }
        }
    }
#endif

enum Meanwhile {
    /// The item still exists, perhaps in another calendar, and has these fields.
    case there(EventFields, in: EventCalendar?, before: EventCalendar?)
    case withoutOccurrence
    case gone

    /// Returns the remarks to show before saving.
    ///
    /// Changes by other programs are preserved, except in fields that were also edited here.
    func lines(shown: EventFields, new: EventFields) -> [String] {
        switch self {
        case .gone: return ["  It was removed in the meantime; saving restores it."]
        case .withoutOccurrence:
            return ["  Its series changed in the meantime and no longer has this occurrence."]
        case .there(let now, let calendar, let before):
            var lines: [String] = []
            if let calendar, calendar.calendarIdentifier != before?.calendarIdentifier {
                lines.append("  It was moved to \(calendar.title) in the meantime.")
            }
            for field in new.differences(from: shown)
            where now[field] != shown[field] && now[field] != new[field] {
                let text = now[field].map(EventFields.oneLine).joined(separator: ", ")
                let what = text.isEmpty ? "nothing" : "'\(text)'"
                lines.append("  \(field.rawValue) changed to \(what) in the meantime; overwriting it.")
            }
            return lines
        }
    }
}

/// Why the store could not do what was asked; nothing was changed then, unless the text says otherwise.
///
/// The codes have the names of EventKit's `EKError.Code`.
///
/// ```swift
/// func advice(_ error: StoreError) -> String {
///     error.code == .calendarReadOnly ? "Choose another calendar" : error.description
/// }
/// ```
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it is, for programs: `storeError.code // .calendarReadOnly`.
    public var code: Code
    /// What it is about, a calendar, a file or an item: `storeError.subject // "Holidays"`; nil when there is nothing to
    /// name.
    public var subject: String?
    /// What happened, in one sentence without a full stop: `the calendar can only be read`.
    public var detail: String
    /// The identifier of the item that a commit failed over, to take it out of the batch with
    /// ``EventStore/discardPendingChanges(withIdentifier:)``; nil for other errors: `storeError.itemIdentifier // nil`.
    public var itemIdentifier: String?

    /// An error with all its parts.
    ///
    /// ```swift
    /// let error = StoreError(.calendarReadOnly, "Holidays", "the calendar can only be read")
    /// error.description  // "Holidays: the calendar can only be read"
    /// ```
    public init(_ code: Code, _ subject: String? = nil, _ detail: String) {
        self.code = code
        self.subject = subject
        self.detail = detail
    }

    /// The kind of an error; a struct, so that new kinds break nobody's `switch`.
    ///
    /// ```swift
    /// let mended: Set<StoreError.Code> = [.noStartDate, .datesInverted]
    /// let canBeMended = mended.contains(storeError.code)
    /// ```
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name, as EventKit spells it: `StoreError.Code.calendarReadOnly.description // "calendarReadOnly"`.
        public let description: String

        init(_ name: String) {
            description = name
        }

        /// An event whose file cannot be replaced: a symbolic link, one that its owner protected (mode `0444`), or one with
        /// parts that cannot be read and would be lost, such as half of an event.
        public static let eventNotMutable = Code("eventNotMutable")
        /// An event without a calendar to save it in: `EKError.Code.noCalendar`.
        public static let noCalendar = Code("noCalendar")
        /// An event without a start: a VEVENT that has no `DTSTART`.
        public static let noStartDate = Code("noStartDate")
        /// An event that ends before it starts: `DTEND:20260330T150000Z` after `DTSTART:20260330T160000Z`.
        public static let datesInverted = Code("datesInverted")
        /// A calendar whose items can only be read, as with the mode `0555` of its folder.
        public static let calendarReadOnly = Code("calendarReadOnly")
        /// A calendar that cannot be renamed, coloured or removed, as a single file `holidays.ics`.
        public static let calendarIsImmutable = Code("calendarIsImmutable")
        /// A source in which no calendar can be made or removed, as with the mode `0555` of
        /// its folder.
        public static let sourceDoesNotAllowCalendarAddDelete = Code("sourceDoesNotAllowCalendarAddDelete")
        /// A calendar that takes no events: `EKError.Code.calendarDoesNotAllowEvents`.
        public static let calendarDoesNotAllowEvents = Code("calendarDoesNotAllowEvents")
        /// A calendar that takes no reminders: `EKError.Code.calendarDoesNotAllowReminders`.
        public static let calendarDoesNotAllowReminders = Code("calendarDoesNotAllowReminders")
        /// An event, a calendar or a predicate that another store gave:
        /// `EKError.Code.objectBelongsToDifferentStore`.
        public static let objectBelongsToDifferentStore = Code("objectBelongsToDifferentStore")
        /// Access that was not granted: `EKError.Code.eventStoreNotAuthorized`.
        public static let eventStoreNotAuthorized = Code("eventStoreNotAuthorized")
        /// An occurrence that would begin where another of its series does: a `RECURRENCE-ID` moved onto the
        /// next slot.
        public static let startDateCollidesWithOtherOccurrence = Code("startDateCollidesWithOtherOccurrence")
        /// A reminder that recurs and has no due date: `RRULE` without `DUE` and `DTSTART`.
        public static let recurringReminderRequiresDueDate = Code("recurringReminderRequiresDueDate")
        /// A priority that is not from 0 to 9: `PRIORITY:12`.
        public static let priorityIsInvalid = Code("priorityIsInvalid")
        /// A span that cannot be carried out on this series, such as another minute for all of
        /// `RRULE:FREQ=HOURLY;BYMINUTE=0`.
        public static let invalidSpan = Code("invalidSpan")
        /// An identifier that names nothing in this store, such as `home:nobody`.
        public static let noSuchItem = Code("noSuchItem")
        /// An identifier that several items have, each in a file of its own: two files with `UID:stand-up`.
        public static let ambiguousIdentifier = Code("ambiguousIdentifier")
        /// A new item whose `UID` the calendar has already, which EventKit has no word for.
        public static let identifierIsTaken = Code("identifierIsTaken")
        /// An item that would break a rule of RFC 5545, or never happen: `RRULE:FREQ=DAILY;COUNT=0`.
        public static let invalidItem = Code("invalidItem")
        /// An asynchronous query whose task was cancelled, as by `task.cancel()`.
        public static let cancelled = Code("cancelled")
        /// A window that is empty or inverted: `from` not before `to`.
        public static let invalidWindow = Code("invalidWindow")
        /// A failure of the file system or of this library: `cannot be written: No space left on device`.
        public static let internalFailure = Code("internalFailure")
    }

    /// The subject and what happened: `Holidays: the calendar can only be read`.
    public var description: String {
        (subject.map { "\($0): " } ?? "") + detail
    }
}

/// An error from the store.
///
/// Nothing has changed unless the description states otherwise.
///
/// The codes use the names of EventKit's `EKError.Code`.
///
/// ```swift
/// func advice(_ error: StoreError) -> String {
///     error.code == .calendarReadOnly ? "Choose another calendar" : error.description
/// }
/// ```
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure, for use in code: `storeError.code // .calendarReadOnly`.
    public var code: Code
    /// The name of the calendar, file or item that the error concerns: `storeError.subject // "Holidays"`.
    ///
    /// `nil` when there is nothing to name.
    public var subject: String?
    /// A one-sentence description of the failure, without a final period: `the calendar is read-only`.
    public var detail: String
    /// The identifier of the item that made a commit fail.
    ///
    /// Pass it to ``EventStore/discardPendingChanges(withIdentifier:)`` to remove the item from the batch. `nil` for
    /// other errors: `storeError.itemIdentifier // nil`.
    public var itemIdentifier: String?
    /// The files of ``Code/changedMeanwhile``, by path below the store's folder: `storeError.changedFiles // []`.
    public var changedFiles: [String] = []

    /// Creates an error from a code, an optional subject and a description.
    ///
    /// ```swift
    /// let error = StoreError(.calendarReadOnly, "Holidays", "the calendar is read-only")
    /// error.description  // "Holidays: the calendar is read-only"
    /// ```
    public init(_ code: Code, _ subject: String? = nil, _ detail: String) {
        self.code = code
        self.subject = subject
        self.detail = detail
    }

    /// The kind of an error.
    ///
    /// A struct, so that adding a code does not break an exhaustive `switch`.
    ///
    /// ```swift
    /// let correctable: Set<StoreError.Code> = [.noStartDate, .datesInverted]
    /// let canRetry = correctable.contains(storeError.code)
    /// ```
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name as spelled in EventKit: `StoreError.Code.calendarReadOnly.description // "calendarReadOnly"`.
        public let description: String

        init(_ name: String) {
            description = name
        }

        /// An event whose file cannot be replaced: a symbolic link, a file protected by its owner (mode `0444`), or a
        /// file with unreadable parts that would be lost, such as half of an event.
        public static let eventNotMutable = Code("eventNotMutable")
        /// An event without a calendar to save it in: `EKError.Code.noCalendar`.
        public static let noCalendar = Code("noCalendar")
        /// An event without a start date: a VEVENT that has no `DTSTART`.
        public static let noStartDate = Code("noStartDate")
        /// An event that ends before it starts: `DTEND:20260330T150000Z` after `DTSTART:20260330T160000Z`.
        public static let datesInverted = Code("datesInverted")
        /// A read-only calendar, for example a folder with the mode `0555`.
        public static let calendarReadOnly = Code("calendarReadOnly")
        /// A calendar that cannot be renamed, recolored or removed, such as the single file `holidays.ics`.
        public static let calendarIsImmutable = Code("calendarIsImmutable")
        /// A source in which calendars cannot be added or removed, for example a folder with the mode `0555`.
        public static let sourceDoesNotAllowCalendarAddDelete = Code("sourceDoesNotAllowCalendarAddDelete")
        /// A calendar that does not accept events: `EKError.Code.calendarDoesNotAllowEvents`.
        public static let calendarDoesNotAllowEvents = Code("calendarDoesNotAllowEvents")
        /// A calendar that does not accept reminders: `EKError.Code.calendarDoesNotAllowReminders`.
        public static let calendarDoesNotAllowReminders = Code("calendarDoesNotAllowReminders")
        /// An event, calendar or predicate that belongs to another store: `EKError.Code.objectBelongsToDifferentStore`.
        public static let objectBelongsToDifferentStore = Code("objectBelongsToDifferentStore")
        /// Access that has not been granted: `EKError.Code.eventStoreNotAuthorized`.
        public static let eventStoreNotAuthorized = Code("eventStoreNotAuthorized")
        /// An invitation that would move to another account, where the organizer does not expect it:
        /// `EKError.Code.invitesCannotBeMoved`.
        public static let invitesCannotBeMoved = Code("invitesCannotBeMoved")
        /// An occurrence that would start at the same time as another one in its series: a `RECURRENCE-ID` moved onto
        /// the next slot.
        public static let startDateCollidesWithOtherOccurrence = Code("startDateCollidesWithOtherOccurrence")
        /// A recurring reminder without a due date: `RRULE` without `DUE` and `DTSTART`.
        public static let recurringReminderRequiresDueDate = Code("recurringReminderRequiresDueDate")
        /// A priority outside the range 0 to 9: `PRIORITY:12`.
        public static let priorityIsInvalid = Code("priorityIsInvalid")
        /// A span that this series does not support, such as changing the minute of all occurrences of
        /// `RRULE:FREQ=HOURLY;BYMINUTE=0`.
        public static let invalidSpan = Code("invalidSpan")
        /// An identifier that matches nothing in this store, such as `home:nobody`.
        public static let noSuchItem = Code("noSuchItem")
        /// An identifier shared by several items, each in its own file: two files with `UID:stand-up`.
        public static let ambiguousIdentifier = Code("ambiguousIdentifier")
        /// A new item whose `UID` already exists in the calendar.
        ///
        /// EventKit has no counterpart.
        public static let identifierIsTaken = Code("identifierIsTaken")
        /// An item that would violate RFC 5545, or that would never occur: `RRULE:FREQ=DAILY;COUNT=0`.
        public static let invalidItem = Code("invalidItem")
        /// A commit to undo whose files have changed since, so that `try store.undo(entry)` would lose a change.
        public static let changedMeanwhile = Code("changedMeanwhile")
        /// An asynchronous query whose task was canceled, for example by `task.cancel()`.
        public static let cancelled = Code("cancelled")
        /// An empty or inverted window: `from` is not before `to`.
        public static let invalidWindow = Code("invalidWindow")
        /// A failure of the file system or of this library: `cannot be written: No space left on device`.
        public static let internalFailure = Code("internalFailure")
    }

    /// The subject and the description: `Holidays: the calendar is read-only`.
    public var description: String {
        (subject.map { "\($0): " } ?? "") + detail
    }
}

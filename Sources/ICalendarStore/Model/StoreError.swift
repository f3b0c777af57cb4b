import ICalendar

/// An error from the store.
///
/// An operation that throws an error changes nothing, unless the description states otherwise.
///
/// The codes are named after those in EventKit's `EKError.Code`.
///
/// ```swift
/// func advice(_ error: StoreError) -> String {
///     error.code == .calendarReadOnly ? "Choose another calendar" : error.description
/// }
/// ```
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure, for use by programs: `storeError.code // .calendarReadOnly`.
    public var code: Code
    /// The name of the affected calendar, file, or item: `storeError.subject // "Holidays"`.
    ///
    /// The value is `nil` if no calendar, file, or item is affected.
    public var subject: String?
    /// A description of the failure in one sentence, without a final period: `the calendar is read-only`.
    public var detail: String
    /// The identifier of the item that caused a commit to fail.
    ///
    /// Pass it to ``EventStore/discardPendingChanges(withIdentifier:)`` to remove the item from the batch. For other
    /// errors, the value is `nil`: `storeError.itemIdentifier // nil`.
    public var itemIdentifier: String?
    /// For ``Code/changedMeanwhile``, the paths of the changed files, relative to the store:
    /// `storeError.changedFiles // []`.
    public var changedFiles: [String] = []

    /// Creates an error from a code, an optional subject, and a description.
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

    /// The kind of error.
    ///
    /// This type is a struct rather than an enum, so new codes do not break exhaustive `switch` statements.
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

        /// The event's file cannot be replaced.
        ///
        /// The file is a symbolic link, is write-protected by its owner (mode `0444`), or has unreadable parts that
        /// would be lost, such as half of an event.
        public static let eventNotMutable = Code("eventNotMutable")
        /// There is no calendar to save the event in (`EKError.Code.noCalendar`).
        public static let noCalendar = Code("noCalendar")
        /// The event has no start date: a VEVENT without `DTSTART`.
        public static let noStartDate = Code("noStartDate")
        /// The event ends before it starts: `DTEND:20260330T150000Z` after `DTSTART:20260330T160000Z`.
        public static let datesInverted = Code("datesInverted")
        /// The calendar is read-only, for example a folder with the mode `0555`.
        public static let calendarReadOnly = Code("calendarReadOnly")
        /// The calendar cannot be renamed, recolored, or removed, as with the single file `holidays.ics`.
        public static let calendarIsImmutable = Code("calendarIsImmutable")
        /// Calendars cannot be added to or removed from the source, for example a folder with the mode `0555`.
        public static let sourceDoesNotAllowCalendarAddDelete = Code("sourceDoesNotAllowCalendarAddDelete")
        /// The calendar does not accept events (`EKError.Code.calendarDoesNotAllowEvents`).
        public static let calendarDoesNotAllowEvents = Code("calendarDoesNotAllowEvents")
        /// The calendar does not accept reminders (`EKError.Code.calendarDoesNotAllowReminders`).
        public static let calendarDoesNotAllowReminders = Code("calendarDoesNotAllowReminders")
        /// The event, calendar, or predicate belongs to another store (`EKError.Code.objectBelongsToDifferentStore`).
        public static let objectBelongsToDifferentStore = Code("objectBelongsToDifferentStore")
        /// Access has not been granted (`EKError.Code.eventStoreNotAuthorized`).
        public static let eventStoreNotAuthorized = Code("eventStoreNotAuthorized")
        /// The invitation would move to another account, where the organizer does not expect it
        /// (`EKError.Code.invitesCannotBeMoved`).
        public static let invitesCannotBeMoved = Code("invitesCannotBeMoved")
        /// The occurrence would start at the same time as another occurrence of its series, as when a `RECURRENCE-ID`
        /// is moved to the next slot.
        public static let startDateCollidesWithOtherOccurrence = Code("startDateCollidesWithOtherOccurrence")
        /// The recurring reminder has no due date: `RRULE` without `DUE` and `DTSTART`.
        public static let recurringReminderRequiresDueDate = Code("recurringReminderRequiresDueDate")
        /// The priority is outside the range 0 to 9: `PRIORITY:12`.
        public static let priorityIsInvalid = Code("priorityIsInvalid")
        /// The change cannot be applied to the span.
        ///
        /// For example, the minute cannot change for all occurrences of `RRULE:FREQ=HOURLY;BYMINUTE=0`.
        public static let invalidSpan = Code("invalidSpan")
        /// Nothing in this store has the identifier, for example `home:nobody`.
        public static let noSuchItem = Code("noSuchItem")
        /// Several items in different files share the identifier, for example two files with `UID:stand-up`.
        public static let ambiguousIdentifier = Code("ambiguousIdentifier")
        /// The `UID` of the new item already exists in the calendar.
        ///
        /// This code has no counterpart in EventKit.
        public static let identifierIsTaken = Code("identifierIsTaken")
        /// The item would violate RFC 5545 or would never occur: `RRULE:FREQ=DAILY;COUNT=0`.
        public static let invalidItem = Code("invalidItem")
        /// The files have changed since the commit, so `try store.undo(entry)` would lose those changes.
        public static let changedMeanwhile = Code("changedMeanwhile")
        /// The task of an asynchronous query was canceled, for example by `task.cancel()`.
        public static let cancelled = Code("cancelled")
        /// The window is empty or inverted: `from` is not before `to`.
        public static let invalidWindow = Code("invalidWindow")
        /// The file system or this library failed: `cannot be written: No space left on device`.
        public static let internalFailure = Code("internalFailure")
    }

    /// The subject and the description: `Holidays: the calendar is read-only`.
    public var description: String {
        (subject.map { "\(Words.title($0)): " } ?? "") + detail
    }
}

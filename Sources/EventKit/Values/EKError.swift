public import Foundation
import ICalendarStore

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of event store errors: `EKErrorDomain // "EKErrorDomain"`.
public let EKErrorDomain: String = "EKErrorDomain"

/// An error from an event store.
///
/// ```swift
/// do {
///     try eventStore.save(ekEvent, span: .thisEvent)
/// } catch let error as EKError where error.code == .calendarReadOnly {
///     print(error.localizedDescription)
/// }
/// ```
public struct EKError: CustomNSError, LocalizedError, Hashable, Sendable {
    private let error: NSError

    /// Creates an error from a code and additional information.
    ///
    /// ```swift
    /// EKError(.noCalendar).code  // .noCalendar
    /// ```
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        error = NSError(domain: EKErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// The error code: `EKError(.noCalendar).code // .noCalendar`.
    public var code: Code { Code(rawValue: error.code) ?? .internalFailure }

    /// Additional information, such as a description: `EKError(.noCalendar).userInfo.isEmpty // true`.
    public var userInfo: [String: Any] { error.userInfo }

    /// The domain of the errors: `EKError.errorDomain // "EKErrorDomain"`.
    public static var errorDomain: String { EKErrorDomain }

    /// The error code's raw value: `EKError(.noCalendar).errorCode // 1`.
    public var errorCode: Int { error.code }

    /// The ``userInfo`` for `NSError`: `EKError(.noCalendar).errorUserInfo.isEmpty // true`.
    public var errorUserInfo: [String: Any] { error.userInfo }

    /// A description of the error for users: `EKError(.noCalendar).errorDescription // "noCalendar"`.
    public var errorDescription: String? {
        error.userInfo[NSLocalizedDescriptionKey] as? String ?? "\(code)"
    }

    init(_ code: Code, _ description: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: description])
    }

    /// Converts an error from the underlying store to the error code with the same name.
    init(_ error: StoreError) {
        let codes = (0..<Code.last.rawValue).compactMap(Code.init(rawValue:))
        self.init(codes.first { "\($0)" == error.code.description } ?? .internalFailure, error.description)
    }
}

/// As on Apple's systems, an `EKError` can be caught as `NSError`, and an `NSError` in this domain as `EKError`.
extension EKError: _ObjectiveCBridgeable {
    private init?(_ error: NSError) {
        guard error.domain == EKErrorDomain, let code = Code(rawValue: error.code) else { return nil }
        self.init(code, userInfo: error.userInfo)
    }

    // swift-format-ignore: NoLeadingUnderscores
    /// Returns the error as an `NSError`: `(EKError(.noCalendar) as NSError).code // 1`.
    public func _bridgeToObjectiveC() -> NSError { error }

    // swift-format-ignore: NoLeadingUnderscores
    /// Converts an `NSError` unconditionally: `NSError(domain: EKErrorDomain, code: 1) as? EKError`.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout EKError?) {
        result = EKError(source)
    }

    // swift-format-ignore: NoLeadingUnderscores
    /// Converts an `NSError` if it has this domain: `NSError(domain: "", code: 1) as? EKError // nil`.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout EKError?) -> Bool {
        result = EKError(source)
        return result != nil
    }

    // swift-format-ignore: NoLeadingUnderscores
    /// Converts an `NSError`, or returns ``EKError/internalFailure`` for another domain.
    ///
    /// ```swift
    /// EKError._unconditionallyBridgeFromObjectiveC(nil).code  // .internalFailure
    /// ```
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> EKError {
        source.flatMap { EKError($0) } ?? EKError(.internalFailure)
    }
}

extension EKError {
    /// An error code with the same raw value as on Apple's systems.
    ///
    /// ```swift
    /// let code = EKError.Code(rawValue: 29)  // eventStoreNotAuthorized
    /// ```
    public enum Code: Int, Sendable {
        /// The item's file cannot be replaced: `EKError.Code.eventNotMutable.rawValue // 0`.
        case eventNotMutable = 0
        /// The item has no calendar: `EKError.Code.noCalendar.rawValue // 1`.
        case noCalendar = 1
        /// The event has no start: `EKError.Code.noStartDate.rawValue // 2`.
        case noStartDate = 2
        /// The event has no end: `EKError.Code.noEndDate.rawValue // 3`.
        case noEndDate = 3
        /// The event ends before it starts: `EKError.Code.datesInverted.rawValue // 4`.
        case datesInverted = 4
        /// The file system or the library failed, or the item is invalid: `EKError.Code.internalFailure.rawValue // 5`.
        case internalFailure = 5
        /// The calendar is read-only: `EKError.Code.calendarReadOnly.rawValue // 6`.
        case calendarReadOnly = 6
        /// The event is longer than its recurrence interval; unused on Linux, which allows this.
        ///
        /// `EKError.Code.durationGreaterThanRecurrence.rawValue // 7`.
        case durationGreaterThanRecurrence = 7
        /// The alarm is earlier than the previous occurrence; unused on Linux, which allows this.
        ///
        /// `EKError.Code.alarmGreaterThanRecurrence.rawValue // 8`.
        case alarmGreaterThanRecurrence = 8
        /// The start is too far in the future: later than the year 9999.
        ///
        /// `EKError.Code.startDateTooFarInFuture.rawValue // 9`.
        case startDateTooFarInFuture = 9
        /// Another occurrence of the series already starts at the same time.
        ///
        /// `EKError.Code.startDateCollidesWithOtherOccurrence.rawValue // 10`.
        case startDateCollidesWithOtherOccurrence = 10
        /// The object belongs to another store or was read before a reset.
        ///
        /// `EKError.Code.objectBelongsToDifferentStore.rawValue // 11`.
        case objectBelongsToDifferentStore = 11
        /// An invitation cannot be moved to another account.
        ///
        /// `EKError.Code.invitesCannotBeMoved.rawValue // 12`.
        case invitesCannotBeMoved = 12
        /// The change cannot be applied to the span: `EKError.Code.invalidSpan.rawValue // 13`.
        case invalidSpan = 13
        /// The calendar has no source: `EKError.Code.calendarHasNoSource.rawValue // 14`.
        case calendarHasNoSource = 14
        /// The source of a saved calendar cannot be changed.
        ///
        /// `EKError.Code.calendarSourceCannotBeModified.rawValue // 15`.
        case calendarSourceCannotBeModified = 15
        /// The calendar cannot be changed or removed: `EKError.Code.calendarIsImmutable.rawValue // 16`.
        case calendarIsImmutable = 16
        /// Calendars cannot be added to or removed from the source.
        ///
        /// `EKError.Code.sourceDoesNotAllowCalendarAddDelete.rawValue // 17`.
        case sourceDoesNotAllowCalendarAddDelete = 17
        /// A recurring reminder needs a due date: `EKError.Code.recurringReminderRequiresDueDate.rawValue // 18`.
        case recurringReminderRequiresDueDate = 18
        /// The source does not support structured locations; unused on Linux.
        ///
        /// `EKError.Code.structuredLocationsNotSupported.rawValue // 19`.
        case structuredLocationsNotSupported = 19
        /// The source does not support reminder locations; unused on Linux.
        ///
        /// `EKError.Code.reminderLocationsNotSupported.rawValue // 20`.
        case reminderLocationsNotSupported = 20
        /// The source does not support location-based alarms; unused on Linux.
        ///
        /// `EKError.Code.alarmProximityNotSupported.rawValue // 21`.
        case alarmProximityNotSupported = 21
        /// The calendar does not accept events: `EKError.Code.calendarDoesNotAllowEvents.rawValue // 22`.
        case calendarDoesNotAllowEvents = 22
        /// The calendar does not accept reminders: `EKError.Code.calendarDoesNotAllowReminders.rawValue // 23`.
        case calendarDoesNotAllowReminders = 23
        /// The source does not accept reminders; unused on Linux.
        ///
        /// `EKError.Code.sourceDoesNotAllowReminders.rawValue // 24`.
        case sourceDoesNotAllowReminders = 24
        /// The source does not accept events; unused on Linux.
        ///
        /// `EKError.Code.sourceDoesNotAllowEvents.rawValue // 25`.
        case sourceDoesNotAllowEvents = 25
        /// The priority is not between 0 and 9: `EKError.Code.priorityIsInvalid.rawValue // 26`.
        case priorityIsInvalid = 26
        /// The item's type is invalid: `EKError.Code.invalidEntityType.rawValue // 27`.
        case invalidEntityType = 27
        /// Procedure alarms cannot be added or changed.
        ///
        /// `EKError.Code.procedureAlarmsNotMutable.rawValue // 28`.
        case procedureAlarmsNotMutable = 28
        /// Access has not been granted: `EKError.Code.eventStoreNotAuthorized.rawValue // 29`.
        case eventStoreNotAuthorized = 29
        /// The operating system does not support the operation: `EKError.Code.osNotSupported.rawValue // 30`.
        case osNotSupported = 30
        /// An invitation cannot be answered in this calendar; unused on Linux.
        ///
        /// `EKError.Code.invalidInviteReplyCalendar.rawValue // 31`.
        case invalidInviteReplyCalendar = 31
        /// Used only internally on Apple's systems; unused on Linux.
        ///
        /// `EKError.Code.notificationsCollectionFlagNotSet.rawValue // 32`.
        case notificationsCollectionFlagNotSet = 32
        /// The objects belong to different sources; unused on Linux: `EKError.Code.sourceMismatch.rawValue // 33`.
        case sourceMismatch = 33
        /// Used only internally on Apple's systems; unused on Linux.
        ///
        /// `EKError.Code.notificationCollectionMismatch.rawValue // 34`.
        case notificationCollectionMismatch = 34
        /// Used only internally on Apple's systems; unused on Linux.
        ///
        /// `EKError.Code.notificationSavedWithoutCollection.rawValue // 35`.
        case notificationSavedWithoutCollection = 35
        /// A reminder's alarm has an email address or a URL.
        ///
        /// `EKError.Code.reminderAlarmContainsEmailOrUrl.rawValue // 36`.
        case reminderAlarmContainsEmailOrUrl = 36
        /// The number of error codes: `EKError.Code.last.rawValue // 37`.
        case last = 37

        /// Returns whether an error has this code, for `catch EKError.noCalendar`.
        ///
        /// ```swift
        /// EKError.noCalendar ~= EKError(.noCalendar)  // true
        /// ```
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? EKError)?.code == code
        }
    }

    /// The error code ``Code/eventNotMutable``: `EKError.eventNotMutable.rawValue // 0`.
    public static var eventNotMutable: EKError.Code { .eventNotMutable }
    /// The error code ``Code/noCalendar``: `EKError.noCalendar.rawValue // 1`.
    public static var noCalendar: EKError.Code { .noCalendar }
    /// The error code ``Code/noStartDate``: `EKError.noStartDate.rawValue // 2`.
    public static var noStartDate: EKError.Code { .noStartDate }
    /// The error code ``Code/noEndDate``: `EKError.noEndDate.rawValue // 3`.
    public static var noEndDate: EKError.Code { .noEndDate }
    /// The error code ``Code/datesInverted``: `EKError.datesInverted.rawValue // 4`.
    public static var datesInverted: EKError.Code { .datesInverted }
    /// The error code ``Code/internalFailure``: `EKError.internalFailure.rawValue // 5`.
    public static var internalFailure: EKError.Code { .internalFailure }
    /// The error code ``Code/calendarReadOnly``: `EKError.calendarReadOnly.rawValue // 6`.
    public static var calendarReadOnly: EKError.Code { .calendarReadOnly }
    /// The error code ``Code/durationGreaterThanRecurrence``: `EKError.durationGreaterThanRecurrence.rawValue // 7`.
    public static var durationGreaterThanRecurrence: EKError.Code { .durationGreaterThanRecurrence }
    /// The error code ``Code/alarmGreaterThanRecurrence``: `EKError.alarmGreaterThanRecurrence.rawValue // 8`.
    public static var alarmGreaterThanRecurrence: EKError.Code { .alarmGreaterThanRecurrence }
    /// The error code ``Code/startDateTooFarInFuture``: `EKError.startDateTooFarInFuture.rawValue // 9`.
    public static var startDateTooFarInFuture: EKError.Code { .startDateTooFarInFuture }
    /// The error code ``Code/startDateCollidesWithOtherOccurrence``:
    /// `EKError.startDateCollidesWithOtherOccurrence.rawValue // 10`.
    public static var startDateCollidesWithOtherOccurrence: EKError.Code {
        .startDateCollidesWithOtherOccurrence
    }
    /// The error code ``Code/objectBelongsToDifferentStore``: `EKError.objectBelongsToDifferentStore.rawValue // 11`.
    public static var objectBelongsToDifferentStore: EKError.Code { .objectBelongsToDifferentStore }
    /// The error code ``Code/invitesCannotBeMoved``: `EKError.invitesCannotBeMoved.rawValue // 12`.
    public static var invitesCannotBeMoved: EKError.Code { .invitesCannotBeMoved }
    /// The error code ``Code/invalidSpan``: `EKError.invalidSpan.rawValue // 13`.
    public static var invalidSpan: EKError.Code { .invalidSpan }
    /// The error code ``Code/calendarHasNoSource``: `EKError.calendarHasNoSource.rawValue // 14`.
    public static var calendarHasNoSource: EKError.Code { .calendarHasNoSource }
    /// The error code ``Code/calendarSourceCannotBeModified``: `EKError.calendarSourceCannotBeModified.rawValue // 15`.
    public static var calendarSourceCannotBeModified: EKError.Code { .calendarSourceCannotBeModified }
    /// The error code ``Code/calendarIsImmutable``: `EKError.calendarIsImmutable.rawValue // 16`.
    public static var calendarIsImmutable: EKError.Code { .calendarIsImmutable }
    /// The error code ``Code/sourceDoesNotAllowCalendarAddDelete``:
    /// `EKError.sourceDoesNotAllowCalendarAddDelete.rawValue // 17`.
    public static var sourceDoesNotAllowCalendarAddDelete: EKError.Code {
        .sourceDoesNotAllowCalendarAddDelete
    }
    /// The error code ``Code/recurringReminderRequiresDueDate``:
    /// `EKError.recurringReminderRequiresDueDate.rawValue // 18`.
    public static var recurringReminderRequiresDueDate: EKError.Code { .recurringReminderRequiresDueDate }
    /// The error code ``Code/structuredLocationsNotSupported``:
    /// `EKError.structuredLocationsNotSupported.rawValue // 19`.
    public static var structuredLocationsNotSupported: EKError.Code { .structuredLocationsNotSupported }
    /// The error code ``Code/reminderLocationsNotSupported``: `EKError.reminderLocationsNotSupported.rawValue // 20`.
    public static var reminderLocationsNotSupported: EKError.Code { .reminderLocationsNotSupported }
    /// The error code ``Code/alarmProximityNotSupported``: `EKError.alarmProximityNotSupported.rawValue // 21`.
    public static var alarmProximityNotSupported: EKError.Code { .alarmProximityNotSupported }
    /// The error code ``Code/calendarDoesNotAllowEvents``: `EKError.calendarDoesNotAllowEvents.rawValue // 22`.
    public static var calendarDoesNotAllowEvents: EKError.Code { .calendarDoesNotAllowEvents }
    /// The error code ``Code/calendarDoesNotAllowReminders``: `EKError.calendarDoesNotAllowReminders.rawValue // 23`.
    public static var calendarDoesNotAllowReminders: EKError.Code { .calendarDoesNotAllowReminders }
    /// The error code ``Code/sourceDoesNotAllowReminders``: `EKError.sourceDoesNotAllowReminders.rawValue // 24`.
    public static var sourceDoesNotAllowReminders: EKError.Code { .sourceDoesNotAllowReminders }
    /// The error code ``Code/sourceDoesNotAllowEvents``: `EKError.sourceDoesNotAllowEvents.rawValue // 25`.
    public static var sourceDoesNotAllowEvents: EKError.Code { .sourceDoesNotAllowEvents }
    /// The error code ``Code/priorityIsInvalid``: `EKError.priorityIsInvalid.rawValue // 26`.
    public static var priorityIsInvalid: EKError.Code { .priorityIsInvalid }
    /// The error code ``Code/invalidEntityType``: `EKError.invalidEntityType.rawValue // 27`.
    public static var invalidEntityType: EKError.Code { .invalidEntityType }
    /// The error code ``Code/procedureAlarmsNotMutable``: `EKError.procedureAlarmsNotMutable.rawValue // 28`.
    public static var procedureAlarmsNotMutable: EKError.Code { .procedureAlarmsNotMutable }
    /// The error code ``Code/eventStoreNotAuthorized``: `EKError.eventStoreNotAuthorized.rawValue // 29`.
    public static var eventStoreNotAuthorized: EKError.Code { .eventStoreNotAuthorized }
    /// The error code ``Code/osNotSupported``: `EKError.osNotSupported.rawValue // 30`.
    public static var osNotSupported: EKError.Code { .osNotSupported }
    /// The error code ``Code/invalidInviteReplyCalendar``: `EKError.invalidInviteReplyCalendar.rawValue // 31`.
    public static var invalidInviteReplyCalendar: EKError.Code { .invalidInviteReplyCalendar }
    /// The error code ``Code/notificationsCollectionFlagNotSet``:
    /// `EKError.notificationsCollectionFlagNotSet.rawValue // 32`.
    public static var notificationsCollectionFlagNotSet: EKError.Code { .notificationsCollectionFlagNotSet }
    /// The error code ``Code/sourceMismatch``: `EKError.sourceMismatch.rawValue // 33`.
    public static var sourceMismatch: EKError.Code { .sourceMismatch }
    /// The error code ``Code/notificationCollectionMismatch``: `EKError.notificationCollectionMismatch.rawValue // 34`.
    public static var notificationCollectionMismatch: EKError.Code { .notificationCollectionMismatch }
    /// The error code ``Code/notificationSavedWithoutCollection``:
    /// `EKError.notificationSavedWithoutCollection.rawValue // 35`.
    public static var notificationSavedWithoutCollection: EKError.Code { .notificationSavedWithoutCollection }
    /// The error code ``Code/reminderAlarmContainsEmailOrUrl``:
    /// `EKError.reminderAlarmContainsEmailOrUrl.rawValue // 36`.
    public static var reminderAlarmContainsEmailOrUrl: EKError.Code { .reminderAlarmContainsEmailOrUrl }
    /// The error code ``Code/last``: `EKError.last.rawValue // 37`.
    public static var last: EKError.Code { .last }
}

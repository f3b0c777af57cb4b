// Written by Tests/Documentation/eventkit.py from surface.txt: one use of each declaration.

import EventKit
import Foundation

enum ValuesSurface {
    static func useEKErrorDomain() {
        let _: String = EKErrorDomain
    }
    static func useEKCalendarEventAvailabilityMask() {
        _ = EKCalendarEventAvailabilityMask.self
        let _: EKCalendarEventAvailabilityMask = EKCalendarEventAvailabilityMask.busy
        let _: EKCalendarEventAvailabilityMask = EKCalendarEventAvailabilityMask.free
        let _: EKCalendarEventAvailabilityMask = EKCalendarEventAvailabilityMask.tentative
        let _: EKCalendarEventAvailabilityMask = EKCalendarEventAvailabilityMask.unavailable
        let _: (UInt) -> EKCalendarEventAvailabilityMask = EKCalendarEventAvailabilityMask.init(rawValue:)
    }
    static func useEKEntityMask() {
        _ = EKEntityMask.self
        let _: EKEntityMask = EKEntityMask.event
        let _: EKEntityMask = EKEntityMask.reminder
        let _: (UInt) -> EKEntityMask = EKEntityMask.init(rawValue:)
    }
    static func useEKAlarmProximity() {
        _ = EKAlarmProximity.self
        let _: EKAlarmProximity = .enter
        let _: EKAlarmProximity = .leave
        let _: EKAlarmProximity = .none
        let _: (Int) -> EKAlarmProximity? = EKAlarmProximity.init(rawValue:)
    }
    static func useEKAlarmType() {
        _ = EKAlarmType.self
        let _: EKAlarmType = .audio
        let _: EKAlarmType = .display
        let _: EKAlarmType = .email
        let _: EKAlarmType = .procedure
        let _: (Int) -> EKAlarmType? = EKAlarmType.init(rawValue:)
    }
    static func useEKAuthorizationStatus() {
        _ = EKAuthorizationStatus.self
        let _: EKAuthorizationStatus = EKAuthorizationStatus.authorized
        let _: EKAuthorizationStatus = .denied
        let _: EKAuthorizationStatus = .fullAccess
        let _: EKAuthorizationStatus = .notDetermined
        let _: EKAuthorizationStatus = .restricted
        let _: EKAuthorizationStatus = .writeOnly
        let _: (Int) -> EKAuthorizationStatus? = EKAuthorizationStatus.init(rawValue:)
    }
    static func useEKCalendarType() {
        _ = EKCalendarType.self
        let _: EKCalendarType = .birthday
        let _: EKCalendarType = .calDAV
        let _: EKCalendarType = .exchange
        let _: EKCalendarType = .local
        let _: EKCalendarType = .subscription
        let _: (Int) -> EKCalendarType? = EKCalendarType.init(rawValue:)
    }
    static func useEKEntityType() {
        _ = EKEntityType.self
        let _: EKEntityType = .event
        let _: EKEntityType = .reminder
        let _: (UInt) -> EKEntityType? = EKEntityType.init(rawValue:)
    }
    static func useEKEventAvailability() {
        _ = EKEventAvailability.self
        let _: EKEventAvailability = .busy
        let _: EKEventAvailability = .free
        let _: EKEventAvailability = .notSupported
        let _: EKEventAvailability = .tentative
        let _: EKEventAvailability = .unavailable
        let _: (Int) -> EKEventAvailability? = EKEventAvailability.init(rawValue:)
    }
    static func useEKEventStatus() {
        _ = EKEventStatus.self
        let _: EKEventStatus = .canceled
        let _: EKEventStatus = .confirmed
        let _: EKEventStatus = .none
        let _: EKEventStatus = .tentative
        let _: (Int) -> EKEventStatus? = EKEventStatus.init(rawValue:)
    }
    static func useEKParticipantRole() {
        _ = EKParticipantRole.self
        let _: EKParticipantRole = .chair
        let _: EKParticipantRole = .nonParticipant
        let _: EKParticipantRole = .optional
        let _: EKParticipantRole = .required
        let _: EKParticipantRole = .unknown
        let _: (Int) -> EKParticipantRole? = EKParticipantRole.init(rawValue:)
    }
    static func useEKParticipantScheduleStatus() {
        _ = EKParticipantScheduleStatus.self
        let _: EKParticipantScheduleStatus = .cannotDeliver
        let _: EKParticipantScheduleStatus = .delivered
        let _: EKParticipantScheduleStatus = .deliveryFailed
        let _: EKParticipantScheduleStatus = .noPrivileges
        let _: EKParticipantScheduleStatus = .none
        let _: EKParticipantScheduleStatus = .pending
        let _: EKParticipantScheduleStatus = .recipientNotAllowed
        let _: EKParticipantScheduleStatus = .recipientNotRecognized
        let _: EKParticipantScheduleStatus = .sent
        let _: (Int) -> EKParticipantScheduleStatus? = EKParticipantScheduleStatus.init(rawValue:)
    }
    static func useEKParticipantStatus() {
        _ = EKParticipantStatus.self
        let _: EKParticipantStatus = .accepted
        let _: EKParticipantStatus = .completed
        let _: EKParticipantStatus = .declined
        let _: EKParticipantStatus = .delegated
        let _: EKParticipantStatus = .inProcess
        let _: EKParticipantStatus = .pending
        let _: EKParticipantStatus = .tentative
        let _: EKParticipantStatus = .unknown
        let _: (Int) -> EKParticipantStatus? = EKParticipantStatus.init(rawValue:)
    }
    static func useEKParticipantType() {
        _ = EKParticipantType.self
        let _: EKParticipantType = .group
        let _: EKParticipantType = .person
        let _: EKParticipantType = .resource
        let _: EKParticipantType = .room
        let _: EKParticipantType = .unknown
        let _: (Int) -> EKParticipantType? = EKParticipantType.init(rawValue:)
    }
    static func useEKRecurrenceFrequency() {
        _ = EKRecurrenceFrequency.self
        let _: EKRecurrenceFrequency = .daily
        let _: EKRecurrenceFrequency = .monthly
        let _: EKRecurrenceFrequency = .weekly
        let _: EKRecurrenceFrequency = .yearly
        let _: (Int) -> EKRecurrenceFrequency? = EKRecurrenceFrequency.init(rawValue:)
    }
    static func useEKReminderPriority() {
        _ = EKReminderPriority.self
        let _: EKReminderPriority = .high
        let _: EKReminderPriority = .low
        let _: EKReminderPriority = .medium
        let _: EKReminderPriority = .none
        let _: (UInt) -> EKReminderPriority? = EKReminderPriority.init(rawValue:)
    }
    static func useEKSourceType() {
        _ = EKSourceType.self
        let _: EKSourceType = .birthdays
        let _: EKSourceType = .calDAV
        let _: EKSourceType = .exchange
        let _: EKSourceType = .local
        let _: EKSourceType = .mobileMe
        let _: EKSourceType = .subscribed
        let _: (Int) -> EKSourceType? = EKSourceType.init(rawValue:)
    }
    static func useEKSpan() {
        _ = EKSpan.self
        let _: EKSpan = .futureEvents
        let _: EKSpan = .thisEvent
        let _: (Int) -> EKSpan? = EKSpan.init(rawValue:)
    }
    static func useEKWeekday() {
        _ = EKWeekday.self
        let _: EKWeekday = EKWeekday.EKFriday
        let _: EKWeekday = EKWeekday.EKMonday
        let _: EKWeekday = EKWeekday.EKSaturday
        let _: EKWeekday = EKWeekday.EKSunday
        let _: EKWeekday = EKWeekday.EKThursday
        let _: EKWeekday = EKWeekday.EKTuesday
        let _: EKWeekday = EKWeekday.EKWednesday
        let _: EKWeekday = .friday
        let _: EKWeekday = .monday
        let _: EKWeekday = .saturday
        let _: EKWeekday = .sunday
        let _: EKWeekday = .thursday
        let _: EKWeekday = .tuesday
        let _: EKWeekday = .wednesday
        let _: (Int) -> EKWeekday? = EKWeekday.init(rawValue:)
    }
    static func useEKError() {
        _ = EKError.self
        let _: EKError.Code = EKError.noCalendar
        let _: String = EKError.errorDomain
        let _: EKError.Code = EKError.invalidSpan
        let _: EKError.Code = EKError.noStartDate
        let _: EKError.Code = EKError.datesInverted
        let _: EKError.Code = EKError.osNotSupported
        let _: EKError.Code = EKError.sourceMismatch
        let _: EKError.Code = EKError.eventNotMutable
        let _: EKError.Code = EKError.internalFailure
        let _: EKError.Code = EKError.calendarReadOnly
        let _: EKError.Code = EKError.invalidEntityType
        let _: EKError.Code = EKError.priorityIsInvalid
        let _: EKError.Code = EKError.calendarHasNoSource
        let _: EKError.Code = EKError.calendarIsImmutable
        let _: EKError.Code = EKError.invitesCannotBeMoved
        let _: EKError.Code = EKError.eventStoreNotAuthorized
        let _: EKError.Code = EKError.startDateTooFarInFuture
        let _: EKError.Code = EKError.sourceDoesNotAllowEvents
        let _: EKError.Code = EKError.procedureAlarmsNotMutable
        let _: EKError.Code = EKError.alarmGreaterThanRecurrence
        let _: EKError.Code = EKError.alarmProximityNotSupported
        let _: EKError.Code = EKError.calendarDoesNotAllowEvents
        let _: EKError.Code = EKError.invalidInviteReplyCalendar
        let _: EKError.Code = EKError.sourceDoesNotAllowReminders
        let _: EKError.Code = EKError.calendarDoesNotAllowReminders
        let _: EKError.Code = EKError.durationGreaterThanRecurrence
        let _: EKError.Code = EKError.objectBelongsToDifferentStore
        let _: EKError.Code = EKError.reminderLocationsNotSupported
        let _: EKError.Code = EKError.calendarSourceCannotBeModified
        let _: EKError.Code = EKError.notificationCollectionMismatch
        let _: EKError.Code = EKError.reminderAlarmContainsEmailOrUrl
        let _: EKError.Code = EKError.structuredLocationsNotSupported
        let _: EKError.Code = EKError.recurringReminderRequiresDueDate
        let _: EKError.Code = EKError.notificationsCollectionFlagNotSet
        let _: EKError.Code = EKError.notificationSavedWithoutCollection
        let _: EKError.Code = EKError.sourceDoesNotAllowCalendarAddDelete
        let _: EKError.Code = EKError.startDateCollidesWithOtherOccurrence
        let _: EKError.Code = EKError.last
        let _: EKError.Code = EKError.noEndDate
        _ = EKError.Code.self
        let _: EKError.Code = .alarmGreaterThanRecurrence
        let _: EKError.Code = .alarmProximityNotSupported
        let _: EKError.Code = .calendarDoesNotAllowEvents
        let _: EKError.Code = .calendarDoesNotAllowReminders
        let _: EKError.Code = .calendarHasNoSource
        let _: EKError.Code = .calendarIsImmutable
        let _: EKError.Code = .calendarReadOnly
        let _: EKError.Code = .calendarSourceCannotBeModified
        let _: EKError.Code = .datesInverted
        let _: EKError.Code = .durationGreaterThanRecurrence
        let _: EKError.Code = .eventNotMutable
        let _: EKError.Code = .eventStoreNotAuthorized
        let _: EKError.Code = .internalFailure
        let _: EKError.Code = .invalidEntityType
        let _: EKError.Code = .invalidInviteReplyCalendar
        let _: EKError.Code = .invalidSpan
        let _: EKError.Code = .invitesCannotBeMoved
        let _: EKError.Code = .last
        let _: EKError.Code = .noCalendar
        let _: EKError.Code = .noEndDate
        let _: EKError.Code = .noStartDate
        let _: EKError.Code = .notificationCollectionMismatch
        let _: EKError.Code = .notificationSavedWithoutCollection
        let _: EKError.Code = .notificationsCollectionFlagNotSet
        let _: EKError.Code = .osNotSupported
        let _: EKError.Code = .objectBelongsToDifferentStore
        let _: EKError.Code = .priorityIsInvalid
        let _: EKError.Code = .procedureAlarmsNotMutable
        let _: EKError.Code = .recurringReminderRequiresDueDate
        let _: EKError.Code = .reminderAlarmContainsEmailOrUrl
        let _: EKError.Code = .reminderLocationsNotSupported
        let _: EKError.Code = .sourceDoesNotAllowCalendarAddDelete
        let _: EKError.Code = .sourceDoesNotAllowEvents
        let _: EKError.Code = .sourceDoesNotAllowReminders
        let _: EKError.Code = .sourceMismatch
        let _: EKError.Code = .startDateCollidesWithOtherOccurrence
        let _: EKError.Code = .startDateTooFarInFuture
        let _: EKError.Code = .structuredLocationsNotSupported
        let _: (Int) -> EKError.Code? = EKError.Code.init(rawValue:)
    }
}

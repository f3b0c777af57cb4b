// Written by Tests/Documentation/eventkit.py from surface.txt: one use of each declaration.

import EventKit
import Foundation

enum ClassesSurface {
    static func useEKEventSearchCallback() {
        _ = Optional<EKEventSearchCallback>.none
    }
    static func useEKEventStoreRequestAccessCompletionHandler() {
        _ = Optional<EKEventStoreRequestAccessCompletionHandler>.none
    }
    static func useEKVirtualConferenceRoomTypeIdentifier() {
        _ = EKVirtualConferenceRoomTypeIdentifier.self
    }
    static func useNSNotification() {
        let _: NSNotification.Name = NSNotification.Name.EKEventStoreChanged
    }
    static func useNotificationCenter() {
        let _: NotificationCenter.BaseMessageIdentifier<EKEventStore.EventStoreChanged> = NotificationCenter
            .BaseMessageIdentifier<EKEventStore.EventStoreChanged>.changed
    }
    static func useEKAlarm() {
        _ = EKAlarm.self
        let _: (Date) -> EKAlarm = EKAlarm.init(absoluteDate:)
        let _: (TimeInterval) -> EKAlarm = EKAlarm.init(relativeOffset:)
        let _: ReferenceWritableKeyPath<EKAlarm, Date?> = \.absoluteDate
        let _: ReferenceWritableKeyPath<EKAlarm, EKAlarmProximity> = \.proximity
        let _: ReferenceWritableKeyPath<EKAlarm, TimeInterval> = \.relativeOffset
        let _: ReferenceWritableKeyPath<EKAlarm, EKStructuredLocation?> = \.structuredLocation
    }
    static func useEKCalendar() {
        _ = EKCalendar.self
        let _: (EKEntityType, EKEventStore) -> EKCalendar = EKCalendar.init(for:eventStore:)
        let _: (EKEntityType, EKEventStore) -> EKCalendar = EKCalendar.init(forEntityType:eventStore:)
        let _: ReferenceWritableKeyPath<EKCalendar, CGColor?> = \.cgColor
        func cgColor(_ value: EKCalendar) { let _: CGColor = value.cgColor }
        let _: KeyPath<EKCalendar, EKEntityMask> = \.allowedEntityTypes
        let _: KeyPath<EKCalendar, Bool> = \.allowsContentModifications
        let _: KeyPath<EKCalendar, String> = \.calendarIdentifier
        let _: KeyPath<EKCalendar, Bool> = \.isImmutable
        let _: ReferenceWritableKeyPath<EKCalendar, EKSource?> = \.source
        func source(_ value: EKCalendar) { let _: EKSource = value.source }
        let _: KeyPath<EKCalendar, Bool> = \.isSubscribed
        let _: KeyPath<EKCalendar, EKCalendarEventAvailabilityMask> = \.supportedEventAvailabilities
        let _: ReferenceWritableKeyPath<EKCalendar, String> = \.title
        let _: KeyPath<EKCalendar, EKCalendarType> = \.type
    }
    static func useEKCalendarItem() {
        _ = EKCalendarItem.self
        let _: (EKCalendarItem) -> (EKAlarm) -> Void = EKCalendarItem.addAlarm(_:)
        let _: (EKCalendarItem) -> (EKRecurrenceRule) -> Void = EKCalendarItem.addRecurrenceRule(_:)
        let _: (EKCalendarItem) -> (EKAlarm) -> Void = EKCalendarItem.removeAlarm(_:)
        let _: (EKCalendarItem) -> (EKRecurrenceRule) -> Void = EKCalendarItem.removeRecurrenceRule(_:)
        let _: ReferenceWritableKeyPath<EKCalendarItem, URL?> = \.url
        let _: ReferenceWritableKeyPath<EKCalendarItem, [EKAlarm]?> = \.alarms
        let _: KeyPath<EKCalendarItem, [EKParticipant]?> = \.attendees
        let _: ReferenceWritableKeyPath<EKCalendarItem, EKCalendar?> = \.calendar
        func calendar(_ value: EKCalendarItem) { let _: EKCalendar = value.calendar }
        let _: KeyPath<EKCalendarItem, String?> = \.calendarItemExternalIdentifier
        func calendarItemExternalIdentifier(_ value: EKCalendarItem) {
            let _: String = value.calendarItemExternalIdentifier
        }
        let _: KeyPath<EKCalendarItem, String> = \.calendarItemIdentifier
        let _: KeyPath<EKCalendarItem, Date?> = \.creationDate
        let _: KeyPath<EKCalendarItem, Bool> = \.hasAlarms
        let _: KeyPath<EKCalendarItem, Bool> = \.hasAttendees
        let _: KeyPath<EKCalendarItem, Bool> = \.hasNotes
        let _: KeyPath<EKCalendarItem, Bool> = \.hasRecurrenceRules
        let _: KeyPath<EKCalendarItem, Date?> = \.lastModifiedDate
        let _: ReferenceWritableKeyPath<EKCalendarItem, String?> = \.location
        let _: ReferenceWritableKeyPath<EKCalendarItem, String?> = \.notes
        let _: ReferenceWritableKeyPath<EKCalendarItem, [EKRecurrenceRule]?> = \.recurrenceRules
        let _: ReferenceWritableKeyPath<EKCalendarItem, TimeZone?> = \.timeZone
        let _: ReferenceWritableKeyPath<EKCalendarItem, String?> = \.title
        func title(_ value: EKCalendarItem) { let _: String = value.title }
    }
    static func useEKEvent() {
        _ = EKEvent.self
        let _: (EKEventStore) -> EKEvent = EKEvent.init(eventStore:)
        let _: (EKEvent) -> (EKEvent) -> ComparisonResult = EKEvent.compareStartDate(with:)
        let _: (EKEvent) -> () -> Bool = EKEvent.refresh
        let _: ReferenceWritableKeyPath<EKEvent, Bool> = \.isAllDay
        let _: ReferenceWritableKeyPath<EKEvent, EKEventAvailability> = \.availability
        let _: KeyPath<EKEvent, String?> = \.birthdayContactIdentifier
        let _: KeyPath<EKEvent, Int> = \.birthdayPersonID
        let _: ReferenceWritableKeyPath<EKEvent, Date?> = \.endDate
        func endDate(_ value: EKEvent) { let _: Date = value.endDate }
        let _: KeyPath<EKEvent, String?> = \.eventIdentifier
        func eventIdentifier(_ value: EKEvent) { let _: String = value.eventIdentifier }
        let _: KeyPath<EKEvent, Bool> = \.isDetached
        let _: KeyPath<EKEvent, Date?> = \.occurrenceDate
        func occurrenceDate(_ value: EKEvent) { let _: Date = value.occurrenceDate }
        let _: KeyPath<EKEvent, EKParticipant?> = \.organizer
        let _: ReferenceWritableKeyPath<EKEvent, Date?> = \.startDate
        func startDate(_ value: EKEvent) { let _: Date = value.startDate }
        let _: KeyPath<EKEvent, EKEventStatus> = \.status
        let _: ReferenceWritableKeyPath<EKEvent, EKStructuredLocation?> = \.structuredLocation
    }
    @MainActor static func useEKEventStore() {
        _ = EKEventStore.self
        let _: (EKEntityType) -> EKAuthorizationStatus = EKEventStore.authorizationStatus(for:)
        let _: (EKEventStore) -> (String) -> EKCalendarItem? = EKEventStore.calendarItem(withIdentifier:)
        let _: (EKEventStore) -> (String) -> [EKCalendarItem] = EKEventStore.calendarItems(
            withExternalIdentifier:
        )
        let _: (EKEventStore) -> (String) -> EKCalendar? = EKEventStore.calendar(withIdentifier:)
        let _: (EKEventStore) -> (EKEntityType) -> [EKCalendar] = EKEventStore.calendars(for:)
        let _: (EKEventStore) -> (Any) -> Void = EKEventStore.cancelFetchRequest(_:)
        let _: (EKEventStore) -> () throws -> Void = EKEventStore.commit
        let _: (EKEventStore) -> () -> EKCalendar? = EKEventStore.defaultCalendarForNewReminders
        let _: (EKEventStore) -> (NSPredicate, @escaping EKEventSearchCallback) -> Void = EKEventStore
            .enumerateEvents(matching:using:)
        let _: (EKEventStore) -> (String) -> EKEvent? = EKEventStore.event(withIdentifier:)
        let _: (EKEventStore) -> (NSPredicate) -> [EKEvent] = EKEventStore.events(matching:)
        let _: (EKEventStore) -> (NSPredicate, @escaping @Sendable ([EKReminder]?) -> Void) -> Any =
            EKEventStore.fetchReminders(matching:completion:)
        let _: () -> EKEventStore = EKEventStore.init
        let _: ([EKSource]) -> EKEventStore = EKEventStore.init(sources:)
        let _: (EKEventStore) -> (Date?, Date?, [EKCalendar]?) -> NSPredicate = EKEventStore
            .predicateForCompletedReminders(withCompletionDateStarting:ending:calendars:)
        let _: (EKEventStore) -> (Date, Date, [EKCalendar]?) -> NSPredicate = EKEventStore.predicateForEvents(
            withStart:
            end:
            calendars:
        )
        let _: (EKEventStore) -> (Date?, Date?, [EKCalendar]?) -> NSPredicate = EKEventStore
            .predicateForIncompleteReminders(withDueDateStarting:ending:calendars:)
        let _: (EKEventStore) -> ([EKCalendar]?) -> NSPredicate = EKEventStore.predicateForReminders(in:)
        let _: (EKEventStore) -> () -> Void = EKEventStore.refreshSourcesIfNecessary
        let _: (EKEventStore) -> (EKCalendar, Bool) throws -> Void = EKEventStore.removeCalendar(_:commit:)
        let _: (EKEventStore) -> (EKEvent, EKSpan, Bool) throws -> Void = EKEventStore.remove(_:span:commit:)
        let _: (EKEventStore) -> (EKEvent, EKSpan) throws -> Void = EKEventStore.remove(_:span:)
        let _: (EKEventStore) -> (EKReminder, Bool) throws -> Void = EKEventStore.remove(_:commit:)
        let _: (EKEventStore) -> (EKEntityType) async throws -> Bool = EKEventStore.requestAccess(to:)
        let _: (EKEventStore) -> (@escaping @Sendable (Bool, (any Error)?) -> Void) -> Void = EKEventStore
            .requestFullAccessToEvents(completion:)
        let _: (EKEventStore) -> (@escaping @Sendable (Bool, (any Error)?) -> Void) -> Void = EKEventStore
            .requestFullAccessToReminders(completion:)
        let _: (EKEventStore) -> (@escaping @Sendable (Bool, (any Error)?) -> Void) -> Void = EKEventStore
            .requestWriteOnlyAccessToEvents(completion:)
        let _: (EKEventStore) -> () -> Void = EKEventStore.reset
        let _: (EKEventStore) -> (EKCalendar, Bool) throws -> Void = EKEventStore.saveCalendar(_:commit:)
        let _: (EKEventStore) -> (EKEvent, EKSpan, Bool) throws -> Void = EKEventStore.save(_:span:commit:)
        let _: (EKEventStore) -> (EKEvent, EKSpan) throws -> Void = EKEventStore.save(_:span:)
        let _: (EKEventStore) -> (EKReminder, Bool) throws -> Void = EKEventStore.save(_:commit:)
        let _: (EKEventStore) -> (String) -> EKSource? = EKEventStore.source(withIdentifier:)
        let _: KeyPath<EKEventStore, EKCalendar?> = \.defaultCalendarForNewEvents
        let _: KeyPath<EKEventStore, [EKSource]> = \.delegateSources
        let _: KeyPath<EKEventStore, String> = \.eventStoreIdentifier
        let _: KeyPath<EKEventStore, [EKSource]> = \.sources
        _ = EKEventStore.EventStoreChanged.self
        let _: @MainActor (Notification) -> EKEventStore.EventStoreChanged? = EKEventStore.EventStoreChanged
            .makeMessage(_:)
        let _: @MainActor (EKEventStore.EventStoreChanged) -> Notification = EKEventStore.EventStoreChanged
            .makeNotification(_:)
        let _: Notification.Name = EKEventStore.EventStoreChanged.name
        _ = EKEventStore.EventStoreChanged.Subject.self
        let _: () -> EKEventStore.EventStoreChanged = EKEventStore.EventStoreChanged.init
    }
    static func useEKObject() {
        _ = EKObject.self
        let _: (EKObject) -> () -> Bool = EKObject.refresh
        let _: (EKObject) -> () -> Void = EKObject.reset
        let _: (EKObject) -> () -> Void = EKObject.rollback
        let _: KeyPath<EKObject, Bool> = \.hasChanges
        let _: KeyPath<EKObject, Bool> = \.isNew
    }
    static func useEKParticipant() {
        _ = EKParticipant.self
        let _: KeyPath<EKParticipant, URL> = \.url
        let _: KeyPath<EKParticipant, NSPredicate> = \.contactPredicate
        let _: KeyPath<EKParticipant, Bool> = \.isCurrentUser
        let _: KeyPath<EKParticipant, String?> = \.name
        let _: KeyPath<EKParticipant, EKParticipantRole> = \.participantRole
        let _: KeyPath<EKParticipant, EKParticipantStatus> = \.participantStatus
        let _: KeyPath<EKParticipant, EKParticipantType> = \.participantType
    }
    static func useEKRecurrenceDayOfWeek() {
        _ = EKRecurrenceDayOfWeek.self
        let _: (EKWeekday) -> EKRecurrenceDayOfWeek = EKRecurrenceDayOfWeek.init(_:)
        let _: (EKWeekday, Int) -> EKRecurrenceDayOfWeek = EKRecurrenceDayOfWeek.init(_:weekNumber:)
        let _: (EKWeekday, Int) -> EKRecurrenceDayOfWeek = EKRecurrenceDayOfWeek.init(
            dayOfTheWeek:
            weekNumber:
        )
        let _: KeyPath<EKRecurrenceDayOfWeek, EKWeekday> = \.dayOfTheWeek
        let _: KeyPath<EKRecurrenceDayOfWeek, Int> = \.weekNumber
    }
    static func useEKRecurrenceEnd() {
        _ = EKRecurrenceEnd.self
        let _: (Date) -> EKRecurrenceEnd = EKRecurrenceEnd.init(end:)
        let _: (Date) -> EKRecurrenceEnd = EKRecurrenceEnd.init(endDate:)
        let _: (Int) -> EKRecurrenceEnd = EKRecurrenceEnd.init(occurrenceCount:)
        let _: KeyPath<EKRecurrenceEnd, Date?> = \.endDate
        let _: KeyPath<EKRecurrenceEnd, Int> = \.occurrenceCount
    }
    static func useEKRecurrenceRule() {
        _ = EKRecurrenceRule.self
        let _:
            (
                EKRecurrenceFrequency, Int, [EKRecurrenceDayOfWeek]?, [NSNumber]?, [NSNumber]?, [NSNumber]?,
                [NSNumber]?, [NSNumber]?, EKRecurrenceEnd?
            ) -> EKRecurrenceRule = EKRecurrenceRule.init(
                recurrenceWith:
                interval:
                daysOfTheWeek:
                daysOfTheMonth:
                monthsOfTheYear:
                weeksOfTheYear:
                daysOfTheYear:
                setPositions:
                end:
            )
        let _:
            (
                EKRecurrenceFrequency, Int, [EKRecurrenceDayOfWeek]?, [NSNumber]?, [NSNumber]?, [NSNumber]?,
                [NSNumber]?, [NSNumber]?, EKRecurrenceEnd?
            ) -> EKRecurrenceRule = EKRecurrenceRule.init(
                recurrenceWithFrequency:
                interval:
                daysOfTheWeek:
                daysOfTheMonth:
                monthsOfTheYear:
                weeksOfTheYear:
                daysOfTheYear:
                setPositions:
                end:
            )
        let _: (EKRecurrenceFrequency, Int, EKRecurrenceEnd?) -> EKRecurrenceRule = EKRecurrenceRule.init(
            recurrenceWith:
            interval:
            end:
        )
        let _: (EKRecurrenceFrequency, Int, EKRecurrenceEnd?) -> EKRecurrenceRule = EKRecurrenceRule.init(
            recurrenceWithFrequency:
            interval:
            end:
        )
        let _: KeyPath<EKRecurrenceRule, String> = \.calendarIdentifier
        let _: KeyPath<EKRecurrenceRule, [NSNumber]?> = \.daysOfTheMonth
        let _: KeyPath<EKRecurrenceRule, [EKRecurrenceDayOfWeek]?> = \.daysOfTheWeek
        let _: KeyPath<EKRecurrenceRule, [NSNumber]?> = \.daysOfTheYear
        let _: KeyPath<EKRecurrenceRule, Int> = \.firstDayOfTheWeek
        let _: KeyPath<EKRecurrenceRule, EKRecurrenceFrequency> = \.frequency
        let _: KeyPath<EKRecurrenceRule, Int> = \.interval
        let _: KeyPath<EKRecurrenceRule, [NSNumber]?> = \.monthsOfTheYear
        let _: ReferenceWritableKeyPath<EKRecurrenceRule, EKRecurrenceEnd?> = \.recurrenceEnd
        let _: KeyPath<EKRecurrenceRule, [NSNumber]?> = \.setPositions
        let _: KeyPath<EKRecurrenceRule, [NSNumber]?> = \.weeksOfTheYear
    }
    static func useEKReminder() {
        _ = EKReminder.self
        let _: (EKEventStore) -> EKReminder = EKReminder.init(eventStore:)
        let _: ReferenceWritableKeyPath<EKReminder, Bool> = \.isCompleted
        let _: ReferenceWritableKeyPath<EKReminder, Date?> = \.completionDate
        let _: ReferenceWritableKeyPath<EKReminder, DateComponents?> = \.dueDateComponents
        let _: ReferenceWritableKeyPath<EKReminder, Int> = \.priority
        let _: ReferenceWritableKeyPath<EKReminder, DateComponents?> = \.startDateComponents
    }
    static func useEKSource() {
        _ = EKSource.self
        let _: (EKSource) -> (EKEntityType) -> Set<EKCalendar> = EKSource.calendars(for:)
        let _: KeyPath<EKSource, Bool> = \.isDelegate
        let _: KeyPath<EKSource, String> = \.sourceIdentifier
        let _: KeyPath<EKSource, EKSourceType> = \.sourceType
        let _: KeyPath<EKSource, String> = \.title
    }
    static func useEKStructuredLocation() {
        _ = EKStructuredLocation.self
        let _: (String) -> EKStructuredLocation = EKStructuredLocation.init(title:)
        let _: ReferenceWritableKeyPath<EKStructuredLocation, CLLocation?> = \.geoLocation
        let _: ReferenceWritableKeyPath<EKStructuredLocation, Double> = \.radius
        let _: ReferenceWritableKeyPath<EKStructuredLocation, String?> = \.title
    }
    static func useEKVirtualConferenceDescriptor() {
        _ = EKVirtualConferenceDescriptor.self
        let _: (String?, [EKVirtualConferenceURLDescriptor], String?) -> EKVirtualConferenceDescriptor =
            EKVirtualConferenceDescriptor.init(title:urlDescriptors:conferenceDetails:)
        let _: (String?, [EKVirtualConferenceURLDescriptor], String?) -> EKVirtualConferenceDescriptor =
            EKVirtualConferenceDescriptor.init(title:URLDescriptors:conferenceDetails:)
        let _: KeyPath<EKVirtualConferenceDescriptor, [EKVirtualConferenceURLDescriptor]> = \.urlDescriptors
        let _: KeyPath<EKVirtualConferenceDescriptor, String?> = \.conferenceDetails
        let _: KeyPath<EKVirtualConferenceDescriptor, String?> = \.title
    }
    static func useEKVirtualConferenceProvider() {
        _ = EKVirtualConferenceProvider.self
        let _:
            (EKVirtualConferenceProvider) -> (
                @escaping @Sendable ([EKVirtualConferenceRoomTypeDescriptor]?, (any Error)?) -> Void
            ) -> Void = EKVirtualConferenceProvider.fetchAvailableRoomTypes(completionHandler:)
        let _:
            (EKVirtualConferenceProvider) -> (EKVirtualConferenceRoomTypeIdentifier) async throws ->
                EKVirtualConferenceDescriptor = EKVirtualConferenceProvider.fetchVirtualConference(
                    identifier:
                )
    }
    static func useEKVirtualConferenceRoomTypeDescriptor() {
        _ = EKVirtualConferenceRoomTypeDescriptor.self
        let _: (String, EKVirtualConferenceRoomTypeIdentifier) -> EKVirtualConferenceRoomTypeDescriptor =
            EKVirtualConferenceRoomTypeDescriptor.init(title:identifier:)
        let _: KeyPath<EKVirtualConferenceRoomTypeDescriptor, EKVirtualConferenceRoomTypeIdentifier> =
            \.identifier
        let _: KeyPath<EKVirtualConferenceRoomTypeDescriptor, String> = \.title
    }
    static func useEKVirtualConferenceURLDescriptor() {
        _ = EKVirtualConferenceURLDescriptor.self
        let _: (String?, URL) -> EKVirtualConferenceURLDescriptor = EKVirtualConferenceURLDescriptor.init(
            title:
            url:
        )
        let _: (String?, URL) -> EKVirtualConferenceURLDescriptor = EKVirtualConferenceURLDescriptor.init(
            title:
            URL:
        )
        let _: KeyPath<EKVirtualConferenceURLDescriptor, URL> = \.url
        let _: KeyPath<EKVirtualConferenceURLDescriptor, String?> = \.title
    }
}

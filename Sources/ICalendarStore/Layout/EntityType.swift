/// What a calendar holds: events or reminders, as of `EKEntityType`.
///
/// ```swift
/// for type in EntityType.allCases where eventCalendar.allowedEntityTypes.contains(EntityTypes(type)) { print(type) }
/// ```
public enum EntityType: Int, Sendable, Hashable, CaseIterable {
    /// Events: `BEGIN:VEVENT`.
    case event = 0
    /// Reminders: `BEGIN:VTODO`.
    case reminder = 1
}

/// A set of kinds of items, as of `EKEntityMask`.
///
/// ```swift
/// if eventCalendar.allowedEntityTypes.contains(.reminder) { print("takes reminders") }
/// ```
public struct EntityTypes: OptionSet, Sendable, Hashable {
    /// The bits, with the numbers of EventKit: `EntityTypes.reminder.rawValue // 2`.
    public let rawValue: Int

    /// The set of some bits.
    ///
    /// ```swift
    /// EntityTypes(rawValue: 3)  // [.event, .reminder]
    /// ```
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Events (VEVENT): `EntityTypes.event // EntityTypes(.event)`.
    public static let event = EntityTypes(rawValue: 1)
    /// Reminders (VTODO): `EntityTypes.reminder // EntityTypes(.reminder)`.
    public static let reminder = EntityTypes(rawValue: 2)

    /// The set of one kind.
    ///
    /// ```swift
    /// EntityTypes(EntityType.reminder).rawValue  // 2
    /// ```
    public init(_ type: EntityType) {
        self = type == .event ? .event : .reminder
    }
}

/// A set of what the time of an event can be to others, as of `EKCalendarEventAvailabilityMask`.
///
/// ```swift
/// if eventCalendar.supportedEventAvailabilities.contains(.free) { print("events need not block time") }
/// ```
public struct EventAvailabilities: OptionSet, Sendable, Hashable {
    /// The bits, with the numbers of EventKit: `EventAvailabilities.free.rawValue // 2`.
    public let rawValue: Int

    /// The set of some bits.
    ///
    /// ```swift
    /// EventAvailabilities(rawValue: 3)  // [.busy, .free]
    /// ```
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The time is taken: `TRANSP:OPAQUE`.
    public static let busy = EventAvailabilities(rawValue: 1)
    /// The time is free for others: `TRANSP:TRANSPARENT`.
    public static let free = EventAvailabilities(rawValue: 2)
    /// The time may be taken, which RFC 5545 cannot say of an event: `X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE`.
    public static let tentative = EventAvailabilities(rawValue: 4)
    /// Nobody is there, which RFC 5545 cannot say of an event: `X-MICROSOFT-CDO-BUSYSTATUS:OOF`.
    public static let unavailable = EventAvailabilities(rawValue: 8)
}

/// The type of an item: event or reminder, like `EKEntityType`.
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

/// A set of entity types, like `EKEntityMask`.
///
/// ```swift
/// if eventCalendar.allowedEntityTypes.contains(.reminder) { print("takes reminders") }
/// ```
public struct EntityTypes: OptionSet, Sendable, Hashable {
    /// The raw bits, with the same values as in EventKit: `EntityTypes.reminder.rawValue // 2`.
    public let rawValue: Int

    /// Creates a set from raw bits.
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

    /// Creates a set that contains one entity type.
    ///
    /// ```swift
    /// EntityTypes(EntityType.reminder).rawValue  // 2
    /// ```
    public init(_ type: EntityType) {
        self = type == .event ? .event : .reminder
    }
}

/// A set of event availabilities, like `EKCalendarEventAvailabilityMask`.
///
/// ```swift
/// if eventCalendar.supportedEventAvailabilities.contains(.free) { print("events need not block time") }
/// ```
public struct EventAvailabilities: OptionSet, Sendable, Hashable {
    /// The raw bits, with the same values as in EventKit: `EventAvailabilities.free.rawValue // 2`.
    public let rawValue: Int

    /// Creates a set from raw bits.
    ///
    /// ```swift
    /// EventAvailabilities(rawValue: 3)  // [.busy, .free]
    /// ```
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Busy: `TRANSP:OPAQUE`.
    public static let busy = EventAvailabilities(rawValue: 1)
    /// Free: `TRANSP:TRANSPARENT`.
    public static let free = EventAvailabilities(rawValue: 2)
    /// Tentatively busy.
    ///
    /// RFC 5545 cannot express this status for an event. The store writes it as `X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE`.
    public static let tentative = EventAvailabilities(rawValue: 4)
    /// Out of office.
    ///
    /// RFC 5545 cannot express this status for an event. The store writes it as `X-MICROSOFT-CDO-BUSYSTATUS:OOF`.
    public static let unavailable = EventAvailabilities(rawValue: 8)
}

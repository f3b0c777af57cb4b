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

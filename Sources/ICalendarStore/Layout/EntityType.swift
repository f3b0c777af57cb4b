/// What a calendar holds: events or reminders, as of `EKEntityType`.
public enum EntityType: Int, Sendable, Hashable, CaseIterable {
    /// Events (VEVENT).
    case event = 0
    /// Reminders (VTODO).
    case reminder = 1
}

/// A set of kinds of items, as of `EKEntityMask`.
///
/// ```swift
/// if calendar.allowedEntityTypes.contains(.reminder) { print("takes reminders") }
/// ```
public struct EntityTypes: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int

    /// The set of some bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Events (VEVENT).
    public static let event = EntityTypes(rawValue: 1)
    /// Reminders (VTODO).
    public static let reminder = EntityTypes(rawValue: 2)

    /// The set of one kind.
    public init(_ type: EntityType) {
        self = type == .event ? .event : .reminder
    }
}

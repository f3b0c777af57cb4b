/// The type of an item: event or reminder.
///
/// ```swift
/// let calendars = eventStore.calendars(for: .reminder)
/// ```
public enum EKEntityType: UInt, Sendable {
    /// Events (VEVENT): `EKEntityType.event.rawValue // 0`.
    case event = 0
    /// Reminders (VTODO): `EKEntityType.reminder.rawValue // 1`.
    case reminder = 1
}

/// A set of entity types, such as the types that a calendar accepts.
///
/// ```swift
/// let takesEvents = ekCalendar.allowedEntityTypes.contains(.event)
/// ```
public struct EKEntityMask: OptionSet, Sendable {
    /// The raw bits: `EKEntityMask.event.rawValue // 1`.
    public let rawValue: UInt

    /// Creates a set from raw bits.
    ///
    /// ```swift
    /// EKEntityMask(rawValue: 0).isEmpty  // true
    /// ```
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Events: `EKEntityMask.event.rawValue // 1`.
    public static var event: EKEntityMask { EKEntityMask(rawValue: 1) }
    /// Reminders: `EKEntityMask.reminder.rawValue // 2`.
    public static var reminder: EKEntityMask { EKEntityMask(rawValue: 2) }
}

public import ICalendar

/// What kind of calendar it is, with the numbers of `EKCalendarType`.
public enum CalendarType: Int, Sendable, Hashable {
    /// A folder of items.
    case local = 0
    /// A single .ics file, or a folder that this process may not write.
    case subscription = 3
}

/// A calendar of a store, as of `EKCalendar`: a folder with one .ics file an item, or one .ics file with all of them.
///
/// It is a value that says how the calendar was when the store looked at it.
///
/// ```swift
/// for calendar in store.calendars(for: .event) where calendar.allowsContentModifications {
///     print(calendar.title, calendar.color?.description ?? "")
/// }
/// ```
public struct EventCalendar: Sendable, Hashable, Identifiable {
    /// What tells it from the other calendars of the store: its path below the store's folder, where everything but
    /// letters, digits and `-_.~/` is written as `%` and two digits.
    ///
    /// It stays the same until the folder gets another name.
    public let calendarIdentifier: String
    /// Where it is.
    public let path: CalendarPath
    /// Where it comes from.
    public let source: EventSource
    /// What kind of calendar it is.
    public let type: CalendarType
    /// Its name for people: what the file `displayname` says, or else the name of its folder or file.
    public var title: String
    /// Its colour, which the file `color` says.
    public var color: CalendarColor?
    /// What kinds of items it takes.
    public let allowedEntityTypes: EntityTypes
    /// Whether items can be added, changed and removed: what the operating system permits.
    public let allowsContentModifications: Bool
    /// Whether its name, its colour and itself cannot be changed or removed.
    public let isImmutable: Bool
    /// Whether its items can be listed and read; a folder may be written but not listed (mode 0300).
    public let allowsReading: Bool
    /// Whether it is a single file.
    let isFile: Bool
    /// Its path below the store's folder.
    let folder: [UInt8]

    /// The same as `calendarIdentifier`.
    public var id: String { calendarIdentifier }
    /// Whether it cannot be changed here, as of `EKCalendar.isSubscribed`.
    public var isSubscribed: Bool { type == .subscription }
}

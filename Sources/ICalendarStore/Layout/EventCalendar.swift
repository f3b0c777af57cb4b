public import ICalendar

/// The type of a calendar, with the same raw values as `EKCalendarType`.
///
/// ```swift
/// CalendarType.subscription.rawValue  // 3
/// if eventCalendar.type == .local { print(eventCalendar.title, "is a folder") }
/// ```
public enum CalendarType: Int, Sendable, Hashable {
    /// A folder with one file per item: `studio/stand-up@studio.example.ics`.
    case local = 0
    /// A server account's folder, which is synchronized on each refresh: `work/team`.
    case calDAV = 1
    /// A single file such as `holidays.ics`, a subscribed calendar, or a folder that this process cannot write to.
    case subscription = 3
}

/// A calendar in a store, like `EKCalendar`: a folder with one .ics file per item, or a single .ics file.
///
/// The value is a snapshot of the calendar as the store last read it.
///
/// ```swift
/// if eventCalendar.allowsContentModifications, eventCalendar.allowedEntityTypes.contains(.event) {
///     print(eventCalendar.title, eventCalendar.color?.description ?? "")  // Studio #33AA55
/// }
/// ```
public struct EventCalendar: Sendable, Hashable, Identifiable {
    /// The calendar's unique identifier in the store: its percent-encoded path relative to the store's folder.
    ///
    /// Every byte other than letters, digits, and `-_.~/` is written as `%` and two hexadecimal digits. The identifier
    /// remains the same until the folder is renamed: `eventCalendar.calendarIdentifier // "home/studio"`.
    public let calendarIdentifier: String
    /// The path of the folder or file: `eventCalendar.path.description // "/srv/calendars/home/studio"`.
    ///
    /// The path is empty for a calendar that has not been saved.
    public let path: CalendarPath
    /// The source that the calendar belongs to: `eventCalendar.source.title // "home"`.
    public let source: EventSource
    /// The calendar's type: `eventCalendar.type // .local`.
    public let type: CalendarType
    /// The display name from the `displayname` file or, if there is none, the name of the folder or file:
    /// `eventCalendar.title // "Studio"`.
    public var title: String
    /// The color from the `color` file: `eventCalendar.color?.description // "#33AA55"`.
    public var color: CalendarColor?
    /// The types of items that the calendar accepts: `eventCalendar.allowedEntityTypes // [.event, .reminder]`.
    ///
    /// A folder accepts both types, unless Radicale's `.Radicale.props` file restricts the supported components.
    public let allowedEntityTypes: EntityTypes
    /// Whether items can be added, changed, and removed.
    ///
    /// The value depends on file permissions. For example, it is `false` for a folder with the mode `0555`.
    public let allowsContentModifications: Bool
    /// Whether the calendar cannot be renamed, recolored, or removed, as is the case for a single file such as
    /// `holidays.ics`.
    public let isImmutable: Bool
    /// Whether the items can be listed and read.
    ///
    /// A folder with the mode `0300` can be written to but not listed.
    public let allowsReading: Bool
    let isFile: Bool
    /// The path relative to the store's folder.
    ///
    /// The path is empty for an unsaved calendar and for the virtual calendar.
    let folder: [UInt8]
    let givenTitle: String?
    let givenColor: CalendarColor?

    init(
        calendarIdentifier: String,
        path: CalendarPath,
        source: EventSource,
        type: CalendarType = .local,
        title: String,
        color: CalendarColor? = nil,
        allowedEntityTypes: EntityTypes = [.event, .reminder],
        allowsContentModifications: Bool = true,
        isImmutable: Bool = false,
        allowsReading: Bool = true,
        isFile: Bool = false,
        folder: [UInt8] = []
    ) {
        self.calendarIdentifier = calendarIdentifier
        self.path = path
        self.source = source
        self.type = type
        self.title = title
        self.color = color
        self.allowedEntityTypes = allowedEntityTypes
        self.allowsContentModifications = allowsContentModifications
        self.isImmutable = isImmutable
        self.allowsReading = allowsReading
        self.isFile = isFile
        self.folder = folder
        givenTitle = folder.isEmpty ? nil : title
        givenColor = folder.isEmpty ? nil : color
    }

    /// Creates a calendar to pass to ``EventStore/saveCalendar(_:commit:)``, which chooses a folder for it.
    ///
    /// ```swift
    /// let calendar = EventCalendar(title: "Pottery", color: CalendarColor("#CC6633"), source: eventSource)
    /// calendar.isNew  // true
    /// ```
    public init(title: String, color: CalendarColor? = nil, source: EventSource) {
        self.init(
            calendarIdentifier: "",
            path: CalendarPath(""),
            source: source,
            title: title,
            color: color
        )
    }

    /// Creates a calendar that, once saved, accepts only certain types of items.
    package init(title: String, color: CalendarColor?, source: EventSource, allowing types: EntityTypes) {
        self.init(
            calendarIdentifier: "",
            path: CalendarPath(""),
            source: source,
            title: title,
            color: color,
            allowedEntityTypes: types
        )
    }

    /// Creates a placeholder for a calendar that the user chose.
    ///
    /// Only its identifier and title are known.
    package init(
        chosen identifier: String,
        title: String,
        color: CalendarColor?,
        for type: EntityType
    ) {
        let source = EventSource(sourceIdentifier: "", title: "", sourceType: .local, folder: [])
        self.init(
            calendarIdentifier: identifier,
            path: CalendarPath(""),
            source: source,
            title: title,
            color: color,
            allowedEntityTypes: EntityTypes(type)
        )
    }

    /// The calendar identifier, for use in lists: `eventCalendar.id // "home/studio"`.
    public var id: String { calendarIdentifier }
    /// Whether the calendar has never been saved: `eventCalendar.isNew // false`.
    public var isNew: Bool { calendarIdentifier.isEmpty }
    /// The availabilities that events in this calendar can have, like `EKCalendar.supportedEventAvailabilities`.
    ///
    /// The set always contains all values.
    ///
    /// Busy and free are `TRANSP` values (RFC 5545 section 3.8.2.7). Tentative and unavailable are
    /// `X-MICROSOFT-CDO-BUSYSTATUS` values.
    public var supportedEventAvailabilities: EventAvailabilities { [.busy, .free, .tentative, .unavailable] }
    /// Whether the calendar is a read-only subscription, like `EKCalendar.isSubscribed`: `eventCalendar.isSubscribed //
    /// false`.
    public var isSubscribed: Bool { type == .subscription }
}

extension EventCalendar {
    /// The name of the account to which the calendar belongs, if any.
    package var account: String? {
        guard type == .calDAV else { return nil }
        return String(validating: folder.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
    }
}

extension [EventCalendar] {
    /// Returns the calendar with this identifier or, if there is none, the only calendar with this title
    /// (case-insensitive).
    func named(_ name: String) -> EventCalendar? {
        if let calendar = first(where: { $0.calendarIdentifier == name }) { return calendar }
        let titled = filter { $0.title.lowercased() == name.lowercased() }
        return titled.count == 1 ? titled[0] : nil
    }
}

extension String {
    /// The string without characters that can control a terminal.
    ///
    /// Names come from untrusted files.
    var onOneLine: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            // Directional marks could reverse a name.
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: text += "?"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

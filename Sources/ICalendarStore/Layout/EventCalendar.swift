public import ICalendar

/// What kind of calendar it is, with the numbers of `EKCalendarType`.
///
/// ```swift
/// CalendarType.subscription.rawValue  // 3
/// if eventCalendar.type == .local { print(eventCalendar.title, "is a folder") }
/// ```
public enum CalendarType: Int, Sendable, Hashable {
    /// A folder of items, one file each: `studio/stand-up@studio.example.ics`.
    case local = 0
    /// A single file such as `holidays.ics`, or a folder that this process may not write.
    case subscription = 3
}

/// A calendar of a store, as of `EKCalendar`: a folder with one .ics file an item, or one .ics file with all of them.
///
/// It is a value that says how the calendar was when the store looked at it.
///
/// ```swift
/// if eventCalendar.allowsContentModifications, eventCalendar.allowedEntityTypes.contains(.event) {
///     print(eventCalendar.title, eventCalendar.color?.description ?? "")  // Studio #33AA55
/// }
/// ```
public struct EventCalendar: Sendable, Hashable, Identifiable {
    /// What tells it from the other calendars of the store: its path below the store's folder, where everything but
    /// letters, digits and `-_.~/` is written as `%` and two digits.
    ///
    /// It stays the same until the folder gets another name:
    /// `eventCalendar.calendarIdentifier // "home/studio"`.
    public let calendarIdentifier: String
    /// Where it is: `eventCalendar.path.description // "/srv/calendars/home/studio"`; empty for one that was never saved.
    public let path: CalendarPath
    /// Where it comes from: `eventCalendar.source.title // "home"`.
    public let source: EventSource
    /// What kind of calendar it is: `eventCalendar.type // .local`.
    public let type: CalendarType
    /// Its name for people: what the file `displayname` says, or else the name of its folder or file;
    /// `eventCalendar.title // "Studio"`.
    public var title: String
    /// Its colour, which the file `color` says: `eventCalendar.color?.description // "#33AA55"`.
    public var color: CalendarColor?
    /// What kinds of items it takes: `eventCalendar.allowedEntityTypes // [.event, .reminder]`.
    ///
    /// A folder takes both, unless Radicale's file `.Radicale.props` names the components that it supports.
    public let allowedEntityTypes: EntityTypes
    /// Whether items can be added, changed and removed: what the operating system permits, so that the mode `0555` of
    /// its folder says no.
    public let allowsContentModifications: Bool
    /// Whether its name, its colour and itself cannot be changed or removed, as with a single file:
    /// `holidays.ics`.
    public let isImmutable: Bool
    /// Whether its items can be listed and read; a folder may be written but not listed, with the mode `0300`.
    public let allowsReading: Bool
    let isFile: Bool
    /// Its path below the store's folder; empty for one that was never saved, and for a virtual one.
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

    /// A new calendar, to be given to ``EventStore/saveCalendar(_:commit:)``, which finds a folder for it.
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

    /// The same as the identifier, so that lists of a user interface can tell calendars apart:
    /// `eventCalendar.id // "home/studio"`.
    public var id: String { calendarIdentifier }
    /// Whether it was never saved: `eventCalendar.isNew // false`.
    public var isNew: Bool { calendarIdentifier.isEmpty }
    /// Which availabilities its events can have, as of `EKCalendar.supportedEventAvailabilities`: busy and free, which are
    /// what RFC 5545 section 3.8.2.7 (`TRANSP`) can say.
    public var supportedEventAvailabilities: EventAvailabilities { [.busy, .free] }
    /// Whether it cannot be changed here, as of `EKCalendar.isSubscribed`: `eventCalendar.isSubscribed // false`.
    public var isSubscribed: Bool { type == .subscription }
}

extension [EventCalendar] {
    /// The calendar of an identifier or, where it is the only one, of a title in whatever case; nil for any other name.
    func named(_ name: String) -> EventCalendar? {
        if let calendar = first(where: { $0.calendarIdentifier == name }) { return calendar }
        let titled = filter { $0.title.lowercased() == name.lowercased() }
        return titled.count == 1 ? titled[0] : nil
    }
}

extension String {
    /// The text without what would make a terminal do something: names come from files, which anybody may have written.
    var onOneLine: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            // Marks of direction could show a name backwards.
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: text += "?"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

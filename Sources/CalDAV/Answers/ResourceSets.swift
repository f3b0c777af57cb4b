/// A resource's types: `types.contains(.calendar)`.
///
/// ```swift
/// let types: ResourceTypes = [.collection, .calendar]
/// types.contains(.calendar)  // true
/// ```
public struct ResourceTypes: OptionSet, Sendable, Hashable {
    /// The bits of the set: `ResourceTypes.collection.rawValue // 1`.
    public let rawValue: Int

    /// Creates a set from its bits.
    ///
    /// ```swift
    /// ResourceTypes(rawValue: 1)  // .collection
    /// ```
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A collection: `types.contains(.collection)`.
    public static let collection = ResourceTypes(rawValue: 1)
    /// A calendar: `types.contains(.calendar)`.
    public static let calendar = ResourceTypes(rawValue: 2)
    /// A user, a group or a room: `types.contains(.principal)`.
    public static let principal = ResourceTypes(rawValue: 4)
    /// The collection for incoming scheduling messages: `types.contains(.scheduleInbox)`.
    public static let scheduleInbox = ResourceTypes(rawValue: 8)
    /// The collection for outgoing scheduling messages: `types.contains(.scheduleOutbox)`.
    public static let scheduleOutbox = ResourceTypes(rawValue: 16)
    /// A calendar that the server subscribes to: `types.contains(.subscribed)`.
    public static let subscribed = ResourceTypes(rawValue: 32)

    static let byName: [XMLName: ResourceTypes] = [
        .dav("collection"): .collection, .calDAV("calendar"): .calendar, .dav("principal"): .principal,
        .calDAV("schedule-inbox"): .scheduleInbox, .calDAV("schedule-outbox"): .scheduleOutbox,
        .calendarServer("subscribed"): .subscribed,
    ]
}

/// A user's privileges for a resource (RFC 3744).
///
/// ```swift
/// let privileges: Privileges = [.read]
/// privileges.contains(.write)  // false
/// ```
public struct Privileges: OptionSet, Sendable, Hashable {
    /// The bits of the set: `Privileges.read.rawValue // 1`.
    public let rawValue: Int

    /// Creates a set from its bits.
    ///
    /// ```swift
    /// Privileges(rawValue: 1)  // .read
    /// ```
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Permission to read items: `privileges.contains(.read)`.
    public static let read = Privileges(rawValue: 1)
    /// Permission to change items: `privileges.contains(.writeContent)`.
    public static let writeContent = Privileges(rawValue: 2)
    /// Permission to change the calendar's properties: `privileges.contains(.writeProperties)`.
    public static let writeProperties = Privileges(rawValue: 4)
    /// Permission to add items: `privileges.contains(.bind)`.
    public static let bind = Privileges(rawValue: 8)
    /// Permission to remove items: `privileges.contains(.unbind)`.
    public static let unbind = Privileges(rawValue: 16)
    /// Permission to change everything in the calendar: `privileges.contains(.write)`.
    public static let write: Privileges = [.writeContent, .writeProperties, .bind, .unbind]
    /// Permission to read and change everything: `privileges.contains(.all)`.
    public static let all: Privileges = [.read, .write]

    static let byName: [XMLName: Privileges] = [
        .dav("read"): .read, .dav("write-content"): .writeContent, .dav("write-properties"): .writeProperties,
        .dav("bind"): .bind, .dav("unbind"): .unbind, .dav("write"): .write, .dav("all"): .all,
    ]
}

/// The reports that a collection supports.
///
/// ```swift
/// let reports: SupportedReports = [.multiget, .syncCollection]
/// reports.contains(.syncCollection)  // true
/// ```
public struct SupportedReports: OptionSet, Sendable, Hashable {
    /// The bits of the set: `SupportedReports.query.rawValue // 1`.
    public let rawValue: Int

    /// Creates a set from its bits.
    ///
    /// ```swift
    /// SupportedReports(rawValue: 1)  // .query
    /// ```
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A query for items by component and time: `reports.contains(.query)`.
    public static let query = SupportedReports(rawValue: 1)
    /// A request for items by href: `reports.contains(.multiget)`.
    public static let multiget = SupportedReports(rawValue: 2)
    /// A request for the changes since a sync token: `reports.contains(.syncCollection)`.
    public static let syncCollection = SupportedReports(rawValue: 4)
    /// A request for free/busy time: `reports.contains(.freeBusy)`.
    public static let freeBusy = SupportedReports(rawValue: 8)

    static let byName: [XMLName: SupportedReports] = [
        .calDAV("calendar-query"): .query, .calDAV("calendar-multiget"): .multiget,
        .dav("sync-collection"): .syncCollection, .calDAV("free-busy-query"): .freeBusy,
    ]
}

/// A resource property in requests and responses.
///
/// The set of properties is fixed; any other property in a response is ignored.
///
/// ```swift
/// DAVProperty.allCases.contains(.entityTag)  // true
/// ```
public enum DAVProperty: Sendable, Hashable, CaseIterable {
    /// A resource's types (`DAV:resourcetype`).
    case resourceType
    /// The display name (`DAV:displayname`).
    case displayName
    /// A resource's version (`DAV:getetag`).
    case entityTag
    /// The media type (`DAV:getcontenttype`).
    case contentType
    /// The number of bytes (`DAV:getcontentlength`).
    case contentLength
    /// A collection's sync token (`DAV:sync-token`, RFC 6578).
    case syncToken
    /// The reports that a collection supports (`DAV:supported-report-set`).
    case supportedReports
    /// The user's principal (`DAV:current-user-principal`, RFC 5397).
    case currentUserPrincipal
    /// The user's privileges (`DAV:current-user-privilege-set`, RFC 3744).
    case privileges
    /// The owner's principal (`DAV:owner`).
    case owner
    /// The free space, in bytes (`DAV:quota-available-bytes`).
    case quotaAvailable
    /// The used space, in bytes (`DAV:quota-used-bytes`).
    case quotaUsed
    /// The collections that contain a principal's calendars (CalDAV `calendar-home-set`).
    case homeSet
    /// A principal's addresses (CalDAV `calendar-user-address-set`).
    case userAddresses
    /// An item's contents (CalDAV `calendar-data`).
    case calendarData
    /// A calendar's description (CalDAV `calendar-description`).
    case calendarDescription
    /// A calendar's time zone (CalDAV `calendar-timezone`).
    case calendarTimeZone
    /// The components that a calendar accepts (CalDAV `supported-calendar-component-set`).
    case components
    /// The maximum size of an item, in bytes (CalDAV `max-resource-size`).
    case maxResourceSize
    /// The collection for incoming messages (CalDAV `schedule-inbox-URL`, RFC 6638).
    case scheduleInbox
    /// The collection for outgoing messages (CalDAV `schedule-outbox-URL`, RFC 6638).
    case scheduleOutbox
    /// An item's version, which does not change when attendees reply (CalDAV `schedule-tag`, RFC 6638).
    case scheduleTag
    /// The tag for a collection's state on servers that predate RFC 6578 (Calendar Server `getctag`).
    case changeTag
    /// The address of a subscribed calendar (`calendarserver.org/ns/ source`).
    case source
    /// A calendar's color (Apple `calendar-color`).
    case color
    /// A calendar's position in a list (Apple `calendar-order`).
    case order

    var name: XMLName {
        switch self {
        case .resourceType: .dav("resourcetype")
        case .displayName: .dav("displayname")
        case .entityTag: .dav("getetag")
        case .contentType: .dav("getcontenttype")
        case .contentLength: .dav("getcontentlength")
        case .syncToken: .dav("sync-token")
        case .supportedReports: .dav("supported-report-set")
        case .currentUserPrincipal: .dav("current-user-principal")
        case .privileges: .dav("current-user-privilege-set")
        case .owner: .dav("owner")
        case .quotaAvailable: .dav("quota-available-bytes")
        case .quotaUsed: .dav("quota-used-bytes")
        case .homeSet: .calDAV("calendar-home-set")
        case .userAddresses: .calDAV("calendar-user-address-set")
        case .calendarData: .calDAV("calendar-data")
        case .calendarDescription: .calDAV("calendar-description")
        case .calendarTimeZone: .calDAV("calendar-timezone")
        case .components: .calDAV("supported-calendar-component-set")
        case .maxResourceSize: .calDAV("max-resource-size")
        case .scheduleInbox: .calDAV("schedule-inbox-URL")
        case .scheduleOutbox: .calDAV("schedule-outbox-URL")
        case .scheduleTag: .calDAV("schedule-tag")
        case .changeTag: .calendarServer("getctag")
        case .source: .calendarServer("source")
        case .color: .apple("calendar-color")
        case .order: .apple("calendar-order")
        }
    }

    static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

    /// The properties to request from a principal: `DAVProperty.ofPrincipals.contains(.homeSet) // true`.
    public static let ofPrincipals: [DAVProperty] = [
        .currentUserPrincipal, .homeSet, .userAddresses, .scheduleInbox, .scheduleOutbox, .displayName,
        .resourceType,
    ]

    /// The properties to request from calendars: `DAVProperty.ofCalendars.contains(.syncToken) // true`.
    public static let ofCalendars: [DAVProperty] = [
        .resourceType, .displayName, .color, .order, .components, .changeTag, .syncToken, .privileges,
        .supportedReports,
        .maxResourceSize, .quotaAvailable, .calendarDescription, .source,
    ]

    /// The frequently changing calendar properties that each synchronization requests.
    package static let ofKnownCalendars: [DAVProperty] = [
        .resourceType, .displayName, .color, .syncToken,
    ]
}

/// The properties that the server returned for a resource.
///
/// ```swift
/// let properties = ResourceProperties()
/// properties.entityTag  // nil
/// ```
public struct ResourceProperties: Sendable, Hashable {
    /// The resource's types: `properties.types.contains(.calendar)`.
    public internal(set) var types: ResourceTypes = []
    /// The display name: `properties.displayName`, such as `Work`.
    public internal(set) var displayName: String?
    /// The entity tag: `properties.entityTag?.value`.
    public internal(set) var entityTag: EntityTag?
    /// The schedule tag, which does not change when attendees reply: `properties.scheduleTag?.value`.
    public internal(set) var scheduleTag: EntityTag?
    /// The media type, including its parameters: `properties.contentType`, such as `text/calendar; component=vevent`.
    public internal(set) var contentType: String?
    /// The number of bytes: `properties.contentLength`.
    public internal(set) var contentLength: Int?
    /// An item's contents, unchanged: `properties.calendarData?.count`.
    public internal(set) var calendarData: [UInt8]?
    /// The token for the next ``DAVRequest/syncCollection(_:since:withData:)``: `properties.syncToken`.
    public internal(set) var syncToken: String?
    /// A token that changes with the collection's contents: `properties.changeTag`.
    public internal(set) var changeTag: String?
    /// The color, exactly as the server wrote it: `properties.color`, such as `#0088FFFF`.
    public internal(set) var color: String?
    /// The position in a list of calendars: `properties.order`.
    public internal(set) var order: Int?
    /// A calendar's description: `properties.calendarDescription`.
    public internal(set) var calendarDescription: String?
    /// A calendar's time zone, as a VCALENDAR with a VTIMEZONE: `properties.calendarTimeZone`.
    public internal(set) var calendarTimeZone: String?
    /// The accepted components, in uppercase, or nil if unknown: `properties.components?.contains("VTODO")`.
    public internal(set) var components: [String]?
    /// The user's privileges, or nil if unknown: `properties.privileges?.contains(.write)`.
    public internal(set) var privileges: Privileges?
    /// The supported reports, or nil if unknown: `properties.reports?.contains(.syncCollection)`.
    public internal(set) var reports: SupportedReports?
    /// The maximum size of an item, in bytes: `properties.maxResourceSize`.
    public internal(set) var maxResourceSize: Int?
    /// The account's free space, in bytes: `properties.quotaAvailable`.
    public internal(set) var quotaAvailable: Int?
    /// The account's used space, in bytes: `properties.quotaUsed`.
    public internal(set) var quotaUsed: Int?
    /// The hrefs in properties, exactly as the server wrote them: `properties.hrefs[.homeSet]`.
    ///
    /// The keys are ``DAVProperty/currentUserPrincipal``, ``DAVProperty/homeSet``, ``DAVProperty/userAddresses``,
    /// ``DAVProperty/owner``, ``DAVProperty/source``, ``DAVProperty/scheduleInbox`` and ``DAVProperty/scheduleOutbox``.
    public internal(set) var hrefs: [DAVProperty: [[UInt8]]] = [:]

    /// Creates an empty set of properties.
    ///
    /// ```swift
    /// ResourceProperties().types.isEmpty  // true
    /// ```
    public init() {}

    /// Sets a property from its element's text.
    mutating func set(_ property: DAVProperty, _ bytes: [UInt8]) {
        if property == .calendarData {
            calendarData = bytes
            return
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let trimmed = text.trimmed.isEmpty ? nil : String(text.trimmed)
        // Some servers send a negative or overflowing number to indicate an unlimited quota.
        let number = trimmed.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
        switch property {
        case .displayName: displayName = trimmed
        case .entityTag: entityTag = EntityTag(text)
        case .scheduleTag: scheduleTag = EntityTag(text)
        case .contentType: contentType = trimmed
        case .contentLength: contentLength = number
        case .syncToken: syncToken = trimmed
        case .changeTag: changeTag = trimmed
        case .color: color = trimmed
        case .order: order = trimmed.flatMap { Int($0) }
        case .calendarDescription: calendarDescription = trimmed
        case .calendarTimeZone: calendarTimeZone = trimmed
        case .maxResourceSize: maxResourceSize = number
        case .quotaAvailable: quotaAvailable = number
        case .quotaUsed: quotaUsed = number
        // The values of these properties are elements rather than text.
        case .resourceType, .supportedReports, .privileges, .components, .currentUserPrincipal, .owner,
            .homeSet,
            .userAddresses, .scheduleInbox, .scheduleOutbox, .source, .calendarData:
            break
        }
    }

    /// Adds the values from another property group for the same resource.
    mutating func merge(_ other: ResourceProperties) {
        types.formUnion(other.types)
        displayName = other.displayName ?? displayName
        entityTag = other.entityTag ?? entityTag
        scheduleTag = other.scheduleTag ?? scheduleTag
        contentType = other.contentType ?? contentType
        contentLength = other.contentLength ?? contentLength
        calendarData = other.calendarData ?? calendarData
        syncToken = other.syncToken ?? syncToken
        changeTag = other.changeTag ?? changeTag
        color = other.color ?? color
        order = other.order ?? order
        calendarDescription = other.calendarDescription ?? calendarDescription
        calendarTimeZone = other.calendarTimeZone ?? calendarTimeZone
        components = other.components ?? components
        privileges = other.privileges ?? privileges
        reports = other.reports ?? reports
        maxResourceSize = other.maxResourceSize ?? maxResourceSize
        quotaAvailable = other.quotaAvailable ?? quotaAvailable
        quotaUsed = other.quotaUsed ?? quotaUsed
        hrefs.merge(other.hrefs) { $1 }
    }
}

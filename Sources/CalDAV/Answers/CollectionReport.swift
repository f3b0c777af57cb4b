/// A report about a calendar's items, read from multistatus responses one response element at a time.
///
/// A report handles listings, queries, multigets and sync-collection responses. An href outside the calendar, a row
/// without a version or a failed row is reported as a problem; all other rows are used.
///
/// ```swift
/// let calendar = try ResourceURL("https://dav.example.com/work/")
/// var (reader, report) = (MultistatusReader(), CollectionReport(of: calendar))
/// let body = """
///     <multistatus xmlns="DAV:"><response><href>/work/1.ics</href><status>HTTP/1.1 404 Not Found</status></response>
///     </multistatus>
///     """
/// for response in try reader.read(Array(body.utf8)) {
///     for row in report.rows(response) { print(row) }  // gone(/work/1.ics)
/// }
/// ```
public struct CollectionReport: Sendable, Hashable {
    /// An item and its version: `listedItem.href.lastComponent`.
    ///
    /// ```swift
    /// let items: [CollectionReport.Item] = []
    /// items.map(\.tag.value)  // []
    /// ```
    public struct Item: Sendable, Hashable {
        /// The item's href: `listedItem.href`.
        public let href: Href
        /// The item's version: `listedItem.tag`.
        public let tag: EntityTag
        /// The item's schedule tag, which does not change when attendees reply: `listedItem.scheduleTag`.
        public let scheduleTag: EntityTag?
        /// The item's contents, if the request asks for them and the server sends them: `listedItem.data?.count`.
        public let data: [UInt8]?
    }

    /// A row in the report, read from a response element.
    ///
    /// ```swift
    /// CollectionReport.Row.gone(try Href("/work/1.ics")).description  // "gone(/work/1.ics)"
    /// ```
    public enum Row: Sendable, Hashable, CustomStringConvertible {
        /// An item that exists: `.item(item)`.
        case item(Item)
        /// An item that no longer exists: `.gone(href)`.
        case gone(Href)
        /// An unusable response element, with a description: `.problem(href, "the item has no version")`. If the
        /// problem has an href, treat the item's state as unknown.
        case problem(Href?, String)

        /// The row as one line: `gone(/work/1.ics)`.
        public var description: String {
            switch self {
            case .item(let item): "item(\(item.href), \(item.tag))"
            case .gone(let href): "gone(\(href))"
            case .problem(let href, let words): "problem(\(href?.description ?? "?"), \(words))"
            }
        }
    }

    /// The calendar: `report.url.href`.
    public let url: ResourceURL
    /// Whether the server truncated the response: `report.isPartial`.
    ///
    /// A request with the new token returns the remaining changes.
    public private(set) var isPartial = false
    /// The number of problems: `report.problems`.
    ///
    /// If there are any problems, an item missing from the listing may still exist.
    public private(set) var problems = 0
    /// The number of items: `report.items`.
    public private(set) var items = 0

    /// Creates a report about a calendar.
    ///
    /// ```swift
    /// CollectionReport(of: try ResourceURL("https://dav.example.com/work/")).isPartial  // false
    /// ```
    public init(of url: ResourceURL) {
        self.url = url
    }

    /// Returns the rows in a response element, or none for the calendar itself and for collections in it.
    ///
    /// ```swift
    /// var report = CollectionReport(of: try ResourceURL("https://dav.example.com/work/"))
    /// var reader = MultistatusReader()
    /// let body = "<multistatus xmlns='DAV:'><response><href>/work/</href></response></multistatus>"
    /// for response in try reader.read(Array(body.utf8)) {
    ///     report.rows(response).count  // 0
    /// }
    /// ```
    public mutating func rows(_ response: MultistatusResponse) -> [Row] {
        let rows =
            response.hrefs.isEmpty
            ? [.problem(nil, "the response element does not name an item")]
            : response.hrefs.compactMap {
                row($0, response)
            }
        for row in rows {
            switch row {
            case .item: items += 1
            case .gone: break
            case .problem: problems += 1
            }
        }
        return rows
    }

    private mutating func row(_ bytes: [UInt8], _ response: MultistatusResponse) -> Row? {
        let href: Href
        do {
            href = try Href(bytes, from: url)
        } catch {
            return .problem(nil, "'\(String(decoding: bytes, as: UTF8.self).printable)': \(error)")
        }
        let isCalendar = href == url.href
        if let status = response.status, !status.isSuccess {
            // A truncated response contains status 507 for the calendar itself (RFC 6578 section 3.6).
            if status.code == 507 {
                isPartial = true
                if isCalendar { return nil }
            }
            if status.isGone, href.isMember(of: url.href) { return .gone(href) }
            return .problem(href, "\(response.preconditions.first?.description ?? "\(status)")")
        }
        let types = response.properties.types
        guard !isCalendar, types.isDisjoint(with: [.collection, .calendar]) else { return nil }
        guard href.isMember(of: url.href) else {
            return .problem(href, "the item is outside the calendar")
        }
        // A collection in the calendar is not an item, even if the request did not ask for resource types.
        if href.isCollection, response.properties.entityTag == nil { return nil }
        if response.isTooLarge { return .problem(href, "the item is too large") }
        guard let tag = response.properties.entityTag else {
            return .problem(href, "the item has no version")
        }
        return .item(
            Item(
                href: href,
                tag: tag,
                scheduleTag: response.properties.scheduleTag,
                data: response.properties.calendarData
            )
        )
    }
}

/// A description of a request to a server.
///
/// A transport sends the request and returns a ``DAVAnswer``, or passes the response body to a ``MultistatusReader``.
/// The transport adds credentials only if they were entered for `url.origin`.
///
/// ```swift
/// let calendar = try ResourceURL("https://dav.example.com/nora/work/")
/// let request = DAVRequest.syncCollection(calendar, since: nil)
/// request.method.rawValue  // "REPORT"
/// request.isReadOnly  // true
/// ```
public struct DAVRequest: Sendable, Hashable {
    /// An HTTP, WebDAV or CalDAV method.
    ///
    /// ```swift
    /// DAVRequest.Method.propertyFind.rawValue  // "PROPFIND"
    /// ```
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// Reads a resource: `DAVRequest.Method.get.rawValue // "GET"`.
        case get = "GET"
        /// Requests the supported methods: `DAVRequest.Method.options.rawValue // "OPTIONS"`.
        case options = "OPTIONS"
        /// Reads properties: `DAVRequest.Method.propertyFind.rawValue // "PROPFIND"`.
        case propertyFind = "PROPFIND"
        /// Runs a query: `DAVRequest.Method.report.rawValue // "REPORT"`.
        case report = "REPORT"
        /// Sends a message: `DAVRequest.Method.post.rawValue // "POST"`.
        case post = "POST"
        /// Writes a resource: `DAVRequest.Method.put.rawValue // "PUT"`.
        case put = "PUT"
        /// Removes a resource: `DAVRequest.Method.delete.rawValue // "DELETE"`.
        case delete = "DELETE"
        /// Moves a resource: `DAVRequest.Method.move.rawValue // "MOVE"`.
        case move = "MOVE"
        /// Creates a calendar (RFC 4791): `DAVRequest.Method.makeCalendar.rawValue // "MKCALENDAR"`.
        case makeCalendar = "MKCALENDAR"
        /// Creates a collection (RFC 5689): `DAVRequest.Method.makeCollection.rawValue // "MKCOL"`.
        case makeCollection = "MKCOL"
        /// Changes properties: `DAVRequest.Method.propertyPatch.rawValue // "PROPPATCH"`.
        case propertyPatch = "PROPPATCH"
    }

    /// The resources that a PROPFIND covers.
    ///
    /// ```swift
    /// DAVRequest.Depth.members.rawValue  // "1"
    /// ```
    public enum Depth: String, Sendable, Hashable {
        /// Only the resource itself: `DAVRequest.Depth.resource.rawValue // "0"`.
        case resource = "0"
        /// The resource and its direct members: `DAVRequest.Depth.members.rawValue // "1"`.
        case members = "1"
    }

    /// The precondition for a write.
    ///
    /// ```swift
    /// let item = try ResourceURL("https://dav.example.com/1.ics")
    /// DAVRequest.delete(item, if: .exists).fields["If-Match"]  // "*"
    /// ```
    public enum Condition: Sendable, Hashable {
        /// The resource does not exist yet: `.isNew`.
        case isNew
        /// The resource still has a given version: `.unchanged(tag)`.
        case unchanged(EntityTag)
        /// The item still has a given `Schedule-Tag`, so only replies from attendees may have changed (RFC 6638):
        /// `.scheduleUnchanged(tag)`.
        case scheduleUnchanged(EntityTag)
        /// The resource exists, in any version: `.exists`.
        ///
        /// Some servers invert the meaning of this condition (``ServerQuirk/invertsIfMatchAny``).
        case exists

        fileprivate var field: (String, String) {
            switch self {
            case .isNew: ("If-None-Match", "*")
            case .unchanged(let tag): ("If-Match", tag.headerValue)
            case .scheduleUnchanged(let tag): ("If-Schedule-Tag-Match", tag.headerValue)
            case .exists: ("If-Match", "*")
            }
        }
    }

    /// The method: `davRequest.method == .put`.
    public let method: Method
    /// The resource's address: `davRequest.url.href.requestTarget`.
    public var url: ResourceURL
    /// The header fields without credentials: `davRequest.fields["Depth"]`.
    public private(set) var fields: HTTPFields
    /// The body, or an empty array if there is none: `davRequest.body.count`.
    public let body: [UInt8]
    /// The server where the redirect chain to this request began, or nil if this request is the first in the chain.
    ///
    /// A transport connects to this computer only for this server, even if another server's name resolves to this
    /// computer.
    package var start: WebOrigin?

    init(_ method: Method, _ url: ResourceURL, _ fields: [(String, String)] = [], body: [UInt8] = []) {
        self.method = method
        self.url = url
        self.body = body
        self.fields = HTTPFields()
        for (name, value) in fields { self.fields.append(name, value) }
        let isXML = !body.isEmpty && self.fields["Content-Type"] == nil
        if isXML { self.fields.append("Content-Type", "application/xml; charset=utf-8") }
    }

    /// Whether the request is read-only and can therefore be repeated and redirected.
    ///
    /// Redirecting any other request is an error, since the request would write to an address that the user did not
    /// choose.
    ///
    /// ```swift
    /// DAVRequest.delete(try ResourceURL("https://dav.example.com/1.ics"), if: .exists).isReadOnly  // false
    /// ```
    public var isReadOnly: Bool { method.isReadOnly }
}

extension DAVRequest.Method {
    /// Whether requests with the method are read-only.
    var isReadOnly: Bool {
        switch self {
        case .get, .options, .propertyFind, .report: true
        case .post, .put, .delete, .move, .makeCalendar, .makeCollection, .propertyPatch: false
        }
    }
}

// MARK: - Items

extension DAVRequest {
    /// Requests the supported methods and extensions.
    ///
    /// ```swift
    /// DAVRequest.options(try ResourceURL("https://dav.example.com/")).method  // .options
    /// ```
    public static func options(_ url: ResourceURL) -> DAVRequest {
        DAVRequest(.options, url)
    }

    /// Requests an item's contents.
    ///
    /// The request disallows compression, since servers weaken or change the tag of a compressed response.
    ///
    /// ```swift
    /// DAVRequest.get(try ResourceURL("https://dav.example.com/1.ics")).fields["Accept-Encoding"]  // "identity"
    /// ```
    public static func get(_ url: ResourceURL) -> DAVRequest {
        DAVRequest(.get, url, [("Accept", "text/calendar"), ("Accept-Encoding", "identity")])
    }

    /// Writes an item if the given condition holds.
    ///
    /// With `wantsResult`, a server that supports RFC 8144 returns the stored contents, which may differ from the body.
    ///
    /// ```swift
    /// let item = try ResourceURL("https://dav.example.com/1.ics")
    /// DAVRequest.put(item, Array("BEGIN:VCALENDAR".utf8), if: .isNew).fields["If-None-Match"]  // "*"
    /// ```
    public static func put(
        _ url: ResourceURL,
        _ body: [UInt8],
        if condition: Condition,
        wantsResult: Bool = false
    ) -> DAVRequest {
        let wish = wantsResult ? [("Prefer", "return=representation")] : []
        return DAVRequest(
            .put,
            url,
            [("Content-Type", "text/calendar; charset=utf-8"), condition.field] + wish,
            body: body
        )
    }

    /// Removes an item or a calendar if the given condition holds.
    ///
    /// ```swift
    /// let item = try ResourceURL("https://dav.example.com/1.ics")
    /// if let tag = EntityTag("\"5f2\"") {
    ///     print(DAVRequest.delete(item, if: .unchanged(tag)).fields["If-Match"] ?? "")  // "5f2" in quotes
    /// }
    /// ```
    public static func delete(_ url: ResourceURL, if condition: Condition? = nil) -> DAVRequest {
        DAVRequest(.delete, url, condition.map { [$0.field] } ?? [])
    }

    /// Moves an item to another calendar on the same server, if no resource exists at the new href.
    ///
    /// ```swift
    /// let item = try ResourceURL("https://dav.example.com/work/1.ics")
    /// let request = DAVRequest.move(item, to: try Href("/home/1.ics"))
    /// request.fields["Destination"]  // "https://dav.example.com/home/1.ics"
    /// ```
    public static func move(_ url: ResourceURL, to target: Href, if condition: Condition? = nil) -> DAVRequest
    {
        let destination = ResourceURL(url.origin, target).description
        return DAVRequest(
            .move,
            url,
            [("Destination", destination), ("Overwrite", "F")] + (condition.map { [$0.field] } ?? [])
        )
    }

    /// Requests other users' busy times (RFC 6638 section 5).
    ///
    /// The request is read-only.
    package static func freeBusy(_ outbox: ResourceURL, _ message: [UInt8]) -> DAVRequest {
        let type = "text/calendar; charset=utf-8; component=VFREEBUSY; method=REQUEST"
        return DAVRequest(.post, outbox, [("Content-Type", type)], body: message)
    }
}

extension DAVRequest {
    /// Requests a resource's properties and, with ``Depth/members``, its members' properties.
    ///
    /// Servers that support RFC 8144 omit the properties that a resource does not have.
    ///
    /// ```swift
    /// let home = try ResourceURL("https://dav.example.com/nora/")
    /// DAVRequest.properties(DAVProperty.ofCalendars, of: home, .members).fields["Depth"]  // "1"
    /// ```
    public static func properties(
        _ properties: [DAVProperty],
        of url: ResourceURL,
        _ depth: Depth = .resource
    ) -> DAVRequest {
        let body = XMLText.document(.dav("propfind")) { $0.properties(properties) }
        return DAVRequest(
            .propertyFind,
            url,
            [("Depth", depth.rawValue), ("Prefer", "return=minimal")],
            body: body
        )
    }

    /// Requests the changes in a calendar since a sync token, or all of its items if there is no token (RFC 6578).
    ///
    /// With `withData`, the server may include the items' contents, which saves a second request. The request never
    /// sets a limit, since several servers lose the changes beyond it. A server that truncates the response anyway
    /// marks it with 507 (``CollectionReport/isPartial``). A request with the new token then returns the remaining
    /// changes.
    ///
    /// ```swift
    /// let calendar = try ResourceURL("https://dav.example.com/nora/work/")
    /// let request = DAVRequest.syncCollection(calendar, since: "http://example.com/ns/sync/81", withData: true)
    /// String(decoding: request.body, as: UTF8.self).contains("limit")  // false
    /// ```
    public static func syncCollection(
        _ url: ResourceURL,
        since token: String?,
        withData: Bool = false
    ) -> DAVRequest {
        let body = XMLText.document(.dav("sync-collection")) { text in
            text.element(.dav("sync-token"), text: token ?? "")
            text.element(.dav("sync-level"), text: "1")
            text.properties(itemProperties(withData))
        }
        return DAVRequest(.report, url, [("Depth", "0")] + minimal(withData), body: body)
    }

    /// Requests the versions of all items in a calendar, for servers that do not support `syncCollection`.
    ///
    /// ```swift
    /// let calendar = try ResourceURL("https://dav.example.com/nora/work/")
    /// DAVRequest.listing(calendar).method  // .propertyFind
    /// ```
    public static func listing(_ url: ResourceURL) -> DAVRequest {
        properties([.entityTag, .resourceType, .contentType], of: url, .members)
    }

    /// Requests items by their hrefs, which are sent exactly as the server wrote them (RFC 4791 section 7.9).
    ///
    /// Split long lists of hrefs with ``MultigetBatches``, since servers reject large requests or truncate the
    /// responses.
    ///
    /// ```swift
    /// let calendar = try ResourceURL("https://dav.example.com/nora/work/")
    /// let request = DAVRequest.multiget(calendar, [try Href("/nora/work/a&b.ics")])
    /// String(decoding: request.body, as: UTF8.self).contains("/nora/work/a&amp;b.ics")  // true
    /// ```
    public static func multiget(_ url: ResourceURL, _ hrefs: [Href]) -> DAVRequest {
        let body = XMLText.document(.calDAV("calendar-multiget")) { text in
            text.properties(itemProperties(true))
            for href in hrefs {
                text.element(
                    .dav("href"),
                    text: String(validating: href.bytes, as: UTF8.self) ?? href.requestTarget
                )
            }
        }
        return DAVRequest(.report, url, [("Depth", "1")] + minimal(true), body: body)
    }

    /// Requests the items in a calendar that contain a given kind of component (RFC 4791 section 7.8).
    ///
    /// The range, in seconds since 1970, selects items that occur within it. An item missing from the response may
    /// simply be outside the range, so use a range for display, never for synchronization.
    ///
    /// ```swift
    /// let calendar = try ResourceURL("https://dav.example.com/nora/work/")
    /// let request = DAVRequest.query(calendar, component: "VTODO")
    /// String(decoding: request.body, as: UTF8.self).contains("name=\"VTODO\"")  // true
    /// ```
    public static func query(
        _ url: ResourceURL,
        component: String,
        in range: Range<Int64>? = nil,
        withData: Bool = false
    ) -> DAVRequest {
        let body = XMLText.document(.calDAV("calendar-query")) { text in
            text.properties(itemProperties(withData))
            text.element(.calDAV("filter")) { text in
                text.element(.calDAV("comp-filter"), [("name", "VCALENDAR")]) { text in
                    text.element(.calDAV("comp-filter"), [("name", component)]) { text in
                        guard let range else { return }
                        text.empty(
                            .calDAV("time-range"),
                            [("start", utc(range.lowerBound)), ("end", utc(range.upperBound))]
                        )
                    }
                }
            }
        }
        return DAVRequest(.report, url, [("Depth", "1")], body: body)
    }

    /// The `Prefer` field (RFC 8144), which asks servers to omit properties that an item lacks, such as a schedule tag.
    private static func minimal(_ withData: Bool) -> [(String, String)] {
        withData ? [("Prefer", "return=minimal")] : []
    }

    private static func itemProperties(_ withData: Bool) -> [DAVProperty] {
        withData ? [.entityTag, .scheduleTag, .calendarData] : [.entityTag]
    }

    /// Returns a time such as `20260301T090000Z`, clamped to the years 1 to 9999.
    private static func utc(_ seconds: Int64) -> String {
        let seconds = min(max(seconds, -62_135_596_800), 253_402_300_799)
        let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let (date, second) = (CivilDay.date(day), seconds - day * 86_400)
        func padded(_ number: Int64, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return padded(date.year, 4) + padded(date.month, 2) + padded(date.day, 2) + "T"
            + padded(second / 3600, 2)
            + padded(second / 60 % 60, 2) + padded(second % 60, 2) + "Z"
    }
}

extension XMLText {
    /// Writes a `prop` element with empty properties.
    mutating func properties(_ properties: [DAVProperty]) {
        element(.dav("prop")) { text in
            for property in properties { text.empty(property.name) }
        }
    }
}

extension DAVRequest {
    /// Requests the properties of a resource, and of its members with ``Depth/members``.
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

    /// Requests the changes in a calendar since a sync token, or all of its items without a token (RFC 6578).
    ///
    /// With `withData`, the server may include the items, which saves a second request. The request never sets a
    /// limit, since several servers then lose the remaining changes. A server that truncates the response anyway
    /// marks it with 507 (``CollectionReport/isPartial``); the next request with the new token continues from there.
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

    /// Requests the versions of all items in a calendar, for servers without `syncCollection`.
    ///
    /// ```swift
    /// let calendar = try ResourceURL("https://dav.example.com/nora/work/")
    /// DAVRequest.listing(calendar).method  // .propertyFind
    /// ```
    public static func listing(_ url: ResourceURL) -> DAVRequest {
        properties([.entityTag, .resourceType, .contentType], of: url, .members)
    }

    /// Requests items by their hrefs, which are sent as the server wrote them (RFC 4791 section 7.9).
    ///
    /// Divide many hrefs with ``MultigetBatches``, since servers reject large requests or truncate the responses.
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
    /// The range, in seconds since 1970, selects items that occur in it. An item missing from the response may only be
    /// outside the range, so use a range for display, never for synchronization.
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

    /// The wish for an answer without the properties that an item does not have, such as a schedule tag (RFC 8144).
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

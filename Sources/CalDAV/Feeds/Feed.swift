/// A subscribed calendar: its address, and the parts of the last response that the next request needs.
///
/// ```swift
/// var feed = Feed(at: try Feed.address("webcal://example.com/holidays.ics"))
/// feed.request().url.description  // "https://example.com/holidays.ics"
/// let fields = HTTPFields(lines: ["ETag: W/\"7\"", "Cache-Control: max-age=7200"])
/// feed.receive(DAVAnswer(HTTPStatus(200), fields), now: 0)  // .contents
/// feed.request().fields["If-None-Match"]  // "W/\"7\""
/// feed.secondsToNextLook()  // 7200
/// ```
public struct Feed: Sendable, Hashable {
    /// The meaning of a response to a feed request.
    ///
    /// ```swift
    /// var feed = Feed(at: try ResourceURL("https://example.com/a.ics"))
    /// feed.receive(DAVAnswer(HTTPStatus(304), HTTPFields()), now: 0)  // .unchanged
    /// ```
    public enum Outcome: Sendable, Hashable {
        /// The body is the calendar: `outcome == .contents`. Use the body only if ``Feed/isComplete(_:)`` returns true.
        case contents
        /// The calendar has not changed: `outcome == .unchanged`.
        case unchanged
        /// The calendar is now at another address: `.moved(url, isPermanent: true)`.
        case moved(ResourceURL, isPermanent: Bool)
        /// The calendar no longer exists and must not be requested again: `outcome == .gone`.
        case gone
        /// The response is a web page, such as a login page: `outcome == .webPage`.
        case webPage
        /// The server failed or temporarily rejected the request: `.failed(HTTPStatus(503))`.
        case failed(HTTPStatus)
        /// The server redirects to an unusable address: `.badAddress(.insecure)`.
        case badAddress(AddressProblem)
    }

    /// The address: `feed.url.description`.
    ///
    /// After a redirect, set this property to the new address, so that the next request counts as part of the redirect
    /// chain.
    public var url: ResourceURL
    /// The polling interval that the user chose, in seconds: `feed.chosenInterval = 3600`.
    public var chosenInterval: Int?
    /// The calendar's REFRESH-INTERVAL or, failing that, its X-PUBLISHED-TTL, in seconds:
    /// `feed.publishedInterval = 43_200`.
    public var publishedInterval: Int?
    /// The last contents' `ETag`, exactly as the server wrote it: `feed.entityTag`.
    public var entityTag: String?
    /// The last contents' `Last-Modified` date, exactly as the server wrote it: `feed.lastModified`.
    public var lastModified: String?
    /// The last response's freshness lifetime, in seconds: `feed.maxAge`.
    public package(set) var maxAge: Int?
    /// The number of failures since the last usable response: `feed.failures`.
    public package(set) var failures = 0
    /// The delay that the server requested, in seconds: `feed.retryAfter`.
    public private(set) var retryAfter: Int?
    /// The server that the user chose, where each chain of redirects begins.
    private var start: WebOrigin

    /// Creates a feed that has not been downloaded yet.
    ///
    /// ```swift
    /// Feed(at: try ResourceURL("https://example.com/a.ics")).failures  // 0
    /// ```
    public init(at url: ResourceURL) {
        (self.url, start) = (url, url.origin)
    }

    /// Parses a feed's address; throws an ``AddressProblem``.
    ///
    /// The schemes `webcal` and `webcals` are treated as https.
    ///
    /// ```swift
    /// try Feed.address("webcal://example.com/a.ics").origin.isEncrypted  // true
    /// ```
    public static func address(_ text: String, allowsInsecure: Bool = false) throws(AddressProblem)
        -> ResourceURL
    {
        let trimmed = text.trimmed
        for scheme in ["webcals://", "webcal://"] where trimmed.lowercased().hasPrefix(scheme) {
            return try ResourceURL("https://" + trimmed.dropFirst(scheme.count))
        }
        return try ResourceURL(String(trimmed), allowsInsecure: allowsInsecure)
    }

    /// Returns the next request, which asks for the contents only if they have changed, unless `isUnconditional` is
    /// true.
    ///
    /// Send an unconditional request once a day, since some servers keep reporting that nothing has changed. If there
    /// is an `ETag`, the `Last-Modified` date is not sent because it can move backward.
    ///
    /// ```swift
    /// Feed(at: try ResourceURL("https://example.com/a.ics")).request().method  // .get
    /// ```
    public func request(isUnconditional: Bool = false) -> DAVRequest {
        var fields = [("Accept", "text/calendar, */*;q=0.1")]
        if !isUnconditional {
            if let entityTag {
                fields.append(("If-None-Match", entityTag))
            } else if let lastModified {
                fields.append(("If-Modified-Since", lastModified))
            }
        }
        var request = DAVRequest(.get, url, fields)
        request.start = start
        return request
    }

    /// Records a response and returns its meaning.
    ///
    /// If the contents turn out to be incomplete, call ``forget()``.
    ///
    /// ```swift
    /// var feed = Feed(at: try ResourceURL("https://example.com/a.ics"))
    /// feed.receive(DAVAnswer(HTTPStatus(410), HTTPFields()), now: 0)  // .gone
    /// ```
    @discardableResult
    public mutating func receive(_ answer: DAVAnswer, now: Int64) -> Outcome {
        let (status, fields) = (answer.status, answer.fields)
        retryAfter = [429, 503].contains(status.code) ? fields.retryAfter(now: now) : nil
        switch status.code {
        case 200 where !answer.isWebPage:
            (entityTag, lastModified) = (fields["ETag"], fields["Last-Modified"])
            (maxAge, failures) = (fields.maxAge, 0)
            return .contents
        case 200:
            failures += 1
            return .webPage
        case 304:
            (maxAge, failures) = (fields.maxAge ?? maxAge, 0)
            return .unchanged
        case 410: return .gone
        case _ where status.isRedirect:
            do {
                let target = try url.redirected(to: fields["Location"] ?? "")
                start = start.chainStart(after: url.origin)
                return .moved(target, isPermanent: [301, 308].contains(status.code))
            } catch {
                failures += 1
                return .badAddress(error)
            }
        default:
            failures += 1
            return .failed(status)
        }
    }

    /// Forgets the last contents and counts a failure; the next request is unconditional.
    ///
    /// ```swift
    /// var feed = Feed(at: try ResourceURL("https://example.com/a.ics"))
    /// feed.forget()
    /// feed.failures  // 1
    /// ```
    public mutating func forget() {
        (entityTag, lastModified) = (nil, nil)
        failures += 1
    }

    /// Returns the number of seconds until the next poll, which is at least five minutes and at most a week.
    ///
    /// The delay is the longer of the chosen interval and the published interval, or an hour if there is neither. If no
    /// interval is published, the freshness lifetime is used instead. After each failure, the delay doubles, up to a
    /// day, but it is never shorter than the delay that the server requests.
    ///
    /// ```swift
    /// Feed(at: try ResourceURL("https://example.com/a.ics")).secondsToNextLook()  // 3600
    /// ```
    public func secondsToNextLook() -> Int {
        let (hour, day, week) = (3600, 86_400, 7 * 86_400)
        // A freshness lifetime of zero forbids caching, but it is not a request for frequent polling.
        let wishes = [chosenInterval, publishedInterval ?? maxAge].compactMap { $0 }.filter { $0 > 0 }
        let interval = min(max(wishes.max() ?? hour, 300), week)
        guard failures > 0 else { return min(max(interval, retryAfter ?? 0), week) }
        let doubled = min(interval, day) << min(failures, 12)
        return min(max(retryAfter ?? 0, max(interval, min(doubled, day))), week)
    }

    /// Returns whether a calendar's bytes end with `END:VCALENDAR`; passing only the last bytes is enough.
    ///
    /// ```swift
    /// Feed.isComplete(Array("BEGIN:VCALENDAR\nEND:VCALENDAR\n".utf8))  // true
    /// Feed.isComplete(Array("BEGIN:VCALENDAR\nBEGIN:VEVENT".utf8))  // false
    /// ```
    public static func isComplete(_ bytes: [UInt8]) -> Bool {
        var end = bytes[...]
        while let last = end.last, last.isXMLBlank || last == 0 || last == 0x1A { end.removeLast() }
        return String(decoding: end.suffix(13), as: UTF8.self).uppercased() == "END:VCALENDAR"
    }
}

@testable import CalDAV

/// A target that reads the bytes as a server response: as a multistatus in pieces, as an error, as header
/// fields, and as hrefs.
enum AnswersTarget {
    static func run(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let body = Array(bytes.dropFirst())
        var limits = XMLLimits()
        // Small limits are reached more often.
        if first & 1 == 1 { (limits.text, limits.response, limits.item) = (64, 128, 256) }
        let whole = ReadAnswer(body, limits: limits)
        let size = Int(first >> 1) % 40 + 1
        let pieces = ReadAnswer(
            body,
            cutAt: Array(stride(from: size, to: body.count, by: size)),
            limits: limits
        )
        holds(pieces == whole, "pieces of \(size) bytes change the result")
        holds((whole.summary == nil) == (whole.failure != nil), "a response neither fails nor ends")
        let most = whole.responses.map { $0.properties.calendarData?.count ?? 0 }.max() ?? 0
        holds(most <= limits.item, "an item exceeds its limit")
        guard let url = try? ResourceURL("https://dav.example.com/u/work/") else {
            broken("an address is invalid")
        }
        var report = CollectionReport(of: url)
        for response in whole.responses {
            for row in report.rows(response) {
                if case .item(let item) = row { check(item.href, in: url) }
                if case .gone(let href) = row { check(href, in: url) }
                isPrintable(row.description)
            }
        }
        if let href = try? Href(body, from: url) { check(href) }
        if let refusal = DAVRefusal(DAVAnswer(HTTPStatus(403), HTTPFields(), body: body)) {
            isPrintable(refusal.description)
            holds(refusal.preconditions.count <= 16, "too many conditions")
        }
        fields(body)
        discover(body, at: url)
    }

    private static func check(_ href: Href, in calendar: ResourceURL) {
        holds(href.isMember(of: calendar.href), "an item is outside its calendar: \(href)")
        check(href)
    }

    private static func check(_ href: Href) {
        let target = href.requestTarget
        holds(
            target.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F },
            "a request line contains invalid bytes: \(target)"
        )
        holds((try? Href(target)) == href, "an href changes when sent: \(target)")
        isPrintable(href.description)
    }

    private static func isPrintable(_ text: String) {
        holds(
            !text.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) },
            "control characters"
        )
    }

    private static func fields(_ body: [UInt8]) {
        let lines = body.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        let fields = HTTPFields(lines: lines)
        for field in fields.all {
            holds(!field.value.utf8.contains { $0 == 0x0D || $0 == 0x0A }, "a field contains a line break")
        }
        _ = (fields.classes, fields.allowedMethods, fields.links, fields.mediaType, fields.maxAge)
        if let wait = fields.retryAfter(now: 1_772_323_200) {
            holds((0...604_800).contains(wait), "a wait of \(wait) s")
        }
        if let tag = fields.entityTag { holds(EntityTag(tag.description) == tag, "a tag changes: \(tag)") }
        if let url = try? ResourceURL("https://example.com/") {
            var feed = Feed(at: url)
            feed.receive(DAVAnswer(HTTPStatus(body.count % 600), fields, body: body), now: 0)
            holds((300...604_800).contains(feed.secondsToNextLook()), "a feed is read too often or never")
        }
    }

    /// Responds to every request during discovery with the same body.
    private static func discover(_ body: [UInt8], at url: ResourceURL) {
        var discovery = Discovery(at: url)
        var requests = 0
        while case .request(let request) = discovery.step {
            requests += 1
            holds(requests <= 60, "discovery does not end")
            holds(request.url.origin == url.origin, "discovery leaves its server: \(request.url)")
            discovery.receive(DAVAnswer(HTTPStatus(207), HTTPFields(), body: body))
            if case .permission = discovery.step { discovery.deny() }
        }
    }
}

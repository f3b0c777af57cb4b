import Testing

@testable import CalDAV

@Suite struct FeedTests {
    private func feed() throws -> Feed { Feed(at: try url("https://example.com/a.ics")) }

    @Test(arguments: [
        ("webcal://example.com/a.ics", "https://example.com/a.ics"),
        ("WebCals://example.com/a", "https://example.com/a"),
        (" https://example.com/a?key=1&b=2 ", "https://example.com/a?key=1&b=2"),
    ])
    func `feed URLs use https`(text: String, expected: String) throws {
        #expect(try Feed.address(text).description == expected)
    }

    @Test func `an unencrypted connection must be allowed explicitly`() throws {
        #expect(throws: AddressProblem.insecure) { try Feed.address("http://example.com/a.ics") }
        #expect(try Feed.address("http://example.com/a.ics", allowsInsecure: true).origin.port == 80)
    }

    @Test func `the tag is sent back as the server wrote it, without a date that can go backward`() throws {
        var feed = try feed()
        #expect(feed.request().fields["If-None-Match"] == nil)
        let first = answer(200, "", "ETag: W/\"a-gzip\"", "Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT")
        #expect(feed.receive(first, now: 0) == .contents)
        #expect(feed.request().fields["If-None-Match"] == "W/\"a-gzip\"")
        #expect(feed.request().fields["If-Modified-Since"] == nil)
        #expect(feed.request(isUnconditional: true).fields["If-None-Match"] == nil)
        _ = feed.receive(answer(200, "", "Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT"), now: 0)
        #expect(feed.request().fields["If-Modified-Since"] == "Thu, 01 Jan 1970 00:00:00 GMT")
        feed.forget()
        #expect(feed.request().fields["If-Modified-Since"] == nil && feed.failures == 1)
    }

    @Test func `each response has the expected outcome`() throws {
        var feed = try feed()
        #expect(feed.receive(answer(304), now: 0) == .unchanged)
        #expect(feed.receive(answer(410), now: 0) == .gone)
        #expect(feed.receive(answer(200, " <!doctype HTML>"), now: 0) == .webPage)
        #expect(feed.receive(answer(200, "x", "Content-Type: text/html; charset=utf-8"), now: 0) == .webPage)
        #expect(feed.receive(answer(404), now: 0) == .failed(HTTPStatus(404)))
        let target = try url("https://example.com/b.ics")
        #expect(feed.receive(answer(308, "", "Location: b.ics"), now: 0) == .moved(target, isPermanent: true))
        #expect(
            feed.receive(answer(302, "", "Location: /b.ics"), now: 0) == .moved(target, isPermanent: false)
        )
        #expect(
            feed.receive(answer(301, "", "Location: http://x.example/"), now: 0) == .badAddress(.insecure)
        )
        #expect(feed.receive(answer(301), now: 0) == .badAddress(.malformed))
    }

    @Test func `each request names the server that the user chose, even after redirects to other servers`()
        throws
    {
        var feed = try feed()
        let chosen = feed.url.origin
        #expect(feed.request().start == chosen)
        for target in ["https://b.example/a.ics", "https://c.example/a.ics"] {
            #expect(
                feed.receive(answer(302, "", "Location: \(target)"), now: 0)
                    == .moved(try url(target), isPermanent: false)
            )
            feed.url = try url(target)
            #expect(feed.request().start == chosen)
        }
    }

    @Test func `a feed on this computer may redirect to this computer until another computer responds`()
        throws
    {
        var feed = Feed(at: try url("http://127.0.0.1:8080/a.ics"))
        let chosen = feed.url.origin
        for (target, start) in [
            ("https://b.example/a.ics", chosen),
            ("https://c.example/a.ics", try WebOrigin("https://b.example")),
            ("https://d.example/a.ics", try WebOrigin("https://b.example")),
        ] {
            feed.receive(answer(301, "", "Location: \(target)"), now: 0)
            feed.url = try url(target)
            #expect(feed.request().start == start)
        }
    }

    @Test(
        arguments: [
            (nil, nil, nil, 3600), (7200, nil, nil, 7200), (60, nil, nil, 300), (nil, 43_200, 60, 43_200),
            (7200, 3600, nil, 7200),
            (nil, nil, 600, 600), (nil, nil, 0, 3600), (nil, 31_536_000, nil, 604_800), (900, nil, nil, 900),
        ] as [(Int?, Int?, Int?, Int)]
    )
    func `the next download waits for the longest suggested interval, from five minutes to a week`(
        chosen: Int?,
        published: Int?,
        maxAge: Int?,
        seconds: Int
    ) throws {
        var feed = try feed()
        (feed.chosenInterval, feed.publishedInterval) = (chosen, published)
        _ = feed.receive(answer(200, "", maxAge.map { "Cache-Control: max-age=\($0)" } ?? "X: y"), now: 0)
        #expect(feed.secondsToNextLook() == seconds)
    }

    @Test func `each failure doubles the wait up to a day, and Retry-After overrides it`() throws {
        var feed = try feed()
        var waits: [Int] = []
        for _ in 0..<70 {
            _ = feed.receive(answer(500), now: 0)
            waits.append(feed.secondsToNextLook())
        }
        #expect(waits.prefix(6) == [7200, 14_400, 28_800, 57_600, 86_400, 86_400] && waits.last == 86_400)
        _ = feed.receive(answer(503, "", "Retry-After: 100000"), now: 0)
        #expect(feed.secondsToNextLook() == 100_000)
        _ = feed.receive(answer(304), now: 0)
        #expect(feed.secondsToNextLook() == 3600 && feed.failures == 0)
    }

    @Test func `a calendar is complete if it ends with END:VCALENDAR`() {
        for text in ["END:VCALENDAR", "a\r\nEND:VCALENDAR\r\n\r\n", "end:vcalendar\u{1A}\u{0}"] {
            #expect(Feed.isComplete(Array(text.utf8)))
        }
        for text in ["", "END:VEVENT", "BEGIN:VCALENDAR", "END:VCALENDA", "END:VCALENDAR<!-- 3 ms -->"] {
            #expect(!Feed.isComplete(Array(text.utf8)))
        }
    }
}

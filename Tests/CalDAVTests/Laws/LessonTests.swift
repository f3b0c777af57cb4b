import Testing

@testable import CalDAV

/// Protocol problems that other clients have had with servers.
@Suite struct LessonTests {
    @Test func `a multiget refused as too large is divided`() throws {
        let refusal = try #require(
            DAVRefusal(answer(403, "<error xmlns='DAV:'><number-of-matches-within-limits/></error>"))
        )
        #expect(refusal.remedy == .askForLess)
        var batches = MultigetBatches(try (0..<6000).map { try Href("/w/\($0).ics") }, size: 6000)
        #expect(batches.next()?.count == 6000)
        batches.refused()
        #expect(batches.next()?.count == 3000)
    }

    @Test func `missing items are requested if a server returns only a thousand of two thousand`() throws {
        let hrefs = try (0..<1971).map { try Href("/w/\($0).ics") }
        var batches = MultigetBatches(hrefs, size: 1971)
        var (answered, requests) = (Set<Href>(), 0)
        while let batch = batches.next() {
            requests += 1
            for href in batch.prefix(1000) {
                batches.answered(href)
                answered.insert(href)
            }
        }
        #expect(answered == Set(hrefs) && requests == 2 && batches.unaccounted.isEmpty)
    }

    @Test func `a response truncated with status 507 is partial and continues from its token`() throws {
        let body = multistatus(
            found("/work/1.ics", "<d:getetag>1</d:getetag>")
                + """
                <d:response><d:href>/work/</d:href><d:status>HTTP/1.1 507 Insufficient Storage</d:status><d:error>\
                <d:number-of-matches-within-limits/></d:error></d:response><d:sync-token>page2</d:sync-token>
                """
        )
        let (items, report) = try rows(body)
        #expect(report.isPartial && items.count == 1 && report.problems == 0)
        #expect(ReadAnswer(body).summary?.syncToken == "page2")
        #expect(try !rows(multistatus("")).report.isPartial)
    }

    @Test func `a request never sets a limit for its response`() throws {
        let calendar = try url("https://dav.example.com/work/")
        for token in [nil, "t"] {
            for withData in [true, false] {
                let body = DAVRequest.syncCollection(calendar, since: token, withData: withData).body
                #expect(!String(decoding: body, as: UTF8.self).contains("limit"))
            }
        }
    }

    @Test(arguments: [400, 403, 405, 409, 410 + 2, 415, 418, 422, 500, 501, 507])
    func `any refusal of a token leads to a full listing`(code: Int) {
        #expect(DAVRefusal(answer(code, "I'm a teapot"))?.remedyForToken == .listEverything)
    }

    @Test(arguments: [(401, DAVRefusal.Remedy.authenticate), (404, .readAgain), (503, .wait), (429, .wait)])
    func `a wrong password, a missing calendar or a busy server does not lead to a full listing`(
        code: Int,
        remedy: DAVRefusal.Remedy
    ) {
        #expect(DAVRefusal(answer(code))?.remedyForToken == remedy)
    }

    @Test func `a request with a failed precondition is never repeated unchanged`() {
        #expect(DAVRefusal(answer(412))?.remedy == .readAgain)
        #expect(DAVRefusal(answer(409))?.remedy == .readAgain)
    }

    @Test func `versions come from reports, and single items are read without compression`() throws {
        let item = try url("https://dav.example.com/work/1.ics")
        #expect(DAVRequest.get(item).fields["Accept-Encoding"] == "identity")
        #expect(answer(201, "", "ETag: W/\"x\"").storedTag == nil)
        let (rows, _) = try rows(multistatus(found("/work/1.ics", "<d:getetag>\"x\"</d:getetag>")))
        guard case .item(let found) = rows.first else { throw DiscoveryFailure.notFound }
        #expect(DAVRequest.put(item, [], if: .unchanged(found.tag)).fields["If-Match"] == "\"x\"")
        let compressed = try #require(EntityTag("\"x-gzip\""))
        #expect(found.tag.isSameVersion(as: compressed))
    }

    @Test func `a write without a version in its response is read back`() {
        #expect(answer(204).storedTag == nil)
        #expect(answer(201, "", "ETag: \"x\"").storedTag == EntityTag("x"))
        #expect(answer(412, "", "ETag: \"x\"").storedTag == nil)
        let returned = answer(200, "BEGIN", "ETag: \"x\"", "Preference-Applied: return=representation")
        #expect(returned.storedBody == Array("BEGIN".utf8) && answer(200, "BEGIN").storedBody == nil)
    }

    @Test func `a reply is written on condition that the schedule tag is unchanged`() throws {
        let body = found("/work/1.ics", "<d:getetag>1</d:getetag><c:schedule-tag>\"s1\"</c:schedule-tag>")
        guard case .item(let item) = try rows(multistatus(body)).rows.first else {
            throw DiscoveryFailure.notFound
        }
        let tag = try #require(item.scheduleTag)
        let request = DAVRequest.put(
            try url("https://dav.example.com/work/1.ics"),
            [],
            if: .scheduleUnchanged(tag)
        )
        #expect(request.fields["If-Schedule-Tag-Match"] == "\"s1\"")
    }

    @Test(arguments: [
        ("me@example.com.ics", "me%40example.com.ics"), ("a b.ics", "a%20b.ics"),
        ("\u{FC}.ics", "%C3%BC.ics"),
        ("a%15b.ics", "a%15b.ics"), ("a+b.ics", "a%2Bb.ics"), ("100%.ics", "100%25.ics"),
    ])
    func `an item is found regardless of how the server escapes its path`(one: String, other: String) throws {
        let body = multistatus(
            [one, other].map { found("/work/\($0)", "<d:getetag>1</d:getetag>") }.joined()
        )
        let hrefs = try rows(body).rows.compactMap { if case .item(let item) = $0 { item.href } else { nil } }
        #expect(hrefs.count == 2 && Set(hrefs).count == 1)
    }

    @Test func `a plus sign is not a space, and an escape is decoded only once`() throws {
        #expect(try Href("/w/a+b") != Href("/w/a%20b"))
        #expect(try Href("/w/a%2540b") != Href("/w/a%40b"))
    }

    @Test func `a UID that exists elsewhere is reported with its location`() throws {
        let body = """
            <D:error xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><C:no-uid-conflict>\
            <D:href>/work/old.ics</D:href></C:no-uid-conflict></D:error>
            """
        let refusal = try #require(DAVRefusal(answer(409, body)))
        #expect(refusal.remedy == .findDuplicate && refusal.href == Array("/work/old.ics".utf8))
    }

    @Test func `all items with the same UID are listed`() throws {
        let item = "<d:getetag>1</d:getetag><c:calendar-data>UID:a</c:calendar-data>"
        let (_, report) = try rows(multistatus(found("/work/1.ics", item) + found("/work/2.ics", item)))
        #expect(report.items == 2 && report.problems == 0)
    }

    @Test func `a row without a version makes a listing incomplete`() throws {
        let body = multistatus(
            found("/work/1.ics", "<d:getetag>1</d:getetag>")
                + """
                <d:response><d:href>/work/2.ics</d:href><d:propstat><d:prop><d:getetag/></d:prop>\
                <d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response>
                """
        )
        let (rows, report) = try rows(body)
        #expect(report.items == 1 && report.problems == 1)
        // The item exists, so it is neither gone nor an item with an unknown version.
        #expect(rows.last == .problem(try Href("/work/2.ics"), "the item has no version"))
    }

    @Test func `an incomplete listing never counts as complete`() {
        let body = multistatus(
            (0..<100).map { found("/work/\($0).ics", "<d:getetag>1</d:getetag>") }.joined()
        )
        let half = ReadAnswer(Array(body.utf8.prefix(body.utf8.count / 2)))
        #expect(half.responses.count > 40 && half.summary == nil && half.failure?.reason == .truncated)
        var limits = XMLLimits()
        limits.bytes = body.utf8.count / 2
        #expect(ReadAnswer(body, limits: limits).summary == nil)
    }

    @Test func `a web page with status 200 is not a response`() throws {
        let page = answer(
            200,
            "<!DOCTYPE html><html><body>Please log in</body></html>",
            "Content-Type: text/html"
        )
        #expect(page.isWebPage)
        var discovery = Discovery(at: try url("https://dav.example.com"))
        discovery.receive(page)
        discovery.receive(page)
        #expect(discovery.step == .failed(.webPage))
    }
}

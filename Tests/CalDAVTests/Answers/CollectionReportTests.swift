import Testing

@testable import CalDAV

@Suite struct CollectionReportTests {
    @Test func `the calendar and the collections in it are not items`() throws {
        let body = multistatus(
            found(
                "/work/",
                "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:getetag>0</d:getetag>"
            )
                + found(
                    "/work/sub/",
                    "<d:resourcetype><d:collection/></d:resourcetype><d:getetag>1</d:getetag>"
                )
                + found("/work", "<d:getetag>0</d:getetag>")
                + found("/work/1.ics", "<d:resourcetype/><d:getetag>2</d:getetag>")
        )
        let (rows, report) = try rows(body)
        #expect(rows.map(\.description) == ["item(/work/1.ics, \"2\")"])
        #expect(report.items == 1 && report.problems == 0)
    }

    @Test(arguments: ["/home/1.ics", "/work/a/1.ics", "/1.ics", "/work2/1.ics"])
    func `an item outside the calendar is a problem`(path: String) throws {
        let (rows, report) = try rows(multistatus(found(path, "<d:getetag>1</d:getetag>")))
        #expect(rows == [.problem(try Href(path), "the item is outside the calendar")])
        #expect(report.problems == 1)
    }

    @Test func `a deletion outside the calendar is ignored`() throws {
        #expect(try rows(multistatus(status("/home/1.ics", "404 Not Found"))).report.problems == 1)
        #expect(try rows(multistatus(status("/work/", "404 Not Found"))).report.problems == 1)
    }

    @Test(arguments: [
        "https://evil.example/work/1.ics", "/work/../1.ics", "/work/a%2Fb.ics", "//evil.example/a",
    ])
    func `an unusable href is a problem and does not affect the other rows`(href: String) throws {
        let body = multistatus(
            found(href, "<d:getetag>1</d:getetag>") + found("/work/2.ics", "<d:getetag>2</d:getetag>")
        )
        let (rows, report) = try rows(body)
        #expect(report.problems == 1 && report.items == 1)
        #expect(rows.first?.description.contains(href) == true)
    }

    @Test func `a failed row reports the reason`() throws {
        let (rows, report) = try rows(multistatus(status("/work/1.ics", "403 Forbidden")))
        #expect(rows == [.problem(try Href("/work/1.ics"), "the server does not allow this (403)")])
        #expect(report.problems == 1)
    }

    @Test func `a response element without an href is a problem`() throws {
        #expect(try rows(multistatus("<d:response></d:response>")).report.problems == 1)
    }
}

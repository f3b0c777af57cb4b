import Testing

@testable import CalDAV

/// Tests of responses in various servers' styles.
@Suite struct ServerAnswerTests {
    @Test(arguments: ServerAnswers.all.map(\.name))
    func `responses in every server's style contain the same item and deletion`(name: String) throws {
        let text = try #require(ServerAnswers.all.first { $0.name == name }?.text)
        let (rows, report) = try rows(text, of: "https://dav.example.com/u/work/")
        let items = rows.compactMap { row -> CollectionReport.Item? in
            if case .item(let item) = row { item } else { nil }
        }
        let gone = rows.compactMap { row -> Href? in
            if case .gone(let href) = row { href } else { nil }
        }
        #expect(rows.count == 2 && report.problems == 0 && !report.isPartial)
        #expect(items.map(\.href) == [try Href("/u/work/kiln.ics")])
        #expect(items.first?.tag == EntityTag("d45d6b30"))
        let data = String(decoding: items.first?.data ?? [], as: UTF8.self)
        #expect(data.replacing("\r\n", with: "\n") == ServerAnswers.item)
        #expect(gone == [try Href("/u/work/we%20ird%C3%BC%40x.ics")])
        #expect(ReadAnswer(text).summary?.syncToken?.isEmpty == false)
    }

    @Test func `a calendar listing contains names, colors, components, privileges and tokens`() throws {
        let privileges = """
            <d:current-user-privilege-set><d:privilege><d:read/></d:privilege></d:current-user-privilege-set>
            """
        let body = multistatus(
            found("/nora/", "<d:resourcetype><d:collection/></d:resourcetype>")
                + found(
                    "/nora/work/",
                    """
                    <d:resourcetype><d:collection/><c:calendar/></d:resourcetype>
                    <d:displayname>Work &amp; S\u{F6}hne</d:displayname><a:calendar-color>#0088FFFF</a:calendar-color>
                    <a:calendar-order>3</a:calendar-order><cs:getctag>"17"</cs:getctag><d:sync-token>t17</d:sync-token>
                    <c:supported-calendar-component-set><c:comp name="VEVENT"/><c:comp name="vtodo"/>
                    </c:supported-calendar-component-set><c:max-resource-size>1000000</c:max-resource-size>
                    <d:quota-available-bytes>-3</d:quota-available-bytes>
                    <d:supported-report-set><d:supported-report><d:report><d:sync-collection/></d:report>
                    </d:supported-report><d:supported-report><d:report><c:calendar-multiget/></d:report>
                    </d:supported-report></d:supported-report-set>\(privileges)
                    """
                )
                + found("/nora/inbox/", "<d:resourcetype><d:collection/><c:schedule-inbox/></d:resourcetype>")
        )
        let home = try url("https://dav.example.com/nora/")
        let calendars = ReadAnswer(body).responses.compactMap { ServerCalendar($0, in: home) }
        let calendar = try #require(calendars.first)
        #expect(calendars.count == 1 && calendar.name == "Work & S\u{F6}hne")
        #expect(calendar.url == (try url("https://dav.example.com/nora/work/")))
        #expect(calendar.properties.color == "#0088FFFF" && calendar.properties.order == 3)
        #expect(calendar.properties.changeTag == "\"17\"" && calendar.properties.syncToken == "t17")
        #expect(calendar.properties.maxResourceSize == 1_000_000 && calendar.properties.quotaAvailable == nil)
        #expect(calendar.accepts("VTODO") && !calendar.accepts("VJOURNAL"))
        #expect(!calendar.isWritable && calendar.reportsChanges)
        #expect(calendar.properties.reports == [.syncCollection, .multiget])
    }

    @Test func `names that DAViCal escapes twice are shown as entered`() throws {
        let properties =
            "<d:resourcetype><c:calendar/></d:resourcetype><d:displayname>A &amp;amp; B</d:displayname>"
        let home = try url("https://dav.example.com/nora/")
        let response = try #require(ReadAnswer(multistatus(found("/nora/a/", properties))).responses.first)
        let quirks = try #require(ServerProfile.named("DAViCal")).quirks
        #expect(ServerCalendar(response, in: home, quirks: quirks)?.name == "A & B")
        #expect(ServerCalendar(response, in: home)?.name == "A &amp; B")
    }

    @Test func `a calendar without a name is named after its path`() throws {
        let body = multistatus(found("/nora/my%20work/", "<d:resourcetype><c:calendar/></d:resourcetype>"))
        let home = try url("https://dav.example.com/nora/")
        let calendar = ReadAnswer(body).responses.compactMap { ServerCalendar($0, in: home) }.first
        #expect(
            calendar?.name == "my work" && calendar?.isWritable == true && calendar?.reportsChanges == false
        )
    }

    @Test func `a calendar outside the home is ignored`() throws {
        let body = multistatus(
            found("https://evil.example/nora/a/", "<d:resourcetype><c:calendar/></d:resourcetype>")
        )
        let home = try url("https://dav.example.com/nora/")
        #expect(ReadAnswer(body).responses.compactMap { ServerCalendar($0, in: home) }.isEmpty)
    }
}

import Testing

@testable import CalDAV

@Suite struct DAVRequestTests {
    private func body(_ request: DAVRequest) -> String {
        String(decoding: request.body, as: UTF8.self)
    }

    @Test func `a search for a principal requests only the resource`() throws {
        let request = DAVRequest.properties(
            [.currentUserPrincipal, .homeSet],
            of: try url("https://a.example/dav")
        )
        #expect(request.method == .propertyFind && request.fields["Depth"] == "0")
        #expect(request.fields["Prefer"] == "return=minimal")
        #expect(request.fields["Content-Type"] == "application/xml; charset=utf-8")
        #expect(
            body(request) == """
                <propfind xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><prop>\
                <current-user-principal/><c:calendar-home-set/></prop></propfind>
                """
        )
    }

    @Test func `a calendar listing requests everything in a single request`() throws {
        let request = DAVRequest.properties(
            DAVProperty.ofCalendars,
            of: try url("https://a.example/"),
            .members
        )
        #expect(request.fields["Depth"] == "1")
        for name in [
            "resourcetype", "displayname", "a:calendar-color", "a:calendar-order", "s:getctag",
            "sync-token",
            "c:supported-calendar-component-set", "current-user-privilege-set", "c:max-resource-size",
        ] {
            #expect(body(request).contains("<\(name)/>"))
        }
        #expect(request.body.count < 1024)
    }

    @Test func `changes are requested with the token and without a limit`() throws {
        let calendar = try url("https://a.example/work/")
        #expect(
            body(.syncCollection(calendar, since: "t<1>&")) == """
                <sync-collection xmlns="DAV:"><sync-token>t&lt;1&gt;&amp;</sync-token>\
                <sync-level>1</sync-level><prop><getetag/></prop></sync-collection>
                """
        )
        let first = DAVRequest.syncCollection(calendar, since: nil, withData: true)
        #expect(
            body(first).contains("<sync-token></sync-token>")
                && body(first).contains("<c:calendar-data/>")
        )
        #expect(first.fields["Depth"] == "0" && !body(first).contains("limit"))
        #expect(first.fields["Prefer"] == "return=minimal")
    }

    @Test func `items are requested with the original bytes of their hrefs`() throws {
        let hrefs = try ["/w/a@b&c.ics", "/w/a%40b.ics", "/w/a \u{FC}.ics"].map { try Href($0) }
        let request = DAVRequest.multiget(try url("https://a.example/w/"), hrefs)
        #expect(body(request).contains("<href>/w/a@b&amp;c.ics</href><href>/w/a%40b.ics</href>"))
        #expect(body(request).contains("<href>/w/a \u{FC}.ics</href></c:calendar-multiget>"))
        let raw = try Href(Array("/w/".utf8) + [0xE9], from: try url("https://a.example/w/"))
        #expect(body(.multiget(try url("https://a.example/w/"), [raw])).contains("<href>/w/%E9</href>"))
    }

    @Test func `a query selects by component and time`() throws {
        let request = DAVRequest.query(
            try url("https://a.example/w/"),
            component: "VTODO",
            in: 1_772_323_200..<253_402_300_800
        )
        #expect(request.fields["Depth"] == "1")
        #expect(
            body(request).contains(
                """
                <c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VTODO">\
                <c:time-range start="20260301T000000Z" end="99991231T235959Z"/></c:comp-filter></c:comp-filter></c:filter>
                """
            )
        )
        let hostile = DAVRequest.query(try url("https://a.example/w/"), component: "\"><x/>")
        #expect(body(hostile).contains("name=\"&quot;&gt;&lt;x/&gt;\""))
        let all = DAVRequest.query(try url("https://a.example/w/"), component: "VTODO", in: .min ..< .max)
        #expect(body(all).contains("start=\"00010101T000000Z\" end=\"99991231T235959Z\""))
    }

    @Test func `each write includes its condition`() throws {
        let item = try url("https://a.example/w/1.ics")
        let tag = try #require(EntityTag("W/\"5f2\""))
        let new = DAVRequest.put(item, Array("x".utf8), if: .isNew, wantsResult: true)
        #expect(new.fields["If-None-Match"] == "*" && new.fields["Prefer"] == "return=representation")
        #expect(new.fields["Content-Type"] == "text/calendar; charset=utf-8" && new.body == Array("x".utf8))
        #expect(DAVRequest.put(item, [], if: .unchanged(tag)).fields["If-Match"] == "\"5f2\"")
        #expect(
            DAVRequest.put(item, [], if: .scheduleUnchanged(tag)).fields["If-Schedule-Tag-Match"] == "\"5f2\""
        )
        #expect(DAVRequest.delete(item, if: .exists).fields["If-Match"] == "*")
        #expect(DAVRequest.delete(item).fields.all.isEmpty)
        let move = DAVRequest.move(item, to: try Href("/h/a b.ics"), if: .unchanged(tag))
        #expect(
            move.fields["Destination"] == "https://a.example/h/a%20b.ics" && move.fields["Overwrite"] == "F"
        )
        #expect(move.fields["If-Match"] == "\"5f2\"")
    }

    @Test func `calendars are created and changed with the right requests`() throws {
        var settings = CalendarSettings()
        (settings.name, settings.color, settings.order) = ("A & B\u{0}", "#0088FF", 2)
        settings.components = ["VEVENT"]
        let calendar = try url("https://a.example/w/")
        let properties = """
            <displayname>A &amp; B</displayname><a:calendar-color>#0088FFFF</a:calendar-color>\
            <a:calendar-order>2</a:calendar-order>
            """
        let components = """
            <c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>
            """
        #expect(
            body(.makeCalendar(calendar, settings)) == """
                <c:mkcalendar xmlns="DAV:" xmlns:a="http://apple.com/ns/ical/" xmlns:c="urn:ietf:params:xml:ns:caldav">\
                <set><prop>\(properties)\(components)</prop></set></c:mkcalendar>
                """
        )
        #expect(
            body(.makeCollection(calendar, settings)).contains(
                "<collection/><c:calendar/></resourcetype>"
            )
        )
        #expect(
            body(.change(calendar, settings)) == """
                <propertyupdate xmlns="DAV:" xmlns:a="http://apple.com/ns/ical/"><set><prop>\(properties)\
                </prop></set></propertyupdate>
                """
        )
    }

    @Test func `only read-only requests may follow redirects`() throws {
        let resource = try url("https://a.example")
        let reading = DAVRequest.Method.allCases.filter { DAVRequest($0, resource).isReadOnly }
        #expect(Set(reading) == [.get, .options, .propertyFind, .report])
    }

    @Test func `all request bodies are well-formed XML`() throws {
        var settings = CalendarSettings()
        settings.name = "]]><&\"'\u{1F}\u{FFFE}\r\n"
        let calendar = try url("https://a.example/w/")
        let requests: [DAVRequest] = [
            .properties(DAVProperty.allCases, of: calendar), .listing(calendar),
            .multiget(calendar, [calendar.href]),
            .syncCollection(calendar, since: settings.name, withData: true),
            .query(calendar, component: "<", in: 0..<1),
            .makeCalendar(calendar, settings), .makeCollection(calendar, settings),
            .change(calendar, settings),
            .makeCalendar(calendar, CalendarSettings()),
        ]
        for request in requests {
            var tokenizer = XMLTokenizer(limits: XMLLimits())
            var index = 0
            while try tokenizer.next(in: request.body, at: &index) != nil {}
            #expect(tokenizer.isComplete)
        }
    }
}

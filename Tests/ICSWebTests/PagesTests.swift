import ICalendar
import ICalendarStore
import Testing

@testable import ICSWeb

/// Tests of what the pages show.
@Suite struct PagesTests {
    private static let events = [
        "a": WebStore.weekly,
        "b": WebStore.event("trip", "SUMMARY:Trip\nDTSTART;VALUE=DATE:20260330\nDTEND;VALUE=DATE:20260402"),
        "c": WebStore.event(
            "night",
            "SUMMARY:Night\nDTSTART;TZID=Europe/Berlin:20260331T230000\nDURATION:PT4H"
        ),
    ]

    @Test(arguments: [
        ("month?date=2026-03-30", "March 2026", ["Stand-up", "Trip", "Night"]),
        ("week?date=2026-04-01", "30 March – 5 April 2026", ["Stand-up", "Trip", "Night"]),
        ("day?date=2026-04-01", "Wednesday 1 April 2026", ["Trip", "Night"]),
        ("agenda?date=2026-03-31", "31 March – 29 April 2026", ["Stand-up", "Trip", "Night"]),
        ("month", "March 2026", ["Stand-up"]), ("week?date=nonsense", "30 March – 5 April 2026", ["Trip"]),
        ("month?date=1492-01-01", "March 2026", []),
    ])
    func `each view shows the right days`(_ page: String, _ title: String, _ events: [String]) async throws {
        let browser = try await Browser(try WebStore(Self.events))
        let answer = await browser.get(page)
        #expect(answer.status == 200)
        #expect(answer.html.contains("<h1>\(title)</h1>"))
        for event in events {
            let details = await browser.get(try answer.link(to: event))
            #expect(details.html.contains("<h1>\(event)</h1>"))
        }
        for id in ["previous", "today", "next", "new"] { #expect(answer.html.contains("id=\"\(id)\"")) }
    }

    @Test func `every control has a label`() async throws {
        let browser = try await Browser(try WebStore(Self.events))
        for page in ["new", "calendars", "reminders", "import"] {
            let html = await browser.get(page).html
            for tag in html.matches(of: /<(input|select|textarea)\b([^>]*)>/) where !tag.2.contains("hidden")
            {
                let id = try #require(tag.2.firstMatch(of: /id="([^"]*)"/)?.1, "\(tag.0)")
                #expect(html.contains("<label for=\"\(id)\">"), "\(tag.0) on \(page)")
            }
            #expect(html.contains("href=\"#main\"") && html.contains("<main id=\"main\""))
            #expect(html.contains("<html lang=\"en\">"))
        }
    }

    @Test func `a hostile calendar does no harm`() async throws {
        let people = (0..<10_000).map { "ATTENDEE;CN=\"<b>P\($0)</b>\":mailto:p\($0)@x.example" }.joined(
            separator: "\n"
        )
        let hostile = WebStore.event(
            "x\"><script>alert(1)</script>",
            """
            SUMMARY:<img src=x onerror=alert(1)> \u{202E}olleh
            DTSTART:20260331T100000Z
            LOCATION:</textarea><script>alert(2)</script>
            URL:javascript:alert(3)
            DESCRIPTION:data:text/html\\,<script>alert(4)</script> \(String(repeating: "long ", count: 50_000))
            CATEGORIES:"><svg onload=alert(5)>
            \(people)
            """
        )
        let store = try WebStore(["a": hostile])
        let browser = try await Browser(store)
        var pages = [await browser.get("month"), await browser.get("week"), await browser.get("agenda")]
        let id = try #require(pages[0].html.firstMatch(of: /href="(event\?id=[^"]*)"/)?.1)
        pages.append(await browser.get(String(id)))
        pages.append(await browser.get(String(id).replacing("event?", with: "edit?")))
        for page in pages {
            #expect(page.status == 200)
            for text in [
                "<img", "<svg", "<b>P", "href=\"javascript:", "href=\"data:", "\u{202E}",
                "</textarea><script>",
            ] {
                #expect(!page.html.contains(text), "\(text)")
            }
            #expect(page.html.matches(of: /<script/).count == 1)
            #expect(page.html.utf8.count < 200_000)
        }
        // The editor keeps contents that it cannot show.
        let saved = try await browser.send(pages[4], "save", [("title", "Harmless")])
        #expect(saved.html.contains("<h1>Harmless</h1>"))
        let event = try #require(
            try store.store.calendarItems(withExternalIdentifier: "x\"><script>alert(1)</script>").first
        )
        #expect(event.attendees?.count == 10_000)
        #expect(event.notes?.utf8.count ?? 0 > 250_000)
    }

    @Test func `the size of a page with many events is limited`() async throws {
        let events = (0..<3000).map {
            WebStore.event(
                "e\($0)",
                "SUMMARY:Event \($0)\nDTSTART:202603\($0 % 28 < 9 ? "0" : "")\($0 % 28 + 1)T100000Z\nDURATION:PT1H"
            )
        }
        let browser = try await Browser(try WebStore(["all": events.joined(separator: "\n")]))
        let month = await browser.get("month")
        #expect(month.status == 200)
        #expect(month.html.utf8.count < 200_000)
        #expect(month.html.contains(" more</a>"))
    }

    @Test func `a store change is sent as an event`() async throws {
        let store = try WebStore(["a": WebStore.weekly])
        let browser = try await Browser(store)
        let request = Browser.request(
            "GET",
            store.calendar.guarding.base + "events",
            [("Cookie", browser.cookie)]
        )
        let answer = await store.calendar.answer(to: request)
        guard case .events(let stream) = answer.body else { return #expect(Bool(false), "no events") }
        var events = stream.makeAsyncIterator()
        #expect(await events.next().map { String(decoding: $0, as: UTF8.self) } == "retry: 2000\n\n")
        _ = await browser.post("remove", [("id", "home:stand-up"), ("span", "all")])
        #expect(
            await events.next().map { String(decoding: $0, as: UTF8.self) } == "event: change\ndata: 1\n\n"
        )
    }
}

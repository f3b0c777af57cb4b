import ICSPages
import ICSViews
import ICalendar
import Testing

/// Tests of small pages.
@Suite struct PageTests {
    private static let week = [
        [
            "SUMMARY:Stand-up", "LOCATION:Room 4", "DTSTART;TZID=Europe/Berlin:20260330T091500",
            "DTEND;TZID=Europe/Berlin:20260330T093000", "URL:https://studio.example/",
        ],
        [
            "SUMMARY:Easter & more", "DTSTART;VALUE=DATE:20260403", "DTEND;VALUE=DATE:20260407",
            "DESCRIPTION:Eggs.\\n1. Bread", "STATUS:TENTATIVE",
        ],
        [
            "SUMMARY:Night", "DTSTART;TZID=Europe/Berlin:20260331T220000",
            "DTEND;TZID=Europe/Berlin:20260401T020000", "STATUS:CANCELLED",
        ],
    ]

    @Test func `Markdown has a heading for each day and an item for each event`() throws {
        let text = PageSource.markdown(try PageSource.contents(Self.week))
        #expect(
            text == """
                # Studio

                30 March – 5 April 2026, times in Europe/Berlin

                ## Monday 30 March 2026

                - **09:15–09:30** Stand-up, Room 4
                  - <https://studio.example/>

                ## Tuesday 31 March 2026

                - **from 22:00** ~~Night~~ *(canceled, day 1 of 2)*

                ## Wednesday 1 April 2026

                - **until 02:00** ~~Night~~ *(canceled, day 2 of 2)*

                ## Friday 3 April 2026

                - **all day** Easter &amp; more *(tentative, day 1 of 4)*
                  - Eggs.
                  - 1\\. Bread

                ## Saturday 4 April 2026

                - **all day** Easter &amp; more *(tentative, day 2 of 4)*

                ## Sunday 5 April 2026

                - **all day** Easter &amp; more *(tentative, day 3 of 4)*

                """
        )
    }

    @Test(arguments: [
        ("plain - text #1, 3.5", "plain - text #1, 3.5"), ("# a", "\\# a"), ("- a", "\\- a"),
        ("12. a", "12\\. a"),
        ("a*b_c`d", "a\\*b\\_c\\`d"), ("![a](b)", "\\!\\[a\\](b)"), ("<b>&amp;", "&lt;b&gt;&amp;amp;"),
        ("a | b", "a \\| b"), ("{{x}}", "&#123;&#123;x&#125;&#125;"), ("www.a.example", "www\\.a.example"),
        ("http://a", "http:&#47;/a"), ("a: b", "a: b"), ("    code", "code"), ("a\nb", "a b"),
        ("C:\\x", "C:\\\\x"), ("a@b.c", "a&#64;b.c"),
    ])
    func `Markdown shows the calendar's text unchanged`(text: String, escaped: String) {
        #expect(MarkdownText.escaped(text) == escaped)
    }

    @Test func `an HTML page shows an event in its month and in the agenda`() throws {
        let page = PageSource.html(try PageSource.contents(Self.week))
        #expect(page.contains("<title>Studio</title>"))
        #expect(page.contains("<p class=\"period\">30 March – 5 April 2026</p>"))
        #expect(page.contains("<h2>March 2026</h2>") && page.contains("<h2>April 2026</h2>"))
        #expect(
            page.contains(
                """
                <td class="today" aria-current="date"><a class="num" href="#d-2026-03-30" \
                aria-label="Monday 30 March 2026, 1 event"><time datetime="2026-03-30">30</time></a>\
                <div class="chip" style="--c:#2f6fb5"><a href="#e-0" title="Stand-up"><span class="at">09:15</span> \
                <bdi>Stand-up</bdi></a></div></td>
                """
            )
        )
        #expect(page.contains("<div class=\"bar n3 maybe\" style=\"--c:#2f6fb5\">"))
        #expect(
            page.contains(
                """
                <li class="event" style="--c:#2f6fb5" id="e-0">
                <details>
                <summary><span class="time">09:15–09:30</span> <span class="what"><bdi class="title">Stand-up</bdi> \
                <bdi class="place">Room 4</bdi></span></summary>
                <dl>
                <dt class="brief">When</dt><dd class="brief">Monday 30 March 2026, 09:15–09:30</dd>
                <dt class="brief">Where</dt><dd class="brief"><bdi>Room 4</bdi></dd>
                <dt class="brief">Calendar</dt><dd class="brief"><bdi>Studio</bdi></dd>
                <dt>Link</dt><dd><a rel="noopener noreferrer nofollow" href="https://studio.example/">\
                <bdi>https://studio.example/</bdi></a></dd>
                </dl>
                </details>
                </li>
                """
            )
        )
        #expect(page.contains("<span class=\"tag\">canceled</span>"))
    }

    @Test func `every link within a page has a target`() throws {
        let page = PageSource.html(
            try PageSource.contents(of: PageSource.hostile(), from: "2026-03-01", days: 31)
        )
        let tags = PageTags(page).tags.flatMap(\.attributes)
        let targets = Set(tags.filter { $0.name == "id" }.map { "#" + $0.value })
        let links = Set(tags.filter { $0.name == "href" && $0.value.hasPrefix("#") }.map(\.value))
        #expect(links.count > 10)
        #expect(links.subtracting(targets) == [])
        #expect(targets.count == tags.count { $0.name == "id" })
    }

    @Test func `each event has its calendar's color`() throws {
        let color = ViewedColor(red: 255, green: 128, blue: 0)
        let contents = try PageSource.contents(Self.week, color: color)
        #expect(PageSource.html(contents).contains("style=\"--c:#ff8000\""))
        #expect(String(decoding: PageSource.week(contents), as: UTF8.self).contains("fill=\"#ff8000\""))
    }

    @Test func `an empty page reports that there are no events`() throws {
        let contents = try PageSource.contents([])
        #expect(PageSource.html(contents).contains("No events in this period."))
        #expect(PageSource.markdown(contents).hasSuffix("No events in this period.\n"))
        #expect(PageSource.week(contents).count > 1000)
        #expect(PageSource.year(contents).count > 1000)
    }

    @Test func `the image of a year shows the number of events on each day`() throws {
        let contents = try PageSource.contents(Self.week, from: "2026-01-01", days: 365)
        let text = String(decoding: PageSource.year(contents), as: UTF8.self)
        #expect(text.contains("<title>Monday 30 March 2026: 1 event</title>"))
        #expect(text.contains("<title>Sunday 29 March 2026: 0 events</title>"))
        #expect(text.matches(of: /<rect class="l[0-4]" [^>]*rx="3">/).count == 365)
    }

    @Test func `the image of a week shows overlapping events side by side`() throws {
        let events = ["09", "09"].map {
            ["SUMMARY:At \($0)", "DTSTART:20260330T\($0)0000Z", "DURATION:PT2H"]
        }
        let text = String(decoding: PageSource.week(try PageSource.contents(events)), as: UTF8.self)
        let boxes = text.matches(of: /<svg x="([0-9.]+)" y="([0-9.]+)" width="([0-9.]+)"/)
        #expect(boxes.map { "\($0.output.1) \($0.output.3)" } == ["68 74", "144 74"])
    }
}

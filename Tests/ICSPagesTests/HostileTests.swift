@testable import CalDAV
import Foundation
import ICSPages
import ICSViews
import ICalendar
import TestTraits
import Testing

/// Tests that a hostile calendar does no harm in any generated file.
@Suite struct HostileTests {
    private static let names: Set<String> = [
        "!DOCTYPE", "a", "abbr", "bdi", "body", "caption", "dd", "details", "div", "dl", "dt", "footer", "h1",
        "h2",
        "h3", "head", "header", "html", "li", "main", "meta", "p", "section", "span", "style", "summary",
        "table",
        "tbody", "td", "th", "thead", "time", "title", "tr", "ul",
    ]
    private static let attributes: Set<String> = [
        "aria-current", "aria-label", "aria-labelledby", "charset", "class", "content", "datetime", "dir",
        "href",
        "http-equiv", "id", "lang", "name", "rel", "role", "scope", "style", "title",
    ]

    private static func contents(days: Int = 31) throws -> PageContents {
        try PageSource.contents(of: PageSource.hostile(), from: "2026-03-01", days: days)
    }

    /// Checks that a page consists of the program's own tags.
    private func check(_ page: String) {
        let read = PageTags(page)
        #expect(read.problem == nil)
        #expect(read.tags.count > 100)
        let names = Set(read.tags.map { $0.name.hasPrefix("/") ? String($0.name.dropFirst()) : $0.name })
        #expect(names.subtracting(Self.names) == [])
        for tag in read.tags {
            for (name, value) in tag.attributes {
                if !Self.attributes.contains(name) { Issue.record("\(tag.name) has the attribute \(name)") }
                switch name {
                case "href":
                    let isAllowed = ["#", "https://", "http://", "mailto:"].contains { value.hasPrefix($0) }
                    if !isAllowed { Issue.record("a link leads to \(value)") }
                case "style":
                    if value.wholeMatch(of: /--c:#[0-9a-f]{6}/) == nil { Issue.record("a style is \(value)") }
                case "class", "id", "datetime", "lang", "rel", "role", "scope", "dir":
                    if value.wholeMatch(of: /[a-z0-9 -]*/) == nil { Issue.record("\(name) is \(value)") }
                default: break
                }
            }
        }
        #expect(!page.lowercased().contains("<script"))
        #expect(PageSource.hidden(in: page) == [])
    }

    @Test func `an HTML page contains only the program's own tags, and only web and mail links`() throws {
        let contents = try Self.contents()
        #expect(contents.events.count > 70)
        let page = PageSource.html(contents)
        check(page)
        #expect(page.contains("default-src 'none'; style-src 'unsafe-inline'"))
        // Harmless links work.
        #expect(page.contains("href=\"https://Good.example/a?b=1&amp;c=2\""))
        #expect(page.contains("href=\"https://good.example/notes\""))
        #expect(page.contains("href=\"http://good.example/x\""))
        #expect(page.contains("href=\"mailto:b@b.example\"") == false)
        #expect(page.contains("href=\"mailto:ok@b.example\""))
    }

    @Test func `a huge title, location and description are shortened and marked`() throws {
        let long = String(repeating: "<b>\"&😀", count: 150_000)
        let contents = try PageSource.contents(
            [["SUMMARY:\(long)", "LOCATION:\(long)", "DESCRIPTION:\(long)", "DTSTART:20260330T090000Z"]]
        )
        let page = PageSource.html(contents)
        check(page)
        #expect(page.utf8.count < 500_000)
        #expect(page.contains(PageText.mark))
        #expect(PageSource.week(contents).count < 50_000)
        let markdown = PageSource.markdown(contents)
        #expect(markdown.utf8.count < 200_000)
        #expect(markdown.contains("shortened"))
    }

    @Test func `images are well-formed XML without scripts or links`() throws {
        let contents = try Self.contents(days: 14)
        for image in [PageSource.week(contents), PageSource.year(contents)] {
            let elements = try XMLNames(image)
            #expect(elements.count > 20)
            #expect(
                elements.names.subtracting(["svg", "title", "desc", "style", "rect", "text", "line", "g"])
                    == []
            )
            let attributes: Set = [
                "width", "height", "viewBox", "role", "aria-labelledby", "id", "class", "x", "y", "rx",
                "fill",
                "text-anchor", "x1", "x2", "y1", "y2",
            ]
            #expect(elements.attributes.subtracting(attributes) == [])
            let text = String(decoding: image, as: UTF8.self)
            #expect(PageSource.hidden(in: text) == [])
            #expect(!text.contains("url("))
            #expect(!text.contains("@import url"))
        }
    }

    @Test func `Markdown contains no markup from the calendar`() throws {
        let text = PageSource.markdown(try Self.contents())
        #expect(PageSource.hidden(in: text) == [])
        let line = try #require(text.split(separator: "\n").first { $0.contains("click\\]") })
        #expect(line == "- **10:00–10:30** \\[click\\](javascript:alert(1)) *(overlaps)*")
        // Angle brackets occur only in checked links.
        for part in text.split(separator: "<").dropFirst() {
            #expect(part.hasPrefix("https://") || part.hasPrefix("http://") || part.hasPrefix("mailto:"))
        }
        for line in text.split(separator: "\n") {
            let isOwn = ["# ", "## ", "- **", "  - ", "1"].contains { line.hasPrefix($0) }
            if !isOwn { Issue.record("a line is \(line)") }
        }
    }

    @Test func `CSV rows are read back, and no cell is a formula`() throws {
        let contents = try Self.contents()
        var bytes = Array(CSVRow.header.utf8)
        let file = try CalendarFile(bytes: PageSource.hostile(), name: "test.ics")
        let window = try OccurrenceWindow(
            from: Instant(secondsSince1970: 1_772_000_000),
            to: Instant(secondsSince1970: 1_775_000_000),
            in: contents.zone
        )
        var count = 0
        for occurrence in file.occurrences(in: window) {
            bytes += Array("a,b".utf8)
            CSVRow.appendDetails(
                of: occurrence.event,
                isAllDay: occurrence.isAllDay,
                calendar: occurrence.calendarName,
                uid: occurrence.uid,
                to: &bytes
            )
            count += 1
        }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(PageSource.hidden(in: text) == [])
        let rows = CSVReader.rows(text)
        #expect(rows.count == count + 1)
        #expect(rows.allSatisfy { $0.count == 12 })
        for cell in rows.joined() {
            let parts = cell.split(whereSeparator: { ";\n\t".contains($0) })
            for part in parts {
                let start = part.drop { $0.isWhitespace || $0 == "\u{200B}" }.first
                if let start, "=+-@＝＋－＠".contains(start) { Issue.record("a cell is \(cell)") }
            }
        }
    }

    @Test func `a page with events that last for years is limited`() throws {
        let events = (0..<300).map { _ in
            ["SUMMARY:Long", "DTSTART;VALUE=DATE:20250101", "DTEND;VALUE=DATE:20300101"]
        }
        let contents = try PageSource.contents(events, from: "2026-01-01", days: 1400)
        #expect(contents.isLimited)
        #expect(contents.events.count == PageLimits.entries / 1400)
        let notice = "limit reached: a page holds 100000 entries; use --from and --to to narrow the window"
        #expect(contents.notice == notice)
    }

    @Test(arguments: [
        ("https://a.example/?b=1", "https://a.example/?b=1"), ("HTTP://a.example", "http://a.example"),
        (" https://a.example ", "https://a.example"), ("mailto:a@b.example", "mailto:a@b.example"),
        ("MAILTO:a@b.example?subject=x", "mailto:a@b.example"), ("https://[::1]/", "https://[::1]/"),
        ("https://bücher.example/ä", "https://bücher.example/ä"),
    ])
    func `a web or mail address becomes a link`(text: String, link: String) {
        #expect(WebLink.checked(text) == link)
    }

    @Test(arguments: [
        "", "javascript:alert(1)", "JAVASCRIPT:alert(1)", "java\nscript:alert(1)", "\u{1}javascript:alert(1)",
        "data:text/html,x", "vbscript:x", "file:///etc/passwd", "//evil.example", "https:evil.example",
        "https://",
        "https:///a", "https:// evil.example", "ht\ntps://a.example", "https://a.example/\" onclick=\"x",
        "https://a.example/<b>", "https:\\\\a.example", "https://a.example/\u{202E}x", "mailto:", "mailto:a",
        "mailto:a@b@c", "mailto:javascript:x@b", "blob:https://a.example",
        "ｈttps://a.example", "https://a.example/a b", "ſ", "httpſ://a.example",
    ])
    func `no other address becomes a link`(text: String) {
        #expect(WebLink.checked(text) == nil)
    }

    @Test(.needsPython) func `Python's parser finds the same elements in the page`() throws {
        let python = "/usr/bin/env"
        let script = """
            import sys, html.parser
            class Reader(html.parser.HTMLParser):
                def handle_starttag(self, tag, attributes):
                    names = [name for name, value in attributes]
                    if tag in ("script", "iframe", "img", "svg", "object", "embed", "base", "form", "link"):
                        print("element", tag)
                    for name, value in attributes:
                        if name.startswith("on"): print("attribute", name)
                        scheme = (value or "").strip().lower().split(":")[0]
                        isKnown = scheme in ("http", "https", "mailto") or value.startswith("#")
                        if name in ("href", "src") and not isKnown:
                            print("link", value)
            Reader().feed(sys.stdin.read())
            print("read")
            """
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = ["python3", "-c", script]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        input.fileHandleForWriting.write(Data(PageSource.html(try Self.contents()).utf8))
        try input.fileHandleForWriting.close()
        let read = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(read == "read\n")
    }
}

/// The element and attribute names of a well-formed document.
private struct XMLNames {
    private(set) var names: Set<String> = []
    private(set) var attributes: Set<String> = []
    private(set) var count = 0

    init(_ document: [UInt8]) throws {
        var tokenizer = XMLTokenizer(limits: XMLLimits())
        var index = 0
        while let token = try tokenizer.next(in: document, at: &index) {
            guard token == .start else { continue }
            names.insert(tokenizer.name.local)
            attributes.formUnion(tokenizer.attributes.map { $0.0.local })
            count += 1
        }
        #expect(tokenizer.isComplete)
    }
}

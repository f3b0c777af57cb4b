import ICalendar
import Testing

@testable import ICalendarCore

/// Tests xCal against the examples in RFC 6321, and checks that every calendar becomes well-formed XML.
@Suite struct XCalTests {
    private func xCal(_ line: String) throws -> String {
        let property = try #require(try Sample.property(line).property)
        return text(Component("VCALENDAR", properties: [property]))
    }

    /// Returns the content of the calendar's `properties` element.
    private func text(_ calendar: Component) -> String {
        let whole = String(
            decoding: CalendarFile(calendars: [CalendarObject(calendar)]).xCalBytes(),
            as: UTF8.self
        )
        let parts = whole.split(separator: "<properties>", maxSplits: 1)
        return parts.last.map { String($0.replacing("</properties></vcalendar></icalendar>\n", with: "")) }
            ?? ""
    }

    @Test(arguments: [
        ("SUMMARY:a & <b>\\n", "<summary><text>a &amp; &lt;b&gt;\n</text></summary>"),
        (
            "DTSTART;X-PARAM=PT30M:20110512T130000Z",
            "<dtstart><parameters><x-param><unknown>PT30M</unknown></x-param></parameters>"
                + "<date-time>2011-05-12T13:00:00Z</date-time></dtstart>"
        ),
        ("X-PROPERTY:20110512T120000Z", "<x-property><unknown>20110512T120000Z</unknown></x-property>"),
        (
            "DTSTART;VALUE=DATE;TZID=Europe/Berlin:20110512",
            "<dtstart><parameters><tzid><text>Europe/Berlin</text></tzid></parameters><date>2011-05-12</date></dtstart>"
        ),
        (
            "GEO:37.386013;-122.082932",
            "<geo><latitude>37.386013</latitude><longitude>-122.082932</longitude></geo>"
        ),
        (
            "REQUEST-STATUS:2.0;Success",
            "<request-status><code>2.0</code><description>Success</description></request-status>"
        ),
        (
            "FREEBUSY:20110517T120000Z/PT1H,20110517T120000Z/20110517T130000Z",
            "<freebusy><period><start>2011-05-17T12:00:00Z</start><duration>PT1H</duration></period>"
                + "<period><start>2011-05-17T12:00:00Z</start><end>2011-05-17T13:00:00Z</end></period></freebusy>"
        ),
        (
            "RRULE:FREQ=YEARLY;COUNT=5;BYDAY=-1SU,MO;BYMONTH=10",
            "<rrule><recur><freq>YEARLY</freq><count>5</count><byday>-1SU</byday><byday>MO</byday>"
                + "<bymonth>10</bymonth></recur></rrule>"
        ),
        (
            "ATTENDEE;RSVP=TRUE;MEMBER=\"mailto:a\",\"mailto:b\":mailto:x",
            "<attendee><parameters><rsvp><boolean>true</boolean></rsvp><member><cal-address>mailto:a</cal-address>"
                + "<cal-address>mailto:b</cal-address></member></parameters><cal-address>mailto:x</cal-address></attendee>"
        ),
        ("TZOFFSETTO:-0500", "<tzoffsetto><utc-offset>-05:00</utc-offset></tzoffsetto>"),
        ("CATEGORIES:a,b", "<categories><text>a</text><text>b</text></categories>"),
        ("CATEGORIES:,", "<categories><unknown></unknown></categories>"),
        ("DTSTART:never", "<dtstart><unknown>never</unknown></dtstart>"),
        ("X-A;VALUE=X-TYPE:a", "<x-a><x-type>a</x-type></x-a>"),
        ("X-C/D:a", "<x-c_d><unknown>a</unknown></x-c_d>"),
        ("1X:a", "<_1x><unknown>a</unknown></_1x>"),
    ])
    func `a content line becomes an element`(_ line: String, _ xml: String) throws {
        #expect(try xCal(line) == xml)
    }

    @Test func `characters that XML forbids are replaced`() {
        let property = Property("X-A", .text("a\u{0}\u{B}\u{FFFE}\u{FFFF}\r\t\u{85}]]>"))
        #expect(
            text(Component("VCALENDAR", properties: [property]))
                == "<x-a><text>a\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}&#13;\t&#133;]]&gt;</text></x-a>"
        )
    }

    @Test(arguments: CalendarFiles.paths)
    func `a file becomes well-formed XML`(_ path: String) throws {
        guard let file = try ExchangeSample.file(path) else { return }
        for indented in [false, true] {
            #expect(WellFormedXML.complaint(of: file.xCalBytes(indented: indented)) == nil)
        }
    }

    @Test(arguments: 0..<100)
    func `random components become well-formed XML`(_ seed: Int) {
        var random = RandomComponent(seed: UInt64(seed))
        let file = CalendarFile(calendars: [CalendarObject(random.component(depth: 0))])
        #expect(WellFormedXML.complaint(of: file.xCalBytes()) == nil)
    }

    @Test func `the XML checker finds errors`() {
        let head = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
        for broken in [
            "", "<a>", "<a></b>", "<a/><b/>", "<a>&x;</a>", "<a>&#1;</a>", "<a>\u{1}</a>", "<1a></1a>",
            "<a>]]></a>",
            "<a><</a>", "x<a></a>", "<a>&</a>",
        ] {
            #expect(WellFormedXML.complaint(of: Array((head + broken).utf8)) != nil, "\(broken)")
        }
        #expect(WellFormedXML.complaint(of: Array((head + "<a b=\"c\"><d>&#13;&amp;</d></a>\n").utf8)) == nil)
    }
}

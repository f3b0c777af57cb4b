import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Tests the jCal form of iCalendar lines, following RFC 7265 and its examples.
@Suite struct JCalWritingTests {
    @Test(arguments: [
        ("SUMMARY:a\\, b\\; c\\nd \\\\", #"["summary",{},"text","a, b; c\nd \\"]"#),
        ("DTSTART:20260301T100000", #"["dtstart",{},"date-time","2026-03-01T10:00:00"]"#),
        ("DTSTART:20260301T100000Z", #"["dtstart",{},"date-time","2026-03-01T10:00:00Z"]"#),
        (
            "DTSTART;TZID=Europe/Berlin:20260301T100000",
            #"["dtstart",{"tzid":"Europe/Berlin"},"date-time","2026-03-01T10:00:00"]"#
        ),
        ("DTSTART;VALUE=DATE:20260301", #"["dtstart",{},"date","2026-03-01"]"#),
        ("DTSTART:20260301", #"["dtstart",{},"date","2026-03-01"]"#),
        (
            "EXDATE:20260301T100000Z,20260302T100000Z",
            #"["exdate",{},"date-time","2026-03-01T10:00:00Z","2026-03-02T10:00:00Z"]"#
        ),
        (
            "RDATE;VALUE=PERIOD:20260301T100000Z/PT1H30S,20260301T100000Z/20260301T110000Z",
            #"["rdate",{},"period",["2026-03-01T10:00:00Z","PT1H0M30S"],["2026-03-01T10:00:00Z","2026-03-01T11:00:00Z"]]"#
        ),
        ("ATTACH;ENCODING=BASE64;VALUE=BINARY:SGk=", #"["attach",{"encoding":"BASE64"},"binary","SGk="]"#),
        ("DESCRIPTION;ENCODING=BASE64:SMOpLCB5b3U=", #"["description",{},"text","Hé, you"]"#),
        ("X-N;ENCODING=base64;X-P=1:SGk=", #"["x-n",{"x-p":"1"},"unknown","Hi"]"#),
        (
            "DESCRIPTION;ENCODING=BASE64:no base64!",
            #"["description",{"encoding":"BASE64"},"text","no base64!"]"#
        ),
        ("DESCRIPTION;ENCODING=BASE64:/w==", #"["description",{"encoding":"BASE64"},"text","/w=="]"#),
        // Text with NUL would not survive a round trip.
        ("DESCRIPTION;ENCODING=BASE64:AAEC", #"["description",{"encoding":"BASE64"},"text","AAEC"]"#),
        ("DESCRIPTION;ENCODING=8BIT:SGk=", #"["description",{},"text","SGk="]"#),
        ("DURATION:PT1H30S", #"["duration",{},"duration","PT1H0M30S"]"#),
        ("DURATION:-P1DT2H", #"["duration",{},"duration","-P1DT2H"]"#),
        ("TRIGGER;VALUE=DURATION:-PT15M", #"["trigger",{},"duration","-PT15M"]"#),
        ("TZOFFSETFROM:-0530", #"["tzoffsetfrom",{},"utc-offset","-05:30"]"#),
        ("TZOFFSETTO:+001730", #"["tzoffsetto",{},"utc-offset","+00:17:30"]"#),
        ("GEO:37.386013;-122.082932", #"["geo",{},"float",[37.386013,-122.082932]]"#),
        ("REQUEST-STATUS:2.0;Success", #"["request-status",{},"text",["2.0","Success"]]"#),
        (
            "REQUEST-STATUS:3.7;Invalid\\; user;ATTENDEE:mailto:a",
            #"["request-status",{},"text",["3.7","Invalid; user","ATTENDEE:mailto:a"]]"#
        ),
        ("CATEGORIES:A,B\\,C", #"["categories",{},"text","A","B,C"]"#),
        ("PRIORITY:5", #"["priority",{},"integer",5]"#),
        ("X-N;VALUE=FLOAT:-1.5", #"["x-n",{},"float",-1.5]"#),
        ("X-N;VALUE=BOOLEAN:TRUE", #"["x-n",{},"boolean",true]"#),
        ("X-N;VALUE=TIME:100000Z", #"["x-n",{},"time","10:00:00Z"]"#),
        ("X-N;VALUE=TEXT:a\\,b", #"["x-n",{},"text","a,b"]"#),
        ("ATTACH;VALUE=BINARY;ENCODING=BASE64:YWJj", #"["attach",{"encoding":"BASE64"},"binary","YWJj"]"#),
        (
            "RRULE:FREQ=YEARLY;COUNT=5;BYDAY=-1SU,2MO;BYMONTH=10",
            #"["rrule",{},"recur",{"freq":"YEARLY","count":5,"byday":["-1SU","2MO"],"bymonth":10}]"#
        ),
        (
            "RRULE:FREQ=DAILY;INTERVAL=2;UNTIL=20260301T100000Z;WKST=SU",
            #"["rrule",{},"recur",{"freq":"DAILY","until":"2026-03-01T10:00:00Z","interval":2,"wkst":"SU"}]"#
        ),
        (
            "RRULE:RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L,8;BYMONTHDAY=8;SKIP=FORWARD",
            #"["rrule",{},"recur",{"rscale":"HEBREW","freq":"YEARLY","bymonthday":8,"bymonth":["5L",8],"skip":"FORWARD"}]"#
        ),
        (
            "ATTENDEE;MEMBER=\"mailto:a\",\"mailto:b\";CN=\"O^'B, ^n\":mailto:x",
            #"["attendee",{"member":["mailto:a","mailto:b"],"cn":"O\"B, \n"},"cal-address","mailto:x"]"#
        ),
        (
            "X-COFFEE-DATA:Stenophylla;Guinea\\,Africa",
            #"["x-coffee-data",{},"unknown","Stenophylla;Guinea\\,Africa"]"#
        ),
        ("X-A;VALUE=X-Type;X-P=1:a\\,b", #"["x-a",{"x-p":"1"},"x-type","a\\,b"]"#),
        ("RELATED-TO;VALUE=UID:a\\,b", #"["related-to",{},"uid","a,b"]"#),
        (
            "LINK;VALUE=XML-REFERENCE;LINKREL=x:https://a#b",
            #"["link",{"linkrel":"x"},"xml-reference","https://a#b"]"#
        ),
        ("DTSTART;VALUE=DATE-TIME:no date", #"["dtstart",{},"unknown","no date"]"#),
        ("DTSTART:no date", #"["dtstart",{},"unknown","no date"]"#),
        ("DTSTART;VALUE=DATE:20260231", #"["dtstart",{},"date","20260231"]"#),
        ("EXDATE:20260301T100000Z,never", #"["exdate",{},"date-time","2026-03-01T10:00:00Z","never"]"#),
        ("DTEND:99991231T240000Z", #"["dtend",{},"date-time","9999-12-31T24:00:00Z"]"#),
        ("CATEGORIES:,", #"["categories",{},"text"]"#),
        ("CATEGORIES:", #"["categories",{},"text",""]"#),
        ("X-E;X-A=1;X-A=2:x", #"["x-e",{"x-a":["1","2"]},"unknown","x"]"#),
    ])
    func `a content line becomes a jCal property`(_ line: String, _ jCal: String) throws {
        #expect(try ExchangeSample.jCal(line) == jCal)
    }

    @Test func `control characters are escaped`() {
        let property = Property("SUMMARY", .text("\u{1B}[2J\u{7F}\u{85}\u{A0}é😀/"))
        #expect(
            ExchangeSample.text(of: property)
                == "[\"summary\",{},\"text\",\"\\u001b[2J\\u007f\\u0085\u{A0}é😀/\"]"
        )
    }

    @Test func `parameter names survive a round trip, whatever bytes they contain`() throws {
        // NUL is removed from names and from values.
        for (name, written) in [("TZID\u{1}o", #""tzid\u0001o":"x""#), ("TZID\u{0}o", #""tzido":"x""#)] {
            let text =
                "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART;\(name)=x:20260710T110000\nEND:VEVENT\nEND:VCALENDAR\n"
            let once = try CalendarFile(text: text).jCalBytes()
            #expect(String(decoding: once, as: UTF8.self).contains(written))
            #expect(try CalendarFile(jCal: once).jCalBytes() == once)
        }
    }

    @Test func `a value's type is always written, even if it is the property's default`() {
        let properties: [(Property, String)] = [
            (Property("X-A", .text("a,b")), #"["x-a",{},"text","a,b"]"#),
            (Property("SUMMARY", .integer(5)), #"["summary",{},"integer",5]"#),
            (Property("RELATED-TO", .uri("urn:a")), #"["related-to",{},"uri","urn:a"]"#),
            (Property("X-A", .list([.list([.integer(1)]), .integer(2)])), #"["x-a",{},"integer",1,2]"#),
            (Property("X-A", .float(.infinity)), #"["x-a",{},"float","inf"]"#),
        ]
        for (property, jCal) in properties { #expect(ExchangeSample.text(of: property) == jCal) }
    }

    @Test func `one calendar is written as an object, several as an array`() throws {
        let one = CalendarObject(Component("VCALENDAR", components: [Component("VEVENT")]))
        let text = "[\"vcalendar\",[],[[\"vevent\",[],[]]]]"
        #expect(String(decoding: one.jCalData(), as: UTF8.self) == text)
        #expect(String(decoding: CalendarFile(calendars: [one]).jCalData(), as: UTF8.self) == text)
        let two = CalendarFile(calendars: [one, one])
        #expect(String(decoding: two.jCalData(), as: UTF8.self) == "[\(text),\(text)]")
        #expect(String(decoding: CalendarFile(calendars: []).jCalData(), as: UTF8.self) == "[]")
        #expect(try CalendarFile(jCal: two.jCalData()).calendars.count == 2)
    }

    @Test func `indented output has one line for each component and property`() {
        let event = Component(
            "VEVENT",
            properties: [Property("UID", .text("a")), Property("SUMMARY", .text("b"))]
        )
        let calendar = CalendarObject(Component("VCALENDAR", components: [event]))
        let lines = """
            ["vcalendar",
             [],
             [
              ["vevent",
               [
                ["uid",{},"text","a"],
                ["summary",{},"text","b"]
               ],
               []
              ]
             ]
            ]

            """
        #expect(String(decoding: calendar.jCalData(indented: true), as: UTF8.self) == lines)
    }

    @Test(.long) func `extreme times and deep nesting are written without trapping`() {
        let values: [Value] = [
            .date(CivilDate(dayNumber: .max)), .date(CivilDate(dayNumber: .min)),
            .dateTime(CivilDateTime(secondNumber: .max), isUTC: true),
            .dateTime(CivilDateTime(secondNumber: .min), isUTC: true),
            .time(secondOfDay: .min, isUTC: false), .utcOffset(.min), .utcOffset(.max),
            .duration(NominalDuration(days: .min, seconds: .max)),
            .geo(latitude: .nan, longitude: -.infinity),
        ]
        var component = Component("VEVENT", properties: values.map { Property("X-A", $0) })
        for _ in 0..<10_000 { component = Component("X-A", components: [component]) }
        let file = CalendarFile(calendars: [CalendarObject(Component("VCALENDAR", components: [component]))])
        #expect(file.jCalBytes(indented: true).count > 100_000)
        #expect(file.xCalBytes(indented: true).count > 100_000)
    }
}

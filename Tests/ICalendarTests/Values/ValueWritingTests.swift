import ICalendar
import Testing

@testable import ICalendarCore

/// Tests the text of values, parameters and complete properties.
@Suite struct ValueWritingTests {
    private static func time(_ text: String) -> CivilDateTime {
        CivilDateTime(secondNumber: wallSecond(text))
    }

    @Test(arguments: [
        (Value.text("a,b;c\\d\ne\r\nf\rg\u{0}\u{7F}\th"), #"a\,b\;c\\d\ne\nf\ng"# + "\th"),
        (.uri("http://x/a,b;c\\d\r\nX:1"), #"http://x/a,b;c\d%0D%0AX:1"#),
        (.calendarAddress("mailto:a@b\u{1B}"), "mailto:a@b%1B"),
        (.raw(#"a\,b;c"# + "\nEND:VEVENT\u{0}"), #"a\,b;c\nEND:VEVENT"#),
        (.date(CivilDate(dayNumber: 0)), "19700101"),
        (.dateTime(time("2026-03-29T02:30:05"), isUTC: false), "20260329T023005"),
        (.dateTime(time("0800-03-29T02:30:05"), isUTC: true), "08000329T023005Z"),
        (.time(secondOfDay: 3723, isUTC: true), "010203Z"),
        (.time(secondOfDay: .min, isUTC: false), "000000"),
        (.time(secondOfDay: .max, isUTC: false), "235959"),
        (.duration(NominalDuration()), "PT0S"),
        (.duration(NominalDuration(days: 14)), "P2W"),
        (.duration(NominalDuration(days: 10)), "P10D"),
        (.duration(NominalDuration(days: 7, seconds: 3600)), "P7DT1H"),
        (.duration(NominalDuration(seconds: 3630)), "PT1H0M30S"),
        (.duration(NominalDuration(seconds: -900)), "-PT15M"),
        (.duration(NominalDuration(seconds: 90_000)), "PT25H"),
        (.duration(NominalDuration(days: 1, seconds: -3600)), "PT23H"),
        (.duration(NominalDuration(days: -1, seconds: 3600)), "-PT23H"),
        (.duration(NominalDuration(days: .min, seconds: .min)), "-P4000000DT96000000H"),
        (
            .period(
                .init(start: time("2026-01-01T01:00:00"), isUTC: true, end: .duration(.init(seconds: 60)))
            ),
            "20260101T010000Z/PT1M"
        ),
        (
            .period(
                .init(
                    start: time("2026-01-01T01:00:00"),
                    isUTC: false,
                    end: .time(time("2026-01-01T02:00:00"), isUTC: false)
                )
            ),
            "20260101T010000/20260101T020000"
        ),
        (.integer(-7), "-7"), (.integer(.min), "-9223372036854775808"),
        (.float(1), "1"), (.float(-0.1), "-0.1"), (.float(0), "0"), (.float(.nan), "0"),
        (.float(.infinity), "0"), (.float(1e-5), "0.00001"), (.float(12_345.678), "12345.678"),
        (.float(1e20), "100000000000000000000"), (.float(-2.5e-7), "-0.00000025"),
        (.boolean(true), "TRUE"), (.boolean(false), "FALSE"),
        (.utcOffset(0), "+0000"), (.utcOffset(3600), "+0100"), (.utcOffset(-12_600), "-0330"),
        (.utcOffset(3208), "+005328"), (.utcOffset(-1), "-000001"), (.utcOffset(.min), "-235959"),
        (.geo(latitude: 37.386013, longitude: -122.082932), "37.386013;-122.082932"),
        (.requestStatus(.init(code: "2.0", description: "a;b", data: "c,d")), #"2.0;a\;b;c\,d"#),
        (.requestStatus(.init(code: "3.1.1", description: "x")), "3.1.1;x"),
        (.binary(base64: "QUJD\r\nREVG=="), "QUJDREVG=="),
        (.list([.text("a,b"), .text("c")]), #"a\,b,c"#),
        (.list([.list([.text("a"), .list([])]), .text("b")]), "a,b"),
        (.list([]), ""),
    ])
    func `each value is written in canonical form`(value: Value, text: String) {
        #expect(ValueText.string(value) == text)
    }

    @Test func `times outside the years 0 to 9999 are clamped when written`() {
        // Times outside the supported years have no description, so they cannot be test arguments.
        #expect(ValueText.string(.date(CivilDate(dayNumber: .max))) == "99991231")
        #expect(ValueText.string(.date(CivilDate(dayNumber: .min))) == "00000101")
        let (last, first) = (CivilDateTime(secondNumber: .max), CivilDateTime(secondNumber: .min))
        #expect(ValueText.string(.dateTime(last, isUTC: true)) == "99991231T235959Z")
        #expect(ValueText.string(.dateTime(first, isUTC: false)) == "00000101T000000")
    }

    @Test func `FREQ comes first, and the other parts are in grammar order`() {
        var rule = RecurrenceRule(.monthly, interval: 2, until: .date(CivilDate(dayNumber: 0)))
        rule.bySetPosition = [-1]
        rule.byDay = [.init(.monday), .init(.friday, ordinal: -1)]
        rule.byMonth = [1, .init(5, isLeap: true)]
        rule.byHour = [9]
        rule.weekStart = .sunday
        rule.calendarScale = "HEBREW\r\nX:1"
        rule.skip = .forward
        #expect(
            ValueText.string(.recurrenceRule(rule))
                == "FREQ=MONTHLY;RSCALE=HEBREWX1;UNTIL=19700101;INTERVAL=2;BYHOUR=9;BYDAY=MO,-1FR;BYMONTH=1,5L;"
                + "BYSETPOS=-1;WKST=SU;SKIP=FORWARD"
        )
        let far = RecurrenceRule(.daily, until: .utc(CivilDateTime(secondNumber: .max)))
        #expect(RuleText.format(far) == "FREQ=DAILY;UNTIL=99991231T235959Z")
    }

    private static func line(_ property: Property) -> String {
        String(decoding: PropertyText.line(property), as: UTF8.self)
    }

    @Test func `parameters are quoted if necessary, with RFC 6868 caret escapes`() {
        let property = Property(
            "ATTENDEE",
            .calendarAddress("mailto:a@b"),
            parameters: [
                Parameter("CN", "A \"B\" ^C\nD\u{7}é"), Parameter("member", values: ["mailto:x", "y,z", ""]),
                Parameter("X-NONE", values: []), Parameter("", "x"), Parameter("X;Y:Z=", "1"),
                Parameter("DIR", "a;b"), Parameter("X-PATH", #"C:\a\"#), Parameter("X-END", #"a\b\"#),
            ]
        )
        #expect(
            Self.line(property)
                == "ATTENDEE;CN=A ^'B^' ^^C^nDé;MEMBER=\"mailto:x\",\"y,z\",;XYZ=1;DIR=\"a;b\""
                + #";X-PATH="C:\a\";X-END="a\b\":mailto:a@b"#
        )
    }

    @Test(arguments: [
        (Property("DTSTART", .date(CivilDate(dayNumber: 0))), "DTSTART;VALUE=DATE:19700101"),
        (
            Property("DTSTART", .date(CivilDate(dayNumber: 0)), parameters: [Parameter("VALUE", "DATE")]),
            "DTSTART;VALUE=DATE:19700101"
        ),
        (
            Property(
                "DTSTART",
                .dateTime(CivilDateTime(secondNumber: 0), isUTC: true),
                parameters: [Parameter("VALUE", "DATE")]
            ),
            "DTSTART:19700101T000000Z"
        ),
        (
            Property("TRIGGER", .dateTime(CivilDateTime(secondNumber: 0), isUTC: true)),
            "TRIGGER;VALUE=DATE-TIME:19700101T000000Z"
        ),
        (Property("TRIGGER", .duration(.init(seconds: -900))), "TRIGGER:-PT15M"),
        (Property("ATTACH", .binary(base64: "QQ==")), "ATTACH;VALUE=BINARY;ENCODING=BASE64:QQ=="),
        (Property("ATTACH", .uri("http://a/b;c")), "ATTACH:http://a/b;c"),
        (Property("URL", .text("http://a/b;c,d")), "URL:http://a/b;c,d"),
        (Property("COMMENT", .uri("http://a/b;c,d")), #"COMMENT:http://a/b\;c\,d"#),
        (Property("ATTENDEE", .text("mailto:a")), "ATTENDEE:mailto:a"),
        (Property("X-A", .text("a;b")), #"X-A:a\;b"#), (Property("X-A", .raw("a;b")), "X-A:a;b"),
        (Property("X-A", .integer(1)), "X-A;VALUE=INTEGER:1"),
        (Property("X-A", .uri("u:v")), "X-A;VALUE=URI:u:v"),
        (Property("GEO", .geo(latitude: 1.5, longitude: -2)), "GEO:1.5;-2"),
        (
            Property("RDATE", .list([.raw("x"), .date(CivilDate(dayNumber: 0))])),
            "RDATE;VALUE=DATE:x,19700101"
        ),
        (Property("REFRESH-INTERVAL", .duration(.init(days: 7))), "REFRESH-INTERVAL;VALUE=DURATION:P1W"),
        (Property("IMAGE", .uri("u:v")), "IMAGE;VALUE=URI:u:v"),
        (Property("X Y\r\nZ", .text("a")), "XYZ:a"), (Property("\n", .text("a")), ""),
        (Property("BEGIN", .text("VEVENT")), ""), (Property("END", .text("VEVENT")), ""),
        (Property("Begin", .text("VEVENT"), parameters: [Parameter("X-A", "1")]), ""),
        (Property("END", .integer(1)), ""),
    ])
    func `VALUE is written if the type is not the property's default`(property: Property, expected: String) {
        #expect(Self.line(property) == expected)
    }
}

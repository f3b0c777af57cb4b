import ICalendar
import Testing

@testable import ICalendarCore

@Suite struct PlainValueTests {
    @Test(arguments: [
        (#"a\, b\; c\\d\ne\Nf"#, "a, b; c\\d\ne\nf"), (#"a\xb\tc\"#, #"a\xb\tc\"#), ("", ""), (" a ", " a "),
        (#"C:\\new"#, #"C:\new"#), (#"\\\\n"#, #"\\n"#), ("a,b;c", "a,b;c"), ("\ta\t", "\ta\t"),
    ])
    func `only escapes defined in RFC 5545 are decoded`(_ written: String, _ meant: String) throws {
        #expect(try Sample.value("SUMMARY:\(written)").value == .text(meant))
        #expect(try Sample.value("UID:\(written)").value == .text(meant))
    }

    @Test func `lists are split at unescaped commas`() throws {
        #expect(
            try Sample.value(#"CATEGORIES:A,B,C\,D,E"#).value
                == .list([.text("A"), .text("B"), .text("C,D"), .text("E")])
        )
        #expect(try Sample.value(#"CATEGORIES:a\\,b"#).value == .list([.text("a\\"), .text("b")]))
        #expect(try Sample.value(#"CATEGORIES:a\,b"#).value == .text("a,b"))
        #expect(try Sample.value(#"RESOURCES:a\"#).value == .text("a\\"))
        let (value, codes) = try Sample.value("CATEGORIES:a,,b,")
        #expect(value == .list([.text("a"), .text("b")]))
        #expect(codes == ["bad-value"])
    }

    @Test(arguments: [
        ("0", 0), ("-3", -3), ("+7", 7), ("2147483647", 2_147_483_647), ("007", 7),
    ])
    func `integer values are read`(_ text: String, _ number: Int) throws {
        let (value, codes) = try Sample.value("SEQUENCE:\(text)")
        #expect(value == .integer(number))
        #expect(codes == (number < 0 ? ["bad-value"] : []))
    }

    @Test func `a number over 32 bits is read and reported`() throws {
        let (value, codes) = try Sample.value("SEQUENCE:20240101120000")
        #expect(value == .integer(20_240_101_120_000))
        #expect(codes == ["bad-value"])
    }

    @Test(arguments: ["abc", "", "1.5", "99999999999999999999", "--1", "0x10", "1e3"])
    func `an invalid number is kept as text and reported`(_ text: String) throws {
        let (value, codes) = try Sample.value("PRIORITY:\(text)")
        #expect(value == .raw(text))
        #expect(codes == ["bad-value"])
    }

    @Test(arguments: [
        ("48.85;2.35", 48.85, 2.35), ("-90;180", -90, 180), ("+1.;.5", 1, 0.5), ("1 ; 2", 1, 2),
    ])
    func `geographic coordinates are read`(_ text: String, _ latitude: Double, _ longitude: Double) throws {
        let (value, codes) = try Sample.value("GEO:\(text)")
        #expect(value == .geo(latitude: latitude, longitude: longitude))
        #expect(codes.isEmpty)
    }

    @Test(arguments: [#"48.85\;2.35"#, "48.85,2.35"])
    func `coordinates with the wrong separator are read and reported`(_ text: String) throws {
        let (value, codes) = try Sample.value("GEO:\(text)")
        #expect(value == .geo(latitude: 48.85, longitude: 2.35))
        #expect(codes == ["bad-value"])
    }

    @Test(arguments: ["91;0", "0;181", "1;", "1", "a;b", "nan;0", "inf;0", "1;2;3", "1e2;0"])
    func `invalid coordinates are kept as text and reported`(_ text: String) throws {
        let (value, codes) = try Sample.value("GEO:\(text)")
        #expect(value == .raw(text))
        #expect(codes == ["bad-value"])
    }

    @Test(arguments: [
        ("+0100", 3600), ("-0500", -18_000), ("+053020", 19_820), ("-0000", 0), ("+2359", 86_340),
    ])
    func `UTC offsets are read`(_ text: String, _ seconds: Int) throws {
        let (value, codes) = try Sample.value("TZOFFSETTO:\(text)")
        #expect(value == .utcOffset(seconds))
        #expect(codes.isEmpty)
    }

    @Test(arguments: [("0100", 3600), ("+01:00", 3600), ("-05:30:20", -19_820)])
    func `an offset without a sign or with colons is read and reported`(_ text: String, _ seconds: Int) throws
    {
        let (value, codes) = try Sample.value("TZOFFSETTO:\(text)")
        #expect(value == .utcOffset(seconds))
        #expect(codes == ["bad-value"])
    }

    @Test(arguments: ["foo", "+25:00", "+9999", "01", "+01000", "+2400", "+0160", "+01:00:"])
    func `an invalid offset is kept as text and reported`(_ text: String) throws {
        let (value, codes) = try Sample.value("TZOFFSETTO:\(text)")
        #expect(value == .raw(text))
        #expect(codes == ["bad-value"])
    }

    @Test func `a request status keeps its description`() throws {
        #expect(
            try Sample.value(#"REQUEST-STATUS:2.8;Success\, but;RRULE:a;b"#).value
                == .requestStatus(.init(code: "2.8", description: "Success, but", data: "RRULE:a;b"))
        )
        #expect(
            try Sample.value("REQUEST-STATUS:9.9.9;x").value
                == .requestStatus(.init(code: "9.9.9", description: "x"))
        )
        #expect(try Sample.value("REQUEST-STATUS:2;x").value == .raw("2;x"))
        #expect(try Sample.value("REQUEST-STATUS:2.0").codes == ["bad-value"])
    }

    @Test func `VALUE determines how an unknown property is read`() throws {
        #expect(try Sample.value(#"X-A:a\,b"#).value == .raw(#"a\,b"#))
        #expect(try Sample.value(#"X-A;VALUE=TEXT:a\,b"#).value == .text("a,b"))
        #expect(try Sample.value("X-A;VALUE=URI:http://x").value == .uri("http://x"))
        #expect(try Sample.value("X-A;VALUE=BOOLEAN:true").value == .boolean(true))
        #expect(try Sample.value("X-A;VALUE=FLOAT:1.5").value == .float(1.5))
        #expect(try Sample.value("X-A;VALUE=INTEGER:5").value == .integer(5))
        #expect(
            try Sample.value("X-A;VALUE=DURATION:PT1H").value == .duration(NominalDuration(seconds: 3600))
        )
        #expect(try Sample.value("X-A;VALUE=UTC-OFFSET:+0100").value == .utcOffset(3600))
        #expect(try Sample.value("X-A;VALUE=X-B:5").value == .raw("5"))
        #expect(try Sample.value("X-A;VALUE=BOOLEAN:maybe").codes == ["bad-value"])
    }

    @Test func `a VALUE that the property forbids is reported`() throws {
        let (value, codes) = try Sample.value("SUMMARY;VALUE=DATE:20260101")
        #expect(value == .text("20260101"))
        #expect(codes == ["bad-parameter"])
    }

    @Test func `an attachment is a URI or Base64`() throws {
        #expect(try Sample.value("ATTACH:http://x/a;b,c").value == .uri("http://x/a;b,c"))
        #expect(try Sample.value("ATTACH;ENCODING=BASE64;VALUE=BINARY:AAEC").value == .binary(base64: "AAEC"))
        let (value, codes) = try Sample.value("ATTACH;ENCODING=BASE64:AAEC")
        #expect(value == .binary(base64: "AAEC"))
        #expect(codes == ["bad-parameter"])
    }

    @Test func `known keywords are converted to uppercase, and others are unchanged`() throws {
        #expect(try Sample.value("STATUS:confirmed").value == .text("CONFIRMED"))
        #expect(try Sample.value("TRANSP:transparent").value == .text("TRANSPARENT"))
        #expect(try Sample.value("CLASS:x-Secret").value == .text("x-Secret"))
        #expect(try Sample.value("STATUS: confirmed").value == .text("CONFIRMED"))
        #expect(try Sample.value("TRANSP:opaque ").value == .text("OPAQUE"))
    }

    @Test func `an unreadable rule is kept as text`() throws {
        let (value, codes) = try Sample.value("RRULE:INTERVAL=2")
        #expect(value == .raw("INTERVAL=2"))
        #expect(codes.contains("rule"))
        guard case .recurrenceRule(let rule)? = try Sample.value("RRULE:FREQ=DAILY;COUNT=3").value else {
            Issue.record("no rule was read")
            return
        }
        #expect(rule == RecurrenceRule(.daily, count: 3))
    }
}

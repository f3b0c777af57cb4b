import Testing

@testable import CalDAV

@Suite struct HTTPFieldsTests {
    @Test func `several DAV header lines form one list`() {
        let fields = HTTPFields(lines: [
            "HTTP/1.1 200 OK", "DAV: 1, 2, 3,access-control", "dav:Calendar-Access,,\"x,y\"",
            "Allow: OPTIONS, get",
            "Content-Type: text/XML; charset=\"utf-8\"", "no field",
        ])
        #expect(fields.classes == ["1", "2", "3", "access-control", "calendar-access", "\"x,y\""])
        #expect(fields.allowedMethods == ["OPTIONS", "GET"] && fields.mediaType == "text/xml")
        #expect(fields.all.count == 4)
    }

    @Test func `values cannot inject header fields`() {
        var fields = HTTPFields()
        fields.append("A", "b\r\nC: d")
        fields.append("A b", "c")
        fields.append("", "c")
        fields.append("A\n", "c")
        #expect(fields.all.isEmpty)
    }

    @Test func `the number and size of header fields are limited`() {
        let many = HTTPFields(lines: (0..<1000).map { "X-\($0): a" })
        #expect(many.all.count == 256)
        let large = HTTPFields(lines: ["A: " + String(repeating: "b", count: 20_000), "C: d"])
        #expect(large["A"] == nil && large["C"] == "d")
        let total = HTTPFields(lines: (0..<100).map { "X-\($0): " + String(repeating: "a", count: 10_000) })
        #expect(total.all.count == 13)
    }

    @Test func `a Link header has a target and a relation`() {
        let fields = HTTPFields(lines: [
            "Link: </a,b>; rel=\"next\"; title=\"x, y\", <c>;rel=prev", "Link: broken, <d>",
        ])
        #expect(fields.links.map(\.target) == ["/a,b", "c", "d"])
        #expect(fields.links.map(\.relation) == ["next", "prev", ""])
    }

    @Test(arguments: [
        ("120", 120), ("0", 0), ("99999999999999999999", 604_800), ("Sun, 06 Nov 1994 08:49:37 GMT", 37),
        ("Sunday, 06-Nov-94 08:49:37 GMT", 37), ("Sun Nov  6 08:49:37 1994", 37),
        ("Sun, 06 Nov 1993 08:49:37 GMT", 0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 604_800),
    ])
    func `Retry-After is a number of seconds or a date`(text: String, seconds: Int) {
        #expect(HTTPFields(lines: ["Retry-After: \(text)"]).retryAfter(now: 784_111_740) == seconds)
    }

    @Test(arguments: [
        "", "-1", "soon", "1.5", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "06 Nov",
    ])
    func `invalid header values are ignored`(text: String) {
        #expect(HTTPFields(lines: ["Retry-After: \(text)"]).retryAfter(now: 0) == nil)
    }

    @Test func `max-age is the freshness lifetime`() {
        #expect(HTTPFields(lines: ["Cache-Control: public, Max-Age=\"600\""]).maxAge == 600)
        #expect(HTTPFields(lines: ["Cache-Control: s-maxage=600"]).maxAge == nil)
        #expect(HTTPFields(lines: ["Cache-Control: max-age=99999999999999"]).maxAge == Int(Int32.max))
    }

    @Test(arguments: [0, 951_782_400, 784_111_777, -86_400, 253_402_300_799])
    func `dates survive a round trip through day numbers`(seconds: Int64) {
        let day = seconds >= 0 ? seconds / 86_400 : -1
        let date = CivilDay.date(day)
        #expect(CivilDay.number(year: date.year, month: date.month, day: date.day) == day)
    }
}

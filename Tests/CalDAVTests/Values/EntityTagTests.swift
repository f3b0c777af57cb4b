import Testing

@testable import CalDAV

@Suite struct EntityTagTests {
    @Test(arguments: [
        ("\"a\"", "\"a\""), ("a", "\"a\""), ("W/\"a\"", "W/\"a\""), ("w/a", "W/\"a\""), (" \"a\"\n", "\"a\""),
        ("&quot;a&quot;", "\"a\""), ("%22a%22", "\"a\""), ("\"a b\"", "\"a b\""), ("W/W/a", "W/\"W/a\""),
        ("1-2:3", "\"1-2:3\""),
    ])
    func `entity tags are read correctly`(text: String, expected: String) {
        #expect(EntityTag(text)?.description == expected)
    }

    @Test(arguments: ["", " ", "\"\"", "W/", "W/\"\"", "\"a\nb\"", "a\u{0}", "a\"b", "\""])
    func `empty tags and tags with control characters are rejected`(text: String) {
        #expect(EntityTag(text) == nil)
    }

    @Test func `a tag of more than 1 KB is rejected`() {
        #expect(EntityTag(String(repeating: "a", count: 1024)) != nil)
        #expect(EntityTag(String(repeating: "a", count: 1025)) == nil)
    }

    @Test func `weak and compressed tags identify the same version, but are not equal`() throws {
        let tag = try #require(EntityTag("\"a\""))
        for other in ["W/\"a\"", "\"a-gzip\"", "\"a;gzip\"", "W/\"a-br\"", "a"] {
            #expect(tag.isSameVersion(as: try #require(EntityTag(other))))
        }
        #expect(!tag.isSameVersion(as: try #require(EntityTag("\"ab\""))))
        #expect(tag != EntityTag("W/\"a\""))
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK", 200), ("HTTP/1.0 404", 404), ("HTTP/2 207 ", 207), ("200 OK", 200),
        (" HTTP/1.1  507 X ", 507),
    ])
    func `the code is read from a status line`(line: String, code: Int) {
        #expect(HTTPStatus(line)?.code == code)
    }

    @Test(arguments: [
        "", "OK", "HTTP/1.1", "HTTP/1.1 20 OK", "HTTP/1.1 2000 OK", "HTTP/1.1 -20", "HTTP/1.1 \u{0661}00",
        "099",
    ])
    func `status lines without a code are rejected`(line: String) {
        #expect(HTTPStatus(line) == nil)
    }
}

import Testing

@testable import CalDAV

@Suite struct HrefTests {
    @Test(arguments: [
        ("/u/me%40x.ics", "/u/me@x.ics"), ("/u/a%20b", "/u/a b"), ("/u/%C3%BC", "/u/%c3%bc"),
        ("/u/%C3%BC", "/u/\u{FC}"),
        ("/u/", "/u"), ("//u//a", "/u/a"), ("/u/%15", "/u/%15"), ("/u/%7Ea", "/u/~a"), ("/u/a%", "/u/a%25"),
        ("/u/100%x", "/u/100%25x"), ("/", "//"),
    ])
    func `hrefs with the same decoded path are equal`(one: String, other: String) throws {
        #expect(try Href(one) == Href(other))
        #expect(try Href(one).hashValue == Href(other).hashValue)
    }

    @Test(arguments: [
        ("/u/a+b", "/u/a b"), ("/u/A", "/u/a"), ("/u/\u{FC}", "/u/u\u{308}"), ("/u/a%253Ab", "/u/a%3Ab"),
        ("/u/a?b", "/u/a%3Fb"), ("/u/a?b", "/u/a"),
    ])
    func `hrefs with different paths are not equal`(one: String, other: String) throws {
        #expect(try Href(one) != Href(other))
    }

    @Test(arguments: [
        ("/u/../v", AddressProblem.dotSegment), ("/u/%2e%2E/v", .dotSegment), ("/u/.", .dotSegment),
        ("/..", .dotSegment),
        ("/u/.%2e?x", .dotSegment), ("/u/a%2Fb", .escapedSlash), ("/u/%2f", .escapedSlash),
        ("/u/a%00", .escapedSlash),
        ("/u/a#b", .fragment), ("/u/a\nb", .controlCharacter), ("u/a", .malformed), ("", .malformed),
    ])
    func `hrefs with dangerous paths are rejected`(path: String, problem: AddressProblem) {
        #expect(throws: problem) { try Href(path) }
    }

    @Test(arguments: [
        ("/work/1.ics", "/work/1.ics"), ("https://dav.example.com/work/1.ics", "/work/1.ics"),
        ("HTTPS://DAV.example.com:443/work/1.ics", "/work/1.ics"),
        ("http://dav.example.com/work/1.ics", "/work/1.ics"),
        ("1.ics", "/work/1.ics"), (" \n/work/1.ics\n ", "/work/1.ics"), ("https://dav.example.com", "/"),
        ("a@b.ics", "/work/a@b.ics"), ("?x", "/work/?x"),
    ])
    func `hrefs in responses are paths, URLs of the same server, or relative`(text: String, path: String)
        throws
    {
        let base = try url("https://dav.example.com/work/")
        #expect(try Href(Array(text.utf8), from: base) == Href(path))
    }

    @Test(arguments: [
        ("https://evil.example/work/1.ics", AddressProblem.otherOrigin),
        ("//evil.example/work/1.ics", .otherOrigin),
        ("https://dav.example.com:8443/work/1.ics", .otherOrigin),
        ("http://dav.example.com:81/a", .otherOrigin),
        ("https://dav.example.com@evil.example/", .userInformation),
        ("https://dav.example.com.evil.example/", .otherOrigin),
        ("javascript:alert(1)", .scheme), ("file:///etc/passwd", .scheme), ("../home/1.ics", .dotSegment),
        ("https://dav.example.com\\@evil.example/", .malformed), ("", .malformed),
        ("https:/work", .malformed),
    ])
    func `hrefs never leave the server`(text: String, problem: AddressProblem) throws {
        let base = try url("https://dav.example.com/work/")
        #expect(throws: problem) { try Href(Array(text.utf8), from: base) }
    }

    @Test func `an item is a direct child of its calendar`() throws {
        let calendar = try Href("/u/work/")
        for path in ["/u/work/1.ics", "/u/work//1.ics", "/u/w%6Frk/1.ics", "/u/work/1.ics/"] {
            #expect(try Href(path).isMember(of: calendar))
        }
        for path in [
            "/u/work/", "/u/work", "/u/work2/1.ics", "/u/work/a/1.ics", "/u/1.ics", "/", "/u/work/?a",
        ] {
            #expect(try !Href(path).isMember(of: calendar))
        }
        #expect(try Href("/a").isMember(of: Href("/")))
        #expect(try !Href("/").isMember(of: Href("/")))
    }

    @Test(arguments: [
        ("a b.ics", "/w/a%20b.ics"), ("a@b", "/w/a%40b"), ("\u{FC}", "/w/%C3%BC"), ("a/b", nil), ("..", nil),
        ("a?b#c", "/w/a%3Fb%23c"), ("100%", "/w/100%25"), ("", nil),
    ])
    func `names of new items are escaped`(name: String, path: String?) throws {
        let href = try? Href("/w").appending(name)
        #expect(href?.requestTarget == path)
        let collection = try? Href("/w/").appending(name, isCollection: true)
        #expect(collection == href && collection?.isCollection != false)
    }

    @Test func `an href's bytes are sent back to the server unchanged`() throws {
        for path in ["/u/a%40b", "/u/a@b", "/u/%c3%bc", "//u//a/"] {
            #expect(try Href(path).requestTarget == path)
        }
        #expect(try Href("/u/a b\u{FC}%").requestTarget == "/u/a%20b%C3%BC%25")
    }

    @Test func `href descriptions contain no control characters`() throws {
        #expect(try Href("/u/%1B%5B31m%E2%80%AE.ics").description == "/u/\\u{1b}[31m\\u{202e}.ics")
        #expect(try Href("/u/a%20b/").lastComponent == "a b")
        #expect(try Href("/").lastComponent == "")
    }

    @Test(arguments: [
        ("http://dav.example.com/", AddressProblem.insecure), ("ftp://dav.example.com/", .scheme),
        ("https://", .malformed),
        ("https://u:p@dav.example.com/", .userInformation), ("https://a:0/", .malformed),
        ("https://a:65536/", .malformed),
        ("https://a:x/", .malformed), ("https://a b/", .malformed), ("https://[::1/", .malformed),
        ("dav.example.com", .malformed),
        ("https://a..b/", .malformed), ("https://\u{FC}.example/", .malformed),
        ("https://a/b\u{0}", .controlCharacter),
    ])
    func `unusable addresses are rejected with a reason`(text: String, problem: AddressProblem) {
        #expect(throws: problem) { try ResourceURL(text) }
    }

    @Test func `an address longer than 8 KB is rejected`() {
        #expect(throws: AddressProblem.tooLong) {
            try ResourceURL("https://a/" + String(repeating: "b", count: 8192))
        }
        #expect(throws: AddressProblem.tooLong) { try Href("/" + String(repeating: "b", count: 8192)) }
    }

    @Test func `http is allowed only for this computer`() throws {
        for host in ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"] {
            #expect(try url("http://\(host):5232/u/").origin.port == 5232)
        }
        for host in [
            "127.0.0.1.evil.example", "localhost.evil.example", "127.0.0.256", "1127.0.0.1", "[::2]",
        ] {
            #expect(throws: AddressProblem.insecure) { try url("http://\(host)/") }
        }
        #expect(try ResourceURL("http://example.com/a.ics", allowsInsecure: true).origin.port == 80)
    }

    @Test(arguments: [
        ("/dav/", "https://example.com/dav/"), ("http://example.com/dav/", "https://example.com/dav/"),
        ("https://other.example/dav", "https://other.example/dav"),
        ("dav/#top", "https://example.com/a/dav/"),
        ("https://example.com:8443", "https://example.com:8443/"),
        ("//other.example/dav", "https://other.example/dav"),
    ])
    func `redirect locations are resolved to URLs`(location: String, expected: String) throws {
        #expect(try url("https://example.com/a/b").redirected(to: location).description == expected)
    }

    @Test func `redirects never lead to an unencrypted connection or to this computer`() throws {
        let outside = try url("https://example.com/")
        for location in [
            "http://other.example/", "http://127.0.0.1/", "https://localhost/", "http://example.com:81/",
        ] {
            #expect(throws: AddressProblem.insecure) { try outside.redirected(to: location) }
        }
        let inside = try url("http://127.0.0.1:8008/")
        #expect(try inside.redirected(to: "http://127.0.0.1:8008/dav").href == Href("/dav"))
        #expect(throws: AddressProblem.insecure) { try inside.redirected(to: "http://example.com/") }
    }

    @Test func `a server's owner also owns its subdomains on the same port`() throws {
        let origin = try WebOrigin("https://dav.example.com")
        #expect(origin.owns(origin))
        #expect(try origin.owns(WebOrigin("https://p1.dav.example.com")))
        for other in [
            "https://example.com", "https://evildav.example.com", "https://dav.example.com:81",
            "http://dav.example.com", "https://p1.dav.example.com:81", "http://p1.dav.example.com",
        ] {
            #expect(try !origin.owns(WebOrigin(other)))
        }
        #expect(try !WebOrigin("https://com").owns(WebOrigin("https://evil.com")))
        #expect(try !WebOrigin("https://1.2.3.4").owns(WebOrigin("https://9.1.2.3.4")))
    }
}

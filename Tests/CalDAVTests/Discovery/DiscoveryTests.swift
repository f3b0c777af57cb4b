import Testing

@testable import CalDAV

@Suite struct DiscoveryTests {
    /// Answers requests from a table of addresses; returns the result of the search and the requested addresses.
    private func run(_ start: Discovery, _ table: [String: DAVAnswer], allows: Bool = false) -> (
        Discovery.Step, [String]
    ) {
        var (discovery, asked) = (start, [String]())
        while true {
            switch discovery.step {
            case .request(let request):
                asked.append(request.url.description)
                discovery.receive(table[request.url.description] ?? answer(404))
            case .permission:
                asked.append("?")
                if allows { discovery.allow() } else { discovery.deny() }
            case .found, .failed: return (discovery.step, asked)
            }
        }
    }

    private func redirect(_ location: String) -> DAVAnswer { answer(301, "", "Location: \(location)") }
    private func principal(_ href: String, at path: String = "/") -> DAVAnswer {
        answer(
            207,
            multistatus(
                found(path, "<d:current-user-principal><d:href>\(href)</d:href></d:current-user-principal>")
            )
        )
    }
    private func home(_ href: String, at path: String) -> DAVAnswer {
        answer(
            207,
            multistatus(
                found(
                    path,
                    """
                    <c:calendar-home-set><d:href>\(href)</d:href></c:calendar-home-set><d:displayname>Nora</d:displayname>\
                    <c:calendar-user-address-set><d:href>mailto:nora@example.com</d:href></c:calendar-user-address-set>\
                    <c:schedule-outbox-URL><d:href>/out/</d:href></c:schedule-outbox-URL>
                    """
                )
            )
        )
    }
    private func calendars(_ hrefs: String...) -> DAVAnswer {
        let type = "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>"
        return answer(207, multistatus(hrefs.map { found($0, type) }.joined()))
    }
    private func account(_ step: Discovery.Step) throws -> DiscoveredAccount {
        guard case .found(let account) = step else { throw DiscoveryFailure.notFound }
        return account
    }

    @Test func `the well-known URL leads to the principal, the home and the calendars`() throws {
        let (step, asked) = run(
            Discovery(at: try url("https://dav.example.com")),
            [
                "https://dav.example.com/.well-known/caldav": redirect("/dav/"),
                "https://dav.example.com/dav/": principal("/p/nora/", at: "/dav/"),
                "https://dav.example.com/p/nora/": home("/c/nora/", at: "/p/nora/"),
                "https://dav.example.com/c/nora/": calendars("/c/nora/work/", "/c/nora/home/"),
            ]
        )
        let account = try account(step)
        #expect(asked.count == 4)
        #expect(account.calendars.map(\.name) == ["work", "home"] && account.name == "Nora")
        #expect(account.addresses == ["mailto:nora@example.com"])
        #expect(account.principal == (try url("https://dav.example.com/p/nora/")))
        #expect(account.outbox == (try url("https://dav.example.com/out/")) && account.inbox == nil)
    }

    @Test func `the well-known URL can be refused, fail or be a web page`() throws {
        for other in [
            answer(401), answer(404), answer(500), answer(200, "<!DOCTYPE html><html>"),
            answer(207, "<multistatus"),
            redirect("/"), answer(301),
        ] {
            let (step, _) = run(
                Discovery(at: try url("https://dav.example.com")),
                [
                    "https://dav.example.com/.well-known/caldav": other,
                    "https://dav.example.com/": principal("/p/"),
                    "https://dav.example.com/p/": home("/c/", at: "/p/"),
                    "https://dav.example.com/c/": calendars("/c/w/"),
                ]
            )
            #expect(try account(step).calendars.count == 1)
        }
    }

    @Test func `the address that the user entered is tried first`() throws {
        let (step, asked) = run(
            Discovery(at: try url("https://dav.example.com/SOGo/dav/nora/")),
            [
                "https://dav.example.com/SOGo/dav/nora/": home(
                    "/SOGo/dav/nora/Calendar/",
                    at: "/SOGo/dav/nora/"
                ),
                "https://dav.example.com/SOGo/dav/nora/Calendar/": calendars(
                    "/SOGo/dav/nora/Calendar/personal/"
                ),
            ]
        )
        let account = try account(step)
        #expect(asked.count == 2 && account.profile?.name == "SOGo")
        #expect(account.calendars.map(\.name) == ["personal"])
    }

    @Test func `without a principal, the entered collection is the home`() throws {
        let here = "https://dav.example.com/c/"
        let collection = answer(
            207,
            multistatus(found("/c/", "<d:resourcetype><d:collection/></d:resourcetype>"))
        )
        var discovery = Discovery(at: try url(here))
        discovery.receive(collection)
        for _ in 0..<2 { discovery.receive(answer(404)) }
        discovery.receive(calendars("/c/", "/c/w/"))
        #expect(try account(discovery.step).calendars.map(\.url.href) == [Href("/c"), Href("/c/w")])
    }

    @Test func `a principal without a home set is used as the home`() throws {
        let (step, _) = run(
            Discovery(at: try url("https://dav.example.com")),
            [
                "https://dav.example.com/": principal("/p/"),
                "https://dav.example.com/p/": calendars("/p/", "/p/w/"),
            ]
        )
        #expect(try account(step).calendars.map(\.name) == ["p", "w"])
        let (nothing, _) = run(
            Discovery(at: try url("https://dav.example.com")),
            [
                "https://dav.example.com/": principal("/p/"),
                "https://dav.example.com/p/": answer(
                    207,
                    multistatus(found("/p/", "<d:displayname>N</d:displayname>"))
                ),
            ]
        )
        #expect(nothing == .failed(.notFound))
    }

    @Test(arguments: [(500, true), (503, true), (403, true), (404, false), (405, false), (501, false)])
    func `a server error is reported as such, even if it is a web page`(
        code: Int,
        isRefusal: Bool
    ) throws {
        let page = answer(code, "<html><body>Sorry</body></html>", "Content-Type: text/html")
        var discovery = Discovery(at: try url("https://dav.example.com"))
        while case .request = discovery.step { discovery.receive(page) }
        #expect(discovery.step == .failed(isRefusal ? .refused(HTTPStatus(code)) : .webPage))
    }

    @Test func `a new account may have no calendars`() throws {
        let (step, _) = run(
            Discovery(at: try url("https://dav.example.com")),
            [
                "https://dav.example.com/": principal("/p/"),
                "https://dav.example.com/p/": home("/", at: "/p/"),
            ]
        )
        // The home is the root, which responds with the principal.
        #expect(try account(step).calendars.isEmpty)
    }

    @Test func `a wrong password takes precedence over other failures`() throws {
        let (step, asked) = run(
            Discovery(at: try url("https://dav.example.com/x")),
            ["https://dav.example.com/x": answer(401), "https://dav.example.com/": answer(200, "<html>")]
        )
        #expect(step == .failed(.credentials) && asked.count == 3)
    }

    @Test func `a server that does not respond is unreachable`() throws {
        var discovery = Discovery(at: try url("https://dav.example.com"))
        for _ in 0..<2 { discovery.receiveNoAnswer() }
        #expect(discovery.step == .failed(.unreachable))
        discovery.receive(answer(207))
        #expect(discovery.step == .failed(.unreachable))
    }

    @Test func `another host gets no password unless the user allows it`() throws {
        let table = [
            "https://dav.example.com/.well-known/caldav": redirect("https://cal.example.net/dav/"),
            "https://cal.example.net/dav/": principal("/p/", at: "/dav/"),
            "https://cal.example.net/p/": home("/c/", at: "/p/"),
            "https://cal.example.net/c/": calendars("/c/w/"),
        ]
        let start = Discovery(at: try url("https://dav.example.com"))
        let denied = run(start, table)
        #expect(denied.0 == .failed(.denied(try WebOrigin("https://cal.example.net"))))
        #expect(!denied.1.contains { $0.contains("example.net") })
        let allowed = run(start, table, allows: true)
        #expect(try account(allowed.0).calendars.count == 1 && allowed.1.filter { $0 == "?" }.count == 1)
    }

    @Test func `an iCloud partition belongs to iCloud`() throws {
        let (step, asked) = run(
            Discovery(at: try url("https://caldav.icloud.com")),
            [
                "https://caldav.icloud.com/": principal("/123/principal/"),
                "https://caldav.icloud.com/123/principal/": home(
                    "https://p42-caldav.icloud.com:443/123/calendars/",
                    at: "/123/principal/"
                ),
                "https://p42-caldav.icloud.com/123/calendars/": calendars("/123/calendars/home/"),
            ]
        )
        let account = try account(step)
        #expect(!asked.contains("?") && account.profile?.name == "iCloud")
        #expect(account.calendars.first?.url.origin.host == "p42-caldav.icloud.com")
    }

    @Test(arguments: [
        "http://evil.example/", "http://127.0.0.1/", "https://user@dav.example.com/", "javascript:x", "/../x",
        "/a%2Fb",
    ])
    func `redirects to unusable addresses are not followed`(location: String) throws {
        let (step, asked) = run(
            Discovery(at: try url("https://dav.example.com")),
            ["https://dav.example.com/.well-known/caldav": redirect(location)],
            allows: true
        )
        guard case .failed(.address) = step else { throw DiscoveryFailure.notFound }
        #expect(asked == ["https://dav.example.com/.well-known/caldav", "https://dav.example.com/"])
    }

    @Test func `a redirect loop is detected`() throws {
        let (step, asked) = run(
            Discovery(at: try url("https://dav.example.com")),
            [
                "https://dav.example.com/.well-known/caldav": redirect("/a"),
                "https://dav.example.com/a": redirect("/b"),
                "https://dav.example.com/b": redirect("/a"), "https://dav.example.com/": redirect("/"),
            ]
        )
        #expect(step == .failed(.tooManyRequests) && asked.count == 12)
    }

    @Test func `a server that returns endless homes gets a limited number of requests`() throws {
        var discovery = Discovery(at: try url("https://dav.example.com"))
        var requests = 0
        while case .request(let request) = discovery.step {
            requests += 1
            let homes = (0..<100).map { "<d:href>/h\($0)/</d:href>" }.joined()
            discovery.receive(
                answer(
                    207,
                    multistatus(
                        found(
                            request.url.href.description,
                            "<c:calendar-home-set>\(homes)</c:calendar-home-set>"
                        )
                    )
                )
            )
        }
        #expect(requests == 9)
    }

    @Test func `each request names the server that the user entered, even after redirects to other servers`()
        throws
    {
        let table = [
            "https://example.com/.well-known/caldav": redirect("https://dav.example.com/"),
            "https://dav.example.com/": principal("https://p.dav.example.com/nora/"),
            "https://p.dav.example.com/nora/": home("https://c.dav.example.com/nora/", at: "/nora/"),
            "https://c.dav.example.com/nora/": calendars("/nora/work/"),
        ]
        let service = (host: "dav.example.com", port: 443, path: "/" as String?)
        for start in [
            Discovery(at: try url("https://example.com")),
            try Discovery(domain: "example.com", services: [service]),
        ] {
            var (discovery, starts) = (start, [WebOrigin?]())
            while case .request(let request) = discovery.step {
                starts.append(request.start)
                discovery.receive(table[request.url.description] ?? answer(404))
            }
            #expect(starts.count >= 3)
            #expect(Set(starts) == [try WebOrigin("https://example.com")])
        }
    }

    @Test func `services of a domain are tried in order, and other hosts need permission`() throws {
        let discovery = try Discovery(
            domain: "example.com",
            services: [
                (host: "dav.example.com", port: 443, path: "/caldav/"),
                (host: ".", port: 0, path: nil), (host: "dav.example.net", port: 8443, path: "/../x"),
            ]
        )
        let (step, asked) = run(discovery, [:])
        #expect(step == .failed(.denied(try WebOrigin("https://dav.example.net:8443"))))
        #expect(
            asked == [
                "https://dav.example.com/caldav/", "https://dav.example.com/.well-known/caldav",
                "https://dav.example.com/",
                "?", "https://example.com/.well-known/caldav", "https://example.com/",
            ]
        )
    }
}

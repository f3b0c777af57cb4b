import Testing

@testable import ICSWeb

/// Tests of the protection against other sites, other servers and other users.
@Suite struct GuardTests {
    @Test func `a link works only once`() async throws {
        let store = try WebStore()
        let target = String(store.calendar.newLink().dropFirst("http://\(WebStore.host)".count))
        let first = Page(await store.calendar.answer(to: Browser.request("GET", target)))
        #expect(first.status == 200)
        let cookie = try #require(first.header("Set-Cookie"))
        #expect(cookie.contains("; HttpOnly; SameSite=Strict"))
        #expect(cookie.contains("Path=\(store.calendar.guarding.base);"))
        let second = Page(await store.calendar.answer(to: Browser.request("GET", target)))
        #expect(second.status == 403)
        #expect(second.header("Set-Cookie") == nil)
    }

    @Test(arguments: ["", "x", "start?token=", "start?token=AAAA"])
    func `no page opens without a link`(_ page: String) async throws {
        let store = try WebStore(["a": WebStore.weekly])
        let answer = Page(
            await store.calendar.answer(to: Browser.request("GET", store.calendar.guarding.base + page))
        )
        #expect(answer.status == 403)
        #expect(!answer.html.contains("Stand-up"))
    }

    @Test func `the path of the pages is secret`() async throws {
        let browser = try await Browser(try WebStore())
        for target in ["/", "/month", "/AAAA/month", "//month", "/../month", "month", ""] {
            let request = Browser.request("GET", target, [("Cookie", browser.cookie)])
            #expect(await browser.calendar.answer(to: request).status == 404, "\(target)")
        }
    }

    @Test(arguments: [
        ("localhost:8080", 421), ("evil.example", 421), ("127.0.0.1", 421), ("127.0.0.1:8080", 200),
        ("", 421),
    ])
    func `other host names of this machine are rejected`(_ host: String, _ status: Int) async throws {
        let browser = try await Browser(try WebStore())
        var request = Browser.request(
            "GET",
            browser.calendar.guarding.base + "month",
            [("Cookie", browser.cookie)]
        )
        request.headers[0].value = host
        #expect(await browser.calendar.answer(to: request).status == status)
        request.headers.append(("host", WebStore.host))
        #expect(await browser.calendar.answer(to: request).status == 421)
    }

    @Test(arguments: [
        ("GET", "http://evil.example", nil, 403), ("GET", "null", nil, 403),
        ("GET", "http://127.0.0.1:9090", nil, 403), ("GET", "http://127.0.0.1:8080", "same-origin", 200),
        ("GET", nil, "cross-site", 403), ("GET", nil, "same-site", 403), ("GET", nil, "none", 200),
        ("POST", nil, nil, 403), ("POST", "null", nil, 403), ("POST", "http://evil.example", nil, 403),
        ("POST", "http://127.0.0.1:8080", "cross-site", 403),
        ("POST", "http://127.0.0.1:8080", "same-site", 403),
        ("POST", "https://127.0.0.1:8080", nil, 403),
    ])
    func `other sites can neither read nor write`(
        _ method: String,
        _ origin: String?,
        _ site: String?,
        _ status: Int
    ) async throws {
        let store = try WebStore(["a": WebStore.weekly])
        let browser = try await Browser(store)
        var headers = [("Cookie", browser.cookie), ("Content-Type", "application/x-www-form-urlencoded")]
        if let origin { headers.append(("Origin", origin)) }
        if let site { headers.append(("Sec-Fetch-Site", site)) }
        let page = method == "GET" ? "month" : "remove"
        let body = "token=\(browser.formToken)&id=home:stand-up&span=all"
        let request = Browser.request(
            method,
            browser.calendar.guarding.base + page,
            headers,
            method == "GET" ? [] : Array(body.utf8)
        )
        let answer = Page(await browser.calendar.answer(to: request))
        #expect(answer.status == status)
        #expect(answer.html.contains("Stand-up") == (status == 200))
        #expect(try store.list("2026-03-31", 1).count == 1)
    }

    @Test func `a form needs the token of its session`() async throws {
        let store = try WebStore(["a": WebStore.weekly])
        let (browser, other) = (try await Browser(store), try await Browser(store))
        let fields = [(name: "id", value: "home:stand-up"), (name: "span", value: "all")]
        for token in [nil, "", "AAAA", other.formToken] {
            let answer = await browser.post(
                "remove",
                fields + (token.map { [("token", $0)] } ?? []),
                with: false
            )
            #expect(answer.status == 403)
        }
        #expect(try store.list("2026-03-31", 1).count == 1)
        #expect(await browser.post("remove", fields).status == 303)
        #expect(try store.list("2026-03-31", 1).isEmpty)
    }

    @Test(arguments: ["month", "style.css", "nowhere", "events"])
    func `every response has the security policies`(_ page: String) async throws {
        let browser = try await Browser(try WebStore())
        let answer = await browser.get(page)
        let policy = try #require(answer.header("Content-Security-Policy"))
        #expect(policy.hasPrefix("default-src 'none'; "))
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe") && !policy.contains("http"))
        #expect(answer.header("X-Frame-Options") == "DENY")
        #expect(answer.header("X-Content-Type-Options") == "nosniff")
        #expect(answer.header("Cross-Origin-Resource-Policy") == "same-origin")
        #expect(answer.header("Referrer-Policy") == "same-origin")
        #expect(answer.header("Access-Control-Allow-Origin") == nil)
        if page == "month" { #expect(answer.header("Cache-Control") == "no-store") }
    }

    @Test(arguments: [
        "month", "week", "day", "agenda", "new", "calendars", "reminders", "import", "history", "help",
    ])
    func `no page has inline code or loads external resources`(_ page: String) async throws {
        let browser = try await Browser(try WebStore(["a": WebStore.weekly]))
        let html = await browser.get(page).html
        #expect(html.contains("<script src=\"script.js\" defer></script>"))
        #expect(html.matches(of: /<script/).count == 1)
        for forbidden in [
            "<style", " style=", " onclick", " onload", "javascript:", "http://", "https://", "//",
        ] {
            #expect(!html.contains(forbidden), "\(forbidden) on \(page)")
        }
    }

    @Test(arguments: ["PUT", "DELETE", "OPTIONS", "TRACE", "get", ""])
    func `other methods are rejected`(_ method: String) async throws {
        let browser = try await Browser(try WebStore())
        let request = Browser.request(
            method,
            browser.calendar.guarding.base + "month",
            [("Cookie", browser.cookie)]
        )
        #expect(await browser.calendar.answer(to: request).status == 405)
    }

    @Test func `the sizes of requests are limited`() async throws {
        let browser = try await Browser(try WebStore())
        let long = String(repeating: "x", count: 2 << 20)
        #expect(await browser.post("save", [("title", long)]).status == 413)
        #expect(await browser.get("month?date=" + String(repeating: "x", count: 20_000)).status == 414)
        let many = (0..<50_000).map { (name: "a\($0)", value: "") }
        #expect(await browser.post("remove", many).status == 403)
    }

    @Test func `the oldest links and sessions are dropped`() async throws {
        let store = try WebStore()
        let browser = try await Browser(store)
        let links = (0..<150).map { _ in store.calendar.newLink() }
        let first = String(links[0].dropFirst("http://\(WebStore.host)".count))
        #expect(await store.calendar.answer(to: Browser.request("GET", first)).status == 403)
        for _ in 0..<100 { _ = try await Browser(store) }
        #expect(await browser.get("month").status == 403)
    }
}

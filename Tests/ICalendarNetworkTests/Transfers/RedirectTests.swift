#if Network
    import CalDAV
    import Testing

    @testable import ICalendarNetwork

    @Suite(.timeLimit(.minutes(30))) struct RedirectTests {
        private let transport = CurlTransport(limits: .with { _ in })

        /// Returns a script that redirects `/a.ics` and serves all other paths.
        private func redirecting(_ status: Int, to location: String) -> ScriptedServer.Script {
            { request, client in
                if request.target == "/a.ics" {
                    client.answer(status, ["Location: \(location)"], "moved")
                } else {
                    client.answer(200, [], request.method)
                }
            }
        }

        @Test(arguments: [301, 302, 303, 307, 308])
        func `a read-only request follows a redirect with its method and body`(status: Int)
            async throws
        {
            try await withServer(redirecting(status, to: "/b/c.ics#x")) { server in
                let url = try server.url()
                #expect(try await transport.answer(.get(url)).body == "GET")
                let (answer, body) = try await transport.answer(.syncCollection(url, since: nil))
                #expect(answer.status.code == 200 && body == "REPORT")
                #expect(server.requests.last?.target == "/b/c.ics")
                #expect(server.requests.last?.body == server.requests.first { $0.method == "REPORT" }?.body)
                #expect(server.requests.last?.body.isEmpty == false)
            }
        }

        @Test func `a request that makes changes does not follow a redirect`() async throws {
            try await withServer(redirecting(307, to: "/b.ics")) { server in
                let url = try server.url()
                for request in [DAVRequest.put(url, [65], if: .isNew), .delete(url)] {
                    let answer = try await transport.answer(request).answer
                    #expect(answer.status.code == 307 && answer.fields["Location"] == "/b.ics")
                }
                #expect(server.requests.count == 2)
            }
        }

        @Test func `with a limit of zero, a redirect is returned as the response`() async throws {
            try await withServer(redirecting(301, to: "/b.ics")) { server in
                var transport = transport
                transport.limits.redirects = 0
                let answer = try await transport.get(server).answer
                #expect(answer.status.code == 301)
            }
        }

        @Test func `a redirect loop ends at the limit`() async throws {
            try await withServer(redirecting(302, to: "/a.ics")) { server in
                let failure = await failure { _ = try await transport.get(server) }
                #expect(failure?.name == "redirected" && failure?.detail.contains("5 redirects") == true)
                #expect(server.requests.count == 6)
            }
        }

        @Test(arguments: [
            "http://example.com/", "file:///etc/passwd", "/../secret", "//user@example.com/", "a%2Fb",
        ])
        func `a redirect to an unusable URL is an error`(location: String) async throws {
            try await withServer(redirecting(302, to: location)) { server in
                let failure = await failure { _ = try await transport.get(server) }
                #expect(failure?.name == "redirected" && server.requests.count == 1)
            }
        }

        @Test func `a GET follows a redirect to another server without the credentials`() async throws {
            try await withServer({ _, client in client.answer(200, [], "elsewhere") }) { other in
                try await withServer(redirecting(302, to: other.root + "/b.ics")) { server in
                    let credentials = Credentials("nora", .command("echo hunter2"), for: try server.origin)
                    let transport = CurlTransport(credentials: credentials, limits: .with { _ in })
                    let body = try await transport.get(server).body
                    #expect(body == "elsewhere")
                    #expect(server.requests.first?.fields["authorization"] != nil)
                    #expect(other.requests.count == 1)
                    #expect(other.requests.allSatisfy { $0.fields["authorization"] == nil })
                    #expect(other.requests.allSatisfy { !$0.head.contains("nora") })
                }
            }
        }

        @Test func `another server gets no credentials even if it asks for them`() async throws {
            let asking: ScriptedServer.Script = { _, client in
                client.answer(
                    401,
                    [
                        "WWW-Authenticate: Basic realm=\"x\"",
                        "WWW-Authenticate: Digest realm=\"x\", nonce=\"1\"",
                    ]
                )
            }
            try await withServer(asking) { other in
                try await withServer(redirecting(302, to: other.root + "/b.ics")) { server in
                    for scheme in Credentials.Scheme.allCases {
                        let credentials = Credentials(
                            "nora",
                            .command("echo hunter2"),
                            for: try server.origin,
                            scheme: scheme
                        )
                        let transport = CurlTransport(credentials: credentials, limits: .with { _ in })
                        #expect(try await transport.get(server).answer.status.code == 401)
                    }
                    #expect(other.requests.count == Credentials.Scheme.allCases.count)
                    #expect(other.requests.allSatisfy { $0.fields["authorization"] == nil })
                }
            }
        }

        @Test func `another server gets the credentials if the user has allowed it`() async throws {
            try await withServer({ _, client in client.answer(200) }) { other in
                try await withServer(redirecting(302, to: other.root + "/b.ics")) { server in
                    let credentials = Credentials(
                        "nora",
                        .command("echo hunter2"),
                        for: try server.origin,
                        others: [try other.origin]
                    )
                    _ = try await CurlTransport(credentials: credentials, limits: .with { _ in }).get(server)
                    #expect(other.requests.first?.fields["authorization"] == "Basic bm9yYTpodW50ZXIy")
                }
            }
        }

        @Test func `a query does not follow a redirect to another server`() async throws {
            try await withServer({ _, client in client.answer(207) }) { other in
                try await withServer(redirecting(302, to: other.root + "/b/")) { server in
                    let request = DAVRequest.syncCollection(try server.url(), since: nil)
                    let answer = try await transport.answer(request).answer
                    #expect(answer.status.code == 302 && other.connections == 0)
                }
            }
        }

        @Test(.disabled(if: hasProxy, "a proxy is set"))
        func `a redirect from another server cannot reach this computer under another name`()
            async throws
        {
            try await withServer({ _, client in client.answer(200) }) { inner in
                // 0.0.0.0 represents the name of another host that resolves to this computer.
                try await withServer(redirecting(302, to: "http://0.0.0.0:\(inner.port)/")) { outer in
                    var transport = transport
                    transport.allowsInsecure = true
                    let url = try ResourceURL("http://0.0.0.0:\(outer.port)/a.ics", allowsInsecure: true)
                    let failure = await failure { _ = try await transport.answer(.get(url)) }
                    #expect(failure?.name == "redirected" && inner.connections == 0)
                    #expect(outer.requests.count == 1)
                }
            }
        }

        @Test(
            .disabled(if: hasProxy, "a proxy is set"),
            arguments: [
                "127.1", "2130706433", "0x7f000001", "017700000001", "0", "0.0.0.0", "[::ffff:127.0.0.1]",
            ]
        )
        func `a feed from another server cannot reach this computer under any spelling of its address`(
            host: String
        ) async throws {
            try await withServer({ _, client in client.answer(200) }) { inner in
                var transport = transport
                transport.allowsInsecure = true
                transport.limits.redirects = 0
                // The user's request to this computer leaves a connection open.
                let chosen = try ResourceURL("http://\(host):\(inner.port)/", allowsInsecure: true)
                let status = try? await transport.answer(Feed(at: chosen).request()).answer.status.code
                // Not every system supports every spelling.
                #expect(status == 200 || inner.connections == 0)
                let (requests, connections) = (inner.requests.count, inner.connections)
                var feed = Feed(
                    at: try ResourceURL("http://calendars.example/a.ics", allowsInsecure: true)
                )
                let moved = HTTPFields(lines: ["Location: \(chosen)"])
                for isPermanent in [false, true] {
                    let answer = DAVAnswer(HTTPStatus(isPermanent ? 301 : 302), moved)
                    #expect(feed.receive(answer, now: 0) == .moved(chosen, isPermanent: isPermanent))
                    var hop = feed
                    hop.url = chosen
                    let failure = await failure { _ = try await transport.answer(hop.request()) }
                    #expect(failure?.name == "redirected" || status == nil, "\(host): \(failure?.name ?? "")")
                }
                #expect(inner.requests.count == requests && inner.connections == connections)
            }
        }

        @Test func `a feed on this computer can redirect to this computer`() async throws {
            try await withServer(redirecting(302, to: "/b.ics")) { server in
                var transport = transport
                transport.limits.redirects = 0
                var feed = Feed(at: try server.url())
                let answer = try await transport.answer(feed.request()).answer
                #expect(
                    feed.receive(answer, now: 0) == .moved(try server.url("/b.ics"), isPermanent: false)
                )
                feed.url = try server.url("/b.ics")
                #expect(try await transport.answer(feed.request()).body == "GET")
            }
        }

        @Test func `an unencrypted request to this computer never goes to another computer`() throws {
            let handle = try #require(CurlHandle())
            let settings = CurlSettings(
                url: "http://192.0.2.1/",
                method: "GET",
                lines: [],
                body: nil,
                proof: .none,
                reach: .thisComputer,
                usesProxy: false,
                tls: TLSSettings(),
                connecting: .seconds(1)
            )
            try handle.prepare(settings)
            let problem = #expect(throws: CurlProblem.self) {
                try handle.perform(fields: { _ in true }, body: { _ in true }, next: { 100 })
            }
            #expect(problem?.kind == .outOfReach)
        }
    }
#endif

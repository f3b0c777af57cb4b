#if Network
    import CalDAV
    import Foundation
    import SystemIO
    import Testing

    @testable import ICalendarNetwork

    @Suite(.timeLimit(.minutes(30))) struct CredentialsTests {
        private func transport(
            _ server: ScriptedServer,
            _ scheme: Credentials.Scheme = .automatic,
            user: String = "nora",
            _ command: String = "echo hunter2"
        ) throws -> CurlTransport {
            let credentials = Credentials(user, .command(command), for: try server.origin, scheme: scheme)
            return CurlTransport(credentials: credentials, limits: .with { _ in })
        }

        @Test func `Basic is sent with the first request`() async throws {
            try await withServer({ _, client in client.answer(200) }) { server in
                let transport = try transport(server)
                for _ in 0..<3 { _ = try await transport.get(server) }
                #expect(
                    server.requests.map { $0.fields["authorization"] ?? "" }
                        == [String](repeating: "Basic bm9yYTpodW50ZXIy", count: 3)
                )
            }
        }

        @Test func `Digest is used if the server offers nothing else`() async throws {
            try await withServer(DigestScript(password: "hunter2").script) { server in
                let transport = try transport(server)
                let url = try server.url()
                let answer = try await transport.answer(.put(url, [65, 66], if: .isNew)).answer
                #expect(answer.status.code == 200)
                let requests = server.requests
                #expect(requests.last?.fields["authorization"]?.hasPrefix("Digest ") == true)
                #expect(requests.last?.body == [65, 66])
                // The first request uses Basic; the second gets the challenge; the third responds to it. Later requests
                // start with the challenge.
                #expect(requests.count == 3)
                _ = try await transport.answer(.get(url))
                #expect(server.requests.count == 5)
                #expect(server.requests.filter { $0.head.contains("Basic") }.count == 1)
            }
        }

        @Test func `with Digest alone, the password is never sent`() async throws {
            try await withServer(DigestScript(password: "hunter2").script) { server in
                let answer = try await transport(server, .digest).get(server).answer
                #expect(answer.status.code == 200 && server.requests.count == 2)
                #expect(
                    server.requests.allSatisfy { !$0.head.contains("hunter2") && !$0.head.contains("Basic") }
                )
            }
        }

        @Test func `a token is sent instead of a user name and password`() async throws {
            try await withServer({ _, client in client.answer(200) }) { server in
                _ = try await transport(server, .bearer, "printf 'ey.J0-_~+/=\\nmore\\n'").get(server)
                #expect(server.requests.first?.fields["authorization"] == "Bearer ey.J0-_~+/=")
                #expect(server.requests.first?.head.contains("nora") == false)
            }
        }

        @Test(arguments: Credentials.Scheme.allCases)
        func `a wrong password results in one response and is not retried forever`(scheme: Credentials.Scheme)
            async throws
        {
            let script: ScriptedServer.Script = { request, client in
                let stale = request.fields["authorization"]?.hasPrefix("Digest") == true ? ", stale=true" : ""
                client.answer(
                    401,
                    ["WWW-Authenticate: Digest realm=\"x\", nonce=\"\(request.number)\"\(stale)"],
                    "no"
                )
            }
            try await withServer(script) { server in
                let transport = try transport(server, scheme)
                for _ in 0..<20 {
                    let answer = try await transport.get(server).answer
                    #expect(answer.status.code == 401)
                }
                // Digest with `stale` forces libcurl to repeat a request.
                #expect(server.requests.count <= 4 * PasswordKeeper.mostRefusals, "\(server.requests.count)")
                #expect(server.requests.count >= PasswordKeeper.mostRefusals)
            }
        }

        @Test func `200 requests with a wrong password do not lock the account`() async throws {
            try await withServer({ _, client in client.answer(401, ["WWW-Authenticate: Basic realm=\"x\""]) })
            { server in
                let transport = try transport(server)
                let codes = try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<200 { group.addTask { try await transport.get(server).answer.status.code } }
                    return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
                }
                #expect(codes == [401])
                #expect(server.requests.count <= PasswordKeeper.mostRefusals + 3)
            }
        }

        @Test func `an accepted password is still sent after the server denies access to single resources`()
            async throws
        {
            let script: ScriptedServer.Script = { request, client in
                client.answer(request.target == "/other" ? 401 : 200)
            }
            try await withServer(script) { server in
                let transport = try transport(server)
                _ = try await transport.get(server)
                for _ in 0..<9 {
                    let answer = try await transport.get(server, "/other").answer
                    #expect(answer.status.code == 401)
                }
                let answer = try await transport.get(server).answer
                #expect(answer.status.code == 200 && server.requests.count == 11)
            }
        }

        @Test func `an expired token is replaced once`() async throws {
            let script: ScriptedServer.Script = { request, client in
                client.answer(request.fields["authorization"] == "Bearer t2" ? 200 : 401)
            }
            try await withServer(script) { server in
                let credentials = Credentials("", .command("-"), for: try server.origin, scheme: .bearer)
                let reader = Passwords(["t1", "t2", "t3"])
                let passwords = PasswordKeeper(credentials, reader, stableTime: .zero)
                let transport = CurlTransport(passwords, TLSSettings(), .with { _ in })
                for _ in 0..<3 {
                    let answer = try await transport.get(server).answer
                    #expect(answer.status.code == 200)
                }
                #expect(
                    server.requests.map { $0.fields["authorization"] }
                        == ["Bearer t1", "Bearer t2", "Bearer t2", "Bearer t2"]
                )
            }
        }

        @Test func `the same token is not sent again`() async throws {
            try await withServer({ _, client in client.answer(401) }) { server in
                let credentials = Credentials("", .command("-"), for: try server.origin, scheme: .bearer)
                let passwords = PasswordKeeper(credentials, Passwords(["t1"]), stableTime: .zero)
                let transport = CurlTransport(passwords, TLSSettings(), .with { _ in })
                let answer = try await transport.get(server).answer
                #expect(answer.status.code == 401 && server.requests.count == 1)
            }
        }

        @Test func `simultaneous requests look up the password once`() async throws {
            try await withServer({ _, client in client.answer(200) }) { server in
                let reader = Passwords(["a", "b", "c", "d"], pause: .milliseconds(50))
                let credentials = Credentials("nora", .command("-"), for: try server.origin)
                let transport = CurlTransport(
                    PasswordKeeper(credentials, reader),
                    TLSSettings(),
                    .with { _ in }
                )
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<10 { group.addTask { _ = try await transport.get(server) } }
                    try await group.waitForAll()
                }
                #expect(reader.count == 1)
            }
        }

        @Test func `nothing is sent without a password`() async throws {
            try await withServer({ _, client in client.answer(200) }) { server in
                for (scheme, user, command) in [
                    (Credentials.Scheme.automatic, "nora", "exit 3"), (.automatic, "nora", "echo"),
                    (.bearer, "", "echo 'two words'"), (.basic, "no:ra", "echo hunter2"),
                    (.digest, "nora\r\nX: y", "echo hunter2"),
                ] {
                    let failure = await failure {
                        _ = try await transport(server, scheme, user: user, command).get(server)
                    }
                    #expect(failure?.name == "noPassword", "\(command)")
                    #expect(failure?.description.contains("hunter2") == false)
                }
                #expect(server.connections == 0)
            }
        }

        @Test func `canceling a request also cancels its password command`() async throws {
            let pipe = FileManager.default.temporaryDirectory.appending(path: "ics-\(UUID().uuidString)")
                .path()
            #expect(unsafe mkfifo(pipe, 0o600) == 0)
            defer { unsafe _ = unlink(pipe) }
            try await withServer({ _, client in client.answer(200) }) { server in
                let transport = try transport(server, .basic, "echo > '\(pipe)'; exec sleep 60")
                let url = try server.url()
                let task = Task { _ = try await transport.answer(.get(url)) }
                // Opening the pipe blocks until the command also opens it.
                await waiting {
                    let number = unsafe SystemCalls.open(pipe, O_RDONLY | O_CLOEXEC)
                    while let more = try? OpenDescriptor.read(number), !more.isEmpty {}
                    OpenDescriptor.close(number)
                }
                task.cancel()
                let failure = await failure { try await task.value }
                #expect(failure?.name == "cancelled" && server.connections == 0)
            }
        }

        #if os(Linux)
            @Test func `no process has the password in its arguments during a request`() async throws {
                let script: ScriptedServer.Script = { _, client in
                    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
                    let arguments = processes.compactMap {
                        FileManager.default.contents(atPath: "/proc/\($0)/cmdline")
                    }
                    let isSeen = arguments.contains {
                        String(decoding: $0, as: UTF8.self).contains("visible")
                    }
                    client.answer(200, [], isSeen ? "seen" : "\(arguments.count > 1)")
                }
                try await withServer(script) { server in
                    let body = try await transport(server, .basic, "printf '%s%s' visi ble").get(server).body
                    #expect(body == "true")
                    let authorization = server.requests.first?.fields["authorization"]
                    #expect(authorization == "Basic " + Data("nora:visible".utf8).base64EncodedString())
                }
            }
        #endif

        @Test func `a secret never appears in descriptions`() throws {
            let secret = try #require(Secret("hunter2".utf8))
            var dumped = ""
            dump(secret, to: &dumped)
            dump(CurlSettings.Proof.basic(user: "nora", secret), to: &dumped)
            let texts = [
                "\(secret)", String(reflecting: secret), "\([secret])", String(describing: Optional(secret)),
                dumped,
            ]
            let hidden = "\(secret.bytes)"
            #expect(
                texts.allSatisfy { !$0.contains("hunter2") && !$0.contains(hidden) && !$0.contains("104") }
            )
        }

        @Test func `credentials apply to a server and its owner's other hosts`() throws {
            func apply(_ one: String, _ other: String) throws -> Bool {
                Credentials("nora", .netrc(""), for: try WebOrigin(one)).apply(to: try WebOrigin(other))
            }
            #expect(try apply("https://example.com", "https://example.com"))
            #expect(try apply("https://example.com", "https://dav.example.com"))
            #expect(try apply("https://caldav.icloud.com", "https://p42-caldav.icloud.com"))
            #expect(try !apply("https://dav.example.com", "https://example.com"))
            #expect(try !apply("https://example.com", "https://badexample.com"))
            #expect(try !apply("https://example.com", "https://example.com:8443"))
            #expect(try !apply("https://example.com", "http://example.com"))
            #expect(try !apply("http://example.com", "http://example.com"))
            #expect(try apply("http://127.0.0.1:5232", "http://127.0.0.1:5232"))
            #expect(try !apply("http://127.0.0.1:5232", "http://127.0.0.1:5233"))
        }
    }

    /// A list of passwords to return in order; the last one is repeated.
    final class Passwords: PasswordReader {
        private let secrets: [String]
        private let pause: Duration
        private let next = Lock(0)

        init(_ secrets: [String], pause: Duration = .zero) {
            self.secrets = secrets
            self.pause = pause
        }

        var count: Int { next.withLock { $0 } }

        func secret(isCancelled: () -> Bool) throws(PasswordProblem) -> Secret {
            SystemCalls.sleep(pause)
            let index = next.withLock { next in
                next += 1
                return min(next, secrets.count) - 1
            }
            guard let secret = Secret(secrets[index].utf8) else { throw .badToken }
            return secret
        }
    }

    /// A server that accepts only Digest.
    private struct DigestScript {
        let password: String

        var script: ScriptedServer.Script {
            { request, client in
                let given = request.fields["authorization"] ?? ""
                // libcurl computes the digest; check only its parts.
                let isGiven =
                    given.hasPrefix("Digest ") && given.contains("username=\"nora\"")
                    && given.contains("nonce=\"n1\"") && given.contains("response=\"")
                    && given.contains("uri=\"\(request.target)\"")
                if isGiven {
                    client.answer(200, [], "x")
                } else {
                    client.answer(
                        401,
                        ["WWW-Authenticate: Digest realm=\"r, s\", qop=\"auth\", nonce=\"n1\""]
                    )
                }
            }
        }
    }
#endif

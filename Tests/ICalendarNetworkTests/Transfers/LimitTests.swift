#if Network
    import CalDAV
    import SystemIO
    import TestTraits
    import Testing

    @testable import ICalendarNetwork

    @Suite(.timeLimit(.minutes(30))) struct LimitTests {
        private struct Stop: Error {}

        private func transport(_ change: (inout TransportLimits) -> Void = { _ in }) -> CurlTransport {
            CurlTransport(limits: .with(change))
        }

        /// Returns the failure of a GET request to a scripted server.
        private func failure(
            _ transport: CurlTransport,
            _ script: @escaping ScriptedServer.Script
        ) async throws -> TransportFailure? {
            try await withServer(script) { server in
                await ICalendarNetworkTests.failure { _ = try await transport.get(server) }
            }
        }

        @Test func `a response truncated after any byte is an error`() async throws {
            let answers = [
                "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nX: y\r\n\r\n<a>12</a>",
                "HTTP/1.1 207 Multi\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n<a/>\r\n0\r\n\r\n",
            ]
            let transport = transport()
            for answer in answers {
                let bytes = Array(answer.utf8)
                let script: ScriptedServer.Script = { request, client in
                    client.send(Array(bytes.prefix(Int(request.target.dropFirst()) ?? 0)))
                    client.end()
                }
                try await withServer(script) { server in
                    // The last line break carries no information.
                    for count in 0..<(bytes.count - 1) {
                        let failure = await ICalendarNetworkTests.failure {
                            _ = try await transport.get(server, "/\(count)")
                        }
                        // A fragment of "HTTP/" is not HTTP.
                        let expected = (1..<5).contains(count) ? ["cutOff", "malformed"] : ["cutOff"]
                        #expect(
                            expected.contains(failure?.name ?? ""),
                            "\(count): \(failure?.description ?? "")"
                        )
                    }
                    let (_, body) = try await transport.get(server, "/\(bytes.count)")
                    #expect(body.hasPrefix("<a"))
                }
            }
        }

        @Test(arguments: ["Content-Length: 999999999999", "Transfer-Encoding: chunked", "X: y"])
        func `an endless body ends at the limit`(field: String) async throws {
            let failure = try await failure(transport { $0.bodyBytes = 100_000 }) { _, client in
                client.send("HTTP/1.1 200 OK\r\n\(field)\r\n\r\n")
                let piece = String(repeating: "x", count: 4096)
                while client.send(field.hasSuffix("chunked") ? "1000\r\n\(piece)\r\n" : piece) {}
            }
            #expect(failure?.name == "tooLarge" && failure?.detail.contains("bodyBytes") == true)
        }

        @Test func `a slow trickle of bytes exceeds the total time`() async throws {
            let transport = transport {
                $0.total = .seconds(3)
                $0.silence = .seconds(2)
            }
            let failure = try await failure(transport) { _, client in
                client.send("HTTP/1.1 200 OK\r\n\r\n")
                while client.send("x") { SystemCalls.sleep(.milliseconds(50)) }
            }
            #expect(failure?.name == "timedOut" && failure?.detail.contains("total") == true)
        }

        @Test(arguments: ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n<a>"])
        func `a request times out if the server is silent at any point`(start: String) async throws {
            let failure = try await failure(transport { $0.silence = .milliseconds(200) }) { _, client in
                client.send(start)
                client.waitForEnd()
            }
            #expect(failure?.name == "timedOut" && failure?.detail.contains("silence") == true)
        }

        @Test func `a slow response without silence succeeds`() async throws {
            // On a busy machine, the pauses can be several times as long.
            let transport = transport { $0.silence = .seconds(2) }
            let script: ScriptedServer.Script = { _, client in
                client.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n")
                for _ in 0..<8 {
                    SystemCalls.sleep(.milliseconds(300))
                    client.send("x")
                }
            }
            try await withServer(script) { server in
                let body = try await transport.get(server).body
                #expect(body == "xxxxxxxx")
            }
        }

        @Test(arguments: ["X: y\r\n", "X: \(String(repeating: "y", count: 5000))\r\n", "y"])
        func `a flood of header fields ends at the limit`(field: String) async throws {
            let failure = try await failure(transport { $0.headerBytes = 50_000 }) { _, client in
                client.send("HTTP/1.1 200 OK\r\n")
                while client.send(field) {}
            }
            #expect(failure?.name == "tooLarge")
        }

        @Test func `endless interim responses end at the limit`() async throws {
            let failure = try await failure(transport { $0.headerBytes = 10_000 }) { _, client in
                while client.send("HTTP/1.1 103 Hints\r\n\r\n") {}
            }
            #expect(failure?.name == "tooLarge" && failure?.detail.contains("headerBytes") == true)
        }

        @Test func `a compressed body is decompressed, even if the request does not allow compression`()
            async throws
        {
            let body = try Gzip.compressed("BEGIN:VCALENDAR")
            try await withServer({ _, client in client.answer(200, ["Content-Encoding: gzip"], body) }) {
                server in
                let body = try await transport().get(server).body
                #expect(body == "BEGIN:VCALENDAR")
            }
        }

        @Test(.long) func `a body that decompresses to a hundred times its size ends at the limit`()
            async throws
        {
            let bomb = try Gzip.compressed(String(repeating: "x", count: 40 << 20))
            #expect(bomb.count < 100_000)
            let failure = try await failure(transport()) { _, client in
                client.answer(200, ["Content-Encoding: gzip"], bomb)
            }
            #expect(failure?.name == "tooLarge" && failure?.detail.contains("expansion") == true)
        }

        @Test func `decompressed bytes count toward the body limit`() async throws {
            let bomb = try Gzip.compressed(String(repeating: "x", count: 1 << 20))
            let failure = try await failure(transport { $0.bodyBytes = 500_000 }) { _, client in
                client.answer(200, ["Content-Encoding: gzip"], bomb)
            }
            #expect(failure?.name == "tooLarge" && failure?.detail.contains("bodyBytes") == true)
        }

        @Test func `a body that compresses well within the ratio is accepted`() async throws {
            var random = SystemRandomNumberGenerator()
            let text = (0..<100_000).map { _ in "xxxxxxxxxx\(UInt8.random(in: 0...255, using: &random))" }
                .joined()
            let body = try Gzip.compressed(text)
            #expect(body.count * 2 < text.utf8.count)
            try await withServer({ _, client in client.answer(200, ["Content-Encoding: gzip"], body) }) {
                server in
                let transport = transport {
                    $0.unlimitedExpansion = 10_000
                    $0.expansion = 20
                }
                let body = try await transport.get(server).body
                #expect(body == text)
            }
        }

        @Test(arguments: [
            "<html>hello</html>", "HTTP/0.9", "\r\n\r\n\r\n", "HTTP/1.1 999999 X\r\n\r\n", "\0\0\0\0",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd",
        ])
        func `a response that is not HTTP is an error`(answer: String) async throws {
            let failure = try await failure(transport { $0.silence = .milliseconds(500) }) { _, client in
                client.send(answer)
                client.end()
            }
            #expect(["malformed", "cutOff"].contains(failure?.name ?? ""))
        }

        @Test func `an error thrown by the receiver ends the transfer and is rethrown`() async throws {
            let script: ScriptedServer.Script = { _, client in
                client.send("HTTP/1.1 200 OK\r\n\r\n")
                while client.send("x") {}
            }
            try await withServer(script) { server in
                let url = try server.url()
                let failure = await ICalendarNetworkTests.failure {
                    _ = try await transport().send(.get(url)) { _ in throw Stop() }
                }
                guard case .stopped(let error) = failure?.kind else {
                    Issue.record("\(String(describing: failure))")
                    return
                }
                #expect(error is Stop)
            }
        }

        @Test func `messages contain no control characters from the server`() async throws {
            let failure = try await failure(transport()) { _, client in
                client.send("HTTP/1.1 200 \u{1B}[31mOK\r\nContent-Encoding: gzip\r\n\r\n\u{1B}[31m")
                client.end()
            }
            let text = try #require(failure).description
            #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        }
    }
#endif

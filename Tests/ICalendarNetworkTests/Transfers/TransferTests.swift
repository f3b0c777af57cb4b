#if Network
    import CalDAV
    import SystemIO
    import Testing

    @testable import ICalendarNetwork

    @Suite(.timeLimit(.minutes(30))) struct TransferTests {
        private let transport = CurlTransport(limits: .with { _ in })

        @Test func `a request arrives with its method, fields and body`() async throws {
            try await withServer({ _, client in client.answer(207, ["ETag: \"1\"", "DAV: 1"], "<x/>") }) {
                server in
                let url = try server.url("/nora/wo%20rk/?q")
                let (answer, body) = try await transport.answer(.syncCollection(url, since: "t1"))
                #expect(answer.status.code == 207)
                #expect(answer.fields.entityTag == EntityTag("1"))
                #expect(answer.body.isEmpty && body == "<x/>")
                let request = try #require(server.requests.first)
                #expect(request.method == "REPORT" && request.target == "/nora/wo%20rk/?q")
                #expect(request.fields["content-type"] == "application/xml; charset=utf-8")
                #expect(request.fields["host"] == "127.0.0.1:\(server.port)")
                #expect(request.fields["expect"] == nil && request.fields["authorization"] == nil)
                #expect(request.fields["accept-encoding"] == "gzip")
                #expect(String(decoding: request.body, as: UTF8.self).contains("sync-token>t1</"))
            }
        }

        @Test func `a PUT is sent with its condition, even if it is empty or large`() async throws {
            try await withServer({ _, client in client.answer(201) }) { server in
                for size in [0, 3_000_000] {
                    let body = [UInt8](repeating: 65, count: size)
                    _ = try await transport.answer(.put(try server.url(), body, if: .isNew))
                    let request = try #require(server.requests.last)
                    #expect(request.method == "PUT" && request.body == body)
                    #expect(request.fields["content-length"] == "\(size)")
                    #expect(request.fields["if-none-match"] == "*" && request.fields["expect"] == nil)
                }
            }
        }

        @Test func `requests without a body have no Content-Length`() async throws {
            try await withServer({ _, client in client.answer(204) }) { server in
                let url = try server.url()
                for request in [DAVRequest.get(url), .delete(url), .options(url)] {
                    _ = try await transport.answer(request)
                }
                #expect(server.requests.map(\.method) == ["GET", "DELETE", "OPTIONS"])
                #expect(server.requests.allSatisfy { $0.fields["content-length"] == nil })
                // Compression would weaken the tag of an item.
                #expect(server.requests[0].fields["accept-encoding"] == "identity")
            }
        }

        @Test func `the body of an error is returned up to 64 KiB without waiting for its end`() async throws
        {
            let script: ScriptedServer.Script = { _, client in
                client.send("HTTP/1.1 507 Full\r\n\r\n")
                while client.send([UInt8](repeating: 65, count: 10_000)) {}
            }
            try await withServer(script) { server in
                let (answer, body) = try await transport.get(server)
                #expect(answer.status.code == 507 && answer.body.count == 65_536 && body.isEmpty)
            }
        }

        @Test func `a web page with status 200 is recognized by its type`() async throws {
            try await withServer({ _, client in
                client.answer(200, ["Content-Type: text/html"], "<!DOCTYPE html>")
            }) { server in
                let (answer, body) = try await transport.get(server)
                #expect(answer.isWebPage && body == "<!DOCTYPE html>")
            }
        }

        @Test func `interim responses and trailers are not part of the response`() async throws {
            let script: ScriptedServer.Script = { _, client in
                client.send("HTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nETag: \"1\"\r\n")
                client.send("Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nETag: \"2\"\r\nX: y\r\n\r\n")
            }
            try await withServer(script) { server in
                let (answer, body) = try await transport.get(server)
                #expect(body == "abc" && answer.status.code == 200)
                #expect(answer.fields.all.map(\.name) == ["ETag", "Transfer-Encoding"])
                #expect(answer.fields["ETag"] == "\"1\"")
            }
        }

        @Test func `consecutive requests share a connection, even across copies with other limits`()
            async throws
        {
            try await withServer({ _, client in client.answer(200, [], "x") }) { server in
                var other = transport
                other.limits.redirects = 0
                for index in 0..<20 {
                    _ = try await (index % 2 == 0 ? transport : other).get(server)
                }
                #expect(server.requests.count == 20 && server.connections == 1)
            }
        }

        @Test func `a connection that the server has closed in the meantime is replaced`() async throws {
            let script: ScriptedServer.Script = { request, client in
                client.answer(200, [], "x")
                if request.number == 1 { client.end() }
            }
            try await withServer(script) { server in
                _ = try await transport.get(server)
                await server.waitForNoConnection()
                _ = try await transport.get(server)
                #expect(server.connections == 2 && server.requests.count == 2)
            }
        }

        @Test func `200 simultaneous requests use four connections and get the right responses`() async throws
        {
            try await withServer({ request, client in client.answer(200, [], request.target) }) { server in
                let bodies = try await withThrowingTaskGroup(of: (Int, String).self) { group in
                    for index in 0..<200 {
                        group.addTask { (index, try await transport.get(server, "/\(index)").body) }
                    }
                    return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
                }
                #expect(bodies.count == 200 && bodies.allSatisfy { $0.value == "/\($0.key)" })
                #expect((1...4).contains(server.connections))
            }
        }

        @Test func `child processes do not inherit the connection`() async throws {
            try await withServer({ _, client in client.answer(200) }) { server in
                _ = try await transport.get(server)
                let own = (Int32(3)..<1024).filter { Self.peerPort($0) == server.port }
                #expect(!own.isEmpty)
                #expect(own.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
            }
        }

        /// Returns the remote port of a connection, or nil if the descriptor is not a connection.
        private static func peerPort(_ number: Int32) -> Int? {
            var address = sockaddr_in()
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe getpeername(number, $0, &size)
                }
            }
            return result == 0 ? Int(UInt16(bigEndian: address.sin_port)) : nil
        }

        @Test func `releasing a transport closes its connections`() async throws {
            try await withServer({ _, client in client.answer(200) }) { server in
                var transport: CurlTransport? = CurlTransport(limits: .with { _ in })
                _ = try await transport?.get(server)
                transport = nil
                await server.waitForNoConnection()
                #expect(server.connections == 1)
            }
        }

        @Test(.disabled(if: hasProxy, "a proxy is set"))
        func `an unencrypted URL is rejected unless it is on this computer or allowed`() async throws {
            try await withServer({ _, client in client.answer(200, [], "x") }) { server in
                // This address reaches this computer but is not a loopback address.
                let url = try ResourceURL("http://0.0.0.0:\(server.port)/a.ics", allowsInsecure: true)
                let failure = await failure { _ = try await transport.answer(.get(url)) }
                #expect(failure?.name == "insecure" && server.connections == 0)
                var other = transport
                other.allowsInsecure = true
                let body = try await other.answer(.get(url)).body
                #expect(body == "x")
            }
        }

        @Test func `a server that is not listening is unreachable`() async throws {
            let server = try ScriptedServer { _, _ in }
            let url = try server.url()
            server.stop()
            let failure = await failure { _ = try await transport.answer(.get(url)) }
            #expect(failure?.name == "unreachable" && failure?.kind.isTransient == true)
        }
    }
#endif

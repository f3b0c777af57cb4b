#if Network
    import CalDAV
    import SystemIO
    import Testing

    @testable import ICalendarNetwork

    @Suite(.timeLimit(.minutes(30))) struct CancellationTests {
        private let transport = CurlTransport(
            limits: .with {
                $0.connections = 1
                // Only the cancellation ends a transfer.
                $0.total = .seconds(3600)
                $0.silence = .seconds(3600)
                $0.connecting = .seconds(3600)
            }
        )

        @Test func `canceling a task ends its transfer even in the middle of a body`() async throws {
            let script: ScriptedServer.Script = { _, client in
                client.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
                client.waitForEnd()
            }
            try await withServer(script) { server in
                let received = Received()
                let url = try server.url()
                let task = Task { try await transport.send(.get(url)) { received.add($0) } }
                await received.waitForPiece()
                task.cancel()
                let failure = await failure { _ = try await task.value }
                #expect(failure?.name == "cancelled" && received.text == "abc")
                await server.waitForNoConnection()
            }
        }

        @Test func `a request that is canceled while waiting for a connection is not sent`() async throws {
            let release = Monitor(false)
            let script: ScriptedServer.Script = { _, client in
                _ = release.wait { $0 ? true : nil }
                client.answer(200, [], "x")
            }
            try await withServer(script) { server in
                let (first, second) = (try server.url("/first"), try server.url("/second"))
                let running = Task { try await transport.answer(.get(first)).body }
                await server.waitForRequests(1)
                let waiting = Task { try await transport.answer(.get(second)).body }
                while transport.pool.waitingCount == 0 { await Task.yield() }
                waiting.cancel()
                let failure = await failure { _ = try await waiting.value }
                #expect(failure?.name == "cancelled")
                release.change { $0 = true }
                #expect(try await running.value == "x")
                #expect(server.requests.map(\.target) == ["/first"])
            }
        }

        @Test func `a task that is already canceled sends nothing`() async throws {
            try await withServer({ _, client in client.answer(200) }) { server in
                let url = try server.url()
                let task = Task {
                    unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                    _ = try await transport.answer(.get(url))
                }
                let failure = await failure { try await task.value }
                #expect(failure?.name == "cancelled" && server.connections == 0)
            }
        }

        @Test func `the next request after a canceled one succeeds`() async throws {
            let script: ScriptedServer.Script = { request, client in
                if request.number == 1 {
                    client.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
                } else {
                    client.answer(200, [], "whole")
                }
            }
            try await withServer(script) { server in
                let received = Received()
                let url = try server.url()
                let task = Task { try await transport.send(.get(url)) { received.add($0) } }
                await received.waitForPiece()
                task.cancel()
                _ = try? await task.value
                #expect(try await transport.get(server).body == "whole")
                #expect(server.connections == 2)
            }
        }
    }
#endif

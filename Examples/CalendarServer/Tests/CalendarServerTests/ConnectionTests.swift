import Hummingbird
import HummingbirdTesting
import Testing

@testable import CalendarServer

/// Slow, rude and numerous clients.
@Suite(.serialized) struct ConnectionTests {
    private let upload = "PUT /calendars/team HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"

    @Test func `a body that is too large is rejected before it is read`() async throws {
        try await withServer { client in
            let answer = try await client.exchange { connection in
                try await connection.write("\(upload)Content-Length: 999999999999\r\n\r\n")
            }
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test func `a body of unknown size is rejected once it is too large`() async throws {
        try await withServer { client in
            let answer = try await client.exchange { connection in
                try await connection.write("\(upload)Transfer-Encoding: chunked\r\n\r\n")
                // The server may close the connection while this is being sent.
                let line = String(repeating: "X-FILL:x\r\n", count: 1000)
                for _ in 0..<120 { try? await connection.writeChunk(line) }
                try? await connection.write("0\r\n\r\n")
            }
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
            #expect(try await client.send(.get, "/calendars/team").status == .notFound)
        }
    }

    @Test func `a calendar can arrive in chunks of any size`() async throws {
        try await withServer { client in
            let answer = try await client.exchange { connection in
                try await connection.write("\(upload)Transfer-Encoding: chunked\r\n\r\n")
                for character in team.unicodeScalars { try await connection.writeChunk(String(character)) }
                try await connection.write("0\r\n\r\n")
            }
            #expect(answer.hasPrefix("HTTP/1.1 201 "))
        }
    }

    @Test(arguments: ["Content-Length: \(team.utf8.count)", "Transfer-Encoding: chunked"])
    func `nothing is stored if the client disconnects during an upload`(framing: String) async throws {
        try await withServer { client in
            let answer = try await client.exchange { connection in
                try await connection.write("\(upload)\(framing)\r\n\r\n")
                let part = String(team.prefix(120))
                if framing.hasPrefix("T") {
                    try await connection.writeChunk(part)
                } else {
                    try await connection.write(part)
                }
                connection.finish()
            }
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
            #expect(try await client.send(.get, "/calendars/team").status == .notFound)
        }
    }

    @Test func `a slow upload ends at the deadline`() async throws {
        var limits = ServerLimits()
        limits.uploadTime = .milliseconds(200)
        try await withServer(limits) { client in
            let answer = try await client.exchange { connection in
                try await connection.write("\(upload)Content-Length: \(team.utf8.count)\r\n\r\nBEGIN:VCAL")
            }
            #expect(answer.hasPrefix("HTTP/1.1 408 "), "\(answer)")
            #expect(try await client.send(.get, "/calendars/team").status == .notFound)
        }
    }

    @Test func `a client can disconnect during a response`() async throws {
        let endless = calendar([("second", "DTSTART:20200101T000000Z\r\nRRULE:FREQ=SECONDLY")])
        try await withServer { client in
            _ = try await client.send(.put, "/calendars/endless", endless)
            let received = try await client.leave(
                after: 100_000,
                of: "GET /calendars/endless/occurrences?days=366 HTTP/1.1\r\nHost: localhost\r\n"
                    + "Accept: application/x-ndjson\r\n\r\n"
            )
            #expect(received.hasPrefix("HTTP/1.1 200 "))
            #expect(try await client.send(.put, "/calendars/team", team).status == .created)
        }
    }

    @Test func `a hundred simultaneous clients each get their own calendar`() async throws {
        try await withServer { client in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        let own = team.replacing("Stand-up", with: "Number \(number)")
                        let put = try await client.exchange { connection in
                            try await connection.write(
                                "PUT /calendars/c\(number) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                                    + "Content-Length: \(own.utf8.count)\r\n\r\n\(own)"
                            )
                        }
                        #expect(put.hasPrefix("HTTP/1.1 201 "))
                        let get = try await client.exchange { connection in
                            try await connection.write(
                                "GET /calendars/c\(number)/occurrences?month=2026-04 HTTP/1.1\r\n"
                                    + "Host: localhost\r\nConnection: close\r\n\r\n"
                            )
                        }
                        #expect(get.hasPrefix("HTTP/1.1 200 "))
                        #expect(
                            get.matches(of: /"summary":"Number (\d+)"/).map(\.1)
                                == Array(repeating: "\(number)", count: 4)
                        )
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `of two simultaneous uploads, one is stored`() async throws {
        try await withServer { client in
            let contents = (0..<10).map { team.replacing("Stand-up", with: "Number \($0)") }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for own in contents {
                    group.addTask {
                        _ = try await client.exchange { connection in
                            try await connection.write(
                                "\(upload)Content-Length: \(own.utf8.count)\r\n\r\n\(own)"
                            )
                        }
                    }
                }
                try await group.waitForAll()
            }
            let feed = String(buffer: try await client.send(.get, "/calendars/team").body)
            #expect(feed.matches(of: /SUMMARY:Number \d/).count == 1)
        }
    }
}

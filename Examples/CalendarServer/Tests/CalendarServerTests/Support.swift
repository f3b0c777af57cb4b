import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import NIOPosix

@testable import CalendarServer

/// Returns a calendar of events, each given by its lines after the UID.
func calendar(_ events: [(uid: String, lines: String)]) -> String {
    let components = events.map { event in
        "BEGIN:VEVENT\r\nUID:\(event.uid)\r\nDTSTAMP:20260101T000000Z\r\n\(event.lines)\r\nEND:VEVENT\r\n"
    }
    return
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example//EN\r\n\(components.joined())END:VCALENDAR\r\n"
}

/// A calendar with a weekly meeting on Tuesdays at 9:00 in Berlin, and a day off.
let team = calendar([
    (
        "stand-up",
        "SUMMARY:Stand-up\r\nDTSTART;TZID=Europe/Berlin:20200303T090000\r\nDURATION:PT30M\r\nRRULE:FREQ=WEEKLY"
    ),
    ("off", "SUMMARY:Day off\r\nDTSTART;VALUE=DATE:20260403"),
])

/// Runs a test with a server on a free port of the loopback interface.
func withServer<Value>(
    _ limits: ServerLimits = .init(),
    _ test: @Sendable (any TestClientProtocol) async throws -> Value
) async throws -> Value {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    return try await buildApplication(limits: limits, logger: logger).test(.live, test)
}

extension TestClientProtocol {
    /// Sends a request, and returns the response.
    func send(
        _ method: HTTPRequest.Method,
        _ uri: String,
        _ body: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await execute(
            uri: uri,
            method: method,
            headers: headers,
            body: body.map { ByteBuffer(string: $0) }
        ) { $0 }
    }

    /// Sends chunks of bytes on a new connection, and returns the whole response.
    func exchange(
        _ send: @Sendable (NIOAsyncChannelOutboundWriter<ByteBuffer>) async throws -> Void
    ) async throws -> String {
        try await CalendarServerTests.exchange(with: port ?? 0, send)
    }

    /// Sends a request on a new connection, and closes the connection after receiving a number of bytes.
    func leave(after size: Int, of request: String) async throws -> String {
        try await CalendarServerTests.exchange(with: port ?? 0, limit: size) { try await $0.write(request) }
    }
}

/// Sends bytes to a port, and returns the response up to the point where either side closes the connection.
func exchange(
    with port: Int,
    limit: Int = .max,
    _ send: @Sendable (NIOAsyncChannelOutboundWriter<ByteBuffer>) async throws -> Void
) async throws -> String {
    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .channelOption(.allowRemoteHalfClosure, value: true)
        .connect(host: "localhost", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                    wrappingChannelSynchronously: channel,
                    // `finish()` ends sending, but the response can still be read.
                    configuration: .init(isOutboundHalfClosureEnabled: true)
                )
            }
        }
    return try await channel.executeThenClose { inbound, outbound in
        try await send(outbound)
        var answer = ByteBuffer()
        for try await part in inbound {
            answer.writeImmutableBuffer(part)
            if answer.readableBytes > limit { break }
        }
        return String(buffer: answer)
    }
}

extension NIOAsyncChannelOutboundWriter<ByteBuffer> {
    func write(_ text: String) async throws { try await write(ByteBuffer(string: text)) }

    /// Writes one chunk of a body with `Transfer-Encoding: chunked`.
    func writeChunk(_ text: String) async throws {
        try await write("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n")
    }
}

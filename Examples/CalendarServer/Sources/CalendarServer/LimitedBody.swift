import Hummingbird
import NIOCore

/// The chunks of a request body.
///
/// Reading fails with 413 beyond a maximum size.
///
/// Only one chunk at a time is in memory. A client that sends faster than the chunks are read has to wait.
struct LimitedBody: AsyncSequence, Sendable {
    private let body: RequestBody
    private let limit: Int
    /// The announced size.
    ///
    /// The body is shorter if the client disconnects.
    private let contentLength: Int?

    /// Creates the sequence.
    ///
    /// Throws 413 without reading if the announced size exceeds the limit.
    init(of request: Request, limit: Int) throws {
        body = request.body
        self.limit = limit
        contentLength = request.headers[.contentLength].flatMap { Int($0) }
        if let contentLength, contentLength > limit { throw Self.tooLarge(limit) }
    }

    private static func tooLarge(_ limit: Int) -> Problem {
        Problem(.contentTooLarge, "the body exceeds the limit of \(limit) bytes")
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(chunks: body.makeAsyncIterator(), limit: limit, contentLength: contentLength)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var chunks: RequestBody.AsyncIterator
        fileprivate let limit: Int
        fileprivate let contentLength: Int?
        private var size = 0

        fileprivate init(chunks: RequestBody.AsyncIterator, limit: Int, contentLength: Int?) {
            (self.chunks, self.limit, self.contentLength) = (chunks, limit, contentLength)
        }

        mutating func next() async throws -> ByteBufferView? {
            guard let chunk = try await chunks.next() else {
                if let contentLength, size < contentLength {
                    throw Problem(.badRequest, "the body is incomplete")
                }
                return nil
            }
            size += chunk.readableBytes
            if size > limit { throw LimitedBody.tooLarge(limit) }
            return chunk.readableBytesView
        }
    }
}

/// Runs an operation, and cancels it with 408 if it takes too long.
func withDeadline<Value: Sendable>(
    _ duration: Duration,
    _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask(operation: operation)
        group.addTask {
            try await Task.sleep(for: duration)
            throw Problem(.requestTimeout, "the upload took longer than \(duration)")
        }
        defer { group.cancelAll() }
        for try await value in group { return value }
        throw CancellationError()
    }
}

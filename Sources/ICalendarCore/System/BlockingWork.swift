import SystemIO

/// A stream of chunks that an asynchronous task passes to a thread, one at a time.
///
/// The task waits until the thread has taken the previous chunk, so a stream of any length needs memory for only two
/// chunks. The thread blocks while it waits, so it must not belong to the cooperative pool.
private final class ChunkStream: Sendable {
    private struct Content {
        var chunk: [UInt8]?
        var isEnded = false
        /// The task waiting for space.
        var sender: CheckedContinuation<Void, Never>?
    }

    private let content = Monitor(Content())

    /// Passes a chunk to the thread once the previous one has been taken, or returns false if the stream has ended.
    func send(_ chunk: [UInt8]) async -> Bool {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isFree = content.change(wakes: false) { content in
                if content.isEnded || content.chunk == nil { return true }
                content.sender = continuation
                return false
            }
            if isFree { continuation.resume() }
        }
        return content.change { content in
            if !content.isEnded { content.chunk = chunk }
            return !content.isEnded
        }
    }

    /// Ends the stream after the last chunk, and resumes a waiting task.
    func end() {
        content.change { content in
            content.isEnded = true
            defer { content.sender = nil }
            return content.sender
        }?.resume()
    }

    /// Blocks until a chunk is available, and returns nil at the end.
    func next() -> [UInt8]? {
        let (chunk, sender) = content.wait { content -> ([UInt8]?, CheckedContinuation<Void, Never>?)? in
            guard content.chunk != nil || content.isEnded else { return nil }
            defer { (content.chunk, content.sender) = (nil, nil) }
            return (content.chunk, content.sender)
        }
        sender?.resume()
        return chunk
    }
}

/// Blocking work that runs outside the cooperative pool's threads.
package enum BlockingWork {
    /// Runs a function on a separate thread and returns its result.
    ///
    /// - Throws: Any error thrown by the function, or ``CalendarError/Code/unreadable`` if the system cannot start a
    ///   thread.
    package static func run<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let thread = WorkerThread { continuation.resume(with: Swift.Result { try body() }) }
            guard let thread else {
                return continuation.resume(
                    throwing: CalendarError(.unreadable, "the system cannot start a thread")
                )
            }
            thread.detach()
        }
    }

    /// Reads a sequence's chunks on a separate thread, holding at most two chunks in memory.
    ///
    /// The thread ends when the sequence ends, fails or is canceled. After a failure or cancellation, the result of
    /// `read` is discarded and the sequence's error or `CancellationError` is thrown.
    package static func read<Chunks: AsyncSequence, Result: Sendable>(
        _ chunks: Chunks,
        name: String?,
        _ read: @escaping @Sendable (ByteSource) throws -> Result
    ) async throws -> Result where Chunks.Element: Collection<UInt8> {
        let stream = ChunkStream()
        async let result = run {
            // Unread chunks must not keep the sender waiting.
            defer { stream.end() }
            return try read(ByteSource(name: name) { stream.next() })
        }
        do {
            for try await chunk in chunks {
                try Task.checkCancellation()
                // Because of an error or a limit, reading may end before the sequence does.
                if !chunk.isEmpty, await !stream.send(Array(chunk)) { break }
            }
            try Task.checkCancellation()
        } catch {
            stream.end()
            _ = try? await result
            throw error
        }
        stream.end()
        return try await result
    }
}

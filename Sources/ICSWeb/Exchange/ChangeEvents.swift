import ICalendarStore

/// Server-sent events for a browser window, one for each store change.
enum ChangeEvents {
    /// Returns an infinite stream of events.
    ///
    /// - Parameters:
    ///   - pause: The interval between comments. The comments let a server detect that the browser has disconnected.
    ///   - onEnd: A function that is called once after the browser has closed the connection.
    static func stream(
        of changes: StoreChanges,
        pause: Duration,
        onEnd: @escaping @Sendable () -> Void = {}
    ) -> AsyncStream<[UInt8]> {
        AsyncStream(bufferingPolicy: .bufferingNewest(4)) { continuation in
            let following = Task {
                // Start listening before the browser learns that it is connected, to avoid missing a change.
                var iterator = changes.makeAsyncIterator()
                continuation.yield(Array("retry: 2000\n\n".utf8))
                while await iterator.next() != nil {
                    continuation.yield(Array("event: change\ndata: 1\n\n".utf8))
                }
                continuation.finish()
            }
            let asking = Task {
                while !Task.isCancelled {
                    try? await Task.sleep(for: pause)
                    continuation.yield(Array(":\n\n".utf8))
                }
            }
            continuation.onTermination = { _ in
                following.cancel()
                asking.cancel()
                onEnd()
            }
        }
    }
}

import ICalendarStore

/// The server-sent events of a window: one after each change of the store.
enum ChangeEvents {
    /// Returns the events, without an end.
    ///
    /// - Parameters:
    ///   - pause: The time between comments, which show a server whether the browser is still there.
    ///   - onEnd: A function that is called once, when the browser has closed the connection.
    static func stream(
        of changes: StoreChanges,
        pause: Duration,
        onEnd: @escaping @Sendable () -> Void = {}
    ) -> AsyncStream<[UInt8]> {
        AsyncStream(bufferingPolicy: .bufferingNewest(4)) { continuation in
            let following = Task {
                // From here on, no change is missed, and the browser learns that.
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

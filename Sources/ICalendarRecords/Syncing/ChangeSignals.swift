#if Records
    import SystemIO

    /// A signal to all listeners in this process that records have changed.
    ///
    /// Signals carry no information, so one pending signal is enough.
    final class ChangeSignals: Sendable {
        /// A listener that remains active until it is released.
        struct Listener: Sendable {
            let stream: AsyncStream<Void>
            fileprivate let continuation: AsyncStream<Void>.Continuation

            /// Signals only this listener.
            func nudge() { continuation.yield() }
        }

        private struct Listening {
            var next = 0
            var all: [Int: AsyncStream<Void>.Continuation] = [:]
        }

        private let listening = Lock(Listening())

        func listen() -> Listener {
            let (stream, continuation) = AsyncStream.makeStream(
                of: Void.self,
                bufferingPolicy: .bufferingNewest(1)
            )
            let number = listening.withLock { listening in
                listening.next += 1
                listening.all[listening.next] = continuation
                return listening.next
            }
            continuation.onTermination = { [weak self] _ in
                self?.listening.withLock { _ = $0.all.removeValue(forKey: number) }
            }
            return Listener(stream: stream, continuation: continuation)
        }

        func send() {
            let all = listening.withLock { Array($0.all.values) }
            for continuation in all { continuation.yield() }
        }
    }
#endif

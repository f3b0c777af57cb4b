#if Network
    import CalDAV
    import SystemIO

    /// A request that is waiting for a connection or using one.
    final class TransferJob: Sendable {
        typealias Outcome = Result<DAVAnswer, TransportFailure>

        private struct State {
            var isCancelled = false
            var handle: CurlHandle?
            var continuation: CheckedContinuation<Outcome, Never>?
        }

        let request: DAVRequest
        let limits: TransportLimits
        let allowsInsecure: Bool
        let receive: @Sendable (ArraySlice<UInt8>) throws -> Void
        private let state = Lock(State())

        init(
            _ request: DAVRequest,
            _ limits: TransportLimits,
            allowsInsecure: Bool,
            receive: @escaping @Sendable (ArraySlice<UInt8>) throws -> Void
        ) {
            self.request = request
            self.limits = limits
            self.allowsInsecure = allowsInsecure
            self.receive = receive
        }

        var isCancelled: Bool { state.withLock { $0.isCancelled } }

        func begin(_ continuation: CheckedContinuation<Outcome, Never>) {
            state.withLock { $0.continuation = continuation }
        }

        /// Sets which handle to wake when the request is canceled.
        func use(_ handle: CurlHandle?) {
            state.withLock { $0.handle = handle }
        }

        func cancel() {
            let handle = state.withLock { state in
                state.isCancelled = true
                return state.handle
            }
            handle?.wake()
        }

        func finish(_ outcome: Outcome) {
            let continuation = state.withLock { state in
                defer { state.continuation = nil }
                return state.continuation
            }
            continuation?.resume(returning: outcome)
        }

        func fail(_ kind: TransportFailure.Kind, _ detail: String = "") {
            finish(.failure(TransportFailure(kind, request.url, detail)))
        }
    }
#endif

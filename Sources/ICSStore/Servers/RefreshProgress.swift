#if CommandLine
    import CalDAV
    import ICSConsole
    import SystemIO

    /// A progress line on the terminal for a refresh that takes longer than a second.
    final class RefreshProgress: Sendable {
        private struct State {
            var name = ""
            var requests = 0
            var bytes = 0
            var isShown = false
        }

        private let state = Lock(State())
        private let isVisible = Descriptor.error.isTerminal

        /// Shows the progress while `body` runs.
        func showing<Value: Sendable>(
            _ name: String,
            _ body: () async throws -> Value
        ) async throws -> Value {
            guard isVisible else { return try await body() }
            state.withLock { $0 = State(name: name) }
            let timer = Task { [self] in
                try await Task.sleep(for: .seconds(1))
                while true {
                    show()
                    try await Task.sleep(for: .milliseconds(300))
                }
            }
            defer {
                timer.cancel()
                clear()
            }
            return try await body()
        }

        func noteRequest() { state.withLock { $0.requests += 1 } }

        func note(bytes count: Int) { state.withLock { $0.bytes += count } }

        private func show() {
            state.withLock { state in
                // The timer may fire once more after the refresh ends.
                guard !Task.isCancelled else { return }
                let requests = state.requests == 1 ? "1 request" : "\(state.requests) requests"
                var line: [UInt8] = Array("\r".utf8)
                PrintableText.append("\(state.name): \(requests), \(state.bytes / 1000) kB", to: &line)
                line += Array("\u{1B}[K".utf8)
                state.isShown = true
                try? Descriptor.error.write(line)
            }
        }

        private func clear() {
            state.withLock { state in
                guard state.isShown else { return }
                state.isShown = false
                try? Descriptor.error.write(Array("\r\u{1B}[K".utf8))
            }
        }
    }

    /// A transport that counts its requests.
    struct CountingTransport: DAVTransport {
        let inner: any DAVTransport
        let progress: RefreshProgress

        func send(
            _ request: DAVRequest,
            receive: @escaping @Sendable (ArraySlice<UInt8>) throws -> Void
        ) async throws(TransportFailure) -> DAVAnswer {
            progress.noteRequest()
            return try await inner.send(request) { [progress] bytes in
                progress.note(bytes: bytes.count)
                try receive(bytes)
            }
        }
    }
#endif

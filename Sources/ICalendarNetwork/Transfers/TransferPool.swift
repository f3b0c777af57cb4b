#if Network
    import CalDAV
    import SystemIO

    /// A transport's connections, each with its own thread while active.
    ///
    /// Transfers block their threads, so they do not run in Swift's cooperative thread pool. A thread ends when no more
    /// requests are waiting, but its connection remains open.
    final class TransferPool: Sendable {
        private struct State {
            var waiting: [TransferJob] = []
            var threads = 0
            /// The idle handles, each with its last transfer's server; the most recently used handle is last.
            var idle: [(handle: CurlHandle, origin: WebOrigin)] = []
        }

        private let state = Lock(State())
        let tls: TLSSettings
        let passwords: PasswordKeeper?

        init(_ tls: TLSSettings, _ passwords: PasswordKeeper?) {
            self.tls = tls
            self.passwords = passwords
        }

        /// The number of requests waiting for a connection.
        var waitingCount: Int { state.withLock { $0.waiting.count } }

        func add(_ job: TransferJob) {
            let needsThread = state.withLock { state in
                state.waiting.append(job)
                guard state.threads < max(1, job.limits.connections) else { return false }
                state.threads += 1
                return true
            }
            guard needsThread, WorkerThread({ self.work() }).map({ $0.detach() }) == nil else { return }
            // Without a thread, waiting requests would never run.
            let left = state.withLock { state -> [TransferJob] in
                state.threads -= 1
                guard state.threads == 0 else { return [] }
                defer { state.waiting = [] }
                return state.waiting
            }
            for job in left { job.fail(.unreachable, "the system cannot start another thread") }
        }

        /// Cancels a request, which ends immediately if it is still waiting.
        func cancel(_ job: TransferJob) {
            job.cancel()
            let wasWaiting = state.withLock { state in
                guard let index = state.waiting.firstIndex(where: { $0 === job }) else { return false }
                state.waiting.remove(at: index)
                return true
            }
            if wasWaiting { job.fail(.cancelled) }
        }

        private func work() {
            while let job = next() { run(job) }
        }

        private func next() -> TransferJob? {
            state.withLock { state in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.threads -= 1
                return nil
            }
        }

        private func run(_ job: TransferJob) {
            guard let handle = handle(for: job.request.url.origin) else { return job.fail(.libraryMissing) }
            job.use(handle)
            let (outcome, origin) = Conversation(job, handle, tls, passwords).outcome()
            job.use(nil)
            // The handle is returned before the caller continues, so that the caller's next request finds the
            // connection.
            state.withLock { state in
                state.idle.append((handle, origin))
                if state.idle.count > max(1, job.limits.connections) { state.idle.removeFirst() }
            }
            job.finish(outcome)
        }

        /// Returns the handle most recently connected to a server, or any other handle if there is none.
        private func handle(for origin: WebOrigin) -> CurlHandle? {
            let idle = state.withLock { state in
                state.idle.lastIndex { $0.origin == origin }.map { state.idle.remove(at: $0).handle }
            }
            return idle ?? CurlHandle()
        }
    }
#endif

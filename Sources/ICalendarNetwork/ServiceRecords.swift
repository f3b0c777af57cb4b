#if Network
    import CalDAV
    import SystemIO

    /// The calendar servers that a domain lists in DNS (RFC 6764).
    ///
    /// ```swift
    /// let services = await ServiceRecords().services(ofDomain: "example.com")
    /// let discovery = try Discovery(domain: "example.com", services: services)
    /// if case .request(let request) = discovery.step { print(request.url) }
    /// ```
    public struct ServiceRecords: Sendable {
        private let resolver: any NameResolver
        private let limit: Duration

        /// The maximum number of servers to return.
        private static let mostServices = 8

        /// Creates a lookup that uses the system's resolver.
        ///
        /// ```swift
        /// let services = await ServiceRecords().services(ofDomain: "example.com")
        /// print(services.count)
        /// ```
        public init() {
            self.init(SystemResolver())
        }

        package init(_ resolver: any NameResolver, limit: Duration = .seconds(10)) {
            self.resolver = resolver
            self.limit = limit
        }

        /// Returns a domain's servers, best first; the array is empty if there are no records or no response within 10
        /// seconds.
        ///
        /// An attacker on the network can forge the records, so `Discovery` requires permission before a host outside
        /// the domain receives a password.
        ///
        /// ```swift
        /// for service in await ServiceRecords().services(ofDomain: "example.com") {
        ///     print(service.host, service.port, service.path ?? "/")
        /// }
        /// ```
        public func services(ofDomain domain: String) async -> [(host: String, port: Int, path: String?)] {
            guard let host = try? WebOrigin("https://\(domain)").host, host.contains(".") else { return [] }
            let name = Discovery.serviceName(domain: host)
            let search = Search()
            let thread = WorkerThread { [resolver] in
                let found = resolver.message(name, .service).flatMap { DNSMessage($0) }?.services ?? []
                let isOffered = found.contains { !$0.host.isEmpty }
                let texts = isOffered ? resolver.message(name, .text).flatMap { DNSMessage($0) }?.texts : nil
                search.finish(Self.services(found, texts ?? []))
            }
            thread?.detach()
            let timer = Task { [limit] in
                // If the task is canceled, the search has already ended.
                if thread != nil { try? await Task.sleep(for: limit) }
                search.finish([])
            }
            defer { timer.cancel() }
            return await withTaskCancellationHandler {
                await withCheckedContinuation { search.begin($0) }
            } onCancel: {
                search.finish([])
            }
        }

        private static func services(
            _ found: [DNSMessage.Service],
            _ texts: [[UInt8]]
        ) -> [(host: String, port: Int, path: String?)] {
            let path = texts.lazy.map { String(decoding: $0, as: UTF8.self) }
                .first { $0.lowercased().hasPrefix("path=/") }
                .map { String($0.dropFirst("path=".count)) }
            return
                found.filter { !$0.host.isEmpty && $0.port > 0 }
                .sorted { ($0.priority, -$0.weight) < ($1.priority, -$1.weight) }
                .prefix(mostServices)
                .map { ($0.host, $0.port, path) }
        }
    }

    /// The result of a search, set by either the thread or the timer, whichever finishes first.
    private final class Search: Sendable {
        typealias Services = [(host: String, port: Int, path: String?)]

        private struct State {
            var result: Services?
            var continuation: CheckedContinuation<Services, Never>?
        }

        private let state = Lock(State())

        func begin(_ continuation: CheckedContinuation<Services, Never>) {
            let result = state.withLock { state in
                if state.result == nil { state.continuation = continuation }
                return state.result
            }
            if let result { continuation.resume(returning: result) }
        }

        func finish(_ services: Services) {
            let continuation = state.withLock { state in
                if state.result == nil { state.result = services }
                defer { state.continuation = nil }
                return state.continuation
            }
            continuation?.resume(returning: services)
        }
    }
#endif

#if Network
    public import CalDAV

    /// A transport that uses the system's libcurl.
    ///
    /// The transport uses only https, except for connections to this computer, and always checks certificates. Each
    /// response is subject to size and time limits. Requests run on separate threads, several at a time, and reuse
    /// connections. The environment variables `https_proxy` and `no_proxy` apply, except to connections to this
    /// computer.
    ///
    /// Redirects of read-only requests are followed, but only a GET may lead to another server. If a request with
    /// credentials receives status 401, the credentials are wrong. After three failures, requests with the same
    /// password fail with 401 without being sent.
    ///
    /// ```swift
    /// let url = try ResourceURL("https://dav.example.com/nora/work/")
    /// let transport = CurlTransport(credentials: Credentials("nora", .keyring("calendar"), for: url.origin))
    /// let answer = try await transport.send(.syncCollection(url, since: nil)) { piece in print(piece.count) }
    /// print(answer.status)
    /// ```
    public struct CurlTransport: DAVTransport {
        /// The limits on each request; copies that share connections can have different limits:
        /// `transport.limits.redirects = 0`.
        public var limits: TransportLimits
        /// Whether requests without credentials can be sent to other computers over unencrypted connections.
        ///
        /// The default is false. Use true only for feeds that are not available over https:
        /// `transport.allowsInsecure = true`.
        public var allowsInsecure = false
        let pool: TransferPool

        /// Creates a transport whose copies share connections and the password.
        ///
        /// ```swift
        /// var transport = CurlTransport()
        /// transport.limits.bodyBytes = 64 << 20
        /// ```
        public init(
            credentials: Credentials? = nil,
            tls: TLSSettings = TLSSettings(),
            limits: TransportLimits = TransportLimits()
        ) {
            self.init(credentials.map { PasswordKeeper($0) }, tls, limits)
        }

        init(_ passwords: PasswordKeeper?, _ tls: TLSSettings, _ limits: TransportLimits) {
            self.limits = limits
            pool = TransferPool(tls, passwords)
        }

        /// Whether libcurl 7.68 or later is installed.
        ///
        /// If libcurl is missing or older, requests fail with `TransportFailure.Kind.libraryMissing`:
        /// `if !CurlTransport.isAvailable { print("install libcurl") }`.
        public static var isAvailable: Bool { CurlHandle.isAvailable }

        /// Sends a request and returns the response, except that the body of a successful response is passed to
        /// `receive`.
        ///
        /// The `receive` closure must not wait for another request. If the task is canceled, the transfer ends
        /// immediately.
        ///
        /// ```swift
        /// let transport = CurlTransport()
        /// let request = DAVRequest.get(try ResourceURL("https://example.com/holidays.ics"))
        /// let answer = try await transport.send(request) { piece in print(piece.count) }
        /// print(answer.fields.entityTag ?? "no tag")
        /// ```
        public func send(
            _ request: DAVRequest,
            receive: @escaping @Sendable (ArraySlice<UInt8>) throws -> Void
        ) async throws(TransportFailure) -> DAVAnswer {
            let job = TransferJob(request, limits, allowsInsecure: allowsInsecure, receive: receive)
            let outcome = await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    job.begin(continuation)
                    if job.isCancelled { job.fail(.cancelled) } else { pool.add(job) }
                }
            } onCancel: {
                pool.cancel(job)
            }
            return try outcome.get()
        }
    }
#endif

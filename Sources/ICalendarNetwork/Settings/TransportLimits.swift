#if Network
    /// The limits on one request and its response.
    ///
    /// ```swift
    /// var limits = TransportLimits()
    /// limits.bodyBytes = 64 << 20
    /// limits.redirects = 0
    /// ```
    public struct TransportLimits: Sendable, Hashable {
        /// The time limit for resolving the host, connecting and performing the TLS handshake, by default 30 s:
        /// `TransportLimits().connecting // .seconds(30)`.
        public var connecting: Duration = .seconds(30)
        /// The maximum time without sending or receiving any bytes, by default 60 s:
        /// `TransportLimits().silence // .seconds(60)`.
        public var silence: Duration = .seconds(60)
        /// The time limit for the entire request, including its redirects, by default 15 minutes:
        /// `TransportLimits().total // .seconds(900)`.
        public var total: Duration = .seconds(900)
        /// The maximum total size of a response's header fields in bytes, by default 128 KiB:
        /// `TransportLimits().headerBytes // 131_072`.
        public var headerBytes = 128 << 10
        /// The maximum size of a decompressed body in bytes, by default 1 GiB:
        /// `TransportLimits().bodyBytes // 1_073_741_824`.
        public var bodyBytes = 1 << 30
        /// The maximum ratio of a body's decompressed size to its compressed size, by default 100.
        ///
        /// The limit applies only to bodies larger than 10 MiB: `TransportLimits().expansion // 100`.
        public var expansion = 100
        /// The maximum number of redirects to follow, by default 5.
        ///
        /// If the value is 0, redirects are returned like other responses.
        ///
        /// Use 0 with the CalDAV module's `Discovery` and `Feed`, which follow redirects themselves:
        /// `TransportLimits().redirects // 5`.
        public var redirects = 5
        /// The maximum number of simultaneous requests, by default 4; further requests wait:
        /// `TransportLimits().connections // 4`.
        public var connections = 4

        /// The decompressed size, in bytes, above which ``expansion`` applies.
        var unlimitedExpansion = 10 << 20

        /// Creates limits with the default values.
        ///
        /// ```swift
        /// TransportLimits().redirects  // 5
        /// ```
        public init() {}
    }
#endif

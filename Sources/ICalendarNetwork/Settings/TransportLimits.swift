#if Network
    /// The limits of one request and its answer.
    ///
    /// ```swift
    /// var limits = TransportLimits()
    /// limits.bodyBytes = 64 << 20
    /// limits.redirects = 0
    /// ```
    public struct TransportLimits: Sendable, Hashable {
        /// The time for resolving the host, connecting, and the TLS handshake, by default 30 s:
        /// `TransportLimits().connecting // .seconds(30)`.
        public var connecting: Duration = .seconds(30)
        /// The time without a byte in either direction, by default 60 s: `TransportLimits().silence // .seconds(60)`.
        public var silence: Duration = .seconds(60)
        /// The time for the whole request with its redirects, by default 15 minutes:
        /// `TransportLimits().total // .seconds(900)`.
        public var total: Duration = .seconds(900)
        /// The bytes of all header fields of an answer, by default 128 KiB: `TransportLimits().headerBytes // 131_072`.
        public var headerBytes = 128 << 10
        /// The bytes of a decompressed body, by default 1 GiB: `TransportLimits().bodyBytes // 1_073_741_824`.
        public var bodyBytes = 1 << 30
        /// The ratio of the sizes of a decompressed body and a compressed one, by default 100.
        ///
        /// It applies to what exceeds 10 MiB: `TransportLimits().expansion // 100`.
        public var expansion = 100
        /// The number of redirects to follow, by default 5; with 0, a redirect is an answer like any other.
        ///
        /// `Discovery` and `Feed` of the module CalDAV follow redirects themselves: `TransportLimits().redirects // 5`.
        public var redirects = 5
        /// The number of requests at a time, by default 4; the others wait: `TransportLimits().connections // 4`.
        public var connections = 4

        /// The decompressed bytes to which ``expansion`` does not apply.
        var unlimitedExpansion = 10 << 20

        /// Creates limits with the default values.
        ///
        /// ```swift
        /// TransportLimits().redirects  // 5
        /// ```
        public init() {}
    }
#endif

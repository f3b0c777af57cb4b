#if Network
    /// A resolver that queries DNS.
    package protocol NameResolver: Sendable {
        /// Returns the answer's message, or nil if there is none; blocks the current thread.
        func message(_ name: String, _ kind: DNSMessage.Kind) -> [UInt8]?
    }
#endif

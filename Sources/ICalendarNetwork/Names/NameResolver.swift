#if Network
    /// A resolver that queries DNS.
    package protocol NameResolver: Sendable {
        /// Returns the response message, or nil if there is no response; blocks the current thread.
        func message(_ name: String, _ kind: DNSMessage.Kind) -> [UInt8]?
    }
#endif

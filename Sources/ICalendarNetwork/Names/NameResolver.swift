#if Network
    /// A resolver that queries DNS.
    package protocol NameResolver: Sendable {
        /// Blocks the current thread and returns the response message, or nil if there is no response.
        func message(_ name: String, _ kind: DNSMessage.Kind) -> [UInt8]?
    }
#endif

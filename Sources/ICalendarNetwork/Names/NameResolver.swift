#if Network
    /// A resolver that queries DNS.
    package protocol NameResolver: Sendable {
        /// Returns the message of the answer, or nil without an answer; blocks the current thread.
        func message(_ name: String, _ kind: DNSMessage.Kind) -> [UInt8]?
    }
#endif

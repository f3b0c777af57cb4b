#if Network
    /// A password or token.
    ///
    /// A secret's descriptions are redacted.
    struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
        CustomReflectable
    {
        let bytes: [UInt8]

        /// Creates a secret, or returns nil if the bytes are empty or contain a control character, which header fields
        /// cannot contain.
        init?(_ bytes: some Sequence<UInt8>) {
            let bytes = Array(bytes)
            guard !bytes.isEmpty, bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
            self.bytes = bytes
        }

        var description: String { "(secret)" }
        var debugDescription: String { description }
        var customMirror: Mirror { Mirror(self, children: []) }

        /// Whether the secret can follow `Bearer` in a header field (RFC 6750 section 2.1).
        var isToken: Bool { bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F } }
    }
#endif

#if Network
    /// The certificate settings for encrypted connections.
    ///
    /// Encrypted connections use TLS 1.2 or later.
    ///
    /// By default, the system's certificate authorities are trusted. Verification cannot be disabled, so certificates
    /// and host names are always verified.
    ///
    /// ```swift
    /// var tls = TLSSettings()
    /// tls.authorities = "/etc/ssl/our-company.pem"
    /// tls.pin = "sha256//YhKJKSzoTt2b5FP18fvpHo7fJYqQCjAa3HWY3tvRMwE="
    /// ```
    public struct TLSSettings: Sendable, Hashable {
        /// The path to a PEM file with the only authorities to trust, or nil to trust the system's authorities:
        /// `tls.authorities = "/etc/ssl/our-company.pem"`.
        ///
        /// A self-signed certificate can be its own authority.
        public var authorities: String?
        /// The SHA-256 digests of the accepted public keys.
        ///
        /// The server's certificate must also be trusted.
        ///
        /// The format is the same as in curl: `sha256//` followed by the Base64 digest, with semicolons between
        /// multiple digests: `tls.pin = "sha256//YhKJKSzoTt2b5FP18fvpHo7fJYqQCjAa3HWY3tvRMwE="`.
        public var pin: String?
        /// The path to a PEM file with the certificate that identifies this client: `tls.certificate = "nora.pem"`.
        public var certificate: String?
        /// The path to a PEM file with the private key, if it is not in the same file as the certificate:
        /// `tls.key = "nora.key"`.
        ///
        /// The key must not have a passphrase.
        public var key: String?

        /// Creates settings that trust the system's certificate authorities.
        ///
        /// ```swift
        /// TLSSettings().pin  // nil
        /// ```
        public init() {}

        /// Whether the pin has the documented format; libcurl interprets any other text as a file name.
        var isPinValid: Bool {
            guard let pin else { return true }
            return pin.split(separator: ";", omittingEmptySubsequences: false).allSatisfy { part in
                let digest = part.dropFirst(8)
                return part.hasPrefix("sha256//") && digest.utf8.count == 44 && digest.hasSuffix("=")
                    && digest.dropLast().utf8.allSatisfy { byte in
                        switch byte {
                        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
                            true
                        default: false
                        }
                    }
            }
        }
    }
#endif

/// A validator for calendar URLs that a page may link to.
package enum WebLink {
    /// The maximum length of a link in UTF-16 units.
    static let mostUnits = 2000

    /// Returns a URL whose scheme is http, https or mailto, or nil for any other text.
    ///
    /// Browsers ignore spaces and control characters in a scheme, so text that contains them is rejected.
    package static func checked(_ text: String) -> String? {
        let scalars = text.unicodeScalars
        guard text.utf16.count <= mostUnits else { return nil }
        let first = scalars.firstIndex { !isIgnored($0) } ?? scalars.endIndex
        let last = scalars.lastIndex { !isIgnored($0) }.map { scalars.index(after: $0) } ?? first
        let address = String(scalars[first..<max(first, last)])
        let isWhole = address.unicodeScalars.allSatisfy { !isIgnored($0) && !forbidden.contains($0) }
        guard isWhole, address == PageText.line(address, atMost: mostUnits) else { return nil }
        for scheme in ["https://", "http://"] {
            guard let rest = address.droppingPrefix(scheme) else { continue }
            guard let host = rest.unicodeScalars.first, host.properties.isAlphabetic || isHost(host) else {
                return nil
            }
            return scheme + rest
        }
        guard let rest = address.droppingPrefix("mailto:") else { return nil }
        // Header fields after the address could prefill a message.
        return mail(String(rest.prefix { $0 != "?" }))
    }

    /// Returns a link to an email address, or nil if the text does not look like an email address.
    package static func mail(_ address: String) -> String? {
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        let isAddress =
            parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && address.utf8.count <= 320
            && address.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"):
                    true
                default: false
                }
            }
        return isAddress ? "mailto:" + address : nil
    }

    private static let forbidden: Set<Unicode.Scalar> = ["\"", "'", "<", ">", "\\", "^", "`", "{", "|", "}"]

    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || (0x7F..<0xA1).contains(scalar.value) || scalar.properties.isWhitespace
            || scalar.properties.isDefaultIgnorableCodePoint
    }

    private static func isHost(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "[" || ("0"..."9").contains(scalar)
    }
}

extension String {
    /// Returns the text after a case-insensitive ASCII prefix, or nil if the prefix is missing.
    fileprivate func droppingPrefix(_ prefix: String) -> Substring? {
        let count = prefix.utf8.count
        let start = self.prefix(count)
        guard start.utf8.count == count, start.lowercased() == prefix else { return nil }
        return dropFirst(count)
    }
}

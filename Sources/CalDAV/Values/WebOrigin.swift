/// A server's scheme, host and port (RFC 6454).
///
/// Credentials are bound to an origin.
///
/// ```swift
/// let origin = try WebOrigin("https://DAV.example.com:443")
/// origin.description  // "https://dav.example.com"
/// ```
public struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
    /// Whether the connection is encrypted: `try WebOrigin("https://example.com").isEncrypted // true`.
    public let isEncrypted: Bool
    /// The host in lowercase, without brackets if it is an IPv6 address:
    /// `try WebOrigin("https://[::1]:8443").host // "::1"`.
    public let host: String
    /// The port: `try WebOrigin("https://example.com").port // 443`.
    public let port: Int

    /// Creates an origin from its parts.
    init(isEncrypted: Bool, host: String, port: Int) {
        self.isEncrypted = isEncrypted
        self.host = host
        self.port = port
    }

    /// Parses an origin such as `https://example.com:8443`; throws an ``AddressProblem``.
    ///
    /// ```swift
    /// try WebOrigin("https://example.com:8443").port  // 8443
    /// ```
    public init(_ text: String) throws(AddressProblem) {
        let parts = try AddressParts(Array(text.utf8))
        guard let origin = parts.origin, parts.path.isEmpty || parts.path.elementsEqual("/".utf8) else {
            throw .malformed
        }
        self = origin
    }

    /// The origin as text, without the port if it is the scheme's default: `https://[::1]:8443`.
    public var description: String {
        let shown = host.contains(":") ? "[\(host)]" : host
        let isDefault = port == (isEncrypted ? 443 : 80)
        return "\(isEncrypted ? "https" : "http")://\(shown)\(isDefault ? "" : ":\(port)")"
    }

    /// Whether the host is the local computer: `try WebOrigin("http://127.0.0.1:5232").isLoopback // true`.
    public var isLoopback: Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Returns the origin where the redirect chain starts, now that the given server has responded.
    ///
    /// A chain that starts on this computer may lead back to it, but not after another computer has responded.
    package func chainStart(after server: WebOrigin) -> WebOrigin {
        isLoopback && !server.isLoopback ? server : self
    }

    /// Whether the origin can receive passwords: either its connections are encrypted or it is on this computer.
    ///
    /// ```swift
    /// try WebOrigin("https://example.com").isSecure  // true
    /// ```
    public var isSecure: Bool { isEncrypted || isLoopback }

    /// Returns whether another origin belongs to this one's owner: it is either the same origin or an encrypted
    /// subdomain with the same port.
    ///
    /// `p42.dav.example.com` belongs to `dav.example.com`, but not the other way around, since several owners can share
    /// a parent domain, as in `github.io`.
    ///
    /// ```swift
    /// let origin = try WebOrigin("https://example.com")
    /// origin.owns(try WebOrigin("https://dav.example.com"))  // true
    /// origin.owns(try WebOrigin("https://example.org"))  // false
    /// ```
    public func owns(_ other: WebOrigin) -> Bool {
        other == self || isEncrypted && other.isEncrypted && port == other.port && other.isBelow(host)
    }

    /// Returns whether the host is a subdomain of a domain.
    func isBelow(_ domain: String) -> Bool {
        let ending = domain.contains(":") || domain.split(separator: ".").count < 2 ? "" : ".\(domain)"
        return !ending.isEmpty && host.count > ending.count && host.hasSuffix(ending) && !isAddress(domain)
    }

    private func isAddress(_ host: String) -> Bool {
        host.split(separator: ".").allSatisfy { $0.allSatisfy(\.isNumber) }
    }
}

/// The parts of an address or a relative reference (RFC 3986), not yet decoded.
struct AddressParts {
    /// The origin, or nil if the text is a path.
    let origin: WebOrigin?
    /// The path and query as written.
    let path: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) throws(AddressProblem) {
        var text = bytes[...]
        while text.first?.isXMLBlank == true { text.removeFirst() }
        while text.last?.isXMLBlank == true { text.removeLast() }
        guard text.count <= 8192 else { throw .tooLong }
        guard !text.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { throw .controlCharacter }
        var isEncrypted: Bool?
        let scheme = text.prefix {
            $0.isXMLNameByte && $0 < 0x80 && $0 != UInt8(ascii: ":") || $0 == UInt8(ascii: "+")
        }
        let rest = text[scheme.endIndex...]
        if !scheme.isEmpty, rest.first == UInt8(ascii: ":") {
            switch String(decoding: scheme, as: UTF8.self).lowercased() {
            case "https": isEncrypted = true
            case "http": isEncrypted = false
            default: throw .scheme
            }
            text = rest.dropFirst()
            guard text.starts(with: "//".utf8) else { throw .malformed }
        }
        guard text.starts(with: "//".utf8) else {
            (origin, path) = (nil, text)
            return
        }
        // A network-path reference would use the base address's scheme, which no caller needs.
        guard let isEncrypted else { throw .malformed }
        let authority = text.dropFirst(2).prefix { !"/?#\\".utf8.contains($0) }
        guard !authority.contains(UInt8(ascii: "@")) else { throw .userInformation }
        guard let host = HostAndPort(authority, defaultPort: isEncrypted ? 443 : 80) else { throw .malformed }
        origin = WebOrigin(isEncrypted: isEncrypted, host: host.host, port: host.port)
        path = text[authority.endIndex...]
        guard path.first != UInt8(ascii: "\\") else { throw .malformed }
    }
}

/// A host and a port.
private struct HostAndPort {
    let host: String
    let port: Int

    init?(_ authority: ArraySlice<UInt8>, defaultPort: Int) {
        guard authority.allSatisfy({ $0 < 0x80 }) else { return nil }
        var text = String(decoding: authority, as: UTF8.self).lowercased()[...]
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let address = text[text.index(after: text.startIndex)..<end]
            guard address.contains(":"), address.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." })
            else {
                return nil
            }
            host = String(address)
            text = text[text.index(after: end)...]
        } else {
            var name = text.prefix { $0 != ":" }
            text = text[name.endIndex...]
            if name.last == "." { name.removeLast() }
            let isValid = name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                (1...63).contains(label.count)
                    && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
            }
            guard isValid, name.count <= 253 else { return nil }
            host = String(name)
        }
        guard text.isEmpty || text.first == ":" else { return nil }
        let digits = text.dropFirst()
        guard !digits.isEmpty else {
            port = defaultPort
            return
        }
        guard digits.count <= 5, digits.allSatisfy(\.isWholeNumber), let number = Int(digits),
            (1...65_535).contains(number)
        else { return nil }
        port = number
    }
}

/// The address of a resource, which consists of an origin and a path.
///
/// ```swift
/// let calendar = try ResourceURL("https://dav.example.com/nora/work/")
/// calendar.origin.host  // "dav.example.com"
/// calendar.href  // try Href("/nora/work")
/// ```
public struct ResourceURL: Sendable, Hashable, CustomStringConvertible {
    /// The server to which credentials are bound: `url.origin.host`.
    public let origin: WebOrigin
    /// The path on the server: `url.href.requestTarget`.
    public let href: Href

    /// Creates an address from its parts.
    ///
    /// ```swift
    /// let url = ResourceURL(try WebOrigin("https://dav.example.com"), try Href("/nora/"))
    /// url.description  // "https://dav.example.com/nora/"
    /// ```
    public init(_ origin: WebOrigin, _ href: Href) {
        self.origin = origin
        self.href = href
    }

    /// Parses an address; throws an ``AddressProblem``.
    ///
    /// `http` is accepted only for this computer. To allow `http` for a feed without a password, pass true for
    /// `allowsInsecure`.
    ///
    /// ```swift
    /// try ResourceURL("https://dav.example.com").href  // try Href("/")
    /// ```
    public init(_ text: String, allowsInsecure: Bool = false) throws(AddressProblem) {
        let parts = try AddressParts(Array(text.utf8))
        guard let origin = parts.origin else { throw .malformed }
        guard allowsInsecure || origin.isSecure else { throw .insecure }
        self.origin = origin
        href = try Href(path: Self.absolute(parts.path))
    }

    /// Returns the address that a redirect leads to; throws an ``AddressProblem``.
    ///
    /// Servers behind a proxy often redirect https requests to their own http address. Such an address is treated as
    /// https, so no redirect leads from an encrypted connection to an unencrypted one.
    ///
    /// ```swift
    /// let url = try ResourceURL("https://example.com/.well-known/caldav")
    /// try url.redirected(to: "http://example.com/dav/").description  // "https://example.com/dav/"
    /// ```
    public func redirected(to location: String) throws(AddressProblem) -> ResourceURL {
        let text = location.trimmed.prefix { $0 != "#" }
        // If the target has no scheme, the request's scheme applies.
        let scheme = text.hasPrefix("//") ? (origin.isEncrypted ? "https:" : "http:") : ""
        let parts = try AddressParts(Array((scheme + text).utf8))
        guard let target = parts.origin?.upgraded(from: origin) else {
            return ResourceURL(origin, try Href(Array(parts.path), from: self))
        }
        // A redirect must neither drop encryption nor lead from another server to this computer.
        guard target.isEncrypted || !origin.isEncrypted && (target.isSecure || !origin.isSecure),
            origin.isLoopback || !target.isLoopback
        else { throw .insecure }
        return ResourceURL(target, try Href(path: Self.absolute(parts.path)))
    }

    /// Returns the address of an href in the response to a request for this resource; throws an ``AddressProblem``.
    ///
    /// ```swift
    /// let home = try ResourceURL("https://dav.example.com/nora/")
    /// try home.resolving(Array("work/".utf8)).description  // "https://dav.example.com/nora/work/"
    /// ```
    public func resolving(_ bytes: [UInt8]) throws(AddressProblem) -> ResourceURL {
        ResourceURL(origin, try Href(bytes, from: self))
    }

    /// The URL as text, with the path as it appears in a request line: `https://dav.example.com/nora/`.
    public var description: String { origin.description + href.requestTarget }

    private static func absolute(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        path.first == UInt8(ascii: "/") ? path : Array("/".utf8) + path
    }
}

extension WebOrigin {
    /// Returns the requested origin if this origin is the same server over http, or this origin otherwise.
    func upgraded(from asked: WebOrigin) -> WebOrigin {
        let isItself =
            asked.isEncrypted && !isEncrypted && host == asked.host && (port == 80 || port == asked.port)
        return isItself ? asked : self
    }
}

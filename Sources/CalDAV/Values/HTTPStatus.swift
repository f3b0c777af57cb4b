/// An HTTP status code.
///
/// ```swift
/// HTTPStatus("HTTP/1.1 404 Not Found")?.code  // 404
/// HTTPStatus(207).isSuccess  // true
/// ```
public struct HTTPStatus: Sendable, Hashable, CustomStringConvertible {
    /// The code: `HTTPStatus(404).code // 404`.
    public let code: Int

    /// Creates a status from its code.
    ///
    /// ```swift
    /// HTTPStatus(412).code  // 412
    /// ```
    public init(_ code: Int) {
        self.code = code
    }

    /// Parses a status line from an HTTP response or a multistatus, or returns nil if it has no three-digit code.
    ///
    /// The HTTP version and the reason phrase are ignored, because some servers omit or invent them.
    ///
    /// ```swift
    /// HTTPStatus("HTTP/2 200")?.code  // 200
    /// HTTPStatus("OK")  // nil
    /// ```
    public init?(_ line: String) {
        var words = line.trimmed.split(whereSeparator: \.isWhitespace)[...]
        if words.first?.hasPrefix("HTTP/") == true { words.removeFirst() }
        guard let digits = words.first, digits.utf8.count == 3,
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let code = Int(digits), code >= 100
        else { return nil }
        self.code = code
    }

    /// Whether the request succeeded: `HTTPStatus(204).isSuccess // true`.
    public var isSuccess: Bool { (200...299).contains(code) }

    /// Whether the resource is at another address: `HTTPStatus(301).isRedirect // true`.
    public var isRedirect: Bool { [301, 302, 303, 307, 308].contains(code) }

    /// Whether the resource does not exist: `HTTPStatus(410).isGone // true`.
    public var isGone: Bool { code == 404 || code == 410 }

    /// The status as text: `HTTPStatus(507).description // "the server has no space left (507)"`.
    public var description: String {
        let words: String? =
            switch code {
            case 400: "the server does not understand the request"
            case 401: "the server does not accept the user name or password"
            case 403: "the server does not allow this"
            case 404, 410: "the resource does not exist on the server"
            case 405, 501: "the server does not support this"
            case 409: "the request conflicts with the current state on the server"
            case 412: "the resource has changed on the server"
            case 413: "the request is too large for the server"
            case 415: "the server does not accept this format"
            case 423: "the resource is locked on the server"
            case 429: "too many requests; the server asks the client to wait"
            case 502, 504: "the server got no valid response from an upstream server"
            case 503: "the server is not available at the moment"
            case 507: "the server has no space left"
            case 200...299: "success"
            case 300...399: "the resource is at another address"
            case 500...599: "the server failed"
            default: nil
            }
        return "\(words ?? "unexpected status") (\(code))"
    }
}

/// The reason a request received no complete response.
///
/// ```swift
/// let url = try ResourceURL("https://dav.example.com/nora/")
/// TransportFailure(.timedOut, url).description  // "https://dav.example.com/nora/: no response in time"
/// ```
public struct TransportFailure: Error, Sendable, CustomStringConvertible {
    /// The kind of failure: `failure.kind`.
    ///
    /// ```swift
    /// TransportFailure.Kind.cutOff.isTransient  // true
    /// ```
    public enum Kind: Sendable {
        /// The host name is unknown, or nothing accepts the connection: `.unreachable`.
        case unreachable
        /// The server's certificate is not trusted or does not match the pinned key: `.untrusted`.
        case untrusted
        /// The server did not respond within the time limit or sent nothing for too long: `.timedOut`.
        case timedOut
        /// The connection ended early, so the response may be incomplete: `.cutOff`.
        case cutOff
        /// The response exceeds a limit: `.tooLarge`.
        case tooLarge
        /// The response is not valid HTTP: `.malformed`.
        case malformed
        /// No password was found, or the command that prints the password failed: `.noPassword`.
        case noPassword
        /// The address is not secure: `.insecure`.
        case insecure
        /// The response redirects to an address that must not be followed: `.redirected`.
        case redirected
        /// The task was canceled: `.cancelled`.
        case cancelled
        /// The closure that receives the body threw an error: `.stopped(error)`.
        case stopped(any Error)
        /// The library that sends requests is not installed: `.libraryMissing`.
        case libraryMissing

        /// Whether the same request may succeed later without action by the user.
        ///
        /// ```swift
        /// TransportFailure.Kind.untrusted.isTransient  // false
        /// ```
        public var isTransient: Bool {
            switch self {
            case .unreachable, .timedOut, .cutOff: true
            default: false
            }
        }
    }

    /// The kind of failure: `failure.kind`.
    public let kind: Kind
    /// The request's address: `failure.url.origin`.
    public let url: ResourceURL
    /// Details as text without control characters or passwords; an empty string if there are no details:
    /// `failure.detail`.
    public let detail: String

    /// Creates a failure.
    ///
    /// ```swift
    /// let url = try ResourceURL("https://dav.example.com/")
    /// TransportFailure(.unreachable, url, "connection refused").detail  // "connection refused"
    /// ```
    public init(_ kind: Kind, _ url: ResourceURL, _ detail: String = "") {
        self.kind = kind
        self.url = url
        self.detail = detail.printable
    }

    /// The failure as one line: `https://dav.example.com/nora/: no response in time`.
    public var description: String {
        let words =
            switch kind {
            case .unreachable: "the server cannot be reached"
            case .untrusted: "the server's certificate is not trusted"
            case .timedOut: "no response in time"
            case .cutOff: "the connection was lost before the end of the response"
            case .tooLarge: "the response is too large"
            case .malformed: "the response is not HTTP"
            case .noPassword: "no password"
            case .insecure: "the address is not secure; use https"
            case .redirected: "the server redirects to an address that cannot be used"
            case .cancelled: "cancelled"
            case .stopped(let error): "\(error)".printable
            case .libraryMissing: "libcurl is not installed"
            }
        return "\(url): \(words)\(detail.isEmpty ? "" : ": \(detail)")"
    }
}

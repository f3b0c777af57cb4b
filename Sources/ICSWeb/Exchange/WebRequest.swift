/// A request from a browser, as received by a server.
///
/// ```swift
/// let request = WebRequest(method: "GET", target: "/x/month", headers: [("Host", "127.0.0.1:8080")])
/// request.header("host")  // "127.0.0.1:8080"
/// ```
public struct WebRequest: Sendable {
    /// The method in uppercase: `request.method  // "GET"`.
    public var method: String
    /// The path and query as sent: `request.target  // "/x/month?date=2026-03-30"`.
    public var target: String
    /// The header fields in order; their names are case-insensitive.
    public var headers: [(name: String, value: String)]
    /// The complete body: `request.body.isEmpty  // true`.
    public var body: [UInt8]

    /// Creates a request.
    public init(method: String, target: String, headers: [(name: String, value: String)], body: [UInt8] = [])
    {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }

    /// Returns the value of a header field, or nil if it is missing or there are several.
    public func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        let values = headers.filter { $0.name.lowercased() == wanted }.map(\.value)
        return values.count == 1 ? values[0] : nil
    }

    /// The path without the query.
    var path: Substring { target.prefix { $0 != "?" } }

    /// The fields in the query.
    var query: FormFields {
        FormFields(urlEncoded: Array(target.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()))
    }

    /// Returns the value of a cookie, or nil if it is missing or there are several.
    func cookie(_ name: String) -> String? {
        let values = (header("Cookie") ?? "").split(separator: ";").compactMap { pair -> String? in
            let text = pair.drop { $0 == " " }
            return text.hasPrefix("\(name)=") ? String(text.dropFirst(name.count + 1)) : nil
        }
        return values.count == 1 ? values[0] : nil
    }

    /// The fields in the body of a form, with or without file uploads.
    var form: FormFields {
        let type = header("Content-Type") ?? ""
        if type.lowercased().hasPrefix("multipart/form-data") {
            return FormFields(multipart: body, contentType: type)
        }
        return type.lowercased().hasPrefix("application/x-www-form-urlencoded")
            ? FormFields(urlEncoded: body) : FormFields()
    }
}

/// A response to a browser.
///
/// ```swift
/// let answer = await calendar.answer(to: request)
/// answer.status  // 200
/// ```
public struct WebAnswer: Sendable {
    /// The body of a response.
    public enum Body: Sendable {
        /// The complete body.
        case bytes([UInt8])
        /// An infinite stream, such as server-sent events, which the server drops when the browser disconnects.
        case events(AsyncStream<[UInt8]>)
    }

    /// The HTTP status code: `answer.status  // 303`.
    public var status: Int
    /// The header fields, which include the page's security policies.
    public var headers: [(name: String, value: String)]
    /// The body: `answer.body`.
    public var body: Body

    init(_ status: Int, _ headers: [(name: String, value: String)] = [], _ body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = .bytes(body)
    }

    /// Returns a redirect to another page, which the browser requests with GET.
    static func redirect(_ address: WebAddress) -> WebAnswer {
        WebAnswer(303, [("Location", address.text)])
    }

    static func page(_ bytes: [UInt8], status: Int = 200) -> WebAnswer {
        WebAnswer(status, [("Content-Type", "text/html; charset=utf-8")], bytes)
    }

    static func text(_ status: Int, _ text: String) -> WebAnswer {
        WebAnswer(status, [("Content-Type", "text/plain; charset=utf-8")], Array((text + "\n").utf8))
    }
}

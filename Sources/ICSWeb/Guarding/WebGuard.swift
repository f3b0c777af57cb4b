/// The conditions that a request must meet before it reaches a page.
struct WebGuard: Sendable {
    /// The address and port as shown in the address bar: `127.0.0.1:8080`.
    let host: String
    /// The random base path that all pages share: `/AbC…/`.
    let base: String

    /// The maximum number of bytes in a request body, except when a file is imported.
    static let mostBytes = 1 << 20

    /// The headers that all responses have.
    static let headers: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
                + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        ),
        ("X-Frame-Options", "DENY"), ("X-Content-Type-Options", "nosniff"),
        // With `no-referrer`, browsers would not send a form's origin.
        ("Referrer-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Cache-Control", "no-store"),
        ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
    ]

    /// Returns the response that rejects a request because it does not come from this server's own pages, or nil if the
    /// request is acceptable.
    ///
    /// - A request to a foreign domain name that resolves to this machine has a different Host.
    /// - A request from a page on another site or port has a different Origin.
    func refusal(of request: WebRequest) -> WebAnswer? {
        guard ["GET", "HEAD", "POST"].contains(request.method) else {
            var answer = WebAnswer.text(405, "method not allowed")
            answer.headers.append(("Allow", "GET, HEAD, POST"))
            return answer
        }
        guard request.header("Host") == host else { return .text(421, "unknown host") }
        guard request.target.utf8.count <= 16_384 else { return .text(414, "the address is too long") }
        let isPost = request.method == "POST"
        let origins = request.headers.filter { $0.name.lowercased() == "origin" }
        guard origins.allSatisfy({ $0.value == "http://\(host)" }), !isPost || origins.count == 1 else {
            return .text(403, "the request is from another site")
        }
        // If a program opens the link, the header is missing. If the link is opened from an email, the site can be
        // anything, but the link contains the token.
        let site = request.header("Sec-Fetch-Site") ?? "none"
        guard site == "same-origin" || !isPost && (site == "none" || isStart(request)) else {
            return isPost && site == "none" ? nil : .text(403, "the request is from another site")
        }
        return nil
    }

    /// Returns whether the request opens a link.
    func isStart(_ request: WebRequest) -> Bool {
        request.method == "GET" && request.path == base + "start"
    }

    /// Returns the page name, or nil if the path is outside this server's base path.
    func page(of request: WebRequest) -> String? {
        let path = request.path
        guard SecretText.areEqual(path.prefix(base.count), base) else { return nil }
        let name = path.dropFirst(base.count)
        return name.utf8.allSatisfy { $0 < 0x80 } && name.count < 64 ? String(name) : nil
    }
}

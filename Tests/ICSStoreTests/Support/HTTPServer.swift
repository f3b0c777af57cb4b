import SystemIO

/// A local server that handles each request on a separate connection.
final class HTTPServer: Sendable {
    /// A request as received.
    struct Request: Sendable {
        let method: String
        let path: String
        /// The header values by lowercase name.
        let fields: [String: String]
        let body: String

        /// Whether the request changes data.
        var isWrite: Bool { !["GET", "HEAD", "OPTIONS", "PROPFIND", "REPORT"].contains(method) }
    }

    struct Answer: Sendable {
        var status: Int
        var fields: [String] = []
        var body = ""
    }

    private struct State {
        var requests: [Request] = []
        var isStopped = false
    }

    let port: Int
    private let descriptor: Int32
    private let state = Lock(State())
    private let answer: @Sendable (Request) -> Answer

    init(_ answer: @escaping @Sendable (Request) -> Answer) throws {
        self.answer = answer
        let number = socket(AF_INET, streamType, 0)
        guard number >= 0 else { throw PlatformError.last }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(number, $0, size) == 0 && listen(number, 64) == 0
                    && getsockname(number, $0, &size) == 0
            }
        }
        guard isListening else { throw PlatformError.last }
        descriptor = number
        port = Int(UInt16(bigEndian: address.sin_port))
        WorkerThread { [self] in accept() }?.detach()
    }

    var root: String { "http://127.0.0.1:\(port)" }

    /// A copy of the requests so far.
    ///
    /// ThreadSanitizer would not see that shared storage is released before the next request is appended to it.
    var requests: [Request] { state.withLock { $0.requests.map { $0 } } }

    /// Stops accepting connections.
    func stop() {
        state.withLock { $0.isStopped = true }
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }

    private func accept() {
        while true {
            let number = SystemIO.accept(descriptor, nil, nil)
            guard number >= 0, !state.withLock({ $0.isStopped }) else { break }
            _ = fcntl(number, F_SETFD, FD_CLOEXEC)
            let thread = WorkerThread { [self] in
                if let request = Self.request(number) {
                    state.withLock { $0.requests.append(request) }
                    Self.send(answer(request), number)
                }
                OpenDescriptor.close(number)
            }
            thread?.detach()
        }
        OpenDescriptor.close(descriptor)
    }

    private static func request(_ number: Int32) -> Request? {
        var buffer: [UInt8] = []
        let end = Array("\r\n\r\n".utf8)
        while !buffer.contains(end) {
            guard let more = try? OpenDescriptor.read(number), !more.isEmpty else { return nil }
            buffer += more
        }
        guard let range = buffer.firstRange(of: end) else { return nil }
        let lines = String(decoding: buffer[..<range.lowerBound], as: UTF8.self).split(separator: "\r\n")
        buffer.removeSubrange(..<range.upperBound)
        let words = (lines.first ?? "").split(separator: " ")
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        if fields["expect"] != nil { write("HTTP/1.1 100 Continue\r\n\r\n", number) }
        let size = fields["content-length"].flatMap { Int($0) } ?? 0
        while buffer.count < size {
            guard let more = try? OpenDescriptor.read(number), !more.isEmpty else { return nil }
            buffer += more
        }
        return Request(
            method: words.first.map(String.init) ?? "",
            path: words.count > 1 ? String(words[1]) : "",
            fields: fields,
            body: String(decoding: buffer, as: UTF8.self)
        )
    }

    private static func send(_ answer: Answer, _ number: Int32) {
        let lines =
            ["HTTP/1.1 \(answer.status) X", "Content-Length: \(answer.body.utf8.count)", "Connection: close"]
            + answer.fields
        write(lines.joined(separator: "\r\n") + "\r\n\r\n" + answer.body, number)
    }

    private static func write(_ text: String, _ number: Int32) {
        _ = SystemCalls.writeAll(Array(text.utf8), to: number)
    }
}

#if canImport(Darwin) || canImport(Musl)
    private let streamType = SOCK_STREAM
#else
    private let streamType = Int32(SOCK_STREAM.rawValue)
#endif

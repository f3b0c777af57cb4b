import SystemIO

/// A local server whose responses a test writes byte by byte.
final class ScriptedServer: Sendable {
    /// A request as received.
    struct Request: Sendable {
        let method: String
        let target: String
        /// The values by lowercase name.
        let fields: [String: String]
        let body: [UInt8]
        /// The bytes of the head as text.
        let head: String
        /// The number of the connection, starting at 1.
        let connection: Int
        /// The number of the request on the server, starting at 1.
        let number: Int
    }

    /// The connection to the client.
    struct Client: Sendable {
        fileprivate let descriptor: Int32

        /// Sends bytes and returns whether the client accepted them.
        @discardableResult
        func send(_ bytes: [UInt8]) -> Bool {
            var place = 0
            while place < bytes.count {
                let count = unsafe bytes[place...].withUnsafeBytes { rest in
                    unsafe SystemIO.send(descriptor, rest.baseAddress, rest.count, noSignal)
                }
                guard count > 0 else { return false }
                place += count
            }
            return true
        }

        @discardableResult
        func send(_ text: String) -> Bool { send(Array(text.utf8)) }

        /// Sends a complete response.
        func answer(_ status: Int, _ fields: [String] = [], _ body: String = "") {
            answer(status, fields, Array(body.utf8))
        }

        func answer(_ status: Int, _ fields: [String] = [], _ body: [UInt8]) {
            let lines = ["HTTP/1.1 \(status) X", "Content-Length: \(body.count)"] + fields + ["", ""]
            send(Array(lines.joined(separator: "\r\n").utf8) + body)
        }

        /// Closes the connection.
        func end() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

        /// Waits until the client closes the connection.
        func waitForEnd() {
            while let more = try? OpenDescriptor.read(descriptor), !more.isEmpty {}
        }
    }

    typealias Script = @Sendable (Request, Client) -> Void

    private struct State {
        var requests: [Request] = []
        var connections = 0
        var open: Set<Int32> = []
        var isStopped = false
    }

    let port: Int
    private let descriptor: Int32
    private let state = Monitor(State())
    private let script: Script

    init(_ script: @escaping Script) throws {
        self.script = script
        let number = try Self.listening()
        descriptor = number
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(number, $0, &size)
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        WorkerThread { [self] in accept() }?.detach()
    }

    private static func listening() throws -> Int32 {
        let number = socket(AF_INET, streamType, 0)
        guard number >= 0 else { throw PlatformError.last }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isBound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard isBound == 0, listen(number, 256) == 0 else { throw PlatformError.last }
        return number
    }

    /// Closes all connections and accepts no new ones.
    func stop() {
        state.change { state in
            state.isStopped = true
            for number in state.open { _ = shutdown(number, Int32(SHUT_RDWR)) }
        }
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }

    var requests: [Request] { state.change(wakes: false) { $0.requests } }
    var connections: Int { state.change(wakes: false) { $0.connections } }
    var root: String { "http://127.0.0.1:\(port)" }

    /// Waits until the given number of requests have arrived.
    func waitForRequests(_ count: Int) async {
        await waiting { [self] in _ = state.wait { $0.requests.count >= count ? true : nil } }
    }

    /// Waits until the clients have closed all connections.
    func waitForNoConnection() async {
        await waiting { [self] in _ = state.wait { $0.open.isEmpty ? true : nil } }
    }

    private func accept() {
        while true {
            let number = SystemIO.accept(descriptor, nil, nil)
            guard number >= 0 else { break }
            _ = fcntl(number, F_SETFD, FD_CLOEXEC)
            let connection = state.change { state -> Int? in
                guard !state.isStopped else { return nil }
                state.connections += 1
                state.open.insert(number)
                return state.connections
            }
            guard let connection else {
                OpenDescriptor.close(number)
                break
            }
            let thread = WorkerThread { [self] in
                serve(number, connection)
                state.change { _ = $0.open.remove(number) }
                OpenDescriptor.close(number)
            }
            thread?.detach()
        }
        OpenDescriptor.close(descriptor)
    }

    private func serve(_ number: Int32, _ connection: Int) {
        var buffer: [UInt8] = []
        let end = Array("\r\n\r\n".utf8)
        while true {
            while !buffer.contains(end) {
                guard let more = try? OpenDescriptor.read(number), !more.isEmpty else { return }
                buffer += more
            }
            guard let range = buffer.firstRange(of: end) else { return }
            let head = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
            buffer.removeSubrange(..<range.upperBound)
            let lines = head.split(separator: "\r\n").map(String.init)
            let words = (lines.first ?? "").split(separator: " ").map(String.init)
            var fields: [String: String] = [:]
            for line in lines.dropFirst() {
                guard let colon = line.firstIndex(of: ":") else { continue }
                fields[line[..<colon].lowercased()] = String(
                    line[line.index(after: colon)...].drop { $0 == " " }
                )
            }
            let size = fields["content-length"].flatMap { Int($0) } ?? 0
            while buffer.count < size {
                guard let more = try? OpenDescriptor.read(number), !more.isEmpty else { return }
                buffer += more
            }
            let (method, target) = (words.first ?? "", words.count > 1 ? words[1] : "")
            let (known, body) = (fields, Array(buffer.prefix(size)))
            let request = state.change { state in
                let request = Request(
                    method: method,
                    target: target,
                    fields: known,
                    body: body,
                    head: head,
                    connection: connection,
                    number: state.requests.count + 1
                )
                state.requests.append(request)
                return request
            }
            buffer.removeFirst(size)
            script(request, Client(descriptor: number))
        }
    }
}

#if canImport(Darwin)
    private let streamType = SOCK_STREAM
    private let noSignal: Int32 = 0
#elseif canImport(Musl)
    private let streamType = SOCK_STREAM
    private let noSignal = Int32(MSG_NOSIGNAL)
#else
    private let streamType = Int32(SOCK_STREAM.rawValue)
    private let noSignal = Int32(MSG_NOSIGNAL)
#endif

/// Runs a blocking closure on a separate thread, since tasks share only a few threads.
func waiting(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
        let thread = WorkerThread {
            body()
            continuation.resume()
        }
        thread?.detach()
    }
}

/// Calls a test with a server, and stops the server afterward.
func withServer<Value>(
    _ script: @escaping ScriptedServer.Script,
    _ body: (ScriptedServer) async throws -> Value
) async throws -> Value {
    let server = try ScriptedServer(script)
    defer { server.stop() }
    return try await body(server)
}

@testable import CalDAV
import Foundation
import SystemIO

/// An in-memory calendar server that needs no network.
///
/// It reads XML requests, writes XML responses, honors conditions and tokens, and deviates from the RFCs
/// according to its quirks.
final class FakeServer: DAVTransport {
    struct Resource {
        var href: String
        var body: [UInt8]
        var tag: Int
        var change: Int
        /// The version number that other people's replies do not change.
        var scheduleTag = 0
        var uid: String { FakeServer.property("UID", body) ?? "" }
        var sequence: Int { Int(FakeServer.property("SEQUENCE", body) ?? "") ?? 0 }
    }

    struct Collection {
        var name: String
        var color: String?
        var components: [String] = ["VEVENT", "VTODO"]
        var isReadOnly = false
        var isOutbox = false
        var isInbox = false
        var resources: [String: Resource] = [:]
        var gone: [String: Int] = [:]
        var change = 1
        let number: Int
        /// Changes before this one are forgotten, and older tokens are rejected.
        var oldest = 0
    }

    struct Request: CustomStringConvertible {
        let method: DAVRequest.Method
        let path: String
        let status: Int
        let sent: Int
        var received = 0
        var description: String { "\(method.rawValue) \(path) \(status)" }
    }

    enum Fault {
        /// The request never arrives.
        case lost
        /// The request takes effect, but its response never arrives.
        case unanswered
        /// The response ends after half of its body.
        case cut
        case status(Int)
        /// The client dies after the request has taken effect.
        case kill
        /// Someone else acts immediately before the request.
        case meets(@Sendable (inout State) -> Void)
    }

    struct State {
        var collections: [String: Collection] = [:]
        var quirks: Set<ServerQuirk> = []
        var made = 0
        var tags = 0
        var requests: [Request] = []
        /// Faults by the number of the request from now, starting at 1.
        var faults: [Int: Fault] = [:]
        var count = 0
        var isDead = false
        var pageSize = Int.max
        /// The maximum number of hrefs in a multiget request.
        ///
        /// Larger requests are rejected.
        var largestMultiget = Int.max
        var omitsTagOfPut = false
        /// Whether a sync-collection response includes calendar data on request.
        var sendsDataWithChanges = true
        /// Whether the ETags of single items are weak, as in compressed responses.
        var weakensTagOfGet = false
        var adds: String?
        /// The bodies of all requests.
        var bodies = ""
        var hrefStyle = HrefStyle.escaped
        /// The address that the server sends and receives messages for, or nil if it does not support
        /// scheduling.
        var schedulesFor: String?
        /// The responses to matching requests, instead of the server's own.
        var scripted:
            [(matches: @Sendable (DAVRequest) -> Bool, answer: @Sendable (DAVRequest) -> DAVAnswer)] = []
    }

    enum HrefStyle { case escaped, raw, absolute, lowercase }

    static let home = "/u/"
    static let origin = "https://dav.example.com"
    let state: Lock<State>

    init(quirks: Set<ServerQuirk> = [], calendars: [String] = ["work"]) {
        state = Lock(State(quirks: quirks))
        state.withLock { state in for name in calendars { state.make(Self.home + name, name) } }
    }

    var homeURL: ResourceURL { get throws { try ResourceURL(Self.origin + Self.home) } }
    func url(_ calendar: String) throws -> ResourceURL {
        try ResourceURL("\(Self.origin)\(Self.home)\(calendar)/")
    }

    // MARK: - The other side in tests

    /// Writes an item, as another client would.
    func put(_ text: String, _ name: String, in calendar: String = "work") {
        _ = state.withLock { $0.store(Array(text.utf8), Self.home + calendar, name) }
    }

    func delete(_ name: String, in calendar: String = "work") {
        state.withLock { $0.remove(Self.home + calendar, name) }
    }

    func items(_ calendar: String = "work") -> [String: String] {
        state.withLock { state in
            (state.collections[Self.home + calendar]?.resources ?? [:]).mapValues {
                String(decoding: $0.body, as: UTF8.self)
            }
        }
    }

    func fail(_ number: Int = 1, _ fault: Fault) {
        state.withLock { state in
            state.count = 0
            state.faults[number] = fault
        }
    }

    /// Returns the requests since the last call.
    func takeRequests() -> [Request] {
        state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
    }

    func reset() {
        state.withLock { state in
            (state.isDead, state.count, state.faults, state.requests) = (false, 0, [:], [])
        }
    }

    static func property(_ name: String, _ body: [UInt8]) -> String? {
        String(decoding: body, as: UTF8.self).split(whereSeparator: \.isNewline)
            .first { $0.hasPrefix(name + ":") }.map { String($0.dropFirst(name.count + 1)) }
    }

    // MARK: - Transport

    func send(
        _ request: DAVRequest,
        receive: @escaping @Sendable (ArraySlice<UInt8>) throws -> Void
    ) async throws(TransportFailure) -> DAVAnswer {
        let url = request.url
        let fault = state.withLock { state -> Fault? in
            state.count += 1
            state.bodies += String(decoding: request.body, as: UTF8.self)
            let fault = state.faults.removeValue(forKey: state.count)
            if case .meets(let body) = fault { body(&state) }
            return fault
        }
        if state.withLock({ $0.isDead }) { throw TransportFailure(.cancelled, url) }
        var answer: DAVAnswer?
        switch fault {
        case .lost: throw TransportFailure(.unreachable, url)
        case .status(let code): answer = DAVAnswer(HTTPStatus(code), HTTPFields())
        default: break
        }
        let given = answer ?? state.withLock { $0.answer(request) }
        state.withLock { state in
            state.requests.append(
                Request(
                    method: request.method,
                    path: request.url.href.description,
                    status: given.status.code,
                    sent: request.body.count,
                    received: given.body.count
                )
            )
        }
        switch fault {
        case .kill:
            state.withLock { $0.isDead = true }
            throw TransportFailure(.cancelled, url)
        case .unanswered: throw TransportFailure(.cutOff, url)
        default: break
        }
        guard given.status.isSuccess, !given.body.isEmpty else { return given }
        let isCut = if case .cut = fault { true } else { false }
        let sent = isCut ? given.body.prefix(given.body.count / 2) : given.body[...]
        do {
            // Splits the body into odd-sized pieces, as a network might.
            var rest = sent
            while !rest.isEmpty {
                try receive(rest.prefix(1021))
                rest = rest.dropFirst(1021)
            }
        } catch {
            throw TransportFailure(.stopped(error), url)
        }
        if isCut { throw TransportFailure(.cutOff, url) }
        return DAVAnswer(given.status, given.fields)
    }
}

extension FakeServer.State {
    mutating func make(_ path: String, _ name: String) {
        made += 1
        collections[path] = FakeServer.Collection(name: name, number: made)
    }

    @discardableResult
    mutating func store(_ body: [UInt8], _ path: String, _ name: String) -> Int {
        guard var collection = collections[path] else { return 0 }
        collection.change += 1
        tags += 1
        var tag = tags
        if quirks.contains(.repeatsTags) { tag = collection.resources[name].map { $0.tag + 1 } ?? 0 }
        collection.resources[name] = FakeServer.Resource(
            href: name,
            body: body,
            tag: tag,
            change: collection.change,
            scheduleTag: tags
        )
        collection.gone[name] = nil
        collections[path] = collection
        return tag
    }

    mutating func remove(_ path: String, _ name: String) {
        guard collections[path]?.resources.removeValue(forKey: name) != nil else { return }
        let change = (collections[path]?.change ?? 0) + 1
        collections[path]?.change = change
        collections[path]?.gone[name] = change
    }

    /// Returns an item as the server stores it.
    func stored(_ body: [UInt8]) -> [UInt8] {
        guard quirks.contains(.rewritesItems) || adds != nil else { return body }
        var lines = String(decoding: body, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
        if quirks.contains(.rewritesItems) {
            lines = lines.map { $0.hasPrefix("PRODID") ? "PRODID:-//Fake//EN" : $0 }
            lines.removeAll { $0.hasPrefix("X-DROPPED") }
            // The description moves to the end of its component.
            if let place = lines.firstIndex(where: { $0.hasPrefix("DESCRIPTION") }),
                let end = lines.firstIndex(where: { $0.hasPrefix("END:VE") || $0.hasPrefix("END:VT") })
            {
                let line = lines.remove(at: place)
                lines.insert(line, at: end - 1)
            }
        }
        if let adds, let end = lines.lastIndex(where: { $0.hasPrefix("END:VE") || $0.hasPrefix("END:VT") }) {
            lines.removeAll { $0 == adds }
            lines.insert(adds, at: min(end, lines.count - 2))
        }
        return Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
    }

    func tag(_ resource: FakeServer.Resource) -> String { "\"tag-\(resource.tag)\"" }

    func token(_ collection: FakeServer.Collection) -> String {
        "http://fake.example/sync/\(collection.number)/\(collection.change)"
    }
}

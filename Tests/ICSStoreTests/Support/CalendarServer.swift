import Foundation
import SystemIO

/// A small in-memory calendar server with the user nora, the password secret and the calendar Work.
final class CalendarServer: Sendable {
    private struct Item: Sendable {
        var text: String
        var version: Int
    }

    private struct State: Sendable {
        var items: [String: Item] = [:]
        var version = 1
        var isReadOnly = false
        var isHeld = false
        var failure: Int?
        /// Whether the server sends messages about saved events.
        var schedules = false
        /// The body of the response to a busy-time request.
        var busyTimes = ""
    }

    private static let calendar = "/nora/work/"
    private let state: Lock<State>
    let http: HTTPServer

    init() throws {
        let state = Lock(State())
        self.state = state
        http = try HTTPServer { request in
            while state.withLock({ $0.isHeld }) { Thread.sleep(forTimeInterval: 0.02) }
            return state.withLock { state in
                state.failure.map { .init(status: $0) } ?? Self.answer(request, &state)
            }
        }
    }

    deinit {
        hold(false)
        http.stop()
    }

    var root: String { http.root }
    /// The requests that change data.
    var writes: [HTTPServer.Request] { http.requests.filter(\.isWrite) }
    var names: [String] { state.withLock { $0.items.keys.sorted() } }

    /// Returns the text of the only item that contains the given text.
    func item(_ part: String) -> String? {
        state.withLock { state in
            let found = state.items.values.filter { $0.text.contains(part) }
            return found.count == 1 ? found[0].text : nil
        }
    }

    /// Changes all items, as another client would.
    func replace(_ old: String, with new: String) {
        state.withLock { state in
            for (name, item) in state.items where item.text.contains(old) {
                state.version += 1
                state.items[name] = Item(text: item.text.replacing(old, with: new), version: state.version)
            }
        }
    }

    func put(_ name: String, _ text: String) {
        state.withLock { state in
            state.version += 1
            state.items[name] = Item(text: text, version: state.version)
        }
    }

    func removeAll() {
        state.withLock { state in
            state.version += 1
            state.items = [:]
        }
    }

    /// Holds responses back, or sends those held back.
    func hold(_ isHeld: Bool) { state.withLock { $0.isHeld = isHeld } }

    /// Responds to every request with the given status, or normally for nil.
    func fail(with status: Int?) { state.withLock { $0.failure = status } }

    /// Enables scheduling for nora@studio.example, with a response to busy-time requests.
    func schedule(busyTimes: String = "") {
        state.withLock { ($0.schedules, $0.busyTimes) = (true, busyTimes) }
    }

    func makeReadOnly() { state.withLock { $0.isReadOnly = true } }

    // MARK: - Responses

    private static func answer(_ request: HTTPServer.Request, _ state: inout State) -> HTTPServer.Answer {
        let right = "Basic " + Data("nora:secret".utf8).base64EncodedString()
        guard request.fields["authorization"] == right else {
            return .init(status: 401, fields: ["WWW-Authenticate: Basic realm=\"calendars\""])
        }
        let isCalendar = request.path.hasPrefix(calendar)
        let name = isCalendar ? String(request.path.dropFirst(calendar.count)) : ""
        switch request.method {
        case "PROPFIND" where isCalendar: return listing(state)
        case "PROPFIND" where request.path == "/nora/" && request.fields["depth"] == "1":
            return multistatus([principal(state), description(state)])
        case "PROPFIND" where ["/", "/nora/"].contains(request.path): return multistatus([principal(state)])
        case "OPTIONS":
            return .init(status: 200, fields: state.schedules ? ["DAV: 1, calendar-auto-schedule"] : [])
        case "POST" where request.path == "/nora/outbox/" && state.schedules:
            return .init(status: 200, fields: ["Content-Type: application/xml"], body: state.busyTimes)
        case "REPORT" where isCalendar && !request.body.contains("sync-collection"):
            return contents(state, request.body)
        case "GET" where isCalendar:
            guard let item = state.items[name] else { return .init(status: 404) }
            return .init(status: 200, fields: ["ETag: \"\(item.version)\""], body: item.text)
        case "PUT" where isCalendar, "DELETE" where isCalendar: return write(request, name, &state)
        default: return .init(status: 404)
        }
    }

    private static func write(_ request: HTTPServer.Request, _ name: String, _ state: inout State)
        -> HTTPServer.Answer
    {
        let old = state.items[name]
        let tag = old.map { "\"\($0.version)\"" }
        if request.fields["if-none-match"] == "*", old != nil { return .init(status: 412) }
        if let wanted = request.fields["if-match"], wanted != tag { return .init(status: 412) }
        state.version += 1
        guard request.method == "PUT" else {
            state.items[name] = nil
            return .init(status: old == nil ? 404 : 204)
        }
        state.items[name] = Item(text: request.body, version: state.version)
        return .init(status: old == nil ? 201 : 204, fields: ["ETag: \"\(state.version)\""])
    }

    private static func principal(_ state: State) -> String {
        let scheduling =
            "<c:calendar-user-address-set><d:href>mailto:nora@studio.example</d:href></c:calendar-user-address-set>"
            + "<c:schedule-outbox-URL><d:href>/nora/outbox/</d:href></c:schedule-outbox-URL>"
        return response(
            "/nora/",
            "<d:resourcetype><d:collection/></d:resourcetype>"
                + "<d:current-user-principal><d:href>/nora/</d:href></d:current-user-principal>"
                + "<c:calendar-home-set><d:href>/nora/</d:href></c:calendar-home-set>"
                + (state.schedules ? scheduling : "")
        )
    }

    private static func description(_ state: State) -> String {
        let rights = state.isReadOnly ? "<d:read/>" : "<d:read/></d:privilege><d:privilege><d:write/>"
        return response(
            calendar,
            "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:displayname>Work</d:displayname>"
                + "<s:getctag>\(state.version)</s:getctag>"
                + "<d:current-user-privilege-set><d:privilege>\(rights)</d:privilege>"
                + "</d:current-user-privilege-set>"
                + "<d:supported-report-set><d:supported-report><d:report><c:calendar-multiget/></d:report>"
                + "</d:supported-report></d:supported-report-set>"
        )
    }

    private static func listing(_ state: State) -> HTTPServer.Answer {
        let items = state.items.sorted { $0.key < $1.key }.map { name, item in
            response(
                calendar + name,
                "<d:getetag>\"\(item.version)\"</d:getetag><d:resourcetype/>"
                    + "<d:getcontenttype>text/calendar</d:getcontenttype>"
            )
        }
        return multistatus([description(state)] + items)
    }

    private static func contents(_ state: State, _ body: String) -> HTTPServer.Answer {
        let items = state.items.sorted { $0.key < $1.key }.filter { name, _ in
            !body.contains("multiget") || body.contains(calendar + name + "<")
        }
        return multistatus(
            items.map { name, item in
                let text = item.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
                    .replacing("\r", with: "&#13;")
                return response(
                    calendar + name,
                    "<d:getetag>\"\(item.version)\"</d:getetag><c:calendar-data>\(text)</c:calendar-data>"
                )
            }
        )
    }

    private static func response(_ href: String, _ properties: String) -> String {
        "<d:response><d:href>\(href)</d:href><d:propstat><d:prop>\(properties)</d:prop>"
            + "<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>"
    }

    private static func multistatus(_ responses: [String]) -> HTTPServer.Answer {
        let body =
            "<?xml version=\"1.0\"?><d:multistatus xmlns:d=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:caldav\" "
            + "xmlns:s=\"http://calendarserver.org/ns/\">" + responses.joined() + "</d:multistatus>"
        return .init(status: 207, fields: ["Content-Type: application/xml; charset=utf-8"], body: body)
    }
}

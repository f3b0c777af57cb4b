@testable import CalDAV
import ICalendar
import ICalendarStore
import ICalendarSync
import SystemIO
import Testing

/// Tests subscribed calendars: few requests, complete downloads, and no unnecessary writes.
@Suite struct FeedRoundTests {
    /// A web server with one feed.
    final class Server: DAVTransport {
        struct State {
            var body = ""
            var status = 200
            var fields: [String] = []
            var honorsTags = true
            var requests: [DAVRequest] = []
            var cutsAt: Int?
        }

        let state: Lock<State>

        init(_ body: String) { state = Lock(State(body: body)) }

        func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

        func send(
            _ request: DAVRequest,
            receive: @escaping @Sendable (ArraySlice<UInt8>) throws -> Void
        ) async throws(TransportFailure) -> DAVAnswer {
            let now = state.withLock { state in
                state.requests.append(request)
                return state
            }
            let tag = "\"\(now.body.hashValue)\""
            if now.honorsTags, now.status == 200, request.fields["If-None-Match"] == tag {
                return DAVAnswer(HTTPStatus(304), HTTPFields(lines: now.fields))
            }
            let fields = HTTPFields(lines: (now.honorsTags ? ["ETag: \(tag)"] : []) + now.fields)
            guard now.status == 200 else {
                return DAVAnswer(HTTPStatus(now.status), fields, body: Array(now.body.utf8))
            }
            do {
                let bytes = Array(now.body.utf8)
                try receive(bytes.prefix(now.cutsAt ?? bytes.count))
            } catch {
                throw TransportFailure(.stopped(error), request.url)
            }
            if now.cutsAt != nil { throw TransportFailure(.cutOff, request.url) }
            return DAVAnswer(HTTPStatus(200), fields)
        }
    }

    private let folder: SyncFolder
    private let url: ResourceURL

    init() throws {
        folder = try SyncFolder()
        url = try Feed.address("webcal://example.com/a.ics")
    }

    private func look(
        _ server: Server,
        at now: Int = 1_000_000,
        _ change: (inout FeedRound) -> Void = { _ in }
    ) async throws -> CalendarReport {
        var round = try FeedRound("feed", at: url, in: folder.root, server)
        (round.now, round.isForced) = (now, true)
        change(&round)
        return try await round.run()
    }

    private func feed(_ uids: [String], stamp: String = "20260101T000000Z", extra: [String] = []) -> String {
        let events = uids.map { uid in
            [
                "BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:\(stamp)", "DTSTART:20260301T090000Z",
                "SUMMARY:Event \(uid.split(separator: "@").first ?? "")", "X-SEEN:\(stamp)", "END:VEVENT",
            ]
        }
        let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Feed//EN"] + extra + events.flatMap { $0 }
        return (lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    private var files: [String: String] { folder.items("feed") }

    @Test func `an unchanged feed needs one request and does not touch any files`() async throws {
        let server = Server(feed(["1", "2"], extra: ["X-WR-CALNAME:Holidays", "COLOR:#FF0000"]))
        #expect(try await look(server).count(.addHere) == 2)
        #expect(folder.text("feed/displayname") == "Holidays\n")
        #expect(folder.text("feed/color") == "#FF0000\n")
        let before = try stamps()
        #expect(try await look(server, at: 1_000_100).isUnchanged)
        #expect(server.state.withLock { $0.requests.count } == 2)
        #expect(server.state.withLock { $0.requests.last?.fields["If-None-Match"] } != nil)
        #expect(try stamps() == before)
    }

    private func stamps() throws -> [[UInt8]: FileStamp] {
        let entries = try SystemFiles().entries(of: folder.root.path(ofFolder: Array("feed".utf8)))
        return Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.stamp) })
    }

    @Test func `new timestamps or UIDs for the same events write no files`() async throws {
        let server = Server(feed((1...20).map { "\($0)@a" }))
        _ = try await look(server)
        let before = try stamps()
        server.set { $0.body = feed((1...20).map { "\($0)@a" }, stamp: "20260202T000000Z") }
        #expect(try await look(server).steps.isEmpty)
        server.set { $0.body = feed((1...20).map { "\($0)@b" }, stamp: "20260203T000000Z") }
        #expect(try await look(server).steps.isEmpty)
        server.set { $0.body = feed((1...20).map { "\($0)@c" }, stamp: "20260204T000000Z") }
        #expect(try await look(server).steps.isEmpty)
        #expect(try stamps() == before)
        server.set { $0.body = feed((1...21).map { "\($0)@c" }) }
        #expect(try await look(server).steps.map(\.description) == ["here: add \"Event 21\""])
        #expect(files.count == 21)
    }

    @Test func `one changed event writes one file, and one removed event deletes one file`() async throws {
        let server = Server(feed(["1", "2", "3"]))
        _ = try await look(server)
        server.set { $0.body = feed(["1", "2"]).replacing("Event 2", with: "Changed") }
        #expect(try await look(server).steps.map(\.action) == [.changeHere, .removeHere])
        #expect(files.count == 2 && files["2.ics"]?.contains("SUMMARY:Changed") == true)
    }

    @Test func `an incomplete feed or a web page changes nothing`() async throws {
        let server = Server(feed(["1", "2"]))
        _ = try await look(server)
        let before = files
        for body in ["BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", "", "<!DOCTYPE html><p>Log in</p>"] {
            server.set { $0.body = body }
            let report = try await look(server)
            #expect(report.problems.count == 1 && report.steps.isEmpty)
        }
        server.set { ($0.body, $0.cutsAt) = (feed([]), 20) }
        await #expect(throws: SyncFailure.self) { _ = try await look(server) }
        server.set { ($0.cutsAt, $0.status, $0.body) = (nil, 503, "") }
        #expect(try await look(server).problems == ["the server is not available at the moment (503)"])
        #expect(files == before)
    }

    @Test func `an emptied feed is accepted on the second download`() async throws {
        let server = Server(feed(["1", "2"]))
        _ = try await look(server)
        server.set { $0.body = feed([]) }
        #expect(
            try await look(server).notes == [
                "the calendar is now empty; its 2 items are kept until the next download"
            ]
        )
        #expect(files.count == 2)
        #expect(try await look(server).count(.removeHere) == 2)
        #expect(files.isEmpty)
        // The user can confirm the empty feed immediately.
        server.set { $0.body = feed(["1"]) }
        _ = try await look(server)
        server.set { $0.body = feed([]) }
        _ = try await look(server) { $0.allowsEmptying = true }
        #expect(files.isEmpty)
    }

    @Test func `the next download waits as long as the publisher and the server specify`() async throws {
        let server = Server(feed(["1"], extra: ["REFRESH-INTERVAL;VALUE=DURATION:PT4H"]))
        func requests() -> Int { server.state.withLock { $0.requests.count } }
        _ = try await look(server, at: 1_000_000)
        _ = try await look(server, at: 1_000_000 + 4 * 3600 - 1) { $0.isForced = false }
        #expect(requests() == 1)
        _ = try await look(server, at: 1_000_000 + 4 * 3600) { $0.isForced = false }
        #expect(requests() == 2)
        server.set { ($0.status, $0.fields) = (429, ["Retry-After: 172800"]) }
        _ = try await look(server, at: 1_100_000) { $0.isForced = false }
        _ = try await look(server, at: 1_100_000 + 172_799) { $0.isForced = false }
        #expect(requests() == 3)
        server.set { ($0.status, $0.fields) = (410, []) }
        #expect(try await look(server, at: 1_300_000) { $0.isForced = false }.problems.count == 1)
        _ = try await look(server, at: 9_000_000) { $0.isForced = false }
        #expect(requests() == 4)
        #expect(files.count == 1)
    }

    @Test func `a feed is downloaded completely once a day`() async throws {
        let server = Server(feed(["1"]))
        _ = try await look(server)
        _ = try await look(server, at: 1_000_000 + 3600)
        _ = try await look(server, at: 1_000_000 + 90_000)
        let asked = server.state.withLock { $0.requests.map { $0.fields["If-None-Match"] != nil } }
        #expect(asked == [false, true, false])
    }

    @Test func `a permanent URL is used after the third redirect to it`() async throws {
        let server = Server(feed(["1"]))
        _ = try await look(server)
        let redirecting = Redirecting(server)
        for round in 1...4 {
            var look = try FeedRound("feed", at: url, in: folder.root, redirecting)
            (look.now, look.isForced) = (1_000_000 + round, true)
            let report = try await look.run()
            #expect(report.notes.count == (round == 3 ? 1 : 0), "\(round): \(report.notes)")
        }
        #expect(server.state.withLock { $0.requests.last?.url.description } == "https://example.com/new.ics")
        #expect(redirecting.count.withLock { $0 } == 3)
    }

    final class Redirecting: DAVTransport {
        let server: Server
        let count = Lock(0)
        init(_ server: Server) { self.server = server }

        func send(
            _ request: DAVRequest,
            receive: @escaping @Sendable (ArraySlice<UInt8>) throws -> Void
        ) async throws(TransportFailure) -> DAVAnswer {
            guard request.url.description.hasSuffix("/a.ics") else {
                return try await server.send(request, receive: receive)
            }
            count.withLock { $0 += 1 }
            return DAVAnswer(HTTPStatus(301), HTTPFields(lines: ["Location: /new.ics"]))
        }
    }

    @Test func `items without a UID and overrides keep their files`() async throws {
        let text = feed(["1"]).replacing(
            "END:VCALENDAR",
            with:
                "BEGIN:VEVENT\r\nUID:1\r\nRECURRENCE-ID:20260301T090000Z\r\nDTSTART:20260301T100000Z\r\nEND:VEVENT\r\n"
                + "BEGIN:VEVENT\r\nDTSTART:20260305T100000Z\r\nSUMMARY:Nameless\r\nEND:VEVENT\r\nEND:VCALENDAR"
        )
        let server = Server(text)
        _ = try await look(server)
        #expect(files.count == 2)
        #expect(files["1.ics"]?.contains("RECURRENCE-ID") == true)
        server.set { $0.body = text.replacing("PRODID:-//Feed//EN", with: "PRODID:-//Other//EN") }
        #expect(try await look(server).steps.isEmpty)
    }
}

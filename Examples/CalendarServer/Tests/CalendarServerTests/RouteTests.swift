import Foundation
import Hummingbird
import HummingbirdTesting
import ICalendar
import Testing

@testable import CalendarServer

@Suite struct RouteTests {
    private struct Report: Decodable {
        struct Line: Decodable {
            let line: Int?
            let code: String
            let message: String
        }
        let status: Int
        let detail: String
        let errors: [Line]?
    }

    /// Returns the problem in a response, after checking its status and content type.
    private func problem(in response: TestResponse, _ status: HTTPResponse.Status) throws -> Report {
        #expect(response.status == status)
        #expect(response.headers[.contentType] == "application/problem+json")
        let report = try JSONDecoder().decode(Report.self, from: Data(buffer: response.body))
        #expect(report.status == status.code)
        return report
    }

    private func occurrences(in response: TestResponse) throws -> [Occurrence] {
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "application/json")
        return try JSONDecoder().decode([Occurrence].self, from: Data(buffer: response.body))
    }

    @Test func `a month is returned as an array of occurrences`() async throws {
        try await withServer { client in
            #expect(try await client.send(.put, "/calendars/team", team).status == .created)
            let query = "month=2026-04&timeZone=Europe/Berlin"
            let response = try await client.send(.get, "/calendars/team/occurrences?\(query)")
            let found = try occurrences(in: response)
            #expect(
                found.map { "\($0.uid) \($0.start)" } == [
                    "off 2026-04-03", "stand-up 2026-04-07T09:00:00+02:00",
                    "stand-up 2026-04-14T09:00:00+02:00",
                    "stand-up 2026-04-21T09:00:00+02:00", "stand-up 2026-04-28T09:00:00+02:00",
                ]
            )
            #expect(Set(found.map(\.id)).count == 5)
            #expect(found.allSatisfy { $0.file == "team" })
        }
    }

    @Test(arguments: [
        ("days=1&from=2026-04-07&timeZone=Europe/Berlin", ["2026-04-07T09:00:00+02:00"]),
        ("days=1&from=2026-03-24&timeZone=Europe/Berlin", ["2026-03-24T09:00:00+01:00"]),
        ("days=7&from=2026-04-01", ["2026-04-03", "2026-04-07T09:00:00+02:00"]),
        ("days=1&from=2026-04-08", []),
        ("month=1999-12", []),
    ])
    func `days are returned as an array of occurrences`(query: String, starts: [String]) async throws {
        try await withServer { client in
            _ = try await client.send(.put, "/calendars/team", team)
            for response in [
                try await client.send(.get, "/calendars/team/occurrences?\(query)"),
                try await client.send(.post, "/occurrences?\(query)", team),
            ] {
                #expect(try occurrences(in: response).map(\.start.description) == starts)
            }
        }
    }

    @Test func `days without a start begin now`() async throws {
        try await withServer { client in
            let response = try await client.send(.post, "/occurrences?days=7", team)
            #expect(try occurrences(in: response).contains { $0.uid == "stand-up" })
        }
    }

    @Test func `a long response has one line per occurrence`() async throws {
        let minutes = calendar([("minute", "DTSTART:20260101T000000Z\r\nRRULE:FREQ=MINUTELY")])
        var limits = ServerLimits()
        limits.arraySize = 100_000
        try await withServer(limits) { client in
            let uri = "/occurrences?month=2026-04"
            let report = try problem(in: try await client.send(.post, uri, minutes), .unprocessableContent)
            #expect(report.detail.contains("application/x-ndjson"))
            let response = try await client.send(
                .post,
                uri,
                minutes,
                headers: [.accept: "application/x-ndjson, application/json;q=0.5"]
            )
            #expect(response.headers[.contentType] == "application/x-ndjson")
            let lines = String(buffer: response.body).split(separator: "\n")
            #expect(lines.count == 30 * 24 * 60)
            let last = try JSONDecoder().decode(Occurrence.self, from: Data(try #require(lines.last).utf8))
            #expect(last.start.description == "2026-04-30T23:59:00Z")
        }
    }

    @Test func `a feed is the calendar with a strong ETag`() async throws {
        try await withServer { client in
            _ = try await client.send(.put, "/calendars/team.ics", team)
            let feed = try await client.send(.get, "/calendars/team.ics")
            #expect(feed.status == .ok)
            #expect(feed.headers[.contentType] == "text/calendar; charset=utf-8")
            #expect(feed.headers[.cacheControl] == "no-cache")
            let tag = try #require(feed.headers[.eTag])
            #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))
            let file = try CalendarFile(bytes: Array(buffer: feed.body))
            #expect(file.diagnostics.isEmpty)
            #expect(file.calendars.flatMap(\.events).map(\.uid) == ["stand-up", "off"])

            let head = try await client.send(.head, "/calendars/team.ics")
            #expect(head.status == .ok && head.body.readableBytes == 0)
            #expect(head.headers[.eTag] == tag)
            #expect(head.headers[.contentLength] == "\(feed.body.readableBytes)")

            for known in [tag, "W/\(tag)", "\"other\" , \(tag)", "*"] {
                let response = try await client.send(
                    .get,
                    "/calendars/team.ics",
                    headers: [.ifNoneMatch: known]
                )
                #expect(response.status == .notModified && response.body.readableBytes == 0, "\(known)")
                #expect(response.headers[.eTag] == tag)
            }
            let other = try await client.send(
                .get,
                "/calendars/team.ics",
                headers: [.ifNoneMatch: "\"other\""]
            )
            #expect(other.status == .ok)
        }
    }

    @Test func `the ETag changes with the calendar`() async throws {
        try await withServer { client in
            func tag() async throws -> String? {
                try await client.send(.head, "/calendars/team").headers[.eTag]
            }
            #expect(try await client.send(.put, "/calendars/team", team).status == .created)
            let first = try await tag()
            #expect(try await client.send(.put, "/calendars/team", team).status == .noContent)
            #expect(try await tag() == first)
            let changed = team.replacing("Stand-up", with: "Retro")
            #expect(try await client.send(.put, "/calendars/team", changed).status == .noContent)
            #expect(try await tag() != first)
            #expect(try await client.send(.delete, "/calendars/team").status == .noContent)
            _ = try problem(in: try await client.send(.get, "/calendars/team"), .notFound)
            _ = try problem(in: try await client.send(.delete, "/calendars/team"), .notFound)
        }
    }

    @Test func `a calendar that would lose an event is not stored`() async throws {
        let damaged = calendar([
            ("good", "DTSTART:20260401T090000Z"), ("bad", "SUMMARY:Lost\r\nDTSTART:20261301"),
        ])
        try await withServer { client in
            let response = try await client.send(.put, "/calendars/team", damaged)
            let report = try problem(in: response, .unprocessableContent)
            let line = try #require(report.errors?.first)
            #expect(line.line != nil && line.message.contains("DTSTART"), "\(report)")
            _ = try problem(in: try await client.send(.get, "/calendars/team"), .notFound)
        }
    }

    @Test(arguments: [
        ("", "the input is empty"), ("<html>login</html>", "HTML"), ("BEGIN:VCARD\r\nEND:VCARD", "vCard"),
        ("hello", "no BEGIN:VCALENDAR"), ("\u{1F}\u{0}\u{0}", "UTF-16"),
    ])
    func `junk is rejected with a reason`(junk: String, reason: String) async throws {
        try await withServer { client in
            for response in [
                try await client.send(.put, "/calendars/team", junk),
                try await client.send(.post, "/occurrences?month=2026-04", junk),
            ] {
                let report = try problem(in: response, .unprocessableContent)
                #expect(report.detail.contains(reason))
            }
        }
    }

    @Test(arguments: [
        ("", "month"), ("month=2026-13", "2026-13"), ("month=2026", "2026"),
        ("month=2026-04&days=7", "month"),
        ("month=%00", "month"), ("month=2026-04&timeZone=Europe/Atlantis", "Europe/Atlantis"),
        ("month=2026-04&timeZone=../../../etc/passwd", "passwd"), ("month=2026-04&timeZone=", "time zone"),
        ("days=0", "366"), ("days=367", "366"), ("days=many", "many"), ("days=99999999999999999999", "366"),
        ("days=7&from=tomorrow", "tomorrow"), ("days=7&from=2026-02-30", "2026-02-30"),
    ])
    func `an invalid query is rejected with a reason`(query: String, reason: String) async throws {
        try await withServer { client in
            let response = try await client.send(.post, "/occurrences?\(query)", team)
            let report = try problem(in: response, .badRequest)
            #expect(report.detail.contains(reason), "\(report.detail)")
        }
    }

    @Test(arguments: [
        "..", ".hidden", "a%2Fb", "%00", "caf%C3%A9", "a b", String(repeating: "a", count: 101),
    ])
    func `an invalid name is rejected`(name: String) async throws {
        try await withServer { client in
            let response = try await client.send(.put, "/calendars/\(name.replacing(" ", with: "%20"))", team)
            #expect([.badRequest, .notFound].contains(response.status), "\(name): \(response.status)")
        }
    }

    @Test func `the number of calendars is limited`() async throws {
        var limits = ServerLimits()
        limits.calendars = 1
        try await withServer(limits) { client in
            var statuses: [HTTPResponse.Status] = []
            for name in ["a", "b", "a"] {
                statuses.append(try await client.send(.put, "/calendars/\(name)", team).status)
            }
            #expect(statuses == [.created, .insufficientStorage, .noContent])
        }
    }
}

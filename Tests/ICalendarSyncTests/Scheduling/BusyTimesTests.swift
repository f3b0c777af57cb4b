@testable import CalDAV
import ICalendar
@testable import ICalendarSync
import Foundation
import SystemIO
import Testing

/// Tests requesting other people's busy times from a server.
@Suite struct BusyTimesTests {
    private let server = FakeServer()
    private static let day = Instant(secondsSince1970: 1_780_000_000 / 86_400 * 86_400)
    private static let range = day..<day.adding(seconds: 86_400)

    private func answers(
        to people: [String],
        _ answer: DAVAnswer
    ) async throws -> [BusyTimesRequest.Answer] {
        server.state.withLock { $0.scripted = [({ $0.method == .post }, { _ in answer })] }
        let request = BusyTimesRequest(people, in: Self.range, from: "nora@x.example")
        return try await request.send(
            to: try ResourceURL("https://dav.example.com/u/outbox/"),
            over: server,
            at: Self.day
        )
    }

    private func document(_ rows: String) -> DAVAnswer {
        let text =
            "<C:schedule-response xmlns:C='urn:ietf:params:xml:ns:caldav' xmlns:D='DAV:'>\(rows)</C:schedule-response>"
        return DAVAnswer(HTTPStatus(200), HTTPFields(), body: Array(text.utf8))
    }

    private func row(_ address: String, _ lines: String..., status: String = "2.0;Success") -> String {
        let data =
            lines.isEmpty
            ? ""
            : "<C:calendar-data>BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:p\nMETHOD:REPLY\nBEGIN:VFREEBUSY\nUID:f\n"
                + "DTSTAMP:20260101T000000Z\n\(lines.joined(separator: "\n"))\nEND:VFREEBUSY\nEND:VCALENDAR\n"
                + "</C:calendar-data>"
        return "<C:response><C:recipient><D:href>\(address)</D:href></C:recipient>"
            + "<C:request-status>\(status)</C:request-status>\(data)</C:response>"
    }

    @Test func `the request names each person once and does not count as writing an item`() throws {
        let request = BusyTimesRequest(
            ["ann@x.example", "Ann@x.example", "bob@x.example"],
            in: Self.range,
            from: "nora@x.example"
        )
        let text = String(decoding: try request.message(uid: "f", stamp: Self.day), as: UTF8.self)
        for line in [
            "METHOD:REQUEST", "BEGIN:VFREEBUSY", "ORGANIZER:mailto:nora@x.example",
            "ATTENDEE:mailto:ann@x.example", "ATTENDEE:mailto:bob@x.example", "DTSTART:20260528T000000Z",
            "DTEND:20260529T000000Z",
        ] { #expect(text.contains(line + "\r\n"), "\(text)") }
        #expect(text.components(separatedBy: "ATTENDEE").count == 3)
        let sent = DAVRequest.freeBusy(try ResourceURL("https://dav.example.com/o/"), Array(text.utf8))
        #expect(sent.method == .post && sent.fields["Content-Type"]?.hasPrefix("text/calendar") == true)
        #expect(!sent.isReadOnly)
    }

    @Test func `busy times are clipped to the window and sorted, and people are in the order of the request`()
        async throws
    {
        let found = try await answers(
            to: ["ann@x.example", "bob@x.example", "eve@x.example", "zoe@x.example"],
            document(
                row("mailto:zoe@x.example", status: "5.1;Service unavailable")
                    + row("MAILTO:Bob@X.example", "DTSTART:20260528T000000Z")
                    + row(
                        "mailto:ann@x.example",
                        "FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260528T120000Z/PT1H",
                        "FREEBUSY:20260527T230000Z/20260528T010000Z,20260601T000000Z/PT1H",
                        "FREEBUSY;FBTYPE=FREE:20260528T150000Z/PT1H"
                    )
            )
        )
        #expect(found.map(\.address) == ["ann@x.example", "bob@x.example", "eve@x.example", "zoe@x.example"])
        #expect(
            found[0].periods.map { "\($0.kind) \($0.start) \($0.end)" } == [
                "busy 2026-05-28T00:00:00Z 2026-05-28T01:00:00Z",
                "tentative 2026-05-28T12:00:00Z 2026-05-28T13:00:00Z",
            ]
        )
        #expect(found[1].periods == [] && found[1].problem == nil)
        #expect(found[2].problem == "the server returns no busy times for this address")
        #expect(found[3].problem == "5.1;Service unavailable")
    }

    @Test func `hostile responses contribute no busy times, and no people who were not requested`()
        async throws
    {
        let many = (0..<11_000).map { number in
            let start = CivilDateTime(secondNumber: Self.day.secondsSince1970 + number * 7)
            return "\(start)Z/PT1S".filter { $0 != "-" && $0 != ":" }
        }
        let lines = stride(from: 0, to: many.count, by: 1000).map {
            "FREEBUSY:" + many[$0..<min($0 + 1000, many.count)].joined(separator: ",")
        }
        let found = try await answers(
            to: ["ann@x.example", "bob@x.example", "eve@x.example", "joe@x.example"],
            document(
                row("mailto:mallory@x.example", "FREEBUSY:20260528T000000Z/PT24H")
                    + row("mailto:ann@x.example", lines.joined(separator: "\n"))
                    + row(
                        "mailto:bob@x.example",
                        status: "9.9;\u{1B}[31m\(String(repeating: "x", count: 5000))"
                    )
                    + row("mailto:eve@x.example", "FREEBUSY:20260528T050000Z/20260528T010000Z,x/y")
                    + row("mailto:eve@x.example", "FREEBUSY:20260528T000000Z/PT24H")
                    + "<C:response><C:recipient><D:href>mailto:joe@x.example</D:href></C:recipient>"
                    + "<C:request-status>2.0;Success</C:request-status><C:calendar-data>"
                    + String(repeating: "x", count: 2 << 20) + "</C:calendar-data></C:response>"
            )
        )
        #expect(found.count == 4 && found.allSatisfy { $0.periods.isEmpty })
        #expect(found[0].problem == "limit reached: more than 10000 busy times")
        #expect(found[1].problem.map { $0.count <= 220 && !$0.contains("\u{1B}") } == true)
        #expect(found[2].problem == nil)
        #expect(found[3].problem == "the response is too large")
    }

    @Test(arguments: [
        DAVAnswer(HTTPStatus(403), HTTPFields()), DAVAnswer(HTTPStatus(500), HTTPFields()),
        DAVAnswer(HTTPStatus(200), HTTPFields(), body: Array("<!DOCTYPE html><html>".utf8)),
        DAVAnswer(HTTPStatus(200), HTTPFields(), body: Array("<multistatus xmlns='DAV:'/>".utf8)),
        DAVAnswer(HTTPStatus(200), HTTPFields()),
    ])
    func `a response without busy times counts as a failure`(answer: DAVAnswer) async throws {
        await #expect(throws: SyncFailure.self) { try await answers(to: ["ann@x.example"], answer) }
    }
}

@testable import CalDAV
import Testing

/// Tests of responses to free/busy requests, including hostile ones.
@Suite struct ScheduleResponseTests {
    private static let cyrus = """
        <?xml version="1.0" encoding="utf-8"?>
        <C:schedule-response xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:D="DAV:"><C:response><C:recipient>\
        <D:href>mailto:v@studio.example</D:href></C:recipient><C:request-status>2.0;Success</C:request-status>\
        <C:calendar-data content-type="text/calendar" version="2.0"><![CDATA[BEGIN:VCALENDAR
        END:VCALENDAR
        ]]></C:calendar-data></C:response><C:response><C:recipient><D:href>mailto:e@other.example</D:href>\
        </C:recipient><C:request-status>5.1;Service &amp; unavailable</C:request-status></C:response>\
        </C:schedule-response>
        """

    private func read(
        _ text: String,
        pieces: Int = .max,
        limits: XMLLimits = ScheduleResponseReader.limits
    ) throws(XMLFailure) -> [ScheduleResponseReader.Recipient] {
        var reader = ScheduleResponseReader(limits: limits)
        var found: [ScheduleResponseReader.Recipient] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            found += try reader.read(Array(rest.prefix(pieces)))
            rest = rest.dropFirst(pieces)
        }
        try reader.finish()
        return found
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `a Cyrus response is read the same way in pieces of any size`() throws {
        let whole = try read(Self.cyrus)
        #expect(whole.map { text($0.address) } == ["mailto:v@studio.example", "mailto:e@other.example"])
        #expect(whole.map { text($0.status) } == ["2.0;Success", "5.1;Service & unavailable"])
        #expect(text(whole[0].data) == "BEGIN:VCALENDAR\nEND:VCALENDAR\n" && whole[1].data.isEmpty)
        for size in 1...40 { #expect(try read(Self.cyrus, pieces: size) == whole) }
    }

    @Test func `a truncated response is never complete`() {
        let bytes = Array(Self.cyrus.utf8)
        for end in 0..<bytes.count {
            #expect(throws: XMLFailure.self) { try read(text(Array(bytes.prefix(end)))) }
        }
    }

    @Test func `misplaced elements are ignored`() throws {
        let found = try read(
            """
            <schedule-response xmlns="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:"><d:href>a</d:href>
            <response><d:href>b</d:href><recipient><x><d:href>c</d:href></x></recipient>
            <response><recipient><d:href>d</d:href></recipient></response></response></schedule-response>
            """
        )
        #expect(found.count == 1 && found[0] == ScheduleResponseReader.Recipient())
    }

    @Test(arguments: [
        ("<multistatus xmlns='DAV:'/>", XMLFailure.Reason.root("multistatus")),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", .documentType),
        ("<c:schedule-response/>", .prefix("c")),
    ])
    func `invalid or unexpected documents are rejected`(document: String, reason: XMLFailure.Reason) {
        #expect(throws: XMLFailure.self) { try read(document) }
        do {
            _ = try read(document)
        } catch {
            #expect(error.reason == reason)
        }
    }

    @Test func `reaching a limit stops the reader or skips a calendar`() throws {
        func answer(_ content: String) -> String {
            "<schedule-response xmlns='urn:ietf:params:xml:ns:caldav' xmlns:d='DAV:'>\(content)</schedule-response>"
        }
        let long = String(repeating: "x", count: 2000)
        var limits = ScheduleResponseReader.limits
        (limits.item, limits.text, limits.elements, limits.bytes) = (1000, 1000, 50, 100_000)
        let large = "<response><calendar-data>\(long)</calendar-data></response>"
        let found = try read(answer(large + "<response/>"), limits: limits)
        #expect(found.map(\.isTooLarge) == [true, false] && found.allSatisfy(\.data.isEmpty))
        let cases = [
            ("text", "<response><request-status>\(long)</request-status></response>"),
            ("text", "<response><recipient><d:href>\(long)</d:href></recipient></response>"),
            ("elements", String(repeating: "<response/>", count: 60)),
            ("bytes", "<!--\(String(repeating: "x", count: 100_000))-->"),
        ]
        for (name, content) in cases {
            do throws(XMLFailure) {
                _ = try read(answer(content), limits: limits)
                Issue.record("\(name) has no limit")
            } catch {
                guard case .limit(name, _) = error.reason else {
                    Issue.record("\(name): \(error)")
                    continue
                }
            }
        }
    }
}

import ICalendar
import ICalendarChecking
import Testing

@testable import ICalendarStore

/// Tests the rows in the method tables for events and to-dos (RFC 5546 sections 3.2 and 3.4): what a message
/// must and must not contain.
@Suite struct MethodRowTests {
    /// A table for a component and a METHOD, with the properties that a message must and must not have.
    struct Table: CustomTestStringConvertible {
        let kind: String
        let method: String
        let must: [String]
        let mustNot: [String]
        var testDescription: String { "\(kind) \(method)" }

        init(_ kind: String, _ method: String, must: String, mustNot: String) {
            (self.kind, self.method) = (kind, method)
            self.must = must.split(separator: " ").map(String.init)
            self.mustNot = mustNot.split(separator: " ").map(String.init)
        }
    }

    private static let rules = "EXDATE RECURRENCE-ID RDATE RRULE REQUEST-STATUS"

    static let tables: [Table] = [
        .init(
            "VEVENT",
            "PUBLISH",
            must: "DTSTAMP DTSTART ORGANIZER SUMMARY UID",
            mustNot: "ATTENDEE REQUEST-STATUS"
        ),
        .init(
            "VEVENT",
            "REQUEST",
            must: "ATTENDEE DTSTAMP DTSTART ORGANIZER SUMMARY UID",
            mustNot: "REQUEST-STATUS"
        ),
        .init("VEVENT", "REPLY", must: "ATTENDEE DTSTAMP ORGANIZER UID", mustNot: "VALARM"),
        .init("VEVENT", "ADD", must: "DTSTAMP DTSTART ORGANIZER SEQUENCE SUMMARY UID", mustNot: rules),
        .init("VEVENT", "CANCEL", must: "DTSTAMP ORGANIZER SEQUENCE UID", mustNot: "REQUEST-STATUS VALARM"),
        .init(
            "VEVENT",
            "REFRESH",
            must: "ATTENDEE DTSTAMP ORGANIZER UID",
            mustNot:
                "ATTACH CATEGORIES CLASS CONTACT CREATED DESCRIPTION DTEND DTSTART EXDATE GEO LAST-MODIFIED "
                + "LOCATION PRIORITY RDATE RELATED-TO REQUEST-STATUS RESOURCES RRULE SEQUENCE STATUS SUMMARY TRANSP "
                + "URL VALARM"
        ),
        .init("VEVENT", "COUNTER", must: "DTSTAMP DTSTART ORGANIZER SUMMARY UID", mustNot: ""),
        .init("VEVENT", "DECLINECOUNTER", must: "ATTENDEE DTSTAMP ORGANIZER SEQUENCE UID", mustNot: "VALARM"),
        .init(
            "VTODO",
            "PUBLISH",
            must: "DTSTAMP DTSTART ORGANIZER PRIORITY SUMMARY UID",
            mustNot: "ATTENDEE REQUEST-STATUS"
        ),
        .init(
            "VTODO",
            "REQUEST",
            must: "ATTENDEE DTSTAMP DTSTART ORGANIZER PRIORITY SUMMARY UID",
            mustNot: "REQUEST-STATUS"
        ),
        .init("VTODO", "REPLY", must: "ATTENDEE DTSTAMP ORGANIZER UID", mustNot: "VALARM"),
        .init("VTODO", "ADD", must: "DTSTAMP ORGANIZER PRIORITY SEQUENCE SUMMARY UID", mustNot: rules),
        .init("VTODO", "CANCEL", must: "DTSTAMP ORGANIZER SEQUENCE UID", mustNot: "REQUEST-STATUS VALARM"),
        .init(
            "VTODO",
            "REFRESH",
            must: "ATTENDEE DTSTAMP UID",
            mustNot:
                "ATTACH CATEGORIES CLASS CONTACT CREATED DESCRIPTION DTSTART DUE EXDATE GEO LAST-MODIFIED "
                + "LOCATION ORGANIZER PERCENT-COMPLETE PRIORITY RDATE RELATED-TO REQUEST-STATUS RESOURCES RRULE "
                + "SEQUENCE STATUS URL VALARM"
        ),
        .init("VTODO", "COUNTER", must: "ATTENDEE DTSTAMP ORGANIZER PRIORITY SUMMARY UID", mustNot: ""),
        .init("VTODO", "DECLINECOUNTER", must: "ATTENDEE DTSTAMP ORGANIZER SEQUENCE UID", mustNot: "VALARM"),
    ]

    private static let values = [
        "UID": "UID:u", "DTSTAMP": "DTSTAMP:20260301T000000Z", "DTSTART": "DTSTART:20260406T090000Z",
        "ORGANIZER": "ORGANIZER:mailto:o@x.example",
        "ATTENDEE": "ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@x.example",
        "SUMMARY": "SUMMARY:New", "SEQUENCE": "SEQUENCE:1", "PRIORITY": "PRIORITY:1",
        "DTEND": "DTEND:20260406T100000Z",
        "DUE": "DUE:20260406T100000Z", "EXDATE": "EXDATE:20260407T090000Z", "RDATE": "RDATE:20260408T090000Z",
        "RRULE": "RRULE:FREQ=DAILY;COUNT=2", "RECURRENCE-ID": "RECURRENCE-ID:20260406T090000Z",
        "REQUEST-STATUS": "REQUEST-STATUS:2.0;Success", "STATUS": "STATUS:CONFIRMED",
        "TRANSP": "TRANSP:OPAQUE",
        "GEO": "GEO:1;2", "CREATED": "CREATED:20260101T000000Z",
        "LAST-MODIFIED": "LAST-MODIFIED:20260101T000000Z",
        "PERCENT-COMPLETE": "PERCENT-COMPLETE:5", "COMPLETED": "COMPLETED:20260101T000000Z",
        "DURATION": "DURATION:PT1H", "X-NOTE": "X-NOTE:x", "CATEGORIES": "CATEGORIES:x",
        "URL": "URL:http://x.example/",
        "ATTACH": "ATTACH:http://x.example/",
        "VALARM": "BEGIN:VALARM\nACTION:AUDIO\nTRIGGER:-PT5M\nEND:VALARM",
    ]

    static func component(_ table: Table, _ names: [String]) -> String {
        let lines = names.map { name in
            if name == "STATUS", table.kind == "VTODO" { return "STATUS:IN-PROCESS" }
            return values[name] ?? "\(name):x"
        }
        return "BEGIN:\(table.kind)\n\(lines.joined(separator: "\n"))\nEND:\(table.kind)"
    }

    private func violations(_ table: Table, _ names: [String]) throws -> [String] {
        let text =
            "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:p\nMETHOD:\(table.method)\n\(Self.component(table, names))\nEND:VCALENDAR\n"
        return try CalendarFile(text: text).validate().filter { $0.severity == .error }.map(\.message)
    }

    static func receive(_ table: Table, _ names: [String]) throws -> ReceivedMessage {
        let stored =
            "BEGIN:\(table.kind)\nUID:u\nDTSTAMP:20260101T000000Z\nSEQUENCE:0\nSUMMARY:Old\nDTSTART:20260406T080000Z\n"
            + "PRIORITY:1\nORGANIZER:mailto:o@x.example\nATTENDEE:mailto:a@x.example\nEND:\(table.kind)"
        let method = try #require(SchedulingMethod(keyword: table.method))
        return try received(method, [component(table, names)], over: [stored], kind: table.kind)
    }

    @Test(arguments: tables)
    func `a message with all required properties is valid and processed`(table: Table) throws {
        #expect(try violations(table, table.must) == [])
        let names =
            table.must.contains("SEQUENCE") || table.method == "REFRESH"
            ? table.must : table.must + ["SEQUENCE"]
        let isStart = names.contains("DTSTART") || table.method != "ADD"
        let outcome = try Self.receive(table, isStart ? names : names + ["DTSTART"]).outcome
        let expected: [String: MessageOutcome.Action] = [
            "PUBLISH": .updated, "REQUEST": .updated, "REPLY": .answered, "ADD": .updated,
            "CANCEL": .cancelled,
            "REFRESH": .refreshRequested, "COUNTER": .proposed, "DECLINECOUNTER": .proposalDeclined,
        ]
        #expect(outcome.action == expected[table.method], "\(outcome)")
    }

    @Test(arguments: tables)
    func `a missing property is reported and causes no loss`(table: Table) throws {
        for name in table.must where name != "UID" {
            let names = table.must.filter { $0 != name }
            let found = try violations(table, names)
            #expect(found.contains { $0.contains(name) }, "\(name): \(found)")
            let result = try Self.receive(
                table,
                names + (table.method == "REFRESH" ? [] : ["SEQUENCE"]).filter { !names.contains($0) }
            )
            let text = result.text
            #expect(
                text.contains("UID:u") && text.contains("ORGANIZER:mailto:o@x.example"),
                "\(name): \(text)"
            )
        }
    }

    @Test(arguments: tables)
    func `a forbidden property is reported and does not affect other properties`(table: Table) throws {
        for name in table.mustNot {
            let found = try violations(table, table.must + [name])
            #expect(found.contains { $0.contains(name) }, "\(name): \(found)")
            let result = try Self.receive(table, table.must + [name])
            if ["REPLY", "CANCEL", "REFRESH", "DECLINECOUNTER"].contains(table.method) {
                #expect(!result.text.contains("VALARM") && !result.text.contains("REQUEST-STATUS"))
            }
            if table.method == "ADD" { #expect(name == "REQUEST-STATUS" || result.isSame) }
        }
    }
}

import Foundation
import TestTraits
import Testing

/// Tests messages that arrive early, late or incomplete.
@Suite struct ReceivedMessageTests {
    private static let tail = "ORGANIZER:mailto:nora@studio.example\nATTENDEE:mailto:bob@studio.example\n"

    private func event(_ lines: String, stamp: String = "DTSTAMP:20260101T000000Z\n", uid: String = "UID:u\n")
        -> String
    {
        "BEGIN:VEVENT\n\(uid)\(stamp)SUMMARY:Review\n\(Self.tail)\(lines)\nEND:VEVENT"
    }

    private func series(_ sequence: Int, _ rule: String) -> String {
        event(
            "SEQUENCE:\(sequence)\nDTSTART:20260330T080000Z\nDTEND:20260330T090000Z\nRRULE:FREQ=WEEKLY;\(rule)"
        )
    }

    private func occurrence(_ day: String, _ sequence: Int, _ parameter: String = "") -> String {
        event(
            "SEQUENCE:\(sequence)\nRECURRENCE-ID\(parameter):\(day)T080000Z\nDTSTART:\(day)T100000Z\n"
                + "DTEND:\(day)T110000Z"
        )
    }

    private func message(_ method: String?, _ component: String) -> String {
        let text = calendarText(component)
        return method.map {
            text.replacingOccurrences(of: "VERSION:2.0", with: "VERSION:2.0\r\nMETHOD:\($0)")
        } ?? text
    }

    private func mail(_ method: String, _ calendar: String) -> String {
        "From: nora@studio.example\r\nTo: bob@studio.example\r\nMIME-Version: 1.0\r\n"
            + "Content-Type: text/calendar; charset=utf-8; method=\(method)\r\n\r\n\(calendar)"
    }

    private func store(_ files: [String: String]) throws -> StoreProgram {
        let store = try StoreProgram()
        for (name, text) in files { try store.write(text, to: name) }
        return store
    }

    private func text(_ store: StoreProgram) throws -> String {
        try store.contents().values.map { String(decoding: $0, as: UTF8.self) }.joined()
    }

    @Test func `an occurrence that arrives before its series is replaced by a newer series without it`()
        throws
    {
        let store = try store([
            "occ.ics": message("REQUEST", occurrence("20260406", 0)),
            "seq1.ics": message("REQUEST", series(1, "INTERVAL=2;COUNT=2")),
            "calendars/home/x.ics": calendarText(eventText("x", "0401")),
        ])
        let result = try store.run("process", "occ.ics", "seq1.ics", "occ.ics", "seq1.ics", "--to", "home")
        #expect(result.status == 0 && result.output.contains("no longer in the series"), "\(result)")
        #expect(try !text(store).contains("RECURRENCE-ID"))
    }

    @Test func `the header of an email states the method if the calendar does not`() throws {
        let store = try store([
            "calendars/home/u.ics": calendarText(series(0, "COUNT=2")),
            "in.eml": mail("CANCEL", message(nil, event("SEQUENCE:1"))),
            "other.eml": mail("CANCEL", message("REQUEST", series(2, "COUNT=3"))),
        ])
        let result = try store.run("process", "in.eml")
        #expect(result.output.contains("canceled \"Review\" (u)"), "\(result)")
        let other = try store.run("process", "other.eml")
        #expect(
            other.errors.contains("METHOD is REQUEST, but CANCEL in the email's header; using REQUEST"),
            "\(other)"
        )
        #expect(other.output.contains("updated"), "\(other)")
    }

    @Test func `an unknown method changes no stored item`() throws {
        let store = try store(["calendars/home/u.ics": calendarText(series(0, "COUNT=2"))])
        let before = try store.contents()
        let result = try store.run("process", input: message("FOO", series(1, "COUNT=3")))
        #expect(result.errors.contains("unknown METHOD 'FOO'; message not applied"), "\(result)")
        #expect(try store.contents() == before)
    }

    @Test func `missing identifiers and stamps are reported`() throws {
        let store = try store(["calendars/home/x.ics": calendarText(eventText("x", "0401"))])
        let start = "DTSTART:20260330T080000Z"
        let result = try store.run(
            "import",
            "-",
            "--to",
            "home",
            input: message(nil, event(start, stamp: "", uid: ""))
        )
        #expect(result.errors.contains("UID is missing; using one made from the contents"), "\(result)")
        #expect(
            result.errors.contains("DTSTAMP is missing; cannot tell which revision is newer"),
            "\(result)"
        )
    }

    @Test func `a request for an occurrence that the series does not have warns`() throws {
        let store = try store(["calendars/home/u.ics": calendarText(series(0, "COUNT=2"))])
        let result = try store.run("process", input: message("REQUEST", occurrence("20260501", 1)))
        #expect(
            result.errors.contains("the series has no occurrence at 2026-05-01 08:00Z; added separately"),
            "\(result)"
        )
    }

    @Test
    func `a change to this and the following occurrences of a stored series is not reported as ignored`()
        throws
    {
        let store = try store(["calendars/home/u.ics": calendarText(series(0, "COUNT=4"))])
        let text = message("REQUEST", occurrence("20260406", 1, ";RANGE=THISANDFUTURE"))
        let result = try store.run("process", input: text)
        #expect(result.output.contains("all that follow") && !result.errors.contains("RANGE"), "\(result)")
    }

    @Test func `an outdated addition is reported as older`() throws {
        let store = try store(["calendars/home/u.ics": calendarText(series(3, "COUNT=2"))])
        let added = event("SEQUENCE:1\nDTSTART:20260501T080000Z\nDTEND:20260501T090000Z")
        let result = try store.run("process", input: message("ADD", added))
        #expect(result.errors.contains("SEQUENCE 1 is older than the stored SEQUENCE 3"), "\(result)")
    }

    @Test func `a series without occurrences can be restored or removed`() throws {
        let dates = "COUNT=2\nEXDATE:20260330T080000Z,20260406T080000Z"
        let store = try store(["calendars/home/u.ics": calendarText(series(0, dates))])
        #expect(try store.run("restore", "--list", "home:u").lines.count == 2)
        for name in ["home:u", "home:u/RID=20260330T080000Z"] {
            let shown = try store.run("show", name)
            #expect(
                shown.errors.contains("home:u") && shown.errors.contains("has no occurrences left"),
                "\(shown)"
            )
        }
        #expect(try store.run("restore", "home:u/RID=20260406T080000Z").status == 0)
        #expect(try store.run("show", "home:u").status == 0)
        _ = try store.run("undo")
        let dry = try store.run("remove", "home:u", "--dry-run")
        #expect(dry.output == "would remove Review, which has no occurrences left\n", "\(dry)")
        #expect(try store.run("remove", "home:u").status == 0)
        #expect(try store.contents()["home/u.ics"] == nil)
    }

    @Test func `attendees accept a restored occurrence after its cancellation was sent`() throws {
        let (nora, bob) = (try store([:]), try store([:]))
        nora.environment["ICS_STORE_ADDRESS"] = "nora@studio.example"
        bob.environment["ICS_STORE_ADDRESS"] = "bob@studio.example"
        for program in [nora, bob] {
            try program.write(calendarText(series(0, "COUNT=3")), to: "calendars/home/u.ics")
        }
        let slot = "home:u/RID=20260406T080000Z"
        let cancellation = try nora.run("invite", slot, "--cancel", "--yes").output
        #expect(try bob.run("process", input: cancellation).output.contains("canceled"))
        #expect(try nora.run("restore", slot).status == 0)
        let invitation = try nora.run("invite", "home:u", "--yes").output
        let result = try bob.run("process", input: invitation)
        #expect(try !text(bob).contains("STATUS:CANCELLED"), "\(invitation) \(result)")
    }
}

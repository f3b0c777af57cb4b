import Foundation
import TestTraits
import Testing

/// Tests changing the rule of a series whose first occurrence is excluded.
@Suite struct FirstRuleTests {
    private func store(_ rules: String = "EXDATE;TZID=Europe/Berlin:20261203T090000") throws -> StoreProgram {
        let store = try StoreProgram()
        let event =
            "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260101T000000Z\nSEQUENCE:3\nDTSTART;TZID=Europe/Berlin:20261203T090000\n"
            + "DTEND;TZID=Europe/Berlin:20261203T100000\nSUMMARY:A\nRRULE:FREQ=DAILY;COUNT=5\n\(rules)\nEND:VEVENT"
        try store.write(calendarText(event), to: "calendars/home/u.ics")
        return store
    }

    private func days(_ store: StoreProgram) throws -> [String] {
        try store.events().map { String(($0["start"] as? String ?? "").dropFirst(5).prefix(5)) }
    }

    @Test(.long, arguments: [[], ["--span", "all"], ["--span", "future"]])
    func `a new rule counts from the first remaining occurrence`(span: [String]) throws {
        let store = try store()
        let change = ["edit", "home:u", "--set", "repeat=FREQ=WEEKLY;COUNT=3"]
        let result = try store.run(change + span)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try days(store) == ["12-04", "12-11", "12-18"])
        let text = String(decoding: try store.contents()["home/u.ics"] ?? Data(), as: UTF8.self)
        #expect(text.contains("SEQUENCE:4\r\n") && !text.contains("EXDATE"), "\(text)")
    }

    @Test func `a new rule and a new start count from the new start`() throws {
        let store = try store()
        let result = try store.run([
            "edit", "home:u", "--set", "repeat=FREQ=WEEKLY;COUNT=2", "--set", "start=2026-12-05 11:00",
        ])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try days(store) == ["12-05", "12-12"])
        #expect(try store.events().last?["end"] as? String == "2026-12-12T12:00:00+01:00")
    }

    @Test func `without a rule, the first remaining occurrence remains`() throws {
        let store = try store()
        #expect(try store.run("edit", "home:u", "--set", "repeat=").status == 0)
        #expect(try days(store) == ["12-04"])
    }

    @Test func `an EXRULE that depends on the start prevents a new rule`() throws {
        let store = try store("EXRULE:FREQ=DAILY;COUNT=1")
        let result = try store.run("edit", "home:u", "--set", "repeat=FREQ=WEEKLY;COUNT=3")
        #expect(
            result.status == 1
                && result.errors.contains("a rule of the series (EXRULE) skips its first occurrence"),
            "\(result.errors)"
        )
        #expect(try days(store) == ["12-04", "12-05", "12-06", "12-07"])
    }

    @Test func `a refused move names the stored rule`() throws {
        let store = try StoreProgram()
        let event =
            "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260101T000000Z\nDTSTART:20261203T090000Z\nSUMMARY:A\n"
            + "RRULE:FREQ=YEARLY;BYHOUR=9;BYWEEKNO=49;COUNT=3\nEND:VEVENT"
        try store.write(calendarText(event), to: "calendars/home/u.ics")
        let result = try store.run("edit", "home:u", "--set", "start=2026-12-04 11:00")
        #expect(result.status == 1 && result.errors.contains("BYHOUR=9"), "\(result.errors)")
        #expect(!result.errors.contains("BYHOUR=11"), "\(result.errors)")
    }
}

import Foundation
import Testing

/// Events that end in an hour that comes twice, which an end cannot say.
@Suite struct RepeatedHourEndTests {
    private func lengths(_ store: StoreProgram) throws -> [Int] {
        try store.run(
            "events",
            "--from",
            "2026-10-20",
            "--to",
            "2026-11-01",
            "--time-zone",
            "UTC",
            "--format",
            "ndjson"
        ).lines.map { line in
            let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let times = try ["start", "end"].map { key in
                try Date(#require(row?[key] as? String), strategy: .iso8601)
            }
            return Int(times[1].timeIntervalSince(times[0]) / 60)
        }
    }

    private func store(_ start: String, _ length: String, _ rule: String) throws -> StoreProgram {
        try self.store("DTSTART;TZID=Europe/Berlin:\(start)\nDURATION:\(length)\(rule)")
    }

    private func store(_ times: String) throws -> StoreProgram {
        let store = try StoreProgram()
        let event = "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260101T000000Z\n\(times)\nSUMMARY:z\nEND:VEVENT"
        try store.write(calendarText(event), to: "calendars/home/u.ics")
        return store
    }

    @Test(arguments: [
        ("20261025T013000", "PT90M", "home:u", "2026-10-25 01:15", 90),
        ("20261021T023000", "PT30M", "home:u/RID=20261025T003000Z", "2026-10-25 03:30", 30),
    ])
    func `a length that is written stays when the start is set`(
        start: String,
        length: String,
        identifier: String,
        time: String,
        minutes: Int
    ) throws {
        let store = try store(start, length, "\nRRULE:FREQ=DAILY;COUNT=6")
        let result = try store.run("edit", identifier, "--span", "all", "--set", "start=\(time)")
        #expect(result.status == 0, "\(result.errors)")
        let found = try lengths(store)
        #expect(found.count == 6 && found.allSatisfy { $0 == minutes }, "\(found)")
    }

    @Test(arguments: [
        ("", "home:u", "all", "2026-10-25 02:45", [30]),
        ("\nRRULE:FREQ=DAILY;COUNT=4", "home:u", "all", "2026-10-23 02:45", [30, 30, 30, 30]),
        (
            "\nRRULE:FREQ=DAILY;COUNT=4", "home:u/RID=20261023T070000Z", "this", "2026-10-25 02:45",
            [30, 30, 30, 30]
        ),
    ])
    func `an event that said its end is as long where no end can say that`(
        rule: String,
        identifier: String,
        span: String,
        time: String,
        minutes: [Int]
    ) throws {
        let zone = "TZID=Europe/Berlin"
        let store = try store("DTSTART;\(zone):20261023T090000\nDTEND;\(zone):20261023T093000\(rule)")
        let result = try store.run("edit", identifier, "--span", span, "--set", "start=\(time)")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try lengths(store) == minutes)
    }

    @Test func `a single event that moves out of the hour is as long as before`() throws {
        let store = try store("20261025T023000", "PT30M", "")
        #expect(try store.run("edit", "home:u", "--set", "start=2026-10-26 09:00").status == 0)
        #expect(try lengths(store) == [30])
    }

    @Test(arguments: [[], ["--repeat", "FREQ=DAILY;COUNT=3"]])
    func `an event is added as long as was said`(rule: [String]) throws {
        let store = try StoreProgram()
        store.environment["TZ"] = "Europe/Berlin"
        let arguments = ["add", "--title", "A", "--start", "2026-10-25T02:30", "--duration", "30m"]
        let result = try store.run(arguments + ["--calendar", "home"] + rule)
        #expect(result.status == 0, "\(result.errors)")
        let found = try lengths(store)
        #expect(!found.isEmpty && found.allSatisfy { $0 == 30 }, "\(found)")
    }
}

import Foundation
import TestTraits
import Testing

/// Tests events that end in a repeated hour, where a local end is ambiguous.
@Suite struct RepeatedHourEndTests {
    private func lengths(_ store: StoreProgram) throws -> [Int] {
        try times(store).map { row in
            // Floating times have no offset.
            let times = try row.map { try Date($0.count == 19 ? "\($0)Z" : $0, strategy: .iso8601) }
            return Int(times[1].timeIntervalSince(times[0]) / 60)
        }
    }

    private func starts(_ store: StoreProgram) throws -> [String] {
        try times(store).map { try Date($0[0], strategy: .iso8601).formatted(.iso8601) }
    }

    private func times(_ store: StoreProgram) throws -> [[String]] {
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
            return try ["start", "end"].map { key in try #require(row?[key] as? String) }
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
    func `setting the start keeps an explicit duration`(
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
    func `an event with an end keeps its duration where no local end can express it`(
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

    @Test(
        .long,
        arguments: ["Asia/Tokyo", "America/New_York", "UTC", "floating"],
        ["all", "future", "this"]
    )
    func `changing the time zone keeps an occurrence's duration`(_ zone: String, _ span: String) throws {
        let own = "TZID=Europe/Berlin"
        let store = try store(
            "DTSTART;\(own):20261024T023000\nDTEND;\(own):20261024T033000\nRRULE:FREQ=DAILY;COUNT=4"
        )
        let slot = "home:u/RID=20261025T003000Z"
        let result = try store.run("edit", slot, "--span", span, "--set", "time-zone=\(zone)")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try lengths(store) == [60, 60, 60, 60])
    }

    @Test func `an explicit end takes precedence, even if it equals the end that was shown`() throws {
        let store = try store("20261025T010000", "PT2H30M", "")
        let settings = ["start=2026-10-25 02:00", "end=2026-10-25 01:30 UTC"]
        let result = try store.run(["edit", "home:u"] + settings.flatMap { ["--set", $0] })
        #expect(result.status == 0, "\(result.errors)")
        #expect(try lengths(store) == [90])
    }

    @Test func `the end of a series can be set within a repeated hour`()
        throws
    {
        let store = try store("20261023T013000", "PT2H", "\nRRULE:FREQ=DAILY;COUNT=4")
        let slot = "home:u/RID=20261024T233000Z"
        let result = try store.run("edit", slot, "--span", "all", "--set", "end=2026-10-25 02:30")
        #expect(result.status == 0 && !result.errors.contains("nothing was changed"), "\(result.errors)")
        #expect(try lengths(store) == [60, 60, 60, 60])
    }

    @Test(
        .long,
        arguments: [
            ("20261019T023000", "20261019T033000", "INTERVAL=3;COUNT=5", "title=Z", 60),
            ("20261019T023000", "20261019T033000", "INTERVAL=3;COUNT=5", "start=2026-10-25 02:45", 60),
            ("20261021T013000", "20261021T033000", "COUNT=9", "location=Z", 120),
        ]
    )
    func `splitting a series in a repeated hour keeps the duration of the following occurrences`(
        start: String,
        end: String,
        rule: String,
        setting: String,
        minutes: Int
    ) throws {
        let zone = "TZID=Europe/Berlin"
        let store = try store("DTSTART;\(zone):\(start)\nDTEND;\(zone):\(end)\nRRULE:FREQ=DAILY;\(rule)")
        let slot = start.hasSuffix("023000") ? "20261025T003000Z" : "20261024T233000Z"
        let result = try store.run("edit", "home:u/RID=\(slot)", "--span", "future", "--set", setting)
        #expect(result.status == 0, "\(result.errors)")
        let found = try lengths(store)
        #expect(found.count >= 4 && found.allSatisfy { $0 == minutes }, "\(found)")
    }

    @Test func `an occurrence in the second pass of a repeated hour remains there when its title changes`()
        throws
    {
        let store = try store(
            "DTSTART;TZID=Europe/Berlin:20261024T020000\nDURATION:PT30M\nRRULE:FREQ=DAILY;COUNT=3\n"
                + "RDATE:20261025T010000Z"
        )
        let before = try starts(store)
        let result = try store.run(
            "edit",
            "home:u/RID=20261025T010000Z",
            "--span",
            "this",
            "--set",
            "title=T"
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(try starts(store) == before)
        #expect(before.contains("2026-10-25T01:00:00Z"))
    }

    @Test(arguments: [
        ("2026-10-25T00:00:00Z", ["--end", "2026-10-25T01:30:00Z"], "2026-10-25T00:00:00Z", 90),
        ("2026-10-25T02:30+02:00", ["--end", "2026-10-25T02:30+01:00"], "2026-10-25T00:30:00Z", 60),
        ("2026-10-25T01:30:00Z", ["--duration", "30m"], "2026-10-25T01:30:00Z", 30),
        ("2026-10-25T01:30:00Z", ["--end", "2026-10-25T02:30:00Z"], "2026-10-25T01:30:00Z", 60),
        ("2026-10-25T01:30:00Z", ["--end", "2026-10-25T04:00"], "2026-10-25T01:30:00Z", 90),
        ("2026-10-24T02:30", ["--duration", "1d1h"], "2026-10-24T00:30:00Z", 1500),
    ])
    func `an instant specified as an argument is kept`(
        start: String,
        end: [String],
        expected: String,
        minutes: Int
    )
        throws
    {
        let store = try StoreProgram()
        store.environment["TZ"] = "Europe/Berlin"
        let result = try store.run(["add", "--title", "A", "--start", start, "--calendar", "home"] + end)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try starts(store) == [expected])
        #expect(try lengths(store) == [minutes])
    }

    @Test func `an ambiguous end is shown in UTC, and can be changed`() throws {
        let store = try store("20261025T010000", "PT2H30M", "")
        #expect(try store.run("show", "home:u").output.contains("end: 2026-10-25 01:30 UTC"))
        #expect(try store.run("edit", "home:u", "--set", "title=T").status == 0)
        #expect(try lengths(store) == [150])
        #expect(try store.run("edit", "home:u", "--set", "start=2026-10-26 09:00").status == 0)
        #expect(try lengths(store) == [150])
        #expect(try store.run("edit", "home:u", "--set", "start=2026-10-25 01:00").status == 0)
        #expect(try store.run("edit", "home:u", "--set", "end=2026-10-25 03:30").status == 0)
        #expect(try lengths(store) == [210])
    }

    @Test(
        .long,
        arguments: [
            ["time-zone=Asia/Tokyo"], ["start=2026-10-27 01:30", "time-zone=Asia/Tokyo"],
            ["time-zone=America/New_York"],
            ["start=2026-10-27 01:30"],
        ]
    )
    func `an event with an ambiguous end keeps its duration in another time zone`(settings: [String]) throws {
        let store = try store("20261025T013000", "PT1H30M", "")
        let result = try store.run(["edit", "home:u"] + settings.flatMap { ["--set", $0] })
        #expect(result.status == 0, "\(result.errors)")
        #expect(try lengths(store) == [90])
    }

    @Test func `a series cannot start in the second pass of a repeated hour`() throws {
        let store = try StoreProgram()
        store.environment["TZ"] = "Europe/Berlin"
        let add = [
            "add", "--title", "A", "--start", "2026-10-25T01:30:00Z", "--repeat", "FREQ=WEEKLY", "--calendar",
            "home",
        ]
        let result = try store.run(add)
        #expect(result.status != 0 && result.errors.contains("this hour occurs twice"), "\(result.errors)")
        #expect(try store.run(add + ["--time-zone", "UTC"]).status == 0)
    }

    @Test func `moving an occurrence with an ambiguous end keeps its duration`() throws {
        let zone = "TZID=Europe/Berlin"
        let store = try store(
            "DTSTART;\(zone):20261024T023000\nDTEND;\(zone):20261024T033000\nRRULE:FREQ=DAILY;COUNT=3"
        )
        let name = "home:u/RID=20261025T003000Z"
        #expect(try store.run("edit", name, "--span", "this", "--set", "title=T").status == 0)
        #expect(try lengths(store) == [60, 60, 60])
        #expect(try store.run("edit", name, "--span", "this", "--set", "start=2026-10-27 09:00").status == 0)
        #expect(try lengths(store) == [60, 60, 60])
    }

    @Test func `a single event that moves out of a repeated hour keeps its duration`() throws {
        let store = try store("20261025T023000", "PT30M", "")
        #expect(try store.run("edit", "home:u", "--set", "start=2026-10-26 09:00").status == 0)
        #expect(try lengths(store) == [30])
    }

    @Test(arguments: [[], ["--repeat", "FREQ=DAILY;COUNT=3"]])
    func `a new event has the requested duration`(rule: [String]) throws {
        let store = try StoreProgram()
        store.environment["TZ"] = "Europe/Berlin"
        let arguments = ["add", "--title", "A", "--start", "2026-10-25T02:30", "--duration", "30m"]
        let result = try store.run(arguments + ["--calendar", "home"] + rule)
        #expect(result.status == 0, "\(result.errors)")
        let found = try lengths(store)
        #expect(!found.isEmpty && found.allSatisfy { $0 == 30 }, "\(found)")
    }

    @Test func `a duration in days follows local time for each occurrence`() throws {
        let store = try StoreProgram()
        store.environment["TZ"] = "Europe/Berlin"
        let add = ["add", "--title", "A", "--start", "2026-10-24T22:00", "--duration", "1d"]
        let result = try store.run(add + ["--repeat", "FREQ=DAILY;COUNT=3", "--calendar", "home"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try lengths(store) == [25 * 60, 24 * 60, 24 * 60])
    }
}

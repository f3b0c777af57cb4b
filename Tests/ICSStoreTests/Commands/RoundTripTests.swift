import Foundation
import TestTraits
import Testing

@Suite struct RoundTripTests {
    @Test(.long) func `an added event can be printed, changed and removed by its identifier`() throws {
        let store = try StoreProgram()
        let identifier = try store.add(
            "Dentist",
            "--duration",
            "45m",
            "--location",
            "Room 4",
            "--alarm",
            "1h"
        )
        #expect(identifier.hasPrefix("home:"))
        let event = try #require(try store.events().first)
        #expect(event["id"] as? String == identifier)
        #expect(event["calendarId"] as? String == "home")
        #expect(event["summary"] as? String == "Dentist")
        #expect(event["start"] as? String == "2026-03-30T10:00:00+02:00")
        #expect(event["end"] as? String == "2026-03-30T10:45:00+02:00")

        let changed = try store.run(
            "edit",
            identifier,
            "--set",
            "title=Doctor",
            "--set",
            "start=2026-03-31 11:00"
        )
        #expect(changed.output == identifier + "\n")
        let after = try #require(try store.events().first)
        #expect(after["summary"] as? String == "Doctor")
        #expect(after["end"] as? String == "2026-03-31T11:45:00+02:00")
        #expect(after["location"] as? String == "Room 4")

        #expect(try store.run("remove", identifier).status == 0)
        #expect(try store.events().isEmpty)
        #expect(try store.contents().keys.filter { $0.hasSuffix(".ics") } == [])
    }

    @Test(.long) func `one occurrence of a series can be changed and removed alone`() throws {
        let store = try StoreProgram()
        let series = try store.add("Stand-up", "--repeat", "FREQ=WEEKLY;COUNT=4")
        let ids = try store.events().compactMap { $0["id"] as? String }
        #expect(ids.count == 4)
        #expect(ids.allSatisfy { $0.hasPrefix(series + "/RID=") })
        #expect(try store.run("edit", ids[1], "--set", "title=Stand-up, late").status == 0)
        #expect(try store.run("remove", ids[2]).status == 0)
        let titles = try store.events().compactMap { $0["summary"] as? String }
        #expect(titles == ["Stand-up", "Stand-up, late", "Stand-up"])
        #expect(try store.run("remove", ids[1], "--span", "future").status == 0)
        #expect(try store.events().count == 1)
        #expect(try store.run("remove", series).status == 0)
        #expect(try store.events().isEmpty)
    }

    @Test func `an all-day event includes its last day`() throws {
        let store = try StoreProgram()
        let result = try store.run(
            "add",
            "--title",
            "Fair",
            "--start",
            "2026-04-03",
            "--end",
            "2026-04-05",
            "--calendar",
            "home"
        )
        let identifier = try #require(result.lines.first)
        let event = try #require(try store.events().first)
        #expect(event["start"] as? String == "2026-04-03")
        #expect(event["end"] as? String == "2026-04-06")
        #expect(try store.run("show", identifier).output.contains("\nend: 2026-04-05\n"))
        #expect(try store.run("edit", identifier, "--set", "start=2026-04-10").status == 0)
        #expect(try store.events().first?["end"] as? String == "2026-04-13")
    }

    @Test(.long) func `an event moves to another calendar with its whole series`() throws {
        let store = try StoreProgram()
        let identifier = try store.add("Stand-up", "--repeat", "FREQ=DAILY;COUNT=3")
        let result = try store.run("move", identifier, "--to", "work")
        #expect(result.lines.first?.hasPrefix("work:") == true)
        #expect(Set(try store.events().compactMap { $0["calendarId"] as? String }) == ["work"])
        #expect(try store.events().count == 3)
        #expect(try store.events("--calendar", "home").isEmpty)
    }

    @Test(arguments: ["text", "json", "ndjson", "ics", "jcal", "xcal", "freebusy"])
    func `events can be printed in every format`(_ format: String) throws {
        let store = try StoreProgram()
        _ = try store.add("Stand-up", "--repeat", "FREQ=DAILY;COUNT=3")
        let result = try store.run(
            "events",
            "--from",
            "2026-03-01",
            "--to",
            "2026-05-01",
            "--format",
            format
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains(format == "freebusy" ? "FREEBUSY" : "Stand-up"))
    }

    @Test func `events can be counted, limited and filtered by cancellation`() throws {
        let store = try StoreProgram()
        _ = try store.add("Stand-up", "--repeat", "FREQ=DAILY;COUNT=3")
        _ = try store.add("Cancelled", "--status", "cancelled")
        let window = ["events", "--from", "2026-01-01", "--to", "2027-01-01", "--yes"]
        func lines(_ more: String...) throws -> [String] { try store.start(window + more).wait().lines }
        #expect(try lines("--count") == ["4"])
        #expect(try lines("--count", "--hide-cancelled") == ["3"])
        #expect(try lines("--limit", "2").count == 2)
        #expect(try lines("--ids").allSatisfy { $0.contains("  home:") })
    }

    @Test func `an iCalendar event from standard input is added unchanged`() throws {
        let store = try StoreProgram()
        let text = calendarText(eventText("1@studio.example", "0330", "X-MOOD:good"))
        let result = try store.run("add", "--calendar", "work", input: text)
        #expect(result.output == "work:1%40studio.example\n")
        #expect(
            try store.run("show", "work:1%40studio.example", "--format", "ics").output.contains("X-MOOD:good")
        )
        let again = try store.run("add", "--calendar", "work", input: text)
        #expect(again.status == 1)
        #expect(again.errors.hasPrefix("ics-store: error: "))
    }

    @Test func `a closed pipe ends the program silently`() throws {
        let store = try StoreProgram()
        _ = try store.add("Stand-up", "--repeat", "FREQ=DAILY;COUNT=300")
        let program = StoreProgram.productsFolder.appending(path: "ics-store").path()
        let script =
            "'\(program)' --yes events --from 2026-01-01 --to +3y --format json | true; exit ${PIPESTATUS[0]}"
        let result = try store.start(["-c", script], program: "/bin/bash").wait()
        #expect(result.status == 0)
        #expect(result.errors == "")
    }
}

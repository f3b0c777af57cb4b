import Foundation
import TestTraits
import Testing

/// Tests which items a change affects.
@Suite struct ReachTests {
    private func text(_ store: StoreProgram, _ name: String) throws -> String {
        String(decoding: try store.contents()[name] ?? Data(), as: UTF8.self)
    }

    // MARK: - Two files with one UID

    private func twins() throws -> StoreProgram {
        let store = try StoreProgram()
        for (name, day, title) in [("x", "0401", "One"), ("y", "0402", "Two")] {
            let event = eventText("dup", day, "RRULE:FREQ=DAILY;COUNT=3")
                .replacingOccurrences(of: "Event dup", with: title)
            try store.write(calendarText(event), to: "calendars/home/\(name).ics")
        }
        return store
    }

    @Test(.long, arguments: ["home:dup", "home:dup/RID=20260403T080000Z"])
    func `an identifier shared by two events selects neither`(identifier: String) throws {
        let store = try twins()
        let before = try store.contents()
        for command in [["remove"], ["edit", "--set", "title=New"], ["move", "--to", "work"]] {
            let result = try store.run(command + [identifier])
            #expect(result.status != 0, "\(command)")
            #expect(result.errors.contains("home/x.ics, home/y.ics"), "\(result.errors)")
        }
        #expect(try store.contents() == before)
        for format in ["text", "ndjson", "ics"] {
            let shown = try store.run("show", identifier, "--format", format)
            #expect(
                shown.status == 0 && shown.output.contains("One") && shown.output.contains("Two"),
                "\(shown)"
            )
        }
    }

    @Test func `the title selects one of two events with the same identifier`() throws {
        let store = try twins()
        let before = try store.contents()["home/x.ics"]
        let result = try store.run("edit", "--match", "two", "--span", "all", "--set", "location=Room 4")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try store.contents()["home/x.ics"] == before)
        #expect(try text(store, "home/y.ics").contains("LOCATION:Room 4"))
        let both = try store.run("edit", "--match", "o", "--set", "location=Room 5")
        #expect(both.errors.contains("2 events have 'o' in their titles"), "\(both.errors)")
    }

    // MARK: - Removed rules

    @Test(arguments: ["home:a", "home:a/RID=20260402T080000Z"])
    func `removing the rule also removes added dates and exclusions`(identifier: String) throws {
        let store = try StoreProgram()
        let more = "RRULE:FREQ=DAILY;COUNT=4\nRDATE:20260410T080000Z\nEXDATE:20260404T080000Z"
        try store.write(calendarText(eventText("a", "0401", more)), to: "calendars/home/a.ics")
        let result = try store.run("edit", identifier, "--span", "future", "--set", "repeat=")
        #expect(result.status == 0, "\(result.errors)")
        let texts = try store.contents().filter { $0.key != "home/a.ics" || identifier == "home:a" }.values
        let all = texts.map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(!["RRULE", "RDATE", "EXDATE"].contains { all.contains($0) }, "\(all)")
        #expect(try store.events().count == (identifier == "home:a" ? 1 : 2))
    }

    // MARK: - Recurring reminders

    private func weekly() throws -> (StoreProgram, String) {
        let store = try StoreProgram()
        let added = try store.run(
            "reminders",
            "add",
            "--title",
            "Water",
            "--due",
            "2026-04-02 09:00",
            "--calendar",
            "home",
            "--repeat",
            "FREQ=WEEKLY;COUNT=3"
        )
        return (store, try #require(added.lines.first))
    }

    @Test(.long) func `a completed instance keeps its time`() throws {
        let (store, identifier) = try weekly()
        #expect(try store.run("reminders", "complete", identifier).status == 0)
        let done = try store.run("reminders", "list", "--completed").lines.first?.prefix(24)
        let result = try store.run("edit", identifier, "--set", "due=2026-04-11 10:00")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try store.run("reminders", "list", "--completed").lines.first?.prefix(24) == done)
        let open = try store.run("reminders", "list", "--incomplete").output
        #expect(open.contains("2026-04-11 10:00") || open.contains("11"), "\(open)")
        #expect(try store.run("reminders", "list", "--all").lines.count == 2)
    }

    @Test(.long) func `a fully completed series is removed as a whole`() throws {
        let (store, identifier) = try weekly()
        for _ in 0..<3 { #expect(try store.run("reminders", "complete", identifier).status == 0) }
        #expect(try store.run("reminders", "list", "--completed").lines.count == 3)
        #expect(try store.run("reminders", "remove", identifier).status == 0)
        #expect(try store.contents().keys.filter { $0.hasSuffix(".ics") } == [])
    }

    @Test(.long) func `a completed instance can be specified and removed alone`() throws {
        let (store, identifier) = try weekly()
        for _ in 0..<3 { #expect(try store.run("reminders", "complete", identifier).status == 0) }
        let removed = try store.run("remove", identifier + "/RID=20260409T070000Z")
        #expect(removed.status == 0, "\(removed.errors)")
        #expect(try store.run("reminders", "list", "--completed").lines.count == 2)
        #expect(try store.run("remove", identifier).status == 0)
        #expect(try store.contents().keys.filter { $0.hasSuffix(".ics") } == [])
    }
}

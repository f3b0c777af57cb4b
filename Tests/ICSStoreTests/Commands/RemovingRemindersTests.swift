import Foundation
import Testing

/// Tests how much of a recurring reminder `ics-store` removes.
@Suite struct RemovingRemindersTests {
    private static func todo(_ more: String...) -> String {
        (["BEGIN:VTODO", "UID:p", "DTSTAMP:20260101T000000Z"] + more + ["END:VTODO"]).joined(separator: "\n")
    }

    /// Returns a store with a three-day reminder whose first instance is completed and whose second is
    /// changed.
    private func watered(isAllDone: Bool = false) throws -> StoreProgram {
        let store = try StoreProgram()
        func instance(_ day: Int, _ title: String, isDone: Bool) -> String {
            Self.todo(
                "RECURRENCE-ID:2026010\(day)T090000Z",
                "DUE:2026010\(day)T090000Z",
                "SUMMARY:\(title)",
                isDone ? "STATUS:COMPLETED\nCOMPLETED:2026010\(day)T100000Z" : "STATUS:NEEDS-ACTION"
            )
        }
        let master = Self.todo(
            "DTSTART:20260101T090000Z",
            "DUE:20260101T090000Z",
            "RRULE:FREQ=DAILY;COUNT=3",
            "SUMMARY:Water"
        )
        let text = calendarText(
            master,
            instance(1, "Water", isDone: true),
            instance(2, "Water well", isDone: isAllDone),
            isAllDone ? instance(3, "Water", isDone: true) : ""
        )
        try store.write(text, to: "calendars/home/p.ics")
        return store
    }

    private func titles(_ store: StoreProgram) throws -> [String] {
        try store.run("reminders", "list", "--all").lines.map { line in
            line.contains("Water well") ? "Water well" : line.contains("Water") ? "Water" : line
        }
    }

    @Test func `an override selected by title is removed alone`() throws {
        let store = try watered()
        let tried = try store.run("reminders", "remove", "--match", "well", "--dry-run")
        #expect(tried.output == "would remove this occurrence of Water well\n", "\(tried.errors)")
        #expect(try store.run("reminders", "remove", "--match", "well").status == 0)
        #expect(try titles(store) == ["Water", "Water"])
    }

    @Test func `a span determines which occurrences are removed`() throws {
        for (span, left) in [("this", ["Water", "Water"]), ("future", ["Water"]), ("all", [])] {
            let store = try watered()
            let result = try store.run("reminders", "remove", "--match", "well", "--span", span)
            #expect(result.status == 0, "\(result.errors)")
            #expect(try titles(store) == left, "\(span)")
        }
    }

    @Test func `removing a completed series with a span removes the whole series`() throws {
        let store = try watered(isAllDone: true)
        #expect(try store.run("reminders", "remove", "--match", "Water well", "--span", "all").status == 0)
        #expect(try titles(store) == [])
        #expect(try store.contents().keys.filter { $0.hasSuffix(".ics") } == [])
    }

    @Test func `an identifier selects the whole series, or only the occurrence that it names`() throws {
        let store = try watered()
        for command in [["remove"], ["reminders", "remove"]] {
            let tried = try store.run(command + ["home:p", "--dry-run"])
            #expect(tried.output == "would remove all occurrences of Water well\n", "\(tried.errors)")
        }
        #expect(try store.run("remove", "home:p/RID=20260102T090000Z").status == 0)
        #expect(try titles(store) == ["Water", "Water"])
        #expect(try store.run("remove", "home:p").status == 0)
        #expect(try titles(store) == [])
    }
}

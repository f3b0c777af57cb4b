import Foundation
import Testing

/// Tests `ics-store add` with standard input that is incomplete or not a calendar.
struct AddedFileTests {
    private static let good = calendarText(eventText("a@x", "0330"), eventText("b@x", "0331"))

    /// Returns the paths of the item files in all calendars.
    private func items(_ store: StoreProgram) throws -> [String] {
        try store.contents().keys.filter { $0.hasSuffix(".ics") }.sorted()
    }

    @Test(arguments: [
        "", "\n", "\0", String(repeating: "\0", count: 1_000_000), "no calendar\n", "{\"a\":1}",
        "<?xml version=\"1.0\"?><icalendar/>", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n",
        "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:cut", "B\0E\0G\0I\0N\0:\0V\0C\0A\0L\0",
    ])
    func `input that is not a calendar produces a one-line error and adds nothing`(text: String) throws {
        let store = try StoreProgram()
        let result = try store.run("add", "--calendar", "work", input: text)
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        let last = try #require(result.errors.split(separator: "\n").last)
        #expect(last.hasPrefix("ics-store: error: <stdin>: "), "\(result.errors)")
        #expect(try items(store).isEmpty)
    }

    @Test func `a truncated stream adds its complete items and exits with an error`() throws {
        let store = try StoreProgram()
        // Cuts the text in the middle of the second event.
        let cut = String(decoding: Self.good.utf8.prefix(250), as: UTF8.self)
        let result = try store.run("add", "--calendar", "work", input: cut)
        #expect(result.output == "work:a%40x\n")
        #expect(result.errors.contains("the file ends inside it"), "\(result.errors)")
        #expect(result.errors.hasSuffix("ics-store: error: some of the input could not be read\n"))
        #expect(result.status == 1)
        #expect(try items(store) == ["work/a@x.ics"])
        let whole = try store.run("add", "--calendar", "home", input: Self.good)
        #expect(whole.status == 0 && whole.errors.isEmpty, "\(whole.errors)")
    }

    @Test func `if one item cannot be saved, it is reported and no items are added`() throws {
        let store = try StoreProgram()
        let never = "BEGIN:VEVENT\nUID:never\nDTSTAMP:20260101T000000Z\nEND:VEVENT"
        let text = calendarText(eventText("a@x", "0330"), never)
        let result = try store.run("add", "--calendar", "work", input: text)
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.errors == "ics-store: error: never: the event has no DTSTART\n")
        #expect(try items(store).isEmpty)
    }
}

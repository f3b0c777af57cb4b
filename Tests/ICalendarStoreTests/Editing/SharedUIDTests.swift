import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests files with several events or to-dos that share a UID without a RECURRENCE-ID.
///
/// None of them are lost, and a message names the visible ones.
@Suite struct SharedUIDTests {
    private static func item(_ kind: String, _ title: String, _ lines: String...) -> String {
        let all = ["BEGIN:\(kind)", "UID:u", "DTSTAMP:20260101T000000Z", "SUMMARY:\(title)"] + lines
        return (all + ["END:\(kind)", ""]).joined(separator: "\r\n")
    }

    private func opened(_ components: String...) throws -> OpenedStore {
        let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n\(components.joined())END:VCALENDAR\r\n"
        return try OpenedStore(files: ["home/u.ics": text])
    }

    private func reminders(_ store: EventStore) throws -> [Reminder] {
        try store.reminders(matching: store.predicateForReminders())
    }

    /// Returns the contents of the files in both calendars.
    private func everything(_ opened: OpenedStore) -> String {
        opened.folder.everything.filter { $0.key.hasSuffix(".ics") }.values.joined()
    }

    @Test func `to-dos due at different times are all visible, and each is changed alone`() throws {
        let opened = try opened(
            Self.item("VTODO", "Milk", "DUE:20260402T080000Z"),
            Self.item("VTODO", "Bread", "DUE:20260403T080000Z")
        )
        #expect(try reminders(opened.store).map(\.title) == ["Milk", "Bread"])
        for title in ["Bread", "Milk"] {
            var reminder = try #require(try reminders(opened.store).first { $0.title == title })
            reminder.isCompleted = true
            reminder.notes = "for \(title)"
            try opened.store.save(&reminder)
            #expect(reminder.title == title)
        }
        #expect(try reminders(opened.again()).map(\.notes) == ["for Milk", "for Bread"])
        let error = refusal { _ = try opened.store.reminder(withIdentifier: "home:u") }
        #expect(error?.code == .ambiguousIdentifier)
        var bread = try #require(try reminders(opened.store).last)
        bread.calendar = try opened.calendar("work")
        try opened.store.save(&bread)
        #expect(opened.folder.text("home/u.ics")?.contains("SUMMARY:Milk") == true)
        #expect(opened.folder.text("home/u.ics")?.contains("SUMMARY:Bread") == false)
        #expect(opened.folder.text("work/u.ics")?.contains("SUMMARY:Milk") == false)
        try opened.store.remove(bread)
        #expect(try reminders(opened.store).map(\.title) == ["Milk"])
    }

    @Test func `recurring to-dos with the same UID keep separate completions`() throws {
        let rule = "RRULE:FREQ=DAILY;COUNT=2"
        let opened = try opened(
            Self.item("VTODO", "Milk", "DTSTART:20260402T080000Z", "DUE:20260402T080000Z", rule),
            Self.item("VTODO", "Bread", "DTSTART:20260412T080000Z", "DUE:20260412T080000Z", rule)
        )
        var bread = try #require(try reminders(opened.store).last)
        bread.isCompleted = true
        try opened.store.save(&bread)
        #expect(bread.title == "Bread" && bread.isCompleted)
        let lines = try reminders(opened.again()).map { "\($0.title) \($0.isCompleted)" }
        #expect(lines == ["Milk false", "Bread true", "Bread false"])
    }

    @Test(arguments: ["VEVENT", "VTODO"], [false, true])
    func `a component hidden by a duplicate moves with it, and remains when the duplicate is removed`(
        kind: String,
        isMoved: Bool
    ) throws {
        let start = "DTSTART:20260330T070000Z"
        let opened = try opened(Self.item(kind, "Milk", start), Self.item(kind, "Bread", start))
        func titles(_ store: EventStore) throws -> [String] {
            try kind == "VTODO" ? reminders(store).map(\.title) : OpenedStore.events(store).map(\.title)
        }
        #expect(try titles(opened.store) == ["Bread"])
        let said = try opened.store.diagnostics(for: kind == "VTODO" ? .reminder : .event).map(\.message)
        #expect(
            said.contains {
                ($0.contains("superseded") || $0.contains("not shown")) && $0.contains("at the same times")
            },
            "\(said)"
        )
        let work = try opened.calendar("work")
        if kind == "VTODO" {
            var reminder = try #require(try reminders(opened.store).first)
            reminder.notes = "fresh"
            if isMoved { reminder.calendar = work }
            try opened.store.save(&reminder)
            #expect(
                everything(opened).contains("SUMMARY:Milk") && everything(opened).contains("SUMMARY:Bread")
            )
        } else if isMoved {
            var event = try opened.event("Bread")
            event.calendar = work
            try opened.store.save(&event, span: .allEvents)
        }
        #expect(try titles(opened.again()) == ["Bread"])
        #expect(everything(opened).contains("SUMMARY:Milk"))
        #expect((opened.folder.text("home/u.ics") == nil) == isMoved)
    }

    @Test(arguments: ["VEVENT", "VTODO"])
    func `removing an item reveals a hidden one unless that is an older revision`(kind: String)
        throws
    {
        let start = "DTSTART:20260330T070000Z"
        let opened = try opened(Self.item(kind, "Milk", start), Self.item(kind, "Bread", start))
        if kind == "VTODO" {
            try opened.store.remove(#require(try reminders(opened.store).first))
            #expect(try reminders(opened.store).map(\.title) == ["Milk"])
        } else {
            try opened.store.remove(opened.event("Bread"), span: .allEvents)
            #expect(try opened.events().map(\.title) == ["Milk"])
        }
    }

    @Test func `an earlier revision moves with a later one and is reported`() throws {
        let opened = try opened(
            Self.item("VEVENT", "Old", "DTSTART:20260330T070000Z"),
            Self.item("VEVENT", "New", "DTSTART:20260331T070000Z", "SEQUENCE:1")
        )
        let said = try opened.store.diagnostics(for: .event).map(\.message)
        #expect(said.contains { $0.hasPrefix("1 of 2 events with UID \"u\" skipped") }, "\(said)")
        var event = try opened.event("New")
        event.calendar = try opened.calendar("work")
        try opened.store.save(&event, span: .allEvents)
        #expect(opened.folder.text("home/u.ics") == nil)
        #expect(opened.folder.text("work/u.ics")?.contains("SUMMARY:Old") == true)
        #expect(try opened.events().map(\.title) == ["New"])
    }

    @Test(arguments: [false, true])
    func `changing one of several events is rejected if another program removed it`(
        isRemoval: Bool
    ) throws {
        let one = Self.item("VEVENT", "One", "DTSTART:20260330T070000Z")
        let two = Self.item("VEVENT", "Two", "DTSTART:20260330T100000Z")
        let opened = try opened(one, two)
        var event = try opened.event("Two")
        let left = try #require(opened.folder.text("home/u.ics")).replacingOccurrences(of: two, with: "")
        try opened.folder.write("home/u.ics", left)
        event.title = "New"
        let error = refusal {
            if isRemoval {
                try opened.store.remove(event, span: .allEvents)
            } else {
                try opened.store.save(&event, span: .allEvents)
            }
        }
        #expect(error?.code == .noSuchItem, "\(String(describing: error))")
        #expect(opened.folder.text("home/u.ics") == left)
    }
}

import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests that components with the same UID as an edited event keep their exact bytes.
@Suite struct NeighbourTests {
    private static let todo = """
        BEGIN:VTODO\r\nUID:u\r\nDTSTAMP:20260101T000000Z\r\nDUE:20260330T100000Z\r\nSUMMARY:todo\r\nX-KEPT:  as is\r\nEND:VTODO\r\n
        """
    private static let journal = "BEGIN:VJOURNAL\r\nUID:u\r\nDTSTAMP:20260101T000000Z\r\nEND:VJOURNAL\r\n"

    private static func event(_ title: String, _ start: String, _ more: String = "") -> String {
        "BEGIN:VEVENT\r\nUID:u\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:\(start)\r\nSUMMARY:\(title)\r\n\(more)END:VEVENT\r\n"
    }

    private func opened(_ components: String...) throws -> OpenedStore {
        let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n\(components.joined())END:VCALENDAR\r\n"
        return try OpenedStore(files: ["home/u.ics": text])
    }

    @Test
    func `editing or removing an event does not affect a reminder and a journal entry with the same UID`()
        throws
    {
        for isFirst in [true, false] {
            let event = Self.event("event", "20260330T070000Z")
            let opened =
                try isFirst ? opened(event, Self.todo, Self.journal) : opened(Self.todo, Self.journal, event)
            var edited = try opened.event("event")
            edited.title = "new"
            try opened.store.save(&edited, span: .allEvents)
            #expect(try opened.lines() == ["03-30 09:00 new"])
            #expect(opened.folder.text("home/u.ics")?.contains(Self.todo) == true)
            #expect(opened.folder.text("home/u.ics")?.contains(Self.journal) == true)
            try opened.store.remove(edited, span: .allEvents)
            #expect(try opened.lines().isEmpty)
            #expect(opened.folder.text("home/u.ics")?.contains(Self.todo + Self.journal) == true)
        }
    }

    @Test func `an event that moves to another calendar leaves its reminder behind`() throws {
        let opened = try opened(Self.todo, Self.event("event", "20260330T070000Z"))
        var event = try opened.event("event")
        event.calendar = try opened.calendar("work")
        try opened.store.save(&event, span: .allEvents)
        #expect(opened.folder.text("home/u.ics")?.contains(Self.todo) == true)
        #expect(opened.folder.text("home/u.ics")?.contains("VEVENT") == false)
        #expect(opened.folder.text("work/u.ics")?.contains("VTODO") == false)
    }

    @Test func `if two complete events share a UID, an edit changes only the intended one`() throws {
        let other = Self.event("two", "20260331T070000Z")
        for name in ["one", "two"] {
            let opened = try opened(Self.event("one", "20260330T070000Z"), other)
            var event = try opened.event(name)
            event.title = "new"
            try opened.store.save(&event, span: .allEvents)
            #expect(try opened.events().map(\.title) == (name == "one" ? ["new", "two"] : ["one", "new"]))
            event.startDate = event.startDate?.addingTimeInterval(3600)
            try opened.store.save(&event, span: .allEvents)
            #expect(try opened.events().map(\.title) == (name == "one" ? ["new", "two"] : ["one", "new"]))
            if name == "one" { #expect(opened.folder.text("home/u.ics")?.contains(other) == true) }
            try opened.store.remove(event, span: .allEvents)
            #expect(try opened.events().map(\.title) == [name == "one" ? "two" : "one"])
        }
    }

    @Test func `two complete events with the same UID cannot be moved to the same time`()
        throws
    {
        let opened = try opened(Self.event("one", "20260330T070000Z"), Self.event("two", "20260331T070000Z"))
        var event = try opened.event("one")
        event.startDate = event.startDate?.addingTimeInterval(86_400)
        #expect(
            refusal { try opened.store.save(&event, span: .allEvents) }?.code
                == .startDateCollidesWithOtherOccurrence
        )
        #expect(try opened.events().map(\.title) == ["one", "two"])
    }

    @Test func `an obsolete revision does not reappear when the later one is removed`() throws {
        let opened = try opened(
            Self.event("old", "20260330T070000Z"),
            Self.event("new", "20260331T070000Z", "SEQUENCE:1\r\n")
        )
        try opened.store.remove(try opened.event("new"), span: .allEvents)
        #expect(try opened.lines().isEmpty)
        #expect(opened.folder.text("home/u.ics") == nil)
    }

    @Test func `removing the last occurrence removes the file`() throws {
        let opened = try opened(
            Self.event("a", "20260330T070000Z", "RRULE:FREQ=DAILY;COUNT=2\r\nEXDATE:20260331T070000Z\r\n")
        )
        try opened.store.remove(try opened.event("a"), span: .thisEvent)
        #expect(opened.folder.text("home/u.ics") == nil)
    }
}

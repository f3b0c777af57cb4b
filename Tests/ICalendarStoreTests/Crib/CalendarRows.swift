import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests the "Calendars" section of EventKit's semantics.
///
/// Differences of this store:
/// - `source` is specified when a calendar is created and cannot be changed.
/// - `calendarIdentifier` is the folder's path, which synchronization does not change.
/// - CalDAV, Exchange and birthday calendars do not exist. Tools that import such calendars create folders.
/// - Sources and calendars are sorted by path.
/// - Every calendar supports all availabilities, because `X-MICROSOFT-CDO-BUSYSTATUS` covers those that RFC
///   5545 lacks.
struct CalendarRows {
    @Test func `the raw values of calendar types, sources, entity types and availabilities match EventKit`() {
        #expect(CalendarType.local.rawValue == 0)
        #expect(CalendarType.subscription.rawValue == 3)
        #expect(EventSource.Kind.local.rawValue == 0)
        #expect(EventSource.Kind.subscribed.rawValue == 4)
        #expect(EntityTypes.event.rawValue == 1)
        #expect(EntityTypes.reminder.rawValue == 2)
        let all: [EventAvailabilities] = [[], .busy, .free, .tentative, .unavailable]
        #expect(all.map(\.rawValue) == [0, 1, 2, 4, 8])
    }

    @Test func `a calendar supports every availability that an event can have`() throws {
        let calendar = try #require(try StoreFolder("a").open(.allow).calendars(for: .event).first)
        let supported = calendar.supportedEventAvailabilities
        #expect(supported == [.busy, .free, .tentative, .unavailable])
        for (mask, availability) in [
            (EventAvailabilities.busy, EventAvailability.busy), (.free, .free), (.tentative, .tentative),
            (.unavailable, .unavailable),
        ] {
            var event = CalendarEvent(Event())
            event.availability = availability
            #expect((event.availability == availability) == supported.contains(mask))
        }
    }

    @Test func `a renamed calendar keeps its identifier and source`() throws {
        let folder = try StoreFolder("a")
        let store = try folder.open(.allow)
        var calendar = try #require(try store.calendars(for: .event).first)
        let before = calendar
        calendar.title = "Zebra"
        try store.saveCalendar(&calendar)
        #expect(calendar.calendarIdentifier == before.calendarIdentifier)
        #expect(calendar.source == before.source)
        #expect(try folder.open(.allow).calendar(withIdentifier: "a")?.title == "Zebra")
    }

    @Test func `a calendar that cannot be renamed or removed can still accept items`() throws {
        let ordinary = try Ordinary(["home/a"])
        defer { ordinary.end() }
        ordinary.give()
        try ordinary.store.setMode("home", 0o555)
        let arguments = ["store", ordinary.store.path, ordinary.store.path + "/.state", "allow"]
        let result = try Child(
            arguments: arguments + ["immutable", "save", "remove"],
            program: ordinary.program,
            through: ordinary.through
        ).finish()
        #expect(
            result.lines == ["immutable: a true", "saved", "remove: sourceDoesNotAllowCalendarAddDelete"],
            "\(result.errors)"
        )
        #expect(ordinary.store.everything.keys.filter { $0.hasPrefix("home/a/") }.count == 1)
    }

    @Test func `only the accessible items in a mixed calendar are removed`() async throws {
        let folder = try StoreFolder("a")
        let state = try StoreFolder()
        try folder.write("a/displayname", "Mixed")
        try folder.writeEvent("a/event.ics")
        try folder.writeReminder("a/todo.ics", "Kiln")
        try folder.write("a/junk.ics", "junk")
        let reminder = StoreFolder.text("VTODO", "both", "Glaze")
        let lines = StoreFolder.text("VEVENT", "both", "Lunch").components(separatedBy: "\r\n")
        let event = lines[3...8].joined(separator: "\r\n")
        try folder.write("a/both.ics", reminder.replacing("BEGIN:VTODO", with: event + "\r\nBEGIN:VTODO"))
        let before = folder.everything
        let store = try folder.open(Asked(.granted, .refused).handler, state: state)
        #expect(try await store.requestFullAccessToEvents())
        #expect(try await store.requestFullAccessToReminders() == false)
        let calendar = try #require(try store.calendars(for: .event).first)
        try store.removeCalendar(calendar)
        #expect(try store.month() == [])
        #expect(
            folder.everything.keys.sorted() == ["a/both.ics", "a/displayname", "a/junk.ics", "a/todo.ics"]
        )
        for name in ["a/displayname", "a/junk.ics", "a/todo.ics"] {
            #expect(folder.text(name) == before[name])
        }
        let both = try #require(folder.text("a/both.ics"))
        #expect(both == reminder)
        // With access to all items, the whole calendar is removed.
        try folder.open(.allow).removeCalendar(calendar)
        #expect(folder.everything.isEmpty)
    }

    @Test func `a calendar without items of other types is removed completely`() async throws {
        let folder = try StoreFolder("a")
        let state = try StoreFolder()
        try folder.write("a/displayname", "Events")
        try folder.writeEvent("a/event.ics")
        let store = try folder.open(Asked(.granted).handler, state: state)
        #expect(try await store.requestFullAccessToEvents())
        try store.removeCalendar(try #require(try store.calendars(for: .event).first))
        #expect(folder.everything.isEmpty)
        #expect(try store.calendars(for: .event) == [])
    }
}

import Foundation
import ICalendarStore
import Testing

@testable import EventKit

struct CalendarTests {
    @Test func `calendars have the attributes of their folders`() throws {
        let studio = try Studio(["1/a.ics": Studio.lunch])
        let calendars = studio.store.calendars(for: .event)
        #expect(
            calendars.map(\.title) == ["Home", "Work"] && calendars == studio.store.calendars(for: .reminder)
        )
        let home = try #require(calendars.first)
        #expect(
            home.type == .local && home.allowsContentModifications && !home.isImmutable && !home.isSubscribed
        )
        #expect(home.allowedEntityTypes == [.event, .reminder] && home.calendarIdentifier == "1")
        #expect(home.supportedEventAvailabilities == [.busy, .free, .tentative, .unavailable])
        #expect(home.source.sourceType == .local && !home.source.isDelegate)
        #expect(home.source.calendars(for: .event) == Set(calendars))
        #expect(studio.store.calendar(withIdentifier: "1") === home)
        #expect(studio.store.calendar(withIdentifier: "nowhere") == nil)
        #expect(studio.store.source(withIdentifier: "nowhere") == nil)
        #expect(studio.store.sources == [home.source] && home.source.hash == studio.store.sources[0].hash)
    }

    @Test func `a single file is a calendar that cannot be changed`() throws {
        let studio = try Studio()
        try studio.write("holidays.ics", Studio.lunch)
        studio.store.refreshSourcesIfNecessary()
        let holidays = try #require(studio.store.calendars(for: .event).first { $0.type == .subscription })
        #expect(holidays.isSubscribed && holidays.isImmutable && !holidays.allowsContentModifications)
        let event = studio.newEvent("Talk")
        event.calendar = holidays
        #expect(code { try studio.store.save(event, span: .thisEvent) } == .calendarReadOnly)
        holidays.title = "Vacation"
        #expect(code { try studio.store.saveCalendar(holidays, commit: true) } == .calendarIsImmutable)
        #expect(code { try studio.store.removeCalendar(holidays, commit: true) } == .calendarIsImmutable)
    }

    @Test func `a new calendar needs a source`() throws {
        let studio = try Studio()
        let calendar = EKCalendar(for: .event, eventStore: studio.store)
        #expect(
            calendar.isNew && calendar.hasChanges && calendar.source == nil
                && !calendar.calendarIdentifier.isEmpty
        )
        calendar.title = "Pottery"
        #expect(code { try studio.store.saveCalendar(calendar, commit: true) } == .calendarHasNoSource)
        calendar.source = studio.store.sources.first
        calendar.cgColor = CGColor(red: 1, green: 0.5, blue: 0, alpha: 1)
        try studio.store.saveCalendar(calendar, commit: true)
        #expect(!calendar.isNew && !calendar.hasChanges)
        let found = try #require(studio.store.calendars(for: .event).first { $0.title == "Pottery" })
        #expect(found === calendar && found.cgColor.components?[0] == 1)
        #expect(found.cgColor == CGColor(srgbRed: 1, green: 128 / 255, blue: 0, alpha: 1))
        let event = studio.newEvent("Glazing")
        event.calendar = calendar
        try studio.store.save(event, span: .thisEvent)
        #expect(event.calendar === calendar)
        try studio.store.removeCalendar(calendar, commit: true)
        #expect(studio.store.calendars(for: .event).count == 2 && !calendar.refresh())
    }

    @Test func `an event can be saved in a calendar that was created after the event`() throws {
        let studio = try Studio()
        let calendar = EKCalendar(forEntityType: .event, eventStore: studio.store)
        (calendar.title, calendar.source) = ("Pottery", studio.store.sources.first)
        let event = studio.newEvent("Glazing")
        event.calendar = calendar
        try studio.store.saveCalendar(calendar, commit: false)
        try studio.store.save(event, span: .thisEvent, commit: false)
        try studio.store.commit()
        #expect(studio.events().first?.calendar.title == "Pottery")
    }

    @Test func `the title and color of a calendar can be changed and rolled back`() throws {
        let studio = try Studio()
        let home = try #require(studio.store.calendars(for: .event).first)
        #expect(home.cgColor.numberOfComponents == 4 && home.cgColor.alpha == 1)
        home.title = "Private"
        #expect(home.hasChanges && studio.store.calendars(for: .event).first?.title == "Private")
        home.rollback()
        #expect(home.title == "Home" && !home.hasChanges)
        home.title = "Private"
        try studio.store.saveCalendar(home, commit: false)
        try studio.store.commit()
        #expect(try String(contentsOfFile: studio.folder + "/1/displayname", encoding: .utf8) == "Private\n")
        #expect(home.refresh() && home.title == "Private")
    }

    @Test func `the source of a saved calendar cannot be changed`() throws {
        let studio = try Studio()
        try FileManager.default.createDirectory(
            atPath: studio.folder + "/account/team",
            withIntermediateDirectories: true
        )
        studio.store.refreshSourcesIfNecessary()
        let home = try #require(studio.store.calendars(for: .event).first)
        home.source = studio.store.source(withIdentifier: "account")
        #expect(code { try studio.store.saveCalendar(home, commit: true) } == .calendarSourceCannotBeModified)
        home.rollback()
        home.source = home.source
        #expect(!home.hasChanges)
        let calendar = EKCalendar(for: .event, eventStore: studio.store)
        calendar.source = try Studio().store.sources.first
        #expect(
            code { try studio.store.saveCalendar(calendar, commit: true) } == .objectBelongsToDifferentStore
        )
    }

    @Test func `colors use the sRGB color space`() throws {
        let space = CGColorSpaceCreateDeviceRGB()
        #expect(space.model == .rgb && CGColorSpace(name: CGColorSpace.sRGB)?.name == space.name)
        #expect(CGColorSpace(name: "kCGColorSpaceDisplayP3") == nil)
        let color = try #require(CGColor(colorSpace: space, components: [1, 0.5, 0, 1]))
        #expect(color.colorSpace?.model == .rgb)
        #expect(color == color.converted(to: space, intent: .defaultIntent, options: nil))
        #expect(CGColor(colorSpace: space, components: [0.5, 1]) == nil)
    }

    @Test func `color components are clamped to one byte`() {
        let color = CGColor(red: 7, green: -1, blue: .nan, alpha: 1)
        #expect(color.calendarColor.description == "#FF0000")
        #expect(
            color.hash == CGColor(red: 7, green: -1, blue: .nan, alpha: 1).hash
                || color.components?.count == 4
        )
    }

    @Test func `an item cannot be saved in a calendar that has not been saved`() throws {
        let studio = try Studio(["1/a.ics": Studio.lunch])
        let calendar = EKCalendar(for: .event, eventStore: studio.store)
        (calendar.title, calendar.source) = ("Pottery", studio.store.sources.first)
        let new = studio.newEvent("Glazing")
        let saved = try #require(studio.events().first)
        for event in [new, saved] {
            event.calendar = calendar
            #expect(event.hasChanges)
            #expect(code { try studio.store.save(event, span: .thisEvent) } == .noCalendar)
        }
        saved.calendar = nil
        #expect(code { try studio.store.save(saved, span: .thisEvent) } == .noCalendar)
        saved.rollback()
        #expect(saved.calendar.title == "Home" && !saved.hasChanges)
        saved.calendar = calendar
        let reminder = EKReminder(eventStore: studio.store)
        reminder.calendar = calendar
        #expect(code { try studio.store.save(reminder, commit: true) } == .noCalendar)
        #expect(try studio.texts("1").count == 1 && studio.texts("2").isEmpty)
        try studio.store.saveCalendar(calendar, commit: true)
        try studio.store.save(new, span: .thisEvent)
        try studio.store.save(saved, span: .thisEvent)
        #expect(studio.events().map(\.calendar.title) == ["Pottery", "Pottery"])
    }

    @Test func `a set still contains a new calendar after it is saved`() throws {
        let studio = try Studio()
        let calendar = EKCalendar(for: .event, eventStore: studio.store)
        (calendar.title, calendar.source) = ("Pottery", studio.store.sources.first)
        let calendars: Set<EKCalendar> = [calendar]
        try studio.store.saveCalendar(calendar, commit: true)
        #expect(calendars.contains(calendar))
        #expect(calendars.isSubset(of: studio.store.calendars(for: .event)))
    }
}

import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests saving and removing single events.
@Suite struct SavingTests {
    @Test func `a new event gets identifiers and can be found by each of them`() throws {
        let opened = try OpenedStore()
        var event = try opened.newEvent("Dentist")
        #expect(event.isNew && event.hasChanges && event.eventIdentifier == nil)
        try opened.store.save(&event, span: .thisEvent)
        #expect(!event.isNew && !event.hasChanges)
        let identifier = try #require(event.eventIdentifier)
        #expect(try opened.store.event(withIdentifier: identifier) == event)
        #expect(try opened.store.event(withOccurrenceIdentifier: event.id) == event)
        #expect(try opened.store.calendarItem(withIdentifier: event.calendarItemIdentifier) == event)
        let external = event.calendarItemExternalIdentifier
        #expect(try opened.store.calendarItems(withExternalIdentifier: external) == [event])
        #expect(try OpenedStore.lines(OpenedStore.events(opened.again())) == ["03-30 15:00 Dentist"])
        #expect(event.creationDate != nil && event.lastModifiedDate != nil)
    }

    @Test func `an event without a calendar is saved in the default calendar`() throws {
        let opened = try OpenedStore()
        var event = try opened.newEvent("Dentist", calendar: nil)
        try opened.store.save(&event, span: .thisEvent)
        #expect(event.calendar == (try opened.store.defaultCalendarForNewEvents))
    }

    @Test func `saving without a change writes nothing`() throws {
        let opened = try OpenedStore(["home/lunch.ics": [OpenedStore.lunch]])
        let before = opened.folder.everything
        var event = try opened.event("Lunch")
        event.title = "Lunch"
        try opened.store.save(&event, span: .allEvents)
        #expect(opened.folder.everything == before)
    }

    @Test func `a change does not affect other lines or other files`() throws {
        let opened = try OpenedStore([
            "home/lunch.ics": [OpenedStore.lunch + "\nX-ODD;X-P=\"a,b\":kept"],
            "home/other.ics": [OpenedStore.standUp],
        ])
        let other = opened.folder.text("home/other.ics")
        var event = try opened.event("Lunch")
        event.location = "Kitchen"
        try opened.store.save(&event, span: .thisEvent)
        let text = try #require(opened.folder.text("home/lunch.ics"))
        #expect(text.contains("LOCATION:Kitchen\r\n") && text.contains("X-ODD;X-P=\"a,b\":kept\r\n"))
        #expect(opened.folder.text("home/other.ics") == other)
    }

    @Test func `changes made by another program are kept and included in the value`() throws {
        let opened = try OpenedStore(["home/lunch.ics": [OpenedStore.lunch]])
        var event = try opened.event("Lunch")
        try opened.folder.write(
            "home/lunch.ics",
            OpenedStore.calendar([OpenedStore.lunch + "\nLOCATION:Roof"])
        )
        event.title = "Long lunch"
        try opened.store.save(&event, span: .thisEvent)
        #expect(event.location == "Roof" && event.title == "Long lunch")
    }

    @Test func `a file renamed by another program is edited under its new name`() throws {
        let opened = try OpenedStore(["home/lunch.ics": [OpenedStore.lunch]])
        var event = try opened.event("Lunch")
        try FileManager.default.moveItem(
            atPath: opened.folder.path + "/home/lunch.ics",
            toPath: opened.folder.path + "/home/renamed.ics"
        )
        try opened.store.reset()
        event.title = "Long lunch"
        try opened.store.save(&event, span: .thisEvent)
        #expect(opened.folder.everything.keys.filter { $0.hasSuffix(".ics") } == ["home/renamed.ics"])
    }

    @Test func `saving an item deleted elsewhere restores its whole series with the change`() throws {
        let opened = try OpenedStore(["home/stand-up.ics": [OpenedStore.standUp]])
        var event = try opened.events()[1]
        try FileManager.default.removeItem(atPath: opened.folder.path + "/home/stand-up.ics")
        event.title = "Retro"
        try opened.store.save(&event, span: .thisEvent)
        #expect(
            try opened.lines() == [
                "03-30 09:00 Stand-up", "04-06 09:00 Retro", "04-13 09:00 Stand-up", "04-20 09:00 Stand-up",
                "04-27 09:00 Stand-up",
            ]
        )
    }

    @Test func `saving an occurrence excluded elsewhere restores it`() throws {
        let opened = try OpenedStore(["home/stand-up.ics": [OpenedStore.standUp]])
        var event = try opened.events()[1]
        try opened.store.remove(event, span: .thisEvent)
        event.title = "Retro"
        try opened.store.save(&event, span: .thisEvent)
        #expect(try opened.lines().contains("04-06 09:00 Retro"))
        #expect(opened.folder.text("home/stand-up.ics")?.contains("EXDATE") == false)
    }

    @Test func `a UID is rejected if it exists in the same calendar, but not in another calendar`() throws {
        let opened = try OpenedStore(["home/lunch.ics": [OpenedStore.lunch]])
        var twin = try opened.newEvent("Twin")
        twin.event.uid = "lunch"
        #expect(refusal { try opened.store.save(&twin, span: .thisEvent) }?.code == .identifierIsTaken)
        twin.calendar = try opened.calendar("work")
        try opened.store.save(&twin, span: .thisEvent)
        #expect(try opened.store.calendarItems(withExternalIdentifier: "lunch").count == 2)
    }

    @Test func `a new item gets an unused file name`() throws {
        let opened = try OpenedStore(["home/dentist.ics": [OpenedStore.lunch]])
        var event = try opened.newEvent("Dentist")
        event.event.uid = "dentist"
        try opened.store.save(&event, span: .thisEvent)
        #expect(try opened.lines() == ["03-30 12:00 Lunch", "03-30 15:00 Dentist"])
        #expect(try OpenedStore.events(opened.again()).count == 2)
    }

    @Test func `an event moves to another calendar with its whole series in one commit`() throws {
        let opened = try OpenedStore(["home/stand-up.ics": [OpenedStore.standUp]])
        var event = try opened.events()[2]
        let before = event.eventIdentifier
        event.calendar = try opened.calendar("work")
        #expect(event.hasChanges)
        try opened.store.save(&event, span: .thisEvent)
        #expect(event.eventIdentifier == "work:stand-up" && before == "home:stand-up")
        #expect(opened.folder.text("home/stand-up.ics") == nil)
        #expect(try opened.events(in: [opened.calendar("work")]).count == 5)
        #expect(try OpenedStore.lines([event]) == ["04-13 09:00 Stand-up"])
    }

    @Test func `an event can change while it moves, and other events in its file remain`() throws {
        let opened = try OpenedStore(["home/both.ics": [OpenedStore.lunch, OpenedStore.standUp]])
        var event = try opened.events()[3]
        event.calendar = try opened.calendar("work")
        event.title = "Retro"
        try opened.store.save(&event, span: .futureEvents)
        #expect(try opened.events(in: [opened.calendar("home")]).map(\.title) == ["Lunch"])
        #expect(
            try opened.events(in: [opened.calendar("work")]).map(\.title) == [
                "Stand-up", "Stand-up", "Retro", "Retro", "Retro",
            ]
        )
        #expect(event.calendar?.calendarIdentifier == "work" && !event.hasChanges)
    }

    @Test func `removing a missing or unsaved event does nothing`() throws {
        let opened = try OpenedStore(["home/lunch.ics": [OpenedStore.lunch]])
        let event = try opened.event("Lunch")
        try opened.store.remove(event, span: .thisEvent)
        try opened.store.remove(event, span: .thisEvent)
        try opened.store.remove(opened.newEvent("New"), span: .allEvents)
        #expect(try opened.lines() == [])
        #expect(event.eventIdentifier == "home:lunch")
    }

    @Test func `removing an excluded occurrence writes nothing`() throws {
        let opened = try OpenedStore(["home/stand-up.ics": [OpenedStore.standUp]])
        let event = try opened.events()[1]
        try opened.store.remove(event, span: .thisEvent)
        let before = opened.folder.everything
        try opened.store.remove(event, span: .thisEvent)
        #expect(opened.folder.everything == before)
    }

    @Test func `an event without a UID can be changed, and keeps its generated UID`() throws {
        let opened = try OpenedStore(["home/a.ics": ["SUMMARY:Nameless\nDTSTART:20260330T100000Z"]])
        var event = try opened.event("Nameless")
        let uid = event.calendarItemExternalIdentifier
        event.title = "Named"
        try opened.store.save(&event, span: .thisEvent)
        #expect(try opened.lines() == ["03-30 12:00 Named"])
        #expect(event.calendarItemExternalIdentifier == uid)
    }

    @Test func `a refresh adds new values and keeps unsaved changes`() throws {
        let opened = try OpenedStore(["home/lunch.ics": [OpenedStore.lunch]])
        var event = try opened.event("Lunch")
        event.title = "Long lunch"
        try opened.folder.write(
            "home/lunch.ics",
            OpenedStore.calendar([OpenedStore.lunch + "\nLOCATION:Roof"])
        )
        #expect(try opened.store.refresh(&event))
        #expect(event.location == "Roof" && event.title == "Long lunch" && event.hasChanges)
        event.rollback()
        #expect(event.title == "Lunch" && event.location == "Roof" && !event.hasChanges)
        try FileManager.default.removeItem(atPath: opened.folder.path + "/home/lunch.ics")
        #expect(try !opened.store.refresh(&event))
    }

    @Test func `a refresh reports a missing occurrence even if its series exists`() throws {
        let opened = try OpenedStore(["home/stand-up.ics": [OpenedStore.standUp]])
        var event = try opened.events()[1]
        try opened.store.remove(event, span: .thisEvent)
        #expect(try !opened.store.refresh(&event))
    }
}

/// Tests how a store returns a new event.
@Suite struct NewEventTests {
    @Test(arguments: ["Pacific/Kiritimati", "Europe/Berlin", "UTC", "America/Los_Angeles"])
    func `a new series is returned as its first occurrence in any time zone`(name: String) throws {
        let folder = try StoreFolder("home")
        var options = EventStore.Options()
        options.access = .allow
        options.timeZone = try Zone(identifier: name)
        let store = try EventStore(folder.root, files: SystemFiles(), options: options)
        for start in [
            EventTime.date(try #require(CivilDate(year: 2026, month: 4, day: 3))),
            try EventTime("2026-04-03 10:00"),
        ] {
            var new = try Event("Run", start: start)
            new.recurrenceRules = [RecurrenceRule(.daily, count: 5)]
            var event = CalendarEvent(new)
            try store.save(&event, span: .thisEvent)
            #expect(event.event.start == start)
            try store.remove(event, span: .futureEvents)
            #expect(folder.everything.keys.filter { $0.hasSuffix(".ics") }.isEmpty)
        }
    }

    @Test func `a commit without changes does nothing, even in a read-only store`() throws {
        let folder = try StoreFolder("home")
        var options = EventStore.Options()
        options.access = .allow
        options.isReadOnly = true
        let store = try EventStore(folder.root, files: SystemFiles(), options: options)
        try store.commit()
        #expect(folder.everything.isEmpty)
    }
}

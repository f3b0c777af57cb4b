import Foundation
import Testing

@testable import EventKit

/// Tests of predicates, identifiers, times and details of events.
struct EventTests {
    // MARK: - Predicates

    @Test func `a search returns events that overlap the window, sorted by start`() throws {
        let studio = try Studio(["1/a.ics": Studio.lunch, "2/b.ics": Studio.standUp])
        #expect(studio.events(days: 1).map(\.title) == ["Stand-up", "Lunch"])
        let start = Studio.monday.addingTimeInterval(12.5 * 3600)
        let end = start.addingTimeInterval(60)
        let store = studio.store
        let predicate = store.predicateForEvents(withStart: start, end: end, calendars: nil)
        #expect(store.events(matching: predicate).map(\.title) == ["Lunch"])
    }

    @Test func `a predicate can be limited to calendars`() throws {
        let studio = try Studio(["1/a.ics": Studio.lunch, "2/b.ics": Studio.standUp])
        let work = studio.store.calendars(for: .event).filter { $0.title == "Work" }
        let end = Studio.monday.addingTimeInterval(86_400)
        func titles(_ calendars: [EKCalendar]?) -> [String] {
            let store = studio.store
            let predicate = store.predicateForEvents(withStart: Studio.monday, end: end, calendars: calendars)
            return store.events(matching: predicate).map(\.title)
        }
        #expect(titles(work) == ["Stand-up"])
        #expect(titles([]) == [])
        #expect(titles(nil).count == 2)
    }

    @Test func `a window of more than four years is silently shortened`() throws {
        let yearly = Studio.lunch + "\nRRULE:FREQ=YEARLY"
        #expect(try Studio(["1/a.ics": yearly]).events(days: 3660).count == 4)
    }

    @Test func `an empty or inverted window has no events`() throws {
        let studio = try Studio(["1/a.ics": Studio.lunch])
        #expect(studio.events(days: 0).isEmpty && studio.events(days: -10).isEmpty)
    }

    @Test func `predicates of other stores or other types match nothing`() throws {
        let (studio, other) = (try Studio(["1/a.ics": Studio.lunch]), try Studio())
        let end = Studio.monday.addingTimeInterval(86_400)
        let foreign = other.store.predicateForEvents(withStart: Studio.monday, end: end, calendars: nil)
        for predicate in [foreign, NSPredicate(value: true), studio.store.predicateForReminders(in: nil)] {
            #expect(studio.store.events(matching: predicate).isEmpty)
        }
        let own = studio.store.predicateForEvents(withStart: Studio.monday, end: end, calendars: nil)
        let copy = try #require(own.copy() as? NSPredicate)
        #expect(studio.store.events(matching: copy).count == 1)
    }

    @Test func `enumeration ends when the block sets the stop flag`() throws {
        let studio = try Studio(["1/a.ics": Studio.standUp])
        let end = Studio.monday.addingTimeInterval(60 * 86_400)
        let predicate = studio.store.predicateForEvents(withStart: Studio.monday, end: end, calendars: nil)
        var seen = 0
        studio.store.enumerateEvents(matching: predicate) { _, stop in
            seen += 1
            if seen == 2 { stop.pointee = true }
        }
        #expect(seen == 2)
        studio.store.enumerateEvents(matching: NSPredicate(value: true)) { _, _ in seen = 100 }
        #expect(seen == 2)
    }

    // MARK: - Identifiers

    @Test func `eventIdentifier is nil before the first save and the same for all occurrences`() throws {
        let studio = try Studio(["1/a.ics": Studio.standUp])
        #expect(Set(studio.events().map(\.eventIdentifier)).count == 1)
        let event = studio.newEvent("Pottery")
        #expect(event.eventIdentifier == nil && event.isNew)
        let uid = event.calendarItemExternalIdentifier
        try studio.store.save(event, span: .thisEvent)
        #expect(event.eventIdentifier != nil && !event.isNew)
        #expect(event.calendarItemExternalIdentifier == uid)
        #expect(event.calendarItemIdentifier == event.eventIdentifier)
    }

    @Test func `the identifier of a new item equals its external identifier until it is saved`() throws {
        let studio = try Studio()
        let event = studio.newEvent("Talk")
        let external = try #require(event.calendarItemExternalIdentifier)
        #expect(event.calendarItemIdentifier == external && event.eventIdentifier == nil)
        try studio.store.save(event, span: .thisEvent)
        #expect(event.calendarItemExternalIdentifier == external)
        #expect(studio.store.calendarItem(withIdentifier: event.calendarItemIdentifier) == event)
    }

    @Test func `lookups return the first occurrence, or nil`() throws {
        let studio = try Studio(["1/a.ics": Studio.standUp])
        let last = try #require(studio.events().last)
        let first = try #require(studio.store.event(withIdentifier: last.eventIdentifier))
        #expect(first.startDate == studio.events().first?.startDate)
        #expect(studio.store.calendarItem(withIdentifier: last.calendarItemIdentifier) == first)
        #expect(studio.store.event(withIdentifier: "1:nobody") == nil)
        #expect(studio.store.event(withIdentifier: "") == nil)
        #expect(studio.store.calendarItem(withIdentifier: "nothing") == nil)
    }

    @Test func `several items can share an external identifier`() throws {
        let todo = "VTODO\nUID:lunch\nSUMMARY:Cook".replacingOccurrences(of: "VTODO\n", with: "X-VTODO:1\n")
        let studio = try Studio(["1/a.ics": Studio.lunch, "2/a.ics": Studio.lunch, "2/b.ics": todo])
        let items = studio.store.calendarItems(withExternalIdentifier: "lunch")
        #expect(items.count == 3 && items.filter { $0 is EKReminder }.count == 1)
        #expect(Set(items.map(\.calendarItemIdentifier)).count == 2)
    }

    @Test func `a lookup returns the first of several files with the same identifier`() throws {
        let studio = try Studio(["1/a.ics": Studio.lunch, "1/b.ics": Studio.lunch])
        #expect(studio.store.event(withIdentifier: "1:lunch")?.title == "Lunch")
    }

    @Test func `moving an event to another calendar changes eventIdentifier`() throws {
        let studio = try Studio(["1/a.ics": Studio.lunch])
        let event = try #require(studio.events().first)
        let old = event.eventIdentifier
        event.calendar = studio.store.calendars(for: .event).first { $0.title == "Work" }
        #expect(event.hasChanges)
        try studio.store.save(event, span: .thisEvent)
        #expect(event.eventIdentifier != old && event.calendar.title == "Work")
        #expect(try studio.texts("1").isEmpty && studio.texts("2").count == 1)
    }

    @Test func `objects are equal if they represent the same occurrence in the same store`() throws {
        let studio = try Studio(["1/a.ics": Studio.standUp])
        let (one, other) = (studio.events(), studio.events())
        #expect(one == other && one[0] != one[1])
        #expect(Set(one + other).count == 5)
        let event = studio.newEvent("Pottery")
        #expect(event != studio.newEvent("Pottery"))
        try studio.store.save(event, span: .thisEvent)
        #expect(studio.store.event(withIdentifier: event.eventIdentifier) == event)
    }

    // MARK: - Times

    @Test func `occurrenceDate is the original start, even if the occurrence was moved`() throws {
        let studio = try Studio(["1/a.ics": Studio.standUp])
        let event = studio.events()[1]
        let original = try #require(event.startDate)
        #expect(event.occurrenceDate == original && !event.isDetached)
        event.startDate = original.addingTimeInterval(3600)
        event.endDate = original.addingTimeInterval(5400)
        try studio.store.save(event, span: .thisEvent)
        #expect(event.occurrenceDate == original && event.isDetached)
        let again = try #require(studio.events().first { $0.isDetached })
        #expect(again.occurrenceDate == original && again.startDate == original.addingTimeInterval(3600))
    }

    @Test func `a new event has neither times nor a calendar`() throws {
        let event = EKEvent(eventStore: try Studio().store)
        #expect(event.startDate == nil && event.endDate == nil && event.occurrenceDate == nil)
        #expect(event.calendar == nil && event.title == "" && event.hasChanges)
        event.startDate = Studio.monday
        #expect(event.endDate == nil && event.occurrenceDate == Studio.monday)
    }

    @Test func `an all-day event ends at midnight after its last day`() throws {
        let days = "UID:fair\nSUMMARY:Fair\nDTSTART;VALUE=DATE:20260401\nDTEND;VALUE=DATE:20260403"
        let event = try #require(Studio(["1/a.ics": days]).events().first)
        #expect(event.isAllDay && event.timeZone == nil)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        #expect(event.startDate == calendar.date(from: DateComponents(year: 2026, month: 4, day: 1)))
        #expect(event.endDate == calendar.date(from: DateComponents(year: 2026, month: 4, day: 3)))
        #expect(event.occurrenceDate == event.startDate && !event.isDetached)
    }

    @Test func `setting a time zone keeps the instants, and nil makes the times floating`() throws {
        let studio = try Studio(["1/a.ics": Studio.lunch])
        let event = try #require(studio.events().first)
        let start = event.startDate
        event.timeZone = TimeZone(identifier: "America/New_York")
        #expect(event.startDate == start && event.timeZone?.identifier == "America/New_York")
        event.timeZone = nil
        try studio.store.save(event, span: .thisEvent)
        #expect(event.timeZone == nil && event.startDate == start)
        event.isAllDay = true
        #expect(event.isAllDay && event.timeZone == nil)
    }

    @Test func `compareStartDate sorts events`() throws {
        let events = try Studio(["1/a.ics": Studio.standUp]).events()
        #expect(events[0].compareStartDate(with: events[1]) == .orderedAscending)
        #expect(events[1].compareStartDate(with: events[0]) == .orderedDescending)
        #expect(events[0].compareStartDate(with: events[0]) == .orderedSame)
    }

    // MARK: - Details

    @Test func `the title, location, notes and URL are saved`() throws {
        let studio = try Studio()
        let event = studio.newEvent("Pottery")
        (event.location, event.notes, event.url) = (
            "Studio 2", "Bring clay", URL(string: "https://studio.example/")
        )
        try studio.store.save(event, span: .thisEvent)
        let saved = try #require(studio.events().first)
        #expect(saved.title == "Pottery" && saved.location == "Studio 2" && saved.notes == "Bring clay")
        #expect(saved.url?.absoluteString == "https://studio.example/" && saved.hasNotes)
        #expect(saved.creationDate != nil && saved.lastModifiedDate != nil)
        saved.notes = nil
        #expect(!saved.hasNotes)
    }

    @Test func `setting the location replaces the structured location and its title`() throws {
        let studio = try Studio()
        let event = studio.newEvent("Talk")
        let hall = EKStructuredLocation(title: "Town hall")
        hall.geoLocation = CLLocation(latitude: 52.5186, longitude: 13.4083)
        hall.radius = 70
        event.structuredLocation = hall
        #expect(event.location == "Town hall")
        try studio.store.save(event, span: .thisEvent)
        let saved = try #require(studio.events().first)
        #expect(saved.structuredLocation?.geoLocation?.coordinate.latitude == 52.5186)
        #expect(saved.structuredLocation?.radius == 70)
        saved.structuredLocation?.title = "City hall"
        #expect(saved.hasChanges)
        try studio.store.save(saved, span: .thisEvent)
        #expect(studio.events().first?.location == "City hall")
        saved.location = "Room 5"
        #expect(saved.structuredLocation?.title == "Room 5" && saved.location == "Room 5")
        #expect(saved.structuredLocation?.geoLocation == nil && saved.structuredLocation?.radius == 0)
        try studio.store.save(saved, span: .thisEvent)
        #expect(try !studio.texts().joined().contains("STRUCTURED"))
    }

    @Test func `a plain location becomes a structured location without coordinates`() throws {
        let studio = try Studio(["1/a.ics": Studio.lunch + "\nLOCATION:Canteen"])
        let event = try #require(studio.events().first)
        #expect(event.structuredLocation?.title == "Canteen")
        #expect(event.structuredLocation?.geoLocation == nil && !event.hasChanges)
        event.structuredLocation?.geoLocation = CLLocation(latitude: 52.5186, longitude: 13.4083)
        #expect(event.hasChanges)
        try studio.store.save(event, span: .thisEvent)
        let saved = try #require(studio.events().first)
        #expect(saved.location == "Canteen")
        #expect(saved.structuredLocation?.geoLocation?.coordinate.longitude == 13.4083)
        saved.structuredLocation = nil
        try studio.store.save(saved, span: .thisEvent)
        #expect(saved.location == nil && saved.structuredLocation == nil)
        saved.location = "Berlin"
        #expect(saved.structuredLocation?.title == "Berlin")
        saved.structuredLocation = nil
        #expect(saved.location == nil && saved.structuredLocation == nil)
    }

    @Test func `the event keeps a copy of its structured location`() throws {
        let event = try Studio().newEvent("Talk")
        let hall = EKStructuredLocation(title: "Town hall")
        event.structuredLocation = hall
        hall.title = "Nowhere"
        #expect(event.structuredLocation?.title == "Town hall")
        #expect((hall.copy() as? EKStructuredLocation)?.title == "Nowhere")
        #expect(EKStructuredLocation().title == nil && EKStructuredLocation().geoLocation == nil)
        #expect(EKStructuredLocation(title: "Town hall").radius == 0)
    }

    @Test func `availability can be set, but status cannot`() throws {
        let studio = try Studio(["1/a.ics": Studio.lunch + "\nSTATUS:CANCELLED"])
        let event = try #require(studio.events().first)
        #expect(event.status == .canceled && event.availability == .busy)
        for availability in [EKEventAvailability.free, .tentative, .unavailable, .busy] {
            event.availability = availability
            try studio.store.save(event, span: .thisEvent)
            #expect(studio.events().first?.availability == availability)
        }
        event.availability = .notSupported
        #expect(event.availability == .busy && !event.hasChanges)
        #expect(try Studio().newEvent("Talk").status == .none)
    }

    @Test func `an event is never a birthday`() throws {
        let event = try Studio().newEvent("Talk")
        #expect(event.birthdayContactIdentifier == nil && event.birthdayPersonID == -1)
    }
}

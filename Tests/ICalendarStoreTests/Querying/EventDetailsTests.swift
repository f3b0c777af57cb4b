import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests an event's properties under their EventKit names.
@Suite struct EventDetailsTests {
    private static let full = """
        UID:a
        SUMMARY:A
        DTSTART:20260330T080000Z
        LOCATION:Town hall
        X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Town hall;X-APPLE-RADIUS=70:geo:52.5,13.4
        DESCRIPTION:Notes
        URL:https://studio.example/a
        STATUS:TENTATIVE
        CREATED:20260301T080000Z
        LAST-MODIFIED:20260302T080000Z
        ORGANIZER;CN=Nora Lind:mailto:nora@studio.example
        ATTENDEE;CN=Nora Lind;PARTSTAT=ACCEPTED:mailto:nora@studio.example
        ATTENDEE;CN=Sam:MAILTO:sam%2Bx@Client.Example
        RRULE:FREQ=DAILY;COUNT=3
        BEGIN:VALARM
        ACTION:DISPLAY
        DESCRIPTION:A
        TRIGGER:-PT15M
        END:VALARM
        """

    private func event(_ lines: String) throws -> CalendarEvent {
        try OpenedStore(["home/a.ics": [lines]]).event("A")
    }

    @Test func `every property is read from the component`() throws {
        let event = try event(Self.full)
        #expect(
            event.title == "A" && event.location == "Town hall" && event.notes == "Notes" && event.hasNotes
        )
        #expect(event.structuredLocation?.radius == 70)
        #expect(event.url == URL(string: "https://studio.example/a"))
        #expect(event.status == .tentative && event.availability == .busy)
        #expect(event.creationDate == Date(timeIntervalSince1970: 1_772_352_000))
        #expect(event.lastModifiedDate == Date(timeIntervalSince1970: 1_772_438_400))
        #expect(event.organizer?.email == "nora@studio.example")
        #expect(event.attendees?.map(\.email) == ["nora@studio.example", "sam+x@client.example"])
        #expect(event.attendees?.map(\.status) == [.accepted, .pending])
        #expect(event.hasAttendees && event.hasAlarms && event.hasRecurrenceRules)
        #expect(event.alarms?.first?.trigger == .before(.minutes(15)))
        #expect(event.recurrenceRules == [.daily().count(3)])
        #expect(!event.hasChanges)
    }

    @Test func `missing values are nil instead of empty`() throws {
        let event = try event("UID:a\nSUMMARY:A\nDTSTART:20260330T080000Z")
        #expect(event.attendees == nil && event.alarms == nil && event.recurrenceRules == nil)
        #expect(event.organizer == nil && event.location == nil && event.notes == nil && event.url == nil)
        #expect(event.structuredLocation == nil && event.creationDate == nil)
        #expect(event.status == .none && event.availability == .busy)
        #expect(!event.hasNotes && !event.hasAlarms && !event.hasAttendees && !event.hasRecurrenceRules)
    }

    /// Changes to properties, and the resulting lines in the file.
    static let settings: [(line: String, set: @Sendable (inout CalendarEvent) -> Void)] = [
        ("SUMMARY:B", { $0.title = "B" }),
        ("LOCATION:Roof", { $0.location = "Roof" }),
        (
            "LOCATION:Kiln",
            { $0.structuredLocation = AppleLocation(title: "Kiln", latitude: 1, longitude: 2) }
        ),
        ("DESCRIPTION:C", { $0.notes = "C" }),
        ("URL:https://example.com/", { $0.url = URL(string: "https://example.com/") }),
        ("STATUS:CANCELLED", { $0.status = .canceled }),
        ("STATUS:CONFIRMED", { $0.status = .confirmed }),
        ("TRANSP:TRANSPARENT", { $0.availability = .free }),
        ("X-MICROSOFT-CDO-BUSYSTATUS:OOF", { $0.availability = .unavailable }),
        ("X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE", { $0.availability = .tentative }),
        ("ORGANIZER:mailto:jo@example.com", { $0.organizer = Organizer(email: "jo@example.com") }),
        ("mailto:jo@example.com", { $0.attendees?.append(Attendee(email: "jo@example.com")) }),
        ("TRIGGER:-PT5M", { $0.addAlarm(.display("A", .before(.minutes(5)))) }),
        ("RRULE:FREQ=WEEKLY", { $0.recurrenceRules = [.weekly()] }),
    ]

    @Test(arguments: settings.indices)
    func `a property is saved and reads back unchanged`(index: Int) throws {
        let setting = Self.settings[index]
        let opened = try OpenedStore(["home/a.ics": [Self.full]])
        var event = try #require(try opened.events().first)
        setting.set(&event)
        #expect(event.hasChanges)
        try opened.store.save(&event, span: .allEvents)
        #expect(opened.folder.text("home/a.ics")?.contains(setting.line) == true)
        let again = try #require(try opened.events().first)
        #expect(again == event)
    }

    @Test func `setting a text location removes the map location, and setting a map location sets the text`()
        throws
    {
        var event = try event(Self.full)
        event.location = "Roof"
        #expect(event.structuredLocation == nil)
        event.structuredLocation = AppleLocation(title: "Kiln", latitude: 1, longitude: 2)
        #expect(event.location == "Kiln")
        event.structuredLocation = nil
        #expect(event.location == nil)
    }

    /// Lines in the file, and the resulting availability.
    static let availabilities: [(String, EventAvailability)] = [
        ("TRANSP:OPAQUE", .busy), ("TRANSP:TRANSPARENT", .free),
        ("X-MICROSOFT-CDO-BUSYSTATUS:FREE", .free),
        ("TRANSP:OPAQUE\nX-MICROSOFT-CDO-BUSYSTATUS:FREE", .busy),
        ("TRANSP:OPAQUE\nX-MICROSOFT-CDO-BUSYSTATUS:OOF", .unavailable),
        ("TRANSP:TRANSPARENT\nX-MICROSOFT-CDO-BUSYSTATUS:OOF", .free),
        ("X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE", .tentative),
        ("X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE", .free),
    ]

    @Test(arguments: availabilities)
    func `availability is read from TRANSP and Outlook's property`(
        lines: String,
        availability: EventAvailability
    )
        throws
    {
        var event = try event("UID:a\nSUMMARY:A\nDTSTART:20260330T080000Z\n" + lines)
        #expect(event.availability == availability)
        event.availability = .notSupported
        #expect(!event.hasChanges)
        for other in EventAvailability.allCases where other != .notSupported {
            event.availability = other
            #expect(event.availability == other)
        }
    }

    @Test func `an override shows its series' rules, which cannot be changed for one occurrence`()
        throws
    {
        let override = "UID:a\nSUMMARY:A\nRECURRENCE-ID:20260331T080000Z\nDTSTART:20260331T090000Z"
        let opened = try OpenedStore(["home/a.ics": [Self.full, override]])
        var event = try opened.events()[1]
        #expect(event.isDetached && event.recurrenceRules == [.daily().count(3)] && event.alarms == nil)
        event.removeRecurrenceRule(.daily().count(3))
        #expect(!event.hasRecurrenceRules)
        #expect(refusal { try opened.store.save(&event, span: .thisEvent) }?.code == .invalidSpan)
    }

    @Test func `events are equal if their identities and contents are equal`() throws {
        let opened = try OpenedStore(["home/a.ics": [Self.full]])
        let events = try opened.events()
        let twice = try events + opened.events()
        #expect(events[0] != events[1] && Set(twice).count == 3)
        var changed = events[0]
        changed.title = "B"
        #expect(changed != events[0] && changed.hashValue == events[0].hashValue)
        changed.title = "A"
        #expect(changed == events[0] && !changed.hasChanges)
        changed.calendar = try opened.calendar("work")
        #expect(changed != events[0])
        changed.rollback()
        #expect(changed == events[0])
        #expect(try OpenedStore.events(opened.again())[0] != events[0])
    }
}

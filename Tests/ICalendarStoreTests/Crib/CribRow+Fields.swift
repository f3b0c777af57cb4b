import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

extension CribRow {
    /// Rows about dates, availability, status, locations, participants, and alarms.
    static let fields: [CribRow] = [
        .same("Floating and all-day values are given in the default zone") {
            let opened = try OpenedStore([
                "home/a.ics": ["UID:a\nSUMMARY:A\nDTSTART;VALUE=DATE:20260330"],
                "home/b.ics": ["UID:b\nSUMMARY:B\nDTSTART:20260330T000000"],
            ])
            #expect(
                try opened.events().map(\.startDate) == [OpenedStore.monday.date, OpenedStore.monday.date]
            )
        },
        .differs(
            "The end of all-day events is not documented",
            "The end is the midnight after the last day; a time within a day, such as 23:59:59, includes that day"
        ) {
            let opened = try OpenedStore(["home/a.ics": ["UID:a\nSUMMARY:A\nDTSTART;VALUE=DATE:20260330"]])
            #expect(try opened.event("A").endDate == OpenedStore.monday.adding(seconds: 86_400).date)
        },
        .same("A nil timeZone means floating, and its dates are as if in the system's zone") {
            let opened = try OpenedStore(["home/a.ics": [OpenedStore.lunch]])
            var event = try opened.event("Lunch")
            let start = event.startDate
            event.timeZone = nil
            try opened.store.save(&event, span: .thisEvent)
            #expect(event.timeZone == nil && event.startDate == start)
        },
        .same("availability has the numbers -1 to 3, status the numbers 0 to 3") {
            #expect(EventAvailability.allCases.map(\.rawValue) == [-1, 0, 1, 2, 3])
            #expect(EventStatus.allCases.map(\.rawValue) == [0, 1, 2, 3])
        },
        .differs(
            "availability is notSupported if the calendar does not support it",
            "Every calendar supports all values: TRANSP, and X-MICROSOFT-CDO-BUSYSTATUS for tentative and unavailable"
        ),
        .differs("status is read-only", "`status` can be set") {
            let opened = try OpenedStore(["home/a.ics": [OpenedStore.lunch]])
            var event = try opened.event("Lunch")
            event.status = .canceled
            try opened.store.save(&event, span: .thisEvent)
            #expect(try opened.event("Lunch").status == .canceled)
        },
        .same("location is the title of structuredLocation, and setting it replaces that") {
            var event = CalendarEvent(Event())
            event.structuredLocation = AppleLocation(title: "Kiln", latitude: 1, longitude: 2)
            #expect(event.location == "Kiln")
            event.location = "Roof"
            #expect(event.structuredLocation == nil)
        },
        .differs(
            "Setting location replaces structuredLocation",
            "Setting location also removes GEO, Microsoft's location properties, a VLOCATION with the old name, and a calculated travel time; X-APPLE-TRAVEL-START, CONFERENCE and its vendor forms are kept"
        ) {
            let lines = "LOCATION:Hall\nGEO:52.5;13.4\nCONFERENCE;VALUE=URI:https://meet.example/1"
            let saved = try CribRow.text(after: { $0.location = "Roof" }, with: lines)
            #expect(saved.contains("LOCATION:Roof") && saved.contains("CONFERENCE") && !saved.contains("GEO"))
        },
        .differs(
            "Other forms of the notes are not supported",
            "Setting notes removes X-ALT-DESC, STYLED-DESCRIPTION and ALTREP, which contain the old text in other forms"
        ) {
            let old = "DESCRIPTION:Old\nX-ALT-DESC;FMTTYPE=text/html:<p>Old</p>"
            let saved = try CribRow.text(after: { $0.notes = "New" }, with: old)
            #expect(saved.contains("DESCRIPTION:New") && !saved.contains("Old"))
        },
        .differs(
            "Flags of other programs are not supported",
            "X-MICROSOFT-CDO-ALLDAYEVENT and similar flags are removed if new times contradict them, X-MICROSOFT-CDO-INTENDEDSTATUS if the availability changes, and X-MICROSOFT-RRULE if the rule changes; X-MICROSOFT-CDO-IMPORTANCE follows the priority of a reminder"
        ) {
            let flag = "X-MICROSOFT-CDO-INTENDEDSTATUS:BUSY"
            let free = try CribRow.text(after: { $0.availability = .free }, with: flag)
            #expect(!free.contains("INTENDEDSTATUS"))
            let renamed = try CribRow.text(after: { $0.title = "Supper" }, with: flag)
            #expect(renamed.contains(flag))
        },
        .same("organizer is nil when there is none, attendees are nil and not empty") {
            let event = CalendarEvent(Event())
            #expect(event.organizer == nil && event.attendees == nil)
        },
        .differs(
            "Participants are read-only, and their addresses are in URLs",
            "`organizer` and `attendees` can be set; `email` returns the address regardless of letter case and escapes in the `mailto:` URL"
        ) {
            var event = CalendarEvent(Event())
            event.attendees = [Attendee(email: "jo@example.com", name: "Jo")]
            #expect(event.attendees?.first?.email == "jo@example.com" && event.hasAttendees)
        },
        .same("A participant without PARTSTAT is pending, without CUTYPE a person, without ROLE required") {
            let line = "UID:a\nSUMMARY:A\nDTSTART:20260330T100000Z\nATTENDEE:mailto:jo@example.com"
            let event = try OpenedStore(["home/a.ics": [line]]).event("A")
            let attendee = try #require(event.attendees?.first)
            #expect(attendee.status == .pending && attendee.type == .person && attendee.role == .required)
        },
        .differs(
            "isCurrentUser identifies the user among the participants",
            "`CalendarEvent.isCurrentUser(_:)` does this, based on `EventStore.Options.userAddresses`"
        ),
        .differs(
            "absoluteDate and relativeOffset of an alarm clear each other",
            "An alarm has a single `trigger`, which is either absolute or relative"
        ) {
            let alarm = Alarm.display("A", .before(.minutes(5)))
            #expect(alarm.trigger == .relative(-.minutes(5), to: .start))
        },
        .differs(
            "Relative alarms are relative to the start",
            "Relative alarms may also be relative to the end, as RFC 5545 allows"
        ),
        .differs(
            "Alarms beyond the calendar's maximum are dropped on saving",
            "The number of alarms is not limited"
        ) {
            let opened = try OpenedStore()
            var event = try opened.newEvent("A")
            event.alarms = (0..<50).map { .display("A", .before(.minutes($0))) }
            try opened.store.save(&event, span: .thisEvent)
            #expect(event.alarms?.count == 50)
        },
        .differs(
            "Procedure alarms cannot be created",
            "Procedure alarms in a file are kept, but are never run"
        ),
    ]

    /// Returns an event's file with additional lines, after changing the event.
    private static func text(
        after change: (inout CalendarEvent) -> Void,
        with lines: String
    ) throws -> String {
        let opened = try OpenedStore(["home/a.ics": [OpenedStore.lunch + "\n" + lines]])
        var event = try opened.event("Lunch")
        change(&event)
        try opened.store.save(&event, span: .thisEvent)
        return opened.folder.text("home/a.ics") ?? ""
    }
}

import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

extension CribRow {
    /// Returns a store with a daily reminder that starts on 30 March.
    private static func plants() throws -> OpenedStore {
        let todo =
            "BEGIN:VTODO\nUID:plants\nDTSTAMP:20260101T000000Z\nSUMMARY:Plants\nDTSTART:20260330T160000Z\n"
            + "DUE:20260330T160000Z\nRRULE:FREQ=DAILY;COUNT=3\nEND:VTODO\n"
        return try OpenedStore(files: [
            "home/plants.ics": "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//test//EN\n\(todo)END:VCALENDAR\n"
        ])
    }

    private static func days(_ store: EventStore) throws -> [Int] {
        try store.reminders(matching: store.predicateForReminders()).compactMap { $0.dueDateComponents?.day }
    }

    /// Rows about recurring reminders and their completion.
    static let reminders: [CribRow] = [
        .differs(
            "Only the first incomplete instance of a recurring reminder is available",
            "The open instance that is due first is returned, as well as instances postponed beyond it; `reminder(withIdentifier:)` finds any instance"
        ) {
            let opened = try plants()
            #expect(try days(opened.store) == [30])
            let third = try opened.store.reminder(withIdentifier: "home:plants/RID=20260401T160000Z")
            #expect(third?.dueDateComponents?.day == 1)
        },
        .differs(
            "Reminders are saved and removed without a span",
            "`save(_:span:commit:)` and `remove(_:span:commit:)` take a span, so that a single instance can be postponed; completing always applies to one instance"
        ) {
            let opened = try plants()
            var next = try #require(try opened.store.reminder(withIdentifier: "home:plants"))
            next.dueDateComponents?.day = 31
            try opened.store.save(&next, span: .thisEvent)
            #expect(try days(opened.store) == [31])
            try opened.store.remove(next, span: .thisEvent)
            #expect(try days(opened.store) == [31])
            try opened.store.remove(next, span: .allEvents)
            #expect(try days(opened.store) == [])
        },
        .differs(
            "How a completed instance of a recurring reminder is stored is not documented",
            "The completed instance becomes a separate to-do, and its series then starts at the next instance, so that other programs can still edit the series; to keep the instance in the series instead, set `Options.completedInstances`"
        ) {
            let opened = try plants()
            var next = try #require(try opened.store.reminder(withIdentifier: "home:plants"))
            next.isCompleted = true
            try opened.store.save(&next)
            #expect(next.calendarItemIdentifier == "home:20260330t160000z-plants")
            #expect(try days(opened.store) == [30, 31])
        },
    ]
}

import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

extension CribRow {
    /// Rows about predicates, queries, and identifiers.
    static let queries: [CribRow] = [
        .same("nil calendars are all calendars") {
            let opened = try OpenedStore([
                "home/a.ics": [OpenedStore.lunch], "work/b.ics": [OpenedStore.standUp],
            ])
            #expect(try Set(opened.events(in: nil).map { $0.calendar?.title }) == ["home", "work"])
        },
        .differs(
            "A window of more than four years is silently shortened",
            "The window is shortened to the same four years, and `isShortened` and `searchedRange` report this; `predicates(withStart:end:calendars:)` covers the whole range"
        ) {
            let store = try OpenedStore().store
            let far = OpenedStore.monday.adding(seconds: 2000 * 86_400).date
            let predicate = try store.predicateForEvents(withStart: OpenedStore.monday.date, end: far)
            #expect(predicate.isShortened)
            let days = 1461 * 86_400
            #expect(predicate.searchedRange.upperBound >= OpenedStore.monday.adding(seconds: days))
        },
        .differs(
            "Predicates not created by the store raise an exception",
            "Using another store's predicate throws `objectBelongsToDifferentStore`"
        ) {
            let predicate = try OpenedStore().store.predicateForEvents(
                withStart: OpenedStore.monday.date,
                end: .distantFuture
            )
            let error = refusal { _ = try OpenedStore().store.events(matching: predicate) }
            #expect(error?.code == .objectBelongsToDifferentStore)
        },
        .differs(
            "A multi-day event may be missing on its last day",
            "Every event that overlaps the half-open window is found"
        ) {
            let opened = try OpenedStore([
                "home/a.ics": ["UID:a\nSUMMARY:A\nDTSTART:20260327T100000Z\nDTEND:20260330T100000Z"],
                "home/b.ics": ["UID:b\nSUMMARY:B\nDTSTART:20260327T100000Z\nDTEND:20260329T220000Z"],
            ])
            #expect(try opened.events(days: 1).map(\.title) == ["A"])
        },
        .same("events(matching:) gives committed events only") {
            let opened = try OpenedStore()
            var event = try opened.newEvent("A")
            try opened.store.save(&event, span: .thisEvent, commit: false)
            #expect(try opened.events().isEmpty)
        },
        .differs(
            "events(matching:) has no guaranteed order",
            "Events are sorted by start, end, UID and original start"
        ) {
            let opened = try OpenedStore([
                "home/a.ics": [OpenedStore.lunch], "work/b.ics": [OpenedStore.standUp],
            ])
            let events = try opened.events()
            #expect(
                events.map(\.id)
                    == events.sorted { $0.compareStartDate(with: $1) == .orderedAscending }.map(\.id)
            )
        },
        .same("enumerateEvents stops when its callback says so") {
            let opened = try OpenedStore(["home/a.ics": [OpenedStore.standUp]])
            let end = OpenedStore.monday.adding(seconds: 60 * 86_400).date
            let predicate = try opened.store.predicateForEvents(withStart: OpenedStore.monday.date, end: end)
            var count = 0
            try opened.store.enumerateEvents(matching: predicate) { _, stop in
                count += 1
                stop = true
            }
            #expect(count == 1)
        },
        .same("eventIdentifier is nil until saved, and the same for every occurrence") {
            let opened = try OpenedStore(["home/a.ics": [OpenedStore.standUp]])
            #expect(try opened.newEvent("A").eventIdentifier == nil)
            #expect(try Set(opened.events().map(\.eventIdentifier)) == ["home:stand-up"])
        },
        .same("eventIdentifier changes with the calendar") {
            let opened = try OpenedStore(["home/a.ics": [OpenedStore.lunch]])
            var event = try opened.event("Lunch")
            let before = event.eventIdentifier
            event.calendar = try opened.calendar("work")
            try opened.store.save(&event, span: .thisEvent)
            #expect(event.eventIdentifier != before)
        },
        .same("event(withIdentifier:) gives the first occurrence, and nil for what is deleted") {
            let opened = try OpenedStore(["home/a.ics": [OpenedStore.standUp]])
            let first = try opened.store.event(withIdentifier: "home:stand-up")
            #expect(try first == opened.events().first)
            try opened.store.remove(try #require(first), span: .allEvents)
            #expect(try opened.store.event(withIdentifier: "home:stand-up") == nil)
        },
        .differs(
            "calendarItemIdentifier is set on creation, is local, and is lost on a full sync",
            "The identifier is the UID until the event is saved, and then consists of the calendar and the UID; it changes only if one of these changes"
        ) {
            let opened = try OpenedStore()
            var event = try opened.newEvent("A")
            let uid = event.calendarItemIdentifier
            try opened.store.save(&event, span: .thisEvent)
            #expect(!uid.isEmpty && event.calendarItemIdentifier.hasPrefix("home:"))
            #expect(try opened.again().calendarItem(withIdentifier: event.calendarItemIdentifier) != nil)
        },
        .same(
            "calendarItemExternalIdentifier is the UID, the same for all occurrences, and may be in several calendars"
        ) {
            let opened = try OpenedStore([
                "home/a.ics": [OpenedStore.standUp], "work/b.ics": [OpenedStore.standUp],
            ])
            #expect(try Set(opened.events().map(\.calendarItemExternalIdentifier)) == ["stand-up"])
            #expect(try opened.store.calendarItems(withExternalIdentifier: "stand-up").count == 2)
        },
        .differs(
            "Occurrences have no identifiers",
            "`occurrenceIdentifier` identifies an occurrence, and `event(withOccurrenceIdentifier:)` finds the occurrence even after it was moved; if two files in a calendar have the same UID, the lookup throws `ambiguousIdentifier` instead of choosing one"
        ) {
            let opened = try OpenedStore(["home/a.ics": [OpenedStore.standUp]])
            for event in try opened.events() {
                #expect(try opened.store.event(withOccurrenceIdentifier: event.id) == event)
            }
        },
    ]
}

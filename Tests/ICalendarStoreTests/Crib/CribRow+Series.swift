import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

extension CribRow {
    private static func standUps() throws -> OpenedStore {
        try OpenedStore(["home/a.ics": [OpenedStore.standUp]])
    }

    /// Rows about occurrences, rules, and spans.
    static let series: [CribRow] = [
        .same("occurrenceDate is the original start, unchanged after detaching") {
            let opened = try standUps()
            var event = try opened.events()[1]
            #expect(event.occurrenceDate == event.startDate)
            let original = event.occurrenceDate
            event.startDate = event.startDate?.addingTimeInterval(600)
            try opened.store.save(&event, span: .thisEvent)
            #expect(event.occurrenceDate == original && event.isDetached)
        },
        .same("occurrenceDate is nil for a new event until startDate is set") {
            var event = CalendarEvent(Event())
            #expect(event.occurrenceDate == nil)
            event.startDate = OpenedStore.monday.date
            #expect(event.occurrenceDate == OpenedStore.monday.date)
        },
        .same("isDetached is true only for an occurrence that differs from its rule") {
            let opened = try standUps()
            var event = try opened.events()[1]
            event.notes = "A"
            try opened.store.save(&event, span: .thisEvent)
            #expect(try opened.events().map(\.isDetached) == [false, true, false, false, false])
        },
        .differs(
            "One recurrence rule is supported; adding another replaces it",
            "Any number of rules is supported, as well as RDATE and EXDATE; adding a rule keeps the others"
        ) {
            var event = CalendarEvent(Event())
            event.addRecurrenceRule(.daily())
            event.addRecurrenceRule(.weekly())
            #expect(event.recurrenceRules?.count == 2)
        },
        .differs(
            "Rules are daily, weekly, monthly or yearly",
            "All frequencies of RFC 5545 and the calendars of RFC 7529 are supported"
        ) {
            let opened = try standUps()
            var event = try opened.newEvent("A")
            event.recurrenceRules = [RecurrenceRule(.hourly, count: 3)]
            try opened.store.save(&event, span: .thisEvent)
            #expect(try opened.events(days: 1).count { $0.title == "A" } == 3)
        },
        .differs(
            "Creating a rule with an interval of 0 fails",
            "Any rule can be created; saving one that RFC 5545 does not allow throws `invalidItem`"
        ) {
            let opened = try standUps()
            var event = try opened.newEvent("A")
            event.recurrenceRules = [RecurrenceRule(.daily, interval: 0)]
            #expect(refusal { try opened.store.save(&event, span: .thisEvent) }?.code == .invalidItem)
        },
        .differs(
            "Parts of a rule that do not apply are ignored",
            "Saving such a rule throws an error; such a rule in a file is read as described in the documentation of ICalendar"
        ) {
            let opened = try standUps()
            var event = try opened.newEvent("A")
            var rule = RecurrenceRule.daily()
            rule.byWeekNumber = [3]
            event.recurrenceRules = [rule]
            #expect(refusal { try opened.store.save(&event, span: .thisEvent) }?.code == .invalidItem)
        },
        .same("The first day of the week is Monday where nothing is specified") {
            #expect(RecurrenceRule.weekly(every: 2).weekStart == .monday)
        },
        .same("A rule ends by a date or a count: one excludes the other") {
            let rule = RecurrenceRule.daily().until(try EventTime("2026-04-01 00:00", in: "UTC")).count(3)
            #expect(rule.count == 3 && rule.until == nil)
        },
        .differs(
            "Rules cannot be changed, except for their end",
            "Rules are values; change a rule, then save the event"
        ),
        .differs(
            "EKSpan is thisEvent (0) or futureEvents (1), with no value for all",
            "`EventSpan` has the same values, and also `allEvents` (2)"
        ) {
            #expect(EventSpan.allCases.map(\.rawValue) == [0, 1, 2])
        },
        .same(
            "A span counts from the object that is passed: the first occurrence and futureEvents are the series"
        ) {
            let opened = try standUps()
            let first = try #require(try opened.store.event(withIdentifier: "home:stand-up"))
            try opened.store.remove(first, span: .futureEvents)
            #expect(try opened.events().isEmpty)
        },
        .differs(
            "recurrenceRules = nil with futureEvents turns the series into one event at its original start",
            "Earlier occurrences are kept; the given occurrence becomes a single event at its own time"
        ) {
            let opened = try standUps()
            var event = try opened.events()[2]
            event.recurrenceRules = nil
            try opened.store.save(&event, span: .futureEvents)
            #expect(try opened.lines().map { $0.prefix(5) } == ["03-30", "04-06", "04-13"])
        },
        .same("futureEvents ends the series before the occurrence, and what follows is another one") {
            let opened = try standUps()
            var event = try opened.events()[2]
            event.title = "Retro"
            try opened.store.save(&event, span: .futureEvents)
            #expect(try Set(opened.events().map(\.eventIdentifier)).count == 2)
            #expect(try opened.events().count == 5)
        },
        .differs(
            "A monthly series moved from the 28th to the 31st skips the months without that day",
            "A move that would lose or add occurrences, or move some by a different amount, throws `invalidSpan`; change the rule instead"
        ) {
            let monthly = """
                UID:monthly
                SUMMARY:Invoices
                DTSTART;TZID=Europe/Berlin:20260328T090000
                RRULE:FREQ=MONTHLY;COUNT=4
                """
            let opened = try OpenedStore(["home/a.ics": [monthly]])
            var event = try #require(try opened.store.event(withIdentifier: "home:monthly"))
            event.startDate = event.startDate?.addingTimeInterval(3 * 86_400)
            event.endDate = event.endDate?.addingTimeInterval(3 * 86_400)
            let error = #expect(throws: StoreError.self) {
                try opened.store.save(&event, span: .allEvents)
            }
            #expect(error?.code == .invalidSpan)
        },
        .differs(
            "Which exclusions and changed occurrences move along with a series is not documented",
            "Each moves with its occurrence by the same wall-clock distance; a changed occurrence with a different time keeps that time"
        ) {
            let tuesdays = """
                UID:tuesdays
                SUMMARY:Board
                DTSTART;TZID=Europe/Berlin:20260317T090000
                RRULE:FREQ=MONTHLY;BYDAY=3TU;COUNT=4
                EXDATE;TZID=Europe/Berlin:20260421T090000
                """
            let moved = """
                UID:tuesdays
                SUMMARY:Board
                RECURRENCE-ID;TZID=Europe/Berlin:20260519T090000
                DTSTART;TZID=Europe/Berlin:20260520T090000
                """
            let opened = try OpenedStore(["home/a.ics": [tuesdays, moved]])
            var event = try #require(try opened.store.event(withIdentifier: "home:tuesdays"))
            event.startDate = event.startDate?.addingTimeInterval(7 * 86_400)
            event.endDate = event.endDate?.addingTimeInterval(7 * 86_400)
            try opened.store.save(&event, span: .allEvents)
            let year = try opened.store.predicateForEvents(
                withStart: OpenedStore.monday.adding(seconds: -30 * 86_400).date,
                end: OpenedStore.monday.adding(seconds: 200 * 86_400).date
            )
            let starts = try opened.store.events(matching: year).compactMap(\.startDate)
            // Fourth Tuesdays: 24 March, not 28 April, 26 May, 23 June. The changed occurrence keeps its time on 20 May.
            let days = starts.map { Calendar(identifier: .gregorian).component(.day, from: $0) }
            #expect(days == [24, 20, 23])
        },
        .differs(
            "The server may refuse to move an occurrence to the start of another one",
            "Saving throws `startDateCollidesWithOtherOccurrence` if both occurrences would start at the same instant; another time on the same day is allowed"
        ) {
            let opened = try standUps()
            var event = try opened.events()[1]
            event.startDate = event.startDate?.addingTimeInterval(7 * 86_400 + 60)
            event.endDate = event.endDate?.addingTimeInterval(7 * 86_400 + 60)
            try opened.store.save(&event, span: .thisEvent)
            #expect(try opened.events().count == 5)
        },
        .differs(
            "An event must be shorter than the interval of its rule, and so must the lead time of its alarms",
            "Longer events and longer lead times are allowed, as in RFC 5545; `durationGreaterThanRecurrence` and `alarmGreaterThanRecurrence` are never thrown"
        ) {
            let opened = try standUps()
            var event = try opened.newEvent("A")
            event.endDate = event.startDate?.addingTimeInterval(3 * 86_400)
            event.recurrenceRules = [.daily().count(3)]
            try opened.store.save(&event, span: .thisEvent)
            #expect(try opened.events().count { $0.title == "A" } == 3)
        },
    ]
}

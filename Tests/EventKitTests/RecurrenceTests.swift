import Foundation
import Testing

@testable import EventKit

struct RecurrenceTests {
    private func rule(
        _ frequency: EKRecurrenceFrequency,
        days: [EKRecurrenceDayOfWeek]? = nil,
        monthDays: [NSNumber]? = nil,
        months: [NSNumber]? = nil,
        positions: [NSNumber]? = nil,
        end: EKRecurrenceEnd? = nil
    ) -> EKRecurrenceRule {
        EKRecurrenceRule(
            recurrenceWith: frequency,
            interval: 1,
            daysOfTheWeek: days,
            daysOfTheMonth: monthDays,
            monthsOfTheYear: months,
            weeksOfTheYear: nil,
            daysOfTheYear: nil,
            setPositions: positions,
            end: end
        )
    }

    /// Saves an event with a rule, and returns its RRULE.
    private func written(_ rule: EKRecurrenceRule) throws -> String? {
        let studio = try Studio()
        let event = studio.newEvent("Pottery")
        // Other zones need a definition, which contains further rules.
        event.timeZone = .gmt
        event.addRecurrenceRule(rule)
        try studio.store.save(event, span: .futureEvents)
        let lines = try studio.texts().joined().split(whereSeparator: \.isNewline)
        return lines.first { $0.hasPrefix("RRULE:") }.map { String($0.dropFirst(6)) }
    }

    @Test func `the description of a rule ends with its RRULE`() {
        let days = [EKRecurrenceDayOfWeek(.monday)]
        let end = EKRecurrenceEnd(end: Date(timeIntervalSince1970: 1_798_761_600))
        let texts = [rule(.weekly, days: days), rule(.daily, end: end)].map {
            "\($0)".components(separatedBy: "RRULE ").last
        }
        #expect(texts == ["FREQ=WEEKLY;BYDAY=MO", "FREQ=DAILY;UNTIL=20270101T000000Z"])
    }

    @Test func `rules are saved as RRULE`() throws {
        let workdays = [EKRecurrenceDayOfWeek(.monday), EKRecurrenceDayOfWeek(.friday)]
        let count = EKRecurrenceEnd(occurrenceCount: 12)
        #expect(try written(rule(.weekly, days: workdays, end: count)) == "FREQ=WEEKLY;COUNT=12;BYDAY=MO,FR")
        let last = [EKRecurrenceDayOfWeek(.friday, weekNumber: -1)]
        #expect(try written(rule(.monthly, days: last)) == "FREQ=MONTHLY;BYDAY=-1FR")
        #expect(try written(rule(.monthly, monthDays: [1, -1])) == "FREQ=MONTHLY;BYMONTHDAY=1,-1")
        let fortnight = EKRecurrenceRule(recurrenceWith: .weekly, interval: 2, end: nil)
        #expect(try written(fortnight) == "FREQ=WEEKLY;INTERVAL=2")
    }

    @Test func `parts that do not apply to the frequency are ignored, but can be read`() throws {
        let daily = rule(
            .daily,
            days: [EKRecurrenceDayOfWeek(.monday)],
            monthDays: [1],
            months: [3],
            positions: [1]
        )
        #expect(try written(daily) == "FREQ=DAILY")
        #expect(daily.daysOfTheMonth == [1] && daily.monthsOfTheYear == [3] && daily.setPositions == [1])
        let weekly = rule(.weekly, days: [EKRecurrenceDayOfWeek(.monday, weekNumber: 2)])
        #expect(try written(weekly) == "FREQ=WEEKLY;BYDAY=MO")
    }

    @Test func `missing parts of a rule are nil`() {
        let plain = EKRecurrenceRule(recurrenceWithFrequency: .yearly, interval: 3, end: nil)
        #expect(plain.frequency == .yearly && plain.interval == 3 && plain.calendarIdentifier == "gregorian")
        #expect(plain.daysOfTheWeek == nil && plain.daysOfTheYear == nil && plain.weeksOfTheYear == nil)
        #expect(plain.daysOfTheMonth == nil && plain.monthsOfTheYear == nil && plain.setPositions == nil)
        #expect(plain.recurrenceEnd == nil)
    }

    @Test func `the first day of the week matters only for intervals of several weeks`() {
        let rules = [1, 2].map { EKRecurrenceRule(recurrenceWith: .weekly, interval: $0, end: nil) }
        #expect(rules.map(\.firstDayOfTheWeek) == [0, 2])
    }

    @Test func `the end of a rule is a date or a count`() {
        let (date, count) = (EKRecurrenceEnd(end: Studio.monday), EKRecurrenceEnd(occurrenceCount: 3))
        #expect(date.endDate == Studio.monday && date.occurrenceCount == 0)
        #expect(count.endDate == nil && count.occurrenceCount == 3)
        #expect(date == EKRecurrenceEnd(endDate: Studio.monday) && date != count)
        #expect(date.hash == EKRecurrenceEnd(endDate: Studio.monday).hash)
        #expect((count.copy() as? EKRecurrenceEnd) == count)
    }

    @Test func `UNTIL has the same value type as the start`() throws {
        let end = EKRecurrenceEnd(end: Studio.monday.addingTimeInterval(12 * 86_400))
        #expect(try written(rule(.daily, end: end)) == "FREQ=DAILY;UNTIL=20260410T220000Z")
        let studio = try Studio()
        let event = studio.newEvent("Fair")
        event.isAllDay = true
        event.recurrenceRules = [rule(.weekly, end: end)]
        try studio.store.save(event, span: .futureEvents)
        let day = try #require(end.endDate).formatted(
            Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
        )
        let until = "UNTIL=" + day.replacingOccurrences(of: "-", with: "")
        #expect(try studio.texts().joined().contains(until) && event.hasRecurrenceRules)
    }

    @Test func `days of the week are equal if their days and week numbers are equal`() {
        let friday = EKRecurrenceDayOfWeek(dayOfTheWeek: .friday, weekNumber: 2)
        #expect(
            friday == EKRecurrenceDayOfWeek(.friday, weekNumber: 2)
                && friday != EKRecurrenceDayOfWeek(.friday)
        )
        #expect(Set([friday, EKRecurrenceDayOfWeek(.friday, weekNumber: 2)]).count == 1)
        #expect((friday.copy() as? EKRecurrenceDayOfWeek) == friday)
    }

    @Test func `an event shows one rule and keeps the others`() throws {
        let both = Studio.lunch + "\nRRULE:FREQ=DAILY;COUNT=2\nRRULE:FREQ=MONTHLY;COUNT=3"
        let studio = try Studio(["1/a.ics": both])
        let event = try #require(studio.store.event(withIdentifier: "1:lunch"))
        #expect(event.recurrenceRules?.map(\.frequency) == [.daily])
        event.title = "Dinner"
        event.recurrenceRules?.first?.recurrenceEnd = EKRecurrenceEnd(occurrenceCount: 4)
        try studio.store.save(event, span: .futureEvents)
        let text = try studio.texts().joined()
        #expect(text.contains("RRULE:FREQ=DAILY;COUNT=4") && text.contains("RRULE:FREQ=MONTHLY;COUNT=3"))
    }

    @Test func `adding a rule replaces the existing one, and removing it ends the series`() throws {
        let studio = try Studio(["1/a.ics": Studio.standUp])
        let event = try #require(studio.store.event(withIdentifier: "1:stand-up"))
        event.addRecurrenceRule(rule(.daily, end: EKRecurrenceEnd(occurrenceCount: 3)))
        #expect(event.recurrenceRules?.count == 1 && event.recurrenceRules?.first?.frequency == .daily)
        try studio.store.save(event, span: .futureEvents)
        #expect(studio.events().count == 3)
        event.removeRecurrenceRule(rule(.yearly))
        #expect(event.hasRecurrenceRules)
        event.removeRecurrenceRule(try #require(event.recurrenceRules?.first))
        #expect(!event.hasRecurrenceRules && event.recurrenceRules == nil)
        try studio.store.save(event, span: .futureEvents)
        #expect(studio.events().count == 1)
    }

    @Test func `rules that EventKit cannot express are applied but not shown`() throws {
        let studio = try Studio(["1/a.ics": Studio.lunch + "\nRRULE:FREQ=HOURLY;COUNT=3"])
        let event = try #require(studio.store.event(withIdentifier: "1:lunch"))
        #expect(event.recurrenceRules == nil && event.hasRecurrenceRules && studio.events().count == 3)
        event.title = "Snack"
        try studio.store.save(event, span: .futureEvents)
        #expect(try studio.texts().joined().contains("RRULE:FREQ=HOURLY;COUNT=3"))
    }

    @Test func `a rule from a file is written back unchanged`() throws {
        let odd = "RRULE:FREQ=MONTHLY;WKST=SU;BYDAY=2TU;BYHOUR=9;UNTIL=20260801"
        let studio = try Studio([
            "1/a.ics": Studio.standUp.replacingOccurrences(of: "RRULE:FREQ=WEEKLY;COUNT=5", with: odd)
        ])
        let event = try #require(studio.store.event(withIdentifier: "1:stand-up"))
        let rule = try #require(event.recurrenceRules?.first)
        #expect(rule.daysOfTheWeek == [EKRecurrenceDayOfWeek(.tuesday, weekNumber: 2)])
        #expect(rule.firstDayOfTheWeek == 1 && rule.recurrenceEnd?.endDate != nil)
        event.title = "Sit-down"
        #expect(!((rule.copy() as? EKRecurrenceRule)?.hasChanges ?? true))
        try studio.store.save(event, span: .futureEvents)
        #expect(try studio.texts().joined().contains(odd))
    }

    @Test(arguments: [0, -3]) func `a rule with an invalid interval cannot be saved`(interval: Int) throws {
        let studio = try Studio()
        let event = studio.newEvent("Pottery")
        event.addRecurrenceRule(EKRecurrenceRule(recurrenceWith: .daily, interval: interval, end: nil))
        #expect(code { try studio.store.save(event, span: .thisEvent) } == .internalFailure)
        event.recurrenceRules = [rule(.daily, end: EKRecurrenceEnd(occurrenceCount: interval))]
        #expect(code { try studio.store.save(event, span: .thisEvent) } == .internalFailure)
    }

    @Test(arguments: [
        "FREQ=DAILY;BYDAY=MO,TU", "FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR",
        "FREQ=MONTHLY;BYMONTHDAY=1;BYMONTH=3,4",
    ]) func `a new end keeps the parts of a rule from a file`(rule: String) throws {
        let studio = try Studio(["1/a.ics": Studio.lunch + "\nRRULE:" + rule])
        let event = try #require(studio.store.event(withIdentifier: "1:lunch"))
        let shown = try #require(event.recurrenceRules?.first?.copy() as? EKRecurrenceRule)
        shown.recurrenceEnd = EKRecurrenceEnd(occurrenceCount: 4)
        event.recurrenceRules = [shown]
        try studio.store.save(event, span: .futureEvents)
        let parts = Set(rule.split(separator: ";").map(String.init) + ["COUNT=4"])
        let lines = try studio.texts().joined().split(whereSeparator: \.isNewline)
        let written = try #require(lines.first { $0.hasPrefix("RRULE:") }).dropFirst(6)
        #expect(Set(written.split(separator: ";").map(String.init)) == parts)
    }

    @Test func `the rule of an all-day event can be assigned to a timed event, and vice versa`() throws {
        let days = "UID:fair\nSUMMARY:Fair\nDTSTART;VALUE=DATE:20260401\nRRULE:FREQ=DAILY;UNTIL=20260403"
        let timed = Studio.lunch + "\nRRULE:FREQ=DAILY;UNTIL=20260401T100000Z"
        let studio = try Studio(["1/a.ics": days, "1/b.ics": timed])
        let fair = try #require(studio.store.event(withIdentifier: "1:fair"))
        let lunch = try #require(studio.store.event(withIdentifier: "1:lunch"))
        let talk = studio.newEvent("Talk", at: Studio.monday.addingTimeInterval(12 * 3600))
        talk.recurrenceRules = fair.recurrenceRules
        try studio.store.save(talk, span: .thisEvent)
        let holiday = studio.newEvent("Holiday", at: Studio.monday.addingTimeInterval(12 * 3600))
        holiday.isAllDay = true
        holiday.recurrenceRules = lunch.recurrenceRules
        try studio.store.save(holiday, span: .thisEvent)
        // Both series start on 30 March. One ends on 3 April, the other on 1 April.
        #expect(studio.events().filter { $0.title == "Talk" }.count == 5)
        #expect(studio.events().filter { $0.title == "Holiday" }.count == 3)
    }

    @Test func `a rule with a part out of range, or with an end before its event, cannot be saved`() throws {
        let past = EKRecurrenceEnd(end: Studio.monday.addingTimeInterval(-86_400))
        let invalid = [
            rule(.monthly, days: [EKRecurrenceDayOfWeek(.monday, weekNumber: 60)]),
            rule(.monthly, monthDays: [42]),
            rule(.yearly, months: [13]), rule(.monthly, monthDays: [1], positions: [0]),
            rule(.daily, end: past),
        ]
        for rule in invalid {
            let studio = try Studio()
            let event = studio.newEvent("Pottery")
            event.addRecurrenceRule(rule)
            #expect(code { try studio.store.save(event, span: .thisEvent) } == .internalFailure, "\(rule)")
            #expect(try studio.texts().isEmpty)
        }
    }

    @Test func `a rule can be added with any span, but removing it requires futureEvents`() throws {
        let studio = try Studio(["1/a.ics": Studio.lunch])
        let event = try #require(studio.events().first)
        event.addRecurrenceRule(rule(.daily, end: EKRecurrenceEnd(occurrenceCount: 3)))
        try studio.store.save(event, span: .thisEvent)
        #expect(studio.events().count == 3)
        let series = try #require(studio.events().first)
        series.recurrenceRules = nil
        #expect(code { try studio.store.save(series, span: .thisEvent) } == .invalidSpan)
        try studio.store.save(series, span: .futureEvents)
        #expect(studio.events().count == 1)
    }
}

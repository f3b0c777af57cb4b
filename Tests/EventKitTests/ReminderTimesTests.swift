import Foundation
import ICalendar
import Testing

@testable import EventKit

/// Tests of start and due times of reminders, which are independent of each other.
struct ReminderTimesTests {
    /// The type of a time: a whole day, a floating time, or a time in Berlin or in UTC.
    enum Form: CaseIterable {
        case day, floating, berlin, utc

        func components(_ day: Int, _ hour: Int, _ minute: Int) -> DateComponents {
            var components = DateComponents(year: 2026, month: 11, day: day)
            guard self != .day else { return components }
            (components.hour, components.minute, components.second) = (hour, minute, 0)
            if self == .berlin { components.timeZone = TimeZone(identifier: "Europe/Berlin") }
            if self == .utc { components.timeZone = .gmt }
            return components
        }
    }

    static let times: [(day: Int, hour: Int, minute: Int)] = [
        (27, 17, 51), (28, 6, 0), (28, 9, 0), (28, 17, 51), (29, 0, 0),
    ]

    private func save(
        _ start: DateComponents?,
        _ due: DateComponents?,
        isDueFirst: Bool,
        in studio: Studio
    ) async throws -> (code: EKError.Code?, saved: EKReminder) {
        let reminder = EKReminder(eventStore: studio.store)
        reminder.title = "Water the plants"
        reminder.calendar = studio.store.defaultCalendarForNewReminders()
        if isDueFirst { reminder.dueDateComponents = due }
        reminder.startDateComponents = start
        if !isDueFirst { reminder.dueDateComponents = due }
        expect(reminder, start, due)
        let code = code { try studio.store.save(reminder, commit: true) }
        expect(reminder, start, due)
        guard code == nil else { return (code, reminder) }
        return (nil, try #require(await studio.reminders()?.first))
    }

    private func expect(_ reminder: EKReminder, _ start: DateComponents?, _ due: DateComponents?) {
        #expect(reminder.startDateComponents == start?.inGregorianCalendar)
        #expect(reminder.dueDateComponents == due?.inGregorianCalendar)
        #expect((reminder.startDateComponents?.date == nil) == (start == nil))
        #expect((reminder.dueDateComponents?.date == nil) == (due == nil))
    }

    @Test(arguments: Form.allCases, Form.allCases)
    func `each pair of times is saved as set, unless it is inverted`(start: Form, due: Form)
        async throws
    {
        for time in Self.times {
            for isDueFirst in [true, false] {
                let studio = try Studio()
                let (from, to) = (
                    start.components(28, 9, 0), due.components(time.day, time.hour, time.minute)
                )
                let (code, saved) = try await save(from, to, isDueFirst: isDueFirst, in: studio)
                let isInverted: Bool
                if start == .day || due == .day {
                    isInverted = time.day < 28
                } else if let early = from.inGregorianCalendar.date, let late = to.inGregorianCalendar.date,
                    start != .floating, due != .floating
                {
                    isInverted = late < early
                } else {
                    // A floating time is interpreted in the time zone of the other time.
                    isInverted = (time.day, time.hour) < (28, 9)
                }
                #expect(code == (isInverted ? .datesInverted : nil), "\(from) \(to)")
                if code == nil { expect(saved, from, to) }
                for text in try studio.texts() {
                    let file = try CalendarFile(text: text)
                    let errors = file.validate().filter { $0.severity == .error }
                    #expect(errors.allSatisfy { $0.code == .endNotAfterStart }, "\(errors)")
                }
            }
        }
    }

    @Test(arguments: Form.allCases) func `a due time or a start on its own is saved unchanged`(
        form: Form
    ) async throws {
        let time = form.components(28, 17, 51)
        var studio = try Studio()
        expect(try await save(nil, time, isDueFirst: true, in: studio).saved, nil, time)
        studio = try Studio()
        expect(try await save(time, nil, isDueFirst: true, in: studio).saved, time, nil)
    }

    @Test func `a later start does not move the due time, and removing one time keeps the other`()
        async throws
    {
        let studio = try Studio()
        let (day, time) = (Form.day.components(28, 0, 0), Form.floating.components(28, 17, 51))
        let (_, saved) = try await save(day, time, isDueFirst: true, in: studio)
        saved.startDateComponents = Form.floating.components(30, 9, 0)
        #expect(saved.dueDateComponents?.day == 28)
        #expect(code { try studio.store.save(saved, commit: true) } == .datesInverted)
        saved.startDateComponents = nil
        try studio.store.save(saved, commit: true)
        expect(try #require(await studio.reminders()?.first), nil, time)
        let lasting = "X-VTODO:1\nUID:b\nDTSTART:20261128T090000Z\nDURATION:PT2H"
        let other = try #require(try await Studio(["1/b.ics": lasting]).reminders()?.first)
        #expect(other.dueDateComponents?.hour == 11)
        other.startDateComponents = nil
        #expect(other.dueDateComponents?.hour == 11 && other.startDateComponents == nil)
        other.dueDateComponents = nil
        #expect(other.dueDateComponents == nil)
    }

    @Test func `out-of-range components are normalized by Calendar`() throws {
        let reminder = EKReminder(eventStore: try Studio().store)
        reminder.dueDateComponents = DateComponents(year: 2026, month: 11, day: 28, hour: 18)
        reminder.dueDateComponents?.day? += 3
        #expect(reminder.dueDateComponents?.month == 12 && reminder.dueDateComponents?.day == 1)
        #expect(reminder.dueDateComponents?.hour == 18)
        reminder.dueDateComponents?.hour? += 7
        #expect(reminder.dueDateComponents?.day == 2 && reminder.dueDateComponents?.hour == 1)
        // Change a time to a whole day, field by field.
        reminder.dueDateComponents?.hour = nil
        reminder.dueDateComponents?.minute = nil
        #expect(reminder.dueDateComponents?.day == 2 && reminder.dueDateComponents?.hour == nil)
        reminder.dueDateComponents = DateComponents(year: 2026, month: 14, day: 0)
        #expect(reminder.dueDateComponents?.month == 1 && reminder.dueDateComponents?.day == 31)
        #expect(reminder.dueDateComponents?.year == 2027 && reminder.dueDateComponents?.hour == nil)
        reminder.startDateComponents = DateComponents(
            timeZone: TimeZone(identifier: "Europe/Berlin"),
            year: 2026,
            month: 11,
            day: 28,
            hour: 23,
            minute: 75
        )
        #expect(reminder.startDateComponents?.day == 29 && reminder.startDateComponents?.minute == 15)
        #expect(reminder.startDateComponents?.timeZone?.identifier == "Europe/Berlin")
        // Use another calendar, and a week instead of a day.
        var buddhist = DateComponents(year: 2569, month: 11, day: 28)
        buddhist.calendar = Calendar(identifier: .buddhist)
        reminder.dueDateComponents = buddhist
        #expect(reminder.dueDateComponents?.year == 2026 && reminder.dueDateComponents?.day == 28)
        reminder.dueDateComponents = DateComponents(weekday: 2, weekOfYear: 10, yearForWeekOfYear: 2026)
        #expect(reminder.dueDateComponents?.month == 3 && reminder.dueDateComponents?.day == 2)
        reminder.dueDateComponents = DateComponents(hour: 9)
        #expect(reminder.dueDateComponents == nil)
    }

    @Test(arguments: [7200, -12_600, 20_700]) func `a fixed offset keeps its instant`(offset: Int)
        async throws
    {
        var components = DateComponents(year: 2026, month: 11, day: 28, hour: 17, minute: 51)
        components.timeZone = TimeZone(secondsFromGMT: offset)
        let expected = components.inGregorianCalendar.date
        let studio = try Studio()
        let reminder = EKReminder(eventStore: studio.store)
        reminder.calendar = studio.store.defaultCalendarForNewReminders()
        reminder.dueDateComponents = components
        try studio.store.save(reminder, commit: true)
        #expect(expected != nil)
        #expect(await studio.reminders()?.first?.dueDateComponents?.date == expected)
    }

    @Test func `the due time of a recurring reminder can move before its generated start`() async throws {
        let studio = try Studio()
        let reminder = EKReminder(eventStore: studio.store)
        reminder.calendar = studio.store.defaultCalendarForNewReminders()
        reminder.dueDateComponents = Form.floating.components(28, 17, 51)
        reminder.addRecurrenceRule(EKRecurrenceRule(recurrenceWith: .daily, interval: 1, end: nil))
        try studio.store.save(reminder, commit: true)
        reminder.dueDateComponents?.day = 27
        try studio.store.save(reminder, commit: true)
        #expect(await studio.reminders()?.first?.dueDateComponents?.day == 27)
    }

    @Test func `a recurring reminder keeps an all-day start and a timed due time`() async throws {
        let studio = try Studio()
        let (day, time) = (Form.day.components(28, 0, 0), Form.berlin.components(28, 17, 51))
        let reminder = EKReminder(eventStore: studio.store)
        reminder.calendar = studio.store.defaultCalendarForNewReminders()
        (reminder.startDateComponents, reminder.dueDateComponents) = (day, time)
        reminder.addRecurrenceRule(EKRecurrenceRule(recurrenceWith: .daily, interval: 1, end: nil))
        try studio.store.save(reminder, commit: true)
        expect(reminder, day, time)
        reminder.isCompleted = true
        try studio.store.save(reminder, commit: true)
        let next = try #require(await studio.reminders()?.first { !$0.isCompleted })
        expect(next, Form.day.components(29, 0, 0), Form.berlin.components(29, 17, 51))
    }

    @Test func `a reminder from another program that is due before it starts can be completed`() async throws
    {
        let inverted = "UID:a\nDTSTART:20261128T090000Z\nDUE:20261127T090000Z"
        let studio = try Studio(["1/a.ics": inverted])
        let reminder = try #require(await studio.reminders()?.first)
        reminder.isCompleted = true
        try studio.store.save(reminder, commit: true)
        #expect(await studio.reminders()?.first?.isCompleted == true)
    }

    // MARK: - Alarms

    @Test(arguments: [-600.0, 0, 300]) func `without a start, an alarm is relative to the due time`(
        offset: TimeInterval
    ) async throws {
        for time in [Form.floating.components(28, 17, 51), Form.day.components(28, 0, 0)] {
            let studio = try Studio()
            let reminder = EKReminder(eventStore: studio.store)
            reminder.calendar = studio.store.defaultCalendarForNewReminders()
            reminder.addAlarm(EKAlarm(relativeOffset: offset))
            reminder.dueDateComponents = time
            try studio.store.save(reminder, commit: true)
            #expect(try studio.texts().joined().contains("TRIGGER;RELATED=END:"))
            let saved = try #require(await studio.reminders()?.first)
            #expect(saved.alarms?.map(\.relativeOffset) == [offset] && !saved.hasChanges)
            // Change the alarm again, then remove it.
            saved.alarms?.first?.relativeOffset = offset - 60
            try studio.store.save(saved, commit: true)
            #expect(saved.alarms?.map(\.relativeOffset) == [offset - 60])
            saved.removeAlarm(try #require(saved.alarms?.first))
            #expect(saved.alarms == nil)
        }
    }

    @Test func `removing the start makes a relative alarm relative to the due time`() async throws {
        let studio = try Studio()
        let (start, due) = (Form.floating.components(28, 9, 0), Form.floating.components(28, 11, 0))
        let reminder = EKReminder(eventStore: studio.store)
        reminder.calendar = studio.store.defaultCalendarForNewReminders()
        (reminder.startDateComponents, reminder.dueDateComponents) = (start, due)
        reminder.addAlarm(EKAlarm(relativeOffset: -600))
        try studio.store.save(reminder, commit: true)
        #expect(try !studio.texts().joined().contains("RELATED"))
        reminder.startDateComponents = nil
        try studio.store.save(reminder, commit: true)
        #expect(try studio.texts().joined().contains("TRIGGER;RELATED=END:-PT10M"))
        #expect(reminder.alarms?.map(\.relativeOffset) == [-600])
        // The alarm does not move when the reminder gets a start again.
        reminder.startDateComponents = start
        try studio.store.save(reminder, commit: true)
        #expect(reminder.alarms?.map(\.relativeOffset) == [6600])
        reminder.dueDateComponents = nil
        try studio.store.save(reminder, commit: true)
        #expect(try !studio.texts().joined().contains("RELATED"))
    }
}

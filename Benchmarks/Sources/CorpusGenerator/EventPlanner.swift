/// A planner that decides when events take place and how they recur.
struct EventPlanner {
    var numbers: SeededNumbers

    /// Plans a single event.
    mutating func single() -> PlannedEvent {
        var event = anyEvent()
        switch numbers.below(100) {
        case 0..<12: makeAllDay(&event, days: numbers.percent(75) ? 1 : numbers.within(2...14))
        case 12..<24: event.form = .utc
        case 24: event.form = .floating
        default: break
        }
        return event
    }

    /// Plans a typical personal series: mostly weekly and finite, some endless, some birthdays.
    mutating func series() -> PlannedEvent {
        var event = anyEvent()
        switch numbers.below(100) {
        case 0..<42:
            let days = weekdays(from: event.day)
            event.recurrence = Recurrence(kind: .weekly(days), steps: numbers.within(4...52))
        case 42..<56:
            let days = numbers.within(3...40)
            event.recurrence = Recurrence(kind: .daily, steps: days, isCounted: true)
        case 56..<74:
            monthly(&event)
            event.recurrence?.steps = numbers.within(3...24)
            event.recurrence?.isCounted = numbers.percent(50)
        case 74..<80: monthly(&event)
        case 80..<90:
            event.recurrence = Recurrence(
                kind: .weekly(weekdays(from: event.day)),
                interval: numbers.within(1...2)
            )
        default: birthday(&event)
        }
        return event
    }

    /// Plans an endless series with about 70 instances a year on average.
    mutating func endlessSeries() -> PlannedEvent {
        var event = anyEvent()
        switch numbers.below(100) {
        case 0..<6: event.recurrence = Recurrence(kind: .daily)
        case 6..<11:
            while event.day.weekday != 1 { event.day = event.day + 1 }
            event.recurrence = Recurrence(kind: .weekly([1, 2, 3, 4, 5]))
        case 11..<56: event.recurrence = Recurrence(kind: .weekly(weekdays(from: event.day)))
        case 56..<70: event.recurrence = Recurrence(kind: .weekly([event.day.weekday]), interval: 2)
        case 70..<90: monthly(&event)
        default: birthday(&event)
        }
        return event
    }

    /// Plans the override of the k-th instance of a series: an hour or a day later, or shorter.
    mutating func replacement(of step: Int, of event: PlannedEvent) -> PlannedEvent? {
        guard let recurrence = event.recurrence else { return nil }
        var replacement = event
        let day = recurrence.day(step, from: event.day)
        replacement.recurrence = nil
        replacement.replaces = (day, event.minute)
        replacement.day = numbers.percent(40) ? day + 1 : day
        if case .date = event.form { return replacement }
        if numbers.percent(60) { replacement.minute += 60 }
        if numbers.percent(30) { replacement.length = 30 }
        return replacement
    }

    private mutating func anyEvent() -> PlannedEvent {
        var day = Day.first + numbers.below(Day.span)
        if day.isWeekend, numbers.percent(80) { day = day + 2 }
        return PlannedEvent(
            identifier: (numbers.next(), numbers.next()),
            domain: numbers.below(Vocabulary.domains.count),
            form: .zoned(ZoneText.index(of: numbers.below(100))),
            day: day,
            minute: numbers.within(7...19) * 60 + 15 * numbers.below(4),
            length: numbers.one(of: [15, 30, 30, 45, 60, 60, 60, 90, 120, 240])
        )
    }

    private func makeAllDay(_ event: inout PlannedEvent, days: Int) {
        event.form = .date
        event.minute = 0
        event.length = days
    }

    /// Returns one or two weekdays, beginning with the weekday of the start.
    private mutating func weekdays(from day: Day) -> [Int] {
        let first = day.weekday
        guard numbers.percent(33) else { return [first] }
        return [first, (first + numbers.within(1...6)) % 7]
    }

    private mutating func monthly(_ event: inout PlannedEvent) {
        let ordinal = numbers.one(of: [1, 1, 2, 2, 3, 4, -1])
        let weekday = numbers.within(1...5)
        let (year, month, _) = event.day.civil
        event.day = Recurrence.day(ordinal, weekday, year: year, month: month)
        event.recurrence = Recurrence(kind: .monthly(ordinal: ordinal, weekday: weekday))
    }

    /// Plans an all-day yearly series that starts in a year of birth.
    private mutating func birthday(_ event: inout PlannedEvent) {
        makeAllDay(&event, days: 1)
        event.day = Day(
            year: numbers.within(1935...2020),
            month: numbers.within(1...12),
            day: numbers.within(1...28)
        )
        event.recurrence = Recurrence(kind: .yearly)
    }
}

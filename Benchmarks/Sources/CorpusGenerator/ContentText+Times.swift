extension ContentText {
    /// Writes a property with a time, such as `DTSTART;TZID=Europe/Berlin:20260329T090000`.
    mutating func time(_ name: StaticString, _ form: PlannedEvent.TimeForm, _ day: Day, minute: Int) {
        add(name)
        switch form {
        case .utc, .floating: break
        case .zoned(let zone):
            add(";TZID=")
            add(ZoneText.all[zone].name)
        case .date: add(";VALUE=DATE")
        }
        add(":")
        value(form, day, minute: minute)
        end()
    }

    /// Writes a time without its property.
    mutating func value(_ form: PlannedEvent.TimeForm, _ day: Day, minute: Int) {
        date(day)
        switch form {
        case .date: break
        case .utc:
            clock(minute)
            add("Z")
        case .zoned, .floating: clock(minute)
        }
    }

    /// Writes a date, such as `20260329`.
    mutating func date(_ day: Day) {
        let (year, month, day) = day.civil
        add(year, digits: 4)
        add(month, digits: 2)
        add(day, digits: 2)
    }

    private mutating func clock(_ minute: Int) {
        add("T")
        add(minute / 60, digits: 2)
        add(minute % 60, digits: 2)
        add("00")
    }

    /// Writes DTEND, or DURATION if the event uses that instead.
    mutating func ending(of event: PlannedEvent, asDuration: Bool) {
        if case .date = event.form {
            time("DTEND", event.form, event.day + event.length, minute: 0)
        } else if asDuration {
            add("DURATION:PT")
            add(event.length)
            add("M")
            end()
        } else {
            let minute = event.minute + event.length
            time("DTEND", event.form, event.day + minute / 1440, minute: minute % 1440)
        }
    }

    mutating func rule(_ recurrence: Recurrence, of event: PlannedEvent) {
        add("RRULE:FREQ=")
        switch recurrence.kind {
        case .weekly(let weekdays):
            add("WEEKLY;BYDAY=")
            for (index, weekday) in weekdays.enumerated() {
                if index > 0 { add(",") }
                add(Vocabulary.weekdays[weekday])
            }
        case .daily: add("DAILY")
        case .monthly(let ordinal, let weekday):
            add("MONTHLY;BYDAY=")
            if ordinal < 0 { add("-") }
            add(abs(ordinal))
            add(Vocabulary.weekdays[weekday])
        case .yearly: add("YEARLY")
        }
        if recurrence.interval > 1 {
            add(";INTERVAL=")
            add(recurrence.interval)
        }
        if let steps = recurrence.steps { bound(recurrence, steps, of: event) }
        end()
    }

    private mutating func bound(_ recurrence: Recurrence, _ steps: Int, of event: PlannedEvent) {
        if recurrence.isCounted {
            add(";COUNT=")
            add(steps)
            return
        }
        add(";UNTIL=")
        // In every zone, noon UTC on the day after the last step is between that step and the next.
        let last = recurrence.day(steps - 1, from: event.day)
        if case .date = event.form {
            date(last)
        } else {
            value(.utc, last + 1, minute: 720)
        }
    }
}

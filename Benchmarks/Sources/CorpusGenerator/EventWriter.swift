/// A writer of planned events as VEVENTs with realistic details.
struct EventWriter {
    /// The amount of detail in an event beyond its times.
    enum Detail {
        /// Typical personal events of about 900 bytes.
        case full
        /// Typical events of a busy resource calendar, of about 300 bytes.
        case sparse
    }

    var detail: Detail

    func write(
        _ event: PlannedEvent,
        skipping exceptions: [Int],
        to text: inout ContentText,
        _ numbers: inout SeededNumbers
    ) {
        text.line("BEGIN:VEVENT")
        // Some programs write times first, others last.
        let timesFirst = numbers.percent(60)
        if timesFirst { times(event, exceptions, &text, &numbers) }
        text.identifier(of: event)
        stamps(event, &text, &numbers)
        text.summary(&numbers)
        if detail == .full {
            details(&text, &numbers)
        } else if numbers.percent(50) {
            text.location(&numbers)
        }
        if !timesFirst { times(event, exceptions, &text, &numbers) }
        if detail == .full, numbers.percent(35) { text.alarm(&numbers) }
        text.line("END:VEVENT")
    }

    private func times(
        _ event: PlannedEvent,
        _ exceptions: [Int],
        _ text: inout ContentText,
        _ numbers: inout SeededNumbers
    ) {
        text.time("DTSTART", event.form, event.day, minute: event.minute)
        text.ending(of: event, asDuration: numbers.percent(10))
        if let original = event.replaces {
            text.time("RECURRENCE-ID", event.form, original.day, minute: original.minute)
        }
        guard let recurrence = event.recurrence else { return }
        text.rule(recurrence, of: event)
        for step in exceptions {
            let day = recurrence.day(step, from: event.day)
            text.time("EXDATE", event.form, day, minute: event.minute)
        }
    }

    private func stamps(_ event: PlannedEvent, _ text: inout ContentText, _ numbers: inout SeededNumbers) {
        let written = event.day + -numbers.within(1...90)
        text.time("DTSTAMP", .utc, written, minute: 600)
        guard detail == .full else { return }
        text.time("CREATED", .utc, written, minute: 480)
        text.time("LAST-MODIFIED", .utc, written, minute: 540 + numbers.below(600))
        text.add("SEQUENCE:")
        text.add(event.replaces == nil ? numbers.below(4) : 4)
        text.end()
    }

    private func details(_ text: inout ContentText, _ numbers: inout SeededNumbers) {
        if numbers.percent(60) { text.location(&numbers) }
        if numbers.percent(55) {
            text.add("DESCRIPTION:")
            text.prose(numbers.percent(20) ? numbers.within(80...240) : numbers.within(4...60), &numbers)
            text.end()
        }
        // Half of the events have no attendees; the others have one to twelve.
        text.people(numbers.percent(50) ? 0 : 1 + numbers.below(numbers.within(1...12)), &numbers)
        if numbers.percent(40) { text.categories(&numbers) }
        if numbers.percent(25) { text.conference(&numbers) }
        if numbers.percent(90) { text.line("STATUS:CONFIRMED") } else { text.line("STATUS:TENTATIVE") }
        if numbers.percent(85) { text.line("TRANSP:OPAQUE") } else { text.line("TRANSP:TRANSPARENT") }
        if numbers.percent(20) { text.line("CLASS:PRIVATE") }
        if numbers.percent(30) { text.line("X-MICROSOFT-CDO-BUSYSTATUS:BUSY") }
        if numbers.percent(30) { text.line("X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC") }
    }
}

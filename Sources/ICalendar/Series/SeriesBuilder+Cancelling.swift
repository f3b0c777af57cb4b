/// What METHOD and overrides without DTSTART cancel.
extension SeriesBuilder {
    /// Where an override starts that has no DTSTART: at its RECURRENCE-ID, if it cancels its instance.
    ///
    /// Google sends no more of a cancelled occurrence, and RFC 5546 section 3.2.5 asks for no more.
    func cancelledStart(of schedule: EventSchedule) -> EventTime? {
        schedule.isCancelled || origin.isCancellation ? schedule.recurrenceID : nil
    }

    /// Says what is guessed about a component that is cancelled.
    func noteCancellation(of schedule: EventSchedule) {
        if schedule.start == nil {
            let why = schedule.startLine == nil ? "without DTSTART" : "whose DTSTART cannot be read"
            let message = "cancelled override \(why); read as the instance at its RECURRENCE-ID"
            note(Diagnostic(.warning, .missingProperty, line: schedule.line, message))
        }
        if origin.isCancellation, schedule.hasOtherStatus {
            let message = "STATUS is not CANCELLED, but METHOD is CANCEL; read as CANCELLED"
            note(Diagnostic(.warning, .badValue, line: schedule.line, message))
        }
    }
}

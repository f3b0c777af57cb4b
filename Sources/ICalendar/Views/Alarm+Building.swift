extension Alarm {
    /// An alarm that shows a text (RFC 5545 section 3.6.6).
    ///
    /// ```swift
    /// event.alarms = [.display("Stand-up", .before(.minutes(10)))]
    /// ```
    public static func display(_ text: String, _ trigger: Trigger) -> Alarm {
        var alarm = Alarm(action: .display, trigger)
        alarm.alarmDescription = text
        return alarm
    }

    /// An alarm that makes a sound: this one, or one of the program's own.
    ///
    /// ```swift
    /// event.alarms = [.audio(.atStart)]
    /// event.alarms = [.audio(.before(.hours(1)), sound: Attachment(uri: "https://example.com/gong.mp3"))]
    /// ```
    public static func audio(_ trigger: Trigger, sound: Attachment? = nil) -> Alarm {
        var alarm = Alarm(action: .audio, trigger)
        if let sound { alarm.attachments = [sound] }
        return alarm
    }

    /// An alarm that sends a mail.
    ///
    /// ```swift
    /// event.alarms = [
    ///     try .email(to: [Attendee(email: "jane@example.com")], subject: "Tomorrow", text: "Bring cake.",
    ///         .before(.days(1)))
    /// ]
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` when there is nobody to send it to.
    public static func email(
        to attendees: [Attendee],
        subject: String,
        text: String,
        _ trigger: Trigger
    ) throws(CalendarError) -> Alarm {
        if attendees.isEmpty { throw CalendarError(.invalidValue, "an alarm by mail needs an attendee") }
        var alarm = Alarm(action: .email, trigger)
        alarm.alarmDescription = text
        alarm.summary = subject
        alarm.attendees = attendees
        return alarm
    }

    /// Lets it go off again so many times, at this interval: REPEAT (3.8.6.2) and DURATION, which stand together.
    ///
    /// ```swift
    /// alarm.goOffAgain(2, every: .minutes(5))
    /// alarm.goOffAgain(0, every: .zero)           // no longer
    /// ```
    public mutating func goOffAgain(_ times: Int, every interval: NominalDuration) {
        component[integer: "REPEAT"] = times > 0 ? times : nil
        repetitionInterval = times > 0 ? interval : nil
    }

    /// An alarm with nothing but the two properties that all have.
    private init(action: Action, _ trigger: Trigger) {
        self.init()
        self.action = action
        self.trigger = trigger
    }
}

extension Alarm.Trigger {
    /// When the event starts: `Alarm.Trigger.atStart // .relative(.zero, to: .start)`, written as `TRIGGER:PT0S`.
    public static var atStart: Self { .relative(.zero, to: .start) }

    /// So long before the start, or before the end.
    ///
    /// ```swift
    /// alarm.trigger = .before(.minutes(15))
    /// ```
    public static func before(_ duration: NominalDuration, _ edge: Edge = .start) -> Self {
        .relative(-duration, to: edge)
    }

    /// So long after the start, or after the end.
    ///
    /// ```swift
    /// alarm.trigger = .after(.minutes(5), .end)
    /// ```
    public static func after(_ duration: NominalDuration, _ edge: Edge = .start) -> Self {
        .relative(duration, to: edge)
    }
}

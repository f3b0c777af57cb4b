/// A VALARM (RFC 5545 section 3.6.6).
///
/// ```swift
/// event.alarms = [.display("Stand-up", .before(.minutes(10)))]
/// ```
public struct Alarm: IdentifiedComponent {
    /// `VALARM`, the name that stands after BEGIN: `BEGIN:VALARM`.
    public static let componentName = "VALARM"
    /// The component that is read and written: `alarm.component.text("X-WR-ALARMUID")` reads what the view has no
    /// name for.
    public var component: Component

    /// A view on this component; its name is not checked.
    ///
    /// ```swift
    /// let alarms = event.component.components.filter { $0.name == "VALARM" }.map(Alarm.init)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// ACTION (3.8.6.1) of the alarms that the RFC describes.
    ///
    /// ```swift
    /// if alarm.action == .display { print(alarm.alarmDescription ?? "") }
    /// ```
    public enum Action: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// A sound, that of an attachment or the usual one: `ACTION:AUDIO`.
        case audio
        /// A text on the screen, the alarm's description: `ACTION:DISPLAY`.
        case display
        /// A mail to the alarm's attendees: `ACTION:EMAIL`.
        case email
    }

    /// ACTION (3.8.6.1), such as `ACTION:DISPLAY`; nil when it is absent or another word.
    public var action: Action? {
        get { component.keyword("ACTION") }
        set { component.setKeyword("ACTION", to: newValue) }
    }

    /// TRIGGER (3.8.6.3), such as `TRIGGER:-PT15M`; nil when it is absent or cannot be read.
    public var trigger: Trigger? {
        get { component.first("TRIGGER").flatMap(Trigger.init) }
        set {
            guard newValue != trigger || newValue == nil else { return }
            let replaced = ["VALUE", "RELATED", "TZID"]
            let kept = component.first("TRIGGER")?.parameters.filter { !replaced.contains($0.name) } ?? []
            var property = newValue?.property
            property?.parameters += kept
            component.set("TRIGGER", to: property)
        }
    }

    /// REPEAT (3.8.6.2): how often it goes off again, as `REPEAT:2` says; absent means 0.
    public var repetitions: Int {
        get { component[integer: "REPEAT"] ?? 0 }
        set { if newValue != repetitions { component[integer: "REPEAT"] = newValue } }
    }

    /// DURATION (3.8.2.5): the pause between repetitions, such as `DURATION:PT5M`.
    public var repetitionInterval: NominalDuration? {
        get { component[duration: "DURATION"] }
        set { component[duration: "DURATION"] = newValue }
    }

    /// SUMMARY (3.8.1.12): the subject of a mail, as in `SUMMARY:In an hour`.
    public var summary: String? {
        get { component[text: "SUMMARY"] }
        set { component[text: "SUMMARY"] = newValue }
    }

    /// DESCRIPTION (3.8.1.5): what is shown, or a mail's text: `alarm.alarmDescription // "Stand-up"`.
    public var alarmDescription: String? {
        get { component[text: "DESCRIPTION"] }
        set { component[text: "DESCRIPTION"] = newValue }
    }

    /// ATTENDEE (3.8.4.1): who gets the mail, as in `ATTENDEE:mailto:nora@studio.example`.
    public var attendees: [Attendee] {
        get { component.properties.filter { $0.name == "ATTENDEE" && !$0.isNobody }.map(Attendee.init) }
        set { component.setViews("ATTENDEE", to: newValue) }
    }

    /// ATTACH (3.8.1.1): the sound, as in `ATTACH;FMTTYPE=audio/basic:https://example.com/bell.aud`, or what goes
    /// with the mail.
    public var attachments: [Attachment] {
        get { component.views("ATTACH") }
        set { component.setViews("ATTACH", to: newValue) }
    }
}

/// A VEVENT, VTODO, or VJOURNAL component (RFC 5545 sections 3.6.1 to 3.6.3).
///
/// The protocol extends ``ComponentView`` with properties that only these three components have.
///
/// ```swift
/// func title(of item: some CalendarItem) -> String { item.summary ?? item.uid ?? "" }
/// ```
public protocol CalendarItem: ComponentView {}

extension CalendarItem {
    /// The conferences (CONFERENCE, RFC 7986 section 5.11), as in
    /// `CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://meet.example.com/42`.
    public var conferences: [Conference] {
        get { component.views("CONFERENCE") }
        set { component.setViews("CONFERENCE", to: newValue) }
    }

    // MARK: - Recurrence and overrides (RFC 5545 sections 3.8.5 and 3.8.4.4)

    /// The exception rules (EXRULE, RFC 2445 section 4.8.5.2), which RFC 5545 removed:
    /// `EXRULE:FREQ=WEEKLY;BYDAY=SA,SU`.
    public var exceptionRules: [RecurrenceRule] {
        get { component[rules: "EXRULE"] }
        set { component[rules: "EXRULE"] = newValue }
    }

    /// Whether the override also covers all later instances (RANGE, RFC 5545 section 3.2.13):
    /// `RECURRENCE-ID;RANGE=THISANDFUTURE:20260401T091500`.
    public var overridesFollowingInstances: Bool {
        get { component.first("RECURRENCE-ID")?.isThisAndFuture ?? false }
        set {
            guard var property = component.first("RECURRENCE-ID") else { return }
            property.isThisAndFuture = newValue
            component.set("RECURRENCE-ID", to: property)
        }
    }

    // MARK: - Vendor properties outside the RFCs

    /// The description in HTML, as written by Outlook (X-ALT-DESC with FMTTYPE=text/html):
    /// `X-ALT-DESC;FMTTYPE=text/html:<p>Bring <b>cake</b></p>`.
    ///
    /// The equivalent in RFC 9073 is ``StyledDescription``.
    public var htmlDescription: String? {
        get { htmlProperty?.extensionText }
        set {
            var others = component.all("X-ALT-DESC").filter { !$0.isHTML }
            var changed = Component("", properties: htmlProperty.map { [$0] } ?? [])
            changed[extensionText: "X-ALT-DESC"] = newValue
            if var property = changed.first("X-ALT-DESC") {
                if property.formatType == nil { property.formatType = "text/html" }
                others.insert(property, at: 0)
            }
            component.setAll("X-ALT-DESC", to: others)
        }
    }

    /// The X-ALT-DESC property that contains HTML.
    private var htmlProperty: Property? {
        component.all("X-ALT-DESC").first(where: \.isHTML)
    }

    /// The address of a Google Meet meeting (X-GOOGLE-CONFERENCE):
    /// `X-GOOGLE-CONFERENCE:https://meet.google.com/abc`.
    ///
    /// The equivalent in RFC 7986 is ``Conference``.
    public var googleConference: String? {
        get { component[extensionWord: "X-GOOGLE-CONFERENCE"] }
        set { component[extensionWord: "X-GOOGLE-CONFERENCE"] = newValue }
    }

    /// The time when an alarm was last dismissed or snoozed in Thunderbird (X-MOZ-LASTACK), as in
    /// `X-MOZ-LASTACK:20260330T070105Z`.
    public var mozillaLastAcknowledged: Instant? {
        get { mozillaInstant("X-MOZ-LASTACK") }
        set { setMozillaInstant("X-MOZ-LASTACK", newValue) }
    }

    /// The time when a snoozed alarm goes off again in Thunderbird (X-MOZ-SNOOZE-TIME), as in
    /// `X-MOZ-SNOOZE-TIME:20260330T071000Z`.
    public var mozillaSnoozeTime: Instant? {
        get { mozillaInstant("X-MOZ-SNOOZE-TIME") }
        set { setMozillaInstant("X-MOZ-SNOOZE-TIME", newValue) }
    }

    /// Returns the instant of a UTC time, whether or not the property has VALUE=DATE-TIME.
    private func mozillaInstant(_ name: String) -> Instant? {
        if let instant = component[instant: name] { return instant }
        guard let word = component[extensionWord: name], case .utc(let time)? = try? EventTime(word) else {
            return nil
        }
        return Instant(secondsSince1970: time.secondNumber)
    }

    private mutating func setMozillaInstant(_ name: String, _ instant: Instant?) {
        guard instant != mozillaInstant(name) || instant == nil else { return }
        let digits = instant.map { $0.description.filter { $0 != "-" && $0 != ":" } }
        component[extensionWord: name] = digits
    }
}

extension Property {
    /// Whether an X-ALT-DESC property contains HTML, which is assumed if FMTTYPE is absent.
    fileprivate var isHTML: Bool { formatType?.trimmingBlanks.lowercased().hasPrefix("text/html") ?? true }
}

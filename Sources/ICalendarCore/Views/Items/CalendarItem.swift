/// What VEVENT, VTODO and VJOURNAL share beyond ``SchedulingComponent`` (RFC 5545 sections 3.6.1 to 3.6.3).
///
/// ```swift
/// func title(of item: some CalendarItem) -> String { item.summary ?? item.uid ?? "" }
/// ```
public protocol CalendarItem: SchedulingComponent, RevisedComponent, SeriesComponent {}

/// CLASS (RFC 5545 section 3.8.1.3): who may see an item.
///
/// ```swift
/// event.classification = .private
/// ```
public enum Classification: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
    /// Anybody may see it: `CLASS:PUBLIC`, or nothing said.
    case `public`
    /// Only its owner may see it: `CLASS:PRIVATE`, or any other word.
    case `private`
    /// Only its owner may see it, others perhaps that there is something: `CLASS:CONFIDENTIAL`.
    case confidential
}

extension Component {
    /// CLASS: absent means public, an unknown word means private (RFC 5545 section 3.8.1.3).
    var classification: Classification {
        guard let word = text("CLASS") else { return .public }
        return Classification(keyword: word) ?? .private
    }
}

extension CalendarItem {
    /// CLASS (3.8.1.3), such as `CLASS:PRIVATE`: absent means public, an unknown word means private.
    public var classification: Classification {
        get { component.classification }
        set { if newValue != classification { component.setKeyword("CLASS", to: newValue) } }
    }

    /// ATTACH (3.8.1.1), as in `ATTACH:https://example.com/agenda.pdf`.
    public var attachments: [Attachment] {
        get { component.views("ATTACH") }
        set { component.setViews("ATTACH", to: newValue) }
    }

    /// COLOR (RFC 7986 section 5.9), a name of CSS3, as in `COLOR:turquoise`.
    public var color: String? {
        get { component[text: "COLOR"] }
        set { component[text: "COLOR"] = newValue }
    }

    /// IMAGE (RFC 7986 section 5.10), as in `IMAGE;VALUE=URI;DISPLAY=BADGE:https://example.com/kiln.png`.
    public var images: [ImageReference] {
        get { component.views("IMAGE") }
        set { component.setViews("IMAGE", to: newValue) }
    }

    /// CONFERENCE (RFC 7986 section 5.11), as in `CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://meet.example.com/42`.
    public var conferences: [Conference] {
        get { component.views("CONFERENCE") }
        set { component.setViews("CONFERENCE", to: newValue) }
    }

    // MARK: - What makes an item recur, and which instance of a series it is (RFC 5545 sections 3.8.5 and 3.8.4.4)

    /// EXRULE of RFC 2445 section 4.8.5.2, which RFC 5545 dropped: `EXRULE:FREQ=WEEKLY;BYDAY=SA,SU`.
    public var exceptionRules: [RecurrenceRule] {
        get { component[rules: "EXRULE"] }
        set { component[rules: "EXRULE"] = newValue }
    }

    /// Whether the override holds for all later instances too (3.2.13):
    /// `RECURRENCE-ID;RANGE=THISANDFUTURE:20260401T091500`.
    public var overridesFollowingInstances: Bool {
        get { component.first("RECURRENCE-ID")?.isThisAndFuture ?? false }
        set {
            guard var property = component.first("RECURRENCE-ID") else { return }
            property.isThisAndFuture = newValue
            component.set("RECURRENCE-ID", to: property)
        }
    }

    // MARK: - What several programs write beside the RFCs

    /// X-ALT-DESC with FMTTYPE=text/html, the description in HTML, as Outlook writes it:
    /// `X-ALT-DESC;FMTTYPE=text/html:<p>Bring <b>cake</b></p>`.
    ///
    /// RFC 9073 has ``StyledDescription`` for the same.
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

    /// The X-ALT-DESC in HTML.
    private var htmlProperty: Property? {
        component.all("X-ALT-DESC").first(where: \.isHTML)
    }

    /// X-GOOGLE-CONFERENCE, where a meeting in Google Meet takes place:
    /// `X-GOOGLE-CONFERENCE:https://meet.google.com/abc`.
    ///
    /// RFC 7986 has ``Conference`` for the same.
    public var googleConference: String? {
        get { component[extensionWord: "X-GOOGLE-CONFERENCE"] }
        set { component[extensionWord: "X-GOOGLE-CONFERENCE"] = newValue }
    }

    /// X-MOZ-LASTACK: when Thunderbird's user last put an alarm off or away, as in `X-MOZ-LASTACK:20260330T070105Z`.
    public var mozillaLastAcknowledged: Instant? {
        get { mozillaInstant("X-MOZ-LASTACK") }
        set { setMozillaInstant("X-MOZ-LASTACK", newValue) }
    }

    /// X-MOZ-SNOOZE-TIME: when an alarm that was put off goes off again in Thunderbird, as in
    /// `X-MOZ-SNOOZE-TIME:20260330T071000Z`.
    public var mozillaSnoozeTime: Instant? {
        get { mozillaInstant("X-MOZ-SNOOZE-TIME") }
        set { setMozillaInstant("X-MOZ-SNOOZE-TIME", newValue) }
    }

    /// A time in UTC, as written or with VALUE=DATE-TIME.
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
    /// Whether an X-ALT-DESC is HTML, which it also is when nothing is said.
    fileprivate var isHTML: Bool { formatType?.trimmingBlanks.lowercased().hasPrefix("text/html") ?? true }
}

/// What several programs write beside the RFCs.
extension CalendarItem {
    /// X-ALT-DESC with FMTTYPE=text/html, the description in HTML, as Outlook writes it:
    /// `X-ALT-DESC;FMTTYPE=text/html:<p>Bring <b>cake</b></p>`.
    ///
    /// RFC 9073 has ``StyledDescription`` for the same.
    public var htmlDescription: String? {
        get { htmlProperty?.extensionText }
        set {
            var others = component.all("X-ALT-DESC").filter { !CalendarItemMarkup.isHTML($0) }
            var changed = Component("", properties: htmlProperty.map { [$0] } ?? [])
            changed[extensionText: "X-ALT-DESC"] = newValue
            if var property = changed.first("X-ALT-DESC") {
                if property.formatType == nil { property.formatType = CalendarItemMarkup.html }
                others.insert(property, at: 0)
            }
            component.setAll("X-ALT-DESC", to: others)
        }
    }

    /// The X-ALT-DESC in HTML.
    private var htmlProperty: Property? {
        component.all("X-ALT-DESC").first(where: CalendarItemMarkup.isHTML)
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

/// What an X-ALT-DESC is written in.
private enum CalendarItemMarkup {
    static let html = "text/html"

    /// Whether it is HTML, which it also is when nothing is said.
    static func isHTML(_ property: Property) -> Bool {
        guard let type = property.formatType?.trimmingBlanks.lowercased() else { return true }
        return type.hasPrefix(html)
    }
}

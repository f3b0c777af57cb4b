/// The properties of a VCALENDAR: RFC 5545 section 3.7 and RFC 7986 section 5.
///
/// ```swift
/// calendar.name = "Team"
/// calendar.refreshInterval = .hours(12)
/// ```
public protocol CalendarProperties: IdentifiedComponent {}

extension CalendarProperties {
    /// PRODID (RFC 5545 section 3.7.3): the program that wrote the calendar, as in `PRODID:-//Studio//Calendar//EN`.
    public var productID: String? {
        get { component[text: "PRODID"] }
        set { component[text: "PRODID"] = newValue }
    }

    /// VERSION (RFC 5545 section 3.7.4): `calendar.version // "2.0"`.
    public var version: String? {
        get { component[text: "VERSION"] }
        set { component[text: "VERSION"] = newValue }
    }

    /// CALSCALE (RFC 5545 section 3.7.1); absent means GREGORIAN: `calendar.calendarScale // "GREGORIAN"`.
    public var calendarScale: String {
        get { component.text("CALSCALE")?.uppercased() ?? "GREGORIAN" }
        set { if newValue != calendarScale { component[text: "CALSCALE"] = newValue } }
    }

    /// METHOD (RFC 5545 section 3.7.2) in capitals, such as `PUBLISH` or `REQUEST`.
    public var method: String? {
        get { component.text("METHOD")?.uppercased() }
        set { if newValue != method { component[text: "METHOD"] = newValue } }
    }

    /// NAME (RFC 7986 section 5.1), or X-WR-CALNAME; setting it changes the latter too where it is:
    /// `calendar.name // "Studio"`.
    public var name: String? {
        get { component[text: "NAME", or: "X-WR-CALNAME"] }
        set { component[text: "NAME", or: "X-WR-CALNAME"] = newValue }
    }

    /// DESCRIPTION (RFC 7986 section 5.2), or X-WR-CALDESC, as in `DESCRIPTION:Who uses the kiln`; setting it changes
    /// the latter too where it is.
    public var calendarDescription: String? {
        get { component[text: "DESCRIPTION", or: "X-WR-CALDESC"] }
        set { component[text: "DESCRIPTION", or: "X-WR-CALDESC"] = newValue }
    }

    /// LAST-MODIFIED (RFC 7986 section 5.4), as in `LAST-MODIFIED:20260302T080000Z`.
    public var lastModified: Instant? {
        get { component[instant: "LAST-MODIFIED"] }
        set { component[instant: "LAST-MODIFIED"] = newValue }
    }

    /// URL (RFC 7986 section 5.5): where people see the calendar, as in `URL:https://example.com/studio`.
    public var url: String? {
        get { component[uri: "URL"] }
        set { component[uri: "URL"] = newValue }
    }

    /// CATEGORIES (RFC 7986 section 5.6) of the whole calendar: `CATEGORIES:pottery,clients`.
    public var categories: [String] {
        get { component[textList: "CATEGORIES"] }
        set { component[textList: "CATEGORIES"] = newValue }
    }

    /// REFRESH-INTERVAL (RFC 7986 section 5.7): how long to wait before asking again, as in
    /// `REFRESH-INTERVAL;VALUE=DURATION:P1W`.
    public var refreshInterval: NominalDuration? {
        get { component[duration: "REFRESH-INTERVAL"] }
        set { component.setValue("REFRESH-INTERVAL", newValue.map(Value.duration), declaring: .duration) }
    }

    /// SOURCE (RFC 7986 section 5.8): where the calendar can be had again, as in
    /// `SOURCE;VALUE=URI:https://example.com/studio.ics`.
    public var source: String? {
        get { component[uri: "SOURCE"] }
        set { component.setValue("SOURCE", newValue.map(Value.uri), declaring: .uri) }
    }

    /// COLOR (RFC 7986 section 5.9), a name of CSS3, as in `COLOR:turquoise`.
    public var color: String? {
        get { component[text: "COLOR"] }
        set { component[text: "COLOR"] = newValue }
    }

    /// IMAGE (RFC 7986 section 5.10), as in `IMAGE;VALUE=URI;DISPLAY=BADGE:https://example.com/studio.png`.
    public var images: [ImageReference] {
        get { component.views("IMAGE") }
        set { component.setViews("IMAGE", to: newValue) }
    }

    // MARK: - What programs write about a calendar beside the RFCs

    /// X-WR-TIMEZONE, the zone that some programs mean for floating times: `X-WR-TIMEZONE:Europe/Berlin`.
    ///
    /// It counts only with ``ExpansionOptions/usesCalendarTimeZone``.
    public var timeZoneID: String? {
        get { component[extensionText: "X-WR-TIMEZONE"] }
        set { component[extensionText: "X-WR-TIMEZONE"] = newValue }
    }

    /// X-WR-RELCALID, the calendar's identifier in Apple's programs:
    /// `X-WR-RELCALID:3E26604A-50F4-4449-8B3E-E4F4932D05B5`.
    public var relatedCalendarID: String? {
        get { component[extensionText: "X-WR-RELCALID"] }
        set { component[extensionText: "X-WR-RELCALID"] = newValue }
    }

    /// X-PUBLISHED-TTL: how long to wait before asking again, as Outlook writes it: `X-PUBLISHED-TTL:PT12H`.
    ///
    /// RFC 7986 has ``refreshInterval`` for the same.
    public var publishedTimeToLive: NominalDuration? {
        get { component[extensionDuration: "X-PUBLISHED-TTL"] }
        set {
            guard newValue != publishedTimeToLive else { return }
            component[extensionWord: "X-PUBLISHED-TTL"] = newValue?.description
        }
    }

    /// X-APPLE-CALENDAR-COLOR, such as `#FF2968FF`; RFC 7986 has ``color`` for the same.
    public var appleColor: String? {
        get { component[extensionWord: "X-APPLE-CALENDAR-COLOR"] }
        set { component[extensionWord: "X-APPLE-CALENDAR-COLOR"] = newValue }
    }

    /// X-APPLE-LANGUAGE, the language of the calendar's texts, a tag such as `de-AT`.
    public var appleLanguage: String? {
        get { component[extensionWord: "X-APPLE-LANGUAGE"] }
        set { component[extensionWord: "X-APPLE-LANGUAGE"] = newValue }
    }
}

extension Component {
    /// A text of RFC 7986, or of the X- name that programs had before; setting it keeps both in step.
    package subscript(text name: String, or older: String) -> String? {
        get { self[text: name] ?? self[extensionText: older] }
        set {
            self[text: name] = newValue
            // A name that is left behind would be what many programs go on to show.
            if first(older) != nil { self[extensionText: older] = newValue }
        }
    }
}

/// The properties of a VCALENDAR (RFC 5545 section 3.7 and RFC 7986 section 5).
extension CalendarObject {
    /// The identifier of the program that wrote the calendar (PRODID, RFC 5545 section 3.7.3), as in
    /// `PRODID:-//Studio//Calendar//EN`.
    public var productID: String? {
        get { component[text: "PRODID"] }
        set { component[text: "PRODID"] = newValue }
    }

    /// The version of iCalendar (VERSION, RFC 5545 section 3.7.4): `calendar.version // "2.0"`.
    public var version: String? {
        get { component[text: "VERSION"] }
        set { component[text: "VERSION"] = newValue }
    }

    /// The calendar scale (CALSCALE, RFC 5545 section 3.7.1): `calendar.calendarScale // "GREGORIAN"`.
    ///
    /// The default is GREGORIAN.
    public var calendarScale: String {
        get { component.text("CALSCALE")?.uppercased() ?? "GREGORIAN" }
        set { if newValue != calendarScale { component[text: "CALSCALE"] = newValue } }
    }

    /// The scheduling method in capitals (METHOD, RFC 5545 section 3.7.2), such as `PUBLISH` or `REQUEST`.
    public var method: String? {
        get { component.text("METHOD")?.uppercased() }
        set { if newValue != method { component[text: "METHOD"] = newValue } }
    }

    /// The suggested time between updates (REFRESH-INTERVAL, RFC 7986 section 5.7), as in
    /// `REFRESH-INTERVAL;VALUE=DURATION:P1W`.
    public var refreshInterval: NominalDuration? {
        get { component[duration: "REFRESH-INTERVAL"] }
        set { component.setValue("REFRESH-INTERVAL", newValue.map(Value.duration), declaring: .duration) }
    }

    /// The address from which the calendar can be updated (SOURCE, RFC 7986 section 5.8), as in
    /// `SOURCE;VALUE=URI:https://example.com/studio.ics`.
    public var source: String? {
        get { component[uri: "SOURCE"] }
        set { component.setValue("SOURCE", newValue.map(Value.uri), declaring: .uri) }
    }

    // MARK: - Vendor properties outside the RFCs

    /// The time zone that some programs use for floating times (X-WR-TIMEZONE): `X-WR-TIMEZONE:Europe/Berlin`.
    ///
    /// It has an effect only with ``ExpansionOptions/usesCalendarTimeZone``.
    public var timeZoneID: String? {
        get { component[extensionText: "X-WR-TIMEZONE"] }
        set { component[extensionText: "X-WR-TIMEZONE"] = newValue }
    }

    /// The identifier of the calendar in Apple software (X-WR-RELCALID):
    /// `X-WR-RELCALID:3E26604A-50F4-4449-8B3E-E4F4932D05B5`.
    public var relatedCalendarID: String? {
        get { component[extensionText: "X-WR-RELCALID"] }
        set { component[extensionText: "X-WR-RELCALID"] = newValue }
    }

    /// The suggested time between updates, as written by Outlook (X-PUBLISHED-TTL): `X-PUBLISHED-TTL:PT12H`.
    ///
    /// The equivalent in RFC 7986 is ``refreshInterval``.
    public var publishedTimeToLive: NominalDuration? {
        get { component[extensionDuration: "X-PUBLISHED-TTL"] }
        set {
            guard newValue != publishedTimeToLive else { return }
            component[extensionWord: "X-PUBLISHED-TTL"] = newValue?.description
        }
    }

    /// The color of the calendar in Apple software (X-APPLE-CALENDAR-COLOR), such as `#FF2968FF`.
    ///
    /// The equivalent in RFC 7986 is ``ComponentView/color``.
    public var appleColor: String? {
        get { component[extensionWord: "X-APPLE-CALENDAR-COLOR"] }
        set { component[extensionWord: "X-APPLE-CALENDAR-COLOR"] = newValue }
    }

    /// The language of the calendar's texts (X-APPLE-LANGUAGE), a tag such as `de-AT`.
    public var appleLanguage: String? {
        get { component[extensionWord: "X-APPLE-LANGUAGE"] }
        set { component[extensionWord: "X-APPLE-LANGUAGE"] = newValue }
    }
}

extension Component {
    /// A text in an RFC 7986 property or in the older X- property; setting it keeps both in sync.
    package subscript(text name: String, or older: String) -> String? {
        get { self[text: name] ?? self[extensionText: older] }
        set {
            self[text: name] = newValue
            // Many programs would keep showing an outdated value in the older property.
            if first(older) != nil { self[extensionText: older] = newValue }
        }
    }
}

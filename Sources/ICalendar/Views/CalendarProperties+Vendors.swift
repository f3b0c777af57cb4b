/// What programs write about a calendar beside the RFCs.
extension CalendarProperties {
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
    subscript(text name: String, or older: String) -> String? {
        get { self[text: name] ?? self[extensionText: older] }
        set {
            self[text: name] = newValue
            // A name that is left behind would be what many programs go on to show.
            if first(older) != nil { self[extensionText: older] = newValue }
        }
    }
}

/// The vocabulary for generated calendars, both valid and unusual.
enum Words {
    static let zones = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Own Zone", "Asia/Kolkata",
        "Pacific/Apia",
        "W. Europe Standard Time", "/mozilla.org/20050126_1/Europe/Berlin", "Nowhere", "",
    ]

    static let frequencies = [
        "DAILY", "WEEKLY", "MONTHLY", "YEARLY", "HOURLY", "MINUTELY", "SECONDLY", "NEVER",
    ]

    static let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    static let durations = [
        "PT1H", "P1D", "P1W", "PT0S", "-PT15M", "P1DT2H3M4S", "P9999D", "PT36H", "P",
        "PT99999999999999999999S",
        "P100000000W",
    ]

    static let texts = [
        "a", "Lesson\\, of one hour", "x\\ny", "é語😀", "\\", "", " a ", "a;b:c\"d", "\u{1}",
        "mailto:a@example.com",
    ]

    static let lines = [
        "SUMMARY", "LOCATION;LANGUAGE=de", "DESCRIPTION;ALTREP=\"cid:1\"", "CATEGORIES", "COMMENT", "URL",
        "CLASS",
        "X-ODD;X-A=1,\"b,c\",^n", "ATTACH;VALUE=BINARY;ENCODING=BASE64", "GEO", "PRIORITY", "REQUEST-STATUS",
        "RESOURCES", "RELATED-TO;RELTYPE=PARENT", "IMAGE;VALUE=URI", "CONFERENCE;VALUE=URI;FEATURE=AUDIO",
        "COLOR",
    ]

    static let addresses = [
        "ATTENDEE;CN=\"A; B\";PARTSTAT=ACCEPTED;ROLE=CHAIR:mailto:a@example.com", "ATTENDEE:jane@example.com",
        "ORGANIZER;CN=^'O^':MAILTO:o@EXAMPLE.com?x=%20",
        "ATTENDEE;MEMBER=\"mailto:a\",\"mailto:b\";RSVP=TRUE:urn:x",
    ]

    static let states = [
        "STATUS:CANCELLED", "STATUS:confirmed", "TRANSP:TRANSPARENT", "CLASS:X", "PERCENT-COMPLETE:101",
        "PRIORITY:-1",
        "SEQUENCE:99999999999999999999", "X-MICROSOFT-CDO-BUSYSTATUS:OOF",
    ]

    static let broken = [
        "junk", "=", ":", "END:VEVENT", "BEGIN:VEVENT", "END:X-NOTHING", "BEGIN:VCALENDAR", "END:VCALENDAR",
        "DTSTART",
        "\"", ";;;:", "BEGIN:", "\u{FEFF}", " folded", "X-A;=:", "BEGIN:VCARD",
    ]
}

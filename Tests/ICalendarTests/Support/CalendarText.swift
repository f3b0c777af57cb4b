/// Returns a VCALENDAR with the given VEVENT bodies and CRLF line endings.
///
/// A body without a UID gets `UID:a`, and a body without DTSTAMP gets 1 January 2026. Zones are complete
/// VTIMEZONEs.
func calendar(_ events: String..., zones: String = "") -> String {
    calendar(events: events, zones: zones)
}

/// Returns a VCALENDAR with a list of VEVENT bodies.
func calendar(events: [String], zones: String = "") -> String {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//swift-icalendar//Tests//EN"]
    lines += zones.split(separator: "\n").map(String.init)
    for event in events {
        let body = event.split(separator: "\n").map(String.init)
        lines.append("BEGIN:VEVENT")
        if !body.contains(where: { $0.hasPrefix("UID") }) { lines.append("UID:a") }
        if !body.contains(where: { $0.hasPrefix("DTSTAMP") }) { lines.append("DTSTAMP:20260101T000000Z") }
        lines += body
        lines.append("END:VEVENT")
    }
    lines.append("END:VCALENDAR")
    return crlf(lines.joined(separator: "\n") + "\n")
}

/// Returns text with CRLF line endings.
func crlf(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
}

/// Returns a VTIMEZONE without daylight saving time.
///
/// The offset is written as in TZOFFSETTO.
func fixedZone(_ name: String, _ offset: String) -> String {
    """
    BEGIN:VTIMEZONE
    TZID:\(name)
    BEGIN:STANDARD
    DTSTART:19700101T000000
    TZOFFSETFROM:\(offset)
    TZOFFSETTO:\(offset)
    END:STANDARD
    END:VTIMEZONE
    """
}

/// Returns a VTIMEZONE with the Central European rules in the usual format.
func europeanZone(_ name: String) -> String {
    """
    BEGIN:VTIMEZONE
    TZID:\(name)
    BEGIN:DAYLIGHT
    TZOFFSETFROM:+0100
    TZOFFSETTO:+0200
    TZNAME:CEST
    DTSTART:19700329T020000
    RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
    END:DAYLIGHT
    BEGIN:STANDARD
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0100
    TZNAME:CET
    DTSTART:19701025T030000
    RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
    END:STANDARD
    END:VTIMEZONE
    """
}

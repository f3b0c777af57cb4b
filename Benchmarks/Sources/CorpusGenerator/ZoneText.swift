/// The time zones of the corpora, each with the VTIMEZONE that calendar programs write for it.
///
/// The rules are valid from 2012 to 2026.
struct ZoneText {
    /// The TZID.
    let name: [UInt8]
    /// The VTIMEZONE component, line by line.
    let definition: [UInt8]

    private init(_ name: String, _ observances: [Observance]) {
        self.name = Array(name.utf8)
        var lines = ["BEGIN:VTIMEZONE", "TZID:\(name)", "X-LIC-LOCATION:\(name)"]
        for observance in observances {
            lines += [
                "BEGIN:\(observance.kind)", "TZOFFSETFROM:\(observance.from)",
                "TZOFFSETTO:\(observance.to)", "TZNAME:\(observance.name)", "DTSTART:\(observance.start)",
            ]
            if let days = observance.days { lines.append("RRULE:FREQ=YEARLY;\(days)") }
            lines.append("END:\(observance.kind)")
        }
        lines.append("END:VTIMEZONE\r\n")
        definition = Array(lines.joined(separator: "\r\n").utf8)
    }

    private struct Observance {
        var kind: String
        var name: String
        var from: String
        var to: String
        var start: String
        var days: String?

        static func standard(_ name: String, _ from: String, _ to: String, _ start: String, _ days: String?)
            -> Self
        {
            Observance(kind: "STANDARD", name: name, from: from, to: to, start: start, days: days)
        }

        static func daylight(_ name: String, _ from: String, _ to: String, _ start: String, _ days: String)
            -> Self
        {
            Observance(kind: "DAYLIGHT", name: name, from: from, to: to, start: start, days: days)
        }
    }

    /// The zones, most common first.
    static let all = [
        ZoneText(
            "America/New_York",
            [
                .daylight("EDT", "-0500", "-0400", "20070311T020000", "BYMONTH=3;BYDAY=2SU"),
                .standard("EST", "-0400", "-0500", "20071104T020000", "BYMONTH=11;BYDAY=1SU"),
            ]
        ),
        ZoneText(
            "Europe/Berlin",
            [
                .daylight("CEST", "+0100", "+0200", "19810329T020000", "BYMONTH=3;BYDAY=-1SU"),
                .standard("CET", "+0200", "+0100", "19961027T030000", "BYMONTH=10;BYDAY=-1SU"),
            ]
        ),
        ZoneText(
            "Europe/London",
            [
                .daylight("BST", "+0000", "+0100", "19810329T010000", "BYMONTH=3;BYDAY=-1SU"),
                .standard("GMT", "+0100", "+0000", "19961027T020000", "BYMONTH=10;BYDAY=-1SU"),
            ]
        ),
        ZoneText("Asia/Tokyo", [.standard("JST", "+0900", "+0900", "19700101T000000", nil)]),
        ZoneText(
            "Australia/Sydney",
            [
                .daylight("AEDT", "+1000", "+1100", "20081005T020000", "BYMONTH=10;BYDAY=1SU"),
                .standard("AEST", "+1100", "+1000", "20080406T030000", "BYMONTH=4;BYDAY=1SU"),
            ]
        ),
    ]

    /// Returns the zone for a number below 100, with shares of 40, 30, 10, 10, and 10 percent.
    static func index(of share: Int) -> Int {
        share < 40 ? 0 : share < 70 ? 1 : 2 + (share - 70) / 10
    }
}

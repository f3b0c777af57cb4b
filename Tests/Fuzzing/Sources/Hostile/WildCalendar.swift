/// A valid calendar generated from choices, which can also be written the way real programs write it.
public struct WildCalendar {
    /// The calendars in the stream, each as an array of lines.
    var calendars: [[WildLine]] = []
    /// The arrangement of the lines.
    var layout = Layout()
    /// Whether readers must report the break.
    public internal(set) var needsRemark = true
    /// The remaining choices.
    var choices: Choices

    /// How to convert lines to bytes.
    struct Layout {
        var lineEnd = "\r\n"
        var indent = ""
        var indentsFirst = true
        var joint = "\r\n"
        var mail: Mail?
    }

    /// The transfer encoding of the email that contains the calendar.
    enum Mail: CaseIterable {
        case plain, base64, quotedPrintable
    }

    /// A zone that events use: its TZID, and whether the calendar defines it.
    struct Place {
        var identifier: String
        var isDefined: Bool
    }

    static let places = [
        Place(identifier: "Europe/Berlin", isDefined: false),
        Place(identifier: "America/New_York", isDefined: false),
        Place(identifier: "Eastern Standard Time", isDefined: false),
        Place(identifier: "(UTC+01:00) Amsterdam, Berlin", isDefined: true),
        Place(identifier: "Own: Zone; here", isDefined: true),
    ]

    /// Generates a valid calendar.
    public init(_ choices: Choices) {
        self.choices = choices
        for number in 0...self.choices.number(below: 2) {
            var lines = [
                WildLine("BEGIN", "VCALENDAR"), WildLine("VERSION", "2.0"), WildLine("PRODID", "-//a//b"),
            ]
            for place in Self.places where place.isDefined { lines += Self.definition(place.identifier) }
            for event in 0...self.choices.number(below: 3) { lines += series("\(number)-\(event)") }
            lines.append(WildLine("END", "VCALENDAR"))
            calendars.append(lines)
        }
    }

    /// The bytes of the stream.
    public var bytes: [UInt8] {
        var streams: [String] = []
        for (number, lines) in calendars.enumerated() {
            var text: [String] = []
            for (place, line) in lines.enumerated() {
                let indent = number == 0 && place == 0 && !layout.indentsFirst ? "" : layout.indent
                // Lines with explicit text are not folded again.
                let laidOut = line.text.split(separator: "\r\n", omittingEmptySubsequences: false).map(
                    String.init
                )
                let pieces = laidOut.count > 1 ? laidOut : WildFolding.pieces(line.text)
                let fold = laidOut.count > 1 ? "" : " "
                text.append(indent + pieces.joined(separator: layout.lineEnd + layout.indent + fold))
            }
            streams.append(text.joined(separator: layout.lineEnd))
        }
        let text = streams.joined(separator: layout.joint) + layout.lineEnd
        return Array((layout.mail.map { WildMail.message(text, $0) } ?? text).utf8)
    }

    private static func definition(_ identifier: String) -> [WildLine] {
        var lines = [WildLine("BEGIN", "VTIMEZONE"), WildLine("TZID", escaped(identifier))]
        for (name, month, from, to) in [
            ("STANDARD", 10, "+0200", "+0100"), ("DAYLIGHT", 3, "+0100", "+0200"),
        ] {
            lines += [
                WildLine("BEGIN", name), WildLine("DTSTART", "19700101T020000"),
                WildLine("TZOFFSETFROM", from), WildLine("TZOFFSETTO", to),
                WildLine("RRULE", "FREQ=YEARLY;BYMONTH=\(month);BYDAY=-1SU"), WildLine("END", name),
            ]
        }
        return lines + [WildLine("END", "VTIMEZONE")]
    }

    /// Returns text escaped for a value.
    static func escaped(_ text: String) -> String {
        text.map { ",;".contains($0) ? "\\\($0)" : String($0) }.joined()
    }

    // MARK: - Events

    /// The types of times.
    enum Form: CaseIterable {
        case day, utc, floating, zoned
    }

    private mutating func series(_ uid: String) -> [WildLine] {
        let form = choices.pick(Form.allCases)
        let place = choices.pick(Self.places)
        let day = 1 + choices.number(below: 27)
        // Avoids the hours in which clocks change.
        let hour = 4 + choices.number(below: 18)
        func moment(_ name: String, _ day: Int, later: Int = 0) -> WildLine {
            Self.moment(name, form, place, day: day, hour: hour + later)
        }
        var lines = [
            WildLine("BEGIN", "VEVENT"), WildLine("UID", uid), WildLine("DTSTAMP", "20260101T000000Z"),
            moment("DTSTART", day),
            form == .day ? moment("DTEND", day + 1) : moment("DTEND", day, later: 1),
        ]
        let repeats = choices.chance(60)
        if repeats {
            var rule = "FREQ=DAILY"
            switch choices.number(below: 3) {
            case 0: rule += ";COUNT=\(5 + choices.number(below: 6))"
            case 1: rule += ";UNTIL=\(Self.until(form, day: day + 5, hour: hour))"
            default: rule += ";INTERVAL=2;COUNT=4"
            }
            lines.append(WildLine("RRULE", rule))
            if choices.chance(40) { lines.append(moment("EXDATE", day + 2)) }
        }
        lines += details()
        lines.append(WildLine("END", "VEVENT"))
        if repeats, choices.chance(40) {
            lines += [
                WildLine("BEGIN", "VEVENT"), WildLine("UID", uid), WildLine("DTSTAMP", "20260101T000000Z"),
                moment("RECURRENCE-ID", day + 4), moment("DTSTART", day + 4),
                form == .day ? moment("DTEND", day + 5) : moment("DTEND", day + 4, later: 1),
                WildLine("STATUS", "CANCELLED"), WildLine("END", "VEVENT"),
            ]
        }
        return lines
    }

    private static func moment(_ name: String, _ form: Form, _ place: Place, day: Int, hour: Int) -> WildLine
    {
        switch form {
        case .day: WildLine(name, [("VALUE", "DATE")], date(day))
        case .utc: WildLine(name, date(day) + "T\(two(hour))0000Z")
        case .floating: WildLine(name, date(day) + "T\(two(hour))0000")
        case .zoned: WildLine(name, [("TZID", place.identifier)], date(day) + "T\(two(hour))0000")
        }
    }

    private static func until(_ form: Form, day: Int, hour: Int) -> String {
        switch form {
        case .day: date(day)
        case .floating: date(day) + "T\(two(hour))0000"
        case .utc, .zoned: date(day) + "T\(two(hour))0000Z"
        }
    }

    /// Returns a day in March 2026.
    ///
    /// Higher numbers continue into April.
    static func date(_ day: Int) -> String { day > 31 ? "202604\(two(day - 31))" : "202603\(two(day))" }

    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

    private mutating func details() -> [WildLine] {
        var lines = [WildLine("SUMMARY", choices.pick(["Stand-up", "Geschäft\\, früh", "語 日本", "a"]))]
        if choices.chance(50) {
            let sentence = "The quick brown fox jumps over the lazy dog\\, and so on; "
            lines.append(
                WildLine(
                    "DESCRIPTION",
                    String(repeating: sentence, count: 1 + choices.number(below: 4)) + "end"
                )
            )
        }
        if choices.chance(40) { lines.append(WildLine("LOCATION", "Room 4")) }
        if choices.chance(30) {
            lines.append(WildLine("STATUS", choices.pick(["CONFIRMED", "CANCELLED", "TENTATIVE"])))
        }
        if choices.chance(40) {
            lines.append(
                WildLine(
                    "ORGANIZER",
                    [("CN", "Boss"), ("SENT-BY", "mailto:x@example.org")],
                    "mailto:boss@example.org"
                )
            )
            for name in ["Doe, Jane", "Ann"] {
                lines.append(
                    WildLine(
                        "ATTENDEE",
                        [("CN", name), ("PARTSTAT", "ACCEPTED")],
                        "mailto:\(name.prefix(3))@example.org"
                    )
                )
            }
        }
        if choices.chance(30) {
            lines += [
                WildLine("BEGIN", "VALARM"), WildLine("ACTION", "DISPLAY"), WildLine("DESCRIPTION", "a"),
                WildLine("TRIGGER", choices.pick(["PT0S", "-PT15M", "-P1D"])), WildLine("END", "VALARM"),
            ]
        }
        return lines
    }
}

extension WildLine {
    /// Creates a line without parameters.
    init(_ name: String, _ value: String) { self.init(name, [], value) }
}

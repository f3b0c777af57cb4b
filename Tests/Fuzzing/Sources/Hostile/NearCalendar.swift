/// A nearly valid calendar generated from choices.
///
/// It contains zones, series with rules and exceptions, overrides, alarms and other components, some of them
/// invalid.
public struct NearCalendar {
    private var choices: Choices
    private var lines: [String] = []
    private var stamps = 0

    /// Returns the calendar's text for the given choices.
    public static func text(_ choices: Choices) -> String {
        var maker = NearCalendar(choices: choices)
        maker.make()
        return maker.lines.joined()
    }

    private init(choices: Choices) {
        self.choices = choices
    }

    private mutating func add(_ line: String) {
        lines.append(choices.chance(2) && line.utf8.count > 9 ? folded(line) : line)
        lines.append(choices.chance(3) ? "\n" : "\r\n")
    }

    private mutating func folded(_ line: String) -> String {
        let place = line.index(line.startIndex, offsetBy: choices.number(below: line.count))
        return line[..<place] + "\r\n " + line[place...]
    }

    private mutating func make() {
        let most = 20 + choices.number(below: 256) * 4
        add("BEGIN:VCALENDAR")
        add("VERSION:2.0")
        if choices.chance(20) {
            add(choices.pick(["METHOD:REQUEST", "X-WR-TIMEZONE:Europe/Berlin", "METHOD:X"]))
        }
        if choices.chance(60) { addZone() }
        repeat {
            switch choices.number(below: 8) {
            case 0...4: addSeries("series-\(choices.number(below: 4))")
            case 5: addOther()
            case 6: addZone()
            default: addOdd()
            }
        } while !choices.isSpent && lines.count < most
        if !choices.chance(5) { add("END:VCALENDAR") }
    }

    // MARK: - Times

    private enum Form: CaseIterable {
        case zoned, utc, floating, day, odd
    }

    private func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    private mutating func date() -> String {
        let year = choices.chance(12) ? choices.pick([0, 1, 1601, 1900, 1970, 2038, 9998, 9999]) : 2025
        return digits(year + choices.number(below: year == 2025 ? 4 : 1), 4)
            + digits(choices.number(below: 12) + (choices.chance(99) ? 1 : 2), 2)
            + digits(choices.number(below: 31) + 1, 2)
    }

    private mutating func time(_ form: Form) -> String {
        let date = date()
        if form == .day { return date }
        let second = choices.pick([0, 0, 0, 30, 59, 60])
        let time =
            digits(choices.number(below: 25), 2) + digits(choices.pick([0, 0, 15, 30, 45, 59, 60]), 2)
            + digits(second, 2)
        return date + "T" + time + (form == .utc ? "Z" : "")
    }

    private mutating func property(_ name: String, _ form: Form, _ zone: String, values: Int = 1) -> String {
        let form = choices.chance(4) ? choices.pick(Form.allCases) : form
        let list = (0..<values).map { _ in time(form) }.joined(separator: ",")
        return switch form {
        case .zoned: "\(name);TZID=\(quoted(zone)):\(list)"
        case .utc, .floating: "\(name):\(list)"
        case .day: "\(name);VALUE=DATE:\(list)"
        case .odd: "\(name);VALUE=\(choices.pick(["PERIOD", "TEXT", "DATE-TIME", "X-A"])):\(list)"
        }
    }

    private func quoted(_ zone: String) -> String { zone.contains(",") ? "\"\(zone)\"" : zone }

    // MARK: - Rules

    private mutating func numbers(_ low: Int, _ high: Int) -> String {
        (0...choices.number(below: 4)).map { _ in
            let number = low + choices.number(below: high - low + 1)
            return String(choices.chance(30) ? -number : number)
        }.joined(separator: ",")
    }

    private mutating func rule(_ form: Form) -> String {
        var parts = ["FREQ=\(choices.pick(Words.frequencies))"]
        if choices.chance(40) {
            parts.append("INTERVAL=\(choices.pick(["2", "3", "0", "7", "53", "1099511627776", "-1"]))")
        }
        switch choices.number(below: 4) {
        case 0: parts.append("COUNT=\(choices.pick(["5", "1", "0", "200", "100000000", "x"]))")
        case 1: parts.append("UNTIL=\(time(form == .zoned ? .utc : form))")
        default: break
        }
        while choices.chance(35), parts.count < 9 {
            switch choices.number(below: 12) {
            case 0: parts.append("BYMONTH=\(numbers(1, 12))")
            case 1: parts.append("BYMONTHDAY=\(numbers(1, 31))")
            case 2: parts.append("BYYEARDAY=\(numbers(1, 366))")
            case 3: parts.append("BYWEEKNO=\(numbers(1, 53))")
            case 4: parts.append("BYHOUR=\(numbers(0, 23))")
            case 5: parts.append("BYMINUTE=\(numbers(0, 59))")
            case 6: parts.append("BYSECOND=\(numbers(0, 60))")
            case 7: parts.append("BYSETPOS=\(numbers(1, 5))")
            case 8: parts.append("WKST=\(choices.pick(Words.weekdays))")
            case 9:
                let scales = [
                    "GREGORIAN", "HEBREW", "CHINESE", "PERSIAN", "ISLAMIC-CIVIL", "ETHIOPIC", "NONE",
                ]
                parts.append(
                    "RSCALE=\(choices.pick(scales));SKIP=\(choices.pick(["FORWARD", "BACKWARD", "OMIT"]))"
                )
            default:
                let days = (0...choices.number(below: 4)).map { _ in
                    choices.pick(["", "", "1", "-1", "2", "5", "-53"]) + choices.pick(Words.weekdays)
                }
                parts.append("BYDAY=\(days.joined(separator: ","))")
            }
        }
        return parts.joined(separator: ";")
    }

    // MARK: - Components

    private mutating func stamp(_ uid: String) {
        if !choices.chance(2) { add("UID:\(uid)") }
        stamps += 1
        if !choices.chance(3) {
            add("DTSTAMP:20250101T\(digits(stamps / 60 % 24, 2))\(digits(stamps % 60, 2))00Z")
        }
        if choices.chance(15) { add("SEQUENCE:\(choices.number(below: 4))") }
    }

    private mutating func addLength(_ form: Form, _ zone: String) {
        switch choices.number(below: 4) {
        case 0: add("DURATION:\(choices.pick(Words.durations))")
        case 1: add(property("DTEND", form, zone))
        case 2: add("DURATION:\(form == .day ? "P1D" : "PT1H")")
        default: break
        }
    }

    private mutating func addSeries(_ uid: String) {
        let form = choices.pick(Form.allCases)
        let zone = choices.pick(Words.zones)
        add("BEGIN:VEVENT")
        stamp(uid)
        if !choices.chance(2) { add(property("DTSTART", form, zone)) }
        addLength(form, zone)
        while choices.chance(55) { add("RRULE:\(rule(form))") }
        if choices.chance(10) { add("EXRULE:\(rule(form))") }
        while choices.chance(30) { add(property("EXDATE", form, zone, values: 1 + choices.number(below: 3))) }
        while choices.chance(20) { add(property("RDATE", form, zone, values: 1 + choices.number(below: 3))) }
        if choices.chance(5) { add("RDATE;VALUE=PERIOD:\(time(.utc))/\(choices.pick(Words.durations))") }
        addLines()
        add("END:VEVENT")
        while choices.chance(35) {
            add("BEGIN:VEVENT")
            stamp(uid)
            add(property("RECURRENCE-ID\(choices.chance(30) ? ";RANGE=THISANDFUTURE" : "")", form, zone))
            add(property("DTSTART", form, zone))
            addLength(form, zone)
            addLines()
            add("END:VEVENT")
        }
    }

    private mutating func addLines() {
        while choices.chance(30) {
            switch choices.number(below: 6) {
            case 0: add(choices.pick(Words.addresses))
            case 1: add(choices.pick(Words.states))
            case 2: addAlarm()
            case 3: addOdd()
            default: add("\(choices.pick(Words.lines)):\(choices.pick(Words.texts))")
            }
        }
    }

    private mutating func addAlarm() {
        add("BEGIN:VALARM")
        add("ACTION:\(choices.pick(["DISPLAY", "AUDIO", "EMAIL", "X"]))")
        add(
            "TRIGGER\(choices.pick(["", ";RELATED=END", ";VALUE=DATE-TIME"])):\(choices.pick(Words.durations))"
        )
        if choices.chance(30) { add("REPEAT:\(choices.pick(["3", "-1", "99999999999"]))") }
        if choices.chance(30) { add("DURATION:\(choices.pick(Words.durations))") }
        add("END:VALARM")
    }

    private mutating func addOther() {
        let name = choices.pick(["VTODO", "VJOURNAL", "VFREEBUSY", "VAVAILABILITY", "X-OTHER"])
        let form = choices.pick(Form.allCases)
        add("BEGIN:\(name)")
        stamp("other-\(choices.number(below: 3))")
        if choices.chance(70) { add(property("DTSTART", form, "Europe/Berlin")) }
        if choices.chance(50) { add(property("DUE", form, "Europe/Berlin")) }
        if choices.chance(20) { add("FREEBUSY;FBTYPE=BUSY:\(time(.utc))/PT1H,\(time(.utc))/\(time(.utc))") }
        if choices.chance(20) { add("RRULE:\(rule(form))") }
        addLines()
        add("END:\(name)")
    }

    private mutating func addZone() {
        add("BEGIN:VTIMEZONE")
        add("TZID:\(choices.pick(["Own Zone", "Own Zone", "Europe/Berlin", "W. Europe Standard Time"]))")
        for _ in 0...choices.number(below: 3) {
            let name = choices.pick(["STANDARD", "DAYLIGHT"])
            let offsets = ["+0100", "+0200", "-0500", "+0000", "+013045", "+2559", "-9999", "0100"]
            add("BEGIN:\(name)")
            add(
                "DTSTART:\(choices.pick(["19700329T020000", "16010101T020000", "19961027T030000", "20260329T020000"]))"
            )
            if !choices.chance(3) { add("TZOFFSETFROM:\(choices.pick(offsets))") }
            if !choices.chance(3) { add("TZOFFSETTO:\(choices.pick(offsets))") }
            switch choices.number(below: 5) {
            case 0: add("RRULE:\(rule(.utc))")
            case 1: add(property("RDATE", .floating, "", values: 2))
            case 2: break
            default: add("RRULE:FREQ=YEARLY;BYMONTH=\(choices.pick(["3", "10"]));BYDAY=-1SU")
            }
            add("END:\(name)")
        }
        add("END:VTIMEZONE")
    }

    private mutating func addOdd() { add(choices.pick(Words.broken)) }
}

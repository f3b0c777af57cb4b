import ICalendar
import TestTraits

/// Random calendars with series, exceptions and overrides, for laws that hold for every input.
struct RandomCalendar {
    /// The text of the calendar.
    private(set) var text = ""
    private var generator: SeededGenerator
    /// The number of components so far, used to give each a different DTSTAMP.
    private var components = 0

    /// The kind of times that a series uses.
    private enum Form: CaseIterable {
        case zoned, utc, floating, day
    }

    /// Creates the calendar for a seed, with one to six series.
    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        var events: [String] = []
        for index in 0..<Int.random(in: 1...6, using: &generator) {
            events += series("series-\(index)")
        }
        text = calendar(events: events, zones: europeanZone("Own Zone"))
    }

    private mutating func pick<T>(_ choices: [T]) -> T {
        choices[Int.random(in: choices.indices, using: &generator)]
    }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &generator) < percent
    }

    /// Returns a master and its overrides.
    private mutating func series(_ uid: String) -> [String] {
        let form = pick(Form.allCases)
        let zone = pick([
            "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Own Zone",
        ])
        let day =
            (CivilDate(year: 2025, month: 6, day: 1)?.dayNumber ?? 0)
            + Int.random(in: 0..<360, using: &generator)
        // Floating times avoid hours that may be in a gap in the display time zone.
        let hours = form == .floating ? 5...20 : 0...23
        let second = Int.random(in: hours, using: &generator) * 3600 + pick([0, 900, 1800, 2700])

        func value(_ name: String, days: Int, hours: Int = 0) -> String {
            let time = CivilDateTime(
                CivilDate(dayNumber: day + days),
                secondOfDay: form == .day ? 0 : second + hours * 3600
            )
            let digits = time.description.filter { $0 != "-" && $0 != ":" }
            return switch form {
            case .zoned: "\(name);TZID=\(zone):\(digits)"
            case .utc: "\(name):\(digits)Z"
            case .floating: "\(name):\(digits)"
            case .day: "\(name);VALUE=DATE:\(digits.prefix(8))"
            }
        }

        var master = [stamp(uid), value("DTSTART", days: 0), length(form)]
        if chance(80) { master.append(rule(form, until: day + Int.random(in: 0..<400, using: &generator))) }
        for _ in 0..<pick([0, 0, 1, 3]) {
            master.append(value("EXDATE", days: 7 * Int.random(in: 0..<40, using: &generator)))
        }
        for _ in 0..<pick([0, 0, 1, 3]) {
            master.append(value("RDATE", days: Int.random(in: 0..<300, using: &generator)))
        }
        var events = [master.joined(separator: "\n")]
        let places = Set(
            (0..<pick([0, 0, 1, 2, 4])).map { _ in 7 * Int.random(in: 1..<40, using: &generator) }
        )
        for days in places.sorted() {
            let range = chance(30) ? ";RANGE=THISANDFUTURE" : ""
            let moved = days + pick([0, 0, 1, -2, 9])
            events.append(
                [
                    stamp(uid), value("RECURRENCE-ID\(range)", days: days),
                    value("DTSTART", days: moved, hours: pick([0, 1, 3])), length(form),
                ].joined(separator: "\n")
            )
        }
        return events
    }

    private mutating func stamp(_ uid: String) -> String {
        components += 1
        return "UID:\(uid)\nDTSTAMP:20250101T00\(10 + components)00Z"
    }

    private mutating func length(_ form: Form) -> String {
        "DURATION:"
            + pick(form == .day ? ["P1D", "P3D", "P1W"] : ["PT0S", "PT45M", "PT3H", "P1D", "P1DT2H"])
    }

    private mutating func rule(_ form: Form, until day: Int) -> String {
        var shapes = [
            "DAILY", "DAILY;INTERVAL=3", "WEEKLY", "WEEKLY;INTERVAL=2;BYDAY=MO,TH,SU;WKST=SU",
            "MONTHLY;BYMONTHDAY=1,15,-1", "MONTHLY;BYDAY=2TU,-1FR",
            "MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
            "YEARLY;BYMONTH=2,5;BYDAY=1SA", "YEARLY;BYYEARDAY=60,-60", "YEARLY;BYWEEKNO=10,20;BYDAY=WE",
        ]
        if form == .zoned || form == .utc {
            shapes += ["HOURLY;INTERVAL=5", "DAILY;BYHOUR=1,2,3;BYMINUTE=15,45"]
        }
        let shape = pick(shapes)
        if chance(40) { return "RRULE:FREQ=\(shape);COUNT=\(Int.random(in: 1...200, using: &generator))" }
        guard chance(50) else { return "RRULE:FREQ=\(shape)" }
        let digits = CivilDate(dayNumber: day).description.filter { $0 != "-" }
        let time = form == .day ? "" : form == .floating ? "T120000" : "T120000Z"
        return "RRULE:FREQ=\(shape);UNTIL=\(digits)\(time)"
    }
}

/// Returns the calendars with all components except VTIMEZONEs in reverse order, or nil if BEGIN and END are
/// unbalanced.
func reversingComponents(_ bytes: [UInt8]) -> [UInt8]? {
    var result: [[UInt8]] = []
    var block: [[UInt8]] = []
    var blocks: [[[UInt8]]] = []
    var depth = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init) {
        let text = String(decoding: line, as: UTF8.self).uppercased().filter { !$0.isWhitespace }
        let isBegin = text.hasPrefix("BEGIN:")
        let isEnd = text.hasPrefix("END:")
        if isBegin { depth += 1 }
        if isEnd, depth == 1 { result += blocks.reversed().joined() }
        if depth >= 2 { block.append(line) } else { result.append(line) }
        if isEnd, depth == 2 {
            if text == "END:VTIMEZONE" { result += block } else { blocks.append(block) }
            block = []
        }
        if isEnd {
            if depth == 1 { blocks = [] }
            depth -= 1
        }
        if depth < 0 { return nil }
    }
    return depth == 0 ? Array(result.joined(separator: [0x0A])) : nil
}

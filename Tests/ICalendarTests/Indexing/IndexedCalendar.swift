import ICalendar
import TestTraits

@testable import ICalendarCore

/// Random calendars to test an index: many short events with all kinds of rules and time zone gaps.
struct IndexedCalendar {
    /// The text of the calendar.
    private(set) var text = ""
    private var generator: SeededGenerator

    private static let zones = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia",
        "Own Zone", "Africa/Casablanca",
    ]

    /// Creates a calendar for a seed.
    init(seed: UInt64, events count: Int = 40) {
        generator = SeededGenerator(seed: seed &* 77)
        var events: [String] = []
        for index in 0..<count { events += event("event-\(index % (count - 3))") }
        text = calendar(events: events, zones: europeanZone("Own Zone"))
    }

    private mutating func pick<T>(_ choices: [T]) -> T {
        choices[Int.random(in: choices.indices, using: &generator)]
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    /// Returns an event, a series, or a series with overrides.
    private mutating func event(_ uid: String) -> [String] {
        let form = pick(["DATE", "Z", "", "TZID", "TZID", "TZID"])
        let zone = pick(Self.zones)
        let day = number(15_000...20_900)
        let second = pick([0, 1800, 7200, 9000, 36_000, 84_600])

        func value(_ name: String, _ days: Int, _ seconds: Int = 0) -> String {
            let time = CivilDateTime(
                CivilDate(dayNumber: day + days),
                secondOfDay: form == "DATE" ? 0 : (second + seconds) % 86_400
            )
            let digits = time.description.filter { $0 != "-" && $0 != ":" }
            return switch form {
            case "DATE": "\(name);VALUE=DATE:\(digits.prefix(8))"
            case "TZID": "\(name);TZID=\(zone):\(digits)"
            default: "\(name):\(digits)\(form)"
            }
        }

        func length(_ choice: Int) -> String {
            "DURATION:"
                + (form == "DATE" ? ["P1D", "P1D", "P3D", "P40D"] : ["PT0S", "PT1H", "P1DT1H", "P9D"])[choice]
        }

        var body = ["UID:\(uid)", value("DTSTART", 0), length(number(0...3))]
        if number(0...9) == 0 { body.append("STATUS:CANCELLED") }
        guard number(0...3) > 0 else { return [body.joined(separator: "\n")] }
        body.append(rule(isDate: form == "DATE", isFloating: form == "", day: day))
        for _ in 0..<pick([0, 0, 0, 2]) { body.append(value("EXDATE", 7 * number(0...50))) }
        if number(0...12) == 0 { body.append(value("RDATE", number(1...900))) }
        if number(0...20) == 0 { body.append("EXRULE:FREQ=MONTHLY;BYDAY=2MO,3TU") }
        var events = [body.joined(separator: "\n")]
        for _ in 0..<pick([0, 0, 0, 1, 2]) {
            let days = 7 * number(0...40)
            let range = number(0...2) == 0 ? ";RANGE=THISANDFUTURE" : ""
            var override = [
                "UID:\(uid)", value("RECURRENCE-ID\(range)", days),
                value("DTSTART", days + number(-2...2), pick([0, 0, 3600])), length(number(0...2)),
            ]
            if number(0...5) == 0 { override.append("STATUS:CANCELLED") }
            events.append(override.joined(separator: "\n"))
        }
        return events
    }

    private mutating func rule(isDate: Bool, isFloating: Bool, day: Int) -> String {
        var shapes = [
            "DAILY", "DAILY;INTERVAL=\(number(2...100))", "WEEKLY", "WEEKLY;BYDAY=SU,WE",
            "WEEKLY;INTERVAL=\(number(2...30));BYDAY=MO,SA;WKST=SU", "MONTHLY",
            "MONTHLY;BYMONTHDAY=1,31,-1,-30",
            "MONTHLY;INTERVAL=\(number(2...7));BYMONTHDAY=-1", "MONTHLY;BYDAY=2TU,-1FR,5SU,-5SU",
            "MONTHLY;INTERVAL=5;BYDAY=1SU", "MONTHLY;BYMONTH=2,3,10;BYDAY=-1SU,1MO,4MO",
            "MONTHLY;BYMONTH=1,3,5,7,9;BYMONTHDAY=29,30", "YEARLY", "YEARLY;INTERVAL=\(number(2...6))",
            "YEARLY;BYMONTH=2;BYMONTHDAY=29", "YEARLY;BYMONTH=3,10;BYDAY=-1SU", "YEARLY;BYMONTHDAY=13",
            "YEARLY;BYMONTH=11;BYDAY=4TH", "YEARLY;INTERVAL=3;BYMONTH=5;BYDAY=2SU",
            "YEARLY;BYDAY=20MO", "YEARLY;BYWEEKNO=1,53", "YEARLY;BYYEARDAY=60,-60",
            "MONTHLY;BYDAY=MO,TU;BYSETPOS=-1", "YEARLY;BYMONTH=6;BYDAY=MO,TU;BYSETPOS=2",
            "MONTHLY;RSCALE=GREGORIAN;BYMONTHDAY=31;SKIP=FORWARD", "WEEKLY;BYMONTH=4;BYDAY=MO",
            "DAILY;BYMONTH=3,4", "YEARLY;RSCALE=HEBREW;BYMONTH=5;BYMONTHDAY=1",
        ]
        if !isDate {
            shapes += [
                "DAILY;BYHOUR=1,2,3;BYMINUTE=30", "HOURLY;INTERVAL=31", "WEEKLY;BYHOUR=2,3",
                "YEARLY;BYHOUR=2,3",
            ]
        }
        let shape = pick(shapes)
        switch number(0...3) {
        case 0: return "RRULE:FREQ=\(shape);COUNT=\(pick([1, 5, 40, 256, 257, 900]))"
        case 1:
            let digits = CivilDate(dayNumber: day + number(0...4000)).description.filter { $0 != "-" }
            return "RRULE:FREQ=\(shape);UNTIL=\(digits)\(isDate ? "" : isFloating ? "T020000" : "T020000Z")"
        default: return "RRULE:FREQ=\(shape)"
        }
    }
}

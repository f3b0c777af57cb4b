/// The text of a daily series with nine instances, including one added, one excluded and one changed
/// instance.
struct SeriesText: Sendable {
    /// The ways to write a series' components and times.
    enum Form: String, CaseIterable, Sendable {
        case utc, floating, zoned, ownZone, utcInstances, allDay, excludedDays, toDo, dueToDo, journal

        fileprivate var component: String {
            switch self {
            case .toDo, .dueToDo: "VTODO"
            case .journal: "VJOURNAL"
            default: "VEVENT"
            }
        }

        /// Whether 09:00 is 08:00 in UTC.
        fileprivate var isZoned: Bool { [.zoned, .ownZone, .utcInstances, .excludedDays].contains(self) }

        fileprivate func time(_ name: String, _ day: Int, hour: Int = 9) -> String {
            let date = "202603\(day < 10 ? "0" : "")\(day)"
            func clock(_ hour: Int) -> String { "T\(hour < 10 ? "0" : "")\(hour)0000" }
            switch self {
            case .allDay: return "\(name);VALUE=DATE:\(date)"
            case .floating: return "\(name):\(date)\(clock(hour))"
            case .utcInstances where name == "RECURRENCE-ID" || name == "EXDATE":
                return "\(name):\(date)\(clock(hour - 1))Z"
            case .excludedDays where name == "EXDATE": return "\(name);VALUE=DATE:\(date)"
            case .ownZone: return "\(name);TZID=Office:\(date)\(clock(hour))"
            case .zoned, .utcInstances, .excludedDays:
                return "\(name);TZID=Europe/Berlin:\(date)\(clock(hour))"
            case .utc, .toDo, .dueToDo, .journal: return "\(name):\(date)\(clock(hour))Z"
            }
        }

        fileprivate func until(_ day: Int) -> String {
            let date = "202603\(day < 10 ? "0" : "")\(day)"
            switch self {
            case .allDay: return date
            case .floating: return date + "T090000"
            default: return date + (isZoned ? "T080000Z" : "T090000Z")
            }
        }
    }

    /// A change to the series or to one of its instances, which are identified by days in March 2026.
    enum Edit: Hashable, Sendable {
        case until(Int), count(Int), endless, weekly, start(Int)
        case added(Int), notAdded(Int), excluded(Int), notExcluded(Int)
        case instance(Int), renamed(Int), regular(Int), following(Int), title
        indirect case both(Edit, Edit)
    }

    let form: Form
    private var start = 2
    private var rule: String
    private var added: Set<Int> = [20]
    private var excluded: Set<Int> = [8]
    /// The titles of changed instances by day.
    private var instances: [Int: String] = [6: "Moved"]
    private var following: Set<Int> = []
    private var title = "Daily"

    init(_ form: Form) {
        self.form = form
        rule = "FREQ=DAILY;UNTIL=\(form.until(10))"
    }

    func with(_ edit: Edit) -> SeriesText {
        var new = self
        switch edit {
        case .until(let day): new.rule = "FREQ=DAILY;UNTIL=\(form.until(day))"
        case .count(let count): new.rule = "FREQ=DAILY;COUNT=\(count)"
        case .endless: new.rule = "FREQ=DAILY"
        case .weekly: new.rule = "FREQ=WEEKLY;UNTIL=\(form.until(31))"
        case .start(let day): new.start = day
        case .added(let day): new.added.insert(day)
        case .notAdded(let day): new.added.remove(day)
        case .excluded(let day): new.excluded.insert(day)
        case .notExcluded(let day): new.excluded.remove(day)
        case .instance(let day): new.instances[day] = "Changed"
        case .renamed(let day): new.instances[day] = "Renamed"
        case .regular(let day): new.instances[day] = nil
        case .following(let day):
            new.instances[day] = "From now on"
            new.following.insert(day)
        case .title: new.title = "Every day"
        case .both(let one, let two): new = with(one).with(two)
        }
        return new
    }

    var text: String {
        let length = form == .journal ? [] : ["DURATION:\(form == .allDay ? "P1D" : "PT30M")"]
        func times(_ day: Int, hour: Int = 9) -> [String] {
            form == .dueToDo
                ? [form.time("DUE", day, hour: hour)] : [form.time("DTSTART", day, hour: hour)] + length
        }
        func component(_ lines: [String]) -> [String] {
            ["BEGIN:\(form.component)", "UID:1", "DTSTAMP:20260101T000000Z"] + lines
                + ["END:\(form.component)"]
        }
        let master =
            ["SUMMARY:\(title)"] + times(start) + ["RRULE:\(rule)"]
            + added.sorted().map { form.time("RDATE", $0) }
            + excluded.sorted().map { form.time("EXDATE", $0) }
        let changed = instances.sorted { $0.key < $1.key }.flatMap { day, title in
            let id = form.time("RECURRENCE-ID", day)
            let range = following.contains(day) ? ";RANGE=THISANDFUTURE" : ""
            let name = id.replacing("RECURRENCE-ID", with: "RECURRENCE-ID\(range)")
            return component([name, "SUMMARY:\(title)"] + times(day, hour: 12))
        }
        return
            (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN"] + (form == .ownZone ? Self.zone : [])
            + component(master) + changed + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    private static let zone = [
        "BEGIN:VTIMEZONE", "TZID:Office", "BEGIN:STANDARD", "DTSTART:20200101T000000", "TZOFFSETFROM:+0100",
        "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE",
    ]
}

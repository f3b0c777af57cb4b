import ICalendar

/// `text`: one aligned line an occurrence in the display zone.
///
///     2026-03-30 Mon  09:15-09:30    Stand-up
///     2026-04-03 Fri  all day        Good Friday                       Berlin
struct TextWriter: OccurrenceWriter {
    /// The display zone.
    let zone: Zone
    /// Columns of the times and of the title; longer ones push the rest of the line to the right.
    private static let (timesWidth, titleWidth) = (13, 32)

    private var events = OncePerEvent { Words($1) }

    /// A writer for a display zone.
    init(zone: Zone) {
        self.zone = zone
    }

    var diagnostics: [Diagnostic] { events.diagnostics }

    /// What a line says of an event.
    private struct Words: Sendable {
        let summary: String
        let location: String?
        let status: Event.Status?

        init(_ event: Event) {
            summary = event.summary ?? "(no title)"
            location = event.location
            status = event.status
        }
    }

    mutating func write(_ occurrence: Occurrence, to bytes: inout [UInt8]) {
        let words = events.product(for: occurrence)
        let start = wallClock(occurrence.start)
        let end = max(start, wallClock(occurrence.end))
        bytes.append(contentsOf: "\(start.date) \(TextWriter.name(of: start.date.weekday))  ".utf8)
        let times = occurrence.isAllDay ? days(start, end) : hours(start, end)
        append(times, width: TextWriter.timesWidth, to: &bytes)
        bytes.append(contentsOf: "  ".utf8)
        let title = PrintableText.string(words.summary + marks(occurrence, words))
        if let location = words.location {
            append(title, width: TextWriter.titleWidth, to: &bytes)
            bytes.append(contentsOf: "  ".utf8)
            PrintableText.append(location, to: &bytes)
        } else {
            bytes.append(contentsOf: title.utf8)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// What a clock of the display zone shows; dates and floating times are the same everywhere.
    private func wallClock(_ time: OccurrenceTime) -> CivilDateTime {
        switch time {
        case .date(let date): CivilDateTime(date)
        case .floating(let civil): civil
        case .instant(let instant, _): zone.civil(at: instant)
        }
    }

    /// `all day`, or how many days.
    private func days(_ start: CivilDateTime, _ end: CivilDateTime) -> String {
        let count = end.date.dayNumber - start.date.dayNumber
        return count > 1 ? "\(count) days" : "all day"
    }

    /// `09:00-10:30`, `22:00-02:00+1` for an end on the next day, `09:00` for no length.
    private func hours(_ start: CivilDateTime, _ end: CivilDateTime) -> String {
        let showsSeconds = start.second != 0 || end.second != 0
        let first = TextWriter.clock(start, showsSeconds)
        guard end > start else { return first }
        let days = end.date.dayNumber - start.date.dayNumber
        return "\(first)-\(TextWriter.clock(end, showsSeconds))\(days > 0 ? "+\(days)" : "")"
    }

    /// What is unusual about an occurrence.
    private func marks(_ occurrence: Occurrence, _ words: Words) -> String {
        var marks: [String] = []
        if words.status == .cancelled { marks.append("cancelled") }
        if words.status == .tentative { marks.append("tentative") }
        if occurrence.isDetached { marks.append("changed") }
        return marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))"
    }

    /// Appends a text and blanks up to a width.
    private func append(_ text: String, width: Int, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: text.utf8)
        let missing = max(0, width - PrintableText.width(text))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: missing))
    }

    /// `09:05`, or `09:05:30`.
    private static func clock(_ time: CivilDateTime, _ showsSeconds: Bool) -> String {
        let text = time.description.split(separator: "T").last ?? ""
        return String(showsSeconds ? text : text.prefix(5))
    }

    /// Three letters, the same in every locale.
    private static func name(of weekday: Weekday) -> String {
        switch weekday {
        case .sunday: "Sun"
        case .monday: "Mon"
        case .tuesday: "Tue"
        case .wednesday: "Wed"
        case .thursday: "Thu"
        case .friday: "Fri"
        case .saturday: "Sat"
        }
    }
}

public import ICalendarCore

/// An explanation of when the events with a UID occur.
///
/// The explanation covers the components, their rules in plain English, each instance's source and fate, and all
/// guesses.
///
/// ```swift
/// if let explanation = Explanation(of: "stand-up@studio.example", in: file, window: window) {
///     print(explanation)
///     for instance in explanation.instances where !instance.isShown { print(instance.start, instance.reason) }
/// }
/// ```
public struct Explanation: Sendable {
    /// The UID, such as `stand-up@studio.example`, or the derived UID if the event has none.
    package let uid: String
    /// The requested window.
    ///
    /// Its zone, `explanation.window.zone`, is the one in which floating times are interpreted.
    package let window: OccurrenceWindow
    /// The series in file order, one for each calendar that contains the UID.
    package let series: [SeriesExplanation]

    /// Creates an explanation of the events with a UID, or returns nil if no calendar contains such an event.
    ///
    /// Each series lists at most `limit` instances. In total, at most `limit` or 100,000 instances are listed,
    /// whichever is larger.
    ///
    /// ```swift
    /// let explanation = Explanation(of: "stand-up@studio.example", in: file, window: window, limit: 20)
    /// print(explanation?.description ?? "no such event")
    /// ```
    public init?(
        of uid: String,
        in contents: some CalendarContents,
        window: OccurrenceWindow,
        options: ExpansionOptions = .init(),
        limit: Int = 1000
    ) {
        self.uid = uid
        self.window = window
        var found: [SeriesExplanation] = []
        // A file can contain thousands of calendars, so all of them share one budget.
        let budget = SearchBudget(options.limits)
        var left = max(limit, Self.mostInstances)
        var changesLeft = ClockChangeSearch.mostVisits
        for file in contents.calendarFiles {
            for calendar in file.calendars {
                let explainer = SeriesExplainer(
                    uid: uid,
                    calendar: calendar,
                    file: file,
                    window: window,
                    options: options,
                    budget: budget
                )
                guard let explainer else { continue }
                let most = max(0, min(limit, left))
                found.append(
                    explainer.explanation(
                        limit: most,
                        isSecond: found.count == 1,
                        budget,
                        changesLeft: &changesLeft
                    )
                )
                left -= found.last?.instances.count ?? 0
            }
        }
        guard !found.isEmpty else { return nil }
        series = found
    }

    /// The maximum total number of instances to list, unless the limit for each series is higher.
    private static let mostInstances = 100_000

    /// Returns the UIDs of all events in file order without duplicates, including derived UIDs.
    ///
    /// ```swift
    /// for uid in Explanation.uids(in: file) where uid.hasSuffix("@studio.example") { print(uid) }
    /// ```
    public static func uids(in contents: some CalendarContents) -> [String] {
        var seen: Set<ExactText> = []
        var uids: [String] = []
        for event in contents.calendarFiles.flatMap(\.calendars).flatMap(\.events) {
            let uid = event.seriesUID
            if seen.insert(ExactText(uid)).inserted { uids.append(uid) }
        }
        return uids
    }

    /// The diagnostics about anything skipped, repaired or guessed in the series, such as a `DTEND` before `DTSTART`.
    public var diagnostics: [Diagnostic] { series.flatMap(\.diagnostics) }

    /// An instance of the explained events, either shown or dropped.
    ///
    /// ```swift
    /// instance.reason  // "RRULE 1: shown"
    /// ```
    public struct Instance: Sendable, Hashable {
        /// The start, even if the instance was dropped: `2026-04-03T09:15:00+02:00`.
        public let start: OccurrenceTime
        /// The end, exclusive, even if the instance was dropped: `2026-04-03T09:30:00+02:00`.
        public let end: OccurrenceTime
        /// Whether the instance is an occurrence: `instance.isShown // true`.
        public let isShown: Bool
        /// The instance's source and fate, as in `RRULE 1: dropped by EXDATE at line 31`.
        public let reason: String
    }

    /// The instances that overlap the window, including dropped ones, sorted by start within each calendar:
    /// `explanation.instances.map(\.isShown) // [true, true, true]`.
    public var instances: [Instance] {
        series.flatMap { series in
            let text = ExplanationText(series: series, window: window, uid: uid)
            return series.instances.map { entry in
                let isShown = entry.fate == .shown || entry.fate == .cancelled(isHidden: false)
                let reason = "\(text.names(of: entry.sources)): \(text.fate(of: entry))"
                return Instance(start: entry.start, end: entry.end, isShown: isShown, reason: reason)
            }
        }
    }
}

extension Event {
    /// The UID that assigns the event to a series: its own UID or one derived from its content.
    var seriesUID: String {
        EventSchedule(properties: component.all("UID"), line: nil).uid ?? StableIdentifier.uid(for: component)
    }
}

extension Explanation: CustomStringConvertible {
    /// The explanation as lines of plain text, as shown by `print(explanation)`.
    ///
    /// Text from the file is not escaped, so escape the lines before printing them on a terminal.
    public var description: String {
        series.map { ExplanationText(series: $0, window: window, uid: uid).text }.joined(separator: "\n")
    }
}

/// The lines of text about one series.
struct ExplanationText {
    let series: SeriesExplanation
    let window: OccurrenceWindow
    let uid: String

    var text: String {
        var lines = [title, "", "Components"]
        lines += series.components.flatMap(componentLines)
        lines += ["", "Instances from \(bound(\.lowerBound)) to \(bound(\.upperBound))"]
        lines += instanceLines
        if !series.clockChanges.isEmpty {
            lines += ["", "Clock changes"]
            lines += series.clockChanges.map { "  \(ClockChangeText(change: $0).text)" }
        }
        lines += ["", "Diagnostics"]
        lines += series.diagnostics.isEmpty ? ["  none"] : series.diagnostics.map { "  \($0)" }
        return lines.map(ExplanationText.onOneLine).joined(separator: "\n") + "\n"
    }

    /// Returns the line with line breaks replaced, so that text from the file cannot start a new line.
    private static func onOneLine(_ line: String) -> String {
        // Fast path: almost no line contains a byte that can begin a line break.
        guard line.utf8.contains(where: { (0x0A...0x0D).contains($0) || $0 == 0xC2 || $0 == 0xE2 }) else {
            return line
        }
        return line.contains(where: \.isNewline) ? String(line.map { $0.isNewline ? " " : $0 }) : line
    }

    /// The title line: `UID: Stand-up, in Studio (studio.ics)`.
    private var title: String {
        var text = uid
        if let summary = series.summary { text += ": \(summary)" }
        if let name = series.calendarName { text += ", in \(name)" }
        if let file = series.file { text += " (\(file))" }
        if let method = series.method { text += ", METHOD:\(method)" }
        return text
    }

    /// Returns one of the window's bounds as a user would type it.
    private func bound(_ part: KeyPath<Range<Instant>, Instant>) -> String {
        let civil = window.zone.civil(at: window.searchedRange[keyPath: part])
        return civil.secondOfDay == 0 ? civil.date.description : civil.description
    }

    private func componentLines(_ part: SeriesExplanation.Part) -> [String] {
        var text = part.line.map { "  line \($0): " } ?? "  "
        let start =
            part.start.map { ", starting \(named($0, as: part.timeZoneID))" } ?? ", without a usable DTSTART"
        switch part.role {
        case .master: text += "the event\(start)"
        case .superseded: text += "an older revision\(start); ignored"
        case .unusable: text += "an event without a usable DTSTART; skipped"
        case .override(let original, let isForAll, let isMatched):
            text += "an override of \(original.map(\.description) ?? "an unknown instance")"
            if isForAll { text += " and all later instances" }
            if let start = part.start {
                text += start != original ? ", moved to \(start)" : ", at the same time"
            } else {
                text += ", without DTSTART"
            }
            if !isMatched {
                let hasMaster = series.components.contains { $0.role == .master }
                text += hasMaster ? "; its series has no such instance" : "; its series is missing"
            }
        }
        var lines = [text]
        for rule in part.rules {
            let place = rule.line.map { " at line \($0)" } ?? ""
            let use =
                switch rule.use {
                case .used: ""
                case .ended: " (ends before DTSTART)"
                case .ignored: " (ignored)"
                }
            lines.append("    \(rule.name) \(rule.number)\(place): \(rule.sentence)\(use)")
        }
        for dates in part.dates {
            let place = dates.line.map { " at line \($0)" } ?? ""
            lines.append("    \(dates.name)\(place): \(dates.count) date\(dates.count == 1 ? "" : "s")")
        }
        return lines
    }

    /// Returns a time with its zone's name, and with the TZID if that differs from the name.
    private func named(_ time: OccurrenceTime, as written: String?) -> String {
        switch time {
        case .date: "\(time), all day"
        case .floating: "\(time), without a time zone"
        case .instant(_, let zone):
            if let written, written != zone.identifier {
                "\(time) (\(zone.identifier), written as \(written))"
            } else {
                zone == .utc ? "\(time)" : "\(time) (\(zone.identifier))"
            }
        }
    }

    /// The lines for instances, in columns for the time, the sources and the fate.
    private var instanceLines: [String] {
        if series.instances.isEmpty { return ["  none"] }
        let rows = series.instances.map { entry in
            let start = entry.start
            let times = "\(weekday(of: start)) \(start)"
            return (times, names(of: entry.sources), fate(of: entry))
        }
        let widths = rows.reduce((0, 0)) {
            (max($0.0, $1.0.utf8.count), min(Self.widestSources, max($0.1, $1.1.utf8.count)))
        }
        var lines = rows.map { row in
            "  \(padded(row.0, to: widths.0))  \(padded(row.1, to: widths.1))  \(row.2)"
        }
        if series.isCut { lines.append("  only the first \(series.instances.count) are listed") }
        return lines
    }

    /// The maximum column width.
    ///
    /// A longer list of sources shifts only its own line.
    private static let widestSources = 40
    private static let mostSources = 8

    /// Returns the names of the first sources and a count of the rest.
    ///
    /// Not all names are listed, since a hundred rules may generate the same instance.
    func names(of sources: [SeriesExplanation.Source]) -> String {
        let names = sources.prefix(Self.mostSources).map(name).joined(separator: ", ")
        let others = sources.count - Self.mostSources
        return others > 0 ? "\(names) and \(others) more" : names
    }

    private func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.utf8.count))
    }

    private func weekday(of time: OccurrenceTime) -> Substring {
        let date =
            switch time {
            case .date(let date): date
            case .floating(let civil): civil.date
            case .instant(let instant, let zone): zone.civil(at: instant).date
            }
        return EnglishWords.name(date.weekday).prefix(3)
    }

    private func name(_ source: SeriesExplanation.Source) -> String {
        switch source {
        case .start: "DTSTART"
        case .rule(let number): "RRULE \(number)"
        case .date(let line): "RDATE" + at(line)
        case .override(let line): "override" + at(line)
        }
    }

    func fate(of entry: SeriesExplanation.Entry) -> String {
        var text: String
        switch entry.fate {
        case .shown: text = "shown"
        case .cancelled(let isHidden): text = isHidden ? "hidden, canceled" : "shown, canceled"
        case .droppedByDate(let line): return "dropped by EXDATE" + at(line)
        case .droppedByRule(let number): return "dropped by EXRULE \(number)"
        case .replaced(let line, let start):
            let now = start == entry.start ? "at the same time" : "now at \(start)"
            return "replaced by the override\(at(line)), \(now)"
        }
        if let original = entry.originalStart {
            text += ", moved from \(original)"
            // If the only source is an override, the text already contains its line number.
            if case .override? = entry.sources.first { return text }
            text += " by the override" + at(entry.line)
        }
        return text
    }

    private func at(_ line: Int?) -> String {
        line.map { " at line \($0)" } ?? ""
    }
}

/// The text for one clock change and its effect on a rule.
struct ClockChangeText {
    let change: SeriesExplanation.ClockChange

    /// The time and effect of the change: `2026-10-25, back from 03:00 to 02:00: ...`.
    var text: String {
        let clocks = "\(isBack ? "back" : "forward") from \(clock(change.before)) to \(clock(change.after))"
        return "\(change.before.date), \(clocks): \(effect)"
    }

    private var isBack: Bool { change.after < change.before }

    /// The range of local time that the clock change repeats or skips.
    private var stretch: String {
        let first = min(change.before, change.after)
        let end = max(change.before, change.after)
        return "\(clock(first)) to \(clock(end))"
    }

    private var effect: String {
        switch change.effect {
        case .repeated(let count, isSubDaily: true):
            return "RRULE \(change.rule) uses local time, so its instances from \(stretch) occur only"
                + " before the change (\(counted(count)) not repeated)"
        case .repeated(let count, isSubDaily: false):
            let verb = count == 1 ? "occurs" : "occur"
            return "\(counted(count)) of RRULE \(change.rule) from \(stretch) \(verb) twice;"
                + " using the first"
        case .skipped(let count, let merged):
            let times = "\(counted(count)) of RRULE \(change.rule) from \(stretch)"
            var text = times + (count == 1 ? " does not exist and moves" : " do not exist and move")
            text += " past the gap"
            switch merged {
            case 0: break
            case 1: text += "; 1 coincides with another instance there and counts once"
            default: text += "; \(merged) coincide with other instances there and count once"
            }
            return text
        }
    }

    private func counted(_ count: Int) -> String { "\(count) time\(count == 1 ? "" : "s")" }

    /// Returns a time such as `02:00`, preceded by its date if that differs from the date of
    /// ``SeriesExplanation/ClockChange/before``.
    private func clock(_ time: CivilDateTime) -> String {
        let text = EnglishWords.clock(time.secondOfDay)
        return time.date == change.before.date ? text : "\(time.date) \(text)"
    }
}

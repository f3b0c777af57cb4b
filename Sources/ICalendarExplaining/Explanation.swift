public import ICalendarCore

/// Why the events of one UID happen when they do: the components, what their rules say in words, where each instance
/// comes from, what became of it, and every guess that was made.
///
/// ```swift
/// if let explanation = Explanation(of: "stand-up@studio.example", in: [file], window: window) {
///     print(explanation)
/// }
/// ```
public struct Explanation: Sendable {
    /// The UID, such as `stand-up@studio.example`, or the one made for an event that has none.
    public let uid: String
    /// The window whose instances are explained, as given; `explanation.window.zone` is the zone of floating times.
    public let window: OccurrenceWindow
    /// One series for each calendar that has the UID, in the order of the files: `explanation.series.first?.summary`.
    public let series: [SeriesExplanation]

    /// Explains the events of a UID; nil when no calendar has any.
    ///
    /// At most `limit` instances of each series are listed, and of all series together no more than that or 100,000.
    ///
    /// ```swift
    /// let explanation = Explanation(of: "stand-up@studio.example", in: [file], window: window, limit: 20)
    /// print(explanation?.description ?? "no such event")
    /// ```
    public init?(
        of uid: String,
        in files: [CalendarFile],
        window: OccurrenceWindow,
        options: ExpansionOptions = .init(),
        limit: Int = 1000
    ) {
        self.uid = uid
        self.window = window
        var found: [SeriesExplanation] = []
        // A file can hold thousands of calendars.
        let budget = SearchBudget(options.limits)
        var left = max(limit, Self.mostInstances)
        var changesLeft = ClockChangeSearch.mostVisits
        for file in files {
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

    /// So many instances of all series are listed.
    private static let mostInstances = 100_000

    /// The UIDs of all events, those made for events without one too, each once and in the order of the files.
    ///
    /// ```swift
    /// for uid in Explanation.uids(in: [file]) where uid.hasSuffix("@studio.example") { print(uid) }
    /// ```
    public static func uids(in files: [CalendarFile]) -> [String] {
        var seen: Set<ExactText> = []
        var uids: [String] = []
        for event in files.flatMap(\.calendars).flatMap(\.events) {
            let uid = event.seriesUID
            if seen.insert(ExactText(uid)).inserted { uids.append(uid) }
        }
        return uids
    }

    /// Everything that was skipped, mended or guessed in the series, such as a `DTEND` before its `DTSTART`.
    public var diagnostics: [Diagnostic] { series.flatMap(\.diagnostics) }
}

extension Event {
    /// The UID by which the event is put to a series: its own, or one made from its content.
    var seriesUID: String {
        EventSchedule(properties: component.all("UID"), line: nil).uid ?? StableIdentifier.uid(for: component)
    }
}

extension Explanation: CustomStringConvertible {
    /// The explanation as lines of plain text without colours: `print(explanation)`.
    ///
    /// Texts of the file are in it as they stand there, so a terminal may need them escaped.
    public var description: String {
        series.map { ExplanationText(series: $0, window: window, uid: uid).text }.joined(separator: "\n")
    }
}

/// One series in lines of text.
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
            lines += ["", "Changes of the clocks"]
            lines += series.clockChanges.map { "  \(ClockChangeText(change: $0).text)" }
        }
        lines += ["", "Guesses and remarks"]
        lines += series.diagnostics.isEmpty ? ["  none"] : series.diagnostics.map { "  \($0)" }
        return lines.map(ExplanationText.onOneLine).joined(separator: "\n") + "\n"
    }

    /// A line whose texts from the file cannot begin another one.
    private static func onOneLine(_ line: String) -> String {
        // Nearly all lines have no byte with which a line's end could begin.
        guard line.utf8.contains(where: { (0x0A...0x0D).contains($0) || $0 == 0xC2 || $0 == 0xE2 }) else {
            return line
        }
        return line.contains(where: \.isNewline) ? String(line.map { $0.isNewline ? " " : $0 }) : line
    }

    /// The heading: `UID: Stand-up, in Studio (studio.ics)`.
    private var title: String {
        var text = uid
        if let summary = series.summary { text += ": \(summary)" }
        if let name = series.calendarName { text += ", in \(name)" }
        if let file = series.file { text += " (\(file))" }
        if let method = series.method { text += ", METHOD:\(method)" }
        return text
    }

    /// A bound of the window as it would be typed.
    private func bound(_ part: KeyPath<Range<Instant>, Instant>) -> String {
        let civil = window.zone.civil(at: window.searchedRange[keyPath: part])
        return civil.secondOfDay == 0 ? civil.date.description : civil.description
    }

    private func componentLines(_ part: SeriesExplanation.Part) -> [String] {
        var text = part.line.map { "  line \($0): " } ?? "  "
        let start = part.start.map { " \(named($0, as: part.timeZoneID))" } ?? " at no usable DTSTART"
        switch part.role {
        case .master: text += "the event, starting\(start)"
        case .superseded: text += "an older revision, starting\(start); not used"
        case .unusable: text += "an event without a usable DTSTART; left out"
        case .override(let original, let isForAll, let isMatched):
            text += "an override of \(original.map(\.description) ?? "an unknown instance")"
            if isForAll { text += " and all that follow" }
            if let start = part.start {
                text += start != original ? ", moved to \(start)" : ", at the same time"
            } else {
                text += ", without DTSTART"
            }
            if !isMatched {
                let hasMaster = series.components.contains { $0.role == .master }
                text += hasMaster ? "; its series has no such instance" : "; the series itself is not here"
            }
        }
        var lines = [text]
        for rule in part.rules {
            let place = rule.line.map { " at line \($0)" } ?? ""
            let use = rule.isUsed ? "" : " (not used)"
            lines.append("    \(rule.name) \(rule.number)\(place): \(rule.sentence)\(use)")
        }
        for dates in part.dates {
            let place = dates.line.map { " at line \($0)" } ?? ""
            lines.append("    \(dates.name)\(place): \(dates.count) date\(dates.count == 1 ? "" : "s")")
        }
        return lines
    }

    /// A time with the name of its zone, and the TZID where that is another.
    private func named(_ time: OccurrenceTime, as written: String?) -> String {
        switch time {
        case .date: "\(time), all day"
        case .floating: "\(time), without a zone"
        case .instant(_, let zone):
            if let written, written != zone.identifier {
                "\(time) (\(zone.identifier), written as \(written))"
            } else {
                zone == .utc ? "\(time)" : "\(time) (\(zone.identifier))"
            }
        }
    }

    /// One aligned line an instance: when, where from, and what became of it.
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
        if series.isCut { lines.append("  and more than these \(series.instances.count)") }
        return lines
    }

    /// A longer list of sources pushes only its own line to the right.
    private static let widestSources = 40
    private static let mostSources = 8

    /// The names of the first sources, and how many others there are: a hundred rules may give each instance.
    private func names(of sources: [SeriesExplanation.Source]) -> String {
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

    private func fate(of entry: SeriesExplanation.Entry) -> String {
        var text: String
        switch entry.fate {
        case .shown: text = "shown"
        case .cancelled(let isHidden): text = isHidden ? "hidden, since it is cancelled" : "shown, cancelled"
        case .droppedByDate(let line): return "dropped by EXDATE" + at(line)
        case .droppedByRule(let number): return "dropped by EXRULE \(number)"
        case .replaced(let line, let start):
            let now = start == entry.start ? "at the same time" : "now at \(start)"
            return "replaced by the override\(at(line)), \(now)"
        }
        if let original = entry.originalStart {
            text += ", moved from \(original)"
            // An override for one instance has said its line already.
            if case .override? = entry.sources.first { return text }
            text += " by the override" + at(entry.line)
        }
        return text
    }

    private func at(_ line: Int?) -> String {
        line.map { " at line \($0)" } ?? ""
    }
}

/// One change of the clocks, and what it does to a rule, as a line of text.
struct ClockChangeText {
    let change: SeriesExplanation.ClockChange

    /// What happens when: `2026-10-25, from 03:00 back to 02:00: ...`.
    var text: String {
        let clocks = "from \(clock(change.before)) \(isBack ? "back" : "forward") to \(clock(change.after))"
        return "\(change.before.date), \(clocks): \(effect)"
    }

    private var isBack: Bool { change.after < change.before }

    /// The stretch of wall-clock time that comes twice, or not at all.
    private var stretch: String {
        let first = min(change.before, change.after)
        let end = max(change.before, change.after)
        return "\(clock(first)) to \(clock(end))"
    }

    private var effect: String {
        switch change.effect {
        case .repeated(let count, isSubDaily: true):
            return "RRULE \(change.rule) gives local times, so what it gives from \(stretch) happens in"
                + " the first pass; the second has no instance (\(counted(count)) not repeated)"
        case .repeated(let count, isSubDaily: false):
            let verb = count == 1 ? "comes" : "come"
            return "\(counted(count)) of RRULE \(change.rule) from \(stretch) \(verb) twice;"
                + " the first is taken"
        case .skipped(let count, let merged):
            let times = "\(counted(count)) of RRULE \(change.rule) from \(stretch)"
            var text = times + (count == 1 ? " does not exist and moves" : " do not exist and move")
            text += " behind the gap"
            switch merged {
            case 0: break
            case 1: text += "; 1 falls on another instance there, and they count once"
            default: text += "; \(merged) fall on other instances there, and count once with them"
            }
            return text
        }
    }

    private func counted(_ count: Int) -> String { "\(count) time\(count == 1 ? "" : "s")" }

    /// `02:00`, with the date where it is another day than the change's first.
    private func clock(_ time: CivilDateTime) -> String {
        let text = EnglishWords.clock(time.secondOfDay)
        return time.date == change.before.date ? text : "\(time.date) \(text)"
    }
}

/// One change of the clocks, and what it does to a rule, as a line of text.
struct ClockChangeText {
    private let change: SeriesExplanation.ClockChange

    /// The text of a change.
    init(_ change: SeriesExplanation.ClockChange) {
        self.change = change
    }

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

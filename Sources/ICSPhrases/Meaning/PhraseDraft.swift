/// The pieces of a phrase combined into a single moment or span with its details.
struct PhraseDraft {
    private(set) var first: MomentForm?
    private(set) var last: MomentForm?
    private(set) var length: PhraseLength?
    private(set) var isAllDay = false
    private(set) var rule: RuleForm?
    private(set) var until: MomentForm?
    private(set) var count: Int?
    private(set) var zone: String?

    init(_ pieces: [PhrasePiece], _ source: PhraseTokens) throws(PhraseProblem) {
        var ends: [MomentForm] = []
        for piece in pieces {
            let text = source.text(piece.tokens)
            switch piece.form {
            case .moment(let moment): try add(moment, text)
            case .span(let start, let end):
                guard last == nil else { throw .refused("the text contains two time spans") }
                last = end
                try add(start, text)
            case .length(let new):
                guard length == nil else { throw .refused("the text contains two durations") }
                length = new
            case .allDay: isAllDay = true
            case .rule(let new):
                guard rule == nil else { throw .refused("the text contains two repetitions") }
                rule = new
                if let part = new.part {
                    var moment = MomentForm()
                    moment.part = part
                    try add(moment, text)
                }
            case .until(let moment): ends.append(moment)
            case .times(let number):
                guard count == nil else { throw .refused("the text contains two repeat counts") }
                count = number
            case .zone(let name):
                guard zone == nil else { throw .refused("the text contains two time zones") }
                zone = name
            }
        }
        for end in ends { try add(end: end) }
    }

    /// Combines a moment with earlier ones, for example a day with a time of day.
    private mutating func add(_ moment: MomentForm, _ text: String) throws(PhraseProblem) {
        guard var whole = first else {
            first = moment
            return
        }
        if moment.day != nil {
            guard whole.day == nil else {
                throw .refused(
                    "the text contains two days, one of them '\(text)'; put a day in the title in double quotes"
                )
            }
            (whole.day, whole.dayTokens, whole.weekday) = (moment.day, moment.dayTokens, moment.weekday)
        }
        if moment.clock != nil {
            guard whole.clock == nil else {
                throw .refused(
                    "the text contains two times of day, one of them '\(text)'; put one in the title in double quotes"
                )
            }
            (whole.clock, whole.clockTokens) = (moment.clock, moment.clockTokens)
        }
        if let part = moment.part {
            guard whole.part == nil || whole.part == part else {
                throw .refused("the text contains two parts of the day")
            }
            whole.part = part
        }
        // Times of day cannot be added to a span of days.
        if let last, (last.clock == nil) != (whole.clock == nil) {
            throw .refused(
                "a span of days has no time of day here; write both ends, as in fri 14:00 - sun 16:00"
            )
        }
        first = whole
    }

    /// Adds the moment after `until`, which ends the event or its repetition.
    private mutating func add(end: MomentForm) throws(PhraseProblem) {
        if end.day != nil, end.clock == nil, rule != nil {
            guard until == nil else { throw .refused("the text contains two ends") }
            until = end
            return
        }
        guard last == nil, let first else { throw .refused("the start is missing before 'until'") }
        guard (first.clock == nil) == (end.clock == nil) else {
            throw .refused("the start and the end must both have a time of day, or neither")
        }
        guard rule == nil || end.day == nil else {
            throw .refused("a repetition must end on a day, as in 'until 2026-12-31'")
        }
        last = end
    }
}

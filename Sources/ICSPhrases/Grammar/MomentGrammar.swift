import ICalendar

/// The grammar of moments and of spans between two moments.
///
///     moment  = day [part] [","] ["at"] clock | clock [part] [","] ["on"] day | day [part] | clock [part]
///     clock   = H:MM | Ham | H:MMpm | "noon" | "midnight" | hour | H "o'clock" | "in" number "hours"
///             | ("half past" | "quarter past" | "quarter to") (hour | Ham)
///     part    = ["in the"] "morning" | "afternoon" | "evening" | "at night"
///     span    = ["from" | "between"] moment ("-" | ".." | "to" | "until" | "till" | "and") moment
///
/// A reminder can also be due `by` a moment. A bare hour is a clock time after `at`, next to a day, or in a span.
struct MomentGrammar {
    let days: DayGrammar
    var tokens: [PhraseToken] { days.tokens }

    /// The words that introduce a moment.
    private let prepositions: Set<String>

    init(tokens: [PhraseToken], isReminder: Bool = false) {
        days = DayGrammar(tokens: tokens)
        prepositions = isReminder ? ["on", "at", "by", "due"] : ["on", "at"]
    }

    private func word(_ place: Int) -> String { days.word(place) }

    /// Returns the moment or span at the given position and the position after it.
    func piece(at place: Int) throws(PhraseProblem) -> (PhrasePiece, end: Int)? {
        var start = place
        let opening = word(place)
        let opensSpan =
            opening == "from" || opening == "between" || opening == "starting" || opening == "beginning"
        let hasPreposition = opensSpan || prepositions.contains(opening)
        if hasPreposition { start += 1 }
        if opensSpan || opening == "due", prepositions.contains(word(start)) { start += 1 }
        guard !tokens.indices.contains(place) || !tokens[place].isQuoted else { return nil }
        // A span of hours may start with a bare number, and a month may follow its second number.
        var span = try shortSpan(at: start)
        if span == nil { span = try self.span(at: start, opening: opening) }
        if let (first, second, end) = span {
            return (
                PhrasePiece(form: .span(first, second), tokens: place..<end, hasPreposition: opensSpan), end
            )
        }
        guard opening != "between" else { return nil }
        let (moment, end) = try moment(at: start, allowsHour: opening == "at")
        guard !moment.isEmpty, moment.day != nil || moment.clock != nil else { return nil }
        return (
            PhrasePiece(form: .moment(moment), tokens: place..<end, hasPreposition: hasPreposition), end
        )
    }

    /// Parses a span such as `1-3 dec` or `dec 1-3`.
    private func shortSpan(at place: Int) throws(PhraseProblem) -> (MomentForm, MomentForm, Int)? {
        let month: Int
        var numbers = place
        var end = place + 4
        if let first = TimeWords.months[word(place)] {
            month = first
            numbers += 1
        } else if let last = TimeWords.months[word(place + 3)] {
            month = last
        } else {
            return nil
        }
        guard isSeparator(numbers + 1), let first = dayNumber(numbers), let last = dayNumber(numbers + 2)
        else { return nil }
        try DayGrammar.check(month, first)
        try DayGrammar.check(month, last)
        guard first < last else { throw .refused("the end \(last) is not after the start \(first)") }
        var year: Int?
        if word(end).count == 4, let number = TimeWords.digits(word(end)), (1900...2199).contains(number) {
            year = number
            end += 1
        } else if let more = TimeWords.digits(word(end)), word(end).count <= 2, more <= 31 {
            throw .refused("'\(more)' after '\(text(place..<end))' is unclear; write a time such as 09:00")
        }
        func moment(_ day: Int) -> MomentForm {
            let date = year.flatMap { CivilDate(year: $0, month: month, day: day) }
            return MomentForm(day: date.map { .exact($0) } ?? .monthDay(month, day), dayTokens: place..<end)
        }
        return (moment(first), moment(last), end)
    }

    private func dayNumber(_ place: Int) -> Int? {
        if let ordinal = TimeWords.ordinal(word(place)) { return ordinal }
        return word(place).count <= 2 ? TimeWords.digits(word(place)) : nil
    }

    /// Returns whether the token separates the two ends of a span.
    private func isSeparator(_ place: Int, after opening: String = "") -> Bool {
        switch word(place) {
        case "-", "–", "—", "..", "to", "until", "till", "til", "through", "thru": true
        case "and": opening == "between"
        default: false
        }
    }

    private func span(
        at place: Int,
        opening: String
    ) throws(PhraseProblem) -> (MomentForm, MomentForm, Int)? {
        var (first, middle) = try moment(at: place, allowsHour: true, isEndpoint: true)
        guard first.day != nil || first.clock != nil, isSeparator(middle, after: opening) else { return nil }
        let separator = word(middle)
        var start = middle + 1
        if word(start) == "at" || word(start) == "on" { start += 1 }
        var (second, end) = try moment(at: start, allowsHour: true, isEndpoint: true)
        guard second.day != nil || second.clock != nil else { return nil }
        // In `fri 14:00 - 16:00` and `9-10 tomorrow`, the day applies to both times.
        if first.day == nil, second.day != nil, second.clock != nil, first.clock != nil {
            first.day = second.day
            first.dayTokens = second.dayTokens
            first.weekday = second.weekday
            second.day = nil
            second.weekday = nil
        }
        let isDash = tokens[middle].isDash && !tokens[middle].isGlued
        if first.clock == nil, second.day == nil {
            // In `tomorrow - 9am` and `fri - 14:00`, the dash only separates a day from a time.
            guard isDash, !isOpen(second) else { return nil }
            return nil
        }
        if first.clock != nil, second.clock == nil {
            guard separator != "until", separator != "till", separator != "til" else { return nil }
            throw .refused("'\(text(place..<end))' ends with a day; write its time of day as well")
        }
        if first.clock == nil, second.clock != nil {
            throw .refused("'\(text(place..<end))' starts without a time of day; write both or neither")
        }
        guard first.clock == nil || !isCount(place, first) else { return nil }
        middle = end
        return (first, second, end)
    }

    private func text(_ range: Range<Int>) -> String {
        range.map { tokens[$0].isGlued || $0 == range.lowerBound ? tokens[$0].text : " " + tokens[$0].text }
            .joined()
    }

    private func isOpen(_ moment: MomentForm) -> Bool {
        if case .open(_, _, hasColon: false)? = moment.clock { true } else { false }
    }

    /// Returns whether the numbers at the given position are not times, as in `pages 9-10`.
    private func isCount(_ place: Int, _ moment: MomentForm) -> Bool {
        isOpen(moment) && place > 0 && CountedWords.all.contains(word(place - 1))
    }

    /// Returns a moment and the position after it.
    ///
    /// The moment is empty if nothing matches.
    ///
    /// - Parameter isEndpoint: Whether a bare number can be an hour, as in a span.
    func moment(
        at place: Int,
        allowsHour: Bool,
        isEndpoint: Bool = false
    ) throws(PhraseProblem) -> (MomentForm, Int) {
        var moment = MomentForm()
        var next = place
        while tokens.indices.contains(next) {
            var start = next
            let isFirst = next == place
            let link = word(next)
            let isDash = tokens[next].isDash && !tokens[next].isGlued
            if !isFirst, ["at", "on", "@", "from", "by"].contains(link) || isDash { start += 1 }
            if link == "from" || link == "by" || link == "@" { break }
            if moment.part == nil, let (part, count) = part(at: next), !isFirst || word(next) == "tonight" {
                if part == .tonight, moment.day != nil, moment.day != .fromToday(0) { break }
                moment.part = part
                next += count
                if part == .tonight {
                    if moment.day == nil { moment.dayTokens = (next - 1)..<next }
                    moment.day = .fromToday(0)
                }
                continue
            }
            if moment.day == nil, link != "at" || isFirst,
                let (form, weekday, count) = try days.day(at: start)
            {
                if case .weekday = form, isFirst, word(start - 1) == "at" { break }
                moment.day = form
                moment.weekday = weekday
                moment.dayTokens = start..<(start + count)
                next = start + count
                continue
            }
            let isHourAllowed = isFirst ? allowsHour : link == "at" || moment.day != nil || isEndpoint
            if moment.clock == nil, link != "on" || isFirst,
                let (form, count) = try clock(at: start, allowsHour: isHourAllowed)
            {
                moment.clock = form
                moment.clockTokens = start..<(start + count)
                next = start + count
                continue
            }
            break
        }
        return (moment, next)
    }

    private func part(at place: Int) -> (DayPart, Int)? {
        if let part = DayPart(rawValue: word(place)) { return (part, 1) }
        if word(place) == "in", word(place + 1) == "the", let part = DayPart(rawValue: word(place + 2)),
            part != .tonight
        {
            return (part, 3)
        }
        if word(place) == "at", word(place + 1) == "night" { return (.night, 2) }
        return nil
    }

    /// Returns the clock time at the given position and its number of tokens.
    private func clock(at place: Int, allowsHour: Bool) throws(PhraseProblem) -> (ClockForm, Int)? {
        let first = word(place)
        switch first {
        case "noon", "midday": return (.exact(12 * 3600), 1)
        case "midnight": return (.midnight, 1)
        case "12":
            if word(place + 1) == "noon" { return (.exact(12 * 3600), 2) }
            if word(place + 1) == "midnight" { return (.midnight, 2) }
        default: break
        }
        if let (length, count) = try days.later(at: place), length.seconds > 0 {
            guard length.days == 0, length.months == 0 else { return nil }
            return (.fromNow(length.seconds), count)
        }
        if let found = try halfOrQuarter(at: place) { return found }
        if let (seconds, count) = try halfOfDay(at: place) { return (.exact(seconds), count) }
        if let (hour, minute, _) = WordShape.clock(first) {
            guard hour < 24, minute < 60 else {
                throw .refused(
                    hour == 24 && minute == 0
                        ? "there is no 24:00; write 00:00 on the next day" : "there is no \(first)"
                )
            }
            let hasZero = first.hasPrefix("0")
            if hasZero || hour >= 12 { return (.exact(hour * 3600 + minute * 60), 1) }
            return (.open(hour: hour, minute: minute, hasColon: true), 1)
        }
        // `12.30` next to a day cannot be a date.
        let parts = first.split(separator: ".", omittingEmptySubsequences: false)
        if allowsHour, parts.count == 2, parts[0].count <= 2, parts[1].count == 2,
            let hour = TimeWords.digits(parts[0]),
            let minute = TimeWords.digits(parts[1]), hour < 24, (13..<60).contains(minute),
            endsHour(place + 1)
        {
            if hour >= 12 || first.hasPrefix("0") { return (.exact(hour * 3600 + minute * 60), 1) }
            return (.open(hour: hour, minute: minute, hasColon: true), 1)
        }
        if word(place - 1) == "at", first.count > 2, let hour = TimeWords.numbers[first], endsHour(place + 1)
        {
            return (.open(hour: hour, minute: 0, hasColon: false), 1)
        }
        guard let hour = TimeWords.digits(first), first.count <= 2 else { return nil }
        let hasWord = ["o'clock", "o’clock", "oclock"].contains(word(place + 1))
        let count = hasWord ? 2 : 1
        guard allowsHour || hasWord, hour < 24, hasWord || endsHour(place + 1) else { return nil }
        if hour > 12 { return (.exact(hour * 3600), count) }
        return (.open(hour: hour, minute: 0, hasColon: false), count)
    }

    /// Parses a time such as `9am`, `9 am`, or `9:30 p.m.`.
    ///
    /// Returns the seconds and the number of tokens.
    private func halfOfDay(at place: Int) throws(PhraseProblem) -> (Int, Int)? {
        let (first, next) = (word(place), word(place + 1))
        if ["am", "pm", "a.m.", "p.m.", "a.m", "p.m"].contains(next), first.first?.isNumber == true,
            let (hour, minute, half) = WordShape.clock(first + next), let half
        {
            return (try Self.seconds(hour, minute, half, first + " " + next), 2)
        }
        guard let (hour, minute, half) = WordShape.clock(first), let half else { return nil }
        return (try Self.seconds(hour, minute, half, first), 1)
    }

    /// Parses a time such as `half past 9`, `quarter to five`, or `a quarter past 9am`.
    private func halfOrQuarter(at place: Int) throws(PhraseProblem) -> (ClockForm, Int)? {
        let opening = place + (word(place) == "a" ? 1 : 0)
        let distance: Int
        switch (word(opening), word(opening + 1)) {
        case ("half", "past"): distance = 30
        case ("quarter", "past"): distance = 15
        case ("quarter", "to"): distance = -15
        default: return nil
        }
        let next = opening + 2
        if let (seconds, count) = try halfOfDay(at: next) {
            guard seconds % 3600 == 0 else { return nil }
            return (.exact(floorModulo(seconds + distance * 60, 86_400)), next + count - place)
        }
        guard let hour = TimeWords.number(word(next)), (1...12).contains(hour), endsHour(next + 1) else {
            return nil
        }
        let minutes = floorModulo(hour % 12 * 60 + distance, 720)
        let form = ClockForm.open(
            hour: minutes < 60 ? 12 : minutes / 60,
            minute: minutes % 60,
            hasColon: false
        )
        return (form, next + 1 - place)
    }

    /// Returns whether a number before the given position can be an hour rather than a count of the following words.
    private func endsHour(_ place: Int) -> Bool {
        guard tokens.indices.contains(place), !tokens[place - 1].breaksAfter else { return true }
        if tokens[place].isQuoted { return true }
        let word = tokens[place].word
        if isSeparator(place, after: "between") || FunctionWords.after.contains(word) { return true }
        if word.hasPrefix("#") || word.hasPrefix("@") || word.hasPrefix("!") || tokens[place].breaksBefore {
            return true
        }
        if TimeWords.weekdays[word] != nil || TimeWords.days[word] != nil || word == "tonight" { return true }
        if DayPart(rawValue: word) != nil || TimeWords.everyWeekday[word] != nil { return true }
        return ["every", "daily", "weekly", "monthly", "yearly", "until", "next", "this", "the", "o'clock"]
            .contains(word) || WordShape.isDate(word) || word.contains("/")
    }

    private static func seconds(
        _ hour: Int,
        _ minute: Int,
        _ isAfternoon: Bool,
        _ text: String
    ) throws(PhraseProblem) -> Int {
        guard (1...12).contains(hour), minute < 60 else { throw .refused("there is no \(text)") }
        return (hour % 12 + (isAfternoon ? 12 : 0)) * 3600 + minute * 60
    }
}

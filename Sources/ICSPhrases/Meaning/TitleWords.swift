/// Decides which words express a time and which belong to the title.
///
/// Time expressions must be in an unambiguous position: at the start or the end of the text, or before a word that
/// begins a new part of the sentence. Anything else is ambiguous.
struct TitleWords {
    let parts: PhraseParts
    var tokens: [PhraseToken] { parts.tokens }
    private(set) var pieces: [PhrasePiece]
    /// The tokens of the title, including words that could also be times.
    private(set) var title: [Int]

    init(_ parts: PhraseParts) throws(PhraseProblem) {
        self.parts = parts
        pieces = parts.pieces
        title = parts.title
        demote()
        for cluster in clusters { try check(cluster) }
        try checkTitle()
    }

    var hasDay: Bool { pieces.contains { Self.day(of: $0) } }
    var hasClock: Bool { pieces.contains { Self.clock(of: $0) } }
    private var hasRule: Bool {
        pieces.contains { if case .rule = $0.form { true } else { false } }
    }

    private static func day(of piece: PhrasePiece) -> Bool {
        switch piece.form {
        case .moment(let moment): moment.day != nil
        case .span(let first, _): first.day != nil
        case .rule: true
        default: false
        }
    }

    private static func clock(of piece: PhrasePiece) -> Bool {
        switch piece.form {
        case .moment(let moment): moment.clock != nil
        case .span(let first, _): first.clock != nil
        default: false
        }
    }

    // MARK: - Words to move to the title

    /// Moves pieces that cannot be times in this combination to the title.
    private mutating func demote() {
        for piece in pieces where isTitle(piece) {
            pieces.removeAll { $0 == piece }
            title += Array(piece.tokens)
        }
        title.sort()
    }

    private func isTitle(_ piece: PhrasePiece) -> Bool {
        if let place = parts.place.first, place < piece.tokens.lowerBound,
            parts.place.contains(piece.tokens.upperBound)
        {
            return false
        }
        let others = pieces.filter { $0 != piece }
        let behind = word(piece.tokens.upperBound, before: false)
        let modifies = behind.map { !FunctionWords.after.contains(tokens[$0].word) } ?? false
        switch piece.form {
        case .times: return !hasRule
        case .rule(let rule) where rule.isAdverb:
            return modifies && others.contains { if case .rule = $0.form { true } else { false } }
        case .moment(let moment):
            let isAlone = piece.tokens.count == 1
            if case .numbers(let first, let second, nil)? = moment.day, moment.clock == nil,
                first > 12 || second > 31,
                second > 12 || first > 31
            {
                return others.contains(where: Self.day)
            }
            guard isAlone, modifies, let behind else { return false }
            let isName = tokens[piece.tokens.lowerBound].isCapitalized
            let isNameBehind = isName && tokens[behind].isCapitalized
            switch (moment.day, moment.clock) {
            case (.weekday?, nil): return isName && others.contains(where: Self.day)
            case (.fromToday?, nil): return isNameBehind && others.contains(where: Self.day)
            case (nil, .midnight?), (nil, .exact(43_200)?):
                return isNameBehind && others.contains(where: Self.clock)
            default: return false
            }
        case .span(let first, let second):
            guard case .open(_, _, hasColon: false)? = first.clock,
                case .open(_, _, hasColon: false)? = second.clock,
                first.day == nil, !piece.hasPreposition, behind != nil
            else { return false }
            return others.contains(where: Self.clock)
        default: return false
        }
    }

    // MARK: - Positions

    /// The runs of consecutive pieces.
    private var clusters: [[PhrasePiece]] {
        var clusters: [[PhrasePiece]] = []
        for piece in pieces {
            if let last = clusters.last?.last, last.tokens.upperBound == piece.tokens.lowerBound {
                clusters[clusters.count - 1].append(piece)
            } else {
                clusters.append([piece])
            }
        }
        return clusters
    }

    /// Returns the position of the word next to a piece.
    ///
    /// Returns nil at punctuation, at the start or end of the phrase, and next to another piece.
    private func word(_ place: Int, before: Bool) -> Int? {
        guard tokens.indices.contains(place), !pieces.contains(where: { $0.tokens.contains(place) }) else {
            return nil
        }
        let token = tokens[place]
        if parts.isMark(token) { return nil }
        let next = before ? place + 1 : place - 1
        let isBroken =
            before
            ? token.breaksAfter || tokens[next].breaksBefore : token.breaksBefore || tokens[next].breaksAfter
        return isBroken ? nil : place
    }

    func text(_ range: Range<Int>) -> String { parts.source.text(range) }

    private func check(_ cluster: [PhrasePiece]) throws(PhraseProblem) {
        guard let first = cluster.first, let last = cluster.last else { return }
        let range = first.tokens.lowerBound..<last.tokens.upperBound
        let left = word(range.lowerBound - 1, before: true)
        let right = word(range.upperBound, before: false)
        if let left, changesMeaning(left, first) {
            let advice =
                FunctionWords.counting.contains(tokens[left].word)
                ? "not understood; write the date"
                : "unclear; write the time without '\(tokens[left].text)', or put words of the title in double quotes"
            throw .refused("'\(text(left..<range.upperBound))' is \(advice)")
        }
        if case .rule(let rule) = first.form, rule.isPlural { try checkPlural(first, after: left) }
        if let right {
            if hasDay, !hasClock, let number = military(right) {
                throw clockOrTitle(right, DateWords.seconds(number), isAfterTime: true)
            }
            if hasDay, !hasClock, let seconds = hours(right) {
                throw clockOrTitle(right, seconds, isAfterTime: true)
            }
            let word = tokens[right].word
            let connects = pieces.contains { $0.tokens.lowerBound == right + 1 }
            let next = tokens.indices.contains(right + 1) ? tokens[right + 1].word : ""
            let isZone =
                word.hasPrefix("utc") || word.hasPrefix("gmt") || word.hasPrefix("+") || next == "time"
            let isMonth = word == "in" && (next == "the" || TimeWords.months[next] != nil)
            if isZone || isMonth {
                throw .refused("'\(text(range.lowerBound..<(right + 1)))' is not understood")
            }
            let isLink = ["and", "&", "or", "to", "-", "–", "—"].contains(word)
            let hasNumber = TimeWords.digits(next) != nil && word != "to"
            // `7pm - late` is an open-ended span.
            let isOpen = tokens[right].isDash && FunctionWords.behind.contains(next)
            if isLink ? connects || hasNumber || word == "or" || isOpen : FunctionWords.behind.contains(word)
            {
                throw .refused("'\(text(range.lowerBound..<(right + (connects ? 2 : 1))))' is not understood")
            }
            if !FunctionWords.after.contains(word) {
                try check(
                    range,
                    cluster,
                    before: right,
                    isStart: left == nil && !hasWords(before: range.lowerBound)
                )
            }
        } else if let left {
            try checkEnd(first, after: left)
        }
        try checkNumbers(left)
    }

    /// Checks a plural weekday, which may be a name: `TGI Fridays`.
    private func checkPlural(_ piece: PhrasePiece, after left: Int?) throws(PhraseProblem) {
        let token = tokens[piece.tokens.lowerBound]
        let isName = token.isCapitalized && left.map { $0 > 0 && tokens[$0].isCapitalized } ?? false
        let hasOther = pieces.contains { $0.moment?.day != nil && !$0.hasPreposition }
        guard isName || hasOther else { return }
        throw .refused(
            "'\(token.text)' may be a name or a repetition; write 'every' before it, or put it in double quotes"
        )
    }

    private func hasWords(before place: Int) -> Bool { title.contains { $0 < place } }

    /// Returns whether a word before a time changes its meaning.
    private func changesMeaning(_ place: Int, _ piece: PhrasePiece) -> Bool {
        if case .length = piece.form { return false }
        let word = tokens[place].word
        // `Plan A tomorrow`
        if tokens[place].text == "A", place > 0 { return false }
        let before = place > 0 ? tokens[place - 1].word : ""
        // `a week from monday`, `this week friday`
        if FunctionWords.units.contains(word) {
            let opening = tokens[piece.tokens.lowerBound].word
            if ["from", "on", "after", "starting"].contains(opening) || FunctionWords.before.contains(before)
            {
                return true
            }
        }
        if FunctionWords.zones.contains(word), tokens[place].text == word.uppercased() { return true }
        guard piece.hasPreposition else { return FunctionWords.before.contains(word) }
        return [
            "not", "except", "or", "no", "only", "never", "until", "before", "after", "by", "due", "deadline",
        ]
        .contains(word)
    }

    /// Checks a time followed by a word of the title.
    private func check(
        _ range: Range<Int>,
        _ cluster: [PhrasePiece],
        before right: Int,
        isStart: Bool
    ) throws(PhraseProblem) {
        let part = text(range)
        let problem = PhraseProblem.ambiguous(
            "'\(part)'",
            tokens: range,
            texts: [", \(part),", "\"\(part)\""]
        )
        // Before the title, a time is unambiguous unless it could also be the title's first word.
        guard isStart else {
            // The words after this position have already been checked.
            throw problem
        }
        guard cluster.count == 1, let piece = cluster.first else { return }
        let (first, next) = (tokens[range.lowerBound], tokens[right])
        let isTitleCase = first.isCapitalized && next.isCapitalized
        switch piece.form {
        case .rule(let rule):
            if rule.isAdverb || isTitleCase { throw problem }
        case .moment(let moment):
            if range.count == 1, TimeWords.weekdaysLikeWords.contains(first.word) || isTitleCase {
                throw problem
            }
            if moment.clock == .midnight, moment.day == nil { throw problem }
            if isTitleCase, moment.clock == nil, range.allSatisfy({ tokens[$0].isCapitalized }) {
                throw problem
            }
            let isName = TimeWords.monthsLikeNames.contains(first.word) && moment.clock == nil
            if isName, next.word.hasSuffix("s") || next.word == "people" || next.word == "km" {
                throw problem
            }
        case .allDay: if isTitleCase { throw problem }
        case .span, .length, .until, .times, .zone: break
        }
    }

    /// Checks a time at the end, after a word of the title: `Meet Anna May 5`.
    private func checkEnd(_ piece: PhrasePiece, after left: Int) throws(PhraseProblem) {
        let token = tokens[piece.tokens.lowerBound]
        guard let moment = piece.moment, moment.day != nil, token.isCapitalized,
            TimeWords.monthsLikeNames.contains(token.word), tokens[left].isCapitalized, left != title.first,
            !["sept", "jan", "jun", "mar"].contains(token.word)
        else { return }
        throw .refused(
            "'\(token.text)' may be a name or a month; put it in double quotes, or write a date such as 2026-05-30"
        )
    }

    // MARK: - Numbers

    /// Checks a number before a time, since the number could be the hour.
    private func checkNumbers(_ left: Int?) throws(PhraseProblem) {
        guard hasDay, !hasClock else { return }
        if let left, let hour = TimeWords.digits(tokens[left].word), hour <= 24, tokens[left].word.count <= 2
        {
            let noun = left > 0 ? tokens[left - 1].word : ""
            guard !CountedWords.all.contains(noun) else { return }
            throw hourOrTitle(left, hour)
        }
        if let left, let number = military(left),
            !(1900..<2100).contains(number) || left > 0 && tokens[left - 1].word == "at"
        {
            throw clockOrTitle(left, DateWords.seconds(number))
        }
        if let left, tokens[left].word.count > 2, TimeWords.numbers[tokens[left].word] != nil {
            throw .refused(
                "'\(tokens[left].text)' may be an hour; write a time such as 09:00, or put it in double quotes"
            )
        }
    }

    /// Returns a four-digit number that could be a time, such as 1430.
    func military(_ place: Int) -> Int? {
        guard tokens[place].word.count == 4, let number = TimeWords.digits(tokens[place].word),
            number / 100 < 24, number % 100 < 60
        else { return nil }
        return number
    }

    /// Returns the problem with a word such as `1430` or `14h`, which may be a time of day.
    ///
    /// - Parameter seconds: The time of day.
    func clockOrTitle(_ place: Int, _ seconds: Int, isAfterTime: Bool = false) -> PhraseProblem {
        let title = (isAfterTime ? ", " : "") + "\"\(tokens[place].text)\""
        return .ambiguous(
            "'\(tokens[place].text)'",
            tokens: place..<(place + 1),
            texts: [DateWords.clock(seconds), title]
        )
    }

    /// Returns the time of day in a word such as `14h` or `14h30`, in seconds.
    func hours(_ place: Int) -> Int? {
        let unit = tokens[place].word.drop(while: \.isNumber)
        guard unit == "h" || unit.first == "h" && unit.last?.isNumber == true,
            let length = WordShape.length(tokens[place].word), length.seconds < 86_400
        else { return nil }
        return length.seconds
    }

    private func hourOrTitle(_ place: Int, _ hour: Int) -> PhraseProblem {
        var texts = [DateWords.clock(hour % 24 * 3600)]
        if hour < 12 { texts.append(DateWords.clock((hour + 12) * 3600)) }
        texts.append("\"\(hour)\"")
        return .ambiguous("'\(hour)'", tokens: place..<(place + 1), texts: texts)
    }
}

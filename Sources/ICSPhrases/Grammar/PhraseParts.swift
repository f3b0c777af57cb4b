import ICalendar

/// The parts of a phrase: time expressions, the place, the categories, and the title.
///
///     phrase  = {piece | word | "@" place | "#" category | "!" priority}
///     piece   = ["from" | "on" | "at" | "starting"] moment | span | rule | limit | "for" length | length
///             | "all day" | zone
///
/// Text in double quotes always belongs to the title. Only reminders have a priority.
struct PhraseParts {
    let source: PhraseTokens
    private(set) var pieces: [PhrasePiece] = []
    /// The tokens that belong to the title.
    private(set) var title: [Int] = []
    private(set) var place: [Int] = []
    private(set) var categories: [String] = []
    private(set) var priority: Int?
    let purpose: PhrasePurpose

    var tokens: [PhraseToken] { source.all }

    /// The maximum number of pieces.
    ///
    /// No event needs more pieces than this.
    private static let mostPieces = 20

    init(_ source: PhraseTokens, as purpose: PhrasePurpose) throws(PhraseProblem) {
        self.source = source
        self.purpose = purpose
        let tokens = source.all
        let moments = MomentGrammar(tokens: tokens, isReminder: purpose == .reminder)
        let rules = RuleGrammar(tokens: tokens)
        var next = 0
        var isPlace = false
        while next < tokens.count {
            let token = tokens[next]
            if let category = Self.category(token.text), !token.isQuoted {
                categories.append(category)
                isPlace = false
                next += 1
                continue
            }
            if let number = priority(token) {
                guard priority == nil else { throw .refused("the text contains two priorities") }
                priority = number
                isPlace = false
                next += 1
                continue
            }
            if token.word.hasPrefix("@"), !token.isGlued {
                guard place.isEmpty, !isPlace else {
                    throw .refused("the text contains two places after '@'")
                }
                if token.word == "@", let (piece, end) = try moments.piece(at: next + 1),
                    piece.moment?.clock != nil
                {
                    // In `@ 9am`, the mark introduces a time.
                    pieces.append(PhrasePiece(form: piece.form, tokens: next..<end, hasPreposition: true))
                    next = end
                    continue
                }
                isPlace = true
                if token.word.count > 1 { place.append(next) }
                next += 1
                continue
            }
            if let (piece, end) = try Self.piece(next, tokens, moments, rules, pieces) {
                if isPlace, place.isEmpty {
                    throw .refused("the place after '@' starts with a time; put it in double quotes")
                }
                guard pieces.count < Self.mostPieces else { throw .refused("the text names too many times") }
                pieces.append(piece)
                next = end
                continue
            }
            if isPlace {
                // After a time, only words such as `with` continue the title.
                if let last = place.last, last + 1 != next {
                    guard FunctionWords.after.contains(token.word) else {
                        throw .refused(
                            "'\(token.text)' may belong to the title or to the place; write the place at the end"
                        )
                    }
                    isPlace = false
                    title.append(next)
                } else {
                    place.append(next)
                }
            } else {
                title.append(next)
            }
            next += 1
        }
        if isPlace, place.isEmpty { throw .refused("the place after '@' is missing") }
        let first = place.first.map { tokens[$0].word.drop { $0 == "@" } } ?? ""
        if place.count == 1, first.first?.isNumber == true, WordShape.isTime(String(first)) {
            throw .refused("'@ \(first)' is not a place; write a time such as 'at 09:00' or 'at 9pm'")
        }
    }

    /// Returns whether a token marks a place, a category, or a priority.
    func isMark(_ token: PhraseToken) -> Bool {
        token.word.hasPrefix("#") || token.word.hasPrefix("@") || priority(token) != nil
    }

    /// Parses a priority such as `!1` or `!high`.
    private func priority(_ token: PhraseToken) -> Int? {
        guard purpose == .reminder, token.word.hasPrefix("!") else { return nil }
        switch token.word.dropFirst() {
        case "high": return 1
        case "medium": return 5
        case "low": return 9
        case let digits: return TimeWords.digits(digits).flatMap { (1...9).contains($0) ? $0 : nil }
        }
    }

    /// Parses a category such as `#food`.
    ///
    /// Returns nil for a number such as `#1`.
    private static func category(_ text: String) -> String? {
        guard text.hasPrefix("#"), text.dropFirst().first?.isLetter == true else { return nil }
        return String(text.dropFirst())
    }

    private static func piece(
        _ place: Int,
        _ tokens: [PhraseToken],
        _ moments: MomentGrammar,
        _ rules: RuleGrammar,
        _ earlier: [PhrasePiece]
    ) throws(PhraseProblem) -> (PhrasePiece, Int)? {
        let days = moments.days
        guard !tokens[place].isQuoted else { return nil }
        if let (rule, end) = try rules.rule(at: place) {
            return (PhrasePiece(form: .rule(rule), tokens: place..<end), end)
        }
        let isAfterTime = earlier.last?.tokens.upperBound == place
        switch days.word(place) {
        case "all":
            if ["day", "day."].contains(days.word(place + 1)) {
                return (PhrasePiece(form: .allDay, tokens: place..<(place + 2)), place + 2)
            }
        case "all-day": return (PhrasePiece(form: .allDay, tokens: place..<(place + 1)), place + 1)
        case "for":
            if let (length, count) = days.length(at: place + 1) {
                let end = place + 1 + count
                return (PhrasePiece(form: .length(length), tokens: place..<end, hasPreposition: true), end)
            }
        case "until", "till", "til", "ending":
            let skipped = days.word(place + 1) == "on" ? 1 : 0
            let (moment, end) = try moments.moment(
                at: place + 1 + skipped,
                allowsHour: true,
                isEndpoint: true
            )
            if moment.day != nil || moment.clock != nil {
                return (PhrasePiece(form: .until(moment), tokens: place..<end, hasPreposition: true), end)
            }
        default: break
        }
        if let number = TimeWords.number(days.word(place)), days.word(place + 1) == "times" {
            return (PhrasePiece(form: .times(number), tokens: place..<(place + 2)), place + 2)
        }
        if isAfterTime, let (zone, count) = try zone(place, tokens) {
            return (PhrasePiece(form: .zone(zone), tokens: place..<(place + count)), place + count)
        }
        // A length that immediately follows a time: `9am 1h`.
        let hasClock = earlier.last?.moment?.clock != nil
        if isAfterTime, hasClock, let (length, count) = days.length(at: place),
            !["from", "of"].contains(days.word(place + count))
        {
            return (PhrasePiece(form: .length(length), tokens: place..<(place + count)), place + count)
        }
        if let (piece, end) = try moments.piece(at: place) { return (piece, end) }
        return nil
    }

    /// Parses the time zone after a time, such as `Europe/Berlin` or `UTC`.
    private static func zone(
        _ place: Int,
        _ tokens: [PhraseToken]
    ) throws(PhraseProblem) -> (String, Int)? {
        let text = tokens[place].text.trimmingParentheses
        switch text.uppercased() {
        case "UTC", "GMT":
            return ("UTC", 1)
        default: break
        }
        let regions = [
            "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian",
            "Pacific", "Etc",
        ]
        guard let slash = text.firstIndex(of: "/") else { return nil }
        let region = text[..<slash].lowercased()
        guard let name = regions.first(where: { $0.lowercased() == region }) else { return nil }
        let city = text[text.index(after: slash)...]
        for spelling in [String(city), city.split(separator: "_").map(\.capitalized).joined(separator: "_")] {
            if let zone = try? Zone(identifier: "\(name)/\(spelling)") { return (zone.identifier, 1) }
        }
        throw .refused("unknown time zone '\(text)'; use a name such as Europe/Berlin")
    }
}

extension StringProtocol {
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst().lowercased() }

    fileprivate var trimmingParentheses: String { String(filter { !"()[]".contains($0) }) }
}

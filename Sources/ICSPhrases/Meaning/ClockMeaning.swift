import ICalendar

/// Converts written clock times to times of day.
struct ClockMeaning {
    let tokens: [PhraseToken]
    /// Whether the title names an event that usually takes place in the evening.
    let isEvening: Bool
    /// The first hour that counts as morning when written with minutes and without `am`.
    ///
    /// The hour is later in regions with a 12-hour clock, where 7:30 may mean 19:30.
    let firstMorningHour: Int

    /// Returns the possible times for a moment, in seconds.
    private func candidates(_ moment: MomentForm) -> [Int] {
        switch moment.clock {
        case .exact(let seconds)?: return [seconds]
        case .open(let hour, let minute, _)?:
            let early = hour % 12 * 3600 + minute * 60
            // 0:30 is a 24-hour time.
            if hour == 0 { return [minute * 60] }
            switch moment.part {
            case .morning?: return hour == 12 ? [] : [early]
            case .afternoon?: return [early + 43_200]
            case .evening?, .tonight?: return hour == 12 || hour < 4 ? [] : [early + 43_200]
            case .night?: return hour < 8 || hour == 12 ? [] : [early + 43_200]
            case nil: return [early, early + 43_200]
            }
        case .midnight?: return [0]
        case .fromNow?, nil: return []
        }
    }

    /// Returns a single moment's time, or nil if the moment has none.
    func time(of moment: MomentForm) throws(PhraseProblem) -> Int? {
        guard let clock = moment.clock else { return nil }
        let found = candidates(moment)
        if let only = found.first, found.count == 1 {
            try check(only, moment)
            return only
        }
        if case .open(let hour, _, hasColon: true) = clock, hour >= firstMorningHour, !isEvening,
            let first = found.first
        {
            return first
        }
        if case .open(let hour, let minute, hasColon: false) = clock, isAfterAt(moment), !isEvening {
            // Unless the title suggests otherwise, few events start at nine in the evening or later, or at midnight.
            if hour == 12 { return 43_200 + minute * 60 }
            if (max(9, firstMorningHour + 1)..<12).contains(hour) { return hour * 3600 + minute * 60 }
        }
        if case .fromNow = clock { return nil }
        guard !found.isEmpty else {
            throw .refused(
                "'\(text(moment.clockTokens))' and '\(moment.part?.rawValue ?? "")' contradict each other"
            )
        }
        throw ambiguous(moment, found)
    }

    /// Throws an error for contradictions such as a morning time with `evening`.
    private func check(_ seconds: Int, _ moment: MomentForm) throws(PhraseProblem) {
        let hours =
            switch moment.part {
            case .morning?: 3..<12
            case .afternoon?: 12..<19
            case .evening?: 16..<24
            case .tonight?, .night?: 17..<24
            case nil: 0..<24
            }
        guard !hours.contains(seconds / 3600), moment.clock != .midnight else { return }
        throw .refused(
            "'\(moment.part?.rawValue ?? "")' and \(DateWords.clock(seconds)) contradict each other"
        )
    }

    /// Returns the start and end of a span, in seconds from the start of its first day.
    ///
    /// A bare number of 8 or more is a 24-hour time. Otherwise, AM and PM are both tried, and the span must be shorter
    /// than 12 hours.
    func times(of first: MomentForm, _ second: MomentForm) throws(PhraseProblem) -> (Int, Int) {
        var (first, second) = (first, second)
        if case .fromNow(let seconds)? = second.clock {
            guard let start = try time(of: first) else {
                throw .refused("a span that starts now needs only an end")
            }
            return (start, start + seconds)
        }
        // In `tomorrow evening 8-10`, the part of the day applies to both times.
        if first.part == nil { first.part = second.part }
        if second.part == nil, first.part == .tonight || first.part == .evening, isOpen(second) {
            second.part = first.part
        }
        let (starts, ends) = (candidates(first), candidates(second))
        if isOpen(first), isOpen(second), let start = starts.first, starts.count == 2, ends.count == 2 {
            guard case .open(let hour, let minute, let hasColon)? = first.clock,
                case .open(let last, let lastMinute, _)? = second.clock
            else { throw unclear(first, second, []) }
            let end = last * 3600 + lastMinute * 60
            if hour >= (hasColon ? firstMorningHour : max(8, firstMorningHour)), hour < 12,
                end > hour * 3600 + minute * 60, !isEvening
            {
                return (start, end)
            }
        }
        var found: [(Int, Int)] = []
        for start in starts {
            for end in ends {
                let length = floorModulo(end - start, 86_400)
                // Next to a 24-hour time such as 13:30, 3:00 may mean 15:00, but 11:00 means the morning, not 23:00.
                if isUnmarked(first), ends.count == 2, end >= 43_200, length > 21_600 { continue }
                if length > 0, length < 43_200 || starts.count == 1 && ends.count == 1 && end > start {
                    found.append((start, start + length))
                }
            }
        }
        if let (start, end) = found.first, found.count == 1 {
            try check(start, first)
            return (start, end)
        }
        guard !found.isEmpty else {
            throw .refused(
                "'\(text(first.clockTokens))' to '\(text(second.clockTokens))' ends before it starts"
            )
        }
        throw unclear(first, second, found)
    }

    private func isOpen(_ moment: MomentForm) -> Bool {
        if case .open? = moment.clock { true } else { false }
    }

    /// Returns whether a moment has only one possible time even without `am`, `pm`, or a part of the day.
    private func isUnmarked(_ moment: MomentForm) -> Bool {
        guard case .exact? = moment.clock, moment.part == nil else { return false }
        return !text(moment.clockTokens).contains(where: \.isLetter)
    }

    private func unclear(_ first: MomentForm, _ second: MomentForm, _ found: [(Int, Int)]) -> PhraseProblem {
        let part = "'\(text(first.clockTokens))' to '\(text(second.clockTokens))'"
        // Words between the two times, such as a day, cannot be replaced.
        guard second.clockTokens.lowerBound - first.clockTokens.upperBound <= 1 else {
            return .refused(
                "\(part) may be in the morning or in the evening; write times such as 09:00 or 9pm"
            )
        }
        return .ambiguous(
            part,
            tokens: first.clockTokens.lowerBound..<second.clockTokens.upperBound,
            texts: found.map { "\(DateWords.clock($0.0))-\(DateWords.clock($0.1 % 86_400))" }
        )
    }

    private func ambiguous(_ moment: MomentForm, _ found: [Int]) -> PhraseProblem {
        let place = moment.clockTokens
        var texts = found.map(DateWords.clock)
        // A number without `at` may belong to the title.
        let isNumber = place.count == 1 && TimeWords.digits(text(place)) != nil
        if isNumber, !isAfterAt(moment) {
            texts.append("\"\(text(place))\"")
        }
        return .ambiguous("'\(text(place))'", tokens: place, texts: texts)
    }

    private func isAfterAt(_ moment: MomentForm) -> Bool {
        let place = moment.clockTokens.lowerBound
        return place > 0 && tokens[place - 1].word == "at"
    }

    private func text(_ place: Range<Int>) -> String { place.map { tokens[$0].text }.joined(separator: " ") }
}

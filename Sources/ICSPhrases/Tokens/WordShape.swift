/// The forms of single words that can be times.
enum WordShape {
    /// Returns whether a trailing period belongs to a word such as `1.12.`.
    static func keepsPeriod(_ word: String) -> Bool {
        if word == "a.m." || word == "p.m." { return true }
        // In `1.12.-3.12.`, only the last part matters.
        let last = word.split { "-–—".contains($0) }.last ?? ""
        let parts = last.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2].isEmpty else { return halfDay(word) != nil }
        return parts.dropLast().allSatisfy { TimeWords.digits($0) != nil && $0.count <= 2 }
    }

    /// Splits a range such as `9-10:30`, `mon–wed`, or `today..+7d`, or a list such as `tue,thu`.
    static func parts(_ core: String) -> [String] {
        let word = core.lowercased()
        if let t = word.firstIndex(of: "t"), t > word.startIndex, isDate(String(word[..<t])),
            clock(String(word[word.index(after: t)...])) != nil
        {
            return [String(word[..<t]), String(word[word.index(after: t)...])]
        }
        if isDate(word) || word.count > 60 { return [core] }
        let list = core.split(separator: ",", omittingEmptySubsequences: false)
        if list.count > 1, list.allSatisfy({ TimeWords.weekdays[$0.lowercased()] != nil }) {
            return Array(list.map { [String($0)] }.joined(separator: [","]))
        }
        if let dots = core.firstRange(of: "..") {
            let (left, right) = (String(core[..<dots.lowerBound]), String(core[dots.upperBound...]))
            if isTime(left.lowercased()), isTime(right.lowercased()) { return [left, "..", right] }
        }
        for place in core.indices where "-–—".contains(core[place]) {
            let (left, right) = (String(core[..<place]), String(core[core.index(after: place)...]))
            if isTime(left.lowercased()), isTime(right.lowercased()) {
                return [left, String(core[place]), right]
            }
        }
        return [core]
    }

    /// Returns whether a word can be the end of a range.
    static func isTime(_ word: String) -> Bool {
        if TimeWords.weekdays[word] != nil || TimeWords.days[word] != nil { return true }
        if TimeWords.months[word] != nil || word == "noon" || word == "midnight" { return true }
        if let number = TimeWords.digits(word) { return number <= 31 && word.count <= 2 }
        return clock(word) != nil || isDate(word) || TimeWords.ordinal(word) != nil || offset(word) != nil
    }

    /// Returns whether a word is a numeric date, even an invalid one.
    static func isDate(_ word: String) -> Bool { numericDate(word) != nil }

    /// The numbers in a numeric date.
    enum NumericDate: Hashable {
        case yearFirst(Int, Int, Int)
        /// `1.12.` and `1.12.2026`.
        case dotted(Int, Int, year: Int?)
        /// `12/1` and `12/1/2026`, in an order that depends on the locale.
        case slashed(Int, Int, year: Int?)
    }

    static func numericDate(_ word: String) -> NumericDate? {
        if word == "24/7" { return nil }
        for separator: Character in ["-", "/", "."] {
            var parts = word.split(separator: separator, omittingEmptySubsequences: false)
            let endsOpen = separator == "." && parts.count == 3 && parts[2].isEmpty
            if endsOpen { parts.removeLast() }
            let numbers = parts.map { TimeWords.digits($0) ?? -1 }
            guard (2...3).contains(parts.count), numbers.allSatisfy({ $0 >= 0 }) else { continue }
            if parts.count == 3, parts[0].count == 4, parts[1].count <= 2, parts[2].count <= 2 {
                return separator == "." ? nil : .yearFirst(numbers[0], numbers[1], numbers[2])
            }
            guard parts[0].count <= 2, parts[1].count <= 2 else { return nil }
            var year: Int?
            if parts.count == 3 {
                guard parts[2].count == 4 || parts[2].count == 2 && separator != "-" else { return nil }
                year = parts[2].count == 2 ? 2000 + numbers[2] : numbers[2]
            }
            switch separator {
            case ".": return endsOpen || year != nil ? .dotted(numbers[0], numbers[1], year: year) : nil
            case "-": return year == nil ? nil : .slashed(numbers[0], numbers[1], year: year)
            default: return .slashed(numbers[0], numbers[1], year: year)
            }
        }
        return nil
    }

    /// Returns the hour and minute of a time, even if out of range, and whether it has an AM or PM suffix.
    static func clock(_ word: String) -> (hour: Int, minute: Int, half: Bool?)? {
        if let (rest, isAfternoon) = halfDay(word) {
            let separator: Character = rest.contains(".") ? "." : ":"
            let parts = rest.split(separator: separator, omittingEmptySubsequences: false)
            guard (1...2).contains(parts.count), parts[0].count <= 2, let hour = TimeWords.digits(parts[0])
            else { return nil }
            guard parts.count == 2 else { return (hour, 0, isAfternoon) }
            guard parts[1].count == 2, let minute = TimeWords.digits(parts[1]) else { return nil }
            return (hour, minute, isAfternoon)
        }
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), (1...2).contains(parts[0].count),
            let hour = TimeWords.digits(parts[0]),
            parts[1].count == 2, let minute = TimeWords.digits(parts[1])
        else { return nil }
        if parts.count == 3 {
            guard parts[2] == "00" else { return nil }
        }
        return (hour, minute, nil)
    }

    /// Returns the part before `am` or `pm`, and whether it is `pm`.
    private static func halfDay(_ word: String) -> (rest: Substring, isAfternoon: Bool)? {
        for (suffix, isAfternoon) in [
            ("am", false), ("pm", true), ("a.m.", false), ("p.m.", true), ("a.m", false), ("p.m", true),
        ] where word.hasSuffix(suffix) {
            let rest = word.dropLast(suffix.count)
            if rest.first?.isNumber == true { return (rest, isAfternoon) }
        }
        return nil
    }

    /// Parses an offset such as `+90m`, `+2h`, `+1h30m`, `+7d`, or `+2w`.
    static func offset(_ word: String) -> PhraseLength? {
        guard word.hasPrefix("+") else { return nil }
        return length(String(word.dropFirst()))
    }

    /// Converts a number of hours such as `2.5` or `1,25` to seconds, if it is a whole number of minutes.
    static func decimalHours(_ word: some StringProtocol) -> Int? {
        let parts = word.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard parts.count == 2, let hours = TimeWords.digits(parts[0]), (1...2).contains(parts[1].count),
            let digits = TimeWords.digits(parts[1])
        else { return nil }
        let hundredths = parts[1].count == 1 ? digits * 10 : digits
        guard hundredths * 60 % 100 == 0 else { return nil }
        let seconds = hours * 3600 + hundredths * 36
        return seconds > 0 ? seconds : nil
    }

    /// Parses a length such as `90m`, `2h`, `2.5h`, `1h30`, `1h30m`, `7d`, or `2w`.
    static func length(_ word: String) -> PhraseLength? {
        for unit in ["h", "hr", "hrs"] where word.hasSuffix(unit) {
            if let seconds = decimalHours(word.dropLast(unit.count)) { return PhraseLength(seconds: seconds) }
        }
        var length = PhraseLength()
        var rest = word[...]
        var hasHours = false
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard let number = TimeWords.digits(digits) else { return nil }
            rest = rest.dropFirst(digits.count)
            let unit = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(unit.count)
            switch unit {
            case "":
                guard hasHours, digits.count == 2, number < 60, rest.isEmpty else { return nil }
                length.seconds += number * 60
            case "h", "hr", "hrs":
                guard !hasHours else { return nil }
                hasHours = true
                length.seconds += number * 3600
            case "m", "min", "mins": length.seconds += number * 60
            case "d": length.days += number
            case "w": length.days += number * 7
            default: return nil
            }
        }
        return length == PhraseLength() ? nil : length
    }
}

/// A duration in months, calendar days, and seconds.
struct PhraseLength: Hashable, Sendable {
    var months = 0
    var days = 0
    var seconds = 0
}

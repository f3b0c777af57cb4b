/// What is read off ranges of a rule's bytes.
extension RuleReader {
    private static let weekdays = Weekday.allCases.map { word($0.abbreviation.utf8) }

    /// A weekday of two letters, or nil.
    func weekday(_ value: Range<Int>) -> Weekday? {
        RuleReader.weekdays.firstIndex(of: word(value)).flatMap { Weekday(rawValue: $0) }
    }

    /// Digits with an optional sign, held at ``RuleText/greatestNumber``.
    func signedNumber(_ digits: Range<Int>) -> Int? {
        guard let first = digits.first else { return nil }
        switch bytes[first] {
        case Ascii.minus: return wholeNumber(digits.dropFirst()).map { -$0 }
        case Ascii.plus: return wholeNumber(digits.dropFirst())
        default: return wholeNumber(digits)
        }
    }

    /// Digits, held at ``RuleText/greatestNumber``; nil when there is anything else, or nothing.
    func wholeNumber(_ digits: Range<Int>) -> Int? {
        guard !digits.isEmpty else { return nil }
        var number = 0
        for place in digits {
            let digit = bytes[place] &- Ascii.zero
            guard digit <= 9 else { return nil }
            number = min(number * 10 + Int(digit), RuleText.greatestNumber)
        }
        return number
    }

    /// The place of a byte in a range, or the end of the range.
    func end(of byte: UInt8, in range: Range<Int>) -> Int {
        var place = range.lowerBound
        while place < range.upperBound, bytes[place] != byte { place += 1 }
        return place
    }

    /// Letters in any case as a number by which words are told apart; 0 for anything that is no known word.
    func word(_ range: Range<Int>) -> UInt64 {
        RuleReader.word(bytes[range])
    }

    static func word(_ letters: some Collection<UInt8>) -> UInt64 {
        // No known word has more than ten letters, and five bits are enough for each.
        guard letters.count <= 10 else { return 0 }
        var word: UInt64 = 0
        for letter in letters {
            let number = Ascii.capital(letter) &- 0x40
            guard 1...26 ~= number else { return 0 }
            word = word << 5 | UInt64(number)
        }
        return word
    }

    /// Without the blanks at both ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isBlank(bytes[start]) { start += 1 }
        while start < end, isBlank(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    private func isBlank(_ byte: UInt8) -> Bool {
        byte == Ascii.space || (9...13).contains(byte)
    }

    /// A value as it is quoted in a remark: not more than a line holds.
    func excerpt(_ range: Range<Int>) -> String {
        range.count <= 60 ? string(range) : string(range.prefix(57)) + "..."
    }

    /// A value as it stands.
    func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}

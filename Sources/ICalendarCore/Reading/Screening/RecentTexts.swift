/// A cache of strings that recur in a file, such as TZIDs and rules, so that each string is parsed only once.
package struct RecentTexts: Sendable {
    /// The most recently read day.
    var day = DateTimeText.Day()
    private var zones = Recent<String>()
    private var rules = Recent<RecurrenceRule?>()

    /// Returns the string for a TZID, given as ASCII bytes.
    mutating func zone(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        if let known = zones.value(of: bytes, range) { return known }
        let name = ByteText.plain(bytes.extracting(range))
        zones.add(bytes, range, name)
        return name
    }

    /// Returns the rule in printable ASCII bytes, or nil if reading it causes a remark.
    mutating func rule(_ bytes: Span<UInt8>, _ range: Range<Int>) -> RecurrenceRule? {
        if let known = rules.value(of: bytes, range) { return known }
        let (rule, remarks) = RuleText.parse(ByteText.plain(bytes.extracting(range)))
        let usable = remarks.isEmpty ? rule : nil
        rules.add(bytes, range, usable)
        return usable
    }

    /// The values of recent strings; each string has one possible slot, which a later string can take over.
    private struct Recent<Value: Sendable>: Sendable {
        // Allocated on first use, because many files contain only one event.
        private var texts: [[UInt8]] = []
        private var values: [Value?] = []
        /// The number of slots, addressed with six bits.
        private static var most: Int { 64 }

        func value(of bytes: Span<UInt8>, _ range: Range<Int>) -> Value? {
            if texts.isEmpty { return nil }
            let place = Self.place(bytes, range)
            return isSame(place, bytes, range) ? values[place] : nil
        }

        private func isSame(_ place: Int, _ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
            guard texts[place].count == range.count else { return false }
            var index = 0
            while index < range.count {
                if texts[place][index] != bytes[range.lowerBound + index] { return false }
                index += 1
            }
            return true
        }

        mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>, _ value: Value) {
            if texts.isEmpty {
                texts = Array(repeating: [], count: Self.most)
                values = Array(repeating: nil, count: Self.most)
            }
            let place = Self.place(bytes, range)
            texts[place].removeAll(keepingCapacity: true)
            ByteText.append(bytes.extracting(range), to: &texts[place])
            values[place] = value
        }

        private static func place(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
            // Strings of the same length nearly always differ in their first or last bytes.
            var hash = UInt64(truncatingIfNeeded: range.count)
            if range.count >= 8 {
                let first = ByteWord(bytes, at: range.lowerBound).number
                let last = ByteWord(bytes, at: range.upperBound - 8).number
                hash = (hash ^ first ^ last << 1) &* 0x9E37_79B9_7F4A_7C15
            } else {
                for index in range { hash = (hash ^ UInt64(bytes[index])) &* 0x9E37_79B9_7F4A_7C15 }
            }
            return Int(truncatingIfNeeded: hash >> 58)
        }
    }
}

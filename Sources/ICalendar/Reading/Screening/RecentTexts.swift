/// Texts that come again and again in one file, such as TZIDs and rules: what they mean is found out once.
struct RecentTexts: Sendable {
    /// The day that was read last.
    var day = WrittenDay()
    private var zones = Recent<String>()
    private var rules = Recent<RecurrenceRule?>()

    /// The string of some ASCII bytes that are a TZID.
    mutating func zone(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        if let known = zones.value(of: bytes, range) { return known }
        let name = ByteText.plain(bytes.extracting(range))
        zones.add(bytes, range, name)
        return name
    }

    /// The rule of some printable ASCII bytes, or nil when there is anything to be said about it.
    mutating func rule(_ bytes: Span<UInt8>, _ range: Range<Int>) -> RecurrenceRule? {
        if let known = rules.value(of: bytes, range) { return known }
        let (rule, remarks) = RuleText.parse(ByteText.plain(bytes.extracting(range)))
        let usable = remarks.isEmpty ? rule : nil
        rules.add(bytes, range, usable)
        return usable
    }

    /// The values of the texts that came last: each has one place where it may be, which a later one takes over.
    private struct Recent<Value: Sendable>: Sendable {
        // Made when there is something to keep: many a file is a single event.
        private var texts: [[UInt8]] = []
        private var values: [Value?] = []
        /// As many as six bits can number.
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
            // Those of one length nearly always differ in their last bytes or in their first.
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

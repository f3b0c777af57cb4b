/// Texts that come again and again in one file, such as TZIDs and rules: what they mean is found out once.
struct RecentTexts: Sendable {
    private var zones = Recent<String>()
    private var rules = Recent<RecurrenceRule?>()

    /// The string of some ASCII bytes that are a TZID.
    mutating func zone(_ bytes: [UInt8], _ range: Range<Int>) -> String {
        if let known = zones.value(of: bytes, range) { return known }
        let name = String(decoding: bytes[range], as: UTF8.self)
        zones.add(bytes, range, name)
        return name
    }

    /// The rule of some printable ASCII bytes, or nil when there is anything to be said about it.
    mutating func rule(_ bytes: [UInt8], _ range: Range<Int>) -> RecurrenceRule? {
        if let known = rules.value(of: bytes, range) { return known }
        let (rule, remarks) = RuleText.parse(String(decoding: bytes[range], as: UTF8.self))
        let usable = remarks.isEmpty ? rule : nil
        rules.add(bytes, range, usable)
        return usable
    }

    /// The values of the texts that came last: each has one place where it may be, which a later one takes over.
    private struct Recent<Value: Sendable>: Sendable {
        private var texts: [[UInt8]] = Array(repeating: [], count: most)
        private var values: [Value?] = Array(repeating: nil, count: most)
        private static var most: Int { 64 }

        func value(of bytes: [UInt8], _ range: Range<Int>) -> Value? {
            let place = Self.place(bytes, range)
            return isSame(place, bytes, range) ? values[place] : nil
        }

        private func isSame(_ place: Int, _ bytes: [UInt8], _ range: Range<Int>) -> Bool {
            guard texts[place].count == range.count else { return false }
            var index = 0
            while index < range.count {
                if texts[place][index] != bytes[range.lowerBound + index] { return false }
                index += 1
            }
            return true
        }

        mutating func add(_ bytes: [UInt8], _ range: Range<Int>, _ value: Value) {
            let place = Self.place(bytes, range)
            texts[place] = Array(bytes[range])
            values[place] = value
        }

        private static func place(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
            var hash: UInt = 0
            for index in range { hash = hash &* 31 &+ UInt(bytes[index]) }
            return Int(truncatingIfNeeded: (hash ^ hash >> 7) & UInt(most - 1))
        }
    }
}

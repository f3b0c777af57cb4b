/// Combines equal messages, such as one about each line of a file, into one with a count.
package enum RepeatedRemarks {
    /// The maximum number of equal remarks to print one by one.
    package static let mostTold = 3

    /// Returns the remarks to print, in order, each with the number of equal ones that are omitted.
    package static func told<Remark, Words: Hashable>(
        _ remarks: [Remark],
        by words: (Remark) -> Words
    ) -> [(remark: Remark, others: Int)] {
        guard remarks.count > mostTold else { return remarks.map { ($0, 0) } }
        var counts: [Words: Int] = [:]
        let all = remarks.map { (remark: $0, words: words($0)) }
        for (_, words) in all { counts[words, default: 0] += 1 }
        var said: Set<Words> = []
        return all.compactMap { remark, words in
            let count = counts[words, default: 1]
            guard count > mostTold else { return (remark, 0) }
            return said.insert(words).inserted ? (remark, count - 1) : nil
        }
    }

    /// Returns a line with the number of equal ones appended: `… and 199 more lines like this`.
    package static func line(_ line: String, others: Int) -> String {
        others == 0 ? line : "\(line) … and \(others) more lines like this"
    }
}

/// What is said many times in the same words, such as of each line of a file, said once with a count.
package enum RepeatedRemarks {
    /// So many remarks in the same words are told one by one.
    package static let mostTold = 3

    /// The remarks that are told, in their order, each with the number of others like it that are not.
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

    /// A line with the number of others like it: `… and 199 more lines like this`.
    package static func line(_ line: String, others: Int) -> String {
        others == 0 ? line : "\(line) … and \(others) more lines like this"
    }
}

/// Suggests corrections for misspelled words.
package enum Spelling {
    private static let words: [String] = {
        let weekdays = TimeWords.weekdays.keys.filter { $0.count > 5 }
        let months = TimeWords.months.keys.filter { $0.count > 6 }
        return weekdays.sorted() + months.sorted() + ["tomorrow", "tonight", "today"]
    }()

    /// Returns the day name that a misspelled word probably means, if any.
    static func day(near word: String) -> String? {
        guard (4...12).contains(word.count) else { return nil }
        let letters = Array(word)
        return words.first { day in
            let most = day.count > 6 ? 2 : 1
            return word != day && abs(day.count - letters.count) <= most
                && distance(letters, Array(day)) <= most
        }
    }

    /// Returns the edit distance: the number of letters to insert, remove, replace, or swap with the next letter.
    package static func distance<Letter: Equatable>(_ first: [Letter], _ second: [Letter]) -> Int {
        var before: [Int] = []
        var last = Array(0...second.count)
        for (row, letter) in first.enumerated() {
            var line = [row + 1]
            line.reserveCapacity(last.count)
            for (column, other) in second.enumerated() {
                var least = min(line[column], last[column + 1]) + 1
                least = min(least, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
                    least = min(least, before[column - 1] + 1)
                }
                line.append(least)
            }
            (before, last) = (last, line)
        }
        return last[second.count]
    }
}

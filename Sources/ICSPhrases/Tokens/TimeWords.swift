import ICalendar

/// The English words for days, months and numbers.
enum TimeWords {
    static let weekdays: [String: Weekday] = {
        let names: [(Weekday, [String])] = [
            (.monday, ["monday", "mon"]), (.tuesday, ["tuesday", "tue", "tues"]),
            (.wednesday, ["wednesday", "wed", "weds"]), (.thursday, ["thursday", "thu", "thur", "thurs"]),
            (.friday, ["friday", "fri"]), (.saturday, ["saturday", "sat"]), (.sunday, ["sunday", "sun"]),
        ]
        return Dictionary(uniqueKeysWithValues: names.flatMap { day, words in words.map { ($0, day) } })
    }()

    /// The plural weekdays, which mean every week.
    static let everyWeekday: [String: Weekday] = Dictionary(
        uniqueKeysWithValues: weekdays.filter { $0.key.hasSuffix("day") }.map { ($0.key + "s", $0.value) }
    )

    static let months: [String: Int] = {
        var months = ["sept": 9]
        for (place, name) in EnglishWords.months.enumerated() {
            months[name.lowercased()] = place + 1
            months[String(name.lowercased().prefix(3))] = place + 1
        }
        return months
    }()

    /// Months that are also verbs or people's names.
    static let monthsLikeNames: Set<String> = [
        "may", "march", "april", "june", "august", "mar", "jan", "jun",
    ]

    /// Abbreviated weekdays that are also English words.
    static let weekdaysLikeWords: Set<String> = ["sun", "sat", "wed", "weds"]

    static let days: [String: Int] = ["today": 0, "tomorrow": 1, "tmrw": 1, "tmr": 1]

    static let ordinals: [String: Int] = [
        "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1, "1st": 1, "2nd": 2,
        "3rd": 3, "4th": 4, "5th": 5,
    ]

    static let numbers: [String: Int] = [
        "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
        "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
    ]

    /// Returns the value of up to five digits, or nil for any other string.
    static func digits(_ text: some StringProtocol) -> Int? {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text)
    }

    /// Returns the value of digits or of a word from one to twelve.
    static func number(_ word: String) -> Int? { digits(word) ?? numbers[word] }

    /// Parses an ordinal such as `1st`, `22nd`, or `15th`.
    ///
    /// Returns nil if the suffix is wrong.
    static func ordinal(_ word: String) -> Int? {
        guard word.utf8.count > 2, let number = digits(word.dropLast(2)), number > 0 else { return nil }
        let suffix =
            switch (number % 100, number % 10) {
            case (11...13, _): "th"
            case (_, 1): "st"
            case (_, 2): "nd"
            case (_, 3): "rd"
            default: "th"
            }
        return word.hasSuffix(suffix) ? number : nil
    }

    static func daysInMonth(_ month: Int, ofYear year: Int?) -> Int {
        CivilDate.daysInMonth(month, ofYear: year ?? 2000)
    }
}

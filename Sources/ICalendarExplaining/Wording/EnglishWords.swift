import ICalendarCore

/// A formatter for lists, ordinals and the names of days and months in English.
package enum EnglishWords {
    /// The weekdays in the order of `Weekday`, starting with Sunday.
    package static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    package static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]

    /// Returns a list such as `a`, `a and b` or `a, b and c`, optionally with another conjunction.
    static func list(_ items: [String], _ conjunction: String = "and") -> String {
        guard let last = items.last else { return "" }
        if items.count == 1 { return last }
        return items.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }

    /// Returns sorted numbers as words, with runs of three or more abbreviated, as in `9 to 17`.
    static func runs(_ numbers: [Int], _ word: (Int) -> String) -> [String] {
        var words: [String] = []
        var index = 0
        while index < numbers.count {
            var end = index
            while end + 1 < numbers.count, numbers[end + 1] == numbers[end] &+ 1 { end += 1 }
            if end - index >= 2 {
                words.append("\(word(numbers[index])) to \(word(numbers[end]))")
            } else {
                words += numbers[index...end].map(word)
            }
            index = end + 1
        }
        return words
    }

    /// Returns an ordinal such as `1st`, `2nd`, `3rd`, `11th` or `22nd`.
    static func ordinalNumber(_ number: Int) -> String {
        let (tens, ones) = (number.magnitude / 10 % 10, number.magnitude % 10)
        if tens == 1 { return "\(number)th" }
        switch ones {
        case 1: return "\(number)st"
        case 2: return "\(number)nd"
        case 3: return "\(number)rd"
        default: return "\(number)th"
        }
    }

    /// Returns an ordinal: `first` to `tenth` in words, then `11th` and so on.
    static func ordinal(_ number: Int) -> String {
        let words = [
            "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
        ]
        return (1...words.count).contains(number) ? words[number - 1] : ordinalNumber(number)
    }

    /// Returns a position in words, such as `first`, `last` or `second-to-last`.
    static func position(_ number: Int) -> String {
        if number >= 0 { return ordinal(number) }
        return number == -1 ? "last" : ordinal(Int(clamping: number.magnitude)) + "-to-last"
    }

    /// Returns a day's position, such as `1st`, `last` or `second-to-last`.
    static func place(_ number: Int) -> String {
        number >= 0 ? ordinalNumber(number) : position(number)
    }

    /// Returns negative positions, sorted in ascending order, as `the last day`, `the last two days` or `the
    /// third-to-last and last day`.
    static func fromEnd(_ numbers: [Int], _ noun: String, _ conjunction: String) -> String {
        var rest = numbers
        var run = 0
        while rest.last == -1 - run {
            rest.removeLast()
            run += 1
        }
        guard run > 1 else { return "the \(list(numbers.map(place), conjunction)) \(noun)" }
        let last = "the last \(cardinal(run)) \(noun)s"
        return rest.isEmpty
            ? last : "the \(list(rest.map(place), conjunction)) \(noun) \(conjunction) \(last)"
    }

    /// Returns a number: up to `ten` in words, then `11` and so on.
    static func cardinal(_ number: Int) -> String {
        let words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
        return (1...words.count).contains(number) ? words[number - 1] : String(number)
    }

    /// Returns a number of times, such as `once`, `twice` or `10 times`.
    static func times(_ number: Int) -> String {
        switch number {
        case 1: "once"
        case 2: "twice"
        default: "\(number) times"
        }
    }

    static func name(_ weekday: Weekday) -> String {
        weekdays[weekday.rawValue]
    }

    /// Returns a month's name, such as `March`, or `month 13` for a number without a name.
    static func monthName(_ number: Int) -> String {
        (1...months.count).contains(number) ? months[number - 1] : "month \(number)"
    }

    /// Returns a date such as `3 March 2027`.
    static func date(_ date: CivilDate) -> String {
        let (year, month, day) = date.fields
        return "\(day) \(monthName(month)) \(year)"
    }

    /// Returns a time such as `09:05`, or `09:05:30` if the seconds are not zero.
    static func clock(_ secondOfDay: Int) -> String {
        let text = "\(padded(secondOfDay / 3600, 2)):\(padded(secondOfDay / 60 % 60, 2))"
        return secondOfDay % 60 == 0 ? text : "\(text):\(padded(secondOfDay % 60, 2))"
    }
}

extension RuleText {
    /// Returns the rule, or nil if it is rejected.
    ///
    /// The last remark explains why a rule is rejected.
    mutating func read() -> RecurrenceRule? {
        let rule = readAll()
        if flood.unsaid > 0 {
            let message = "\(flood.unsaid) more rule parts ignored or repaired"
            let remark = ValueRemark(severity: .warning, code: .rule, message: message)
            // The remark that explains the rejection must remain the last one.
            remarks.insert(remark, at: RemarkFlood.most)
        }
        return rule
    }

    private mutating func readAll() -> RecurrenceRule? {
        var next = prefixEnd()
        while next < bytes.count {
            let end = end(of: UInt8(ascii: ";"), in: next..<bytes.count)
            let part = beforeSeparator(trimmed(next..<end))
            next = end + 1
            if part.isEmpty { continue }
            guard readPart(part) else { return nil }
        }
        guard seen & 1 == 1 else {
            return refuse(
                bytes.isEmpty ? "empty value, FREQ missing" : "\(excerpt(0..<bytes.count)) has no FREQ"
            )
        }
        if !mendCombinations() { return nil }
        return rule
    }

    /// Returns the end of a repeated property name before the rule, as in `RRULE:FREQ=DAILY`, or 0 if there is none.
    private mutating func prefixEnd() -> Int {
        let colon = end(of: Ascii.colon, in: 0..<min(bytes.count, 12))
        guard colon < bytes.count, bytes[colon] == Ascii.colon,
            ["RRULE", "EXRULE"].contains(string(trimmed(0..<colon)).uppercased())
        else { return 0 }
        warn("extra '\(excerpt(0..<colon + 1))' before the rule; ignored")
        return colon + 1
    }

    /// Returns a part or item without a final backslash, since some programs escape rules like text.
    private mutating func beforeSeparator(_ range: Range<Int>) -> Range<Int> {
        guard range.upperBound < bytes.count, bytes[range].last == Ascii.backslash else { return range }
        if !hasBackslash { warn("backslash before a separator ignored") }
        hasBackslash = true
        return trimmed(range.dropLast())
    }

    /// Parses `NAME=value`.
    ///
    /// Returns false if the rule must be rejected.
    private mutating func readPart(_ part: Range<Int>) -> Bool {
        let sign = end(of: UInt8(ascii: "="), in: part)
        let value = trimmed(min(sign + 1, part.upperBound)..<part.upperBound)
        guard let index = Self.words.firstIndex(of: word(trimmed(part.lowerBound..<sign))) else {
            warn("unknown rule part \(excerpt(part)); ignored")
            return true
        }
        let name = Self.names[index]
        guard seen & 1 << index == 0 else {
            warn(
                "duplicate \(name)=\(excerpt(value)); using the first"
            )
            return true
        }
        seen |= 1 << index
        switch name {
        case "FREQ":
            guard let index = Self.frequencies.firstIndex(of: word(value)) else {
                return refuseValue(name, value)
            }
            rule.frequency = RecurrenceRule.Frequency.allCases[index]
        case "INTERVAL":
            guard let number = wholeNumber(value) else { return refuseValue(name, value) }
            rule.interval = number
        case "COUNT":
            guard let number = wholeNumber(value) else { return refuseValue(name, value) }
            rule.count = number
        case "UNTIL":
            guard let until = readUntil(value) else { return refuseValue(name, value) }
            rule.until = until
        case "WKST":
            if let day = weekday(value) {
                rule.weekStart = day
            } else {
                warn("WKST=\(excerpt(value)) is not a weekday; weeks start on MO")
            }
        case "RSCALE":
            // A name that cannot be written back unchanged is rejected.
            let scale = string(value).uppercased()
            guard !value.isEmpty, scale.utf8.allSatisfy(NameText.isTolerable) else {
                return refuseValue(name, value)
            }
            rule.calendarScale = scale
        case "SKIP":
            if let skip = RecurrenceRule.Skip(rawValue: string(value).uppercased()) {
                rule.skip = skip
            } else {
                warn("SKIP=\(excerpt(value)) is not OMIT, BACKWARD or FORWARD; ignored")
            }
        default:
            return readList(name, value)
        }
        return true
    }

    /// Parses a BYxxx part.
    ///
    /// Returns false if an item is invalid.
    private mutating func readList(_ name: String, _ value: Range<Int>) -> Bool {
        var hasEmptyItem = false
        var next = value.lowerBound
        while next <= value.upperBound {
            let end = end(of: UInt8(ascii: ","), in: next..<value.upperBound)
            let item = beforeSeparator(trimmed(next..<end))
            next = end + 1
            if item.isEmpty {
                hasEmptyItem = true
            } else if !readItem(name, item) {
                return refuseValue(name, item)
            }
        }
        if hasEmptyItem {
            warn("\(name)=\(excerpt(value)) has an empty item; item ignored")
        }
        return true
    }

    private mutating func readItem(_ name: String, _ item: Range<Int>) -> Bool {
        switch name {
        case "BYSECOND":
            guard let number = signedNumber(item), (0...60).contains(number) else { return false }
            if number == 60 { warn("\(Self.leapSecond.problem); \(Self.leapSecond.action)") }
            rule.bySecond.append(min(number, 59))
        case "BYMINUTE":
            guard let number = signedNumber(item), (0...59).contains(number) else { return false }
            rule.byMinute.append(number)
        case "BYHOUR":
            guard let number = signedNumber(item), (0...23).contains(number) else { return false }
            rule.byHour.append(number)
        case "BYDAY":
            guard let day = weekdayNumber(item) else { return false }
            rule.byDay.append(day)
        case "BYMONTH":
            let isLeap = Ascii.capital(bytes[item.upperBound - 1]) == UInt8(ascii: "L")
            // Only non-Gregorian calendars have a thirteenth month. RSCALE may come later, so the month is checked at
            // the end.
            guard let number = signedNumber(isLeap ? item.dropLast() : item), (1...13).contains(number)
            else { return false }
            rule.byMonth.append(.init(number, isLeap: isLeap))
        case "BYMONTHDAY":
            guard let number = signedNumber(item, upTo: 32) else { return false }
            rule.byMonthDay.append(number)
        case "BYYEARDAY":
            guard let number = signedNumber(item, upTo: 385) else { return false }
            rule.byYearDay.append(number)
        case "BYWEEKNO":
            guard let number = signedNumber(item, upTo: 55) else { return false }
            rule.byWeekNumber.append(number)
        default:
            guard let number = signedNumber(item, upTo: 366) else { return false }
            rule.bySetPosition.append(number)
        }
        return true
    }

    /// Parses a number from 1 to a limit, or a negative number that counts from the end.
    private func signedNumber(_ item: Range<Int>, upTo limit: Int) -> Int? {
        guard let number = signedNumber(item), number != 0, number.magnitude <= limit else { return nil }
        return number
    }

    /// Checks parts that depend on each other.
    ///
    /// Returns false if the rule must be rejected.
    private mutating func mendCombinations() -> Bool {
        if rule.calendarScale == nil || rule.calendarScale == "GREGORIAN" {
            let misfits: [(String, Int?)] = [
                ("BYMONTH", rule.byMonth.first { $0.number > 12 }?.number),
                ("BYMONTHDAY", rule.byMonthDay.first { $0.magnitude > 31 }),
                ("BYYEARDAY", rule.byYearDay.first { $0.magnitude > 366 }),
                ("BYWEEKNO", rule.byWeekNumber.first { $0.magnitude > 53 }),
            ]
            for (name, number) in misfits {
                if let number { return refuse(name, String(number)) }
            }
        }
        if rule.calendarScale == nil, rule.skip != .omit {
            warn(
                "SKIP=\(rule.skip.rawValue) without RSCALE; using RSCALE=GREGORIAN"
            )
        }
        if rule.calendarScale == nil, let month = rule.byMonth.first(where: \.isLeap) {
            warn(
                "BYMONTH=\(month.number)L is a leap month, which the Gregorian calendar does not have; ignored"
            )
        }
        if rule.count == 0 { warn("COUNT=0; only DTSTART is an instance") }
        if rule.interval == 0 { warn("INTERVAL=0; only DTSTART is an instance") }
        if let count = rule.count, let until = rule.until {
            warn(
                "COUNT=\(count) and UNTIL=\(Self.format(until: until)) in one rule; using the one that ends first"
            )
        }
        return true
    }

    // MARK: Remarks

    private mutating func warn(_ message: String) {
        guard flood.admits() else { return }
        remarks.append(ValueRemark(severity: .warning, code: .rule, message: message))
    }

    /// Adds the remark that ends parsing, and returns nil.
    private mutating func refuse(_ reason: String) -> RecurrenceRule? {
        let message = "\(reason); rule ignored"
        remarks.append(ValueRemark(severity: .error, code: .rule, message: message))
        return nil
    }

    private mutating func refuseValue(_ name: String, _ value: Range<Int>) -> Bool {
        refuse(name, excerpt(value))
    }

    private mutating func refuse(_ name: String, _ value: String) -> Bool {
        _ = refuse("\(name)=\(value) is not valid")
        return false
    }

    /// The names of all parts (RFC 5545 section 3.3.10, RFC 7529); FREQ is first.
    package static let names: [String] = [
        "FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", "RSCALE", "SKIP", "BYSECOND", "BYMINUTE", "BYHOUR",
        "BYDAY", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYMONTH", "BYSETPOS",
    ]
    /// The names of the parts and of the FREQ values, as numbers.
    private static let words = names.map { word($0.utf8) }
    private static let frequencies = RecurrenceRule.Frequency.allCases.map { word($0.rawValue.utf8) }

    /// Parses UNTIL as DATE or DATE-TIME (sections 3.3.4 and 3.3.5), repairing it if only one interpretation makes
    /// sense.
    private mutating func readUntil(_ value: Range<Int>) -> EventTime? {
        var digits = value
        let isUTC = !value.isEmpty && Ascii.capital(bytes[value.upperBound - 1]) == UInt8(ascii: "Z")
        if isUTC { digits = digits.dropLast() }
        guard digits.count == 8 || digits.count == 15,
            let number = wholeNumber(digits.prefix(8)),
            digits.count == 8 || wholeNumber(digits.suffix(6)) != nil
        else { return readOtherUntil(value) }
        let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100)
        guard (1...12).contains(month), (1...31).contains(day) else { return nil }
        let lastDay = CivilDate.daysInMonth(month, ofYear: year)
        if day > lastDay {
            warn("UNTIL=\(string(value)) is a day that does not exist; using the last day of the month")
        }
        guard let date = CivilDate(year: year, month: month, day: min(day, lastDay)) else { return nil }
        if digits.count == 8 {
            if isUTC { warn("UNTIL=\(string(value)) is a date with a Z; read as the date") }
            return .date(date)
        }
        guard Ascii.capital(bytes[digits.lowerBound + 8]) == UInt8(ascii: "T"),
            let clock = wholeNumber(digits.suffix(6))
        else { return nil }
        let (hour, minute, second) = (clock / 10_000, clock / 100 % 100, clock % 100)
        let isMidnight = clock == 240_000
        guard hour <= 23 || isMidnight, minute <= 59, second <= 60 else { return nil }
        if isMidnight { warn("UNTIL=\(string(value)) is 24:00; read as midnight of the next day") }
        if second == 60 { warn("UNTIL=\(string(value)) has second 60; read as 59") }
        let time = CivilDateTime(date, secondOfDay: hour * 3600 + minute * 60 + min(second, 59))
        return isUTC ? .utc(time) : .floating(time)
    }

    /// Parses UNTIL in the notation of other standards, such as `2015-12-31T06:00:00Z` and `20151231T060000+0100`.
    private mutating func readOtherUntil(_ value: Range<Int>) -> EventTime? {
        var found: [ValueRemark] = []
        let moment = DateTimeText.moment(bytes.span.extracting(value), wanting: .lastDay, &found)
        guard let moment else { return nil }
        for remark in found { warn("UNTIL=\(excerpt(value)) \(remark.message)") }
        return switch moment {
        case .date(let date): .date(date)
        case .dateTime(let time, let isUTC): isUTC ? .utc(time) : .floating(time)
        }
    }

    /// Parses a BYDAY item, which consists of an optional ordinal up to 53 and a weekday.
    private func weekdayNumber(_ item: Range<Int>) -> RecurrenceRule.WeekdayNumber? {
        guard let weekday = weekday(item.suffix(2)) else { return nil }
        let ordinal = trimmed(item.dropLast(2))
        if ordinal.isEmpty { return .init(weekday) }
        guard let number = signedNumber(ordinal), number != 0, number.magnitude <= 53 else { return nil }
        return .init(weekday, ordinal: number)
    }

    private static let weekdays = Weekday.allCases.map { word($0.abbreviation.utf8) }

    func weekday(_ value: Range<Int>) -> Weekday? {
        Self.weekdays.firstIndex(of: word(value)).flatMap { Weekday(rawValue: $0) }
    }

    /// Parses digits with an optional sign, clamped to ``greatestNumber``.
    func signedNumber(_ digits: Range<Int>) -> Int? {
        guard let first = digits.first else { return nil }
        switch bytes[first] {
        case Ascii.minus: return wholeNumber(digits.dropFirst()).map { -$0 }
        case Ascii.plus: return wholeNumber(digits.dropFirst())
        default: return wholeNumber(digits)
        }
    }

    /// Parses digits, clamped to ``greatestNumber``.
    ///
    /// Returns nil for an empty range or a character that is not a digit.
    func wholeNumber(_ digits: Range<Int>) -> Int? {
        guard !digits.isEmpty else { return nil }
        var number = 0
        for place in digits {
            let digit = bytes[place] &- Ascii.zero
            guard digit <= 9 else { return nil }
            number = min(number * 10 + Int(digit), Self.greatestNumber)
        }
        return number
    }

    /// Returns the index of a byte in a range, or the end of the range.
    func end(of byte: UInt8, in range: Range<Int>) -> Int {
        var place = range.lowerBound
        while place < range.upperBound, bytes[place] != byte { place += 1 }
        return place
    }

    /// Returns a number that identifies a keyword, ignoring case, or 0 if the range cannot be a keyword.
    func word(_ range: Range<Int>) -> UInt64 {
        Self.word(bytes[range])
    }

    static func word(_ letters: some Collection<UInt8>) -> UInt64 {
        // No keyword has more than ten letters, and each letter fits in five bits.
        guard letters.count <= 10 else { return 0 }
        var word: UInt64 = 0
        for letter in letters {
            let number = Ascii.capital(letter) &- 0x40
            guard 1...26 ~= number else { return 0 }
            word = word << 5 | UInt64(number)
        }
        return word
    }

    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isBlank(bytes[start]) { start += 1 }
        while start < end, isBlank(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    private func isBlank(_ byte: UInt8) -> Bool {
        byte == Ascii.space || (9...13).contains(byte)
    }

    /// Returns a value for use in a remark, shortened to fit on a line.
    func excerpt(_ range: Range<Int>) -> String {
        range.count <= 60 ? string(range) : string(range.prefix(57)) + "..."
    }

    func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}

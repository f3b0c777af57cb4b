/// A part of an item that programs change independently.
enum ItemField: Hashable, CustomStringConvertible {
    /// A property of the master.
    case property(String)
    /// An attendee's reply.
    case answer(String)
    /// Whether a time is excluded.
    ///
    /// An exclusion is never undone.
    case excluded(Int)
    /// The title of the instance on a day in March, or empty if the instance has no override.
    case instance(String)
    /// The alarm's trigger, or empty if there is no alarm.
    case alarm

    /// Returns the fields of an item for the edit with a given number.
    ///
    /// An item either moves or has overrides, because a move would affect the overrides.
    static func all(_ uid: String, _ number: Int) -> [ItemField] {
        let common: [ItemField] = [
            .property("SUMMARY"), .property("LOCATION"), .property("DESCRIPTION"), .answer("ann"),
            .answer("bob"), .alarm,
        ]
        if uid.utf8.last.map({ $0 % 2 == 0 }) == true { return common + [.property("DTSTART")] }
        return common + [
            .property("RRULE"), .excluded(number), .instance("03"), .instance("04"),
        ]
    }

    var description: String {
        switch self {
        case .property(let name): name
        case .answer(let person): "the answer of \(person)"
        case .excluded(let number): "exclusion \(number)"
        case .instance(let day): "the title on \(day)"
        case .alarm: "the alarm"
        }
    }

    /// Returns a value that no other edit uses, which identifies the value that an edit replaces.
    ///
    /// An empty value removes the existing one.
    func newValue(_ number: Int, instead old: String) -> String {
        switch self {
        case .property("DTSTART"):
            "20260302T\(10 + number % 10)\(10 + number / 10 % 50)\(10 + number / 500 % 50)Z"
        case .property("RRULE"): "FREQ=DAILY;COUNT=\(10 + number)"
        case .property(let name): "\(name) \(number)"
        case .answer: "X-ANSWER-\(number)"
        case .excluded: "yes"
        case .instance: old.isEmpty || number % 3 > 0 ? "instance \(number)" : ""
        case .alarm: old.isEmpty || number % 3 > 0 ? "-PT\(number)M" : ""
        }
    }

    func value(in text: String) -> String {
        let lines = Self.unfolded(text)
        switch self {
        case .property(let name):
            return lines.first { $0.hasPrefix(name + ":") }.map { String($0.dropFirst(name.count + 1)) } ?? ""
        case .answer(let person):
            let line = lines.first { $0.hasPrefix("ATTENDEE") && $0.contains("mailto:\(person)@") } ?? ""
            return line.split(separator: "PARTSTAT=").last.map {
                String($0.prefix { $0 != ":" && $0 != ";" })
            } ?? ""
        case .excluded(let number):
            let isExcluded = lines.contains { $0.hasPrefix("EXDATE") && $0.contains(Self.time(number)) }
            return isExcluded ? "yes" : ""
        case .instance(let day):
            guard let range = Self.instance(day, lines) else { return "" }
            return lines[range].first { $0.hasPrefix("SUMMARY:") }.map { String($0.dropFirst(8)) } ?? ""
        case .alarm:
            return lines.first { $0.hasPrefix("TRIGGER:") }.map { String($0.dropFirst(8)) } ?? ""
        }
    }

    /// Returns the item's lines with a given value for this field.
    func lines(of text: String, with value: String) -> [String] {
        var lines = Self.unfolded(text)
        func insert(_ new: [String], before line: String) {
            lines.insert(contentsOf: new, at: lines.firstIndex(of: line) ?? lines.endIndex)
        }
        switch self {
        case .property(let name):
            if let index = lines.firstIndex(where: { $0.hasPrefix(name + ":") }) {
                lines[index] = "\(name):\(value)"
            }
        case .answer(let person):
            let index = lines.firstIndex { $0.hasPrefix("ATTENDEE") && $0.contains("mailto:\(person)@") }
            if let index { lines[index] = "ATTENDEE;PARTSTAT=\(value):mailto:\(person)@example.com" }
        case .excluded(let number):
            insert(["EXDATE:" + Self.time(number)], before: "END:VEVENT")
        case .instance(let day):
            if let range = Self.instance(day, lines) { lines.removeSubrange(range) }
            guard !value.isEmpty, let uid = lines.first(where: { $0.hasPrefix("UID:") }) else { break }
            insert(
                [
                    "BEGIN:VEVENT", uid, "DTSTAMP:20260101T000000Z", "RECURRENCE-ID:202603\(day)T090000Z",
                    "SUMMARY:\(value)", "DTSTART:202603\(day)T120000Z", "END:VEVENT",
                ],
                before: "END:VCALENDAR"
            )
        case .alarm:
            while let begin = lines.firstIndex(of: "BEGIN:VALARM"),
                let end = lines.firstIndex(of: "END:VALARM")
            {
                lines.removeSubrange(begin...end)
            }
            if !value.isEmpty {
                insert(
                    ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:\(value)", "END:VALARM"],
                    before: "END:VEVENT"
                )
            }
        }
        return lines
    }

    /// Returns a time that no other exclusion uses.
    private static func time(_ number: Int) -> String {
        "20260306T\(10 + number / 2500)\(10 + number / 50 % 50)\(10 + number % 50)Z"
    }

    private static func unfolded(_ text: String) -> [String] {
        text.replacing("\r\n ", with: "").split(separator: "\r\n", omittingEmptySubsequences: false).map(
            String.init
        )
    }

    /// Returns the lines of the override on a given day, from BEGIN to END.
    private static func instance(_ day: String, _ lines: [String]) -> Range<Int>? {
        guard let identifier = lines.firstIndex(of: "RECURRENCE-ID:202603\(day)T090000Z"),
            let begin = lines[..<identifier].lastIndex(of: "BEGIN:VEVENT"),
            let end = lines[identifier...].firstIndex(of: "END:VEVENT")
        else { return nil }
        return begin..<end + 1
    }
}

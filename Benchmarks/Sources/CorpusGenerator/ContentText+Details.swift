/// The properties of an event other than its times.
extension ContentText {
    /// Writes UID, with 32 grouped hexadecimal digits and a domain.
    mutating func identifier(of event: PlannedEvent) {
        add("UID:")
        hexadecimal(event.identifier.0)
        add("-")
        hexadecimal(event.identifier.1)
        add("@")
        add(Vocabulary.domains[event.domain])
        end()
    }

    private mutating func hexadecimal(_ number: UInt64) {
        var digits: [UInt8] = []
        for shift in stride(from: 60, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: number >> UInt64(shift) & 15)
            digits.append(digit < 10 ? 48 + digit : 55 + digit)
        }
        add(digits)
    }

    /// Writes a number of words separated by blanks, with an occasional comma or line break, escaped as TEXT.
    mutating func prose(_ count: Int, _ numbers: inout SeededNumbers) {
        for index in 0..<count {
            add(numbers.one(of: Vocabulary.words))
            guard index < count - 1 else { break }
            switch numbers.below(24) {
            case 0: add("\\, ")
            case 1: add(".\\n")
            case 2: add("\\; ")
            default: add(" ")
            }
        }
    }

    mutating func summary(_ numbers: inout SeededNumbers) {
        add("SUMMARY:")
        add(numbers.one(of: Vocabulary.subjects))
        add(" ")
        prose(numbers.within(1...5), &numbers)
        end()
    }

    mutating func location(_ numbers: inout SeededNumbers) {
        add("LOCATION:")
        add(numbers.one(of: Vocabulary.places))
        add(" ")
        add(numbers.within(1...400))
        end()
    }

    /// Writes ORGANIZER and a number of ATTENDEE properties.
    mutating func people(_ count: Int, _ numbers: inout SeededNumbers) {
        guard count > 0 else { return }
        add("ORGANIZER;CN=")
        person(&numbers)
        for index in 0..<count {
            add("ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=")
            if index > 8 { add("OPT-PARTICIPANT") } else { add("REQ-PARTICIPANT") }
            add(";PARTSTAT=")
            add(numbers.one(of: Vocabulary.answers))
            if numbers.percent(40) { add(";RSVP=TRUE") }
            add(";CN=")
            person(&numbers)
        }
    }

    /// Writes a common name, quoted if it contains a comma, and an address; ends the line.
    private mutating func person(_ numbers: inout SeededNumbers) {
        let given = numbers.one(of: Vocabulary.givenNames)
        let family = numbers.one(of: Vocabulary.familyNames)
        if numbers.percent(20) {
            add("\"")
            add(family)
            add(", ")
            add(given)
            add("\"")
        } else {
            add(given)
            add(" ")
            add(family)
        }
        add(":mailto:person")
        add(numbers.below(20_000))
        add("@")
        add(numbers.one(of: Vocabulary.domains))
        end()
    }

    /// Writes CATEGORIES with one to three names.
    mutating func categories(_ numbers: inout SeededNumbers) {
        add("CATEGORIES:")
        for index in 0..<numbers.within(1...3) {
            if index > 0 { add(",") }
            add(numbers.one(of: Vocabulary.categories))
        }
        end()
    }

    /// Writes URL and the properties that conferencing programs add.
    mutating func conference(_ numbers: inout SeededNumbers) {
        let number = Int(truncatingIfNeeded: numbers.next() >> 2)
        add("URL:https://meet.example.com/j/")
        add(number)
        add("?pwd=")
        hexadecimal(numbers.next())
        end()
        add("X-EXAMPLE-CONFERENCE;X-KIND=video:https://meet.example.com/j/")
        add(number)
        end()
    }

    /// Writes a VALARM that fires some minutes before the start.
    mutating func alarm(_ numbers: inout SeededNumbers) {
        line("BEGIN:VALARM")
        line("ACTION:DISPLAY")
        add("TRIGGER:-PT")
        add(numbers.one(of: [5, 10, 15, 30, 60, 1440]))
        add("M")
        end()
        line("DESCRIPTION:Reminder")
        line("END:VALARM")
    }
}

/// Names of components, properties, parameters and types, which jCal and xCal write in small letters.
///
/// Only the letters of ASCII change: what iCalendar allows in a name has no others, and so nothing depends on a
/// language.
enum ExchangeName {
    /// A name in small letters.
    static func small(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 &- 0x41 <= 25 }) else { return name }
        return String(decoding: name.utf8.map { $0 &- 0x41 <= 25 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// A name in capitals.
    static func capitals(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 &- 0x61 <= 25 }) else { return name }
        return String(decoding: name.utf8.map(Ascii.capital), as: UTF8.self)
    }

    /// Whether a name is made of letters, digits and hyphens alone (RFC 5545 section 3.1).
    static func isPlain(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy {
                Ascii.capital($0) &- 0x41 <= 25 || $0 &- 0x30 <= 9 || $0 == Ascii.minus
            }
    }

    /// The name of a property in capitals, or nil when it could not stand at the start of a content line.
    ///
    /// What is odd but reads back is kept, as it is in an iCalendar file.
    static func ofProperty(_ name: String) -> String? {
        name.utf8.allSatisfy(NameText.isTolerable) && !name.isEmpty ? capitals(name) : nil
    }

    /// The name of a parameter in capitals, or nil when it could not stand before an equals sign, where an iCalendar file
    /// may have any other byte.
    static func ofParameter(_ name: String) -> String? {
        guard let first = name.utf8.first, let last = name.utf8.last, !Ascii.isBlank(first),
            !Ascii.isBlank(last)
        else { return nil }
        let isKept = name.utf8.allSatisfy { byte in
            byte != Ascii.lineFeed && byte != Ascii.carriageReturn && byte != Ascii.colon
                && byte != Ascii.semicolon && byte != Ascii.equals
        }
        return isKept ? capitals(name) : nil
    }

    /// The name of a component in capitals, or nil when it could not stand after `BEGIN:`.
    static func ofComponent(_ name: String) -> String? {
        if let first = name.utf8.first, let last = name.utf8.last,
            Ascii.isBlank(first) || Ascii.isBlank(last)
        {
            return nil
        }
        let isKept = name.utf8.allSatisfy { byte in
            byte < 0x80 && byte != 0 && byte != Ascii.lineFeed && byte != Ascii.carriageReturn
        }
        return isKept ? capitals(name) : nil
    }
}

extension PropertyDefinition {
    /// What the RFCs say about the property of a name, or nil.
    static func named(_ name: String) -> PropertyDefinition? {
        place(of: name).map { all[$0] }
    }
}

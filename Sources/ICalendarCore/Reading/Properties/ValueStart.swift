/// Finds the colon in front of a property's value where its parameters hold colons that nobody quoted.
///
/// A value shows by its own form where it starts: a time by its digits, an address or a link by its scheme. It starts at
/// the first colon unless what follows there has another form, and what follows a later colon has the right one.
/// The later colon is searched for once a line, so that work is bounded.
struct ValueStart {
    /// How the value starts, or nil where nothing tells it from a parameter, as with a text.
    private var form: Form?
    /// From where the later colon was searched for, and where it is.
    private var searched: (from: Int, found: Int?)?
    private var isDeclared = false
    private let isOfUnknown: Bool

    /// What the beginning of a value looks like.
    private enum Form {
        /// A date or a time, a period of them, or a duration.
        case time
        /// `mailto:` or another scheme.
        case address
        /// A scheme.
        case link
        /// Letters and digits of BASE64.
        case binary
    }

    /// The start of a value that is written in this form unless VALUE says otherwise; nil for that of an unknown property.
    init(_ form: ValueForm?) {
        self.form = form.flatMap(Self.form)
        isOfUnknown = form == nil
    }

    private static func form(of form: ValueForm) -> Form? {
        switch form {
        case .moment, .duration, .period: .time
        case .calendarAddress: .address
        case .uri: .link
        case .binary: .binary
        default: nil
        }
    }

    /// Heeds a VALUE, which says how the value is written.
    mutating func heed(declaration parameter: Parameter) {
        guard !isDeclared, let kind = Value.Kind(rawValue: parameter.value.uppercased()) else { return }
        isDeclared = true
        // A value of the wrong type is read all the same, so that any time will do.
        if form == .time { return }
        form = Self.form(of: ValueForm(kind))
        searched = nil
    }

    /// Heeds that a parameter TZID follows, which only times have.
    mutating func heedZone() {
        guard isOfUnknown, form == nil else { return }
        form = .time
        searched = nil
    }

    /// Whether nothing tells the value from a parameter.
    var isUnknowable: Bool { form == nil }

    /// Whether the value starts behind this colon.
    mutating func isStart(_ line: Span<UInt8>, _ colon: Int) -> Bool {
        guard let form else { return true }
        let place = Self.passBlanks(line, colon + 1)
        switch form {
        case .time: if Self.isTime(line, place) { return true }
        case .address:
            if Self.isMailto(line, place) { return true }
            // `SENT-BY=mailto:a:mailto:b`: only a scheme that is known beats a mailto: that follows.
            if let isKnown = Self.link(line, behind: colon) {
                return isKnown || !isMailtoLater(line, than: colon)
            }
        case .link: if Self.link(line, behind: colon) != nil { return true }
        case .binary: if Self.isBinary(line, place) { return true }
        }
        return later(line, than: colon) == nil
    }

    /// The colon behind this one where the value starts, if the line has one that it can be told by.
    mutating func later(_ line: Span<UInt8>, than colon: Int) -> Int? {
        if searched == nil { searched = (colon, form.flatMap { Self.find($0, line, after: colon) }) }
        guard let found = searched?.found, found > colon else { return nil }
        return found
    }

    /// Whether another value starts behind a colon than the one that may stand there; `mailto:mailto:a@x.org` is one.
    mutating func isStartLater(_ line: Span<UInt8>, than colon: Int) -> Bool {
        guard let later = later(line, than: colon) else { return false }
        return later != colon + 7 || !Self.isMailto(line, colon + 1)
    }

    private mutating func isMailtoLater(_ line: Span<UInt8>, than colon: Int) -> Bool {
        later(line, than: colon).map { Self.isMailto(line, Self.passBlanks(line, $0 + 1)) } ?? false
    }

    /// Looks at every colon behind a place once.
    private static func find(_ form: Form, _ line: Span<UInt8>, after start: Int) -> Int? {
        var found: Int?
        var isMailtoFound = false
        var last: Int?
        var colon = start + 1
        while colon < line.count {
            guard line[colon] == Ascii.colon else {
                colon += 1
                continue
            }
            last = colon
            let place = passBlanks(line, colon + 1)
            switch form {
            case .time: if isTime(line, place) { return colon }
            case .link: if link(line, behind: colon) != nil { return colon }
            case .binary: if isBinary(line, place) { return colon }
            case .address:
                // The last address by mail counts, or else the first of any kind.
                if isMailto(line, place) {
                    found = colon
                    isMailtoFound = true
                } else if !isMailtoFound, found == nil, link(line, behind: colon) != nil {
                    found = colon
                }
            }
            colon = place
        }
        if form == .address, found == nil, let last, isPlainEmail(line, from: last + 1) { return last }
        return found
    }

    // MARK: - Beginnings

    private static func passBlanks(_ line: Span<UInt8>, _ start: Int) -> Int {
        var place = start
        while place < line.count, Ascii.isBlank(line[place]) { place += 1 }
        return place
    }

    /// Whether `20260610`, `2026-06-10` or a duration stands at a place.
    private static func isTime(_ line: Span<UInt8>, _ start: Int) -> Bool {
        var place = start
        if place < line.count, line[place] == Ascii.plus || line[place] == Ascii.minus { place += 1 }
        if place < line.count, Ascii.capital(line[place]) == 0x50 {
            place += 1
            guard place < line.count else { return true }
            return Ascii.isDigit(line[place]) || Ascii.capital(line[place]) == 0x54
                || line[place] == Ascii.minus || line[place] == Ascii.plus
        }
        guard place == start, Digits.fixed(line, at: place, count: 4) != nil else { return false }
        if Digits.fixed(line, at: place + 4, count: 4) != nil { return true }
        return place + 7 < line.count && line[place + 4] == Ascii.minus && line[place + 7] == Ascii.minus
            && Digits.fixed(line, at: place + 5, count: 2) != nil
    }

    /// The length of the scheme of a URI that stands at a place, without its colon; nil when there is none.
    ///
    /// A single letter is a drive of Windows.
    static func scheme(_ line: Span<UInt8>, _ start: Int) -> Int? {
        guard start < line.count, Ascii.isLetter(line[start]) else { return nil }
        var place = start + 1
        while place < line.count, place - start < mostOfScheme {
            let byte = line[place]
            if byte == Ascii.colon { return place - start > 1 ? place - start : nil }
            guard
                Ascii.isLetter(byte) || Ascii.isDigit(byte) || byte == Ascii.plus || byte == Ascii.minus
                    || byte == Ascii.point
            else { return nil }
            place += 1
        }
        return nil
    }

    private static let mostOfScheme = 32

    private static func has(_ word: String, _ line: Span<UInt8>, _ start: Int) -> Bool {
        guard start >= 0, start + word.utf8.count <= line.count else { return false }
        var place = start
        for byte in word.utf8 {
            guard Ascii.capital(line[place]) == Ascii.capital(byte) else { return false }
            place += 1
        }
        return true
    }

    private static func isMailto(_ line: Span<UInt8>, _ start: Int) -> Bool {
        guard start + 8 <= line.count else { return has("mailto:", line, start) }
        // MAILTO:
        return ByteWord(line, at: start).capitals(7) == 0x3A_4F54_4C49_414D
    }

    /// Whether the scheme of the link that starts behind a colon is known; nil when there is no link.
    ///
    /// Behind a blank any word with a colon may be meant, as in `LABEL=Call: team`, so that only a known scheme counts.
    private static func link(_ line: Span<UInt8>, behind colon: Int) -> Bool? {
        let place = passBlanks(line, colon + 1)
        guard let length = scheme(line, place) else { return nil }
        let isKnown = knownSchemes.contains { $0.utf8.count == length + 1 && has($0, line, place) }
        return isKnown || place == colon + 1 ? isKnown : nil
    }

    private static let knownSchemes = [
        "mailto:", "urn:", "http:", "https:", "ldap:", "tel:", "sip:", "sips:", "xmpp:", "invalid:", "cid:",
        "geo:",
        "data:", "file:", "ftp:", "webcal:",
    ]

    /// Whether the rest of a line is `local@domain`.
    private static func isPlainEmail(_ line: Span<UInt8>, from start: Int) -> Bool {
        let rest = line.trimmingBlanks(min(start, line.count)..<line.count)
        var signs = 0
        for place in rest {
            if Ascii.isBlank(line[place]) || line[place] == Ascii.quote { return false }
            if line[place] == 0x40 { signs += 1 }
        }
        return signs == 1 && line[rest.lowerBound] != 0x40 && line[rest.upperBound - 1] != 0x40
    }

    /// Whether the first bytes are those of BASE64.
    private static func isBinary(_ line: Span<UInt8>, _ start: Int) -> Bool {
        let end = min(line.count, start + 64)
        return start < end
            && (start..<end).allSatisfy {
                Ascii.isLetter(line[$0]) || Ascii.isDigit(line[$0]) || line[$0] == Ascii.plus
                    || line[$0] == Ascii.slash || line[$0] == Ascii.equals
            }
    }

    /// The name of a parameter that is known and starts at a place with an equals sign behind it; nil when there is none.
    ///
    /// A colon may stand for the equals sign where the name is one of an RFC.
    static func parameterName(_ line: Span<UInt8>, at start: Int) -> String? {
        var place = passBlanks(line, start)
        let first = place
        while place < line.count, place - first < 24,
            Ascii.isLetter(line[place]) || Ascii.isDigit(line[place]) || line[place] == Ascii.minus
        {
            place += 1
        }
        guard place > first, place < line.count else { return nil }
        let isEquals = line[place] == Ascii.equals
        guard isEquals || line[place] == Ascii.colon else { return nil }
        let name = ContentLine.capitals(line.extracting(first..<place))
        let isKnown = ParameterGrammar.named[name] != nil || isEquals && name.hasPrefix("X-")
        return isKnown ? name : nil
    }

    /// Whether a colon belongs to a link that nobody quoted, as in `ALTREP=http://example.com/a.html`; `range` is what stands
    /// in front of it.
    ///
    /// Asked where the value is a text, which may start with anything.
    static func isInLink(_ line: Span<UInt8>, _ range: Range<Int>, _ name: String) -> Bool {
        let colon = range.upperBound
        guard let grammar = ParameterGrammar.named[name], grammar.isLink else { return false }
        guard let length = scheme(line, range.lowerBound) else { return false }
        if range.lowerBound + length == colon {
            let isHierarchy = has("://", line, colon)
            guard isHierarchy || has("cid:", line, colon - 3) || has("mailto:", line, colon - 6) else {
                return false
            }
            var place = colon + 1
            while place < line.count, line[place] != Ascii.colon { place += 1 }
            return place < line.count
        }
        // The number of a port.
        var place = colon + 1
        while place < line.count, Ascii.isDigit(line[place]) { place += 1 }
        return place > colon + 1 && place < line.count && line[place] == Ascii.slash
    }
}

/// A search for the colon before a property's value in a line whose parameters contain unquoted colons.
///
/// The form of a value shows where it starts: a time is recognized by its digits, and an address or a link by its
/// scheme. The value starts at the first colon unless the text there has the wrong form and the text after a later
/// colon has the right form. Each line is searched only once for the later colon, which bounds the work.
struct ValueStart {
    /// The form of the value's start, or nil if a parameter could look the same, as with text.
    private var form: Form?
    /// The start and the result of the search for a later colon.
    private var searched: (from: Int, found: Int?)?
    private var isDeclared = false
    private let isOfUnknown: Bool

    /// The recognizable form at the start of a value.
    private enum Form {
        /// A date or time, a period, or a duration.
        case time
        /// An address with `mailto:` or another scheme.
        case address
        /// A link with a scheme.
        case link
        /// Base64 letters and digits.
        case binary
        /// The name of a rule part and an equals sign.
        case rule
    }

    /// Creates a search for a value of the given form, unless VALUE specifies a different form.
    ///
    /// A nil form represents an unknown property.
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
        case .recurrenceRule: .rule
        default: nil
        }
    }

    /// Applies a VALUE parameter, which declares the value's form.
    mutating func heed(declaration parameter: Parameter) {
        guard !isDeclared, let kind = Value.DataType(word: parameter.value) else { return }
        isDeclared = true
        // A value of the wrong type is still read, so any time is acceptable.
        if form == .time { return }
        form = Self.form(of: ValueForm(kind))
        searched = nil
    }

    /// Records a TZID parameter, which only times have.
    mutating func heedZone() {
        guard isOfUnknown, form == nil else { return }
        form = .time
        searched = nil
    }

    /// Whether the value could look like a parameter.
    var isUnknowable: Bool { form == nil }

    /// Returns whether the value starts after this colon.
    mutating func isStart(_ line: Span<UInt8>, _ colon: Int) -> Bool {
        guard let form else { return !isOfUnknown || !Self.isDeclaration(line, colon) }
        let place = Self.passBlanks(line, colon + 1)
        switch form {
        case .time: if Self.isTime(line, place) { return true }
        case .address:
            if Self.isMailto(line, place) { return true }
            // `SENT-BY=mailto:a:mailto:b`: only a known scheme takes precedence over a later mailto:.
            if let isKnown = Self.link(line, behind: colon) {
                return isKnown || !isMailtoLater(line, than: colon)
            }
        case .link: if Self.link(line, behind: colon) != nil { return true }
        case .binary: if Self.isBinary(line, place) { return true }
        case .rule: if Self.isRule(line, place) { return true }
        }
        return later(line, than: colon) == nil
    }

    /// Returns the later colon after which the value recognizably starts, or nil if there is none.
    mutating func later(_ line: Span<UInt8>, than colon: Int) -> Int? {
        if searched == nil { searched = (colon, form.flatMap { Self.find($0, line, after: colon) }) }
        guard let found = searched?.found, found > colon else { return nil }
        return found
    }

    /// Returns whether the value of a known property starts after the semicolon at the given offset, as in
    /// `DTSTART;20260330T091500` and `SUMMARY;Lunch`.
    ///
    /// The name must be in uppercase, because `Summary; lunch` is likely to be a line of text.
    func isBehindSemicolon(_ line: Span<UInt8>, _ name: Range<Int>, _ semicolon: Int) -> Bool {
        var place = semicolon + 1
        // Nearly always, a parameter follows.
        while place < line.count, Ascii.isLetter(line[place]) || line[place] == Ascii.minus { place += 1 }
        if place < line.count, line[place] == Ascii.equals, form != .rule { return false }
        place = Self.passBlanks(line, semicolon + 1)
        guard place < line.count, !isOfUnknown, name.allSatisfy({ line[$0] < 0x61 }) else { return false }
        switch form {
        case .address, .link: return Self.link(line, behind: semicolon) == true
        case .rule: return Self.isRule(line, place) && !Self.has(Ascii.colon, line, from: place)
        case .time: return Self.isTime(line, place) && !Self.has(Ascii.equals, line, from: place)
        case .binary, nil:
            return !(place..<line.count).contains { line[$0] == Ascii.equals || line[$0] == Ascii.colon }
        }
    }

    private static func has(_ byte: UInt8, _ line: Span<UInt8>, from start: Int) -> Bool {
        (start..<line.count).contains { line[$0] == byte }
    }

    /// Returns whether the value starts after a second colon directly after the given one, as in
    /// `DTSTART::20260330T091500Z`.
    mutating func isDoubled(_ line: Span<UInt8>, _ colon: Int) -> Bool {
        colon + 1 < line.count && line[colon + 1] == Ascii.colon && later(line, than: colon) == colon + 1
    }

    /// Returns whether another value starts after a colon; `mailto:mailto:a@x.org` counts as one value.
    mutating func isStartLater(_ line: Span<UInt8>, than colon: Int) -> Bool {
        guard let later = later(line, than: colon) else { return false }
        return later != colon + 7 || !Self.isMailto(line, colon + 1)
    }

    private mutating func isMailtoLater(_ line: Span<UInt8>, than colon: Int) -> Bool {
        later(line, than: colon).map { Self.isMailto(line, Self.passBlanks(line, $0 + 1)) } ?? false
    }

    /// Examines each colon after the given offset once.
    private static func find(_ form: Form, _ line: Span<UInt8>, after start: Int) -> Int? {
        var found: Int?
        var isMailtoFound = false
        var last: Int?
        var path: Int?
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
            case .rule: if isRule(line, place) { return colon }
            case .address:
                // The last `mailto:` address takes precedence, then the first address of any kind.
                if isMailto(line, place) {
                    found = colon
                    isMailtoFound = true
                } else if !isMailtoFound, found == nil, link(line, behind: colon) != nil {
                    found = colon
                } else if isPath(line, place) {
                    path = colon
                }
            }
            colon = place
        }
        if form == .address, found == nil, let last, !has("mailto:", line, last - 6),
            isPlainEmail(line, from: last + 1)
        {
            return last
        }
        return found ?? path
    }

    // MARK: - Value starts

    private static func passBlanks(_ line: Span<UInt8>, _ start: Int) -> Int {
        var place = start
        while place < line.count, Ascii.isBlank(line[place]) { place += 1 }
        return place
    }

    /// Returns whether a date such as `20260610` or `2026-06-10`, or a duration, starts at the given offset.
    private static func isTime(_ line: Span<UInt8>, _ start: Int) -> Bool {
        var place = start
        if place < line.count, line[place] == Ascii.plus || line[place] == Ascii.minus { place += 1 }
        if place < line.count, Ascii.capital(line[place]) == 0x50 {
            place += 1
            guard place < line.count else { return true }
            return Ascii.isDigit(line[place]) || Ascii.capital(line[place]) == 0x54
                || line[place] == Ascii.minus || line[place] == Ascii.plus
        }
        guard place == start, line.digits(at: place, count: 4) != nil else { return false }
        if line.digits(at: place + 4, count: 4) != nil { return true }
        return place + 7 < line.count && line[place + 4] == Ascii.minus && line[place + 7] == Ascii.minus
            && line.digits(at: place + 5, count: 2) != nil
    }

    /// Returns the length of the URI scheme at the given offset, without its colon, or nil for text without a scheme.
    ///
    /// A single letter is a Windows drive, not a scheme.
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

    /// Returns whether `mailto:` starts at the given offset or after misplaced punctuation there, as in
    /// `<mailto:a@x.org>`.
    private static func isMailto(_ line: Span<UInt8>, _ start: Int) -> Bool {
        if isPlainMailto(line, start) { return true }
        var place = start
        while place < line.count,
            line[place] == 0x3C || line[place] == Ascii.quote || line[place] == Ascii.comma
        {
            place += 1
        }
        return place > start && isPlainMailto(line, place)
    }

    static func isPlainMailto(_ line: Span<UInt8>, _ start: Int) -> Bool {
        guard start + 8 <= line.count else { return has("mailto:", line, start) }
        // MAILTO:
        return ByteWord(line, at: start).capitals(7) == 0x3A_4F54_4C49_414D
    }

    /// Returns whether the link after a colon has a known scheme, or nil if no link follows.
    ///
    /// After a blank, only a known scheme counts, because any word may be followed by a colon, as in
    /// `LABEL=Call: team`.
    private static func link(_ line: Span<UInt8>, behind colon: Int) -> Bool? {
        let place = passBlanks(line, colon + 1)
        guard let length = scheme(line, place) else { return nil }
        let isKnown = isKnownScheme(line, place, length)
        return isKnown || place == colon + 1 ? isKnown : nil
    }

    private static func isKnownScheme(_ line: Span<UInt8>, _ start: Int, _ length: Int) -> Bool {
        knownSchemes.contains { $0.utf8.count == length + 1 && has($0, line, start) }
    }

    private static let knownSchemes = [
        "mailto:", "urn:", "http:", "https:", "ldap:", "tel:", "sip:", "sips:", "xmpp:", "invalid:", "cid:",
        "geo:",
        "data:", "file:", "ftp:", "webcal:", "message:", "mid:", "tag:",
    ]

    /// Returns whether a path on a calendar server, such as `/principals/users/jane/`, starts at the given offset.
    private static func isPath(_ line: Span<UInt8>, _ start: Int) -> Bool {
        start + 1 < line.count && line[start] == Ascii.slash && line[start + 1] != Ascii.slash
    }

    /// Returns whether the rest of a line has the form `local@domain` or `<local@domain>`.
    private static func isPlainEmail(_ line: Span<UInt8>, from start: Int) -> Bool {
        var rest = line.trimmingBlanks(min(start, line.count)..<line.count)
        if rest.count > 2, line[rest.lowerBound] == 0x3C, line[rest.upperBound - 1] == 0x3E {
            rest = rest.lowerBound + 1..<rest.upperBound - 1
        }
        var signs = 0
        for place in rest {
            switch line[place] {
            case Ascii.quote, 0x3C, 0x3E: return false
            default: if Ascii.isBlank(line[place]) { return false }
            }
            if line[place] == 0x40 { signs += 1 }
        }
        return signs == 1 && line[rest.lowerBound] != 0x40 && line[rest.upperBound - 1] != 0x40
    }

    /// Returns whether a rule part, such as `FREQ=`, starts at the given offset.
    private static func isRule(_ line: Span<UInt8>, _ start: Int) -> Bool {
        // Nearly all rules start with FREQ.
        if has("FREQ=", line, start) { return true }
        var place = start
        while place < line.count, Ascii.isLetter(line[place]) { place += 1 }
        guard place > start else { return false }
        let name = ContentLine.capitals(line.extracting(start..<place))
        return RuleText.names.contains(name) && passBlanks(line, place) < line.count
            && line[passBlanks(line, place)] == Ascii.equals
    }

    /// Returns whether the first bytes are Base64.
    private static func isBinary(_ line: Span<UInt8>, _ start: Int) -> Bool {
        let end = min(line.count, start + 64)
        return start < end
            && (start..<end).allSatisfy {
                Ascii.isLetter(line[$0]) || Ascii.isDigit(line[$0]) || line[$0] == Ascii.plus
                    || line[$0] == Ascii.slash || line[$0] == Ascii.equals
            }
    }

    /// Returns the name of a known parameter at the given offset if an equals sign follows it, or nil otherwise.
    ///
    /// After a name defined by an RFC, a colon may replace the equals sign.
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

    /// Returns the name of a known parameter after a colon, or nil otherwise.
    ///
    /// A semicolon may follow the colon, as in `ATTENDEE:;ROLE=CHAIR:mailto:a@x.org`.
    static func parameterName(_ line: Span<UInt8>, behind colon: Int) -> String? {
        let isExtra = colon + 1 < line.count && line[colon + 1] == Ascii.semicolon
        return parameterName(line, at: colon + (isExtra ? 2 : 1))
    }

    /// Returns whether a type and a duration follow a colon, as in `X-PUBLISHED-TTL:VALUE=DURATION:PT1H`.
    private static func isDeclaration(_ line: Span<UInt8>, _ colon: Int) -> Bool {
        let declaration = "VALUE=DURATION:"
        guard colon + 1 < line.count, line[colon + 1] | 0x20 == 0x76, has(declaration, line, colon + 1) else {
            return false
        }
        return isTime(line, colon + 1 + declaration.utf8.count)
    }

    /// Returns whether a colon belongs to an unquoted link, as in `ALTREP=http://example.com/a.html`.
    ///
    /// `range` is the part of the link before the colon. Call this only for text values, which may start with
    /// anything.
    static func isInLink(_ line: Span<UInt8>, _ range: Range<Int>, _ name: String) -> Bool {
        let colon = range.upperBound
        guard let grammar = ParameterGrammar.named[name], grammar.isLink else { return false }
        guard let length = scheme(line, range.lowerBound) else { return false }
        if range.lowerBound + length == colon {
            guard has("://", line, colon) || isKnownScheme(line, range.lowerBound, length) else {
                return false
            }
            var place = colon + 1
            while place < line.count, line[place] != Ascii.colon { place += 1 }
            return place < line.count
        }
        // `urn:uuid:...` and `tag:example.com,2026:...` contain a second colon.
        let isNamed = has("urn:", line, range.lowerBound) || has("tag:", line, range.lowerBound)
        let first = range.lowerBound + length + 1
        if isNamed, !(first..<colon).contains(where: { line[$0] == Ascii.colon }) { return true }
        // Skips a port number, or nothing after a Windows drive letter.
        var place = colon + 1
        if place < line.count, line[place] == Ascii.slash, Ascii.isLetter(line[colon - 1]),
            line[colon - 2] == Ascii.slash
        {
            return true
        }
        while place < line.count, Ascii.isDigit(line[place]) { place += 1 }
        return place > colon + 1 && place < line.count && line[place] == Ascii.slash
    }
}

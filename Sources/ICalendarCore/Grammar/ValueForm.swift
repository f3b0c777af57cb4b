/// How a value is written: the value types of RFC 5545 section 3.3, and the properties that have a form of their own.
package enum ValueForm: Sendable, Hashable, CaseIterable {
    /// TEXT, one value.
    case text
    /// TEXT that series and zones are made by before anything else is decoded: UID, TZID, TZNAME.
    case identifier
    /// TEXT, a list.
    case textList
    case uri
    case calendarAddress
    /// One of a few words, such as CLASS and TRANSP.
    case enumeration
    case status
    /// DATE or DATE-TIME, whichever the text is.
    case moment
    case time
    case duration
    case period
    case recurrenceRule
    case integer
    case float
    case boolean
    case utcOffset
    case geo
    case requestStatus
    case binary
    /// A type that nobody knows.
    case unknown

    package init(_ kind: Value.Kind) {
        self =
            switch kind {
            case .binary: .binary
            case .boolean: .boolean
            case .calendarAddress: .calendarAddress
            case .date, .dateTime: .moment
            case .duration: .duration
            case .float: .float
            case .integer: .integer
            case .period: .period
            case .recur: .recurrenceRule
            case .text, .uid: .text
            case .time: .time
            case .uri, .xmlReference: .uri
            case .utcOffset: .utcOffset
            }
    }

    /// The value type of what is written so, where a property does not have another one.
    var usualKind: Value.Kind {
        switch self {
        case .moment: .dateTime
        case .geo: .float
        default: Value.Kind.allCases.first { ValueForm($0) == self } ?? .text
        }
    }

    /// The longest value that is handed to libical, in bytes: it copies a value about five times, and scans it with
    /// functions that start at its first byte each time.
    static let longestForLibical = 64 << 10

    /// Whether libical decides what a value says, where ``asksLibical(_:traits:)`` says so; else this package does.
    ///
    /// There is one decider a form, so no form is read in two ways.
    ///
    /// libical is the parser of record for what it reads rightly: what escapes mean, and words. Swift decides what counting
    /// needs before anything is decoded, and what libical 3.0.16 is measured to get wrong. Parameters are decided by Swift on
    /// every line: VALUE, TZID and RANGE are needed before anything is decoded, and libical drops what follows the first of
    /// several quoted values (`MEMBER="a","b"`), drops unknown names, moves everything after the hundredth parameter into the
    /// value, and takes a backslash for an escape of a quote. So libical is fed the value alone.
    var isForLibical: Bool {
        switch self {
        // Read rightly by libical, within the guards below.
        case .text, .enumeration: true
        // Nothing is to be decided: libical gives back the bytes that it is given. Its 0.05 us a value, and the copies
        // there and back, were a tenth of the time of decoding a calendar, plain texts included. A test compares
        // what is read with libical's own parser, on the corpus and on values made by chance.
        case .uri, .calendarAddress: false
        // Needed to sort components into series and zones, so that counting never wakes libical. STATUS is among
        // them because hiding what is cancelled is a matter of counting.
        case .identifier, .status: false
        // libical splits `A,B\,C` in the wrong place (it looks three bytes back for a backslash), drops the 501st
        // value without a word, and stops at the first bad one.
        case .textList: false
        // libical accepts 31 February, month 13 and 25 o'clock as they are; and the screen needs dates.
        case .moment, .time: false
        // libical reads `P`, `PT` and `PT5` as no time, and P99999999999D modulo 2^32, all in silence.
        case .duration: false
        // Made of dates and durations; libical drops every value of a list after a bad one.
        case .period: false
        // libical cuts INTERVAL to 16 bits, accepts BYDAY=255SU, and refuses a rule with an unknown part.
        case .recurrenceRule: false
        // libical uses atoi: `abc` is 0, 99999999999 is 1215752191.
        case .integer: false
        // libical uses atof and localeconv: the answer depends on the locale, and `foo` is 0.
        case .float, .geo: false
        // libical has no BOOLEAN property and gives none back.
        case .boolean: false
        // libical reads `foo` as +0000 and wraps +9999 round.
        case .utcOffset: false
        // libical keeps a pointer into a buffer that it uses again (use after free), and replaces the description by
        // a text of its own.
        case .requestStatus: false
        // libical neither decodes nor checks it, and copies it several times.
        case .binary: false
        // libical drops the value of a property whose name it does not know, and undoes escapes in those of X- names
        // without a way back. A line that says X-LIC-ERROR would pass for an error of libical's own.
        case .unknown: false
        }
    }

    /// Whether libical is asked what a value of the form means.
    ///
    /// It is not asked where it does not do as RFC 5545 says: an empty value (libical removes the property), blanks at
    /// the ends (it strips them), bytes that are not UTF-8 and control characters (kept raw, and NUL cuts the value
    /// off), an escape that RFC 5545 does not have (it makes a space of `\x` and a tab of `\t`), any backslash in an
    /// enumeration, and values that are very long. Nor is it asked about a text without a backslash, of which there is
    /// nothing to be decided, as with a URI. The caller has checked that high bytes are UTF-8.
    func asksLibical(_ text: Span<UInt8>, traits: ByteTraits) -> Bool {
        let hasEscape = traits.contains(.backslash)
        guard self == .text ? hasEscape : self == .enumeration && !hasEscape else { return false }
        guard !text.isEmpty, text.count <= Self.longestForLibical, !traits.contains(.control) else {
            return false
        }
        guard !Ascii.isBlank(text[0]), !Ascii.isBlank(text[text.count - 1]) else { return false }
        return !hasEscape || TextEscapes.areAllKnown(text)
    }
}

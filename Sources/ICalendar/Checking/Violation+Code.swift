extension Violation {
    /// The kind of a violation: a name that stays the same when the message is reworded.
    ///
    /// A struct rather than an enum, so that new kinds break nobody's `switch`. Where there is a repair, its note says
    /// what it does; of a kind without a note nothing is mended.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name, such as `missing-property`.
        public let description: String

        /// A kind of this name.
        init(_ name: String) {
            description = name
        }
    }
}

/// What a component holds.
extension Violation.Code {
    /// A property that must be there is not.
    ///
    /// Mended: UID is made from the content, as reading makes it; DTSTAMP is LAST-MODIFIED or CREATED, or else the
    /// first second of 1970; PRODID names this package; VERSION is 2.0.
    public static let missingProperty = Self("missing-property")
    /// A property that may stand once stands again.
    ///
    /// Mended: the first stands, the others are left out.
    public static let repeatedProperty = Self("repeated-property")
    /// A property that has no place in its component.
    public static let misplacedProperty = Self("misplaced-property")
    /// A component that has no place where it stands.
    public static let misplacedComponent = Self("misplaced-component")
    /// A component that must be there is not: any in a VCALENDAR, an observance in a VTIMEZONE.
    public static let missingComponent = Self("missing-component")
    /// Two properties that exclude each other.
    ///
    /// Mended: of DTEND and DURATION, DTEND stands.
    public static let exclusiveProperties = Self("exclusive-properties")
    /// A property that needs another one.
    public static let requiredTogether = Self("required-together")
    /// Something that RFC 5545 no longer has, such as EXRULE.
    public static let deprecated = Self("deprecated")
}

/// What a value says.
extension Violation.Code {
    /// A value that its type does not allow; it is not used.
    public static let badValue = Self("bad-value")
    /// A value whose meaning is clear but that is not written as its type wants it, such as `T240000`.
    ///
    /// Mended: written anew, as it is read.
    public static let valueForm = Self("value-form")
    /// A value of another type than VALUE or the property's default says.
    ///
    /// Mended: VALUE says what the value is, where the property may hold that.
    public static let valueType = Self("value-type")
    /// Values of several types in one property.
    public static let mixedTypes = Self("mixed-types")
    /// A number beyond its bounds.
    public static let outOfRange = Self("out-of-range")
    /// A word that the property does not have.
    public static let unknownWord = Self("unknown-word")
    /// A time that must be in UTC and is not.
    ///
    /// Mended: without a TZID it is read as if it were in UTC, so that it is written with a Z.
    public static let notUTC = Self("not-utc")
    /// A time in UTC or with a zone where a local one must stand, or the other way round.
    public static let notLocal = Self("not-local")
    /// A TZID on a date, or on a time in UTC.
    ///
    /// Mended: the TZID is left out; it says nothing there.
    public static let needlessTimeZone = Self("needless-time-zone")
    /// What is no URI.
    public static let badURI = Self("bad-uri")
    /// An address that is no URI.
    ///
    /// Mended: a bare mail address gets its `mailto:`.
    public static let badAddress = Self("bad-address")
    /// A comma, semicolon or backslash of a text without its escape, or an escape that there is none.
    ///
    /// Mended: written with the right escapes, as it is read.
    public static let unescapedText = Self("unescaped-text")
    /// A control character.
    ///
    /// Mended: NUL is left out, as reading does; others stay.
    public static let controlCharacter = Self("control-character")
    /// Bytes that are not UTF-8.
    ///
    /// Mended: they are read as Windows-1252 and written as UTF-8.
    public static let notUTF8 = Self("not-utf-8")
    /// Second 60, which hardly any program knows.
    ///
    /// Mended: it is read as 59, and written so.
    public static let leapSecond = Self("leap-second")
    /// A VERSION that is not 2.0.
    public static let version = Self("version")
    /// A name that is written as no name may be.
    ///
    /// Mended: blanks around it are left out.
    public static let nameForm = Self("name-form")
}

/// What a parameter says.
extension Violation.Code {
    /// A parameter that its property does not have.
    public static let misplacedParameter = Self("misplaced-parameter")
    /// A parameter that stands again.
    ///
    /// Mended: the first stands, unless it is one of several values.
    public static let repeatedParameter = Self("repeated-parameter")
    /// A parameter that is written as none may be: no value, no name, an open quote.
    ///
    /// Mended: written anew, as it is read.
    public static let parameterForm = Self("parameter-form")
    /// A value that the parameter does not have.
    ///
    /// Mended: a VALUE that the property does not allow is left out.
    public static let parameterValue = Self("parameter-value")
    /// A parameter that must be there is not.
    ///
    /// Mended: ENCODING=BASE64 and VALUE=BINARY come together; VALUE says the type where it must.
    public static let missingParameter = Self("missing-parameter")
}

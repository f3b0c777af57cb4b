extension Violation {
    /// The kind of a violation: a name that stays the same when the message is reworded.
    ///
    /// A struct rather than an enum, so that new kinds break nobody's `switch`. Where there is a repair, its note says
    /// what it does; kinds without a note have no repair.
    ///
    /// ```swift
    /// let kinds = Dictionary(grouping: calendar.validate(), by: \.code)
    /// for (code, violations) in kinds { print(code, violations.count) }  // missing-property 3
    /// ```
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name, which a program may print or match:
        /// `Violation.Code.missingProperty.description // "missing-property"`.
        public let description: String

        /// A kind of this name.
        init(_ name: String) {
            description = name
        }
    }
}

/// What a component holds.
extension Violation.Code {
    /// A property that must be there is not: a VEVENT without `UID`.
    ///
    /// Repair: UID is made from the content, as reading makes it; DTSTAMP is LAST-MODIFIED or CREATED, or else the
    /// first second of 1970; PRODID names this package; VERSION is 2.0. An alarm is shown (ACTION:DISPLAY), and its
    /// DESCRIPTION is the event's SUMMARY, or `Reminder`. An alarm without TRIGGER is left out, as it never goes off, but
    /// for one at a place, which gets the trigger that RFC 9074 shows; so is a VTIMEZONE without TZID, and an observance
    /// that reading ignores. TZOFFSETFROM is what is read.
    public static let missingProperty = Self("missing-property")
    /// A property that may stand once stands again: a second `SUMMARY` in one VEVENT.
    ///
    /// Repair: keeps the first and removes the others.
    public static let repeatedProperty = Self("repeated-property")
    /// A property that has no place in its component: `PERCENT-COMPLETE:40` in a VEVENT.
    public static let misplacedProperty = Self("misplaced-property")
    /// A component that has no place where it stands: `BEGIN:VALARM` in a VJOURNAL.
    public static let misplacedComponent = Self("misplaced-component")
    /// A component that must be there is not: any in a VCALENDAR, `STANDARD` or `DAYLIGHT` in a VTIMEZONE.
    ///
    /// Repair: an empty VCALENDAR gets the definition of UTC, and a VTIMEZONE that defines nothing is left out.
    public static let missingComponent = Self("missing-component")
    /// Two properties that exclude each other: `DTEND:20260330T160000Z` beside `DURATION:PT1H`.
    ///
    /// Repair: removes DURATION if there is a DTEND.
    public static let exclusiveProperties = Self("exclusive-properties")
    /// A property that needs another one: `REPEAT:3` in a VALARM without a DURATION.
    ///
    /// Repair: REPEAT or DURATION of a VALARM is left out without the other, and DTEND of an event without DTSTART.
    public static let requiredTogether = Self("required-together")
    /// Something that RFC 5545 no longer has: `EXRULE:FREQ=WEEKLY`, `ACTION:PROCEDURE`.
    public static let deprecated = Self("deprecated")
}

/// What a value says.
extension Violation.Code {
    /// A value that its type does not allow: `DTSTART:20260231T100000`, as February has no 31st; it is ignored.
    ///
    /// Repair where a component may stand without it, as reading does: `PRIORITY:high` is left out, and what cannot be
    /// read of a list. An event whose start cannot be read never happens, nor does an alarm whose trigger cannot be read
    /// go off: they are left out as a whole (``Repair/isLoss``).
    public static let badValue = Self("bad-value")
    /// A value whose meaning is clear but that is not written as its type wants it: `DTSTART:20260330T240000`.
    ///
    /// Repair: rewrites it as it is read.
    public static let valueForm = Self("value-form")
    /// A value of another type than VALUE or the property's default says: `DTSTART:20260330`, a date without
    /// `VALUE=DATE`.
    ///
    /// Repair: VALUE says what the value is, where the property may hold that. A day in the place of a time in UTC, as in
    /// `DTSTAMP:20260330`, becomes its midnight; where DTSTAMP decides between revisions the first second of 1970.
    public static let valueType = Self("value-type")
    /// Values of several types in one property: `RDATE:20260330,20260331T080000`.
    public static let mixedTypes = Self("mixed-types")
    /// A number beyond its bounds: `PRIORITY:10`, where 9 is the last.
    ///
    /// Repair: PRIORITY and PERCENT-COMPLETE are left out, and offsets of days as reading does without them.
    public static let outOfRange = Self("out-of-range")
    /// A word that the property does not allow: `STATUS:DRAFT` in a VEVENT.
    ///
    /// A word that is allowed but that no RFC defines, such as `CLASS:SECRET`, is a warning.
    ///
    /// Repair: removes a property whose word is not allowed.
    public static let unknownWord = Self("unknown-word")
    /// A time that must be in UTC and is not: `DTSTAMP:20260301T080000`.
    ///
    /// Repair: without a TZID it is read as if it were in UTC, so that it is written with a Z, as is FREEBUSY.
    public static let notUTC = Self("not-utc")
    /// A time in UTC or with a zone where a local one must stand: `DTSTART:19961027T030000Z` in a STANDARD.
    ///
    /// Repair: it becomes the local time as which it is read.
    public static let notLocal = Self("not-local")
    /// A TZID on a date, or on a time in UTC: `DTSTART;TZID=Europe/Berlin:20260330T080000Z`.
    ///
    /// Repair: removes the TZID, which has no meaning there.
    public static let needlessTimeZone = Self("needless-time-zone")
    /// A value that is not a URI: `URL:see our page`.
    public static let badURI = Self("bad-uri")
    /// An address that is not a URI: `ATTENDEE:sam@client.example`.
    ///
    /// Repair: adds `mailto:` to a bare email address, removes blanks, and removes an address that names nobody.
    public static let badAddress = Self("bad-address")
    /// A comma, semicolon or backslash of a text without its escape, or an escape that there is none:
    /// `SUMMARY:Glaze, then fire`.
    ///
    /// Repair: rewrites the text with correct escapes, as it is read.
    public static let unescapedText = Self("unescaped-text")
    /// A control character, such as NUL: `LOCATION:Room\0 4`.
    ///
    /// Repair: removes them, except from properties that decide when something happens or identify it, such as UID.
    /// Without the characters these could have another meaning. NUL is always removed.
    public static let controlCharacter = Self("control-character")
    /// Bytes that are not UTF-8, as in a file of Windows-1252: `SUMMARY:Caf\xE9`.
    ///
    /// Repair: reads them as Windows-1252 and writes UTF-8.
    public static let notUTF8 = Self("not-utf-8")
    /// Second 60, which hardly any program knows: `DTSTAMP:20161231T235960Z`.
    ///
    /// Repair: writes 59, as it is read.
    public static let leapSecond = Self("leap-second")
    /// A VERSION that is not 2.0: `VERSION:1.0`, as vCalendar has it.
    ///
    /// Repair: removes blanks around 2.0.
    public static let version = Self("version")
    /// A word, a rule or the name of a parameter in small letters, which some programs do not know: `STATUS:confirmed`,
    /// `ORGANIZER;Cn=Tom:mailto:tom@client.example`.
    ///
    /// Repair: written in capitals.
    public static let letterCase = Self("letter-case")
    /// A name that is written as no name may be: `X_ODD.NAME:1`, `BEGIN:` without a name.
    ///
    /// Repair: a component without one is left out; of a property blanks around it are left out; any other becomes an X- name, `X-ODD-NAME`.
    public static let nameForm = Self("name-form")
}

/// What a parameter says.
extension Violation.Code {
    /// A parameter that its property does not have: `SUMMARY;PARTSTAT=ACCEPTED:Talk`.
    public static let misplacedParameter = Self("misplaced-parameter")
    /// A repeated parameter: `ATTENDEE;CN=Sam;CN=Samuel:mailto:sam@client.example`.
    ///
    /// Repair: keeps the first; merges the values of a list parameter.
    public static let repeatedParameter = Self("repeated-parameter")
    /// A malformed parameter: one without a value, a name or the quotes that it needs:
    /// `SUMMARY;LANGUAGE:Hello`, `ATTENDEE;CN=Doe, Jane:mailto:jane@client.example`.
    ///
    /// Repair: rewrites it as it is read.
    public static let parameterForm = Self("parameter-form")
    /// A value that the parameter does not allow: `ATTENDEE;RSVP=PERHAPS:mailto:sam@client.example`.
    ///
    /// Repair: removes a VALUE that the property does not allow and blanks around a word; keeps the first of several
    /// values if only one is allowed.
    public static let parameterValue = Self("parameter-value")
    /// A parameter that must be there is not: `ATTACH;ENCODING=BASE64:SGVsbG8=` without `VALUE=BINARY`.
    ///
    /// Repair: adds whichever of ENCODING=BASE64 and VALUE=BINARY is missing, and VALUE where it is required.
    public static let missingParameter = Self("missing-parameter")
}

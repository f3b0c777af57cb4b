extension Violation {
    /// The kind of a violation: a name that stays the same when the message is reworded.
    ///
    /// A struct rather than an enum, so that new kinds break nobody's `switch`. Where there is a repair, its note says
    /// what it does; of a kind without a note nothing is mended.
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
    /// Mended: UID is made from the content, as reading makes it; DTSTAMP is LAST-MODIFIED or CREATED, or else the
    /// first second of 1970; PRODID names this package; VERSION is 2.0. An alarm is shown (ACTION:DISPLAY), and its
    /// DESCRIPTION is the event's SUMMARY, or `Reminder`. An alarm without TRIGGER is left out, as it never goes off, but
    /// for one at a place, which gets the trigger that RFC 9074 shows; so is a VTIMEZONE without TZID, and an observance
    /// that reading ignores. TZOFFSETFROM is what is read.
    public static let missingProperty = Self("missing-property")
    /// A property that may stand once stands again: a second `SUMMARY` in one VEVENT.
    ///
    /// Mended: the first stands, the others are left out.
    public static let repeatedProperty = Self("repeated-property")
    /// A property that has no place in its component: `PERCENT-COMPLETE:40` in a VEVENT.
    public static let misplacedProperty = Self("misplaced-property")
    /// A component that has no place where it stands: `BEGIN:VALARM` in a VJOURNAL.
    public static let misplacedComponent = Self("misplaced-component")
    /// A component that must be there is not: any in a VCALENDAR, `STANDARD` or `DAYLIGHT` in a VTIMEZONE.
    ///
    /// Mended: an empty VCALENDAR gets the definition of UTC, and a VTIMEZONE that defines nothing is left out.
    public static let missingComponent = Self("missing-component")
    /// Two properties that exclude each other: `DTEND:20260330T160000Z` beside `DURATION:PT1H`.
    ///
    /// Mended: of DTEND and DURATION, DTEND stands.
    public static let exclusiveProperties = Self("exclusive-properties")
    /// A property that needs another one: `REPEAT:3` in a VALARM without a DURATION.
    ///
    /// Mended: REPEAT or DURATION of a VALARM is left out without the other, and DTEND of an event without DTSTART.
    public static let requiredTogether = Self("required-together")
    /// Something that RFC 5545 no longer has: `EXRULE:FREQ=WEEKLY`, `ACTION:PROCEDURE`.
    public static let deprecated = Self("deprecated")
}

/// What a value says.
extension Violation.Code {
    /// A value that its type does not allow: `DTSTART:20260231T100000`, as February has no 31st; it is not used.
    ///
    /// Mended where a component may stand without it, as reading does: `PRIORITY:high` is left out, and what cannot be
    /// read of a list. An event whose start cannot be read never happens, nor does an alarm whose trigger cannot be read
    /// go off: they are left out as a whole (``Repair/isLoss``).
    public static let badValue = Self("bad-value")
    /// A value whose meaning is clear but that is not written as its type wants it: `DTSTART:20260330T240000`.
    ///
    /// Mended: written anew, as it is read.
    public static let valueForm = Self("value-form")
    /// A value of another type than VALUE or the property's default says: `DTSTART:20260330`, a date without
    /// `VALUE=DATE`.
    ///
    /// Mended: VALUE says what the value is, where the property may hold that. A day in the place of a time in UTC, as in
    /// `DTSTAMP:20260330`, becomes its midnight; where DTSTAMP decides between revisions the first second of 1970.
    public static let valueType = Self("value-type")
    /// Values of several types in one property: `RDATE:20260330,20260331T080000`.
    public static let mixedTypes = Self("mixed-types")
    /// A number beyond its bounds: `PRIORITY:10`, where 9 is the last.
    ///
    /// Mended: PRIORITY and PERCENT-COMPLETE are left out, and offsets of days as reading does without them.
    public static let outOfRange = Self("out-of-range")
    /// A word that the property does not have: `STATUS:DRAFT` in a VEVENT; a warning for a word that may stand there and
    /// that no RFC knows, such as `CLASS:SECRET`.
    ///
    /// Mended: one that may not stand there is left out, as it means nothing.
    public static let unknownWord = Self("unknown-word")
    /// A time that must be in UTC and is not: `DTSTAMP:20260301T080000`.
    ///
    /// Mended: without a TZID it is read as if it were in UTC, so that it is written with a Z, as is FREEBUSY.
    public static let notUTC = Self("not-utc")
    /// A time in UTC or with a zone where a local one must stand: `DTSTART:19961027T030000Z` in a STANDARD.
    ///
    /// Mended: it becomes the local time as which it is read.
    public static let notLocal = Self("not-local")
    /// A TZID on a date, or on a time in UTC: `DTSTART;TZID=Europe/Berlin:20260330T080000Z`.
    ///
    /// Mended: the TZID is left out; it says nothing there.
    public static let needlessTimeZone = Self("needless-time-zone")
    /// What is no URI: `URL:see our page`.
    public static let badURI = Self("bad-uri")
    /// An address that is no URI: `ATTENDEE:sam@client.example`.
    ///
    /// Mended: a bare mail address gets its `mailto:`, one with blanks is written without them, and one that names nobody
    /// is left out.
    public static let badAddress = Self("bad-address")
    /// A comma, semicolon or backslash of a text without its escape, or an escape that there is none:
    /// `SUMMARY:Glaze, then fire`.
    ///
    /// Mended: written with the right escapes, as it is read.
    public static let unescapedText = Self("unescaped-text")
    /// A control character, such as NUL: `LOCATION:Room\0 4`.
    ///
    /// Mended: they are left out; but for NUL they stay in what decides when something happens or what belongs together,
    /// such as a UID. Written anew it would be without them, and could mean something else.
    public static let controlCharacter = Self("control-character")
    /// Bytes that are not UTF-8, as in a file of Windows-1252: `SUMMARY:Caf\xE9`.
    ///
    /// Mended: they are read as Windows-1252 and written as UTF-8.
    public static let notUTF8 = Self("not-utf-8")
    /// Second 60, which hardly any program knows: `DTSTAMP:20161231T235960Z`.
    ///
    /// Mended: it is read as 59, and written so.
    public static let leapSecond = Self("leap-second")
    /// A VERSION that is not 2.0: `VERSION:1.0`, as vCalendar has it.
    ///
    /// Mended: blanks around 2.0 are left out.
    public static let version = Self("version")
    /// A word, a rule or the name of a parameter in small letters, which some programs do not know: `STATUS:confirmed`,
    /// `ORGANIZER;Cn=Tom:mailto:tom@client.example`.
    ///
    /// Mended: written in capitals.
    public static let letterCase = Self("letter-case")
    /// A name that is written as no name may be: `X_ODD.NAME:1`, `BEGIN:` without a name.
    ///
    /// Mended: a component without one is left out; of a property blanks around it are left out; any other becomes an X- name, `X-ODD-NAME`.
    public static let nameForm = Self("name-form")
}

/// What a parameter says.
extension Violation.Code {
    /// A parameter that its property does not have: `SUMMARY;PARTSTAT=ACCEPTED:Talk`.
    public static let misplacedParameter = Self("misplaced-parameter")
    /// A parameter that stands again: `ATTENDEE;CN=Sam;CN=Samuel:mailto:sam@client.example`.
    ///
    /// Mended: the first stands; the values of one that is a list are put together.
    public static let repeatedParameter = Self("repeated-parameter")
    /// A parameter that is written as none may be, without a value, a name or the quotes that it needs:
    /// `SUMMARY;LANGUAGE:Hello`, `ATTENDEE;CN=Doe, Jane:mailto:jane@client.example`.
    ///
    /// Mended: written anew, as it is read.
    public static let parameterForm = Self("parameter-form")
    /// A value that the parameter does not have: `ATTENDEE;RSVP=PERHAPS:mailto:sam@client.example`.
    ///
    /// Mended: a VALUE that the property does not allow is left out, and so are blanks around a word; of several values
    /// where one is allowed the first is written.
    public static let parameterValue = Self("parameter-value")
    /// A parameter that must be there is not: `ATTACH;ENCODING=BASE64:SGVsbG8=` without `VALUE=BINARY`.
    ///
    /// Mended: ENCODING=BASE64 and VALUE=BINARY come together; VALUE says the type where it must.
    public static let missingParameter = Self("missing-parameter")
}

#if Libical

    /// A known deviation of libical 3.0.16 from RFC 5545, identified by a name.
    ///
    /// ```swift
    /// for defect in LibicalDefect.all where defect.isRefused { print(defect.name, defect.behavior) }
    /// ```
    public struct LibicalDefect: Sendable, Hashable {
        // A reference saves memory, since every line in a file may have a defect.
        private let row: Row

        private final class Row: Sendable {
            let name, behavior, section, example: String
            let isRefused: Bool

            init(_ name: String, _ behavior: String, _ section: String, _ example: String, _ isRefused: Bool)
            {
                self.name = name
                self.behavior = behavior
                self.section = section
                self.example = example
                self.isRefused = isRefused
            }
        }

        /// The short name: `LibicalDefect.all.map(\.name).contains("request-status") // true`.
        public var name: String { row.name }
        /// libical's behavior: `"ends the text at the first NUL"`.
        public var behavior: String { row.behavior }
        /// The RFC section, such as `RFC 5545 section 3.8.8.3`.
        public var section: String { row.section }
        /// A line or component that triggers the defect: `LOCATION:`.
        public var example: String { row.example }
        /// Whether such input is not passed to libical because it would corrupt memory, read freed memory or take a
        /// very long time: `LibicalDefect.all.filter(\.isRefused)`.
        public var isRefused: Bool { row.isRefused }

        /// Returns whether the names are equal.
        ///
        /// ```swift
        /// LibicalDefect.all[0] == LibicalDefect.all[1]  // false
        /// ```
        public static func == (left: LibicalDefect, right: LibicalDefect) -> Bool {
            left.row === right.row || left.name == right.name
        }

        /// Hashes the name, so that a `Set<LibicalDefect>` contains each defect only once.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
        }
    }

    extension LibicalDefect {
        /// All known defects.
        ///
        /// `LibicalDefect.all.filter(\.isRefused)` contains the defects whose input is not passed to libical.
        public static let all: [LibicalDefect] = [
            .requestStatus, .nul, .badName, .manyParameters, .longLine, .manyValues, .errorName,
            .manyProperties,
            .deepNesting, .nestedZone, .noTree, .unknownComponent, .quotedPrintable, .notUTF8, .controls,
            .noColon, .emptyValue, .unknownName, .blanks, .ruleLimits, .rscale, .numbers, .geo, .offsets,
            .dates, .durations, .malformed, .listElements, .parameterLists, .carets, .parameters, .valueTypes,
            .declaredTypes, .extensionValues, .escapes, .weekNumbers, .slowRule, .manyInstances, .refusedRule,
            .setPositions, .negativeDays, .yearlyDays, .until, .skippedTimes,
        ]

        private static func known(_ name: String, _ behavior: String, _ section: String, _ example: String)
            -> LibicalDefect
        {
            LibicalDefect(row: Row(name, behavior, section, example, false))
        }

        private static func refused(_ name: String, _ behavior: String, _ section: String, _ example: String)
            -> LibicalDefect
        {
            LibicalDefect(row: Row(name, behavior, "RFC 5545 section \(section)", example, true))
        }

        static let requestStatus = refused(
            "request-status",
            "keeps a pointer into a buffer that it reuses, which overwrites the description",
            "3.8.8.3",
            "REQUEST-STATUS:2.0;Success;DTSTART:20260101"
        )
        static let nul = refused("nul", "ends the text at the first NUL", "3.1", "SUMMARY:a<NUL>b")
        static let badName = refused(
            "bad-name",
            "reads a line without a usable name as BEGIN, END or another property",
            "3.1",
            "END;X:VEVENT"
        )
        static let manyParameters = refused(
            "many-parameters",
            "moves all parameters after the hundredth into the value, in quadratic time",
            "3.2",
            "X-A;X-1=1;X-2=2;…;X-101=101:b"
        )
        static let longLine = refused(
            "long-line",
            "scans and copies a line again for each of its parts",
            "3.1",
            "SUMMARY:<65,536 bytes>"
        )
        static let manyValues = refused(
            "many-values",
            "copies all parameters for each value of a list, and drops the values after the five hundredth",
            "3.1.2",
            "EXDATE:<501 values>"
        )
        static let errorName = refused(
            "error-name",
            "stores its own errors in properties with this name, so a file can forge them",
            "3.8.8.2",
            "X-LIC-ERROR:forged"
        )
        static let manyProperties = refused(
            "many-properties",
            "searches all properties of a component to remove one",
            "3.6",
            "BEGIN:VEVENT<4,001 lines>END:VEVENT"
        )
        static let deepNesting = refused(
            "deep-nesting",
            "frees a tree recursively, until the stack overflows",
            "3.6",
            "BEGIN:VEVENT<65 times>"
        )
        static let nestedZone = refused(
            "nested-zone",
            "moves a VTIMEZONE before the components that precede it",
            "3.6.5",
            "BEGIN:VEVENT…BEGIN:VTIMEZONE"
        )
        static let noTree = refused(
            "no-tree",
            "returns no component at all",
            "3.6",
            "BEGIN:VEVENT…END:VEVENT"
        )

        /// Returns the defect named in parentheses in a message.
        static func named(in message: String) -> LibicalDefect? {
            all.first { message.contains("(\($0.name))") }
        }

        static let unknownComponent = known(
            "unknown-component",
            "drops the names of unknown components, and does not write these components",
            "RFC 5545 section 3.6",
            "BEGIN:PARTICIPANT"
        )

        static let quotedPrintable = known(
            "quoted-printable",
            "does not support QUOTED-PRINTABLE; the text stays encoded",
            "RFC 2426 section 5",
            "SUMMARY;ENCODING=QUOTED-PRINTABLE:a=20b"
        )

        static let notUTF8 = known(
            "not-utf-8",
            "passes through bytes that are not valid UTF-8",
            "RFC 5545 section 3.1.4",
            "SUMMARY:Caf<E9>"
        )

        static let controls = known(
            "controls",
            "keeps control characters, or drops the property that contains one",
            "RFC 5545 section 3.1",
            "SUMMARY:a<07>b"
        )

        static let noColon = known(
            "no-colon",
            "reads a line without a colon as the value of its name, and drops a line without a valid name",
            "RFC 5545 section 3.1",
            "DESCRIPTION;LANGUAGE=en"
        )

        static let emptyValue = known(
            "empty-value",
            "drops a property with an empty value",
            "RFC 5545 section 3.3.11",
            "DESCRIPTION:"
        )

        static let unknownName = known(
            "unknown-name",
            "keeps the names of properties defined after RFC 5545, but drops their values",
            "RFC 5545 section 3.8.8.2",
            "COLOR:turquoise"
        )

        static let blanks = known(
            "blanks",
            "drops blanks at the start and end of a value",
            "RFC 5545 section 3.3.11",
            "SUMMARY: Stand-up"
        )

        static let ruleLimits = known(
            "rule-limits",
            "rejects a rule with unknown parts, COUNT and UNTIL, or an INTERVAL over 32767, and truncates long parts",
            "RFC 5545 section 3.3.10",
            "RRULE:FREQ=DAILY;INTERVAL=40000"
        )

        static let rscale = known(
            "rscale",
            "drops SKIP if RSCALE is missing, and drops RSCALE if libical was built without that calendar",
            "RFC 7529 section 4",
            "RRULE:FREQ=MONTHLY;SKIP=FORWARD"
        )

        static let numbers = known(
            "numbers",
            "reads leading digits as a 32-bit number, and anything else as 0",
            "RFC 5545 section 3.3.8",
            "PRIORITY:high"
        )

        static let geo = known(
            "geo",
            "keeps six digits of a coordinate, and accepts coordinates that are out of range",
            "RFC 5545 section 3.8.1.6",
            "GEO:6.1333333;52.2"
        )

        static let offsets = known(
            "offsets",
            "wraps an offset of more than a day around to 0",
            "RFC 5545 section 3.3.14",
            "TZOFFSETFROM:+9900"
        )

        static let dates = known(
            "dates",
            "reads a date or time from fixed columns without checking for digits",
            "RFC 5545 section 3.3.4",
            "DTSTART:2006717T080000Z"
        )

        static let durations = known(
            "durations",
            "reads invalid durations as 0 seconds or drops them, and counts in 32 bits",
            "RFC 5545 section 3.3.6",
            "TRIGGER:PT-2H"
        )

        static let malformed = known(
            "malformed",
            "drops a property with an unreadable value",
            "RFC 5545 section 3.3",
            "GEO:here"
        )

        static let listElements = known(
            "list-elements",
            "drops the rest of a list after an unreadable element, and joins empty elements",
            "RFC 5545 section 3.1.1",
            "RDATE:20260102T100000,bad,20260103T100000"
        )

        static let parameterLists = known(
            "parameter-lists",
            "keeps only the first of several values of a parameter",
            "RFC 5545 section 3.2",
            "ATTENDEE;MEMBER=\"mailto:a@example.com\",\"mailto:b@example.com\":mailto:c@example.com"
        )

        static let carets = known(
            "carets",
            "does not decode caret escapes in parameters",
            "RFC 6868 section 3.2",
            "X-A;X-B=^^^'^n:c"
        )

        static let parameters = known(
            "parameters",
            "reads a malformed or unquoted parameter as part of the value",
            "RFC 5545 section 3.2",
            "ORGANIZER;CN=a:b:mailto:a@example.com"
        )

        static let valueTypes = known(
            "value-types",
            "drops a VALUE that RFC 5545 does not define, and cannot read BOOLEAN values",
            "RFC 5545 section 3.2.20",
            "RELATED-TO;VALUE=UID:1"
        )

        static let declaredTypes = known(
            "declared-types",
            "drops a VALUE that does not fit the property, or reads the value as that type although it has another",
            "RFC 5545 section 3.2.20",
            "DTEND;VALUE=DATE:20260102T000000"
        )

        static let extensionValues = known(
            "extension-values",
            "drops backslashes before commas in properties whose names begin with X-",
            "RFC 5545 section 3.8.8.2",
            "X-NOTE:a\\, b"
        )

        static let escapes = known(
            "escapes",
            "replaces an invalid backslash escape with a blank",
            "RFC 5545 section 3.3.11",
            "DESCRIPTION:a\\q"
        )

        static let weekNumbers = refused(
            "week-numbers",
            "writes outside its tables for BYWEEKNO without BYDAY, and goes back in time",
            "3.3.10",
            "RRULE:FREQ=YEARLY;BYWEEKNO=20"
        )

        static let slowRule = refused(
            "slow-rule",
            "searches for the next instance second by second, for longer than ten seconds",
            "3.3.10",
            "RRULE:FREQ=SECONDLY;BYMONTH=12"
        )

        static let manyInstances = refused(
            "many-instances",
            "returns instances one by one, so this package requests only the first 20,000 instances of a rule",
            "3.3.10",
            "RRULE:FREQ=SECONDLY"
        )

        static let refusedRule = known(
            "refused-rule",
            "rejects rules that this package expands",
            "RFC 5545 section 3.3.10",
            "RRULE:FREQ=YEARLY;RSCALE=HEBREW;BYMONTH=5L;BYMONTHDAY=1"
        )

        static let setPositions = known(
            "set-positions",
            "applies BYSETPOS only in monthly and yearly rules",
            "RFC 5545 section 3.3.10",
            "RRULE:FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=1"
        )

        static let negativeDays = known(
            "negative-days",
            "supports days counted from the end only in monthly and yearly rules",
            "RFC 5545 section 3.3.10",
            "RRULE:FREQ=DAILY;BYMONTHDAY=-1"
        )

        static let yearlyDays = known(
            "yearly-days",
            "looks for BYMONTHDAY only in the month of DTSTART if a yearly rule has no BYMONTH",
            "RFC 5545 section 3.3.10",
            "RRULE:FREQ=YEARLY;BYMONTHDAY=1"
        )

        static let until = known(
            "until",
            "compares UNTIL with local times in any zone, and treats an UNTIL that is a date as midnight on that date",
            "RFC 5545 section 3.3.10",
            "RRULE:FREQ=DAILY;UNTIL=20260105"
        )

        static let skippedTimes = known(
            "skipped-times",
            "interprets a local time that is skipped or repeated at a clock change as a different instant",
            "RFC 5545 section 3.3.5",
            "DTSTART;TZID=Europe/Berlin:20260329T023000"
        )

    }
#endif

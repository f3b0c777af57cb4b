/// What the components of one UID in one calendar amount to.
public struct SeriesExplanation: Sendable {
    /// The title of the event.
    public let summary: String?
    /// The name of the calendar.
    public let calendarName: String?
    /// The file that it was read from, as its name was given.
    public let file: String?
    /// The components with the UID, in the order of the file.
    public let components: [Part]
    /// The instances that overlap the window, the dropped ones too, in the order of their starts.
    public let instances: [Entry]
    /// Whether there are more instances than were asked for.
    public let isCut: Bool
    /// Where the clocks change inside the window and a rule has times that are skipped or come twice.
    public let clockChanges: [ClockChange]
    /// What was skipped, mended or guessed in these components.
    public let diagnostics: [Diagnostic]
}

extension SeriesExplanation {
    /// One component and what it is good for.
    public struct Part: Sendable {
        /// The line of BEGIN, or nil when the component was made in the program.
        public let line: Int?
        /// What the component is in its series.
        public let role: Role
        /// When it starts, or nil when it has no usable DTSTART.
        public let start: OccurrenceTime?
        /// The TZID of its start as written, or nil when there is none.
        public let timeZoneID: String?
        /// Its rules, in the order of the file, RRULE first.
        public let rules: [RuleLine]
        /// Its RDATE and EXDATE properties, in the order of the file.
        public let dates: [DateLine]

        /// What a component is in its series.
        public enum Role: Sendable, Hashable {
            /// The event itself, with all its instances.
            case master
            /// In the place of one instance, or with RANGE=THISANDFUTURE of it and all that follow; `isMatched` is
            /// false when the series has no such instance.
            case override(of: OccurrenceTime?, andFollowing: Bool, isMatched: Bool)
            /// An older revision of another component.
            case superseded
            /// Left out; the diagnostics say why.
            case unusable
        }
    }

    /// An RRULE or EXRULE.
    public struct RuleLine: Sendable, Hashable {
        /// `RRULE` or `EXRULE`.
        public let name: String
        /// Its number among those of its name, from 1.
        public let number: Int
        /// Its line in the file.
        public let line: Int?
        /// The rule.
        public let rule: RecurrenceRule
        /// The rule in words, with what it takes from the start of the series.
        public let sentence: String
        /// Whether it is used; if not, the diagnostics say why.
        public let isUsed: Bool
    }

    /// An RDATE or EXDATE property.
    public struct DateLine: Sendable, Hashable {
        /// `RDATE` or `EXDATE`.
        public let name: String
        /// Its line in the file.
        public let line: Int?
        /// How many usable values it has.
        public let count: Int
    }

    /// One instance, shown or not.
    public struct Entry: Sendable, Hashable {
        /// When it starts, or would start.
        public let start: OccurrenceTime
        /// When it ends, or would end.
        public let end: OccurrenceTime
        /// The start that its series gives it, where an override moved it.
        public let originalStart: OccurrenceTime?
        /// Where it comes from; several when they agree.
        public let sources: [Source]
        /// What became of it.
        public let fate: Fate
        /// The line of the component that describes it.
        public let line: Int?
    }

    /// Where an instance comes from.
    public enum Source: Sendable, Hashable {
        /// DTSTART.
        case start
        /// The RRULE of this number.
        case rule(Int)
        /// An RDATE.
        case date(line: Int?)
        /// A component that stands for one instance.
        case override(line: Int?)
    }

    /// What became of an instance.
    public enum Fate: Sendable, Hashable {
        /// It is an occurrence.
        case shown
        /// It is cancelled by its STATUS; hidden where that was asked for.
        case cancelled(isHidden: Bool)
        /// An EXDATE dropped it.
        case droppedByDate(line: Int?)
        /// The EXRULE of this number dropped it.
        case droppedByRule(Int)
        /// An override stands in its place, at this time.
        case replaced(line: Int?, start: OccurrenceTime)
    }

    /// A change of the clocks that a rule's times fall into.
    public struct ClockChange: Sendable, Hashable {
        /// When the clocks change.
        public let instant: Instant
        /// What they would show then by the old offset.
        public let before: CivilDateTime
        /// What they show then by the new offset.
        public let after: CivilDateTime
        /// The number of the RRULE.
        public let rule: Int
        /// What becomes of the rule's times.
        public let effect: Effect

        /// What becomes of a rule's times around a change of the clocks.
        public enum Effect: Sendable, Hashable {
            /// The clocks go back, and this many of the rule's times come twice; the first is taken. A rule of hours
            /// or less has no instance in the second pass.
            case repeated(Int, isSubDaily: Bool)
            /// The clocks go forward over this many of the rule's times, which move behind the gap; `merged` of them
            /// fall on another instance there and count once with it.
            case skipped(Int, merged: Int)
        }
    }
}

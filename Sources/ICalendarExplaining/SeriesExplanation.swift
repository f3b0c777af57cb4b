public import ICalendarCore

/// What the components of one UID in one calendar amount to.
///
/// ```swift
/// for series in explanation.series {
///     let dropped = series.instances.filter { $0.fate != .shown }
///     print(series.summary ?? "", dropped.count, "are not shown as the rule has them")
/// }
/// ```
public struct SeriesExplanation: Sendable {
    /// The title of the event, as `SUMMARY:Stand-up` has it; nil when it has none.
    public let summary: String?
    /// The name of the calendar: `NAME:Studio`, X-WR-CALNAME, or the file's name.
    public let calendarName: String?
    /// The file that it was read from, as its name was given, such as `calendars/studio.ics`.
    public let file: String?
    /// The METHOD of the calendar in capitals, or nil: `METHOD:CANCEL` cancels all of its events.
    public let method: String?
    /// The components with the UID, in the order of the file: `series.components.first { $0.role == .master }`.
    public let components: [Part]
    /// The instances that overlap the window, the dropped ones too, in the order of their starts:
    /// `series.instances.filter { $0.fate == .shown }`.
    public let instances: [Entry]
    /// Whether there are more instances than were asked for by the `limit` of
    /// ``Explanation/init(of:in:window:options:limit:)``.
    public let isCut: Bool
    /// Where the clocks change inside the window and a rule has times that are skipped or come twice, such as
    /// `DTSTART;TZID=Europe/Berlin:20260101T023000` with `RRULE:FREQ=DAILY` on 29 March.
    public let clockChanges: [ClockChange]
    /// What was skipped, mended or guessed in these components, such as `RRULE` with COUNT and UNTIL.
    public let diagnostics: [Diagnostic]

    /// One component and what it is good for.
    ///
    /// ```swift
    /// for part in explanation.series.flatMap(\.components) {
    ///     print(part.line ?? 0, part.start?.description ?? "no start", part.rules.map(\.sentence))
    /// }
    /// ```
    public struct Part: Sendable {
        /// The line of `BEGIN:VEVENT`, from 1, or nil when the component was made in the program.
        public let line: Int?
        /// What the component is in its series: `if part.role == .superseded { print("an older revision") }`.
        public let role: Role
        /// When it starts, in its own zone, or nil when it has no usable DTSTART: `2026-01-05T09:15:00+01:00`.
        public let start: OccurrenceTime?
        /// The TZID of its start as written, such as `W. Europe Standard Time`, or nil when there is none.
        public let timeZoneID: String?
        /// Its rules, in the order of the file, RRULE first: `part.rules.first?.sentence`.
        public let rules: [RuleLine]
        /// Its RDATE and EXDATE properties, in the order of the file: `part.dates.filter { $0.name == "EXDATE" }`.
        public let dates: [DateLine]

        /// What a component is in its series.
        ///
        /// ```swift
        /// for part in explanation.series.flatMap(\.components) {
        ///     if case .override(let original?, _, isMatched: false) = part.role { print("no instance at", original) }
        /// }
        /// ```
        public enum Role: Sendable, Hashable {
            /// The event itself, with all its instances: the component without `RECURRENCE-ID`.
            case master
            /// In the place of one instance, as `RECURRENCE-ID:20260401T091500` says, or with `RANGE=THISANDFUTURE`
            /// of it and all that follow; `isMatched` is false when the series has no such instance.
            case override(of: OccurrenceTime?, andFollowing: Bool, isMatched: Bool)
            /// An older revision of another component, as `SEQUENCE:0` is beside `SEQUENCE:1`.
            case superseded
            /// Left out, such as a component without `DTSTART`; the diagnostics say why.
            case unusable
        }
    }

    /// An RRULE or EXRULE.
    ///
    /// ```swift
    /// for rule in explanation.series.flatMap(\.components).flatMap(\.rules) {
    ///     print("\(rule.name) \(rule.number): \(rule.sentence)")  // RRULE 1: every Monday, Wednesday and Friday
    /// }
    /// ```
    public struct RuleLine: Sendable, Hashable {
        /// `RRULE`, or `EXRULE` of older calendars (RFC 2445).
        public let name: String
        /// Its number among those of its name, from 1, by which `SeriesExplanation.Source.rule(1)` names it.
        public let number: Int
        /// Its line in the file, where `RRULE:` stands, from 1; nil when it was made in the program.
        public let line: Int?
        /// The rule as it was read: `line.rule.frequency`.
        public let rule: RecurrenceRule
        /// The rule in words, with what it takes from the start of the series: `every month on the 31st` for
        /// `FREQ=MONTHLY`.
        public let sentence: String
        /// Whether it is used; if not, as with `FREQ=HOURLY` on an all-day event, the diagnostics say why.
        public let isUsed: Bool
    }

    /// An RDATE or EXDATE property.
    ///
    /// ```swift
    /// for dates in explanation.series.flatMap(\.components).flatMap(\.dates) {
    ///     print("\(dates.name) at line \(dates.line ?? 0): \(dates.count)")  // EXDATE at line 31: 1
    /// }
    /// ```
    public struct DateLine: Sendable, Hashable {
        /// `RDATE`, which adds instances, or `EXDATE`, which drops some.
        public let name: String
        /// Its line in the file, where `EXDATE` stands, from 1; nil when it was made in the program.
        public let line: Int?
        /// How many usable values it has: 2 in `EXDATE:20260101T100000,20261301T100000,20260103T100000`, as there is
        /// no month 13.
        public let count: Int
    }

    /// One instance, shown or not.
    ///
    /// ```swift
    /// for entry in explanation.series.flatMap(\.instances) where entry.originalStart != nil {
    ///     print(entry.start, "was moved from", entry.originalStart ?? entry.start)
    /// }
    /// ```
    public struct Entry: Sendable, Hashable {
        /// When it starts, or would start had it not been dropped: `2026-04-03T09:15:00+02:00`.
        public let start: OccurrenceTime
        /// When it ends, excluded, or would end: `2026-04-03T09:30:00+02:00`.
        public let end: OccurrenceTime
        /// The start that its series gives it, where an override moved it: what `RECURRENCE-ID` says.
        public let originalStart: OccurrenceTime?
        /// Where it comes from; several when they agree, as `[.rule(1), .rule(2)]`.
        public let sources: [Source]
        /// What became of it: `if case .droppedByDate(let line) = entry.fate { print("EXDATE at line", line ?? 0) }`.
        public let fate: Fate
        /// The line of the component that describes it, where its `BEGIN:VEVENT` stands.
        public let line: Int?
    }

    /// Where an instance comes from.
    ///
    /// ```swift
    /// for entry in explanation.series.flatMap(\.instances) where entry.sources.contains(.start) {
    ///     print(entry.start, "is DTSTART itself")
    /// }
    /// ```
    public enum Source: Sendable, Hashable {
        /// DTSTART, which counts even where its rule lacks it: `DTSTART:20260105T091500`.
        case start
        /// The RRULE of this number, as in ``RuleLine/number``: `.rule(1)` is the first of the event.
        case rule(Int)
        /// An RDATE, and its line in the file: `RDATE:20260501T091500`.
        case date(line: Int?)
        /// A component that stands for one instance, and the line of its `BEGIN:VEVENT`.
        case override(line: Int?)
    }

    /// What became of an instance.
    ///
    /// ```swift
    /// for entry in explanation.series.flatMap(\.instances) {
    ///     if case .replaced(_, let start) = entry.fate { print(entry.start, "is now at", start) }
    /// }
    /// ```
    public enum Fate: Sendable, Hashable {
        /// It is an occurrence, as `file.occurrences(in: explanation.window)` gives it.
        case shown
        /// It is cancelled by its `STATUS:CANCELLED`; hidden where ``ExpansionOptions/hidesCancelled`` asked for
        /// that.
        case cancelled(isHidden: Bool)
        /// An EXDATE dropped it, at this line: `EXDATE:20260403T091500`.
        case droppedByDate(line: Int?)
        /// The EXRULE of this number dropped it, such as `EXRULE:FREQ=WEEKLY;BYDAY=SA,SU` (RFC 2445).
        case droppedByRule(Int)
        /// An override stands in its place, at this time; `line` is where its `BEGIN:VEVENT` stands.
        case replaced(line: Int?, start: OccurrenceTime)
    }

    /// A change of the clocks that a rule's times fall into.
    ///
    /// ```swift
    /// for change in explanation.series.flatMap(\.clockChanges) {
    ///     print("\(change.before) becomes \(change.after)")  // 2026-03-29T02:00:00 becomes 2026-03-29T03:00:00
    /// }
    /// ```
    public struct ClockChange: Sendable, Hashable {
        /// When the clocks change: in Berlin's spring of 2026, `2026-03-29T01:00:00Z`.
        public let instant: Instant
        /// What they would show then by the old offset: `2026-03-29T02:00:00` in Berlin.
        public let before: CivilDateTime
        /// What they show then by the new offset: `2026-03-29T03:00:00` in Berlin.
        public let after: CivilDateTime
        /// The number of the RRULE whose times are concerned, as in ``RuleLine/number``: `1` for the first.
        public let rule: Int
        /// What becomes of the rule's times: `if case .skipped(let count, _) = change.effect { print(count) }`.
        public let effect: Effect

        /// What becomes of a rule's times around a change of the clocks.
        ///
        /// ```swift
        /// for change in explanation.series.flatMap(\.clockChanges) {
        ///     switch change.effect {
        ///     case .repeated(let count, _): print(count, "times come twice")
        ///     case .skipped(let count, _): print(count, "times move behind the gap")
        ///     }
        /// }
        /// ```
        public enum Effect: Sendable, Hashable {
            /// The clocks go back, and this many of the rule's times come twice, as 02:30 does on `2026-10-25` in
            /// Berlin; the first is taken. A rule of hours or less has no instance in the second pass.
            case repeated(Int, isSubDaily: Bool)
            /// The clocks go forward over this many of the rule's times, which move behind the gap, as 02:30 moves to
            /// 03:30 on `2026-03-29` in Berlin; `merged` of them fall on another instance there and count once with
            /// it.
            case skipped(Int, merged: Int)
        }
    }
}

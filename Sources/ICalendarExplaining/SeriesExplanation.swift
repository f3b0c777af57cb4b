package import ICalendarCore

/// An explanation of the components with a given UID in one calendar.
package struct SeriesExplanation: Sendable {
    /// The event's title, as in `SUMMARY:Stand-up`, or nil if it has none.
    package let summary: String?
    /// The calendar's name, taken from `NAME:Studio`, X-WR-CALNAME or the file's name.
    package let calendarName: String?
    /// The file name as given, such as `calendars/studio.ics`.
    package let file: String?
    /// The calendar's METHOD in uppercase, or nil.
    ///
    /// `METHOD:CANCEL` cancels all of the calendar's events.
    package let method: String?
    /// The components with the UID, in file order: `series.components.first { $0.role == .master }`.
    package let components: [Part]
    /// The instances that overlap the window, including dropped ones, sorted by start:
    /// `series.instances.filter { $0.fate == .shown }`.
    package let instances: [Entry]
    /// Whether there are more instances than the `limit` of ``Explanation/init(of:in:window:options:limit:)`` allows.
    package let isCut: Bool
    /// The clock changes in the window that skip or repeat a rule's times.
    ///
    /// For example, the change on 29 March skips a time of `DTSTART;TZID=Europe/Berlin:20260101T023000` with
    /// `RRULE:FREQ=DAILY`.
    package let clockChanges: [ClockChange]
    /// The diagnostics about anything skipped, repaired or guessed in these components, such as a rule with both COUNT
    /// and UNTIL.
    package let diagnostics: [Diagnostic]

    /// A component and its role in the series.
    package struct Part: Sendable {
        /// The 1-based line of `BEGIN:VEVENT`, or nil if a program created the component.
        package let line: Int?
        /// The role in the series: `if part.role == .superseded { print("an older revision") }`.
        package let role: Role
        /// The start in its own zone, or nil if there is no usable DTSTART: `2026-01-05T09:15:00+01:00`.
        package let start: OccurrenceTime?
        /// The start's TZID as written, such as `W. Europe Standard Time`, or nil.
        package let timeZoneID: String?
        /// The rules in file order, RRULE first: `part.rules.first?.sentence`.
        package let rules: [RuleLine]
        /// The RDATE and EXDATE properties in file order: `part.dates.filter { $0.name == "EXDATE" }`.
        package let dates: [DateLine]

        /// A component's role in its series.
        package enum Role: Sendable, Hashable {
            /// The event itself with all of its instances: a component without `RECURRENCE-ID`.
            case master
            /// A replacement for one instance, as with `RECURRENCE-ID:20260401T091500`, or for an instance and all
            /// later ones, as with `RANGE=THISANDFUTURE`. `isMatched` is false if the series has no such instance.
            case override(of: OccurrenceTime?, andFollowing: Bool, isMatched: Bool)
            /// An older revision of another component, such as `SEQUENCE:0` next to `SEQUENCE:1`.
            case superseded
            /// A skipped component, such as one without `DTSTART`. A diagnostic contains the reason.
            case unusable
        }
    }

    /// A component's RRULE or EXRULE.
    package struct RuleLine: Sendable, Hashable {
        /// The property name: `RRULE`, or `EXRULE` in older calendars (RFC 2445).
        package let name: String
        /// The 1-based number among the rules with the same name, as in `SeriesExplanation.Source.rule(1)`.
        package let number: Int
        /// The 1-based line of the `RRULE:` in the file, or nil if a program created the rule.
        package let line: Int?
        /// The rule as the reader interprets it: `line.rule.frequency`.
        package let rule: RecurrenceRule
        /// The rule in plain English, including the parts that the series' start implies, such as
        /// `every month on the 31st` for `FREQ=MONTHLY`.
        package let sentence: String
        /// Whether the rule has an effect.
        package let use: Use
    }

    /// A rule's effect on the instances.
    package enum Use: Sendable, Hashable {
        case used
        /// The rule's UNTIL is before DTSTART, so it has no instances.
        case ended
        /// The rule is ignored, as is the case for `FREQ=HOURLY` in an all-day event. A diagnostic contains the reason.
        case ignored
    }

    /// An RDATE or EXDATE property of a component.
    package struct DateLine: Sendable, Hashable {
        /// The property name: `RDATE` if it adds instances, `EXDATE` if it excludes them.
        package let name: String
        /// The 1-based line of the `EXDATE` in the file, or nil if a program created the property.
        package let line: Int?
        /// The number of usable values.
        ///
        /// `EXDATE:20260101T100000,20261301T100000,20260103T100000` has two, since there is no month 13.
        package let count: Int
    }

    /// An instance of the series, either shown or dropped.
    package struct Entry: Sendable, Hashable {
        /// The start, even if the instance was dropped: `2026-04-03T09:15:00+02:00`.
        package let start: OccurrenceTime
        /// The end, exclusive, even if the instance was dropped: `2026-04-03T09:30:00+02:00`.
        package let end: OccurrenceTime
        /// The original start in the series, as in `RECURRENCE-ID`, if an override moved the instance.
        package let originalStart: OccurrenceTime?
        /// The instance's sources.
        ///
        /// An instance has several sources if they coincide, as in `[.rule(1), .rule(2)]`.
        package let sources: [Source]
        /// The fate: `if case .droppedByDate(let line) = entry.fate { print("EXDATE at line", line ?? 0) }`.
        package let fate: Fate
        /// The line of `BEGIN:VEVENT` for the component that describes the instance.
        package let line: Int?
    }

    /// An instance's source.
    package enum Source: Sendable, Hashable {
        /// DTSTART, which counts even if it does not match the rule: `DTSTART:20260105T091500`.
        case start
        /// The RRULE with this number, as in ``RuleLine/number``: `.rule(1)` is the event's first rule.
        case rule(Int)
        /// An RDATE and its line in the file: `RDATE:20260501T091500`.
        case date(line: Int?)
        /// A component that replaces one instance, and the line of its `BEGIN:VEVENT`.
        case override(line: Int?)
    }

    /// An instance's fate.
    package enum Fate: Sendable, Hashable {
        /// The instance is an occurrence, as returned by `file.occurrences(in: explanation.window)`.
        case shown
        /// The instance has `STATUS:CANCELLED` and is hidden if ``ExpansionOptions/hidesCancelled`` is set.
        case cancelled(isHidden: Bool)
        /// An EXDATE on this line dropped the instance: `EXDATE:20260403T091500`.
        case droppedByDate(line: Int?)
        /// The EXRULE with this number dropped the instance, as with `EXRULE:FREQ=WEEKLY;BYDAY=SA,SU` (RFC 2445).
        case droppedByRule(Int)
        /// An override on `line`, which starts at this time, replaces the instance.
        case replaced(line: Int?, start: OccurrenceTime)
    }

    /// A clock change that affects a rule's times.
    package struct ClockChange: Sendable, Hashable {
        /// The instant of the change, such as `2026-03-29T01:00:00Z` in Berlin in spring 2026.
        package let instant: Instant
        /// The local time at that instant before the change: `2026-03-29T02:00:00` in Berlin.
        package let before: CivilDateTime
        /// The local time at that instant after the change: `2026-03-29T03:00:00` in Berlin.
        package let after: CivilDateTime
        /// The number of the affected RRULE, as in ``RuleLine/number``: `1` for the first.
        package let rule: Int
        /// The effect on the rule: `if case .skipped(let count, _) = change.effect { print(count) }`.
        package let effect: Effect

        /// A clock change's effect on a rule's times.
        package enum Effect: Sendable, Hashable {
            /// The clocks go back and repeat this many of the rule's times, such as 02:30 on `2026-10-25` in Berlin.
            /// The first of the two passes is used. A rule that repeats hourly or more often has no instances in the
            /// second pass.
            case repeated(Int, isSubDaily: Bool)
            /// The clocks go forward and skip this many of the rule's times, which move past the gap. For example,
            /// 02:30 moves to 03:30 on `2026-03-29` in Berlin. Of these times, `merged` coincide with another instance
            /// after the move and count only once.
            case skipped(Int, merged: Int)
        }
    }
}

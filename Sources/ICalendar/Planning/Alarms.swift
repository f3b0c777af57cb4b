/// The alarms of calendars that go off in a window, in order.
///
/// Those of events and to-dos count, also of occurrences outside the window: a reminder a week before goes off a week
/// earlier. What is cancelled, to-dos that are done, and what the calendar's owner (if one is named) declined or delegated,
/// remind of nothing. An absolute trigger of a series goes off once, however many parts of the series repeat the alarm, and
/// stands with the occurrence that starts nearest to it. A to-do needs neither DTSTART nor DUE for it. Alarms of one
/// component are told apart, also where they say the same. Acknowledged alarms are marked, and snoozed ones are alarms of
/// their own. `ACTION:NONE` stands for no alarm, and PROXIMITY for one that goes off at a place.
///
/// Occurrences are looked for as far from the window as their alarms reach, a hundred years at most; alarms further from
/// their occurrence are not found, with a diagnostic. Of more than ``ReadingLimits/visits`` occurrences with alarms in that
/// stretch the later ones are left out, with a diagnostic.
///
/// ```swift
/// for time in file.alarms(in: window) where !time.isAcknowledged {
///     print(time.instant, time.occurrence.summary ?? "", time.occurrence.start)
/// }
/// ```
public struct Alarms: Sendable, RandomAccessCollection {
    /// The times in order: by instant, then by UID, start and repetition.
    private let times: [AlarmTime]
    /// Whether there are more than the limit, of which the first are given, or too many occurrences to look at: after
    /// `file.alarms(in: window, limit: 10)` there may be an eleventh.
    public let isLimited: Bool
    /// What was guessed or left out while reading times and rules of what has alarms:
    /// `alarms.diagnostics.filter { $0.severity == .error }`.
    public let diagnostics: [Diagnostic]

    /// How many times are given unless more are asked for: `Alarms.usualLimit // 100_000`.
    public static let usualLimit = 100_000

    /// Finds the alarms of calendars in a window, at most `limit` times.
    ///
    /// With the mail address of the calendar's `owner`, events and to-dos that this attendee declined or delegated have no
    /// alarms.
    ///
    /// ```swift
    /// let next = Alarms(of: [file], in: window, limit: 1).first
    /// let mine = Alarms(of: [file], in: window, owner: "nora@studio.example")
    /// ```
    public init(
        of files: [CalendarFile],
        in window: OccurrenceWindow,
        owner: String? = nil,
        options: ExpansionOptions = .init(),
        limit: Int = usualLimit
    ) {
        var search = AlarmSearch(window, options, owner: owner, limit: limit)
        for file in files {
            for calendar in file.calendars { search.add(calendar, of: file.name) }
        }
        (times, isLimited) = search.finished()
        diagnostics = search.diagnostics
    }

    /// The place of the first time: `alarms.startIndex // 0`.
    public var startIndex: Int { 0 }
    /// The place behind the last time: `alarms.endIndex // 3`, one for each stand-up of the week.
    public var endIndex: Int { times.count }
    /// The time at a place, from 0 to ``endIndex``, excluded.
    ///
    /// ```swift
    /// alarms[0].instant.description  // "2026-03-30T07:00:00Z"
    /// ```
    public subscript(place: Int) -> AlarmTime { times[place] }
}

extension CalendarFile {
    /// The alarms of all calendars of the file that go off in a window, at most `limit` times; see ``Alarms``.
    ///
    /// ```swift
    /// file.alarms(in: window).map(\.occurrence.summary)  // ["Stand-up", "Stand-up", "Stand-up"]
    /// ```
    public func alarms(
        in window: OccurrenceWindow,
        owner: String? = nil,
        options: ExpansionOptions = .init(),
        limit: Int = Alarms.usualLimit
    ) -> Alarms {
        Alarms(of: [self], in: window, owner: owner, options: options, limit: limit)
    }
}

extension CalendarObject {
    /// The alarms of the calendar that go off in a window, at most `limit` times; see ``Alarms``.
    ///
    /// ```swift
    /// calendar.alarms(in: window).count  // 3
    /// ```
    public func alarms(
        in window: OccurrenceWindow,
        owner: String? = nil,
        options: ExpansionOptions = .init(),
        limit: Int = Alarms.usualLimit
    ) -> Alarms {
        let file = CalendarFile(calendars: [self])
        return Alarms(of: [file], in: window, owner: owner, options: options, limit: limit)
    }
}

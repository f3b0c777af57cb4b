/// The alarms of calendars that go off in a window, in order.
///
/// Those of events and to-dos count, also of occurrences outside the window: a reminder a week before goes off a week
/// earlier. What is cancelled, and to-dos that are done, remind of nothing. An absolute trigger of a series goes off once,
/// and stands with the occurrence that starts nearest to it. Acknowledged alarms are marked, and snoozed ones are alarms of
/// their own.
///
/// Occurrences are looked for up to four years (1,461 days) before and after the window; alarms further from
/// their occurrence are not found. Of more than four million occurrences with alarms in that stretch the later ones are
/// left out, with a diagnostic.
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
    /// ```swift
    /// let next = Alarms(of: [file], in: window, limit: 1).first
    /// ```
    public init(
        of files: [CalendarFile],
        in window: OccurrenceWindow,
        options: ExpansionOptions = .init(),
        limit: Int = usualLimit
    ) {
        var search = AlarmSearch(window, options, limit: limit)
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
        options: ExpansionOptions = .init(),
        limit: Int = Alarms.usualLimit
    ) -> Alarms {
        Alarms(of: [self], in: window, options: options, limit: limit)
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
        options: ExpansionOptions = .init(),
        limit: Int = Alarms.usualLimit
    ) -> Alarms {
        Alarms(of: [CalendarFile(calendars: [self])], in: window, options: options, limit: limit)
    }
}

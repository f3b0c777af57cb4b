public import ICalendarCore

/// The alarms that fire in a time window, in chronological order.
///
/// Events and to-dos outside the window are included if their alarms fire in it. Canceled items, completed to-dos, and
/// items that the owner (if given) declined, delegated or completed have no alarms. An absolute trigger of a series
/// fires once, even if several components of the series contain the alarm. The trigger is listed with the occurrence
/// that starts nearest to it. A to-do without DTSTART and DUE can have an absolute trigger too. Identical alarms in one
/// component count separately, as do snooze alarms. Acknowledged alarms are marked. Alarms with `ACTION:NONE` or
/// PROXIMITY are not included.
///
/// The search finds alarms up to a hundred years before or after their occurrence, but examines at most
/// ``ReadingLimits/visits`` occurrences with alarms, skipping later ones. A diagnostic reports each limit that was
/// reached.
///
/// ```swift
/// for time in file.alarms(in: window) where !time.isAcknowledged {
///     print(time.instant, time.occurrence.summary ?? "", time.occurrence.start)
/// }
/// ```
public struct Alarms: Sendable, RandomAccessCollection {
    /// The times, ordered by instant, UID, start and repetition.
    private let times: [AlarmTime]
    /// Whether there may be more times because the limit was reached or there were too many occurrences to search.
    ///
    /// For `file.alarms(in: window, limit: 10)`, the value is true if there is an eleventh alarm.
    public let isLimited: Bool
    /// Diagnostics about everything that was guessed or skipped while reading the times and rules of items with alarms:
    /// `alarms.diagnostics.filter { $0.severity == .error }`.
    public let diagnostics: [Diagnostic]

    init(
        of files: [CalendarFile],
        in window: OccurrenceWindow,
        owner: String?,
        options: ExpansionOptions,
        limit: Int?
    ) {
        var search = AlarmSearch(window, options, owner: owner, limit: limit ?? 100_000)
        for file in files {
            for calendar in file.calendars { search.add(calendar, of: file.name) }
        }
        (times, isLimited) = search.finished()
        diagnostics = search.diagnostics
    }

    /// The position of the first time: `alarms.startIndex // 0`.
    public var startIndex: Int { 0 }
    /// The position after the last time, such as `alarms.endIndex // 3` for three stand-ups in the week.
    public var endIndex: Int { times.count }
    /// Accesses the time at the given position, from 0 to ``endIndex``, exclusive.
    ///
    /// ```swift
    /// alarms[0].instant.description  // "2026-03-30T07:00:00Z"
    /// ```
    public subscript(place: Int) -> AlarmTime { times[place] }

    /// Returns the diagnostics that are available without searching for times.
    package static func remarks(
        on files: [CalendarFile],
        in window: OccurrenceWindow,
        options: ExpansionOptions
    ) -> [Diagnostic] {
        var search = AlarmSearch(window, options, owner: nil, limit: 0)
        for file in files {
            for calendar in file.calendars {
                search.addRemarks(on: calendar, of: file.name)
                search.addTimeRemarks(on: calendar, of: file.name)
            }
        }
        return search.diagnostics
    }
}

extension CalendarContents {
    /// Returns the alarms that fire in a window, at most `limit` (by default, 100,000); see ``Alarms``.
    ///
    /// `owner` is an email address; items that this attendee declined, delegated or completed have no alarms.
    ///
    /// ```swift
    /// file.alarms(in: window).map(\.occurrence.summary)  // ["Stand-up", "Stand-up", "Stand-up"]
    /// let mine = file.alarms(in: window, owner: "nora@studio.example")
    /// let next = file.alarms(in: window, limit: 1).first
    /// ```
    public func alarms(
        in window: OccurrenceWindow,
        owner: String? = nil,
        options: ExpansionOptions = .init(),
        limit: Int? = nil
    ) -> Alarms {
        Alarms(of: calendarFiles, in: window, owner: owner, options: options, limit: limit)
    }
}

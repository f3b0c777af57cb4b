public import ICalendar

extension EventStore {
    /// What cannot be used of some calendars or, with nil, of all, and what was done about it: folders and files that
    /// cannot be read, what is no calendar or was cut off, events without a start, unknown time zones, rules that mean
    /// nothing, and UIDs that stand in several files of a calendar.
    ///
    /// What became of commits that were interrupted is among it as long as the store is open, and that one cannot be finished.
    ///
    /// Nothing of this costs a query its answer, so a program that shows calendars asks here what is missing in it. Files
    /// are named by paths that begin with the store's folder as it was given; the order is that of the calendars, the
    /// files' names and the lines. There are at most as many as ``Options/limits`` allow, usually 1000, and a last one that
    /// counts the others.
    ///
    /// ```swift
    /// for diagnostic in try store.diagnostics(for: .event) {
    ///     print(diagnostic)  // /srv/calendars/home/1.ics:4: warning: unknown time zone "Nowhere": its times are read as floating
    /// }
    /// ```
    ///
    /// What reading the files found is at hand; nothing is read again. The UIDs of the calendars are compared at each call,
    /// which takes some twenty milliseconds for 100,000 items. For reminders all files with reminders are decoded. What
    /// is wrong with properties that say nothing of when an event happens is not among it; validating the file finds that.
    ///
    /// - Parameters:
    ///   - type: whether to ask about events or about reminders; a file of which nobody knows what it holds counts for both.
    ///   - calendars: those to ask about; nil for all. Folders that cannot be listed belong to no calendar, and are named
    ///     with nil only.
    /// - Throws: ``StoreError/Code/eventStoreNotAuthorized`` without full access to items of the kind.
    public func diagnostics(
        for type: EntityType,
        in calendars: [EventCalendar]? = nil
    ) throws(StoreError) -> [Diagnostic] {
        try require(.read, type)
        return snapshot.diagnostics(
            for: type,
            in: calendars.map { Set($0.map(\.calendarIdentifier)) },
            notes: notes.remarks,
            limit: max(0, options.limits.diagnostics)
        )
    }

    /// What could not be done as it should have been when commits were finished after a crash, since the store was opened.
    package var recoveryRemarks: [Diagnostic] { notes.remarks.map { Diagnostic(.warning, .framing, $0) } }
}

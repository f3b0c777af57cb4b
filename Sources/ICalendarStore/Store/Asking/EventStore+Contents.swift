package import ICalendar

extension EventStore {
    /// What is stored in a calendar, file by file in the order of their names, and how many files could not be read.
    ///
    /// It is what the store held at one moment, so that no commit is in it by halves.
    package func contents(
        of calendar: EventCalendar
    ) throws(StoreError) -> (files: [CalendarFile], unreadable: Int) {
        try require(.read, .event)
        let snapshot = snapshot
        var unreadable = snapshot.readingFailures[calendar.calendarIdentifier]?.count ?? 0
        var files: [CalendarFile] = []
        for stored in snapshot.items[calendar.calendarIdentifier]?.files ?? [] {
            do throws(CalendarError) {
                files.append(try stored.file)
            } catch {
                unreadable += 1
            }
        }
        return (files, unreadable)
    }
}

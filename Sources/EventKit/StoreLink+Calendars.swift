import ICalendarStore

extension StoreLink {
    var sourceObjects: [EKSource] {
        let sources = try? attempt { store throws(StoreError) in try store.sources }
        return (sources ?? []).filter(isUsed).map { EKSource($0, self) }
    }

    /// Returns the object for the calendar that the closure finds, or nil.
    func calendar(_ find: (EventStore) throws(StoreError) -> EventCalendar?) -> EKCalendar? {
        let found = try? attempt(find)
        return (found ?? nil).map(object(for:))
    }

    func save(_ calendar: EKCalendar, commit: Bool) throws(EKError) {
        guard calendar.hasChanges else { return }
        var value = try calendar.edited(for: self)
        try change(commit: commit) { store, commit throws(StoreError) in
            try store.saveCalendar(&value, commit: commit)
        }
        let isNew = calendar.isNew
        calendar.take(value)
        if isNew { register(calendar, for: value) }
    }

    func remove(_ calendar: EKCalendar, commit: Bool) throws(EKError) {
        try calendar.check(for: self)
        guard let saved = calendar.saved else { return }
        try change(commit: commit) { store, commit throws(StoreError) in
            try store.removeCalendar(saved, commit: commit)
        }
    }
}

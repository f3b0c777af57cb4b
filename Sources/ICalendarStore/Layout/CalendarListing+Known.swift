import ICalendar

/// What is taken from an earlier listing.
extension CalendarListing {
    /// Whether a folder was a calendar with others in it: without any item it stays one as long as it is known.
    func isAround(_ path: [UInt8]) -> Bool {
        guard let known, known.calendars[path] != nil else { return false }
        let start = path + [UInt8(ascii: "/")]
        return known.calendars.keys.contains { $0.starts(with: start) }
    }

    /// The calendar that is known at a path, if its folder is the same with the same permissions.
    func unchanged(_ path: [UInt8], _ entry: FolderEntry) -> EventCalendar? {
        guard let known, known.changed?.contains(path) == false, let calendar = known.calendars[path],
            let stamp = known.stamps[path], stamp.isSameFile(as: entry.stamp), stamp.mode == entry.stamp.mode,
            stamp.owner == entry.stamp.owner, stamp.group == entry.stamp.group
        else { return nil }
        return calendar
    }
}

import ICalendar

extension StoredFile {
    private static let beginning = Array("BEGIN:VCALENDAR".utf8)
    private static let end = Array("END:VCALENDAR".utf8)
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Whether it is empty, or ends before its calendar does, as of a file that another program is writing in place.
    ///
    /// What never begins, such as a page of the web, was not cut short.
    var isCutShort: Bool {
        let text = bytes.starts(with: Self.mark) ? bytes.dropFirst(Self.mark.count) : bytes[...]
        // A file system that lost its power may leave nothing but zeros.
        guard let first = text.firstIndex(where: { $0 > 0x20 }) else { return true }
        var rest = text[first...]
        if rest.count < Self.beginning.count { return Self.isSame(rest, Self.beginning.prefix(rest.count)) }
        while true {
            let newline = rest.lastIndex { $0 == 0x0A || $0 == 0x0D }
            let line = rest[(newline.map { $0 + 1 } ?? rest.startIndex)...].prefix { $0 > 0x20 }
            if Self.isSame(line, Self.end[...]) { return false }
            if Self.isSame(line, Self.beginning[...]) { return true }
            guard let newline else { return false }
            rest = rest[..<newline]
        }
    }

    /// Whether a line is a keyword in any case.
    private static func isSame(_ line: ArraySlice<UInt8>, _ keyword: ArraySlice<UInt8>) -> Bool {
        // A bit makes letters capital; the colon has none of it set that matters.
        line.count == keyword.count && zip(line, keyword).allSatisfy { $0 == $1 || $0 & 0xDF == $1 }
    }
}

extension StoreSnapshot {
    /// The files that are empty or end before their calendars do, with their calendars: what was in them may still come.
    func filesCutShort() -> [(calendar: EventCalendar, file: StoredFile)] {
        var found: [(calendar: EventCalendar, file: StoredFile)] = []
        for calendar in calendars {
            // Reading any of them has left a remark.
            for file in items[calendar.calendarIdentifier]?.remarkedFiles ?? [] where file.isCutShort {
                found.append((calendar, file))
            }
        }
        return found
    }
}

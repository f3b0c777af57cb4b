package import ICalendar

/// Scans undecoded files for titles that may contain a given string.
struct TitleScanner {
    private let wanted: String
    private static let name = Array("SUMMARY".utf8)

    init(_ wanted: String) {
        self.wanted = wanted.lowercased()
    }

    func isMatch(_ title: String) -> Bool { title.lowercased().contains(wanted) }

    func isSame(_ title: String) -> Bool { title.lowercased() == wanted }

    /// Returns whether a title in `bytes` may contain the string.
    ///
    /// A result of false means that no title contains the string.
    func mayMatch(_ bytes: [UInt8]) -> Bool {
        var isFound = false
        UnfoldedLines.forEach(in: bytes, beginningWith: Self.name) { _, line in
            // The scanner also passes folded lines with other names, so check the name here.
            isFound = zip(line, Self.name).allSatisfy { $0 & 0xDF == $1 } && mayMatch(line: line)
            return !isFound
        }
        return isFound
    }

    private func mayMatch(line: [UInt8]) -> Bool {
        // Escapes and invalid UTF-8 require decoding, so treat them as a possible match.
        if line.contains(UInt8(ascii: "\\")) { return true }
        guard let text = String(validating: line, as: UTF8.self) else { return true }
        return isMatch(text)
    }
}

package struct TitledEvent: Sendable, Hashable {
    package let identifier: ItemIdentifier
    /// The event's file name.
    ///
    /// Several files may contain the same UID.
    package let file: String
    package let title: String
}

extension EventStore {
    /// Returns the events with a title that contains `text` (case-insensitive), in calendar and file order.
    ///
    /// The title can be in the series or in an overridden occurrence, on any date. Titles are not indexed. This method
    /// scans the bytes of every file and decodes only possible matches.
    package func events(titled text: String) throws(StoreError) -> [TitledEvent] {
        try require(.read, .event)
        let scanner = TitleScanner(text)
        let snapshot = snapshot
        var found: [TitledEvent] = []
        var seen: [TitledEvent: Int] = [:]
        for calendar in snapshot.calendars {
            for file in snapshot.items[calendar.calendarIdentifier]?.files ?? []
            where scanner.mayMatch(file.bytes) {
                // An event without a UID has a generated one.
                let made = file.uids.count == 1 ? file.uids.first : nil
                for event in file.calendars.flatMap(\.events) {
                    guard let title = event.summary, scanner.isMatch(title), let uid = event.uid ?? made
                    else { continue }
                    let identifier = calendar.identifier(ofItem: uid)
                    let known = TitledEvent(identifier: identifier, file: file.name, title: "")
                    if let place = seen[known] {
                        if scanner.isSame(title), !scanner.isSame(found[place].title) {
                            found[place] = TitledEvent(identifier: identifier, file: file.name, title: title)
                        }
                        continue
                    }
                    seen[known] = found.count
                    found.append(TitledEvent(identifier: identifier, file: file.name, title: title))
                }
            }
        }
        return found
    }

    /// Returns the current or next occurrence of an event with `text` in its title, or its last occurrence
    /// if none follows.
    ///
    /// Returns nil if the event never occurs.
    package func nextEvent(
        _ titled: TitledEvent,
        titled text: String,
        now: Instant
    ) throws(StoreError) -> CalendarEvent? {
        try require(.read, .event)
        let identifier = titled.identifier
        guard let items = snapshot.items[identifier.calendarIdentifier] else { return nil }
        func occurrence(_ slot: OccurrenceTime?) -> (occurrence: Occurrence, file: StoredFile)? {
            items.occurrences(ofUID: identifier.uid, slot: slot).first { $0.file.name == titled.file }
        }
        func event(_ slot: OccurrenceTime?) -> CalendarEvent? {
            occurrence(slot).map { self.event($0.occurrence, in: $0.file, of: items.calendar) }
        }
        let scanner = TitleScanner(text)
        let first = occurrence(nil)?.occurrence
        if let first, scanner.isMatch(first.summary ?? ""), first.start.instant(in: zone) >= now {
            return event(nil)
        }
        // An override may be the only one of millions of occurrences with this title.
        let titledIndex = items.levels.lazy.compactMap { level in
            level.index(ofUID: identifier.uid, inFile: titled.file, titled: scanner.isMatch)
        }.first
        guard let titledIndex else { return nil }
        for step in TitleSteps(now: now) {
            guard let window = try? OccurrenceWindow(from: step.from, to: step.to, in: zone) else { continue }
            let found: Occurrence?
            if step.isPast {
                found = titledIndex.lastOccurrence(in: window)
            } else {
                var all = titledIndex.occurrences(in: window).makeIterator()
                found = all.next()
            }
            guard let found else { continue }
            // If several events share the UID, only the occurrence itself identifies the matching one.
            guard found.recurrenceID == nil, let file = occurrence(nil)?.file else {
                return event(found.recurrenceID)
            }
            return self.event(found, in: file, of: items.calendar)
        }
        return nil
    }
}

/// The windows to search for the next occurrence, then for the last one.
///
/// Short windows come first, since most series recur soon and some recur very often.
private struct TitleSteps: Sequence {
    struct Step {
        let from: Instant
        let to: Instant
        let isPast: Bool
    }

    let now: Instant
    private static let day = 86_400
    private static let shortest = 31 * day
    private static let longest = 1461 * day
    /// The number of seconds to search ahead.
    ///
    /// Calendar dates repeat every 400 years.
    private static let reach = 404 * 366 * day
    /// The earliest instant to search, just before 1601, the first supported year.
    private static let first = Instant(secondsSince1970: -11_644_473_600 - day)

    func makeIterator() -> AnyIterator<Step> {
        var edge = now
        var isPast = false
        var length = Self.shortest
        let last = now.adding(seconds: Self.reach)
        return AnyIterator {
            if !isPast, edge >= last { (isPast, edge, length) = (true, now, Self.shortest) }
            if isPast, edge <= Self.first { return nil }
            let other = edge.adding(seconds: isPast ? -length : length)
            defer {
                edge = other
                length = Swift.min(2 * length, Self.longest)
            }
            return Step(from: Swift.min(edge, other), to: Swift.max(edge, other), isPast: isPast)
        }
    }
}

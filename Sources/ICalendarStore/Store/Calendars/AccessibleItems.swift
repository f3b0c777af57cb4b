import ICalendar

/// Finds what of a calendar goes when a program removes it that may not touch some kinds of items.
struct AccessibleItems {
    private let kept: Set<String>
    private let limits: ReadingLimits

    /// A removal that leaves some kinds of items alone.
    init(keeping kept: [EntityType], _ limits: ReadingLimits) {
        self.kept = Set(kept.map { $0 == .event ? "VEVENT" : "VTODO" })
        self.limits = limits
    }

    /// What is to become of the calendar's files; nil when the whole folder may go, as nothing in it is to be kept.
    func removal(from calendar: EventCalendar, _ reader: StoreReader) throws(StoreError) -> [FileChange]? {
        if kept.isEmpty { return nil }
        do {
            return try reader.read { view in
                var changes: [FileChange] = []
                var isKept = false
                for entry in try view.items(in: calendar.folder) {
                    guard let place = FilePlace(folder: calendar.folder, name: entry.name),
                        let contents = try view.contents(of: place)
                    else { continue }
                    let rest = rest(of: contents.bytes)
                    if rest != nil { isKept = true }
                    if rest == contents.bytes { continue }
                    let base = FileBase(FileVersion(contents)) { contents.bytes }
                    changes.append(rest.map { .put($0, at: place, over: base) } ?? .remove(place, base))
                }
                return isKept ? changes : nil
            }
        } catch {
            throw StoreError(caught: error)
        }
    }

    /// What stays of a file; nil for nothing.
    ///
    /// What cannot be read may hold anything, and stays.
    private func rest(of bytes: [UInt8]) -> [UInt8]? {
        guard var file = try? CalendarFile(bytes: bytes, limits: limits, threads: 1), !file.calendars.isEmpty
        else { return bytes }
        let names = file.calendars.flatMap { $0.component.components.map(\.name) }
        guard names.contains(where: kept.contains) else { return nil }
        guard names.contains(where: { $0 != "VTIMEZONE" && !kept.contains($0) }) else { return bytes }
        for number in file.calendars.indices {
            file.calendars[number].component.components.removeAll {
                $0.name != "VTIMEZONE" && !kept.contains($0.name)
            }
        }
        file.calendars.removeAll { $0.component.components.allSatisfy { $0.name == "VTIMEZONE" } }
        return file.icsBytes(.asRead)
    }
}

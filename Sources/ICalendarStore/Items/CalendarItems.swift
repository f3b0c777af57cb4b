import ICalendar

/// The items of one calendar in memory: a value that is replaced when files change.
struct CalendarItems: Sendable {
    /// The calendar.
    let calendar: EventCalendar
    /// Its files, by the bytes of their names.
    private(set) var files: [[UInt8]: StoredFile]
    /// Their events.
    private var index: OccurrenceIndex
    private var filesByName: [String: StoredFile] = [:]
    private let zone: Zone

    /// The items of a calendar whose files were read.
    init(_ calendar: EventCalendar, _ files: [StoredFile], zone: Zone) {
        self.calendar = calendar
        self.zone = zone
        self.files = Dictionary(files.map { ($0.place.name, $0) }) { first, _ in first }
        index = OccurrenceIndex(of: [], in: zone)
        rebuild()
    }

    /// The items after some files changed, came, or went (nil).
    func replacing(_ changes: [[UInt8]: StoredFile?]) -> CalendarItems {
        var items = self
        for (name, file) in changes { items.files[name] = file }
        items.rebuild()
        return items
    }

    private mutating func rebuild() {
        let sorted = files.values.sorted { $0.place.name.lexicographicallyPrecedes($1.place.name) }
        index = OccurrenceIndex(of: sorted.compactMap { try? $0.file }, in: zone)
        filesByName = Dictionary(sorted.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The occurrences of events in a window, in order.
    func occurrences(in window: OccurrenceWindow) -> some Sequence<Occurrence> & Sendable {
        index.occurrences(in: window)
    }

    /// The file that an occurrence is from.
    func file(of occurrence: Occurrence) -> StoredFile? {
        occurrence.file.flatMap { filesByName[$0] }
    }

    /// The files that hold components of a UID, in the order of their names.
    func files(ofUID uid: String) -> [StoredFile] {
        files.values.filter { file in
            file.calendars.contains { $0.component.components.contains { $0.isOwn(of: uid) } }
        }.sorted { $0.place.name.lexicographicallyPrecedes($1.place.name) }
    }

    /// The file of a name.
    func file(named name: [UInt8]) -> StoredFile? { files[name] }

    /// The occurrence of a UID with an original start, wherever an override moved it, or with nil the first one, with
    /// the file that it is from.
    func occurrence(
        ofUID uid: String,
        slot: OccurrenceTime?
    ) -> (occurrence: Occurrence, file: StoredFile)? {
        for file in files(ofUID: uid) {
            guard let parsed = try? file.file else { continue }
            let lookup = OccurrenceLookup(uid, in: parsed, zone: zone)
            if let found = slot.map({ lookup.occurrence(slot: $0) }) ?? lookup.first { return (found, file) }
        }
        return nil
    }

    /// The files that hold to-dos, in the order of their names.
    var filesWithReminders: [StoredFile] {
        files.values.filter { file in
            file.calendars.contains { $0.component.components.contains { $0.name == "VTODO" } }
        }.sorted { $0.place.name.lexicographicallyPrecedes($1.place.name) }
    }
}

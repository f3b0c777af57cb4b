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

    /// The occurrences of one UID in a window, in order.
    func occurrences(ofUID uid: String, in window: OccurrenceWindow) -> [Occurrence] {
        Array(index.occurrences(ofUID: uid, in: window))
    }

    /// The occurrence of a UID that `matches`, wherever it was moved from its original start.
    func occurrence(
        ofUID uid: String,
        originalStart: Instant,
        where matches: (Occurrence) -> Bool
    ) -> Occurrence? {
        index.occurrence(ofUID: uid, originalStart: originalStart, where: matches)
    }

    /// The file that an occurrence is from.
    func file(of occurrence: Occurrence) -> StoredFile? {
        occurrence.file.flatMap { filesByName[$0] }
    }

    /// The files that hold components of a UID, in the order of their names.
    func files(ofUID uid: String) -> [StoredFile] {
        files.values.filter { file in
            file.calendars.contains { $0.component.components.contains { $0.text("UID") == uid } }
        }.sorted { $0.place.name.lexicographicallyPrecedes($1.place.name) }
    }
}

import ICalendar

/// What a store holds at a moment: its calendars and their items, a value that is replaced as a whole.
struct StoreSnapshot: Sendable {
    /// The calendars, sorted by their paths.
    private(set) var calendars: [EventCalendar]
    /// The items of the calendars that may be read, by the calendars' identifiers.
    private(set) var items: [String: CalendarItems]
    /// The stamps of the calendars' folders and files, by their paths.
    let stamps: [[UInt8]: FileStamp]
    /// What is not read in the folders of calendars and in those around them, by their paths.
    let unread: [[UInt8]: [UnreadName]]
    /// The store's folder.
    let place: StoreRoot
    /// What could not be listed.
    let listingFailures: [FileFailure]
    /// What could not be read, by the calendars' identifiers.
    private(set) var readingFailures: [String: [FileFailure]]
    /// What people should know of how it was read.
    var remarks: [String] = []
    /// The folders of which files were read as a journal said that they would be; they are looked at again, as the commit
    /// may have been undone.
    var foldersAhead: Set<[UInt8]> = []
    /// The zone in which whole days and floating times take their place.
    let zone: Zone
    /// What reading the files puts up with.
    let limits: ReadingLimits

    /// What a listing found, with the items of its calendars.
    init(
        _ listing: CalendarListing,
        _ items: [String: CalendarItems],
        _ readingFailures: [String: [FileFailure]],
        zone: Zone,
        limits: ReadingLimits
    ) {
        calendars = listing.calendars
        stamps = listing.stamps
        unread = listing.unread
        place = listing.root
        listingFailures = listing.failures
        self.items = items
        self.readingFailures = readingFailures
        self.zone = zone
        self.limits = limits
    }

    /// The calendar of an identifier.
    func calendar(withIdentifier identifier: String) -> EventCalendar? {
        calendars.first { $0.calendarIdentifier == identifier }
    }

    /// What could not be listed or read; each costs itself only.
    var failures: [FileFailure] {
        listingFailures + calendars.flatMap { readingFailures[$0.calendarIdentifier] ?? [] }
    }

    /// The occurrences in a window of the calendars with some identifiers, or of all, in one order.
    func occurrences(in window: OccurrenceWindow, calendars wanted: Set<String>? = nil) -> SnapshotOccurrences
    {
        let some = calendars.lazy.map(\.calendarIdentifier).filter { wanted?.contains($0) ?? true }
        return SnapshotOccurrences(of: some.compactMap { items[$0] }, in: window)
    }

    /// The files that hold components of a UID, in the order of the calendars and of the files' names.
    func files(ofUID uid: String) -> [(calendar: EventCalendar, file: StoredFile)] {
        calendars.flatMap { calendar in
            (items[calendar.calendarIdentifier]?.files(ofUID: uid) ?? []).map { (calendar, $0) }
        }
    }

    /// Takes in what files are after a commit of this store, and says what that changes.
    @discardableResult
    mutating func apply(_ committed: [CommittedFile], limits: ReadingLimits) -> SnapshotDifference {
        var difference = SnapshotDifference()
        let byFolder = Dictionary(grouping: committed, by: \.place.folder)
        for calendar in calendars where !calendar.isFile {
            // Of a calendar that may only be written nothing is known, not even what was written.
            guard let files = byFolder[calendar.folder], items[calendar.calendarIdentifier] != nil else {
                continue
            }
            var read: [ReadFile] = []
            var removed: [[UInt8]] = []
            for file in files {
                let name = file.place.name
                let before = items[calendar.calendarIdentifier]?.file(named: name)
                if let before, before.bytes == file.content {
                    if let version = file.version { before.note(version) }
                    continue
                }
                let after = file.content.map {
                    ReadFile(file.place, $0, file.version, in: zone, limits: limits)
                }
                guard before != nil || after != nil else { continue }
                if let after { read.append(after) } else { removed.append(name) }
                difference.files.append(
                    .init(
                        calendarIdentifier: calendar.calendarIdentifier,
                        place: file.place,
                        before: before,
                        after: after?.file
                    )
                )
            }
            items[calendar.calendarIdentifier]?.replace(read, removing: removed)
        }
        return difference
    }
}

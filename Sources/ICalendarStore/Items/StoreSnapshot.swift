import ICalendar

/// What a store holds at a moment: its calendars and their items, a value that is replaced as a whole.
struct StoreSnapshot: Sendable {
    /// The calendars, sorted by their paths.
    private(set) var calendars: [EventCalendar]
    /// The items of the calendars that may be read, by the calendars' identifiers.
    private(set) var items: [String: CalendarItems]
    /// What could not be listed or read.
    private(set) var failures: [FileFailure]
    /// The zone in which whole days and floating times take their place.
    let zone: Zone
    /// What reading the files puts up with.
    let limits: ReadingLimits

    /// Reads a store.
    init(_ reader: StoreReader, zone: Zone, limits: ReadingLimits) throws(StoreError) {
        do {
            self = try reader.read { view in
                let listing = try CalendarListing(reader.root, files: reader.files)
                var items: [String: CalendarItems] = [:]
                var failures = listing.failures
                for calendar in listing.calendars where calendar.allowsReading {
                    var files: [StoredFile] = []
                    for place in try Self.places(of: calendar, view) {
                        do throws(FileFailure) {
                            guard let contents = try view.contents(of: place) else { continue }
                            files.append(
                                StoredFile(place, contents.bytes, FileVersion(contents), limits: limits)
                            )
                        } catch {
                            failures.append(error)
                        }
                    }
                    items[calendar.calendarIdentifier] = CalendarItems(calendar, files, zone: zone)
                }
                return StoreSnapshot(listing.calendars, items, failures, zone: zone, limits: limits)
            }
        } catch {
            throw StoreError(caught: error)
        }
    }

    private init(
        _ calendars: [EventCalendar],
        _ items: [String: CalendarItems],
        _ failures: [FileFailure],
        zone: Zone,
        limits: ReadingLimits
    ) {
        self.calendars = calendars
        self.items = items
        self.failures = failures
        self.zone = zone
        self.limits = limits
    }

    private static func places(of calendar: EventCalendar, _ view: StoreView) throws(FileFailure)
        -> [FilePlace]
    {
        guard !calendar.isFile else { return [calendar.filePlace].compactMap { $0 } }
        return try view.items(in: calendar.folder).compactMap {
            FilePlace(folder: calendar.folder, name: $0.name)
        }
    }

    /// The calendar of an identifier.
    func calendar(withIdentifier identifier: String) -> EventCalendar? {
        calendars.first { $0.calendarIdentifier == identifier }
    }

    /// Takes in what files are after a commit of this store.
    mutating func apply(_ committed: [CommittedFile], limits: ReadingLimits) {
        for (folder, files) in Dictionary(grouping: committed, by: \.place.folder) {
            guard let calendar = calendars.first(where: { $0.folder == folder && !$0.isFile }),
                let old = items[calendar.calendarIdentifier]
            else { continue }
            var changes: [[UInt8]: StoredFile?] = [:]
            for file in files {
                changes[file.place.name] = .some(
                    file.content.map { StoredFile(file.place, $0, file.version, limits: limits) }
                )
            }
            items[calendar.calendarIdentifier] = old.replacing(changes)
        }
    }
}

extension EventCalendar {
    /// The place of a calendar that is a single file.
    var filePlace: FilePlace? {
        let slash = UInt8(ascii: "/")
        guard let last = folder.lastIndex(of: slash) else { return FilePlace(folder: [], name: folder) }
        return FilePlace(folder: Array(folder[..<last]), name: Array(folder[(last + 1)...]))
    }
}

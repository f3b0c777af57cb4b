import ICalendar
import SystemIO
import Synchronization

/// A file as read from a store: an item in a calendar's folder, or a single-file calendar.
final class StoredFile: Sendable {
    let place: FilePlace
    let name: String
    let bytes: [UInt8]
    private let limits: ReadingLimits
    private let latest: Mutex<FileVersion?>
    let items: [IndexedFile.Item]?
    let diagnostics: [Diagnostic]

    init(
        _ place: FilePlace,
        _ bytes: [UInt8],
        _ version: FileVersion?,
        limits: ReadingLimits,
        name: String? = nil,
        _ indexed: IndexedFile? = nil
    ) {
        self.place = place
        self.name = name ?? Self.name(of: place)
        self.bytes = bytes
        latest = Mutex(version)
        self.limits = limits
        items = indexed?.items
        diagnostics = indexed?.diagnostics ?? []
    }

    static func name(of place: FilePlace) -> String {
        CalendarIdentifier.text(of: place.folder + [UInt8(ascii: "/")] + place.name)
    }

    /// The version of the file when it was last read or found unchanged, or `nil` if the contents are not on disk yet.
    var version: FileVersion? { latest.withLock { $0 } }

    func note(_ version: FileVersion) { latest.withLock { $0 = version } }

    /// The calendar objects in the file, parsed again on each access.
    ///
    /// The array is empty if the file is not a calendar.
    var calendars: [CalendarObject] { (try? file)?.calendars ?? [] }

    var file: CalendarFile {
        get throws(CalendarError) { try CalendarFile(bytes: bytes, name: name, limits: limits, threads: 1) }
    }

    func parsed() throws(StoreError) -> CalendarFile {
        do throws(CalendarError) {
            return try file
        } catch {
            throw StoreError(.internalFailure, name, error.detail)
        }
    }

    func isSame(as other: StoredFile) -> Bool { place == other.place && bytes == other.bytes }

    var weight: Int { max(1, items?.count ?? 1) }

    var kinds: ItemKinds {
        (items ?? []).reduce(into: []) { $0.insert(ItemKinds($1.kind)) }
    }

    /// The components' distinct UIDs in file order, with those of events first.
    var uids: [String] {
        guard let items else {
            return calendars.flatMap { $0.component.components.compactMap { $0.text("UID") } }
        }
        // Nearly all files have only one item.
        if items.count < 2 { return items.map(\.uid) }
        var seen: Set<ExactText> = []
        return items.map(\.uid).filter { seen.insert(ExactText($0)).inserted }
    }

    var base: FileBase? {
        guard let version else { return nil }
        let bytes = bytes
        return FileBase(version) { bytes }
    }
}

struct ReadFile: Sendable {
    let file: StoredFile
    let indexed: IndexedFile

    init(file: StoredFile, indexed: IndexedFile) {
        self.file = file
        self.indexed = indexed
    }

    /// Creates a file from the bytes read.
    ///
    /// A file that is not a calendar has no items but has a diagnostic.
    init(
        _ place: FilePlace,
        _ bytes: [UInt8],
        _ version: FileVersion?,
        in zone: Zone,
        limits: ReadingLimits
    ) {
        let name = StoredFile.name(of: place)
        do throws(CalendarError) {
            indexed = try IndexedFile(bytes, name: name, in: zone, limits: limits)
        } catch {
            indexed = IndexedFile(
                failing: Diagnostic(.error, .framing, file: name, "\(error.detail); file skipped")
            )
        }
        file = StoredFile(place, bytes, version, limits: limits, name: name, indexed)
    }
}

struct ParsedFile: Sendable {
    let stored: StoredFile
    let file: CalendarFile
    var indexed: IndexedFile?

    init(stored: StoredFile, file: CalendarFile) {
        self.stored = stored
        self.file = file
    }

    init(
        _ place: FilePlace,
        _ bytes: [UInt8],
        limits: ReadingLimits,
        indexedIn zone: Zone? = nil
    ) throws(StoreError) {
        let read = zone.map { ReadFile(place, bytes, nil, in: $0, limits: limits) }
        stored = read?.file ?? StoredFile(place, bytes, nil, limits: limits)
        indexed = read?.indexed
        file = try stored.parsed()
    }
}

struct ItemKinds: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let event = ItemKinds(rawValue: 1)
    static let todo = ItemKinds(rawValue: 2)
    static let journal = ItemKinds(rawValue: 4)
    static let other = ItemKinds(rawValue: 8)
}

extension ItemKinds {
    init(_ name: String) {
        switch name {
        case "VEVENT": self = .event
        case "VTODO": self = .todo
        case "VJOURNAL": self = .journal
        default: self = .other
        }
    }
}

extension StoredFile {
    private static let beginning = Array("BEGIN:VCALENDAR".utf8)
    private static let end = Array("END:VCALENDAR".utf8)
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Whether the file is empty or truncated, as it may be while another program is writing it.
    ///
    /// A file that does not begin like a calendar does not count as truncated.
    var isCutShort: Bool {
        let text = bytes.starts(with: Self.mark) ? bytes.dropFirst(Self.mark.count) : bytes[...]
        // After a power failure, a file may contain only zeros.
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

    private static func isSame(_ line: ArraySlice<UInt8>, _ keyword: ArraySlice<UInt8>) -> Bool {
        // Clearing this bit converts letters to uppercase. The colon matches without conversion.
        line.count == keyword.count && zip(line, keyword).allSatisfy { $0 == $1 || $0 & 0xDF == $1 }
    }
}

extension StoreSnapshot {
    /// Returns the empty or truncated files with their calendars.
    ///
    /// The missing part of a file may still be written later.
    func filesCutShort() -> [(calendar: EventCalendar, file: StoredFile)] {
        var found: [(calendar: EventCalendar, file: StoredFile)] = []
        for calendar in calendars {
            // Truncated files always have a diagnostic.
            for file in items[calendar.calendarIdentifier]?.remarkedFiles ?? [] where file.isCutShort {
                found.append((calendar, file))
            }
        }
        return found
    }
}

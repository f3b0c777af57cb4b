import ICalendar
import SystemIO

struct StoreSnapshot: Sendable {
    private(set) var calendars: [EventCalendar]
    private(set) var items: [String: CalendarItems]
    let stamps: [[UInt8]: FileStamp]
    let unread: [[UInt8]: [UnreadName]]
    let accounts: AccountFolders
    let place: StoreRoot
    let listingFailures: [FileFailure]
    private(set) var readingFailures: [String: [FileFailure]]
    var remarks: [String] = []
    /// The folders whose files were read in the state described by an unfinished commit's journal.
    ///
    /// These folders are read again later, since the commit may be rolled back.
    var foldersAhead: Set<[UInt8]> = []
    let zone: Zone
    let limits: ReadingLimits

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
        accounts = listing.accounts
        place = listing.root
        listingFailures = listing.failures
        self.items = items
        self.readingFailures = readingFailures
        self.zone = zone
        self.limits = limits
    }

    func calendar(withIdentifier identifier: String) -> EventCalendar? {
        calendars.first { $0.calendarIdentifier == identifier }
    }

    var failures: [FileFailure] {
        listingFailures + calendars.flatMap { readingFailures[$0.calendarIdentifier] ?? [] }
    }

    func occurrences(in window: OccurrenceWindow, calendars wanted: Set<String>? = nil) -> SnapshotOccurrences
    {
        let some = calendars.lazy.map(\.calendarIdentifier).filter { wanted?.contains($0) ?? true }
        return SnapshotOccurrences(of: some.compactMap { items[$0] }, in: window)
    }

    /// Applies the result of a commit.
    ///
    /// `known` contains files that were parsed before they were written.
    @discardableResult
    mutating func apply(
        _ committed: [CommittedFile],
        read known: [FilePlace: ParsedFile] = [:],
        limits: ReadingLimits
    ) -> SnapshotDifference {
        var difference = SnapshotDifference()
        let byFolder = Dictionary(grouping: committed, by: \.place.folder)
        for calendar in calendars where !calendar.isFile {
            // Never load a write-only calendar, not even content that was just written.
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
                let after = file.content.map { content in
                    if let parsed = known[file.place], let indexed = parsed.indexed,
                        parsed.stored.bytes == content
                    {
                        if let version = file.version { parsed.stored.note(version) }
                        return ReadFile(file: parsed.stored, indexed: indexed)
                    }
                    return ReadFile(file.place, content, file.version, in: zone, limits: limits)
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

    /// Returns the problems found while listing and reading files or in their contents, sorted by calendar and file
    /// name.
    ///
    /// Files with reminders are decoded if `type` is `.reminder` or `nil`. `notes` describe interrupted commits. If
    /// there are more than `limit` diagnostics, a final diagnostic states how many were omitted.
    func diagnostics(
        for type: EntityType? = nil,
        in wanted: Set<String>? = nil,
        notes: [String] = [],
        limit: Int = 1000
    ) -> [Diagnostic] {
        var list = SnapshotRemarks(limit: limit)
        let asked = calendars.filter { wanted?.contains($0.calendarIdentifier) ?? true }
        for failure in listingFailures
        where wanted == nil || asked.contains(where: { failure.path.isAround($0.path) }) {
            let isKept = calendars.contains { failure.path.isAround($0.path) }
            list.add(failure, isKept ? nil : "folder skipped")
        }
        if wanted == nil { addUnread(&list) }
        let known = Set(notes)
        for remark in notes + remarks.filter({ !known.contains($0) }) {
            list.add(Diagnostic(.warning, .framing, remark))
        }
        for calendar in asked {
            guard let items = items[calendar.calendarIdentifier] else {
                if !calendar.allowsReading { list.add(Self.closed(calendar)) }
                continue
            }
            for failure in readingFailures[calendar.calendarIdentifier] ?? [] {
                let isFolder = failure.path == calendar.path && !calendar.isFile
                let isKept = isFolder || items.file(named: failure.path.lastName) != nil
                list.add(failure, isKept ? nil : "file skipped")
            }
            for found in unread[calendar.folder] ?? [] {
                let path = calendar.path.appending(found.name)
                list.add(Diagnostic(.warning, .framing, file: path.description, found.reason.rawValue))
            }
            add(items, calendar, type, &list)
        }
        return list.all
    }

    private func addUnread(_ list: inout SnapshotRemarks) {
        let folders = Set(calendars.map(\.folder))
        for (folder, names) in unread.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) })
        where !folders.contains(folder) {
            for found in names {
                let path = place.path(ofFolder: folder).appending(found.name).description
                list.add(Diagnostic(.error, .framing, file: path, found.reason.rawValue))
            }
        }
    }

    private static func closed(_ calendar: EventCalendar) -> Diagnostic {
        calendar.allowsContentModifications
            ? Diagnostic(
                .warning,
                .framing,
                file: calendar.path.description,
                "the calendar can be added to but not read; contents skipped"
            )
            : Diagnostic(
                .error,
                .framing,
                file: calendar.path.description,
                "cannot be read: \(PlatformError.refused); calendar skipped"
            )
    }

    private func add(
        _ items: CalendarItems,
        _ calendar: EventCalendar,
        _ type: EntityType?,
        _ list: inout SnapshotRemarks
    ) {
        var found: [[UInt8]: [Diagnostic]] = [:]
        for file in items.remarkedFiles where file.mayHold(type) {
            found[file.place.name] = file.diagnostics
        }
        if type != .event {
            for file in items.files(holding: .todo) {
                guard let read = try? file.file else { continue }
                // Framing problems were already reported when the file was first read.
                let known = Set(file.diagnostics)
                let new =
                    read.diagnostics + UnknownZones.diagnostics(ofRemindersIn: read)
                    + RepeatedReminders.diagnostics(in: read, zone)
                let rest = new.filter { !known.contains($0) }
                if !rest.isEmpty { found[file.place.name, default: []] += rest }
            }
        }
        for repeated in items.repeatedUIDs where Self.isWanted(repeated.kind, type) {
            guard let first = repeated.files.first, let second = repeated.files.dropFirst().first else {
                continue
            }
            let others = repeated.files.count - 2
            let places =
                "\(first.place.nameText)"
                + (others > 0 ? " and \(others) more file\(others == 1 ? "" : "s")" : "")
            found[second.place.name, default: []].append(
                Diagnostic(
                    .warning,
                    .series,
                    "the UID \"\(Words.short(repeated.uid))\" is also used in \(places); kept as separate items"
                )
            )
        }
        for name in found.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let path = calendar.isFile ? calendar.path : calendar.path.appending(name)
            let sorted = (found[name] ?? []).enumerated().sorted {
                ($0.element.line ?? .max, $0.offset) < ($1.element.line ?? .max, $1.offset)
            }
            for (_, diagnostic) in sorted {
                var named = diagnostic
                named.file = path.description
                list.add(named)
            }
        }
    }

    private static func isWanted(_ kind: String, _ type: EntityType?) -> Bool {
        type == nil || (kind == Todo.componentName) == (type == .reminder)
    }
}

private struct SnapshotRemarks {
    let limit: Int
    var kept: [Diagnostic] = []
    var leftOut = 0

    mutating func add(_ diagnostic: Diagnostic) {
        if kept.count < limit { kept.append(diagnostic) } else { leftOut += 1 }
    }

    mutating func add(_ failure: FileFailure, _ loss: String?) {
        let done = loss ?? "using the last known contents"
        let what = "cannot be \(failure.action.rawValue): \(failure.error); \(done)"
        add(Diagnostic(loss == nil ? .warning : .error, .framing, file: failure.path.description, what))
    }

    var all: [Diagnostic] {
        guard leftOut > 0 else { return kept }
        let message =
            "limit reached: \(limit) diagnostics (ReadingLimits.diagnostics); \(leftOut) more not listed"
        return kept + [Diagnostic(.warning, .limit, message)]
    }
}

extension StoredFile {
    fileprivate func mayHold(_ type: EntityType?) -> Bool {
        guard let type, !kinds.isEmpty else { return true }
        return type == .reminder ? kinds.contains(.todo) : !kinds.isSubset(of: .todo)
    }
}

extension FilePlace {
    fileprivate var nameText: String { String(decoding: name, as: UTF8.self) }
}

extension StoreSnapshot {
    /// Reads a store, and removes the leftovers of interrupted commits.
    init(_ reader: StoreReader, zone: Zone, limits: ReadingLimits) throws(StoreError) {
        do {
            var leftovers: [[UInt8]] = []
            var hasMore = false
            self = try reader.read { view in
                let listing = try CalendarListing(reader.root, files: reader.files)
                leftovers = listing.entries.filter { $0.value.contains { TemporaryName.isOne($0.name) } }.map(
                    \.key
                )
                leftovers += listing.hidden.filter { $0.value.contains(where: TemporaryName.isOne) }.map(
                    \.key
                )
                hasMore = view.hasLeftovers
                var loading = SnapshotLoading(
                    listing: listing,
                    loading: FileLoading(view: view, zone: zone, limits: limits)
                )
                var snapshot = loading.snapshot()
                snapshot.remarks = view.remarks
                snapshot.foldersAhead = view.foldersAhead
                return snapshot
            }
            // Leftovers are hidden, so failing to remove them does no harm.
            if hasMore || !leftovers.isEmpty, !reader.isReadOnly {
                let recovery = Recovery(
                    root: reader.root,
                    files: reader.files,
                    merging: reader.merging,
                    notes: reader.notes
                )
                _ = try? recovery.run(tidying: leftovers)
            }
        } catch {
            throw StoreError(caught: error)
        }
    }

    /// Returns the current state of the store on disk, and its difference from this snapshot.
    ///
    /// If a file temporarily cannot be read, its last known state is used.
    ///
    /// The caller must ensure that no commit by this store is applied in the meantime. `folders` contains the folders
    /// that may have changed, or is `nil` for all. For each folder in `named`, only the named files may have changed,
    /// so the folder need not be listed.
    func refreshed(
        folders: Set<[UInt8]>?,
        named: [[UInt8]: Set<[UInt8]>] = [:],
        _ reader: StoreReader
    ) throws(StoreError) -> (snapshot: StoreSnapshot, difference: SnapshotDifference) {
        do {
            return try reader.read { view in
                // The outcome of an unfinished commit is uncertain, and nothing would report its rollback.
                let ahead = view.foldersAhead
                let anew = ahead.union(foldersAhead)
                let settled = named.filter { !anew.contains($0.key) && isSettled($0.key, but: $0.value) }
                // Ignore other files in a calendar's folder, such as temporary files that programs rename later.
                let named = settled.mapValues { $0.filter { ItemName.isItem($0) } }
                let folders = folders?.union(anew).subtracting(named.keys)
                let known = CalendarListing.Known(
                    calendars: Dictionary(calendars.map { ($0.folder, $0) }) { first, _ in first },
                    stamps: stamps,
                    unread: unread,
                    changed: folders,
                    accounts: accounts
                )
                let listing = try CalendarListing(reader.root, files: reader.files, known: known)
                var loading = SnapshotLoading(
                    listing: listing,
                    loading: FileLoading(view: view, zone: zone, limits: limits),
                    old: self,
                    changed: folders,
                    named: named
                )
                var snapshot = loading.snapshot()
                snapshot.remarks = view.remarks
                snapshot.foldersAhead = ahead
                return (snapshot, loading.difference)
            }
        } catch {
            throw StoreError(caught: error)
        }
    }

    /// Returns whether a folder is a calendar and remains one regardless of changes to the named files.
    private func isSettled(_ folder: [UInt8], but names: Set<[UInt8]>) -> Bool {
        guard names.isDisjoint(with: [ItemName.displayName, ItemName.color]),
            let calendar = calendars.first(where: { $0.folder == folder }), !calendar.isFile,
            let items = items[calendar.calendarIdentifier]
        else { return false }
        // A file that was unreadable before may be an item now.
        if unread[folder]?.contains(where: { names.contains($0.name) }) == true { return false }
        // Without items, the folder could belong to an account.
        return items.count > names.count
    }
}

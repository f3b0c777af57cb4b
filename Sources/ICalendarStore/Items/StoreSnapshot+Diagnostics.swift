import ICalendar

extension StoreSnapshot {
    /// What cannot be used of some calendars or, with nil, of all, and what was done about it: what cannot be listed or
    /// read, and what the files do not say well.
    ///
    /// Files are named by their paths, in the order of the calendars and of the names. What was found when the files were
    /// read is at hand; UIDs that stand in several files are looked for now, and files with reminders are decoded for a
    /// question about reminders.
    ///
    /// - Parameters:
    ///   - type: the kind of items that is asked about; nil for both. A file of which nobody knows what it holds counts.
    ///   - wanted: the identifiers of the calendars.
    ///   - notes: what is told of commits that were interrupted, whenever they were finished.
    ///   - limit: how many there are at most; a last one says how many more there were.
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
            list.add(failure, isKept ? "what was known of it stands" : "the folder is left out")
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
                list.add(failure, isKept ? "what was known of it stands" : "the file is left out")
            }
            for found in unread[calendar.folder] ?? [] {
                let path = calendar.path.appending(found.name)
                list.add(Diagnostic(.warning, .framing, file: path.description, found.reason.rawValue))
            }
            add(items, calendar, type, &list)
        }
        return list.all
    }

    /// Adds what may be a calendar in the folder of the store or of a source, and is not read.
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

    /// What is said of a calendar that may not be read.
    private static func closed(_ calendar: EventCalendar) -> Diagnostic {
        calendar.allowsContentModifications
            ? Diagnostic(
                .warning,
                .framing,
                file: calendar.path.description,
                "the calendar can only be added to; what is in it is left out"
            )
            : Diagnostic(
                .error,
                .framing,
                file: calendar.path.description,
                "cannot be read: \(PlatformError.refused); the calendar is left out"
            )
    }

    /// Adds what the files of a calendar do not say well, in the order of their names and lines.
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
                // What is told of framing was told when the file was read first.
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
                    "the UID \"\(Words.short(repeated.uid))\" stands in \(places) too; each is an item of its own"
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

/// Diagnostics up to a number, and how many more there are.
private struct SnapshotRemarks {
    let limit: Int
    private var kept: [Diagnostic] = []
    private var leftOut = 0

    init(limit: Int) { self.limit = limit }

    mutating func add(_ diagnostic: Diagnostic) {
        if kept.count < limit { kept.append(diagnostic) } else { leftOut += 1 }
    }

    /// Adds what the system refused, and what was done about it.
    mutating func add(_ failure: FileFailure, _ done: String) {
        let what = "cannot be \(failure.action.rawValue): \(failure.error); \(done)"
        add(Diagnostic(.error, .framing, file: failure.path.description, what))
    }

    var all: [Diagnostic] {
        guard leftOut > 0 else { return kept }
        let what = leftOut == 1 ? "one more diagnostic is" : "\(leftOut) more diagnostics are"
        return kept + [Diagnostic(.warning, .limit, "\(what) left out")]
    }
}

extension StoredFile {
    /// Whether it holds items of a kind, or nobody knows what it holds.
    fileprivate func mayHold(_ type: EntityType?) -> Bool {
        guard let type, !kinds.isEmpty else { return true }
        return type == .reminder ? kinds.contains(.todo) : !kinds.isSubset(of: .todo)
    }
}

extension FilePlace {
    /// The name of the file for people.
    fileprivate var nameText: String { String(decoding: name, as: UTF8.self) }
}

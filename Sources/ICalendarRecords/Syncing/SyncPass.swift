#if Records
    import GRDB
    import ICalendar

    /// A single sync in an open transaction.
    ///
    /// The pass compares the source with the rows and writes the differences.
    struct SyncPass {
        private let source: any RecordSource
        private let table: RecordTable
        private let state: RecordState
        /// The current time in seconds since 1970.
        private let now: Int
        private let limit: Int
        private var change: Int64
        private var report = SyncReport()
        /// The identifiers found so far and their times; each of them is processed only once.
        private var handled: [String: Range<Int>] = [:]
        /// The identifiers shared by several occurrences at different times.
        private var shared: Set<String> = []
        /// The rows of occurrences that were expected but not found, keyed by identifier.
        private var missing: [String: RecordTable.Known] = [:]

        init(_ db: Database, _ source: any RecordSource, now: Int, limit: Int) throws {
            self.source = source
            self.now = now
            self.limit = limit
            table = RecordTable(db: db)
            state = RecordState(db: db)
            change = try state.lastChange
            let place = source.place
            switch try state.place {
            case nil: try state.setPlace(place)
            case place: break
            case let other?:
                throw RecordsError(
                    .otherStore,
                    "the records belong to the store in \(other), not in \(place)"
                )
            }
        }

        mutating func run(_ work: SyncWork) throws -> SyncReport {
            switch work {
            case .window(let range, let calendars): try sync(range, calendars: calendars)
            case .items(let items, let range): try sync(items, in: range)
            }
        }

        private mutating func sync(_ range: Range<Instant>, calendars: Set<String>?) throws -> SyncReport {
            try source.refuseFlood(in: range, calendars: calendars, limit: limit)
            for step in SyncSteps(range) {
                var known = Dictionary(
                    try table.rows(overlapping: step.seconds).map { ($0.identifier, $0) }
                ) { first, _ in first }
                try source.forEachOccurrence(in: step, calendars: calendars) { found in
                    try take(found, known: &known)
                }
                for (identifier, row) in known where !row.isRemoved && handled[identifier] == nil {
                    guard calendars?.contains(row.calendarIdentifier) ?? true else { continue }
                    missing[identifier] = row
                }
            }
            try settle()
            let names = calendars.map { "[\($0.sorted().map { "\"\($0)\"" }.joined(separator: ","))]" } ?? ""
            try state.note(range.seconds, calendars: names, now: now)
            return report
        }

        /// Syncs the rows of some items in a window.
        private mutating func sync(_ items: Set<ItemName>, in range: Range<Instant>) throws -> SyncReport {
            let seconds = range.seconds
            for item in items.sorted() {
                var known: [String: RecordTable.Known] = [:]
                for row in try table.rows(ofUID: item.uid, inCalendar: item.calendar) {
                    known[row.identifier] = row
                }
                for step in SyncSteps(range) {
                    try source.forEachOccurrence(ofUID: item.uid, inCalendar: item.calendar, in: step) {
                        try take($0, known: &known)
                    }
                }
                for (identifier, row) in known where !row.isRemoved && row.overlaps(seconds) {
                    if handled[identifier] == nil { missing[identifier] = row }
                }
            }
            try settle()
            return report
        }

        /// Compares an occurrence with its row.
        ///
        /// The row is in `known` unless its previous times are outside the searched range.
        private mutating func take(
            _ found: FoundOccurrence,
            known: inout [String: RecordTable.Known]
        ) throws {
            let times = found.startDate..<max(found.startDate, found.endDate)
            // An occurrence is found twice if it overlaps two steps or is in two of a calendar's files.
            if let known = handled[found.identifier] {
                // Each identifier has only one row, so a different time means a different event.
                if known != times, shared.insert(found.identifier).inserted {
                    report.withoutRow.append(found.identifier)
                }
                return
            }
            handled[found.identifier] = times
            if handled.count > limit { throw RecordsError.tooMany(limit) }
            missing[found.identifier] = nil
            if let row = known.removeValue(forKey: found.identifier) {
                try compare(row, found)
            } else if try table.insert(found, now: now, change: change + 1) {
                change += 1
                report.inserted.append(found.identifier)
            } else if let row = try table.row(of: found.identifier) {
                try compare(row, found)
            }
        }

        private mutating func compare(_ row: RecordTable.Known, _ found: FoundOccurrence) throws {
            guard row.isRemoved || !row.says(found) else {
                report.unchanged += 1
                if let version = found.fileVersion, row.fileVersion != version {
                    try table.note(row.id, fileVersion: version)
                }
                return
            }
            change += 1
            try table.update(row.id, to: found, now: now, change: change, isBack: row.isRemoved)
            if row.isRemoved {
                report.returned.append(found.identifier)
            } else {
                report.updated.append(found.identifier)
            }
        }

        /// Flags missing rows as removed, or updates them if their occurrences were moved.
        private mutating func settle() throws {
            let missing = missing.values.sorted { ($0.startDate, $0.id) < ($1.startDate, $1.id) }
            let unread = missing.isEmpty ? [] : source.unreadCalendars
            var known: [String: Bool] = [:]
            // Returns whether a calendar or its parent folder could not be read, or is hidden by something else.
            func isUnread(_ calendar: String) -> Bool {
                if let known = known[calendar] { return known }
                let isOne =
                    unread.contains { $0.isEmpty || $0 == calendar || calendar.hasPrefix("\($0)/") }
                    || source.isHidden(calendar: calendar)
                known[calendar] = isOne
                return isOne
            }
            for row in missing {
                if isUnread(row.calendarIdentifier) {
                    report.kept.append(row.identifier)
                } else if let found = try source.occurrence(withIdentifier: row.identifier) {
                    try compare(row, found)
                } else {
                    change += 1
                    try table.remove(row.id, now: now, change: change)
                    report.removed.append(row.identifier)
                }
            }
            try state.setLastChange(change)
        }
    }

    extension RecordTable.Known {
        /// Returns whether the row overlaps a range of seconds since 1970.
        ///
        /// A row without a duration must start in the range.
        fileprivate func overlaps(_ range: Range<Int>) -> Bool {
            startDate < range.upperBound && (endDate > range.lowerBound || startDate >= range.lowerBound)
        }
    }

    /// The scope of a sync.
    enum SyncWork: Sendable {
        /// A window in some or all calendars.
        case window(Range<Instant>, calendars: Set<String>? = nil)
        /// Some items in a window.
        case items(Set<ItemName>, Range<Instant>)
    }

    /// The steps for searching a window.
    ///
    /// With these steps, the window can be wider than the four-year limit on a search or the available memory would
    /// allow.
    struct SyncSteps: Sequence, IteratorProtocol {
        private var rest: Range<Instant>
        private let width: Int

        /// A range that covers every possible occurrence, from before the year 0 to after the year 9999.
        static let limits =
            Instant(secondsSince1970: -63_000_000_000)..<Instant(secondsSince1970: 254_000_000_000)

        /// Divides a range into one-year steps or, if the range is very wide, into steps of up to four years (a
        /// search's limit).
        init(_ range: Range<Instant>) {
            rest = range.clamped(to: Self.limits)
            let length = rest.upperBound.secondsSince1970 - rest.lowerBound.secondsSince1970
            width = Swift.max(366 * 86_400, Swift.min(length / 64, 1461 * 86_400))
        }

        mutating func next() -> Range<Instant>? {
            guard !rest.isEmpty else { return nil }
            let end = Swift.min(rest.lowerBound.adding(seconds: width), rest.upperBound)
            defer { rest = end..<rest.upperBound }
            return rest.lowerBound..<end
        }
    }

    extension Range<Instant> {
        var seconds: Range<Int> { lowerBound.secondsSince1970..<upperBound.secondsSince1970 }
    }

    extension RecordSource {
        /// Throws an error if a window has more occurrences than the limit.
        ///
        /// The occurrences are counted without being examined individually.
        func refuseFlood(in range: Range<Instant>, calendars: Set<String>?, limit: Int) throws {
            let range = range.clamped(to: SyncSteps.limits)
            if range.isEmpty { return }
            guard let count = try occurrenceCount(in: range, calendars: calendars, most: limit),
                count <= limit
            else { throw RecordsError.tooMany(limit) }
        }
    }

    extension RecordsError {
        static func tooMany(_ limit: Int) -> RecordsError {
            RecordsError(
                .tooManyOccurrences,
                "limit of \(limit) occurrences exceeded, or rules too expensive to expand;"
                    + " use a shorter window"
            )
        }
    }
#endif

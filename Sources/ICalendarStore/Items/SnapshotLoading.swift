import ICalendar

/// Creates a snapshot from a listing.
///
/// Unchanged files are reused from an earlier snapshot. All other files are read.
struct SnapshotLoading {
    let listing: CalendarListing
    let loading: FileLoading
    var old: StoreSnapshot?
    var changed: Set<[UInt8]>?
    var named: [[UInt8]: Set<[UInt8]>] = [:]
    var failures: [String: [FileFailure]] = [:]
    private(set) var difference = SnapshotDifference()

    private struct Plan: Sendable {
        let calendar: EventCalendar
        let old: CalendarItems?
        var read: [ReadFile] = []
        var removed: [[UInt8]] = []
    }

    mutating func snapshot() -> StoreSnapshot {
        var plans: [Plan] = []
        var batches: [FileLoading.Batch] = []
        for calendar in listing.calendars where calendar.allowsReading {
            let (plan, batch) = plan(for: calendar, number: plans.count)
            plans.append(plan)
            if let batch { batches.append(batch) }
        }
        loading.load(batches) { number, outcomes in
            for outcome in outcomes { take(outcome, &plans[number]) }
        }
        if old != nil { noteDifferences(plans) }
        return StoreSnapshot(listing, items(of: plans), failures, zone: loading.zone, limits: loading.limits)
    }

    private func items(of plans: [Plan]) -> [String: CalendarItems] {
        let zone = loading.zone
        var levels = [[ItemLevel]](repeating: [], count: plans.count)
        var parts = plans.indices.lazy.flatMap { number in
            CalendarItems.parts(of: plans[number].read).lazy.map { (number, $0) }
        }.makeIterator()
        Workers.mapInOrder(
            threads: Workers.usualCount,
            next: { parts.next() },
            transform: { (part: (number: Int, files: [ReadFile])) in
                (part.number, ItemLevel(part.files, in: zone))
            },
            consume: { (made: (number: Int, level: ItemLevel)) in levels[made.number].append(made.level) }
        )
        var items: [String: CalendarItems] = [:]
        for (plan, made) in zip(plans, levels) {
            var own = plan.old ?? CalendarItems(plan.calendar, [], zone: zone)
            own.calendar = plan.calendar
            if !made.isEmpty || !plan.removed.isEmpty { own.replace(made, removing: plan.removed) }
            items[plan.calendar.calendarIdentifier] = own
        }
        return items
    }

    // MARK: - One calendar

    private mutating func plan(
        for calendar: EventCalendar,
        number: Int
    ) -> (Plan, FileLoading.Batch?) {
        let identifier = calendar.calendarIdentifier
        let before = old?.items[identifier]
        var plan = Plan(calendar: calendar, old: before)
        if before != nil, let changed, listing.entries[calendar.folder] == nil,
            !changed.contains(calendar.folder)
        {
            let names = named[calendar.folder] ?? []
            let path = loading.path(ofFolder: calendar.folder)
            let paths = Set(names.map { path.appending($0) })
            failures[identifier] = old?.readingFailures[identifier]?.filter { !paths.contains($0.path) }
            guard !names.isEmpty else { return (plan, nil) }
            let sorted = names.sorted { $0.lexicographicallyPrecedes($1) }
            let batch = FileLoading.Batch(
                calendar: number,
                folder: calendar.folder,
                names: sorted,
                known: before
            )
            return (plan, batch)
        }
        let parent = calendar.isFile ? calendar.filePlace?.folder ?? [] : calendar.folder
        var entries = listing.entries[calendar.folder] ?? []
        if !calendar.isFile {
            do throws(FileFailure) {
                entries = try loading.view.items(
                    in: calendar.folder,
                    listed: listing.entries[calendar.folder]
                )
            } catch {
                // If a folder temporarily cannot be listed, keep its known contents.
                failures[identifier] = [error]
                return (plan, nil)
            }
        }
        let names = entries.map(\.name)
        if let before {
            let present = Set(names)
            for level in before.levels {
                for file in level.files where !present.contains(file.place.name) {
                    plan.removed.append(file.place.name)
                }
            }
        }
        return (plan, FileLoading.Batch(calendar: number, folder: parent, names: names, known: before))
    }

    private mutating func take(_ outcome: FileLoading.Outcome, _ plan: inout Plan) {
        switch outcome {
        case .read(let file): plan.read.append(file)
        case .same: break
        case .gone(let name):
            if plan.old?.file(named: name) != nil { plan.removed.append(name) }
        case .failed(_, let failure):
            failures[plan.calendar.calendarIdentifier, default: []].append(failure)
        }
    }

    // MARK: - Differences

    private mutating func noteDifferences(_ plans: [Plan]) {
        guard let old else { return }
        let before = Dictionary(old.calendars.map { ($0.folder, $0) }) { first, _ in first }
        let after = Dictionary(listing.calendars.map { ($0.folder, $0) }) { first, _ in first }
        let gone = old.calendars.filter { after[$0.folder] == nil }
        var renamed: Set<[UInt8]> = []
        for calendar in listing.calendars {
            guard let known = before[calendar.folder] else {
                let stamp = listing.stamps[calendar.folder]
                let former = gone.first { other in
                    guard let stamp, !renamed.contains(other.folder) else { return false }
                    return old.stamps[other.folder]?.isSameFile(as: stamp) ?? false
                }
                if let former {
                    renamed.insert(former.folder)
                    difference.calendars.append(.renamed(from: former, to: calendar))
                } else {
                    difference.calendars.append(.inserted(calendar))
                }
                continue
            }
            if known != calendar { difference.calendars.append(.updated(from: known, to: calendar)) }
        }
        difference.calendars += gone.filter { !renamed.contains($0.folder) }.map { .deleted($0) }
        noteFiles(plans, old)
    }

    private mutating func noteFiles(_ plans: [Plan], _ old: StoreSnapshot) {
        let kept = Set(plans.map(\.calendar.calendarIdentifier))
        for calendar in old.calendars where !kept.contains(calendar.calendarIdentifier) {
            for file in old.items[calendar.calendarIdentifier]?.files ?? [] {
                note(calendar, file.place, before: file, after: nil)
            }
        }
        for plan in plans {
            var changes = plan.read.map { (name: $0.file.place.name, file: Optional($0.file)) }
            changes += plan.removed.map { ($0, nil) }
            changes.sort { $0.name.lexicographicallyPrecedes($1.name) }
            for (name, file) in changes {
                let before = plan.old?.file(named: name)
                guard let place = file?.place ?? before?.place else { continue }
                note(plan.calendar, place, before: before, after: file)
            }
        }
    }

    private mutating func note(
        _ calendar: EventCalendar,
        _ place: FilePlace,
        before: StoredFile?,
        after: StoredFile?
    ) {
        difference.files.append(
            .init(
                calendarIdentifier: calendar.calendarIdentifier,
                place: place,
                before: before,
                after: after
            )
        )
    }
}

extension EventCalendar {
    var filePlace: FilePlace? {
        let slash = UInt8(ascii: "/")
        guard let last = folder.lastIndex(of: slash) else { return FilePlace(folder: [], name: folder) }
        return FilePlace(folder: Array(folder[..<last]), name: Array(folder[(last + 1)...]))
    }
}

/// The difference between two states of a store: added, changed, and removed calendars and files.
///
/// Only changes to contents count, so a touched file with unchanged bytes is not a difference.
struct SnapshotDifference: Sendable {
    struct File: Sendable {
        let calendarIdentifier: String
        let place: FilePlace
        let before: StoredFile?
        let after: StoredFile?

        var uidsBefore: [String] { before?.uids ?? [] }
        var uidsAfter: [String] { after?.uids ?? [] }
    }

    enum Calendar: Sendable, Hashable {
        case inserted(EventCalendar)
        case updated(from: EventCalendar, to: EventCalendar)
        /// A calendar whose folder was renamed. Renaming a folder changes all identifiers, so the files count as
        /// deleted and inserted.
        case renamed(from: EventCalendar, to: EventCalendar)
        case deleted(EventCalendar)
    }

    var calendars: [Calendar] = []
    var files: [File] = []

    var isEmpty: Bool { calendars.isEmpty && files.isEmpty }

    /// The new places of items that moved to another calendar, by former folder and UID.
    var moves: [ItemOwner: FilePlace] {
        var came: [ExactText: [FilePlace]] = [:]
        for file in files {
            let before = Set(file.uidsBefore.map { ExactText($0) })
            for uid in file.uidsAfter.map({ ExactText($0) }) where !before.contains(uid) {
                came[uid, default: []].append(file.place)
            }
        }
        if came.isEmpty { return [:] }
        var moves: [ItemOwner: FilePlace] = [:]
        for file in files {
            let after = Set(file.uidsAfter.map { ExactText($0) })
            for uid in file.uidsBefore.map({ ExactText($0) }) where !after.contains(uid) {
                // Several destinations indicate copies, so the move would be ambiguous.
                guard let places = came[uid], places.count == 1, places[0].folder != file.place.folder else {
                    continue
                }
                moves[ItemOwner(file.place.folder, uid)] = places[0]
            }
        }
        return moves
    }
}

struct ItemOwner: Hashable, Sendable {
    private let folder: [UInt8]
    private let uid: ExactText

    init(_ folder: [UInt8], _ uid: ExactText) {
        self.folder = folder
        self.uid = uid
    }

    init(_ folder: [UInt8], _ uid: String) {
        self.init(folder, ExactText(uid))
    }
}

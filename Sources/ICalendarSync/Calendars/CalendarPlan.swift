import ICalendar
import CalDAV
import ICalendarStore

/// An item, its state on both sides and its planned step.
struct PlannedItem: Sendable {
    var href: Href?
    var name: [UInt8]?
    var uid = ""
    var known: KnownItem?
    /// The digest of the file before the plan is carried out, or nil if the file does not exist.
    var ourDigest: ItemDigest?
    var ours = ItemSide.gone
    var theirs = ItemSide.gone
    var tag: EntityTag?
    var scheduleTag: EntityTag?
    var base: ItemBase?
    var title = ""
    var kind = ""
    /// Whether a new item's outline has been read.
    var isOutlined = false
    var plan = ItemPlan.nothing
    /// The digest of the bytes to write to the file, if known.
    var digest: FileDigest?

    /// The local bytes before the plan is carried out.
    var ourBytes: [UInt8]? { ours == .unchanged ? base?.ours : ours.contents }
    /// The bytes on the server before the plan is carried out.
    var theirBytes: [UInt8]? { theirs == .unchanged ? base?.theirs : theirs.contents }

    /// The bytes to write to the file.
    var writtenBytes: [UInt8]? {
        switch plan {
        case .pull(let bytes), .merge(let bytes): bytes
        case .keepBoth: theirBytes
        default: nil
        }
    }

    /// The file changes that the plan requires.
    var fileChanges: [LocalFolder.Change] {
        guard let name else { return [] }
        func put(_ bytes: [UInt8]) -> [LocalFolder.Change] {
            let digest = digest ?? FileDigest(of: bytes)
            if let ourDigest, ItemDigest(digest) == ourDigest { return [] }
            return [.init(name: name, contents: bytes, expected: ourDigest, digest: digest)]
        }
        switch plan {
        case .pull(let bytes), .merge(let bytes): return put(bytes)
        case .deleteHere: return [.init(name: name, contents: nil, expected: ourDigest)]
        case .keepBoth:
            guard let ourBytes, let theirBytes else { return [] }
            let copy = ItemCopy(of: ourBytes)
            return [.init(name: copy.name, contents: copy.bytes, expected: nil)] + put(theirBytes)
        default: return []
        }
    }
}

/// The changes to the files in a calendar's folder since the last round.
struct LocalChanges: Sendable {
    /// The contents of known files that have changed, by name.
    var changed: [[UInt8]: [UInt8]] = [:]
    var gone: Set<[UInt8]> = []
    /// The contents of new files, by name.
    var new: [[UInt8]: [UInt8]] = [:]
    /// The names of all files, which new items cannot use.
    var names = RecordTable()
}

/// The plan for all of a calendar's items that changed on either side.
///
/// The plan depends only on the stored state and the changes on both sides. A dry run only prints the plan, while an
/// actual round carries it out.
struct CalendarPlan: Sendable {
    private(set) var items: [PlannedItem] = []
    private(set) var problems: [String] = []
    /// The server items that must be read again because no step could be planned for them.
    private(set) var unresolved: Set<Href> = []
    /// The file names that are in use, including the names of new items.
    private(set) var takenNames: RecordTable
    private var takenHrefs: Set<Href> = []
    private let calendar: Href

    struct Input {
        /// The known items that may have changed on either side.
        var known: [KnownItem]
        /// Whether an href belongs to any known item.
        var isKnown: (Href) -> Bool
        var conflicts: [OpenConflict]
        var intents: [SyncIntent]
        var local: LocalChanges
        var remote: RemoteRows
        var isComplete: Bool
        var calendar: Href
        /// Whether the server rejects all changes, and which kinds of components it accepts.
        var isReadOnly = false
        var accepts: @Sendable (String) -> Bool = { _ in true }
    }

    init(_ input: Input, _ bases: inout BaseStore) {
        calendar = input.calendar
        takenNames = input.local.names
        for item in input.known { takenNames.insert(item.name) }
        var matching = ItemMatching(input, &bases)
        problems = matching.problems
        unresolved = matching.unresolved
        let decisions = Dictionary(
            input.conflicts.filter { $0.choice != nil }.map { ($0.href, $0) }
        ) { first, _ in first }
        for index in matching.items.indices {
            var item = matching.items[index]
            item.plan = Self.plan(item, decisions)
            // The input contains only items that differ in some way, such as in name, address or version.
            if item.plan == .nothing { item.plan = .agree }
            matching.items[index] = item
        }
        for var item in matching.items {
            if input.isReadOnly || !item.kind.isEmpty && !input.accepts(item.kind) {
                Self.restrict(&item, input.isReadOnly, &problems)
            }
            guard item.plan != .nothing else {
                // The server's change is reconsidered once the local side can accept it.
                if let href = item.href, item.theirs != .unchanged { unresolved.insert(href) }
                continue
            }
            if case .problem(let side, let problem) = item.plan {
                let name = item.title.isEmpty ? item.fallbackName : item.title
                problems.append("\(name): \(side == .ours ? "the file" : "the server's item"): \(problem)")
                if let href = item.href, item.theirs != .unchanged { unresolved.insert(href) }
                continue
            }
            complete(&item, input)
            items.append(item)
        }
        // Sorting indices is faster than sorting the items themselves.
        let keys = items.map { ($0.order, $0.title, $0.uid) }
        let order = items.indices.sorted { keys[$0] < keys[$1] }
        items = order.map { items[$0] }
    }

    private static func plan(_ item: PlannedItem, _ decisions: [Href: OpenConflict]) -> ItemPlan {
        let choice = item.href.flatMap { decisions[$0] }.flatMap { conflict -> ConflictChoice? in
            let isSame = conflict.isAbout(item.ourDigest, item.theirBytes.map { ItemDigest($0) })
            return isSame ? conflict.choice : nil
        }
        return ItemPlan(
            base: item.base,
            ours: item.ours,
            theirs: item.theirs,
            choice: choice,
            isOutlined: item.isOutlined
        )
    }

    /// Keeps changes local if the server would reject them.
    private static func restrict(_ item: inout PlannedItem, _ isReadOnly: Bool, _ problems: inout [String]) {
        let isNew = item.known == nil
        switch item.plan {
        case .push, .merge, .keepBoth:
            if !isReadOnly, !isNew { return }
            let reason =
                isReadOnly
                ? "the calendar is read-only on the server" : "the calendar does not accept this kind of item"
            problems.append("\(item.title): \(reason); change kept here only")
        case .deleteThere:
            guard isReadOnly else { return }
            problems.append("\(item.title): the calendar is read-only on the server; item kept on the server")
        default: return
        }
        item.plan = .nothing
    }

    /// Assigns a file name and an href to a new item.
    private mutating func complete(_ item: inout PlannedItem, _ input: Input) {
        if item.name == nil {
            var attempt = 0
            var name = ItemName.forUID(item.uid)
            while !takenNames.insert(name) {
                attempt += 1
                name = ItemName.forUID(item.uid, attempt: attempt)
            }
            item.name = name
        }
        if item.href == nil {
            var attempt = 0
            while true {
                let name = String(decoding: ItemName.forUID(item.uid, attempt: attempt), as: UTF8.self)
                guard let href = try? calendar.appending(name) else { return }
                attempt += 1
                guard !input.isKnown(href), !input.remote.contains(href), takenHrefs.insert(href).inserted
                else { continue }
                item.href = href
                return
            }
        }
    }

    // MARK: - Removals

    /// Returns the removals that need the user's confirmation, or nil if there are only a few removals.
    func storm(of all: Int, besides confirmed: Set<Href>) -> RemovalStorm? {
        let removals = items.filter { item in
            item.removal != nil && item.href.map(confirmed.contains) != true
        }
        var storm = RemovalStorm(
            here: removals.count { $0.removal == .ours },
            there: removals.count { $0.removal == .theirs },
            of: all
        )
        storm?.hrefs = Set(removals.compactMap(\.href))
        return storm
    }

    /// Drops the planned steps for items that the server did not report.
    mutating func keep(_ rows: RemoteRows) {
        items.removeAll { item in item.href.map { !rows.contains($0) } ?? true }
    }

    /// Drops the removal of items whose files moved to another calendar, and returns those items' addresses.
    mutating func postpone(_ neighbors: CalendarNeighbors) -> Set<Href> {
        var postponed: Set<Href> = []
        items.removeAll { item in
            guard item.plan == .deleteThere, let href = item.href, let name = item.name, neighbors.have(name)
            else { return false }
            postponed.insert(href)
            return true
        }
        return postponed
    }

    /// The steps for items that have moved to another calendar.
    func departures(of departed: Set<Href>) -> [SyncStep] {
        items.compactMap { item in
            guard item.plan == .forget, item.href.map(departed.contains) == true else { return nil }
            return SyncStep(.removeThere, item.title)
        }
    }

    /// Drops removals that the user must confirm first.
    mutating func hold(_ hrefs: Set<Href>) {
        items.removeAll { item in
            guard let href = item.href, let side = item.removal, hrefs.contains(href) else { return false }
            if side == .ours { unresolved.insert(href) }
            return true
        }
    }

    /// Increments the revision number of items that the server rejected, and gives up after the second rejection.
    mutating func raise(_ contested: [Href: Int]) {
        items = items.compactMap { item in
            guard let href = item.href, let count = contested[href], item.plan == .push,
                item.theirs == .unchanged
            else { return item }
            var item = item
            guard count == 1, let bytes = item.ourBytes.flatMap(ItemCopy.raised) else {
                problems.append("\(item.title): the server refuses the change")
                return nil
            }
            item.plan = .merge(bytes)
            return item
        }
    }

    /// The plan's steps, as readable text.
    var steps: [SyncStep] { steps(except: []) }

    /// Returns the steps for all items except those that could not be written.
    func steps(except failed: Set<Href>) -> [SyncStep] {
        items.compactMap { item in item.href.map(failed.contains) == true ? nil : item.step }
    }
}

extension PlannedItem {
    fileprivate var fallbackName: String {
        (name.map { String(decoding: $0, as: UTF8.self) } ?? href?.lastComponent ?? uid).onOneLine
    }

    /// The side on which the item is removed or replaced by one with a different UID, or nil if neither is planned.
    fileprivate var removal: SyncSide? {
        switch plan {
        case .deleteHere: .ours
        case .deleteThere: .theirs
        case .pull: known.map { $0.uid != uid } == true ? .ours : nil
        default: nil
        }
    }

    /// The sort order in the plan.
    ///
    /// New items precede removals, so a moved item is never missing from both sides.
    fileprivate var order: Int {
        switch plan {
        case .deleteHere, .deleteThere, .forget: 1
        default: 0
        }
    }

    /// The bytes to send to the server.
    var sentBytes: [UInt8]? {
        switch plan {
        case .merge(let bytes): bytes
        case .push: ourBytes
        default: nil
        }
    }

    var step: SyncStep? {
        switch plan {
        case .nothing, .agree, .forget, .problem: nil
        case .push: SyncStep(theirs == .gone ? .addThere : .changeThere, title)
        case .pull: SyncStep(ours == .gone ? .addHere : .changeHere, title)
        case .merge: SyncStep(.merge, title)
        case .deleteHere: SyncStep(.removeHere, title)
        case .deleteThere: SyncStep(.removeThere, title)
        case .keepBoth: SyncStep(.keepBoth, title)
        case .conflict(let words): SyncStep(.conflict, title, words.description)
        }
    }
}

package import CalDAV
package import ICalendarStore

/// The results of a calendar's last round, except for its items.
package struct CalendarHead: Sendable, Hashable {
    /// The calendar on the server.
    package var href: Href?
    package var syncToken: String?
    package var changeTag: String?
    /// The time of the last complete comparison, in seconds since 1970.
    package var lastFull = 0
    /// A digest of the names and stamps of all files, or nil if a file could change without changing its stamp.
    package var fingerprint: String?
    /// Whether the server is known to reject tokens, recorded so that the rejection is reported only once.
    package var refusesTokens = false
    /// The numbers of the files that contain all items.
    fileprivate var itemFiles = 1..<1

    package init() {}

    var line: [UInt8] {
        var line = StateLine(UInt8(ascii: "H"))
        line.add(CalendarState.version)
        line.add(href?.bytes ?? [])
        line.add(syncToken)
        line.add(changeTag)
        line.add(lastFull)
        line.add(fingerprint)
        line.add(refusesTokens ? 1 : 0)
        line.add(itemFiles.lowerBound)
        line.add(itemFiles.upperBound)
        return line.bytes
    }

    init?(_ line: ArraySlice<UInt8>) {
        guard line.first == UInt8(ascii: "H") else { return nil }
        var fields = StateLine.Fields(line)
        guard fields.number() == CalendarState.version else { return nil }
        href = try? Href(path: fields.bytes()[...])
        syncToken = fields.optional()
        changeTag = fields.optional()
        lastFull = fields.number() ?? 0
        fingerprint = fields.optional()
        refusesTokens = fields.number() == 1
        guard let first = fields.number(atMost: BaseStore.largestNumber),
            let end = fields.number(atMost: BaseStore.largestNumber), 0 < first, first <= end,
            end - first < 100_000
        else { return nil }
        itemFiles = first..<end
    }
}

/// One calendar's state on disk: its items, the contents that both sides agreed on, and open conflicts.
///
/// The index is replaced atomically, after the items and contents that it refers to are on disk. While a large calendar
/// is downloaded, items are added without rewriting existing ones. Losing the state is harmless, since the next round
/// then compares all items.
package struct CalendarState: Sendable {
    static let version = 2
    private static let (index, intentsName) = ("index", "intents")

    package let files: StateFiles
    package var head: CalendarHead
    package private(set) var intents: [SyncIntent] = []
    /// The server's items that could not be processed and must be read again.
    package var pending: Set<Href> = []
    package var bases: BaseStore
    package var conflicts: [OpenConflict] = []
    private var itemFiles: ItemFiles
    /// The items, or nil until they are read.
    private var known: KnownItems?
    /// Whether a state existed but could not be read.
    package private(set) var isDamaged = false

    /// Reads the state, optionally with its items, which can also be read later with ``readItems()``.
    package init(_ files: StateFiles, withItems: Bool = true) throws(FileFailure) {
        self.files = files
        bases = try BaseStore(files)
        let bytes = try files.contents(of: Self.index) ?? []
        let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
        let found = CalendarHead(bytes[..<end])
        // This program never leaves an incomplete file behind, so something else must have damaged it.
        let isWhole = bytes.suffix(3).elementsEqual("\nE\n".utf8) && found != nil
        head = isWhole ? found ?? CalendarHead() : CalendarHead()
        itemFiles = try ItemFiles(files, using: head.itemFiles)
        for line in (try files.contents(of: Self.intentsName) ?? []).split(separator: 0x0A) {
            if let intent = SyncIntent(line) { intents.append(intent) }
        }
        if isWhole {
            StateLine.forEach(in: bytes[end...].dropFirst()) { line in
                switch line.first {
                case UInt8(ascii: "P"):
                    var fields = StateLine.Fields(line)
                    if let href = try? Href(path: fields.bytes()[...]) { pending.insert(href) }
                case UInt8(ascii: "C"): if let conflict = OpenConflict(line) { conflicts.append(conflict) }
                default: break
                }
            }
        } else if !bytes.isEmpty {
            forgetDamaged()
        }
        if withItems { try readItems() }
    }

    /// Reads the items if they have not been read yet; the table is optimized for members of the given calendar.
    package mutating func readItems(of calendar: Href? = nil) throws(FileFailure) {
        guard known == nil else { return }
        var items = KnownItems(in: calendar ?? head.href)
        if try itemFiles.read(into: &items) { known = items } else { forgetDamaged() }
    }

    private mutating func forgetDamaged() {
        (isDamaged, known) = (true, KnownItems(in: head.href))
        (head, pending, conflicts) = (CalendarHead(), [], [])
    }

    /// The items, sorted by href, or an empty array until they are read.
    package var items: [KnownItem] {
        get { Array(all).sorted { $0.href.bytes.lexicographicallyPrecedes($1.href.bytes) } }
        set {
            var items = KnownItems(in: head.href)
            for item in newValue { items[item.href] = item }
            known = items
        }
    }

    /// The items in arbitrary order, or no items until they are read.
    var all: KnownItems { known ?? KnownItems(in: head.href) }

    /// Swaps the items with the caller's items, so that only one copy is held in memory.
    mutating func exchangeItems(_ items: inout KnownItems) {
        let own = all
        known = items
        items = own
    }

    /// Writes the state and completes all intents except `open`.
    ///
    /// While a write is in progress, all intents remain.
    ///
    /// Returns whether the contents of items and conflicts were moved.
    @discardableResult
    package mutating func save(
        endsIntents: Bool = true,
        except open: [SyncIntent] = []
    ) throws(FileFailure) -> Bool {
        let isCompacted = try compactIfNeeded(besides: endsIntents ? open : intents)
        try bases.flush()
        if let known { try itemFiles.replace(known) }
        head.itemFiles = itemFiles.used
        let waiting = pending.map { href in
            var line = StateLine(UInt8(ascii: "P"))
            line.add(href.bytes)
            return line.bytes
        }
        let bytes =
            StateLine.text(of: [head.line] + waiting + conflicts.map(\.line)) + Array("E\n".utf8)
        try files.replace(Self.index, with: bytes)
        if endsIntents { try end(except: open) }
        itemFiles.removeUnused()
        if known != nil { bases.removeUnused(segments) }
        return isCompacted
    }

    /// Adds items without rewriting existing ones and completes all intents except `open`.
    package mutating func append(_ items: [KnownItem], except open: [SyncIntent] = [])
        throws(FileFailure)
    {
        try bases.flush()
        try itemFiles.add(items)
        try end(except: open)
    }

    private mutating func end(except open: [SyncIntent]) throws(FileFailure) {
        guard intents != open else { return }
        if open.isEmpty { try files.remove(Self.intentsName) } else { try write(open) }
        intents = open
    }

    /// Records the changes that are about to be sent or written.
    ///
    /// Earlier intents remain until their outcome is recorded.
    package mutating func begin(
        _ new: [SyncIntent],
        after earlier: [SyncIntent] = []
    ) throws(FileFailure) {
        guard !new.isEmpty else { return }
        try bases.flush()
        try write(earlier + new)
        intents = earlier + new
    }

    private func write(_ intents: [SyncIntent]) throws(FileFailure) {
        try files.replace(Self.intentsName, with: StateLine.text(of: intents.lazy.map(\.line)))
    }

    /// Calls a closure with the location of each version of an item or conflict.
    private func forEachPlace(_ body: (BasePlace) -> Void) {
        known?.forEachPlace(body)
        for conflict in conflicts { [conflict.ours, conflict.theirs].compactMap { $0 }.forEach(body) }
    }

    /// The numbers of the base files in use.
    private var segments: Set<Int> {
        var segments = Set(intents.lazy.flatMap(\.places).map(\.segment))
        forEachPlace { segments.insert($0.segment) }
        return segments
    }

    /// Rewrites the contents that are in use if the files contain too much unused data; returns whether the contents
    /// were moved.
    ///
    /// Contents are not moved while intents are open.
    private mutating func compactIfNeeded(besides open: [SyncIntent]) throws(FileFailure) -> Bool {
        guard open.isEmpty, known != nil else { return false }
        // Contents shared by several items are counted once per item, which only delays compaction.
        var needed = 0
        forEachPlace { needed += $0.length }
        guard bases.isWasteful(needed) else { return false }
        var used: Set<BasePlace> = []
        forEachPlace { used.insert($0) }
        let new = try bases.compacted(used)
        known?.update { item in
            (item.ours, item.theirs) = (new[item.ours] ?? item.ours, new[item.theirs] ?? item.theirs)
            return true
        }
        conflicts = conflicts.map { $0.moved(new) }
        return true
    }
}

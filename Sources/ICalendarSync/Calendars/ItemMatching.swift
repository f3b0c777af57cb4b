import ICalendar
import CalDAV
import ICalendarStore

/// A matcher that finds each item's known state, file and server version.
///
/// Items are matched by href and file name. Only the remaining items are matched by UID: renamed files, items with new
/// hrefs, and new items that already exist on both sides.
struct ItemMatching {
    var items: [PlannedItem] = []
    private(set) var problems: [String] = []
    private(set) var unresolved: Set<Href> = []
    private let input: CalendarPlan.Input
    private var newFiles: [[UInt8]: (bytes: [UInt8], outline: ItemOutline)] = [:]
    private var newRemote: [Href: (item: RemoteItem, outline: ItemOutline)] = [:]
    private var fileOfUID: [String: [UInt8]] = [:]
    private var hrefsOfUID: [String: [Href]] = [:]

    init(_ input: CalendarPlan.Input, _ bases: inout BaseStore) {
        self.input = input
        readNew()
        let sent = input.intents.filter { $0.agreed == nil }
        let intents = Dictionary(sent.map { ($0.href, $0) }) { $1 }
        for known in input.known { add(known, intents[known.href], &bases) }
        addUnfinished(intents, &bases)
        addPairs()
        addRest()
    }

    /// Reads the outlines of new files and new items, in a stable order.
    private mutating func readNew() {
        for (name, bytes) in input.local.new.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            do throws(ItemProblem) {
                let outline = try ItemOutline(bytes)
                newFiles[name] = (bytes, outline)
                if fileOfUID[outline.uid] == nil { fileOfUID[outline.uid] = name }
            } catch {
                let shown = String(decoding: name, as: UTF8.self).onOneLine
                problems.append("\(shown): \(error)")
            }
        }
        var new: [(Href, RemoteItem)] = []
        for case (let href, let item?) in input.remote where !input.isKnown(href) { new.append((href, item)) }
        new.sort { $0.0.bytes.lexicographicallyPrecedes($1.0.bytes) }
        for (href, item) in new {
            guard let data = item.data else {
                unresolved.insert(href)
                continue
            }
            do throws(ItemProblem) {
                let outline = try ItemOutline(data)
                newRemote[href] = (item, outline)
                hrefsOfUID[outline.uid, default: []].append(href)
            } catch {
                problems.append("\(href.lastComponent.onOneLine): the server's item: \(error)")
                unresolved.insert(href)
            }
        }
    }

    // MARK: - Known items

    private mutating func add(_ known: KnownItem, _ intent: SyncIntent?, _ bases: inout BaseStore) {
        var item = PlannedItem(href: known.href, name: known.name, uid: known.uid, known: known)
        (item.tag, item.scheduleTag) = (known.tag, known.scheduleTag)
        item.ours =
            input.local.gone.contains(known.name)
            ? .gone
            : input.local.changed[known.name].map { .contents($0) } ?? .unchanged
        switch input.remote[known.href] {
        case .some(nil): item.theirs = .gone
        case .some(let found?):
            if found.tag == known.tag {
                item.theirs = .unchanged
            } else if let data = found.data {
                item.theirs = .contents(data)
                (item.tag, item.scheduleTag) = (found.tag, found.scheduleTag)
            } else {
                // The server did not send this item, so its state is unknown.
                unresolved.insert(known.href)
                return
            }
        case nil: item.theirs = input.isComplete ? .gone : .unchanged
        }
        if item.ours == .gone { takeRenamedFile(&item, known, &bases) }
        if item.theirs == .gone { takeMovedHref(&item) }
        if item.ours == .unchanged, item.theirs == .unchanged, item.name == known.name { return }
        item.base = ItemBase(
            ours: bases.contents(known.ours) ?? [],
            theirs: bases.contents(known.theirs) ?? []
        )
        if let intent { adopt(intent, &item, &bases) }
        describe(&item)
        items.append(item)
    }

    /// Finds an item's file if it was renamed.
    private mutating func takeRenamedFile(
        _ item: inout PlannedItem,
        _ known: KnownItem,
        _ bases: inout BaseStore
    ) {
        guard let name = fileOfUID[known.uid], let file = newFiles.removeValue(forKey: name) else { return }
        fileOfUID[known.uid] = nil
        item.name = name
        item.ours = ItemDigest(file.bytes) == known.ours.digest ? .unchanged : .contents(file.bytes)
    }

    /// Finds an item that has a new href, if its UID occurs only once on the server.
    private mutating func takeMovedHref(_ item: inout PlannedItem) {
        guard let hrefs = hrefsOfUID[item.uid], hrefs.count == 1, let href = hrefs.first,
            let found = newRemote.removeValue(forKey: href)
        else { return }
        hrefsOfUID[item.uid] = nil
        (item.href, item.tag, item.scheduleTag) = (href, found.item.tag, found.item.scheduleTag)
        item.theirs = .contents(found.item.data ?? [])
    }

    /// Recognizes a change that an interrupted round sent to the server.
    private func adopt(_ intent: SyncIntent, _ item: inout PlannedItem, _ bases: inout BaseStore) {
        guard let theirs = item.theirs.contents, let sent = bases.contents(intent.contents),
            Self.arrived(sent, theirs)
        else { return }
        let ours = item.ourBytes
        item.base = ItemBase(ours: sent, theirs: theirs)
        if let ours { item.ours = .contents(ours) }
    }

    private static func arrived(_ sent: [UInt8], _ theirs: [UInt8]) -> Bool {
        if sent == theirs { return true }
        guard let sent = try? ItemVersion(sent), let theirs = try? ItemVersion(theirs) else { return false }
        return SyncMerging.meansSame(sent, theirs)
    }

    // MARK: - New items

    /// Recognizes the new items that an interrupted round sent to the server.
    private mutating func addUnfinished(_ intents: [Href: SyncIntent], _ bases: inout BaseStore) {
        for (href, intent) in intents.sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }) {
            guard let found = newRemote[href], let theirs = found.item.data,
                let sent = bases.contents(intent.contents),
                Self.arrived(sent, theirs)
            else { continue }
            newRemote[href] = nil
            hrefsOfUID[found.outline.uid]?.removeAll { $0 == href }
            var item = PlannedItem(href: href, name: intent.name, uid: intent.uid)
            (item.tag, item.scheduleTag) = (found.item.tag, found.item.scheduleTag)
            item.base = ItemBase(ours: sent, theirs: theirs)
            item.theirs = .contents(theirs)
            let name = newFiles[intent.name]?.outline.uid == intent.uid ? intent.name : fileOfUID[intent.uid]
            if let name, let file = newFiles.removeValue(forKey: name) {
                if fileOfUID[intent.uid] == name { fileOfUID[intent.uid] = nil }
                item.name = name
                item.ours = .contents(file.bytes)
            }
            describe(&item)
            items.append(item)
        }
    }

    /// Pairs new local files with new server items that have the same UID.
    private mutating func addPairs() {
        for (name, file) in newFiles.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            guard let href = hrefsOfUID[file.outline.uid]?.first,
                let found = newRemote.removeValue(forKey: href)
            else {
                continue
            }
            hrefsOfUID[file.outline.uid]?.removeFirst()
            newFiles[name] = nil
            var item = PlannedItem(href: href, name: name, uid: file.outline.uid)
            (item.tag, item.scheduleTag) = (found.item.tag, found.item.scheduleTag)
            (item.ours, item.theirs) = (.contents(file.bytes), .contents(found.item.data ?? []))
            describe(&item)
            items.append(item)
        }
    }

    private mutating func addRest() {
        for (name, file) in newFiles {
            var item = PlannedItem(name: name, uid: file.outline.uid)
            (item.ours, item.isOutlined) = (.contents(file.bytes), true)
            describe(&item, file.outline)
            items.append(item)
        }
        for (href, found) in newRemote {
            var item = PlannedItem(href: href, uid: found.outline.uid)
            (item.tag, item.scheduleTag) = (found.item.tag, found.item.scheduleTag)
            (item.theirs, item.isOutlined) = (.contents(found.item.data ?? []), true)
            describe(&item, found.outline)
            items.append(item)
        }
    }

    private func describe(_ item: inout PlannedItem, _ known: ItemOutline? = nil) {
        switch item.ours {
        case .unchanged: item.ourDigest = item.known?.ours.digest
        case .contents(let bytes): item.ourDigest = ItemDigest(bytes)
        case .gone: item.ourDigest = nil
        }
        let bytes = item.ours.contents ?? item.theirs.contents ?? item.base?.ours ?? []
        guard
            let outline = known ?? (try? ItemOutline(bytes))
                ?? item.base.flatMap({ try? ItemOutline($0.ours) })
        else { return }
        (item.title, item.kind) = (outline.name, outline.kind)
        // An item keeps its identity even if the server changes its UID.
        if item.uid.isEmpty || item.ours.contents == nil { item.uid = outline.uid }
    }
}

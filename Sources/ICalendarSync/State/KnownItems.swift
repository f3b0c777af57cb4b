import CalDAV

/// A calendar's items by href, stored compactly.
struct KnownItems: Sendable, Sequence {
    /// The flags at the start of an item's record.
    private struct Head: OptionSet {
        let rawValue: UInt8
        static let tag = Head(rawValue: 1)
        static let scheduleTag = Head(rawValue: 2)
        static let stamp = Head(rawValue: 4)
        static let isFresh = Head(rawValue: 8)
        static let differs = Head(rawValue: 16)
    }

    private var table = RecordTable()
    private let keys: HrefKeys

    /// Creates a table that is optimized for items in the given calendar.
    init(in calendar: Href?) { keys = HrefKeys(in: calendar) }

    var count: Int { table.count }
    var isEmpty: Bool { table.isEmpty }

    subscript(href: Href) -> KnownItem? {
        get { table.place(of: keys.key(of: href)).map { item(at: $0) } }
        set {
            let key = keys.key(of: href)
            if let newValue { table.set(key, to: record(of: newValue)) } else { table.remove(key) }
        }
    }

    func contains(_ href: Href) -> Bool { table.contains(keys.key(of: href)) }

    /// Returns the server's version of an item.
    func tag(of href: Href) -> EntityTag? {
        guard let place = table.place(of: keys.key(of: href)) else { return nil }
        var fields = RecordFields(table.contents(at: place))
        return Head(rawValue: fields.byte()).contains(.tag) ? fields.tag() : nil
    }

    func makeIterator() -> AnyIterator<KnownItem> {
        var place: RecordTable.Place?
        return AnyIterator {
            place = table.place(after: place)
            return place.map { item(at: $0) }
        }
    }

    /// Updates items, in place if possible; the closure returns whether it changed the item.
    mutating func update(_ body: (inout KnownItem) -> Bool) {
        var others: [KnownItem] = []
        var place = table.place(after: nil)
        while let found = place {
            var item = item(at: found)
            if body(&item), !table.replace(found, with: record(of: item)) { others.append(item) }
            place = table.place(after: found)
        }
        for item in others { self[item.href] = item }
    }

    /// Calls a closure with the location of each item's contents.
    func forEachPlace(_ body: (BasePlace) -> Void) {
        var place = table.place(after: nil)
        while let found = place {
            var fields = RecordFields(table.contents(at: found))
            let head = Self.skipVersions(&fields)
            let (ours, theirs) = Self.places(&fields, head)
            body(ours)
            if theirs != ours { body(theirs) }
            place = table.place(after: found)
        }
    }

    // MARK: - Records

    private func record(of item: KnownItem) -> [UInt8] {
        var head: Head = []
        if item.tag != nil { head.insert(.tag) }
        if item.scheduleTag != nil { head.insert(.scheduleTag) }
        if item.stamp != nil { head.insert(.stamp) }
        if item.isFresh { head.insert(.isFresh) }
        if item.theirs != item.ours { head.insert(.differs) }
        var record: [UInt8] = []
        record.reserveCapacity(256)
        record.append(head.rawValue)
        for tag in [item.tag, item.scheduleTag] { if let tag { record.add(tag) } }
        if let stamp = item.stamp { record.add(stamp) }
        record.add(item.ours)
        if item.theirs != item.ours { record.add(item.theirs) }
        record.add(part: item.name)
        record.add(part: item.uid.utf8)
        keys.add(item.href, to: &record)
        return record
    }

    private func item(at place: RecordTable.Place) -> KnownItem {
        let contents = table.contents(at: place)
        var fields = RecordFields(contents)
        let head = Head(rawValue: fields.byte())
        let tag = head.contains(.tag) ? fields.tag() : nil
        let scheduleTag = head.contains(.scheduleTag) ? fields.tag() : nil
        let stamp = Self.stamp(&fields, head)
        let (ours, theirs) = Self.places(&fields, head)
        let (name, uid) = (Array(fields.part()), fields.text())
        var item = KnownItem(
            href: keys.href(table.key(at: place), contents[fields.index...]),
            tag: tag,
            scheduleTag: scheduleTag,
            name: name,
            uid: uid,
            stamp: stamp,
            ours: ours,
            theirs: theirs
        )
        item.isFresh = head.contains(.isFresh)
        return item
    }

    private static func stamp(_ fields: inout RecordFields, _ head: Head) -> LocalStamp? {
        head.contains(.stamp) ? fields.stamp() : nil
    }

    private static func places(_ fields: inout RecordFields, _ head: Head) -> (BasePlace, BasePlace) {
        let ours = fields.place()
        return (ours, head.contains(.differs) ? fields.place() : ours)
    }

    /// Skips both sides' versions.
    private static func skipVersions(_ fields: inout RecordFields) -> Head {
        let head = Head(rawValue: fields.byte())
        if head.contains(.tag) { _ = fields.tag() }
        if head.contains(.scheduleTag) { _ = fields.tag() }
        _ = stamp(&fields, head)
        return head
    }
}

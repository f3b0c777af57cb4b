import CalDAV

/// The items that a server listed, by href; nil for an item that is gone.
///
/// The table stores little more than names and versions, so a large calendar's listing fits in memory.
struct RemoteRows: Sendable, Sequence {
    /// The flags at the start of an item's record, all of which are unset if the item is gone.
    private struct Head: OptionSet {
        let rawValue: UInt8
        static let exists = Head(rawValue: 1)
        static let scheduleTag = Head(rawValue: 2)
        static let data = Head(rawValue: 4)
    }

    private var table = RecordTable()
    private let keys: HrefKeys
    /// The contents that the server sent, stored separately from the records.
    private var contents: [[UInt8]] = []

    /// Creates a table that is optimized for items in the given calendar.
    init(in calendar: Href) { keys = HrefKeys(in: calendar) }

    var count: Int { table.count }
    var isEmpty: Bool { table.isEmpty }

    subscript(href: Href) -> RemoteItem?? {
        get { table.place(of: keys.key(of: href)).map { row(at: $0).1 } }
        set {
            let key = keys.key(of: href)
            let place = contents.isEmpty ? nil : table.place(of: key)
            let data = place.flatMap { Self.dataNumber(table.contents(at: $0)) }
            if let data { contents[data] = [] }
            guard let newValue else { return table.remove(key) }
            table.set(key, to: record(of: newValue, href, dataAt: data ?? contents.count))
        }
    }

    func contains(_ href: Href) -> Bool { table.contains(keys.key(of: href)) }

    /// A position among the rows.
    ///
    /// The position remains valid if other rows are removed, but not if rows are added.
    struct Cursor { fileprivate var place: RecordTable.Place? }

    /// Returns the next row, or nil at the end.
    func next(_ cursor: inout Cursor) -> (Href, RemoteItem?)? {
        guard let place = table.place(after: cursor.place) else { return nil }
        cursor.place = place
        return row(at: place)
    }

    func makeIterator() -> AnyIterator<(Href, RemoteItem?)> {
        var cursor = Cursor()
        return AnyIterator { next(&cursor) }
    }

    /// Adds the rows from a later response, replacing earlier rows.
    mutating func merge(_ later: RemoteRows) {
        if isEmpty {
            self = later
        } else {
            for (href, item) in later { self[href] = .some(item) }
        }
    }

    // MARK: - Records

    private mutating func record(of item: RemoteItem?, _ href: Href, dataAt number: Int) -> [UInt8] {
        var record: [UInt8] = []
        record.reserveCapacity(128)
        guard let item else {
            record.append(0)
            keys.add(href, to: &record)
            return record
        }
        var head: Head = .exists
        if item.scheduleTag != nil { head.insert(.scheduleTag) }
        if item.data != nil { head.insert(.data) }
        record.append(head.rawValue)
        if let data = item.data {
            if number == contents.count { contents.append(data) } else { contents[number] = data }
            record.add(number)
        }
        for tag in [item.tag, item.scheduleTag] { if let tag { record.add(tag) } }
        keys.add(href, to: &record)
        return record
    }

    private func row(at place: RecordTable.Place) -> (Href, RemoteItem?) {
        let record = table.contents(at: place)
        var fields = RecordFields(record)
        let head = Head(rawValue: fields.byte())
        guard head.contains(.exists) else {
            return (keys.href(table.key(at: place), record[fields.index...]), nil)
        }
        let data = head.contains(.data) ? contents[fields.number()] : nil
        let tag = fields.tag()
        let scheduleTag = head.contains(.scheduleTag) ? fields.tag() : nil
        let href = keys.href(table.key(at: place), record[fields.index...])
        return (href, RemoteItem(href: href, tag: tag, scheduleTag: scheduleTag, data: data))
    }

    private static func dataNumber(_ record: ArraySlice<UInt8>) -> Int? {
        var fields = RecordFields(record)
        return Head(rawValue: fields.byte()).contains(.data) ? fields.number() : nil
    }
}

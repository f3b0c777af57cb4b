import CalDAV
import ICalendarStore

/// An item in a feed and the item's file.
struct FeedItem: Sendable, Hashable {
    let uid: String
    let name: [UInt8]
    /// The digest of the item's contents, excluding the properties that the publisher changes with every download.
    let meaning: ItemDigest
    /// The digest of the file as it was written.
    let file: ItemDigest
}

/// A feed's state on disk: its items and the parts of the last response that are needed for the next request.
struct FeedState: Sendable {
    private static let name = "feed"
    private static let version = "ics-store feed 1"

    private let files: StateFiles
    var feed: Feed
    /// The time of the next download, in seconds since 1970.
    var nextLook = 0
    /// The time of the last unconditional request.
    var lastWhole = 0
    /// The permanent new address that the server reported, and the number of consecutive responses that reported it.
    var moved: (address: String, count: Int)?
    /// Whether the last download was empty although the feed had items before.
    var isEmptied = false
    /// Whether the server reported that the feed is permanently gone.
    var isGone = false
    var items: [FeedItem] = []

    init(_ files: StateFiles, at url: ResourceURL) throws(FileFailure) {
        self.files = files
        feed = Feed(at: url)
        let lines = (try files.contents(of: Self.name) ?? []).split(separator: 0x0A)
        guard lines.count > 2, lines[0].elementsEqual(Self.version.utf8),
            lines.last?.elementsEqual("E".utf8) == true
        else { return }
        var fields = StateLine.Fields(lines[1])
        // A feed at a different address is a different feed, even if it contains the same items.
        let isSame = fields.text() == url.description
        let address = fields.optional()
        feed.entityTag = fields.optional()
        feed.lastModified = fields.optional()
        feed.publishedInterval = fields.number()
        feed.maxAge = fields.number()
        feed.failures = fields.number() ?? 0
        nextLook = fields.number() ?? 0
        lastWhole = fields.number() ?? 0
        moved =
            fields.optional().map { ($0, fields.number() ?? 0) }
            ?? {
                _ = fields.number(); return nil
            }()
        isEmptied = fields.number() == 1
        isGone = fields.number() == 1
        if isSame, let address, let new = try? ResourceURL(address) { feed.url = new }
        if !isSame {
            feed = Feed(at: url)
            (nextLook, lastWhole, moved, isGone) = (0, 0, nil, false)
        }
        items = lines.dropFirst(2).compactMap { line in
            guard line.first == UInt8(ascii: "F") else { return nil }
            var fields = StateLine.Fields(line)
            let (uid, name) = (fields.text(), fields.bytes())
            guard let meaning = fields.digest(), let file = fields.digest() else { return nil }
            return FeedItem(uid: uid, name: name, meaning: meaning, file: file)
        }
    }

    func save(at url: ResourceURL) throws(FileFailure) {
        var line = StateLine(UInt8(ascii: "H"))
        line.add(url.description)
        line.add(feed.url == url ? nil : feed.url.description)
        line.add(feed.entityTag)
        line.add(feed.lastModified)
        line.add(feed.publishedInterval.map(String.init))
        line.add(feed.maxAge.map(String.init))
        line.add(feed.failures)
        line.add(nextLook)
        line.add(lastWhole)
        line.add(moved?.address)
        line.add(moved?.count ?? 0)
        line.add(isEmptied ? 1 : 0)
        line.add(isGone ? 1 : 0)
        var bytes = Array("\(Self.version)\n".utf8) + line.bytes + [0x0A]
        for item in items {
            var line = StateLine(UInt8(ascii: "F"))
            line.add(item.uid)
            line.add(item.name)
            line.add(item.meaning)
            line.add(item.file)
            bytes += line.bytes + [0x0A]
        }
        bytes += "E\n".utf8
        try files.replace(Self.name, with: bytes)
    }
}

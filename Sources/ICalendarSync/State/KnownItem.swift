package import CalDAV
package import ICalendarStore

/// The file metadata used to detect changes without reading the file.
package struct LocalStamp: Sendable, Hashable {
    let inode: UInt64
    let size: Int
    let modified: Int
    let changed: Int

    package init(_ stamp: FileStamp) {
        (inode, size, modified, changed) = (stamp.inode, stamp.size, stamp.modified, stamp.changed)
    }

    /// The time, in nanoseconds since 1970, after which any change to the file results in a different stamp.
    var settlingTime: Int { FileStamp.settlingTime(modified: modified, changed: changed) }

    init(inode: UInt64, size: Int, modified: Int, changed: Int) {
        (self.inode, self.size, self.modified, self.changed) = (inode, size, modified, changed)
    }
}

/// An item that exists on both sides.
package struct KnownItem: Sendable, Hashable {
    package var href: Href
    /// The server's version, or nil if it must be read again.
    package var tag: EntityTag?
    /// The schedule tag, which other people's replies do not change (RFC 6638 section 3.2.10), or nil if there is none.
    package var scheduleTag: EntityTag?
    /// The file name.
    package var name: [UInt8]
    package var uid: String
    /// The file's stamp, or nil if a change can be detected only by reading the file.
    package var stamp: LocalStamp?
    /// Whether the file could still change without changing its stamp, in which case the stamp is not saved.
    package var isFresh = false
    package var ours: BasePlace
    package var theirs: BasePlace

    var line: [UInt8] {
        var line = StateLine(UInt8(ascii: "I"))
        line.add(href.bytes)
        line.add(tag?.description)
        line.add(name)
        line.add(uid)
        let stamp = isFresh ? nil : stamp
        line.add(stamp?.inode.description)
        line.add(stamp?.size ?? 0)
        line.add(stamp?.modified ?? 0)
        line.add(stamp?.changed ?? 0)
        line.add(ours)
        if theirs != ours || scheduleTag != nil { line.add(theirs) }
        if let scheduleTag { line.add(scheduleTag.description) }
        return line.bytes
    }

    package init(
        href: Href,
        tag: EntityTag?,
        scheduleTag: EntityTag? = nil,
        name: [UInt8],
        uid: String,
        stamp: LocalStamp?,
        ours: BasePlace,
        theirs: BasePlace
    ) {
        (self.href, self.tag, self.scheduleTag, self.name) = (href, tag, scheduleTag, name)
        (self.uid, self.stamp, self.ours, self.theirs) = (uid, stamp, ours, theirs)
    }

    /// Records the stamp of the file.
    mutating func record(_ stamp: LocalStamp, isFresh: Bool = false) {
        (self.stamp, self.isFresh) = (stamp, isFresh)
    }

    init?(_ line: ArraySlice<UInt8>) {
        var fields = StateLine.Fields(line)
        guard let href = try? Href(path: fields.bytes()[...]) else { return nil }
        self.href = href
        tag = fields.optional().flatMap { EntityTag($0) }
        name = fields.bytes()
        uid = fields.text()
        let inode = UInt64(String(decoding: fields.next(), as: UTF8.self))
        guard let size = fields.number(), let modified = fields.number(), let changed = fields.number(),
            let ours = fields.place()
        else { return nil }
        stamp = inode.map { LocalStamp(inode: $0, size: size, modified: modified, changed: changed) }
        self.ours = ours
        theirs = fields.place() ?? ours
        scheduleTag = fields.optional().flatMap { EntityTag($0) }
    }
}

/// A write in progress, recorded so that the next round can recognize its result.
package struct SyncIntent: Sendable, Hashable {
    package let href: Href
    package let name: [UInt8]
    package let uid: String
    /// The contents to send or to write to the local file.
    package let contents: BasePlace
    /// The state that both sides will agree on once the file is written, if this is a write to a local file.
    package let agreed: KnownItem?
    /// The file's previous contents, or nil if it did not exist.
    package let replaced: ItemDigest?
    /// The number of the commit that writes this file, or 0 for a write to the server.
    ///
    /// A commit writes either all of its files or none.
    package let batch: Int

    var line: [UInt8] {
        var line = StateLine(UInt8(ascii: "W"), reserving: 800)
        line.add(href.bytes)
        line.add(name)
        line.add(uid)
        line.add(contents)
        line.add(replaced?.text)
        line.add(batch)
        // An item's line contains no line breaks, and its tabs are escaped here.
        if let agreed { line.add(agreed.line) }
        return line.bytes
    }

    init(
        href: Href,
        name: [UInt8],
        uid: String,
        contents: BasePlace,
        agreed: KnownItem? = nil,
        replaced: ItemDigest? = nil,
        batch: Int = 0
    ) {
        (self.href, self.name, self.uid, self.contents) = (href, name, uid, contents)
        (self.agreed, self.replaced, self.batch) = (agreed, replaced, batch)
    }

    init?(_ line: ArraySlice<UInt8>) {
        var fields = StateLine.Fields(line)
        guard let href = try? Href(path: fields.bytes()[...]) else { return nil }
        self.href = href
        name = fields.bytes()
        uid = fields.text()
        guard let contents = fields.place() else { return nil }
        self.contents = contents
        replaced = fields.digest()
        batch = fields.number() ?? 0
        agreed = KnownItem(fields.bytes()[...])
    }

    var places: [BasePlace] { [contents] + (agreed.map { [$0.ours, $0.theirs] } ?? []) }
}

/// An item that was changed on both sides and awaits the user's decision.
package struct OpenConflict: Sendable, Hashable {
    /// The item's current or former address on the server.
    package let href: Href
    /// The file's current or former name.
    package let name: [UInt8]
    package let title: String
    package let words: ConflictWords
    /// The local version, or nil if it was removed.
    package let ours: BasePlace?
    /// The server's version, or nil if it was removed.
    package let theirs: BasePlace?
    package let tag: EntityTag?
    package var choice: ConflictChoice?

    var line: [UInt8] {
        var line = StateLine(UInt8(ascii: "C"))
        line.add(href.bytes)
        line.add(name)
        line.add(title)
        line.add(words.here)
        line.add(words.there)
        line.add(choice?.rawValue)
        line.add(tag?.description)
        line.add(ours ?? BasePlace.none)
        line.add(theirs ?? BasePlace.none)
        return line.bytes
    }

    init(
        href: Href,
        name: [UInt8],
        title: String,
        words: ConflictWords,
        ours: BasePlace?,
        theirs: BasePlace?,
        tag: EntityTag?,
        choice: ConflictChoice?
    ) {
        (self.href, self.name, self.title, self.words) = (href, name, title, words)
        (self.ours, self.theirs, self.tag, self.choice) = (ours, theirs, tag, choice)
    }

    init?(_ line: ArraySlice<UInt8>) {
        var fields = StateLine.Fields(line)
        guard let href = try? Href(path: fields.bytes()[...]) else { return nil }
        self.href = href
        name = fields.bytes()
        title = fields.text()
        words = ConflictWords(here: fields.text(), there: fields.text())
        choice = fields.optional().flatMap { ConflictChoice(rawValue: $0) }
        tag = fields.optional().flatMap { EntityTag($0) }
        guard let ours = fields.place(), let theirs = fields.place() else { return nil }
        self.ours = ours == .none ? nil : ours
        self.theirs = theirs == .none ? nil : theirs
    }

    /// Returns the same conflict with new locations for its versions.
    func moved(_ places: [BasePlace: BasePlace]) -> OpenConflict {
        OpenConflict(
            href: href,
            name: name,
            title: title,
            words: words,
            ours: ours.map { places[$0] ?? $0 },
            theirs: theirs.map { places[$0] ?? $0 },
            tag: tag,
            choice: choice
        )
    }

    /// Returns whether a decision about this conflict applies to the given versions.
    func isAbout(_ ours: ItemDigest?, _ theirs: ItemDigest?) -> Bool {
        self.ours?.digest == ours && self.theirs?.digest == theirs
    }
}

extension BasePlace {
    fileprivate static let none = BasePlace(digest: ItemDigest([]), segment: 0, offset: 0, length: 0)
}

extension StateLine {
    fileprivate mutating func add(_ place: BasePlace) {
        add(place.digest)
        add(place.segment)
        add(place.offset)
        add(place.length)
    }
}

extension StateLine.Fields {
    fileprivate mutating func place() -> BasePlace? {
        let most = BaseStore.largestNumber
        guard let digest = digest(), let segment = number(atMost: most), let offset = number(atMost: most),
            let length = number(atMost: most)
        else {
            return nil
        }
        return BasePlace(digest: digest, segment: segment, offset: offset, length: length)
    }
}

import HeapModule

/// The occurrences of several indexes in a range as if they were one index, without those of files that are hidden.
///
/// Each index is gone through lazily, so who stops early has paid for little.
package struct MergedOccurrences: Sequence, Sendable {
    /// One of the indexes.
    package final class Part: Sendable {
        /// The index.
        let index: OccurrenceIndex
        /// A bit for each file that is hidden, 64 a number; what is not there is not hidden.
        let hidden: [UInt64]
        /// The place of the group of indexes that it belongs to: what starts and ends together, with one UID and one
        /// original start, is given in the order of the groups.
        let group: Int
        /// What tells which of a group's files comes first.
        let nameOfFile: @Sendable (Int) -> [UInt8]

        /// An index with what is to be known of its files.
        package init(
            _ index: OccurrenceIndex,
            hidden: [UInt64],
            group: Int,
            nameOfFile: @escaping @Sendable (Int) -> [UInt8]
        ) {
            self.index = index
            self.hidden = hidden
            self.group = group
            self.nameOfFile = nameOfFile
        }

        /// Whether the file of a source is hidden.
        func isHidden(_ source: Int) -> Bool {
            if hidden.isEmpty { return false }
            let file = index.parts.contents.file(source)
            return file >> 6 < hidden.count && hidden[file >> 6] & 1 << UInt64(file & 63) != 0
        }
    }

    /// An occurrence, and where it is from.
    package struct Element: Sendable {
        /// The occurrence.
        package let occurrence: Occurrence
        /// The place of its index among the parts.
        package let part: Int
        /// The number of its file in that index.
        package let file: Int
    }

    private let parts: [Part]
    private let range: Range<Int>
    private let includesOngoing: Bool

    /// The occurrences of some indexes in a window, whose range counts.
    package init(_ parts: [Part], in window: OccurrenceWindow) {
        self.parts = parts
        let searched = window.searchedRange
        range = searched.lowerBound.secondsSince1970..<searched.upperBound.secondsSince1970
        includesOngoing = window.includesOngoing
    }

    /// Starts with the first.
    package func makeIterator() -> Iterator {
        Iterator(parts, range, includesOngoing: includesOngoing)
    }

    /// Gives one occurrence after the other.
    package struct Iterator: IteratorProtocol {
        private let parts: [Part]
        private var walks: [OccurrenceIndexWalk] = []
        private var heads: Heap<Head> = []

        fileprivate init(_ parts: [Part], _ range: Range<Int>, includesOngoing: Bool) {
            self.parts = parts
            walks.reserveCapacity(parts.count)
            var first: [Head] = []
            for place in parts.indices {
                let index = parts[place].index
                walks.append(OccurrenceIndexWalk(index.parts, in: range, includesOngoing: includesOngoing))
                if let head = advance(place) { first.append(head) }
            }
            heads = Heap(first)
        }

        /// The next occurrence, or nil after the last.
        package mutating func next() -> Element? {
            guard let head = heads.min else { return nil }
            if let following = advance(head.place) {
                heads.replaceMin(with: following)
            } else {
                heads.removeMin()
            }
            let contents = head.part.index.parts.contents
            let occurrence =
                switch head.step {
                case .hit(let hit): contents.occurrence(of: hit)
                case .item(let item, let source): contents.occurrence(of: item, source: source)
                }
            return Element(occurrence: occurrence, part: head.place, file: contents.file(head.source))
        }

        /// The next of one index that is not hidden.
        private mutating func advance(_ place: Int) -> Head? {
            let part = parts[place]
            while let step = walks[place].nextStep() {
                let head = Head(step, of: part, at: place)
                if !part.isHidden(head.source) { return head }
            }
            return nil
        }
    }
}

/// The next occurrence of one index.
private struct Head: Comparable {
    let key: OccurrenceIndexKey
    let source: Int
    let step: OccurrenceIndexWalk.Step
    let part: MergedOccurrences.Part
    let place: Int

    init(_ step: OccurrenceIndexWalk.Step, of part: MergedOccurrences.Part, at place: Int) {
        let contents = part.index.parts.contents
        switch step {
        case .hit(let hit): (key, source) = (contents.orderKey(of: hit), hit.source)
        case .item(let item, let source):
            (key, self.source) = (contents.orderKey(of: item, source: source), source)
        }
        self.step = step
        self.part = part
        self.place = place
    }

    static func == (left: Head, right: Head) -> Bool { left.place == right.place && left.key == right.key }

    static func < (left: Head, right: Head) -> Bool {
        if left.key.start != right.key.start { return left.key.start < right.key.start }
        if left.key.end != right.key.end { return left.key.end < right.key.end }
        return left.place == right.place ? left.key < right.key : left.isBeforeTwin(right)
    }

    /// Whether this comes before one of another index that starts and ends with it.
    private func isBeforeTwin(_ other: Head) -> Bool {
        let (uid, otherUID) = (contents.member(source).uid, other.contents.member(other.source).uid)
        if !uid.utf8.elementsEqual(otherUID.utf8) { return OrderKey.precedes(uid, otherUID) }
        if key.original != other.key.original { return key.original < other.key.original }
        if part.group != other.part.group { return part.group < other.part.group }
        if isSegment != other.isSegment { return !isSegment }
        let name = part.nameOfFile(contents.file(source))
        let otherName = other.part.nameOfFile(other.contents.file(other.source))
        if name != otherName { return name.lexicographicallyPrecedes(otherName) }
        return place < other.place
    }

    private var contents: OccurrenceIndexContents { part.index.parts.contents }
    private var isSegment: Bool { source >= contents.singles.count }
}

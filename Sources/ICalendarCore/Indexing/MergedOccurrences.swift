import HeapModule

/// The occurrences of several indexes in a range, merged into one sorted sequence that excludes hidden files.
///
/// Each index is walked lazily, so stopping early is cheap.
package struct MergedOccurrences: Sequence, Sendable {
    package final class Part: Sendable {
        package let index: OccurrenceIndex
        /// One bit for each file, 64 per element, set if the file is hidden; files without a bit are visible.
        package let hidden: [UInt64]
        /// The rank of this index's group.
        ///
        /// Occurrences with equal start, end, UID, and original start are ordered by group.
        let group: Int
        /// A closure that returns a file's name, which determines the order of files within a group.
        let nameOfFile: @Sendable (Int) -> [UInt8]

        /// Creates a part from an index and information about its files.
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

        package func isHidden(_ source: Int) -> Bool {
            if hidden.isEmpty { return false }
            let file = index.parts.contents.file(source)
            return file >> 6 < hidden.count && hidden[file >> 6] & 1 << UInt64(file & 63) != 0
        }
    }

    package struct Element: Sendable {
        package let occurrence: Occurrence
        package let part: Int
        package let file: Int
    }

    private let parts: [Part]
    private let range: Range<Int>
    private let includesOngoing: Bool

    /// Creates the merged occurrences of several indexes in a window's range.
    package init(_ parts: [Part], in window: OccurrenceWindow) {
        self.parts = parts
        range = window.seconds
        includesOngoing = window.includesOngoing
    }

    /// Returns the number of occurrences, and a diagnostic for each series that is not counted to its end.
    ///
    /// Dense series are counted arithmetically; other series are walked within the `work` limit. If `hidesCancelled`
    /// is true, canceled occurrences are not counted.
    package func count(
        work: Int = .max,
        hidesCancelled: Bool = false
    ) -> (number: Int, remarks: [Diagnostic]) {
        var sum: (number: Int, remarks: [Diagnostic]) = (0, [])
        for part in parts {
            let contents = part.index.parts.contents
            let isHidden: ((Int) -> Bool)? =
                part.hidden.isEmpty && !hidesCancelled
                ? nil : { part.isHidden($0) || hidesCancelled && contents.member($0).isCancelled }
            let found = OccurrenceIndexWalk.count(
                part.index.parts,
                in: range,
                includesOngoing: includesOngoing,
                work: work,
                hiding: isHidden
            )
            sum.number = sum.number.adding(found.number)
            sum.remarks += found.remarks
        }
        return sum
    }

    package func makeIterator() -> Iterator {
        Iterator(parts, range, includesOngoing: includesOngoing)
    }

    /// An iterator over merged occurrences.
    ///
    /// Do not copy an iterator: copies share their position in each index.
    package struct Iterator: IteratorProtocol {
        private var heads: Heap<Head>

        fileprivate init(_ parts: [Part], _ range: Range<Int>, includesOngoing: Bool) {
            heads = Heap(
                parts.indices.compactMap { place in
                    let cursor = Cursor(parts[place], at: place, in: range, includesOngoing: includesOngoing)
                    return cursor.advance() ? Head(cursor) : nil
                }
            )
        }

        package mutating func next() -> Element? {
            guard let cursor = heads.min?.cursor else { return nil }
            let element = cursor.element
            if cursor.advance() {
                heads.replaceMin(with: Head(cursor))
            } else {
                heads.removeMin()
            }
            return element
        }
    }
}

/// The start and end of an index's next occurrence, and the cursor that produces it.
private struct Head: Comparable {
    let start: Int
    let end: Int
    let cursor: Cursor

    init(_ cursor: Cursor) {
        (start, end, self.cursor) = (cursor.start, cursor.end, cursor)
    }

    static func == (left: Head, right: Head) -> Bool { left.cursor === right.cursor }

    static func < (left: Head, right: Head) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.end != right.end { return left.end < right.end }
        return left.cursor.isBeforeTwin(right.cursor)
    }
}

/// A position in one index.
///
/// The cursor is a class so that merging moves only the next occurrence's times.
private final class Cursor {
    private let part: MergedOccurrences.Part
    private let place: Int
    private let contents: OccurrenceIndexContents
    private var walk: OccurrenceIndexWalk
    private var step: OccurrenceIndexWalk.Step?
    private(set) var start = 0
    private(set) var end = 0

    init(_ part: MergedOccurrences.Part, at place: Int, in range: Range<Int>, includesOngoing: Bool) {
        self.part = part
        self.place = place
        contents = part.index.parts.contents
        walk = OccurrenceIndexWalk(
            part.index.parts,
            in: range,
            includesOngoing: includesOngoing,
            hiding: part.hidden.isEmpty ? nil : { part.isHidden($0) }
        )
    }

    func advance() -> Bool {
        step = walk.nextStep()
        guard let step else { return false }
        (start, end) = step.times
        return true
    }

    var element: MergedOccurrences.Element? {
        step.map { step in
            MergedOccurrences.Element(
                occurrence: contents.occurrence(of: step),
                part: place,
                file: contents.file(step.source)
            )
        }
    }

    /// Returns whether the next occurrence precedes another index's occurrence with the same start and end.
    func isBeforeTwin(_ other: Cursor) -> Bool {
        guard let step, let twin = other.step else { return false }
        let keys = (orderKey(of: step), other.orderKey(of: twin))
        if keys.0 != keys.1 { return keys.0 < keys.1 }
        let name = part.nameOfFile(contents.file(step.source))
        let otherName = other.part.nameOfFile(other.contents.file(twin.source))
        if name != otherName { return name.lexicographicallyPrecedes(otherName) }
        return place < other.place
    }

    /// Returns a sort key that consists of UID, original start, and group.
    ///
    /// Single events precede series.
    private func orderKey(of step: OccurrenceIndexWalk.Step) -> OccurrenceKey<ExactText> {
        let own = contents.orderKey(of: step)
        return OccurrenceKey(
            start: own.start,
            end: own.end,
            uid: ExactText(contents.member(step.source).uid),
            original: own.original,
            place: part.group,
            key: step.source < contents.singles.count ? 0 : 1
        )
    }
}

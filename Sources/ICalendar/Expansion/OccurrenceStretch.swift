/// A stretch of time while it is filled, in slices of equal length.
struct OccurrenceStretch {
    /// The first second.
    let first: Int
    /// The first second after it; moved forward when there are too many rows.
    private(set) var end: Int
    /// The rows of the slices, in the order of time.
    private(set) var slices: [[OccurrenceRow]] = []
    /// How many rows there are in them.
    private(set) var count = 0
    /// Rows that lie behind its end since that was moved.
    private(set) var late: [OccurrenceRow] = []
    /// Seconds from the first one shifted to the right by so many bits are the number of a slice.
    private let shift: Int
    /// As many rows make the stretch shorter, if it is longer than a second.
    private var most: Int

    /// A stretch of `width` seconds, of which `goal` rows are wanted; its slices take `spare` memory first.
    init(first: Int, width: Int, goal: Int, slices: Int, using spare: inout SpareRows) {
        self.first = first
        end = first + width
        most = goal * 2
        let length = max(1, width / max(1, slices))
        shift = Int.bitWidth - 1 - length.leadingZeroBitCount
        let number = (width - 1) >> shift + 1
        for _ in 0..<number {
            var slice = spare.take()
            slice.reserveCapacity(goal / number * 5 / 4)
            self.slices.append(slice)
        }
    }

    /// Adds a row that starts in the stretch.
    mutating func append(_ row: OccurrenceRow) {
        slices[max(0, row.sortStart - first) >> shift].append(row)
        count += 1
        if count >= most { shorten() }
    }

    /// Halves the stretch until it has no more than half the rows that it may have.
    private mutating func shorten() {
        while count > most / 2, end - first > 1 {
            end = first + (end - first) / 2
            let last = (end - 1 - first) >> shift
            // A flood in one second is moved a slice at a time, so that it is not there twice.
            late.reserveCapacity(late.count + slices.dropFirst(last).reduce(0) { $0 + $1.count })
            while slices.count > last + 1, let slice = slices.popLast() { late += slice }
            let end = end
            slices[last].removeAll { row in
                guard row.sortStart >= end else { return false }
                late.append(row)
                return true
            }
            count = slices.reduce(0) { $0 + $1.count }
        }
        // What starts in one second cannot be cut.
        if end - first <= 1 { most = .max }
    }
}

/// Memory of slices that nobody needs any more, so that the next ones need not be cleared by the system first.
struct SpareRows {
    private var slices: [[OccurrenceRow]] = []
    /// How many rows there is room for.
    private var room = 0

    /// Takes a slice in, unless there is room for so many rows already: many that held a burst would be a lot of memory.
    mutating func add(_ slice: consuming [OccurrenceRow], upTo most: Int) {
        guard room + slice.capacity <= most else { return }
        room += slice.capacity
        slices.append(slice)
    }

    /// An empty slice, which may have memory already.
    mutating func take() -> [OccurrenceRow] {
        guard var slice = slices.popLast() else { return [] }
        room -= slice.capacity
        slice.removeAll(keepingCapacity: true)
        return slice
    }
}

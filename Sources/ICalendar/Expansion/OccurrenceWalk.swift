/// The occurrences of a window one after the other, in order, from slices of time.
struct OccurrenceWalk {
    private var slices: OccurrenceSlices
    private var rows: [OccurrenceRow] = []
    /// The places of ``rows`` in order, and how many of them were given.
    private var order: [UInt32] = []
    private var given = 0

    init(_ sources: OccurrenceSources, window: OccurrenceWindow) {
        slices = OccurrenceSlices(sources, window: window)
    }

    /// The next occurrence, or nil after the last.
    mutating func next() -> Occurrence? {
        while given == order.count {
            guard let rows = slices.next() else { return nil }
            self.rows = rows
            order = RowOrder.places(of: rows, from: slices.sources)
            given = 0
        }
        given += 1
        return slices.sources.occurrence(rows[Int(order[given - 1])])
    }
}

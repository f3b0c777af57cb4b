/// Occurrences as rows of numbers in order, all of one slice of time.
package struct OccurrenceRows: Sendable {
    /// What the rows stand for.
    package let sources: OccurrenceSources
    /// The number of the slice, from 0 on, in the order of time.
    package let number: Int
    fileprivate let rows: [OccurrenceRow]
    private let limit: Int

    init(_ rows: [OccurrenceRow], of sources: OccurrenceSources, number: Int, limit: Int) {
        self.rows = rows
        self.number = number
        self.sources = sources
        self.limit = limit
    }

    /// How many rows there are.
    package var count: Int { min(rows.count, limit) }

    /// The rows in order; they are put in order here, so this is to be asked for once.
    package func ordered() -> [OccurrenceRow] {
        RowOrder.places(of: rows, from: sources).prefix(limit).map { rows[Int($0)] }
    }
}

extension Occurrences {
    /// Makes something of the occurrences on several threads, and hands it on in their order.
    ///
    /// `transform` is called by any of the threads, with slices of some thousand rows, and `consume` by the calling
    /// thread alone. So what comes out does not depend on how many threads there are; nor does which slices there
    /// are. No more than `ahead` slices (eight a thread unless it is said) are under way at any time, fewer when many
    /// events start at once, so that memory is bounded, and an error that `consume` throws ends everything. `sources`
    /// says beforehand what the rows' numbers will stand for.
    package func mapRows<Output: Sendable, Failure: Error>(
        of sources: OccurrenceSources,
        threads: Int,
        ahead: Int? = nil,
        limit: Int = .max,
        transform: @escaping @Sendable (OccurrenceRows) -> Output,
        consume: (Output) throws(Failure) -> Void
    ) throws(Failure) {
        var slices = OccurrenceSlices(sources, window: window, threads: threads)
        var room = Swift.min(limit, most)
        var number = 0
        var rowsUnderWay = 0
        let ahead = ahead ?? 8 * threads
        try Workers.mapInOrder(
            threads: threads,
            ahead: ahead,
            hasRoom: { rowsUnderWay < ahead * OccurrenceSlices.sliceSize },
            next: { () throws(Failure) -> OccurrenceRows? in
                guard room > 0, let rows = slices.next() else { return nil }
                let taken = OccurrenceRows(rows, of: sources, number: number, limit: room)
                room -= taken.count
                number += 1
                rowsUnderWay += rows.count
                return taken
            },
            transform: { rows in (output: transform(rows), rows: rows.rows) },
            consume: { (done: (output: Output, rows: [OccurrenceRow])) throws(Failure) in
                rowsUnderWay -= done.rows.count
                slices.useAgain(done.rows)
                try consume(done.output)
            }
        )
    }
}

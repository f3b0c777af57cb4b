extension Occurrences {
    /// The occurrences as an asynchronous sequence, computed in batches on a separate thread.
    ///
    /// Use this sequence in servers, where a response may be long and must not block Swift's cooperative pool.
    /// Canceling the task ends the sequence with `CancellationError`. Creating the ``Occurrences`` does some work on
    /// the calling thread. For large calendars, create them outside the pool as well (see <doc:Server-cookbook>).
    ///
    /// ```swift
    /// for try await occurrence in file.occurrences(in: window).async { print(occurrence.json) }
    /// ```
    public var async: some AsyncSequence<Occurrence, any Error> & Sendable {
        AsyncOccurrences(occurrences: self)
    }
}

/// Occurrences that are computed in order outside the cooperative pool.
struct AsyncOccurrences: AsyncSequence, Sendable {
    fileprivate let occurrences: Occurrences

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(occurrences) }

    struct AsyncIterator: AsyncIteratorProtocol {
        /// Only one thread at a time uses the position, because each batch ends before the next one starts.
        private final class Position: @unchecked Sendable {
            var iterator: Occurrences.Iterator

            init(_ iterator: Occurrences.Iterator) { self.iterator = iterator }

            func batch() -> [Occurrence] {
                var batch: [Occurrence] = []
                while batch.count < 256, let next = iterator.next() { batch.append(next) }
                return batch
            }
        }

        private let position: Position
        private var batch: ArraySlice<Occurrence> = []

        fileprivate init(_ occurrences: Occurrences) { position = Position(occurrences.makeIterator()) }

        mutating func next() async throws -> Occurrence? {
            if let next = batch.popFirst() { return next }
            try Task.checkCancellation()
            let position = position
            batch = try await BlockingWork.run { position.batch() }[...]
            return batch.popFirst()
        }
    }
}

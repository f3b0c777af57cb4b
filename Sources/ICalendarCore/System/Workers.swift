import SystemIO

/// Parallel processing of a stream, with the results delivered in stream order.
package enum Workers {
    /// The default number of threads: one per available processor, up to eight, because a single reading thread cannot
    /// supply many more.
    package static let usualCount = min(Processors.available, 8)

    /// Takes items from `next` until it returns nil, passes each to `transform`, and passes the results to `consume`
    /// in item order.
    ///
    /// Only the calling thread calls `next` and `consume`, but any thread may call `transform`. The outcome therefore
    /// does not depend on the number of threads. The calling thread counts as one of the threads: if `threads` is 1, no
    /// other thread is started, and each item is consumed before the next one is taken.
    ///
    /// At most `ahead` items (by default, four per thread) are in progress at any time, which bounds memory use. No
    /// item is taken while `hasRoom` returns false. `hasRoom` must return true when no item is in progress.
    ///
    /// An error from `next` or `consume` ends the work: no further items are started, the results of started items
    /// are awaited and discarded, and the error is rethrown. Cancellation works the same way. No thread outlives the
    /// call.
    package static func mapInOrder<Item: Sendable, Output: Sendable, Failure: Error>(
        threads: Int,
        ahead: Int? = nil,
        hasRoom: () -> Bool = { true },
        next: () throws(Failure) -> Item?,
        transform: @escaping @Sendable (Item) -> Output,
        consume: (Output) throws(Failure) -> Void
    ) throws(Failure) {
        guard threads > 1 else {
            while let item = try next() { try consume(transform(item)) }
            return
        }
        let line = Monitor(WorkLine<Item, Output>(room: max(1, ahead ?? 4 * threads)))
        var helpers: [WorkerThread] = []
        defer {
            line.change { $0.close() }
            for helper in helpers { helper.join() }
        }
        var isAtEnd = false
        while true {
            // Helpers wait for new items, and the calling thread waits for results from helpers.
            let mayFetch = !isAtEnd && hasRoom()
            switch line.change(wakes: false, { $0.takeStep(mayFetch: mayFetch) }) {
            case .consume(let output): try consume(output)
            case .fetch:
                guard let item = try next() else {
                    isAtEnd = true
                    continue
                }
                let waiting = line.change { $0.add(item) }
                // Threads are started only when there is work for them, so a small file needs none. If the system
                // cannot start more threads, the existing ones do the work.
                if waiting > 1, helpers.count < threads - 1,
                    let helper = WorkerThread({ Workers.help(line, transform) })
                {
                    helpers.append(helper)
                }
            case .work(let place, let item):
                let output = transform(item)
                line.change(wakes: false) { $0.finish(place, output) }
            case .wait:
                line.wait { $0.isOldestDone ? () : nil }
            case .end: return
            }
        }
    }

    /// Transforms the numbers below `count` in ranges of `size`, and passes the results to `consume` in order.
    static func mapParts<Output: Sendable>(
        of count: Int,
        size: Int,
        threads: Int,
        transform: @escaping @Sendable (Range<Int>) -> Output,
        consume: (Output) -> Void
    ) {
        var next = 0
        mapInOrder(
            threads: threads,
            next: {
                guard next < count else { return nil }
                defer { next = min(next + size, count) }
                return next..<min(next + size, count)
            },
            transform: transform,
            consume: consume
        )
    }

    /// Runs a helper thread until no work remains.
    private static func help<Item: Sendable, Output: Sendable>(
        _ line: Monitor<WorkLine<Item, Output>>,
        _ transform: (Item) -> Output
    ) {
        while true {
            let begun: (place: Int, item: Item)?? = line.wait { line in
                if let begun = line.begin() { return .some(begun) }
                return line.isClosed ? .some(nil) : nil
            }
            guard let begun = begun ?? nil else { return }
            let output = transform(begun.item)
            line.change { $0.finish(begun.place, output) }
        }
    }
}

/// The items in progress in stream order, whether finished, started or waiting.
private struct WorkLine<Item: Sendable, Output: Sendable>: Sendable {
    enum Step: Sendable {
        case consume(Output)
        case fetch
        case work(place: Int, item: Item)
        case wait
        case end
    }

    private enum Slot: Sendable {
        case empty
        case waiting(Item)
        case begun
        case done(Output)
    }

    /// A ring buffer in which item n is at index n modulo the length.
    private var slots: [Slot]
    /// The numbers of the oldest unconsumed item, the first item not yet started, and the next item to add.
    private var oldest = 0
    private var unbegun = 0
    private var following = 0
    private(set) var isClosed = false

    init(room: Int) {
        slots = Array(repeating: .empty, count: room)
    }

    var isOldestDone: Bool {
        if case .done = slots[oldest % slots.count] { true } else { false }
    }

    /// Returns the next step and removes the item it needs from the line.
    mutating func takeStep(mayFetch: Bool) -> Step {
        let place = oldest % slots.count
        if case .done(let output) = slots[place] {
            slots[place] = .empty
            oldest += 1
            return .consume(output)
        }
        if mayFetch, following - oldest < slots.count { return .fetch }
        if let begun = begin() { return .work(place: begun.place, item: begun.item) }
        return oldest == following ? .end : .wait
    }

    /// Appends an item, which requires a free slot, and returns the number of waiting items.
    mutating func add(_ item: Item) -> Int {
        slots[following % slots.count] = .waiting(item)
        following += 1
        return following - unbegun
    }

    mutating func begin() -> (place: Int, item: Item)? {
        guard unbegun < following else { return nil }
        let place = unbegun % slots.count
        guard case .waiting(let item) = slots[place] else { return nil }
        slots[place] = .begun
        unbegun += 1
        return (place, item)
    }

    mutating func finish(_ place: Int, _ output: Output) {
        slots[place] = .done(output)
    }

    mutating func close() {
        unbegun = following
        isClosed = true
    }
}

import SystemIO

/// Works through a stream on several threads, with the results in the order of the stream.
package enum Workers {
    /// How many threads work unless it is said: one a processor that the process may use, and no more than eight, as
    /// one thread cannot read for many more.
    package static let usualCount = min(Processors.available, 8)

    /// Takes items with `next` until it gives nil, makes a result of each with `transform`, and hands the results to
    /// `consume` in the order of the items.
    ///
    /// `next` and `consume` are called by the calling thread alone, and `transform` by any of the threads; so what
    /// comes out does not depend on how many threads there are. The calling thread is one of them: with 1 there is no
    /// other thread, and each item is consumed before the next one is taken. At most `ahead` items (four a thread
    /// unless it is said) are under way at any time, so that memory is bounded; and none is taken while there is no room
    /// for it, of which there is some when none is under way.
    ///
    /// An error that `next` or `consume` throws ends everything: no further item is begun, those that were begun are
    /// waited for and forgotten, and the error is thrown on. That is also how to cancel. When this returns, none of
    /// its threads is left.
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
            // Helpers wait for items to be added, and the calling thread for what helpers finish.
            let mayFetch = !isAtEnd && hasRoom()
            switch line.change(wakes: false, { $0.takeStep(mayFetch: mayFetch) }) {
            case .consume(let output): try consume(output)
            case .fetch:
                guard let item = try next() else {
                    isAtEnd = true
                    continue
                }
                let waiting = line.change { $0.add(item) }
                // Threads are started when there is work for them: a small file needs none. Where the system has
                // none to give, those that are there do the work.
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

    /// Makes results of the numbers below `count`, `size` of them at a time, and hands them on in order.
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

    /// What a helping thread does until nothing is left to be done.
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

/// The items under way, in order: done, begun, and not yet begun.
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

    /// A ring: the item of number n is at n modulo its length.
    private var slots: [Slot]
    /// The number of the oldest item that is not consumed, of the first that is not begun, and of the next to come.
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

    /// Says what to do next, and takes what is needed for it.
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

    /// Adds an item behind the others, for which there is room; gives how many are not begun.
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

/// The instances of a ``RulePlan`` between two bounds, as strictly increasing civil seconds.
///
/// The sequence stores one block at a time: a few entries (days, or units of a day) and the times after each entry.
package struct RuleTimes: Sequence, IteratorProtocol, Sendable {
    let last: Int
    /// The entries of the current block, possibly among entries of other blocks, in seconds from ``base``.
    private var entries: [Int] = []
    private var times: [Int] = []
    /// The offsets within an entry, and the number of remaining offsets; the times are added to each offset.
    ///
    /// Empty if the times are relative to the entry itself.
    private var parts: [Int] = []
    private var partsLeft = 0
    /// The civil second that the block's entries are relative to.
    private var base = 0
    private var entryIndex = 0
    private var entryEnd = 0
    private var place = 0
    private var timeIndex = 0
    /// The distance between identical blocks in seconds, or 0, and the last base followed by another such block.
    private var cycle = 0
    private var cycleLast = 0
    private var periods: PeriodWalk?
    private var days: DayWalk?
    private var steps: StepWalk?
    private var scale: Scale?

    /// A large and rarely used walk, boxed to keep copies of the other walks small.
    private indirect enum Scale: Sendable { case walk(ScaleWalk) }

    /// Seeks the first instance at or after a bound, at a cost independent of the distance from DTSTART.
    init(_ plan: RulePlan, from first: Int, through last: Int) {
        self.last = last
        guard first <= last else { return }
        switch plan.engine {
        case .nothing:
            return
        case .cycle(let plan):
            (entries, cycle, cycleLast) = (plan.entries, plan.length, last)
            set(plan.times)
            let skipped = Swift.max(floorDivide(first - plan.base, cycle), 0)
            base = plan.base + skipped * cycle
            entryEnd = entries.count
        case .periods(let plan):
            set(plan.times)
            if let shapes = plan.shapes { entries = shapes.entries }
            periods = PeriodWalk(
                plan,
                fromDay: floorDivide(first, 86_400),
                throughDay: floorDivide(last, 86_400)
            )
        case .days(let plan):
            entries = [0]
            set(plan.times)
            days = DayWalk(plan, from: first, through: last)
        case .steps(let plan):
            entries = [0]
            set(plan.times)
            steps = StepWalk(plan, from: first, through: last)
        case .scale(let plan):
            set(plan.times)
            scale = .walk(
                ScaleWalk(plan, fromDay: floorDivide(first, 86_400), throughDay: floorDivide(last, 86_400))
            )
        }
        timeIndex = times.count
        seek(first)
    }

    private mutating func set(_ all: PeriodTimes) {
        (times, parts) = (all.times, all.places)
    }

    @inline(__always)
    package mutating func next() -> Int? {
        if timeIndex == times.count {
            if partsLeft > 0 {
                nextPart()
            } else {
                if entryIndex == entryEnd, !refill() { return nil }
                place = base + entries[entryIndex]
                entryIndex += 1
                timeIndex = 0
                if !parts.isEmpty { take(part: 0) }
            }
        }
        let time = place + times[timeIndex]
        timeIndex += 1
        if time > last { return finish() }
        return time
    }

    /// Skips a number of instances, block by block.
    mutating func skip(_ count: Int) {
        var count = count
        let timesOfPlace = parts.isEmpty ? times.count : parts.count * times.count
        let restOfPlace = times.count - timeIndex + partsLeft * times.count
        if count < restOfPlace {
            guard count > 0 else { return }
            let index = timesOfPlace - restOfPlace + count
            if parts.isEmpty { timeIndex = index } else { move(toTime: index) }
            return
        }
        count -= restOfPlace
        (timeIndex, partsLeft) = (times.count, 0)
        while !times.isEmpty {
            let places = entryEnd - entryIndex
            if count < places * timesOfPlace {
                place = base + entries[entryIndex + count / timesOfPlace]
                entryIndex += count / timesOfPlace + 1
                timeIndex = count % timesOfPlace
                if !parts.isEmpty { take(time: count % timesOfPlace) }
                return
            }
            count -= places * timesOfPlace
            entryIndex = entryEnd
            if cycle > 0, entryEnd > 0, base <= cycleLast {
                let blocks = Swift.min(count / (entryEnd * timesOfPlace), (cycleLast - base) / cycle + 1)
                base += blocks * cycle
                count -= blocks * entryEnd * timesOfPlace
            }
            if !refill() { return }
        }
    }

    private mutating func seek(_ first: Int) {
        guard let latest = times.last else { return }
        while true {
            if entryIndex == entryEnd, !refill() { return }
            let reach = latest + (parts.last ?? 0)
            if let index = entries[entryIndex..<entryEnd].firstIndex(from: first - base - reach) {
                entryIndex = index + 1
                place = base + entries[index]
                if !parts.isEmpty {
                    take(part: parts[...].firstIndex(from: first - place - latest) ?? 0)
                }
                timeIndex = times[...].firstIndex(from: first - place) ?? times.count
                return
            }
            entryIndex = entryEnd
        }
    }

    /// Moves from the current entry to one of its parts.
    private mutating func take(part index: Int) {
        place += parts[index]
        partsLeft = parts.count - 1 - index
        timeIndex = 0
    }

    /// Moves from the current entry to one of its times.
    private mutating func take(time index: Int) {
        take(part: index / times.count)
        timeIndex = index % times.count
    }

    /// Moves from the current part to a time of the same entry.
    private mutating func move(toTime index: Int) {
        place -= parts[parts.count - 1 - partsLeft]
        take(time: index)
    }

    @inline(never)
    private mutating func nextPart() {
        let index = parts.count - partsLeft
        place += parts[index] - parts[index - 1]
        partsLeft -= 1
        timeIndex = 0
    }

    private mutating func refill() -> Bool {
        if cycle > 0, base <= cycleLast {
            base += cycle
            entryIndex = 0
            return true
        }
        return refillFromWalk()
    }

    @inline(never)
    private mutating func refillFromWalk() -> Bool {
        if let block = days?.next() {
            (base, cycle, cycleLast) = (block.first, block.distance, block.last - block.distance)
            (entryIndex, entryEnd) = (0, 1)
            return true
        }
        if let block = periods?.next(into: &entries) {
            (base, entryIndex, entryEnd) = (block.base, block.entries.lowerBound, block.entries.upperBound)
            return true
        }
        if let place = steps?.next() {
            (base, entryIndex, entryEnd) = (place, 0, 1)
            return true
        }
        if case .walk(var walk) = scale, let block = walk.next() {
            scale = .walk(walk)
            (entries, entryIndex, entryEnd) = (block, 0, block.count)
            return true
        }
        return false
    }

    private mutating func finish() -> Int? {
        (entryIndex, entryEnd, cycle) = (0, 0, 0)
        (timeIndex, partsLeft) = (times.count, 0)
        (periods, days, steps, scale) = (nil, nil, nil, nil)
        return nil
    }
}

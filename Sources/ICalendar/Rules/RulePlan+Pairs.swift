extension RulePlan {
    /// How many instances in a stretch of civil seconds have another one after exactly so many seconds.
    ///
    /// Where the clocks skip an hour, these are the ones that fall on another. A zone can have thousands of such gaps,
    /// and a rule an instance each second, so that periods are compared by arithmetic wherever they can be.
    func pairs(apart distance: Int, in stretch: Range<Int>) -> Int {
        let lower = max(stretch.lowerBound, start)
        guard lower < stretch.upperBound else { return 0 }
        switch engine {
        case .nothing:
            return 0
        case .cycle(let plan):
            if distance % plan.length == 0 { return count(from: lower, before: stretch.upperBound) }
            if plan.entries.count * plan.times.count == 1 { return 0 }
        case .days(let plan):
            if let count = plan.pairs(apart: distance, in: lower..<stretch.upperBound) { return count }
        case .periods(let plan):
            let times = plan.timesOfDay
            if !RulePlan.haveTimes(times, apart: distance, in: lower..<stretch.upperBound) { return 0 }
        case .steps, .scale:
            break
        }
        var (early, late) = (
            times(from: lower, through: stretch.upperBound - 1),
            times(from: lower + distance, through: stretch.upperBound - 1 + distance)
        )
        var pairs = 0
        var other = late.next()
        while let first = early.next() {
            while let second = other, second < first + distance { other = late.next() }
            guard let second = other else { break }
            if second == first + distance { pairs += 1 }
        }
        return pairs
    }

    /// Whether a time of day in a stretch is another one, of the same day or a later one, so many seconds later.
    private static func haveTimes(_ times: PeriodTimes, apart distance: Int, in stretch: Range<Int>) -> Bool {
        let firstDay = floorDivide(stretch.lowerBound, 86_400)
        for day in firstDay...floorDivide(stretch.upperBound - 1, 86_400) {
            var index = times.firstIndex(from: stretch.lowerBound - day * 86_400) ?? times.count
            while index < times.count, day * 86_400 + times[index] < stretch.upperBound {
                let time = (times[index] + distance) % 86_400
                if times.has(time) { return true }
                index += 1
            }
        }
        return false
    }
}

extension DayPlan {
    /// How many times in a stretch have another one after exactly so many seconds; nil when that is not known without
    /// going through them.
    fileprivate func pairs(apart distance: Int, in stretch: Range<Int>) -> Int? {
        let step = steps.interval * steps.length
        if distance % step != 0 {
            // All units start at a multiple of the step from the first, so that only times inside a unit can meet.
            return times.count == 1 || distance % steps.length == 0 ? 0 : nil
        }
        let through = stretch.upperBound - 1
        var (early, late) = (
            DayWalk(self, from: stretch.lowerBound, through: through),
            DayWalk(self, from: stretch.lowerBound + distance, through: through + distance)
        )
        var pairs = 0
        var (first, second) = (early.next(), late.next())
        while let one = first, let other = second, one.first <= through {
            let low = max(one.first, other.first - distance)
            let high = min(one.last, other.last - distance)
            if low <= high { pairs += count(ofUnitsFrom: low, through: high, step: step, in: stretch) }
            if one.last <= other.last - distance { first = early.next() } else { second = late.next() }
        }
        return pairs
    }

    /// How many times of some units, a step apart and given as civil seconds, lie in a stretch.
    private func count(ofUnitsFrom low: Int, through high: Int, step: Int, in stretch: Range<Int>) -> Int {
        if let first = times.first, let last = times.last, low + first >= stretch.lowerBound,
            high + last < stretch.upperBound
        {
            return ((high - low) / step + 1) * times.count
        }
        return times.reduce(0) { count, time in
            let skipped = max(0, stretch.lowerBound - low - time + step - 1) / step
            let last = min(high, stretch.upperBound - 1 - time)
            let units = last < low ? 0 : (last - low) / step + 1
            return count + max(0, units - skipped)
        }
    }
}

/// What a ``ScalePlan`` has on the days around those that it was asked about last.
///
/// It is kept while overrides are put to their instances, and forgotten then: a file can have thousands of rules.
final class ScaleMemory: Sendable {
    /// What is kept, where anything is to be.
    private struct Stretch {
        /// How many stretches lie between it and the year 1970.
        var number = Int.min
        /// What falls on its days; nil as long as it was asked about but once.
        var entries: [Int]?
    }

    /// Years on both sides have to be looked at, too, so that a long stretch costs less a year than a short one.
    private static let length = 4096

    private let stretch = Lock<Stretch?>(nil)

    /// Begins to keep what is found.
    func begin() { stretch.withLock { $0 = $0 ?? Stretch() } }

    /// Forgets everything, and keeps nothing from now on.
    func end() { stretch.withLock { $0 = nil } }

    /// What falls on days that lie in one stretch, where it is kept or comes to be; else nil.
    func entries(of plan: ScalePlan, fromDay day: Int, throughDay lastDay: Int) -> [Int]? {
        let number = floorDivide(day, Self.length)
        guard day <= lastDay, floorDivide(lastDay, Self.length) == number else { return nil }
        return stretch.withLock { stretch in
            guard let known = stretch else { return nil }
            if known.number != number {
                // One question does not make it worth while: they may jump about.
                stretch = Stretch(number: number)
                return nil
            }
            let all = known.entries ?? Self.entries(of: plan, inStretch: number)
            if known.entries == nil { stretch?.entries = all }
            let from = all[...].firstIndex(from: day * 86_400) ?? all.count
            let end = all[from...].firstIndex(from: (lastDay + 1) * 86_400) ?? all.count
            return Array(all[from..<end])
        }
    }

    private static func entries(of plan: ScalePlan, inStretch number: Int) -> [Int] {
        let (day, endDay) = (number * length, (number + 1) * length)
        var walk = ScaleWalk(plan, fromYear: ScaleWalk.year(before: day, in: plan), throughDay: endDay - 1)
        var entries: [Int] = []
        while let more = walk.next() {
            entries += more.lazy.filter { $0 >= day * 86_400 && $0 < endDay * 86_400 }
        }
        return entries
    }
}

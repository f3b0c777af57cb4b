import SystemIO

/// What building the series of all calendars of one search may take together: each has what those before it left.
///
/// A file can hold thousands of calendars.
final class SeriesBudget: Sendable {
    /// What the files' own definitions of zones may cost.
    let zones: ZoneBudget
    private let left: Lock<Int>

    /// So many steps of following rules, of some ten nanoseconds each, are one of ``ReadingLimits/work``.
    private static let stepsOfWork = 4

    /// All that one search may take.
    init(_ limits: ReadingLimits = ReadingLimits()) {
        zones = ZoneBudget(limits)
        left = Lock(limits.work.multiplied(by: Self.stepsOfWork))
    }

    /// How many steps of following rules are left.
    var steps: Int { left.withLock { $0 } }

    /// Takes steps away.
    func spend(_ steps: Int) { left.withLock { $0 = max(0, $0 - steps) } }
}

/// What a process may use that reads a stranger's calendar, see ``IsolatedReader``.
///
/// The defaults let the largest honest calendars pass. Where a limit is reached, the input is given up as a whole.
///
/// ```swift
/// var limits = IsolationLimits()
/// limits.memory = 256 << 20
/// limits.time = 5
/// ```
public struct IsolationLimits: Sendable, Hashable {
    /// Bytes of memory, counted as the addresses that the process has; it starts with some tens of MiB.
    ///
    /// Usually 1 GiB: `reader.limits.memory = 256 << 20`. Held on Linux only.
    public var memory = 1 << 30
    /// Seconds of processor time, all threads together.
    ///
    /// Usually 10: `reader.limits.processorTime = 2`.
    public var processorTime = 10
    /// Seconds on the clock, after which the process is killed.
    ///
    /// Usually 60: `reader.limits.time = 5`.
    public var time = 60
    /// Bytes of the input where it is no file.
    ///
    /// Usually 1 GiB: `reader.limits.size = 16 << 20`.
    public var size = 1 << 30
    /// Bytes of the answer that ``IsolatedReader`` takes; decoded it takes some fifteen times as many in this process.
    ///
    /// Usually 64 MiB, a hundred thousand occurrences: `reader.limits.answer = 4 << 20`.
    public var answer = 64 << 20

    /// The defaults.
    ///
    /// ```swift
    /// var limits = IsolationLimits()
    /// limits.processorTime = 2
    /// ```
    public init() {}
}

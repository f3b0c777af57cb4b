/// The resource limits of a process that reads an untrusted calendar.
///
/// See ``IsolatedReader``.
///
/// ``standard`` accepts the largest legitimate calendars, and ``untrusted`` is for uploads from strangers. If
/// reading reaches a limit, the whole input is rejected.
///
/// ```swift
/// let reader = IsolatedReader(worker: "/usr/local/bin/ics-expand", limits: .untrusted)
/// ```
public struct IsolationLimits: Sendable, Hashable {
    /// The maximum address space of the process, in bytes.
    ///
    /// A newly started process already uses tens of MiB.
    ///
    /// The default is 1 GiB: `reader.limits.memory = 256 << 20`. Enforced on Linux only.
    public var memory = 1 << 30
    /// The maximum processor time of all threads combined, in seconds.
    ///
    /// The default is 10: `reader.limits.processorTime = 2`.
    public var processorTime = 10
    /// The wall-clock time after which the process is killed, in seconds.
    ///
    /// The default is 60: `reader.limits.time = 5`.
    public var time = 60
    /// The maximum size of an input that is not a file, in bytes.
    ///
    /// The default is 1 GiB: `reader.limits.size = 16 << 20`.
    public var size = 1 << 30
    /// The maximum size of the response to ``IsolatedReader``, in bytes.
    ///
    /// Decoding the response takes about fifteen times as much memory in the calling process.
    ///
    /// The default is 64 MiB, enough for a hundred thousand occurrences: `reader.limits.answer = 4 << 20`.
    public var answer = 64 << 20

    /// The default limits, which accept large calendars: `IsolationLimits.standard.processorTime // 10`.
    public static let standard = IsolationLimits()
    /// The limits for calendars from strangers, such as an upload to a server: 256 MiB of memory, two seconds of
    /// processor time, five seconds in total, 16 MiB of input, and a response of 4 MiB.
    ///
    /// `IsolationLimits.untrusted.time // 5`
    public static let untrusted = {
        var limits = IsolationLimits()
        limits.memory = 256 << 20
        limits.processorTime = 2
        limits.time = 5
        limits.size = 16 << 20
        limits.answer = 4 << 20
        return limits
    }()

    package init() {}
}

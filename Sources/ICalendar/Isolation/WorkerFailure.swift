package import SystemIO

/// Why a process that read something for us gave nothing.
package enum WorkerFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// It took too many seconds.
    case time(Int)
    /// It used too many seconds of the processors.
    case processorTime(Int)
    /// It wanted more bytes of memory.
    case memory(Int)
    /// It answered with more bytes than these.
    case size(Int)
    /// A signal ended it.
    case signal(Int32)
    /// It ended with a status that has no meaning.
    case status(Int32)
    /// There is no such process.
    case notStarted(PlatformError)

    /// What a process that ended like this tells, or nil when it did what it was to do; 0 and 1 are the statuses of
    /// programs that read calendars.
    package init?(_ end: ChildProcess.End, _ limits: IsolationLimits) {
        switch end {
        // What it gave says itself whether it is whole.
        case .exited(0), .exited(1), .unknown: return nil
        case .exited(ProcessLimits.memoryStatus): self = .memory(limits.memory)
        case .exited(let status): self = .status(status)
        case .signalled(ProcessLimits.processorTimeSignal): self = .processorTime(limits.processorTime)
        case .signalled(let number): self = .signal(number)
        }
    }

    /// What happened, after `reading it`.
    package var description: String {
        switch self {
        case .time(let seconds): "took longer than \(seconds) s"
        case .processorTime(let seconds): "took more than \(seconds) s of processor time"
        case .memory(let bytes): "took more memory than \(Self.size(bytes))"
        case .size(let bytes): "gave more than \(Self.size(bytes))"
        case .signal(let number):
            "ended with a crash of the worker (signal \(number), \(ProcessLimits.name(ofSignal: number)))"
        case .status(let status): "ended with the worker's status \(status)"
        case .notStarted(let error): "needs a worker, which cannot be started: \(error)"
        }
    }

    /// A number of bytes in words.
    private static func size(_ bytes: Int) -> String {
        bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
    }
}

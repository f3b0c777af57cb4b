package import ICalendarCore
package import SystemIO

/// Reads what a worker writes, as long as it keeps to its time.
package struct WorkerAnswer {
    /// What took what was written; false ends the worker.
    package typealias Taker = (_ bytes: [UInt8]) -> Bool

    private let process: ChildProcess
    private let limits: IsolationLimits
    private var sources: [(number: Int32, take: Taker)]

    package init(of process: ChildProcess, limits: IsolationLimits) {
        self.process = process
        self.limits = limits
        sources = []
    }

    package mutating func add(_ number: Int32, _ take: @escaping Taker) {
        sources.append((number, take))
    }

    /// Reads all to the end, and gives why that failed, or how the process ended.
    ///
    /// Only the time is counted in which the worker is waited for, and not what takers need: one may be a terminal on
    /// which somebody reads; nor that in which both were stopped, as by Control-Z. With `anew` each answer gives the worker its whole time again.
    package mutating func read(anew: Bool = false) -> Result<ChildProcess.End, WorkerFailure> {
        let all = Duration.seconds(limits.time)
        var left = all
        while !sources.isEmpty {
            let start = ContinuousClock.now
            let milliseconds = min(Int(left / .milliseconds(1)) + 1, Self.longestLook)
            let ready = OpenDescriptor.wait(for: sources.map(\.number), milliseconds: milliseconds)
            left -= min(ContinuousClock.now - start, .milliseconds(milliseconds))
            guard ready.contains(true) else {
                if left > .zero { continue }
                return end(with: .time(limits.time))
            }
            var closed: Set<Int32> = []
            for (source, isReady) in zip(sources, ready) where isReady {
                let bytes = (try? OpenDescriptor.read(source.number)) ?? []
                if bytes.isEmpty {
                    closed.insert(source.number)
                } else if !source.take(bytes) {
                    return .success(process.kill())
                }
            }
            sources.removeAll { closed.contains($0.number) }
            if anew { left = all }
        }
        guard let end = process.wait(seconds: max(left / .seconds(1), 0.1)) else {
            return self.end(with: .time(limits.time))
        }
        return .success(end)
    }

    /// So many milliseconds are waited at once, and count at most.
    private static let longestLook = 500

    private func end(with failure: WorkerFailure) -> Result<ChildProcess.End, WorkerFailure> {
        process.kill()
        return .failure(failure)
    }
}

/// Why a process that read something for us gave nothing.
package enum WorkerFailure: Error, Sendable, Hashable, CustomStringConvertible {
    case time(Int)
    case processorTime(Int)
    /// It wanted more bytes of memory.
    case memory(Int)
    /// It answered with more bytes than these.
    case size(Int)
    case signal(Int32)
    case status(Int32)
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

    private static func size(_ bytes: Int) -> String {
        bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
    }
}

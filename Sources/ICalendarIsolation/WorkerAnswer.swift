package import ICalendarCore
package import SystemIO

/// A reader for a worker's output that enforces the time limit.
package struct WorkerAnswer {
    /// A closure that receives output and returns false to end the worker.
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

    /// Reads all output and returns how the process ended, or the reason that reading failed.
    ///
    /// Only time spent waiting for the worker counts. Time in the closures does not, since a closure may wait for a
    /// user who pages through the output. Time during which both processes are suspended, for example with Control-Z,
    /// does not count either. If `anew` is true, the time limit restarts with each answer.
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

    /// The maximum length of a single wait and the maximum time that it adds to the total, in milliseconds.
    private static let longestLook = 500

    private func end(with failure: WorkerFailure) -> Result<ChildProcess.End, WorkerFailure> {
        process.kill()
        return .failure(failure)
    }
}

/// The reason that a worker process returned no result.
package enum WorkerFailure: Error, Sendable, Hashable, CustomStringConvertible {
    case time(Int)
    case processorTime(Int)
    /// The process exceeded this memory limit, in bytes.
    case memory(Int)
    /// The answer exceeded this size, in bytes.
    case size(Int)
    case signal(Int32)
    case status(Int32)
    case notStarted(PlatformError)

    /// Creates the failure that corresponds to the way a process ended, or returns nil if the process succeeded.
    ///
    /// A worker that can read its input exits with status 0 or 1.
    package init?(_ end: ChildProcess.End, _ limits: IsolationLimits) {
        switch end {
        // The output itself shows whether it is complete.
        case .exited(0), .exited(1), .unknown: return nil
        case .exited(ProcessLimits.memoryStatus): self = .memory(limits.memory)
        case .exited(let status): self = .status(status)
        case .signalled(ProcessLimits.processorTimeSignal): self = .processorTime(limits.processorTime)
        case .signalled(let number): self = .signal(number)
        }
    }

    package var description: String {
        switch self {
        case .time(let seconds): "exceeded the time limit of \(seconds) s"
        case .processorTime(let seconds): "exceeded the processor time limit of \(seconds) s"
        case .memory(let bytes): "exceeded the memory limit of \(Self.size(bytes))"
        case .size(let bytes): "exceeded the answer limit of \(Self.size(bytes))"
        case .signal(let number):
            "crashed the worker (signal \(number), \(ProcessLimits.name(ofSignal: number)))"
        case .status(let status): "made the worker exit with status \(status)"
        case .notStarted(let error): "requires a worker, which could not be started: \(error)"
        }
    }

    private static func size(_ bytes: Int) -> String {
        bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
    }
}

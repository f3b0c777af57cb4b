package import SystemIO

/// Reads what a worker writes, as long as it keeps to its time.
package struct WorkerAnswer {
    /// What took what was written; false ends the worker.
    package typealias Taker = (_ bytes: [UInt8]) -> Bool

    private let process: ChildProcess
    private let limits: IsolationLimits
    /// What is read from, each until its end.
    private var sources: [(number: Int32, take: Taker)]

    /// The answer of a process.
    package init(of process: ChildProcess, limits: IsolationLimits) {
        self.process = process
        self.limits = limits
        sources = []
    }

    /// Has what comes from a descriptor taken by a function.
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

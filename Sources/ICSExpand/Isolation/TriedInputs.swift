import ICalendar

/// Starts this program as a worker with the given instructions and this process's arguments.
///
/// The descriptors are the worker's standard input, output and error, and the target for its progress, or nil. The
/// worker reads the list of inputs from a pipe.
func startWorker(
    _ order: WorkerOrder,
    _ arguments: [CalendarPath],
    _ list: InputList,
    input: Int32?,
    output: OpenDescriptor?,
    errors: OpenDescriptor?,
    progress: OpenDescriptor?
) throws(PlatformError) -> ChildProcess {
    let nothing = try OpenDescriptor.nothing()
    /// Starts the worker, and closes the read end of the pipe in this process. Writing therefore cannot block after the
    /// worker ends.
    func start() throws(PlatformError) -> (ChildProcess, OpenDescriptor) {
        let (reading, writing) = try OpenDescriptor.pipe()
        let process = try ChildProcess(
            ownProgram,
            ["ics-expand", "--worker", order.text].map { Array($0.utf8) } + arguments.map(\.bytes),
            descriptors: [
                input ?? nothing.number, (output ?? nothing).number, (errors ?? nothing).number,
                reading.number,
            ] + (progress.map { [$0.number] } ?? [])
        )
        return (process, writing)
    }
    let (process, listing) = try start()
    // Ignore errors: if the worker has already ended, its answer is missing.
    try? listing.write(list.bytes)
    return process
}

#if CommandLine
    import SystemIO

    /// A trial run, in which a worker reads the inputs one by one.
    struct TriedInputs: Sendable {
        let limits: IsolationLimits
        let threads: Int
        let arguments: [CalendarPath]
        /// The standard input of the worker.
        let standardInput: StreamInput?

        /// Tries inputs, with a new worker after each failure, and returns the failure of each input or nil.
        ///
        /// If a worker fails on an input after reading others, a new worker retries the input, in case an earlier input
        /// caused the failure.
        func failures(of inputs: [Input]) throws(PlatformError) -> [WorkerFailure?] {
            var failures: [WorkerFailure?] = []
            while failures.count < inputs.count {
                let (done, failure) = try attempt(Array(inputs[failures.count...]))
                failures += [WorkerFailure?](repeating: nil, count: done)
                if done == 0 { failures.append(failure) }
            }
            return failures
        }

        /// Tries inputs in one worker.
        ///
        /// Returns the number that succeeded, and the failure of the next input, if any.
        private func attempt(_ inputs: [Input]) throws(PlatformError) -> (done: Int, failure: WorkerFailure?)
        {
            let (process, progress) = try start(inputs)
            var done = 0
            var reading = WorkerAnswer(of: process, limits: limits)
            reading.add(progress.number) { bytes in
                done = min(inputs.count, done + bytes.count)
                return true
            }
            let result = reading.read(anew: true)
            if done == inputs.count { return (done, nil) }
            switch result {
            case .failure(let failure): return (done, failure)
            case .success(let end): return (done, WorkerFailure(end, limits) ?? .status(0))
            }
        }

        private func start(_ inputs: [Input]) throws(PlatformError) -> (ChildProcess, OpenDescriptor) {
            let progress = try OpenDescriptor.pipe()
            standardInput?.rewind()
            let order = WorkerOrder(
                .tries,
                threads: threads,
                memory: limits.memory,
                processorTime: limits.processorTime
            )
            let process = try startWorker(
                order,
                arguments,
                InputList(inputs: inputs),
                input: standardInput?.number,
                output: nil,
                errors: nil,
                progress: progress.writing
            )
            return (process, progress.reading)
        }
    }
#endif

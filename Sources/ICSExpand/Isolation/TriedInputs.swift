import ICalendar

/// Starts this program once more, as a worker with an order and with the arguments that this process has.
///
/// It gets standard input, output and error, and what it is to write progress to; nil stands for nothing. It is
/// told a list of inputs.
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
    /// The other end of the pipe is not kept here, as writing to this one would not end.
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
    // One that has ended already is noticed when it does not answer.
    try? listing.write(list.bytes)
    return process
}

#if CommandLine
    import ICSConsole
    import SystemIO

    /// What becomes of inputs that are tried one after the other, each for itself, in a worker.
    struct TriedInputs: Sendable {
        let limits: IsolationLimits
        let threads: Int
        let arguments: [CalendarPath]
        /// What standard input of the worker is, and where it begins.
        let standardInput: StreamInput?

        /// Tries inputs, with a fresh worker after each that was the end of one; gives why each failed that did.
        ///
        /// An input that ends a worker which has read others before is tried once more in a fresh one, so that it does
        /// not answer for what they left.
        func failures(of inputs: [Input]) throws(PlatformError) -> [WorkerFailure?] {
            var failures: [WorkerFailure?] = []
            while failures.count < inputs.count {
                let (done, failure) = try attempt(Array(inputs[failures.count...]))
                failures += [WorkerFailure?](repeating: nil, count: done)
                if done == 0 { failures.append(failure) }
            }
            return failures
        }

        /// Lets one worker try inputs: how many it tried, and why it did not try the next one, if there is one.
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

import ICSConsole

struct PlainStream {
    let isNeeded: Bool
    /// The last byte, if it may be the first half of a two-byte control character.
    var held: [UInt8] = []

    mutating func next(_ bytes: [UInt8]) -> [UInt8] {
        guard isNeeded else { return bytes }
        var plain = PlainBytes.withoutControls(held + bytes)
        held = []
        if plain.last == 0xC2 { held = [plain.removeLast()] }
        return plain
    }
}

#if CommandLine
    import ICalendar
    import SystemIO

    /// A run of a plan in worker processes.
    ///
    /// One worker tries each input separately. Another worker then reads the inputs that succeeded, and this process
    /// forwards its output. A single input needs only one worker, whose output is held back until the worker succeeds.
    ///
    /// This process never parses input, so no input can harm it.
    struct IsolatedRun {
        private let plan: Plan
        private let limits: IsolationLimits
        private let errors = StandardError(of: "ics-expand")
        private let arguments: [CalendarPath]
        private var status = ExitStatus.success
        private var barred: [Input] = []

        init(_ plan: Plan, _ limits: IsolationLimits) {
            self.plan = plan
            self.limits = limits
            arguments = Array(RawArguments.all.dropFirst())
        }

        mutating func perform() -> ExitStatus {
            let candidates = IsolatedInputs(plan.inputs)
            for path in candidates.streams {
                bar([.path(path)], "is not a regular file, so it cannot be read in isolation; skipped")
            }
            var stream: StreamInput?
            if plan.inputs.contains(.standardInput) {
                errors.announceStandardInput()
                do throws(CalendarError) { stream = try StreamInput(limit: limits.size) } catch {
                    bar([.standardInput], error.detail)
                }
            }
            do throws(PlatformError) {
                let count = candidates.groups.count + (stream == nil ? 0 : 1)
                if count == 1, !writesFiles {
                    let names = candidates.groups.first?.map { Input.path($0) } ?? [.standardInput]
                    if try answerAtOnce(stream, names) { return status }
                } else {
                    try tryAll(candidates, stream)
                }
                try answer(stream, count: count)
            } catch {
                errors.say("error: cannot start a worker: \(error)")
                return .failure
            }
            return status
        }

        private mutating func bar(_ names: [Input], _ reason: String) {
            barred += names
            if let name = names.first { errors.print("\(name): error: \(reason)") }
            status = .failure
        }

        private mutating func tryAll(_ inputs: IsolatedInputs, _ stream: StreamInput?) throws(PlatformError) {
            if stream != nil {
                let tried = tried(stream, threads: plan.threads)
                let failure = try tried.failures(of: [.standardInput]).first ?? nil
                if let failure { bar([.standardInput], failure) }
            }
            let threads = min(plan.threads, inputs.groups.count)
            let tried = tried(nil, threads: threads > 1 ? 1 : plan.threads)
            var rest = inputs.groups[...]
            var failed: PlatformError?
            Workers.mapInOrder(
                threads: threads,
                next: {
                    guard !rest.isEmpty, failed == nil else { return nil }
                    defer { rest = rest.dropFirst(Self.triedTogether) }
                    return Array(rest.prefix(Self.triedTogether))
                },
                transform: { (groups: [[CalendarPath]]) in
                    Result { () throws(PlatformError) in
                        let inputs = groups.compactMap { group in group.first.map { Input.path($0) } }
                        return Array(zip(groups, try tried.failures(of: inputs)))
                    }
                },
                consume: { (result: Result<[([CalendarPath], WorkerFailure?)], PlatformError>) in
                    switch result {
                    case .failure(let error): failed = error
                    case .success(let outcomes):
                        for case (let group, let failure?) in outcomes {
                            bar(group.map { .path($0) }, failure)
                        }
                    }
                }
            )
            if let failed { throw failed }
        }

        private static let triedTogether = 32

        private mutating func bar(_ names: [Input], _ failure: WorkerFailure) {
            bar(names, "reading it \(failure); input skipped")
        }

        private func tried(_ stream: StreamInput?, threads: Int) -> TriedInputs {
            TriedInputs(limits: limits, threads: threads, arguments: arguments, standardInput: stream)
        }

        /// Runs a worker for a single input, and forwards its output if it succeeds.
        ///
        /// Returns false if nothing was forwarded. `names` contains all names of the input.
        private mutating func answerAtOnce(
            _ stream: StreamInput?,
            _ names: [Input]
        ) throws(PlatformError) -> Bool {
            let (process, output, remarks) = try start(stream, limits)
            var reading = WorkerAnswer(of: process, limits: limits)
            var held = HeldAnswer()
            for (descriptor, isRemark) in [(output, false), (remarks, true)] {
                reading.add(descriptor.number) { bytes in
                    held.add(bytes, isRemark: isRemark)
                    return true
                }
            }
            switch reading.read() {
            case .failure(let failure):
                bar(names, failure)
                return false
            case .success(let end):
                if let failure = WorkerFailure(end, limits) {
                    bar(names, failure)
                    return false
                }
                // The output is too long to hold back, but reading the input has proved safe.
                if held.isDropped { return false }
                if end != .exited(0) { status = .failure }
            }
            var plain = PlainStream(isNeeded: Descriptor.output.isTerminal)
            var plainRemarks = PlainStream(isNeeded: true)
            for (isRemark, bytes) in held.parts {
                if isRemark {
                    try? Descriptor.error.write(plainRemarks.next(bytes))
                    continue
                }
                do throws(WriteError) { try Descriptor.output.write(plain.next(bytes)) } catch {
                    sayOutputFailed(error)
                    break
                }
            }
            return true
        }

        /// Reports a failure to write to standard output, unless the reader closed the pipe.
        private mutating func sayOutputFailed(_ error: WriteError) {
            if error == .closedPipe { return }
            errors.say("error: standard output: \(error)")
            status = .failure
        }

        private mutating func answer(_ stream: StreamInput?, count: Int) throws(PlatformError) {
            // The inputs together may need the sum of their limits. Add one more as a margin.
            var limits = limits
            func together(_ limit: Int, atMost most: Int) -> Int {
                let (product, isTooMuch) = limit.multipliedReportingOverflow(by: count + 1)
                return isTooMuch ? most : min(product, most)
            }
            limits.time = together(limits.time, atMost: Self.mostSeconds)
            limits.processorTime = together(limits.processorTime, atMost: Self.mostSeconds)
            let most = max(limits.memory, (ProcessLimits.machineMemory ?? 0) / 2)
            limits.memory = together(limits.memory, atMost: most)
            let (process, output, remarks) = try start(stream, limits)
            var reading = WorkerAnswer(of: process, limits: limits)
            var plain = PlainStream(isNeeded: Descriptor.output.isTerminal)
            var plainRemarks = PlainStream(isNeeded: true)
            var failure: WriteError?
            reading.add(output.number) { bytes in
                do throws(WriteError) {
                    try Descriptor.output.write(plain.next(bytes))
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
            reading.add(remarks.number) { bytes in
                try? Descriptor.error.write(plainRemarks.next(bytes))
                return true
            }
            let result = reading.read()
            switch (failure, result) {
            case (let error?, _): sayOutputFailed(error)
            case (nil, .success(let end)):
                if let failure = WorkerFailure(end, limits) { return giveUp(failure) }
                if end != .exited(0) { status = .failure }
            case (nil, .failure(let failure)): giveUp(failure)
            }
        }

        /// The maximum duration of a run: about thirty years, in seconds.
        private static let mostSeconds = 1_000_000_000

        private mutating func giveUp(_ failure: WorkerFailure) {
            errors.say("error: reading all inputs together \(failure); output is incomplete")
            status = .failure
        }

        private var writesFiles: Bool {
            if case .repair(_?) = plan.request { true } else { false }
        }

        private func start(
            _ stream: StreamInput?,
            _ limits: IsolationLimits
        ) throws(PlatformError) -> (ChildProcess, output: OpenDescriptor, remarks: OpenDescriptor) {
            let order = WorkerOrder(
                .answers,
                memory: limits.memory,
                processorTime: limits.processorTime,
                writesFiles: writesFiles
            )
            let (output, remarks) = (try OpenDescriptor.pipe(), try OpenDescriptor.pipe())
            stream?.rewind()
            let process = try startWorker(
                order,
                arguments,
                InputList(inputs: barred),
                input: stream?.number,
                output: output.writing,
                errors: remarks.writing,
                progress: nil
            )
            return (process, output.reading, remarks.reading)
        }
    }

    struct HeldAnswer {
        private(set) var parts: [(isRemark: Bool, bytes: [UInt8])] = []
        private(set) var isDropped = false
        /// The number of bytes held back, including the overhead of each part.
        private var size = 0

        private static let mostBytes = 16 << 20
        /// The approximate overhead of a part, in bytes.
        private static let bytesOfPart = 64

        mutating func add(_ bytes: [UInt8], isRemark: Bool) {
            if isDropped { return }
            if let last = parts.indices.last, parts[last].isRemark == isRemark {
                parts[last].bytes += bytes
            } else {
                parts.append((isRemark, bytes))
                size += Self.bytesOfPart
            }
            size += bytes.count
            if size > Self.mostBytes {
                parts = []
                isDropped = true
            }
        }
    }
#endif

#if CommandLine
    import ICSConsole
    import ICalendar
    import SystemIO

    /// An expansion of records in worker processes, each of which processes one batch.
    ///
    /// If a worker fails on a record, the records before and after it are processed by new workers. The record itself
    /// is retried alone, in case an earlier record caused the failure.
    struct IsolatedRecords: Sendable {
        private let expansion: RecordExpansion
        private let limits: IsolationLimits
        private let input: String
        private let arguments = Array(RawArguments.all.dropFirst())

        private static let longestMessages = 1 << 20

        init(_ expansion: RecordExpansion, limits: IsolationLimits, input: String) {
            self.expansion = expansion
            self.limits = limits
            self.input = input
        }

        func answers(to batch: RecordBatch) -> RecordAnswers {
            var answers = RecordAnswers()
            // A worker would not detect a truncated record.
            let end = batch.count - (batch.count > 0 && batch[batch.count - 1].isCut ? 1 : 0)
            var waiting = end > 0 ? [batch.part(0..<end)] : []
            while let part = waiting.popLast() {
                let (done, failure) = attempt(part, &answers)
                guard let failure else { continue }
                if part.count == 1 {
                    bar(part, failure, &answers)
                } else {
                    let ends = [0, done, done + 1, part.count]
                    for (start, end) in zip(ends, ends.dropFirst()).reversed() where start < end {
                        waiting.append(part.part(start..<end))
                    }
                }
            }
            if end < batch.count, case .failure(let failure) = expansion.record(batch, end) {
                append(failure, number: batch.firstNumber + end, to: &answers)
            }
            return answers
        }

        private func append(
            _ failure: CalendarRecord.Failure,
            number: Int,
            to answers: inout RecordAnswers
        ) {
            let block = OutputBlock(capacity: 1 << 10)
            answers.remarks.append(expansion.append(failure, number: number, to: block))
            answers.blocks.append(block)
        }

        private func bar(_ record: RecordBatch, _ failure: WorkerFailure, _ answers: inout RecordAnswers) {
            var key = CalendarRecord.noKey
            switch expansion.record(record, 0) {
            case nil: return
            case .success(let record): key = record.key
            case .failure(let failure): key = failure.key
            }
            let error = CalendarRecord.Failure(key: key, "reading it \(failure); record skipped")
            append(error, number: record.firstNumber, to: &answers)
        }

        /// Sends records to a worker, and returns the position of the record on which the worker failed, if any.
        private func attempt(
            _ batch: RecordBatch,
            _ answers: inout RecordAnswers
        ) -> (done: Int, failure: WorkerFailure?) {
            var (done, output, messages): (Int, [UInt8], [UInt8]) = (0, [], [])
            let result: Result<ChildProcess.End, WorkerFailure>
            do throws(PlatformError) {
                let worker = try start(batch)
                var reading = WorkerAnswer(of: worker.process, limits: limits)
                reading.add(worker.output.number) { bytes in
                    output += bytes
                    return output.count <= limits.answer
                }
                reading.add(worker.remarks.number) { bytes in
                    if messages.count < Self.longestMessages { messages += bytes }
                    return true
                }
                reading.add(worker.progress.number) { bytes in
                    done = min(batch.count - 1, done + bytes.count)
                    return true
                }
                result = reading.read(anew: true)
            } catch {
                return (0, .notStarted(error))
            }
            if output.count > limits.answer { return (done, .size(limits.answer)) }
            switch result {
            case .failure(let failure): return (done, failure)
            case .success(let end):
                if let failure = WorkerFailure(end, limits) { return (done, failure) }
                if end != .exited(0) { answers.hasFailed = true }
            }
            let block = OutputBlock(capacity: max(64, output.count + 64))
            block.append(output)
            answers.blocks.append(block)
            answers.messages += PlainBytes.withoutControls(messages)
            answers.count += output.count { $0 == UInt8(ascii: "\n") }
            return (batch.count, nil)
        }

        private func start(_ batch: RecordBatch) throws(PlatformError) -> (
            process: ChildProcess, output: OpenDescriptor, remarks: OpenDescriptor, progress: OpenDescriptor
        ) {
            let order = WorkerOrder(
                .records,
                threads: 1,
                memory: limits.memory,
                processorTime: limits.processorTime
            )
            let (output, remarks, progress) = (
                try OpenDescriptor.pipe(), try OpenDescriptor.pipe(), try OpenDescriptor.pipe()
            )
            let file = try OpenDescriptor.temporary()
            try file.write(batch.bytes)
            OpenDescriptor.go(to: 0, in: file.number)
            let process = try startWorker(
                order,
                arguments,
                InputList(inputs: [.path(CalendarPath("\(batch.firstNumber)")), .path(CalendarPath(input))]),
                input: file.number,
                output: output.writing,
                errors: remarks.writing,
                progress: progress.writing
            )
            return (process, output.reading, remarks.reading, progress.reading)
        }
    }
#endif

#if CommandLine
    import ICSConsole
    import ICalendar
    import SystemIO

    extension Run {
        /// Reads records and prints their occurrences.
        ///
        /// A closed pipe ends the run silently.
        mutating func performRecords(_ form: RecordForm, in folder: CalendarPath?) -> ExitStatus {
            let files: MonthFiles?
            do throws(CalendarError) {
                files = try folder.map { path throws(CalendarError) in
                    try MonthFiles(in: path)
                }
            } catch {
                fail(error)
                return status
            }
            return perform { run throws(WriteError) in
                do throws(WriteError) {
                    try run.printRecords(form, files)
                    try files?.flush()
                } catch {
                    guard let failure = files?.failure else { throw error }
                    run.fail(failure)
                }
            }
        }

        /// Prints the occurrences in the records of all inputs.
        private mutating func printRecords(_ form: RecordForm, _ files: MonthFiles?) throws(WriteError) {
            statistics.bytes = 0
            statistics.occurrences = 0
            for input in plan.inputs {
                let source: ByteSource
                do throws(CalendarError) {
                    source = try input.source(errors)
                } catch {
                    fail(error)
                    continue
                }
                try printRecords(form, of: source, named: input.description, files)
            }
        }

        /// The maximum number of batches in progress per thread.
        private static let batchesAhead = 2

        private mutating func printRecords(
            _ form: RecordForm,
            of source: ByteSource,
            named name: String,
            _ files: MonthFiles?
        ) throws(WriteError) {
            let records = RecordBlocks(source, separator: form.separator, blockSize: form.blockSize)
            let expansion = RecordExpansion(plan, form, input: name)
            let isolation = plan.isolation.map { IsolatedRecords(expansion, limits: $0, input: name) }
            var (underWay, failure): (Int, CalendarError?) = (0, nil)
            let isAlone = plan.threads == 1
            try Workers.mapInOrder(
                threads: plan.threads,
                ahead: Self.batchesAhead * plan.threads,
                // The sender may wait for an answer before it writes the next record.
                hasRoom: { underWay == 0 || records.isReady },
                next: { () throws(WriteError) -> RecordBatch? in
                    do throws(CalendarError) {
                        guard let batch = try records.next() else { return nil }
                        underWay += 1
                        return batch
                    } catch {
                        failure = error
                        return nil
                    }
                },
                transform: { batch in
                    if let isolation { return (batch, isolation.answers(to: batch)) }
                    // With one thread, write answers at once instead of holding them.
                    if isAlone { return (batch, RecordAnswers(rest: 0)) }
                    var expansion = expansion
                    return (batch, expansion.answers(to: batch))
                },
                consume: { (done: (batch: RecordBatch, answers: RecordAnswers)) throws(WriteError) in
                    underWay -= 1
                    try write(done.answers, expansion, done.batch) { block throws(WriteError) in
                        if let files { try files.write(block) } else { try block.write(to: .output) }
                    }
                }
            )
            statistics.bytes = (statistics.bytes ?? 0) + source.bytesRead
            if let failure { fail(failure) }
        }

        /// Writes answers in the order of their records, and expands the records that have no answer yet.
        private mutating func write(
            _ answers: RecordAnswers,
            _ expansion: RecordExpansion,
            _ batch: RecordBatch,
            to output: (OutputBlock) throws(WriteError) -> Void
        ) throws(WriteError) {
            statistics.files += batch.count
            for block in answers.blocks { try output(block) }
            var count = answers.count
            var hasFailed = answers.hasFailed
            for remarks in answers.remarks where expansion.report(remarks) { hasFailed = true }
            try? Descriptor.error.write(answers.messages)
            if let first = answers.rest {
                var rest = expansion
                try rest.write(batch, from: first, count: &count, to: output) { remarks in
                    if expansion.report(remarks) { hasFailed = true }
                }
            }
            statistics.occurrences = (statistics.occurrences ?? 0) + count
            if hasFailed { status = .failure }
        }
    }
#endif

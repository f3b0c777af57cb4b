#if CommandLine
    import ICSConsole
    import ICalendar
    import SystemIO

    /// The remarks about a record.
    struct RecordRemarks: Sendable {
        let number: Int
        var diagnostics: [Diagnostic] = []
        /// The reason that the record cannot be read.
        var error: String?
    }

    /// The answers to a batch of records, possibly only up to a record with too many rows.
    struct RecordAnswers: Sendable {
        var blocks: [OutputBlock] = []
        var remarks: [RecordRemarks] = []
        /// The messages of a worker.
        var messages: [UInt8] = []
        var hasFailed = false
        var count = 0
        /// The position in the batch of the first record without an answer.
        var rest: Int?
    }

    /// Expands a stream's records one at a time on the calling thread.
    struct RecordExpansion {
        private var plan: Plan
        private let form: RecordForm
        private let input: String
        private var rows: RecordRows

        /// The maximum size of a batch's answers in memory, in bytes.
        private static let mostBytes = 8 << 20

        /// Creates an expansion.
        ///
        /// Messages show `input` as the stream's name.
        init(_ plan: Plan, _ form: RecordForm, input: String) {
            self.plan = plan
            self.plan.threads = 1
            self.form = form
            self.input = input
            var isByMonth = false
            if case .records(_, _?) = plan.request { isByMonth = true }
            rows = RecordRows(in: plan.window.zone, isByMonth: isByMonth)
        }

        /// Returns the answers to a batch, up to a record with more rows than the limit.
        mutating func answers(to batch: RecordBatch) -> RecordAnswers {
            struct Flood: Error {}
            var answers = RecordAnswers()
            var block = OutputBlock()
            for place in 0..<batch.count {
                let (blocks, bytes) = (answers.blocks.count, block.count)
                do throws(Flood) {
                    let remarks = try answer(batch, place, &block, &answers.count) { full throws(Flood) in
                        guard answers.blocks.reduce(0, { $0 + $1.count }) < Self.mostBytes else {
                            throw Flood()
                        }
                        answers.blocks.append(full)
                        full = OutputBlock()
                    }
                    if let remarks { answers.remarks.append(remarks) }
                } catch {
                    if answers.blocks.count > blocks {
                        block = answers.blocks[blocks]
                        answers.blocks.removeSubrange(blocks...)
                    }
                    block.truncate(to: bytes)
                    answers.rest = place
                    break
                }
            }
            answers.blocks.append(block)
            return answers
        }

        /// Writes a batch's answers from the given position onward and reports the remarks about its records.
        mutating func write(
            _ batch: RecordBatch,
            from first: Int,
            count: inout Int,
            to output: (OutputBlock) throws(WriteError) -> Void,
            remark: (RecordRemarks) -> Void
        ) throws(WriteError) {
            var block = OutputBlock()
            for place in first..<batch.count {
                let remarks = try answer(batch, place, &block, &count) { full throws(WriteError) in
                    try output(full)
                    full.truncate(to: 0)
                }
                if let remarks { remark(remarks) }
            }
            try output(block)
        }

        /// Answers all records in a stream one at a time, as a worker does.
        ///
        /// Calls `before` with the key of each record before the record is read.
        mutating func answerAll(
            from descriptor: Descriptor,
            first: Int,
            before: (_ key: String) -> Void,
            after: () -> Void
        ) -> ExitStatus {
            let source = ByteSource(borrowing: descriptor.number, name: input)
            let records = RecordBlocks(
                source,
                separator: form.separator,
                blockSize: form.blockSize,
                first: first
            )
            var status = ExitStatus.success
            var (block, count) = (OutputBlock(), 0)
            do {
                while let batch = try records.next() {
                    for place in 0..<batch.count {
                        if let record = record(batch, place) {
                            let key = (try? record.get().key) ?? []
                            before(String(decoding: key.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self))
                        }
                        let remarks = try answer(batch, place, &block, &count) { full throws(WriteError) in
                            try full.write(to: .output)
                            full.truncate(to: 0)
                        }
                        try block.write(to: .output)
                        block.truncate(to: 0)
                        if let remarks, report(remarks) { status = .failure }
                        after()
                    }
                }
            } catch {
                return .failure
            }
            return status
        }

        /// Prints the remarks about a record, and returns whether they make the run fail.
        func report(_ remarks: RecordRemarks) -> Bool {
            let errors = StandardError(of: "ics-expand")
            let name = "\(input):\(remarks.number)"
            errors.print(
                remarks.diagnostics.map { diagnostic in
                    var diagnostic = diagnostic
                    diagnostic.file = name
                    return diagnostic
                }
            )
            if plan.isStrict {
                if remarks.error != nil { return true }
                if remarks.diagnostics.contains(where: { $0.severity != .note }) { return true }
            }
            guard plan.recordErrors == .stderr, let error = remarks.error else { return false }
            errors.print("\(name): error: \(error)")
            return true
        }

        /// Appends the object for an unreadable record, unless errors go to standard error.
        func append(_ failure: CalendarRecord.Failure, number: Int, to block: OutputBlock) -> RecordRemarks {
            if plan.recordErrors == .output {
                rows.append(error: failure.message, key: failure.key, line: number, to: block)
            }
            return RecordRemarks(number: number, error: failure.message)
        }

        /// Returns a record in a batch, or nil if it is a blank line.
        func record(_ batch: RecordBatch, _ place: Int) -> Result<CalendarRecord, CalendarRecord.Failure>? {
            let (bytes, isCut) = batch[place]
            let blanks: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
            if form == .json, !isCut, bytes.allSatisfy({ blanks.contains($0) }) { return nil }
            let number = Array("\(batch.firstNumber + place)".utf8)
            func result() -> Result<CalendarRecord, CalendarRecord.Failure> {
                form == .json
                    ? Result { () throws(CalendarRecord.Failure) in try CalendarRecord(json: bytes) }
                    : .success(CalendarRecord(key: number, calendar: bytes))
            }
            guard isCut else { return result() }
            var key = form == .json ? CalendarRecord.noKey : number
            if case .failure(let failure) = result() { key = failure.key }
            return .failure(CalendarRecord.Failure(key: key, Self.tooLong))
        }

        private static let tooLong =
            "limit reached: \(RecordBlocks.longestRecord >> 20) MiB in one record; record skipped"

        private func source(of record: CalendarRecord) throws(CalendarError) -> ByteSource {
            guard form == .files else { return ByteSource(bytes: record.calendar, name: nil) }
            let source = try ByteSource(path: CalendarPath(bytes: record.calendar), isNamed: false)
            guard source.size ?? 0 <= RecordBlocks.longestRecord else {
                throw CalendarError(.unreadable, Self.tooLong)
            }
            return source
        }

        private mutating func answer<Failure: Error>(
            _ batch: RecordBatch,
            _ place: Int,
            _ block: inout OutputBlock,
            _ count: inout Int,
            drain: (inout OutputBlock) throws(Failure) -> Void
        ) throws(Failure) -> RecordRemarks? {
            let number = batch.firstNumber + place
            switch record(batch, place) {
            case nil: return nil
            case .failure(let failure): return append(failure, number: number, to: block)
            case .success(let record):
                var calendars = Inputs.calendars(plan, nil)
                let found: [Diagnostic]
                do throws(CalendarError) {
                    found = try calendars.read(inEitherForm: source(of: record))
                } catch {
                    let failure = CalendarRecord.Failure(key: record.key, error.detail)
                    return append(failure, number: number, to: block)
                }
                let occurrences = calendars.occurrences()
                let written = try rows.append(occurrences, key: record.key, to: &block, drain: drain)
                count += written.count
                let later = occurrences.diagnostics + written.diagnostics
                if found.isEmpty, later.isEmpty, !plan.isStrict { return nil }
                let all = Inputs.merged(found, with: later, of: calendars, plan)
                return all.isEmpty ? nil : RecordRemarks(number: number, diagnostics: all)
            }
        }
    }

    extension RecordForm {
        /// The byte that follows each record.
        var separator: UInt8 { self == .json ? UInt8(ascii: "\n") : 0 }

        /// The number of bytes to read at a time: large enough to hand to another thread.
        var blockSize: Int { self == .files ? 1 << 10 : 1 << 18 }
    }
#endif

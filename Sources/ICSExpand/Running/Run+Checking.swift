#if CommandLine
    import ICSConsole
    import ICalendar
    import SystemIO

    extension Run {
        /// Prints violations of the standards; the run fails on an error or, in strict mode, on a warning.
        mutating func printViolations(_ files: [CalendarFile]) throws(WriteError) {
            var list = ListOutput(plan.format, to: .output)
            for file in files {
                let violations = file.validate()
                if violations.contains(where: {
                    $0.severity == .error || plan.isStrict && $0.severity != .note
                }) {
                    status = .failure
                }
                // JSON output reports every line.
                let listed =
                    plan.format != .text
                    ? violations.map { (violation: $0, others: 0) }
                    : RepeatedRemarks.combined(violations.map { (violation: $0, others: 0) }) {
                        "\($0.violation.severity) \($0.violation.code) "
                            + RepeatedRemarks.pattern(of: $0.violation.message)
                    } count: {
                        $0.others = $1.count
                    }
                for (violation, others) in listed {
                    try list.add {
                        [violation.description + Diagnostic.suffix(repeats: others)]
                    } json: {
                        JSONText.append(violation, to: &$0)
                    }
                }
            }
            try list.finish()
        }

        mutating func repair(output: CalendarPath?) throws(WriteError) {
            guard let input = plan.inputs.first, let repaired = repaired(input) else { return }
            let (lost, left) = repaired.readAgain(threads: plan.threads)
            for violation in lost { errors.print(violation.description) }
            let losesComponent = repaired.isLossy || lost.contains(where: \.losesComponent)
            if losesComponent { status = .failure }
            if let left { sayWhatIsLeft(of: repaired, left) }
            guard let output else {
                let bytes = repaired.bytes
                return try Descriptor.output.write(
                    Descriptor.output.isTerminal ? PlainBytes.withoutControls(bytes) : bytes
                )
            }
            // Do not replace the file if even one line would be lost, or if it is an email rather than a plain
            // calendar.
            if losesComponent || !lost.isEmpty, case .path(let path) = input,
                let own = try? path.identity(), own == (try? output.identity())
            {
                let reason = "file not replaced, because unreadable content would be lost"
                return fail(CalendarError(.unreadable, file: repaired.name, reason))
            }
            do throws(CalendarError) { try FileReplacement.write(repaired.bytes, to: output) } catch {
                fail(error)
            }
        }

        /// Reads and repairs a file, and reports the changes; returns nil if the file cannot be read.
        ///
        /// The original and its diagnostics, which may need more memory than the file, are discarded.
        private mutating func repaired(_ input: Input) -> RepairedFile? {
            let read = readWhole(input, saying: false, limits: RepairedFile.limits)
            guard let (file, form) = read else { return nil }
            noteReading(RunStatistics([file]))
            return RepairedFile(file, form) { errors.print($0.description) }
        }

        private mutating func sayWhatIsLeft(of repaired: RepairedFile, _ after: [Violation]) {
            let codes = Set(after.map(\.code))
            for violation in repaired.mendedByWriting where !codes.contains(violation.code) {
                errors.print("\(violation.description): fixed by rewriting the file")
            }
            let left = Set(after.lazy.filter { $0.severity == .error }.map(\.message))
            for violation in repaired.unrepaired where left.contains(violation.message) {
                errors.print("\(violation.description): left to fix by hand")
            }
            let count = after.count { $0.severity == .error }
            guard count > 0 else { return }
            let errorsLeft = count == 1 ? "one error" : "\(count) errors"
            errors.say("\(errorsLeft) left to fix by hand; see --check")
            if plan.isStrict { status = .failure }
        }
    }

    private struct RepairedFile {
        let name: String?
        let form: CalendarForm
        let bytes: [UInt8]
        let isLossy: Bool
        let mendedByWriting: [Violation]
        /// The errors that have no repair, with lines in the input.
        let unrepaired: [Violation]
        private let losses: [Violation]
        /// The lines with lost content whose properties keep their original bytes.
        private let linesAsRead: Set<Int>

        /// Limits high enough to report losses even after a thousand other diagnostics.
        static let limits: ReadingLimits = {
            var limits = ReadingLimits.standard
            limits.diagnostics = 20_000
            return limits
        }()

        init(_ file: CalendarFile, _ form: CalendarForm, say: (Repair) -> Void) {
            let rest = file.validate().filter { !$0.isRepairable }
            mendedByWriting = rest.filter { [.lineEnd, .longLine, .undefinedZone].contains($0.code) }
            unrepaired = rest.filter { $0.severity == .error }
            let (repaired, repairs) = file.repaired()
            for repair in repairs { say(repair) }
            name = file.name
            self.form = form
            isLossy = repairs.contains(where: \.isLoss)
            losses = repaired.losses()
            bytes =
                form == .jCal ? repaired.withTimeZones().jCalBytes(indented: true) : repaired.icsBytes()
            linesAsRead = repaired.linesAsRead(
                of: Set(losses.lazy.filter { $0.code == .limit }.compactMap(\.line))
            )
        }

        /// Returns the losses and the remaining violations (nil if it is unreadable) when the repaired file is read
        /// again.
        ///
        /// The part of a line beyond a limit is preserved unless a repair changes the line. If repairs add too much,
        /// other content is dropped at the limit.
        func readAgain(threads: Int) -> (lost: [Violation], left: [Violation]?) {
            let written: CalendarFile? =
                switch form {
                case .iCalendar:
                    try? CalendarFile(bytes: bytes, name: name, limits: Self.limits, threads: threads)
                case .jCal: try? CalendarFile(jCal: bytes, name: name, limits: Self.limits)
                }
            let lost = losses.filter { violation in
                violation.code != .limit || violation.line.map { !linesAsRead.contains($0) } ?? true
            }
            let said = Set(losses.map(\.message))
            let added = written?.losses().filter { $0.code == .limit && !said.contains($0.message) } ?? []
            return (lost + added, written?.validate())
        }
    }
#endif

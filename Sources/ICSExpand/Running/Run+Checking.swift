#if CommandLine
    import ICSConsole
    import ICalendar

    /// What breaks the rules, and mending it.
    extension Run {
        /// Prints what breaks the rules of iCalendar; an error fails the run, in strict mode a warning does too.
        mutating func printViolations(_ inputs: InputReading) throws(WriteError) {
            var list = ListOutput(plan.format, to: .output)
            for file in inputs.files {
                for violation in file.validate() {
                    if plan.isStrict || violation.severity == .error { status = .failure }
                    try list.add {
                        [violation.description]
                    } json: {
                        Run.append(violation, to: &$0)
                    }
                }
            }
            try list.finish()
        }

        /// Writes a file with its mistakes mended, and says what was changed.
        mutating func repair(output: CalendarPath?) throws(WriteError) {
            guard let input = plan.inputs.first,
                let file = readWhole(input, saying: false, limits: Self.limits)
            else { return }
            statistics.files = 1
            statistics.components = file.calendars.reduce(0) { $0 + $1.component.components.count }
            statistics.kept = statistics.components
            statistics.reading = clock.lap()
            // Of long lists only so much is kept as is asked for later.
            let before = file.validate().filter { Self.isMendedByWriting($0.code) }
            let (mended, repairs) = file.repaired()
            for repair in repairs { errors.print(repair.description) }
            let bytes = mended.icsBytes()
            let written = try? CalendarFile(
                bytes: bytes,
                name: file.name,
                limits: Self.limits,
                threads: plan.threads
            )
            let lost = lost(of: file, mendedTo: mended, readAgain: written)
            let after = written.map { LeftToSettle($0.validate()) }
            for violation in lost {
                errors.print(violation.description)
                status = .failure
            }
            if let after { sayWhatWritingMended(before, after) }
            guard let output else {
                return try Descriptor.output.write(
                    Descriptor.output.isTerminal ? PlainBytes.withoutControls(bytes) : bytes
                )
            }
            if !lost.isEmpty, case .path(let path) = input, let own = try? path.identity(),
                own == (try? output.identity())
            {
                return fail(
                    CalendarError(
                        .unreadable,
                        file: file.name,
                        "not replaced, as what was not read would be lost"
                    )
                )
            }
            do throws(CalendarError) { try mended.write(to: output) } catch { fail(error) }
        }

        /// What is lost must be known, also behind a thousand other remarks.
        private static let limits: ReadingLimits = {
            var limits = ReadingLimits()
            limits.diagnostics = 20_000
            return limits
        }()

        /// What reading left out and writing could not keep.
        ///
        /// A line that is no property is kept, so that the same is said of it again when it is read as it was. What was left
        /// out of a line is kept with the line, unless a mend changed it. Where mends add too much, something else goes.
        private func lost(
            of file: CalendarFile,
            mendedTo mended: CalendarFile,
            readAgain written: CalendarFile?
        ) -> [Violation] {
            let before = mended.losses()
            let said = Set(before.map(\.message))
            let added = written?.losses().filter { $0.code == .limit && !said.contains($0.message) } ?? []
            // Read again only where a line may have been kept that is no property.
            let again =
                before.contains { $0.code == .framing }
                ? try? CalendarFile(
                    bytes: file.icsBytes(),
                    name: file.name,
                    limits: Self.limits,
                    threads: plan.threads
                ) : nil
            var kept = Dictionary(again?.losses().map { ($0.message, 1) } ?? [], uniquingKeysWith: +)
            let lines = mended.linesAsRead(
                of: Set(before.lazy.filter { $0.code == .limit }.compactMap(\.line))
            )
            let lost = before.filter { violation in
                if violation.code == .limit { return violation.line.map { !lines.contains($0) } ?? true }
                guard let count = kept[violation.message], count > 0 else { return true }
                kept[violation.message] = count - 1
                return false
            }
            return lost + added
        }

        /// Says what is right because everything is written anew, and what is still wrong.
        private mutating func sayWhatWritingMended(_ before: [Violation], _ after: LeftToSettle) {
            for violation in before where !after.codes.contains(violation.code) {
                errors.print("\(violation.description): mended by writing")
            }
            guard after.errors > 0 else { return }
            let errorsLeft = after.errors == 1 ? "one error is" : "\(after.errors) errors are"
            errors.print("ics-expand: \(errorsLeft) left to be settled by hand; --check names them")
            if plan.isStrict { status = .failure }
        }

        private static func isMendedByWriting(_ code: Violation.Code) -> Bool {
            [.lineEnd, .longLine, .undefinedZone].contains(code)
        }

        /// `{"severity": ..., "code": ..., "file": ..., "message": ..., "section": ..., "repair": ..., "line": 7}`.
        private static func append(_ violation: Violation, to bytes: inout [UInt8]) {
            let fields: [(key: String, value: String?)] = [
                ("severity", violation.severity.rawValue), ("code", violation.code.description),
                ("message", violation.message), ("section", violation.section),
                ("component", violation.component), ("property", violation.property),
                ("repair", violation.repair), ("file", violation.file),
            ]
            JSONText.append(object: fields, to: &bytes)
            guard let line = violation.line else { return }
            bytes.removeLast()
            JSONText.append(key: "line", to: &bytes)
            bytes += Array("\(line)}".utf8)
        }
    }

    /// What is still wrong with what was written.
    private struct LeftToSettle {
        /// The kinds of all of it.
        let codes: Set<Violation.Code>
        /// How many errors there are.
        let errors: Int

        init(_ violations: [Violation]) {
            codes = Set(violations.map(\.code))
            errors = violations.count { $0.severity == .error }
        }
    }
#endif

#if CommandLine
    import ICSConsole
    import ICalendar

    /// What breaks the rules, and mending it.
    extension Run {
        /// Prints what breaks the rules of iCalendar; an error fails the run, in strict mode a warning does too.
        mutating func printViolations(_ inputs: InputReading) throws(WriteError) {
            var list = ListOutput(plan.format, to: .output)
            for file in inputs.files {
                let violations = file.validate()
                if violations.contains(where: { plan.isStrict || $0.severity == .error }) {
                    status = .failure
                }
                // Programs are told of each line.
                let told =
                    plan.format == .text
                    ? RepeatedRemarks.told(violations, by: { $0.withoutPlace })
                    : violations.map { (remark: $0, others: 0) }
                for (violation, others) in told {
                    try list.add {
                        [RepeatedRemarks.line(violation.description, others: others)]
                    } json: {
                        Run.append(violation, to: &$0)
                    }
                }
            }
            try list.finish()
        }

        /// Writes a file with its mistakes mended, and says what was changed.
        mutating func repair(output: CalendarPath?) throws(WriteError) {
            guard let input = plan.inputs.first, let mended = mended(input) else { return }
            let (lost, left) = readAgain(mended)
            for violation in lost {
                errors.print(violation.description)
                status = .failure
            }
            if let left { sayWhatWritingMended(mended.mendedByWriting, left) }
            if mended.isLossy { status = .failure }
            guard let output else {
                return try Descriptor.output.write(
                    Descriptor.output.isTerminal ? PlainBytes.withoutControls(mended.bytes) : mended.bytes
                )
            }
            if mended.isLossy || !lost.isEmpty, case .path(let path) = input, let own = try? path.identity(),
                own == (try? output.identity())
            {
                return fail(
                    CalendarError(
                        .unreadable,
                        file: mended.name,
                        "not replaced, as what was not read would be lost"
                    )
                )
            }
            do throws(CalendarError) { try FileReplacement.write(mended.bytes, to: output) } catch {
                fail(error)
            }
        }

        /// Reads a file and mends it, and says what was changed; nil where it cannot be read.
        ///
        /// What was read is forgotten then, as is what was said of it, which may be more than was read.
        private mutating func mended(_ input: Input) -> MendedFile? {
            guard let (file, form) = readWhole(input, saying: false, limits: Self.limits) else { return nil }
            statistics.files = 1
            statistics.components = file.calendars.reduce(0) { $0 + $1.component.components.count }
            statistics.kept = statistics.components
            statistics.reading = clock.lap()
            // Of long lists only so much is kept as is asked for later.
            let mendedByWriting = file.validate().filter {
                !$0.isMendable && Self.isMendedByWriting($0.code)
            }
            let (mended, isLossy) = mended(file)
            let losses = mended.losses()
            return MendedFile(
                name: file.name,
                form: form,
                bytes: form == .jCal
                    ? mended.withTimeZones().jCalBytes(indented: true) : mended.icsBytes(),
                isLossy: isLossy,
                mendedByWriting: mendedByWriting,
                losses: losses,
                linesAsRead: mended.linesAsRead(
                    of: Set(losses.lazy.filter { $0.code == .limit }.compactMap(\.line))
                )
            )
        }

        /// The file with its mistakes mended, when it was said what was changed, and whether something was taken out that
        /// somebody may miss.
        private mutating func mended(_ file: CalendarFile) -> (file: CalendarFile, isLossy: Bool) {
            let (mended, repairs) = file.repaired()
            for repair in repairs { errors.print(repair.description) }
            return (mended, repairs.contains(where: \.isLoss))
        }

        private func read(_ bytes: [UInt8], _ form: CalendarForm, as name: String?) -> CalendarFile? {
            switch form {
            case .iCalendar:
                try? CalendarFile(bytes: bytes, name: name, limits: Self.limits, threads: plan.threads)
            case .jCal: try? CalendarFile(jCal: bytes, name: name, limits: Self.limits)
            }
        }

        /// What is lost in what was mended, and what is still wrong with it; nil when it cannot be read.
        private func readAgain(_ mended: MendedFile) -> (lost: [Violation], left: LeftToSettle?) {
            let written = read(mended.bytes, mended.form, as: mended.name)
            let said = Set(mended.losses.map(\.message))
            let added = written?.losses().filter { $0.code == .limit && !said.contains($0.message) } ?? []
            return (mended.lost + added, written.map { LeftToSettle($0.validate()) })
        }

        /// What is lost must be known, also behind a thousand other remarks.
        private static let limits: ReadingLimits = {
            var limits = ReadingLimits()
            limits.diagnostics = 20_000
            return limits
        }()

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

    /// What a file came to that was mended, and what there is to be said of it.
    private struct MendedFile {
        let name: String?
        /// The form in which it was read, and is written.
        let form: CalendarForm
        let bytes: [UInt8]
        /// Whether something was taken out that could not be used.
        let isLossy: Bool
        /// What is right because everything is written anew, if it is.
        let mendedByWriting: [Violation]
        /// What reading left out.
        let losses: [Violation]
        /// Of the lines of losses those of properties that are written by the bytes that were read.
        let linesAsRead: Set<Int>

        /// What reading left out and writing could not keep.
        ///
        /// The omitted part of a line is written with the line, unless a repair changed the line. If repairs add too
        /// much, something else is dropped.
        var lost: [Violation] {
            losses.filter { violation in
                violation.code != .limit || violation.line.map { !linesAsRead.contains($0) } ?? true
            }
        }
    }

    extension Violation {
        /// The violation without its line, to find equal ones.
        fileprivate var withoutPlace: Violation {
            var words = self
            words.line = nil
            return words
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

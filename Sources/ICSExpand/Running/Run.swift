#if CommandLine
    import ICSConsole
    import ICalendar
    import ICalendarLibical
    import SystemIO

    struct Run {
        let plan: Plan
        let errors = StandardError(of: "ics-expand")
        var status = ExitStatus.success
        var statistics = RunStatistics()
        var clock = StageClock()
        // Kept as long as the run: the system takes them back at the end faster than they could be taken apart.
        private var inputs: Inputs?
        private var occurrences: Occurrences?

        init(_ plan: Plan) {
            self.plan = plan
        }

        /// Does what a plan says, and ends the process.
        static func end(after plan: Plan) -> Never {
            var run = Run(plan)
            let status = run.perform()
            withExtendedLifetime(run) { status.exit() }
        }

        /// Reads and prints everything; a closed pipe is the reader's wish, ends it quietly, and is no failure.
        mutating func perform() -> ExitStatus {
            if plan.window.isShortened, plan.request.hasWindow {
                let window = WindowText(plan.window.searchedRange, in: plan.window.zone)
                let message = "the window is wider than four years; searched is \(window)"
                report([Diagnostic(.warning, .window, message)])
            }
            defer { if plan.printsStatistics { reportStatistics() } }
            do throws(WriteError) {
                try answer()
            } catch .closedPipe {
                return status
            } catch {
                errors.print("ics-expand: error: standard output: \(error)")
                return .failure
            }
            return status
        }

        private mutating func answer() throws(WriteError) {
            statistics.threads = plan.threads
            switch plan.request {
            case .difference: return try printDifference()
            case .repair(let output): return try repair(output: output)
            default: break
            }
            let inputs = Inputs(plan, errors: errors)
            self.inputs = inputs
            if inputs.hasFailed { status = .failure }
            noteReading(inputs.calendars.figures)
            switch plan.request {
            case .occurrences: try print(inputs)
            case .explanation(let uid): try explain(uid, in: inputs.calendars.files)
            case .freeBusy: try printFreeBusy(inputs)
            case .conflicts: try printConflicts(inputs)
            case .alarms: try printAlarms(inputs)
            case .check: try printViolations(inputs.calendars.files)
            case .difference, .repair: break
            }
        }

        /// Notes what was read, and that it was read by now.
        mutating func noteReading(_ figures: RunStatistics) {
            statistics = figures
            statistics.threads = plan.threads
            statistics.reading = clock.lap()
        }

        /// The occurrences of the inputs, which are put together by now.
        mutating func expand(_ inputs: Inputs) -> Occurrences {
            let occurrences = inputs.calendars.occurrences()
            self.occurrences = occurrences
            statistics.series = clock.lap()
            return occurrences
        }

        private mutating func print(_ inputs: Inputs) throws(WriteError) {
            let occurrences = expand(inputs)
            var (count, found, failure): (Int, [Diagnostic], WriteError?) = (0, [], nil)
            if plan.countsOnly {
                count = occurrences.count(upTo: plan.limit ?? .max, threads: plan.threads)
                do throws(WriteError) { try Descriptor.output.write(Array("\(count)\n".utf8)) } catch {
                    failure = error
                }
            } else {
                let rows = plan.format.write(
                    occurrences,
                    threads: plan.threads,
                    limit: plan.limit ?? .max,
                    to: .output
                )
                (found, failure) = (rows.diagnostics, rows.failure)
                if failure == nil { count = rows.count }
            }
            statistics.occurrences = count
            // What is wrong with the inputs is said also when nobody reads on.
            report(inputs.diagnostics(with: occurrences.diagnostics + found))
            if let failure { throw failure }
            if count == 0, plan.limit != 0, !inputs.calendars.isEmpty {
                let nothing = NothingFound(occurrences, inputs.calendars.kinds, in: plan.window)
                errors.print("ics-expand: \(nothing)")
            }
        }

        /// Prints why the events of a UID happen when they do; a UID that is not there fails the run.
        private mutating func explain(_ uid: String, in files: [CalendarFile]) throws(WriteError) {
            let explanation = Explanation(
                of: uid,
                in: files,
                window: plan.window,
                options: plan.options,
                limit: plan.limit ?? Self.explainedInstances
            )
            guard let explanation else {
                errors.print("ics-expand: error: \(UnknownUID(uid, among: Explanation.uids(in: files)))")
                status = .failure
                return
            }
            let lines = explanation.description.split(separator: "\n", omittingEmptySubsequences: false)
            try ListOutput.print(lines.dropLast().map(String.init))
            if plan.isStrict, !explanation.diagnostics.isEmpty { status = .failure }
        }

        /// How many instances of a series are listed when nothing else is asked for.
        private static let explainedInstances = 1000

        private mutating func printDifference() throws(WriteError) {
            let files = plan.inputs.compactMap { readWhole($0)?.file }
            noteReading(RunStatistics(files))
            guard files.count == 2 else { return }
            let difference = CalendarDifference(from: files[0], to: files[1])
            if !difference.isEmpty { status = .failure }
            var list = ListOutput(plan.format, to: .output)
            for item in difference.removed {
                try list.add(DifferenceLine("-", "removed", item.component, item.uid))
            }
            for item in difference.added {
                try list.add(DifferenceLine("+", "added", item.component, item.uid))
            }
            for item in difference.changed {
                try list.add(DifferenceLine("~", "changed", item.after, item.uid, item.parts))
            }
            try list.finish()
        }

        /// Reads an input that must be a file or standard input; nil when it gives no calendar.
        ///
        /// Why there is none goes to standard error, and what was found wrong too unless `saying` is false.
        mutating func readWhole(
            _ input: Input,
            saying: Bool = true,
            limits: ReadingLimits = .init()
        ) -> (file: CalendarFile, form: CalendarForm)? {
            if plan.barred.contains(input) { return nil }
            do throws(CalendarError) {
                let source: CalendarInput
                switch input {
                case .standardInput:
                    if Descriptor.input.isTerminal {
                        errors.print("ics-expand: reading standard input; Ctrl-D ends it")
                    }
                    source = .standardInput
                case .path(let path):
                    if let complaint = Input.complaint(about: path) { throw complaint }
                    source = .path(path)
                }
                let read = try CalendarFile.reading(
                    source,
                    limits: limits,
                    threads: plan.threads,
                    engine: plan.engine.decoder
                )
                if saying { report(read.file.diagnostics) }
                return read
            } catch {
                fail(error)
                return nil
            }
        }

        private mutating func reportStatistics() {
            statistics.output = clock.lap()
            for line in statistics.lines { errors.print(line) }
        }

        /// Prints diagnostics; in strict mode any of them fails the run.
        mutating func report(_ diagnostics: [Diagnostic]) {
            errors.print(diagnostics)
            if plan.isStrict, !diagnostics.isEmpty { status = .failure }
        }

        /// Prints why an input gave nothing, which fails the run but does not end it.
        mutating func fail(_ error: CalendarError) {
            errors.print(error)
            status = .failure
        }
    }
#endif

#if CommandLine
    import ICSConsole
    import ICalendar

    /// Does what a ``Plan`` says: reads, expands, prints.
    struct Run {
        let plan: Plan
        let errors = StandardError(of: "ics-expand")
        var status = ExitStatus.success
        /// What was read and computed: the system takes it back at the end faster than it could be taken apart.
        var unreleased: [any Sendable] = []
        var statistics = RunStatistics()
        var clock = StageClock()

        /// A run of a plan.
        init(_ plan: Plan) {
            self.plan = plan
        }

        /// Reads and prints everything; a closed pipe is the reader's wish, ends it quietly, and is no failure.
        mutating func perform() -> ExitStatus {
            if plan.window.isShortened, plan.task.hasWindow {
                let window = WindowText(plan.window.searchedRange, in: plan.window.zone)
                let message = "the window is wider than four years; searched is \(window)"
                report([Diagnostic(.warning, .window, message)])
            }
            defer { if plan.printsStatistics { reportStatistics() } }
            do throws(WriteError) {
                try performTask()
            } catch .closedPipe {
                return status
            } catch {
                errors.print("ics-expand: error: standard output: \(error)")
                return .failure
            }
            return status
        }

        private mutating func performTask() throws(WriteError) {
            statistics.threads = plan.threads
            switch plan.task {
            case .difference: return try printDifference()
            case .repair(let output): return try repair(output: output)
            default: break
            }
            let inputs = read()
            statistics = inputs.statistics
            statistics.threads = plan.threads
            statistics.reading = clock.lap()
            switch plan.task {
            case .occurrences: try print(inputs)
            case .explanation(let uid): try explain(uid, in: inputs.files)
            case .freeBusy: try printFreeBusy(inputs)
            case .conflicts: try printConflicts(inputs)
            case .alarms: try printAlarms(inputs)
            case .check: try printViolations(inputs)
            case .difference, .repair: break
            }
            unreleased.append(inputs)
        }

        /// All inputs; one that gives no calendar costs the exit status and nothing else.
        private mutating func read() -> InputReading {
            var inputs = InputReading(plan)
            // Files that are named one after the other are read together.
            var files: [InputReading.File] = []
            for input in plan.inputs where !plan.barred.contains(input) {
                if case .path(let path) = input, Input.complaint(about: path) == nil {
                    let identity = try? path.identity()
                    if identity?.kind != .folder {
                        files.append((path, identity))
                        continue
                    }
                }
                read(&files, into: &inputs)
                switch input {
                case .standardInput:
                    if Descriptor.input.isTerminal {
                        errors.print("ics-expand: reading standard input; Ctrl-D ends it")
                    }
                    do throws(CalendarError) { try inputs.readStandardInput() } catch { fail(error) }
                case .path(let path): readFolder(path, into: &inputs)
                }
            }
            read(&files, into: &inputs)
            return inputs
        }

        /// Reads files that were named, each once.
        private mutating func read(_ files: inout [InputReading.File], into inputs: inout InputReading) {
            for outcome in inputs.read(files) {
                switch outcome {
                case .read: break
                case .failed(let error): fail(error)
                case .repeated(let repeated): warn(of: repeated)
                }
            }
            files = []
        }

        /// Reads the files of a folder, or says why there are none; each file once, by whatever names it is reached.
        private mutating func readFolder(_ path: CalendarPath, into inputs: inout InputReading) {
            if let complaint = Input.complaint(about: path) { return fail(complaint) }
            do throws(CalendarError) {
                let (files, failures) = try CalendarFolder.identifiedFiles(in: path)
                for failure in failures { fail(failure) }
                if files.isEmpty, failures.isEmpty {
                    fail(CalendarError(.notACalendar, file: path.description, "the folder has no .ics file"))
                }
                var repeated: [InputReading.Repeated] = []
                for outcome in inputs.read(files.filter { !plan.barred.contains(.path($0.path)) }) {
                    switch outcome {
                    case .read: break
                    case .failed(let error): fail(error)
                    case .repeated(let again): repeated.append(again)
                    }
                }
                if let first = repeated.first {
                    let more = repeated.count == 1 ? "" : ", as \(repeated.count - 1) more of \(path) were"
                    warn(of: first, more)
                }
            } catch {
                fail(error)
            }
        }

        /// Says that a file was named again.
        private mutating func warn(of file: InputReading.Repeated, _ more: String = "") {
            let sentence =
                file.name == file.before ? "was named before" : "is the same file as \(file.before)"
            errors.print("\(file.name): warning: \(sentence)\(more); read once")
            if plan.isStrict { status = .failure }
        }

        /// Prints the occurrences, or their number, and then what was found on the way.
        private mutating func print(_ inputs: InputReading) throws(WriteError) {
            let occurrences = inputs.occurrences()
            statistics.series = clock.lap()
            var rows = RowOutput(threads: plan.threads, limit: plan.limit ?? .max)
            var count = 0
            defer { statistics.occurrences = count }
            do throws(WriteError) {
                if plan.countsOnly {
                    count = occurrences.count(upTo: plan.limit ?? .max, threads: plan.threads)
                    try Descriptor.output.write(Array("\(count)\n".utf8))
                } else {
                    try plan.format.write(occurrences, with: &rows, to: .output)
                    count = rows.count
                }
            } catch {
                // What is wrong with the inputs is said also when nobody reads on.
                report(inputs.diagnostics(with: occurrences.diagnostics + rows.diagnostics))
                throw error
            }
            report(inputs.diagnostics(with: occurrences.diagnostics + rows.diagnostics))
            if count == 0, plan.limit != 0, !inputs.isEmpty {
                errors.print("ics-expand: \(NothingFound(occurrences, inputs.kinds, in: plan.window))")
            }
            unreleased += [occurrences, rows]
        }

        /// Prints why the events of a UID happen when they do; a UID that is not there fails the run.
        private mutating func explain(_ uid: String, in files: [CalendarFile]) throws(WriteError) {
            let explanation = Explanation(
                of: uid,
                in: files,
                window: plan.window,
                options: plan.options,
                limit: plan.limit ?? ExplanationWriter.defaultLimit
            )
            guard let explanation else {
                errors.print("ics-expand: error: \(UnknownUID(uid, among: Explanation.uids(in: files)))")
                status = .failure
                return
            }
            try Descriptor.output.write(ExplanationWriter.bytes(explanation))
            if plan.isStrict, !explanation.diagnostics.isEmpty { status = .failure }
        }

        /// Prints what the run came to.
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

#if CommandLine
    import ICSConsole
    import ICSViews
    import ICalendar
    import ICalendarLibical
    import SystemIO

    struct Run {
        let plan: Plan
        let errors = StandardError(of: "ics-expand")
        var status = ExitStatus.success
        var statistics = RunStatistics()
        private var lapStart = ContinuousClock.now
        // Kept until exit, since ending the process frees them faster than deallocation.
        private var inputs: Inputs?
        private var occurrences: Occurrences?

        init(_ plan: Plan) {
            self.plan = plan
        }

        static func end(after plan: Plan) -> Never {
            var run = Run(plan)
            let status = run.perform()
            withExtendedLifetime(run) { status.exit() }
        }

        /// Reads the inputs and prints the results.
        ///
        /// A closed pipe ends the run silently, without a failure.
        mutating func perform() -> ExitStatus {
            perform { run throws(WriteError) in try run.answer() }
        }

        /// Performs a request with a function, and handles the steps that all requests share.
        mutating func perform(_ answer: (inout Run) throws(WriteError) -> Void) -> ExitStatus {
            if plan.window.isShortened, plan.request.hasWindow {
                let window = WindowText(plan.window.searchedRange, in: plan.window.zone)
                let message = "window is wider than four years; searching \(window) only"
                report([Diagnostic(.warning, .window, message)])
            }
            defer { if plan.printsStatistics { reportStatistics() } }
            do throws(WriteError) {
                try answer(&self)
            } catch .closedPipe {
                return status
            } catch {
                errors.say("error: standard output: \(error)")
                return .failure
            }
            return status
        }

        private mutating func answer() throws(WriteError) {
            statistics.threads = plan.threads
            switch plan.request {
            case .difference: return try printDifference()
            case .repair(let output): return try repair(output: output)
            case .split(let parts, let folder): return split(into: parts, in: folder)
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
            #if Libical
                case .engines:
                    guard let compared = inputs.calendars as? ComparedCalendars else { return }
                    if !compared.differences.isEmpty { status = .failure }
                    try compared.print(plan.format, errors)
            #endif
            case .difference, .repair, .records, .split: break
            }
        }

        mutating func noteReading(_ figures: RunStatistics) {
            statistics = figures
            statistics.threads = plan.threads
            statistics.reading = lap()
        }

        mutating func expand(_ inputs: Inputs) -> Occurrences {
            let occurrences = inputs.calendars.occurrences()
            self.occurrences = occurrences
            statistics.series = lap()
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
                let rows = occurrences.write(
                    as: plan.format,
                    threads: plan.threads,
                    limit: plan.limit ?? .max,
                    to: .output
                )
                (found, failure) = (rows.diagnostics, rows.failure)
                if failure == nil { count = rows.count }
            }
            statistics.occurrences = count
            // Report problems with the inputs even if writing failed.
            report(inputs.diagnostics(with: occurrences.diagnostics + found))
            if let failure { throw failure }
            if count == 0, plan.limit != 0, !inputs.calendars.isEmpty {
                let nothing = NothingFound(occurrences, inputs.calendars.kinds, in: plan.window)
                errors.say("\(nothing)")
            }
        }

        private mutating func explain(_ uid: String, in files: [CalendarFile]) throws(WriteError) {
            let explanation = Explanation(
                of: uid,
                in: files,
                window: plan.window,
                options: plan.options,
                limit: plan.limit ?? Self.explainedInstances
            )
            guard let explanation else {
                errors.say("error: \(UnknownUID(uid, in: files, among: Explanation.uids(in: files)))")
                status = .failure
                return
            }
            let lines = explanation.description.split(separator: "\n", omittingEmptySubsequences: false)
            try ListOutput.print(lines.dropLast().map(String.init))
            if plan.isStrict, explanation.diagnostics.contains(where: { $0.severity != .note }) {
                status = .failure
            }
        }

        private static let explainedInstances = 1000

        private mutating func printDifference() throws(WriteError) {
            let files = plan.inputs.compactMap { readWhole($0)?.file }
            noteReading(RunStatistics(files))
            for file in files { report(file.duplicatesInSchedules) }
            guard files.count == 2 else { return }
            let difference = CalendarDifference(from: files[0], to: files[1])
            if !difference.isEmpty { status = .failure }
            var list = ListOutput(plan.format, to: .output)
            for item in difference.removed {
                try list.add("-", "removed", item.component, item.uid)
            }
            for item in difference.added {
                try list.add("+", "added", item.component, item.uid)
            }
            for item in difference.changed {
                try list.add("~", "changed", item.after, item.uid, item.parts)
            }
            try list.finish()
        }

        /// Splits the input into files, and reports problems with its framing, which the files do not inherit.
        mutating func split(into count: Int, in folder: CalendarPath) {
            do throws(CalendarError) {
                let source = try plan.inputs[0].source(errors)
                var splitter = CalendarSplitter(into: count, file: source.name)
                try PartFiles(in: folder, count: count).write(source, with: &splitter)
                report(splitter.diagnostics)
                statistics.bytes = source.bytesRead
                statistics.files = splitter.sizes.count { $0 > 0 }
                statistics.components = splitter.components
                statistics.kept = splitter.components
            } catch {
                fail(error)
            }
        }

        /// Reads a file or standard input, or returns nil if it contains no calendar.
        ///
        /// Errors go to standard error, and so do diagnostics unless `saying` is false.
        mutating func readWhole(
            _ input: Input,
            saying: Bool = true,
            limits: ReadingLimits = .standard
        ) -> (file: CalendarFile, form: CalendarForm)? {
            if plan.barred.contains(input) { return nil }
            do throws(CalendarError) {
                let read = try CalendarFile.reading(
                    try input.source(errors),
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
            statistics.output = lap()
            for line in statistics.lines { errors.print(line) }
        }

        /// Ends a stage, and returns the time since the previous stage ended or the run began.
        private mutating func lap() -> Duration {
            let now = ContinuousClock.now
            defer { lapStart = now }
            return now - lapStart
        }

        mutating func report(_ diagnostics: [Diagnostic]) {
            errors.print(diagnostics)
            if plan.isStrict, diagnostics.contains(where: { $0.severity != .note }) { status = .failure }
        }

        mutating func fail(_ error: CalendarError) {
            errors.print(error)
            status = .failure
        }

        mutating func printFreeBusy(_ inputs: Inputs) throws(WriteError) {
            let occurrences = expand(inputs)
            let made = FreeBusy(
                of: inputs.calendars.files,
                and: occurrences,
                options: busyOptions,
                expansion: plan.options
            )
            report(inputs.diagnostics(with: made.diagnostics))
            if made.isShortened(in: plan.window) { report([made.remarkOfEnd]) }
            var calendar = CalendarObject(Component("VCALENDAR", components: [made.component]))
            calendar.component.properties = [
                Property("VERSION", .text("2.0")), Property("PRODID", .text(EventForm.productID)),
            ]
            // METHOD:PUBLISH requires an ORGANIZER (RFC 5546 section 3.3.1), which only --owner provides.
            if made.organizer != nil { calendar.method = "PUBLISH" }
            try Descriptor.output.write(PlainBytes.withoutControls(calendar.icsBytes()))
        }

        mutating func printConflicts(_ inputs: Inputs) throws(WriteError) {
            let occurrences = expand(inputs)
            report(inputs.diagnostics(with: occurrences.diagnostics))
            if plan.countsOnly {
                let (found, isCut) = occurrences.countConflicts(options: busyOptions)
                if isCut {
                    let message =
                        "too many occurrences; counting conflicts only among the first"
                        + " \(occurrences.mostVisits)"
                    report([Diagnostic(.error, .limit, message)])
                }
                return try Descriptor.output.write(Array("\(min(found, plan.limit ?? .max))\n".utf8))
            }
            let conflicts = occurrences.conflicts(options: busyOptions, limit: plan.limit)
            let zone = plan.window.zone
            try ListOutput.print(conflicts, plan.format) { conflict in
                let day = MomentText.day(conflict.overlap.lowerBound, in: zone)
                let span = TextWidth.padded(MomentText.span(conflict.overlap, in: zone), to: 13)
                let first = TextWidth.padded(Run.title(conflict.first), to: 32)
                return ["\(day)  \(span)  \(first)  \(Run.title(conflict.second))"]
            } json: {
                JSONText.append($0, in: zone, to: &$1)
            }
            say(conflicts.count, conflicts.isLimited, "conflicts", before: conflicts.stoppedAt, inputs)
            if let stop = conflicts.stoppedAt {
                let end = WindowText(from: stop, to: stop, in: zone).to
                let message =
                    "too many occurrences; searching for conflicts only among the first"
                    + " \(occurrences.mostVisits), before \(end)"
                report([Diagnostic(.error, .limit, message)])
            }
        }

        mutating func printAlarms(_ inputs: Inputs) throws(WriteError) {
            let alarms = inputs.calendars.files.alarms(
                in: plan.window,
                owner: plan.owner,
                options: plan.options,
                limit: plan.limit ?? (plan.countsOnly ? Run.mostCountedAlarms : nil)
            )
            statistics.series = lap()
            report(inputs.diagnostics(with: alarms.diagnostics))
            if plan.countsOnly {
                try Descriptor.output.write(Array("\(alarms.count)\n".utf8))
                return say(alarms.count, alarms.isLimited, "alarms", inputs)
            }
            let zone = plan.window.zone
            try ListOutput.print(alarms, plan.format) { time in
                let clock = TextWidth.padded(MomentText.time(time.instant, in: zone), to: 8)
                let line = "\(MomentText.day(time.instant, in: zone))  \(clock)  "
                let title = Run.title(time) + Run.marks(time)
                if time.isTodo { return [line + title] }
                let start = MomentText.start(time.occurrence, in: zone)
                return [line + TextWidth.padded(title, to: 32) + "  " + start]
            } json: {
                JSONText.append($0, in: zone, to: &$1)
            }
            say(alarms.count, alarms.isLimited, "alarms", inputs)
        }

        private var busyOptions: BusyOptions {
            var options = BusyOptions(owner: plan.owner)
            options.stamp = plan.now
            return options
        }

        /// The maximum number of alarms to count without `--limit`, since all counted alarms are kept in memory.
        private static let mostCountedAlarms = 100_000

        private mutating func say(
            _ count: Int,
            _ isLimited: Bool,
            _ what: String,
            before stop: Instant? = nil,
            _ inputs: Inputs
        ) {
            if count == 0, plan.limit != 0, !inputs.calendars.isEmpty {
                let range = plan.window.searchedRange
                let window = WindowText(
                    from: range.lowerBound,
                    to: stop ?? range.upperBound,
                    in: plan.window.zone
                )
                errors.say("no \(what) between \(window.from) and \(window.to)")
            }
            guard isLimited, plan.limit == nil else { return }
            let message = "limit reached: \(count) \(what); use --limit to raise it"
            report([Diagnostic(.warning, .limit, message)])
        }

        private static func title(_ occurrence: Occurrence) -> String { occurrence.summary ?? "(no title)" }

        /// Returns the title of the event or to-do or, if it has none, the alarm's text.
        private static func title(_ time: AlarmTime) -> String {
            time.occurrence.summary ?? time.alarm.descriptionText ?? "(no title)"
        }

        private static func marks(_ time: AlarmTime) -> String {
            var marks: [String] = []
            if time.isTodo { marks.append("to-do") }
            if time.snoozedAlarm != nil { marks.append("snoozed") }
            if time.repetition > 0 { marks.append("again") }
            if time.isAcknowledged { marks.append("done") }
            return marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))"
        }
    }
#endif

#if CommandLine
    import ICSConsole
    import ICalendar

    extension Run {
        /// Prints what differs between two files, which fails the run when anything does.
        mutating func printDifference() throws(WriteError) {
            let files = plan.inputs.compactMap { readWhole($0)?.file }
            statistics.files = files.count
            statistics.components = files.flatMap(\.calendars).reduce(0) {
                $0 + $1.component.components.count
            }
            statistics.kept = statistics.components
            statistics.reading = clock.lap()
            guard files.count == 2 else { return }
            let difference = CalendarDifference(from: files[0], to: files[1])
            if !difference.isEmpty { status = .failure }
            var list = ListOutput(plan.format, to: .output)
            func add(
                _ sign: String,
                _ change: String,
                _ component: Component,
                _ uid: String?,
                _ parts: [CalendarDifference.Part] = []
            ) throws(WriteError) {
                try list.add {
                    DifferenceLines.text(sign, component, uid, parts)
                } json: {
                    DifferenceLines.append(change, component, uid, parts, to: &$0)
                }
            }
            for item in difference.removed { try add("-", "removed", item.component, item.uid) }
            for item in difference.added { try add("+", "added", item.component, item.uid) }
            for item in difference.changed { try add("~", "changed", item.after, item.uid, item.parts) }
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
                let read: (file: CalendarFile, form: CalendarForm)
                switch input {
                case .standardInput:
                    if Descriptor.input.isTerminal {
                        errors.print("ics-expand: reading standard input; Ctrl-D ends it")
                    }
                    read = try CalendarFile.reading(.standardInput, limits: limits, threads: plan.threads)
                case .path(let path):
                    if let complaint = Input.complaint(about: path) { throw complaint }
                    read = try CalendarFile.reading(.path(path), limits: limits, threads: plan.threads)
                }
                if saying { report(read.file.diagnostics) }
                return read
            } catch {
                fail(error)
                return nil
            }
        }
    }
#endif

#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar

    extension Task {
        /// The one thing that the arguments ask for.
        ///
        /// - Throws: `ValidationError` for two of them, or one with an option that means nothing for it.
        init(_ arguments: Arguments) throws {
            let asked = arguments.task
            var tasks: [Task] = []
            if let uid = asked.explain { tasks.append(.explanation(uid: uid)) }
            if asked.conflicts { tasks.append(.conflicts) }
            if asked.alarms { tasks.append(.alarms) }
            if asked.diff { tasks.append(.difference) }
            if asked.check { tasks.append(.check) }
            if asked.repair { tasks.append(.repair(output: try Task.output(asked.output))) }
            if tasks.count > 1 {
                throw ValidationError(
                    "\(tasks[0].name) and \(tasks[1].name) are two things; ask for one at a time"
                )
            }
            self = tasks.first ?? (arguments.format == .freebusy ? .freeBusy : .occurrences)
            if case .explanation = self, arguments.count || arguments.format != .text {
                throw ValidationError("--explain prints text; it goes neither with --count nor with --format")
            }
            for (option, isTyped, makesSense) in uses(of: arguments) where isTyped && !makesSense {
                throw ValidationError("\(option) means nothing for \(name)")
            }
            try checkInputs(arguments.inputs)
        }

        /// Where a repaired file goes: nil for standard output, which `-` names too.
        private static func output(_ name: String?) throws -> CalendarPath? {
            guard let name, name != "-" else { return nil }
            guard !name.isEmpty else { throw ValidationError("--output names no file") }
            return RawArguments.path(name, of: "--output")
        }

        /// The options, whether each was typed, and whether it means anything here.
        private func uses(of arguments: Arguments) -> [(option: String, isTyped: Bool, makesSense: Bool)] {
            var isRepair = false
            if case .repair = self { isRepair = true }
            let isPlanning = self == .freeBusy || self == .conflicts || self == .alarms
            return [
                ("--format \(arguments.format.rawValue)", true, formats.contains(arguments.format)),
                ("--count", arguments.count, canBeCounted),
                ("--limit", arguments.limit != nil, canBeLimited),
                ("--from", arguments.from != nil, hasWindow),
                ("--to", arguments.to != nil, hasWindow),
                ("--time-zone", arguments.timeZone != nil, hasWindow),
                ("--zones \(arguments.zones.rawValue)", arguments.zones != .system, hasWindow),
                ("--hide-cancelled", arguments.hideCancelled, hasWindow),
                ("--use-calendar-time-zone", arguments.useCalendarTimeZone, hasWindow),
                ("--owner", arguments.task.owner != nil, isPlanning),
                ("--output", arguments.task.output != nil, isRepair),
            ]
        }

        /// Whether as many files are named as it takes.
        private func checkInputs(_ inputs: [String]) throws {
            switch self {
            case .difference:
                guard inputs.count == 2 else {
                    throw ValidationError("--diff compares two files: ics-expand --diff OLD NEW")
                }
                guard inputs != ["-", "-"] else {
                    throw ValidationError(
                        "--diff can read one of its two files from standard input, not both"
                    )
                }
            case .repair:
                guard inputs.count < 2 else { throw ValidationError("--repair mends one file at a time") }
            default:
                break
            }
        }
    }
#endif

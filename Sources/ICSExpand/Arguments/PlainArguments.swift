#if CommandLine
    import ICSConsole
    import ICalendarLibical

    extension Arguments {
        /// Parses an ordinary command line without ArgumentParser, which takes longer than reading a small calendar.
        ///
        /// ArgumentParser looks up the conformances of each option's type at run time. Returns nil if the command line
        /// requires ArgumentParser: for help, errors, values that look like options, and options that start another
        /// process.
        static func plain(_ words: [String]) -> Arguments? {
            var plain = Arguments.initial
            var rest = words[...]
            while let word = rest.popFirst() {
                guard word.hasPrefix("-"), word != "-" else {
                    plain.inputs.append(word)
                    continue
                }
                if plain.setFlag(word) { continue }
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst(), !value.isEmpty,
                    plain.setOption(String(parts[0]), value)
                else { return nil }
            }
            return plain
        }

        /// The arguments for an empty command line.
        ///
        /// Reading a property without a value would trap.
        private static var initial: Arguments {
            var initial = Arguments()
            initial.window = WindowArguments()
            initial.window.from = nil
            initial.window.to = nil
            initial.window.timeZone = nil
            initial.format = .text
            initial.amount = AmountArguments()
            initial.amount.limit = nil
            initial.amount.count = false
            initial.threads = nil
            initial.zones = .system
            initial.useCalendarTimeZone = false
            initial.hideCancelled = false
            initial.engine = .native
            initial.expand = nil
            initial.statistics = false
            initial.strict = false
            initial.isolation = Arguments.IsolationOptions()
            initial.isolation.isolated = false
            initial.isolation.memoryLimit = nil
            initial.isolation.processorLimit = nil
            initial.isolation.timeLimit = nil
            initial.isolation.worker = nil
            initial.request = Arguments.RequestOptions()
            initial.request.conflicts = false
            initial.request.alarms = false
            initial.request.explain = nil
            initial.request.diff = false
            initial.request.check = false
            #if Libical
                initial.request.compareEngines = false
            #endif
            initial.request.repair = false
            initial.request.records = nil
            initial.request.recordErrors = .output
            initial.request.split = nil
            initial.request.output = nil
            initial.request.owner = nil
            initial.inputs = []
            return initial
        }

        private mutating func setFlag(_ name: String) -> Bool {
            switch name {
            case "--count": amount.count = true
            case "--use-calendar-time-zone": useCalendarTimeZone = true
            case "--hide-cancelled": hideCancelled = true
            case "--statistics": statistics = true
            case "--strict": strict = true
            case "--conflicts": request.conflicts = true
            case "--alarms": request.alarms = true
            case "--diff": request.diff = true
            case "--check": request.check = true
            case "--repair": request.repair = true
            default: return false
            }
            return true
        }

        /// Sets an option, or returns false for a name or value that requires ArgumentParser.
        private mutating func setOption(_ name: String, _ value: String) -> Bool {
            switch name {
            case "--from":
                guard let time = try? TimeArgument(parsingStart: value) else { return false }
                window.from = time
                return true
            case "--to":
                guard let time = try? TimeArgument(parsing: value) else { return false }
                window.to = time
                return true
            case "--limit":
                guard let number = try? limitNumber(value) else { return false }
                amount.limit = number
                return true
            case "--threads":
                guard let number = try? Arguments.threadNumber(value) else { return false }
                threads = number
                return true
            default: break
            }
            if value.hasPrefix("-") { return false }
            switch name {
            case "--time-zone": window.timeZone = value
            case "--explain": request.explain = value
            case "--output": request.output = value
            case "--owner": request.owner = value
            case "--format":
                guard let format = OutputFormat(rawValue: value) else { return false }
                self.format = format
            case "--zones":
                guard let zones = ZoneSource(rawValue: value) else { return false }
                self.zones = zones
            default: return false
            }
            return true
        }
    }
#endif

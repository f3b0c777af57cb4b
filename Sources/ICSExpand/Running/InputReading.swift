#if CommandLine
    import ICSConsole
    import ICalendar

    /// Reads the inputs of a run: only what can touch the window, or everything where that is wanted.
    struct InputReading {
        private var search: OccurrenceSearch
        /// Everything, in strict mode and where a task needs more than the occurrences of a window.
        private(set) var files: [CalendarFile] = []
        private let readsAll: Bool
        private let isStrict: Bool
        /// What was found wrong while reading.
        private(set) var diagnostics: [Diagnostic] = []
        /// The inputs by their names, in order.
        private var names: [String: Int] = [:]
        /// The files that were read, with the names they were first read by.
        private var read: [FileIdentity: String] = [:]

        private let threads: Int
        private let progress: ProgressLine?

        /// A file, and what tells it from all others; nil for one that cannot be looked at.
        typealias File = (path: CalendarPath, identity: FileIdentity?)

        /// A file that was read before, and the name that it was read by.
        struct Repeated {
            let name: String
            let before: String
        }

        /// What became of a file.
        enum Outcome {
            /// It gave a calendar.
            case read
            /// It was read before.
            case repeated(Repeated)
            /// It gave none.
            case failed(CalendarError)
        }

        /// Reads for a plan.
        init(_ plan: Plan) {
            let progress = ProgressLine(on: .error)
            var told: ReadingProgress?
            if let progress { told = { progress.add($0) } }
            search = OccurrenceSearch(
                in: plan.window,
                options: plan.options,
                threads: plan.threads,
                progress: told,
                countsOnly: plan.needsTimesOnly
            )
            self.progress = progress
            threads = plan.threads
            isStrict = plan.isStrict
            readsAll = plan.isStrict || plan.task.needsEverything
        }

        /// Whether no input gave a calendar.
        var isEmpty: Bool { search.isEmpty && files.isEmpty }

        /// Reads files, each once, and says what became of each.
        mutating func read(_ files: some Sequence<File>) -> [Outcome] {
            var repeated: [Repeated?] = []
            var paths: [CalendarPath] = []
            var total = 0
            for (path, identity) in files {
                let name = path.description
                // What a pipe holds is never the same; what cannot be looked at fails when it is opened.
                if let identity, identity.kind == .regular {
                    if let before = read.updateValue(read[identity] ?? name, forKey: identity) {
                        repeated.append(Repeated(name: name, before: before))
                        continue
                    }
                    total += identity.size
                }
                names[name] = names[name] ?? names.count
                repeated.append(nil)
                paths.append(path)
            }
            progress?.begin(total: total)
            defer { progress?.erase() }
            var results = results(of: paths)[...]
            return repeated.map { again in
                if let again { return .repeated(again) }
                if case .failure(let error)? = results.popFirst() { return .failed(error) }
                return .read
            }
        }

        /// Reads files that were not read before.
        private mutating func results(of paths: [CalendarPath]) -> [Result<Void, CalendarError>] {
            guard readsAll else {
                return search.read(inEitherForm: paths).map { result in
                    result.map { diagnostics += $0 }
                }
            }
            return paths.map { path in
                Result { () throws(CalendarError) in
                    keep(try CalendarFile.reading(.path(path), threads: threads).file)
                }
            }
        }

        /// Reads standard input.
        mutating func readStandardInput() throws(CalendarError) {
            names["<stdin>"] = names["<stdin>"] ?? names.count
            let identity = try? CalendarPath("/dev/stdin").identity()
            progress?.begin(total: identity?.kind == .regular ? identity?.size : nil)
            defer { progress?.erase() }
            if readsAll {
                keep(try CalendarFile.reading(.standardInput, threads: threads).file)
            } else {
                diagnostics += try search.read(.standardInput)
            }
        }

        private mutating func keep(_ file: CalendarFile) {
            files.append(file)
            diagnostics += file.diagnostics
        }

        /// What was read; the bytes are not known where everything is decoded.
        var statistics: RunStatistics {
            var statistics = RunStatistics()
            if readsAll {
                statistics.files = files.count
                statistics.components = files.reduce(0) { files, file in
                    file.calendars.reduce(files) { $0 + $1.component.components.count }
                }
                statistics.kept = statistics.components
                return statistics
            }
            statistics.bytes = search.statistics.bytes
            statistics.files = search.statistics.files
            statistics.components = search.statistics.components
            statistics.screenedOut = search.statistics.screenedOut
            statistics.kept = search.statistics.keptComponents
            statistics.keptBytes = search.statistics.keptBytes
            return statistics
        }

        /// The number of components of each kind read.
        var kinds: ComponentKinds {
            guard readsAll else { return search.statistics.kinds }
            var kinds = ComponentKinds()
            for calendar in files.flatMap(\.calendars) {
                for component in calendar.component.components { kinds.add(component.name) }
            }
            return kinds
        }

        /// The occurrences of all inputs.
        func occurrences() -> Occurrences {
            readsAll
                ? Occurrences(of: files, in: search.window, options: search.options, threads: threads)
                : search.occurrences()
        }

        /// What was found while reading and then, each once, in the order of the inputs and of their lines; in strict mode
        /// also what is odd about alarms.
        func diagnostics(with later: [Diagnostic]) -> [Diagnostic] {
            var diagnostics = diagnostics
            func add(_ more: [Diagnostic]) {
                let known = Set(more.isEmpty ? [] : diagnostics)
                diagnostics += more.filter { !known.contains($0) }
            }
            add(later)
            if isStrict { add(Alarms.remarks(on: files, in: search.window, options: search.options)) }
            let places = diagnostics.enumerated().map { offset, diagnostic in
                (diagnostic.file.flatMap { names[$0] } ?? .max, diagnostic.line ?? .max, offset)
            }
            return places.sorted { $0 < $1 }.map { diagnostics[$0.2] }
        }
    }
#endif

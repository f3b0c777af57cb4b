#if CommandLine
    import ICSConsole
    import ICalendar
    import ICalendarLibical
    import SystemIO

    /// The calendars of a run: only what can touch the window, or everything where that is wanted.
    protocol ReadCalendars: Sendable {
        var isEmpty: Bool { get }
        var figures: RunStatistics { get }
        var kinds: ComponentKinds { get }
        var files: [CalendarFile] { get }
        mutating func read(files paths: [CalendarPath]) -> [Result<[Diagnostic], CalendarError>]
        mutating func readStandardInput() throws(CalendarError) -> [Diagnostic]
        func occurrences() -> Occurrences
    }

    extension OccurrenceSearch: ReadCalendars {
        var files: [CalendarFile] { [] }
        var kinds: ComponentKinds { statistics.kinds }

        var figures: RunStatistics {
            var figures = RunStatistics()
            figures.bytes = statistics.bytes
            figures.files = statistics.files
            figures.components = statistics.components
            figures.screenedOut = statistics.screenedOut
            figures.kept = statistics.keptComponents
            figures.keptBytes = statistics.keptBytes
            return figures
        }

        mutating func read(files paths: [CalendarPath]) -> [Result<[Diagnostic], CalendarError>] {
            read(inEitherForm: paths)
        }

        mutating func readStandardInput() throws(CalendarError) -> [Diagnostic] { try read(.standardInput) }
    }

    /// Calendars that are decoded as a whole, for strict mode and what needs more than the occurrences of a window.
    struct WholeCalendars: ReadCalendars {
        private(set) var files: [CalendarFile] = []
        let plan: Plan

        var isEmpty: Bool { files.isEmpty }
        var figures: RunStatistics { RunStatistics(files) }

        var kinds: ComponentKinds {
            var kinds = ComponentKinds()
            for calendar in files.flatMap(\.calendars) {
                for component in calendar.component.components { kinds.add(component.name) }
            }
            return kinds
        }

        mutating func read(files paths: [CalendarPath]) -> [Result<[Diagnostic], CalendarError>] {
            paths.map { path in
                Result { () throws(CalendarError) in
                    files.append(
                        try CalendarFile.reading(
                            .path(path),
                            threads: plan.threads,
                            engine: plan.engine.decoder
                        ).file
                    )
                    return files.last?.diagnostics ?? []
                }
            }
        }

        mutating func readStandardInput() throws(CalendarError) -> [Diagnostic] {
            files.append(
                try CalendarFile.reading(.standardInput, threads: plan.threads, engine: plan.engine.decoder)
                    .file
            )
            return files.last?.diagnostics ?? []
        }

        func occurrences() -> Occurrences {
            Occurrences(of: files, in: plan.window, options: plan.options, threads: plan.threads)
        }
    }

    struct Inputs {
        private(set) var calendars: any ReadCalendars
        /// Whether an input gave no calendar, or, in strict mode, was named twice.
        private(set) var hasFailed = false
        private let plan: Plan
        private let errors: StandardError
        private let progress: ProgressLine?
        private var diagnostics: [Diagnostic] = []
        private var names: [String: Int] = [:]
        private var known: [FileIdentity: String] = [:]

        /// A file, and what tells it from all others; nil for one that cannot be looked at.
        private typealias File = (path: CalendarPath, identity: FileIdentity?)

        init(_ plan: Plan, errors: StandardError) {
            self.plan = plan
            self.errors = errors
            let progress = ProgressLine(on: .error)
            self.progress = progress
            calendars = Self.calendars(plan, progress)
            // Files that are named one after the other are read together.
            var files: [File] = []
            for input in plan.inputs where !plan.barred.contains(input) {
                if case .path(let path) = input, Input.complaint(about: path) == nil {
                    let identity = try? path.identity()
                    if identity?.kind != .folder {
                        files.append((path, identity))
                        continue
                    }
                }
                read(files)
                files = []
                switch input {
                case .standardInput: readStandardInput()
                case .path(let path): readFolder(path)
                }
            }
            read(files)
        }

        private static func calendars(_ plan: Plan, _ progress: ProgressLine?) -> any ReadCalendars {
            #if Libical
                if plan.request == .engines { return ComparedCalendars(plan: plan) }
            #endif
            if plan.isStrict || plan.engine != .native || plan.request.needsEverything {
                return WholeCalendars(plan: plan)
            }
            var told: ReadingProgress?
            if let progress { told = { progress.add($0) } }
            return OccurrenceSearch(
                in: plan.window,
                options: plan.options,
                threads: plan.threads,
                progress: told,
                countsOnly: plan.needsTimesOnly
            )
        }

        private mutating func readFolder(_ path: CalendarPath) {
            if let complaint = Input.complaint(about: path) { return fail(complaint) }
            do throws(CalendarError) {
                let (files, failures) = try CalendarFolder.identifiedFiles(in: path)
                for failure in failures { fail(failure) }
                if files.isEmpty, failures.isEmpty {
                    fail(CalendarError(.notACalendar, file: path.description, "the folder has no .ics file"))
                }
                read(files.filter { !plan.barred.contains(.path($0.path)) }, of: path)
            } catch {
                fail(error)
            }
        }

        /// Reads files, each once, by whatever names it is reached; of those of a folder that were read before the first is
        /// named.
        private mutating func read(_ files: [File], of folder: CalendarPath? = nil) {
            var repeated: [(name: String, before: String)?] = []
            var paths: [CalendarPath] = []
            var total = 0
            for (path, identity) in files {
                let name = path.description
                // What a pipe holds is never the same; what cannot be looked at fails when it is opened.
                if let identity, identity.kind == .regular {
                    if let before = known.updateValue(known[identity] ?? name, forKey: identity) {
                        repeated.append((name, before))
                        continue
                    }
                    total += identity.size
                }
                names[name] = names[name] ?? names.count
                repeated.append(nil)
                paths.append(path)
            }
            progress?.begin(total: total)
            var results = calendars.read(files: paths)[...]
            progress?.erase()
            for again in repeated {
                if let again {
                    if folder == nil { warn(of: again) }
                } else if let result = results.popFirst() {
                    keep(result)
                }
            }
            let named = repeated.compactMap(\.self)
            guard let folder, let first = named.first else { return }
            warn(of: first, named.count == 1 ? "" : ", as \(named.count - 1) more of \(folder) were")
        }

        private mutating func readStandardInput() {
            if Descriptor.input.isTerminal {
                errors.print("ics-expand: reading standard input; Ctrl-D ends it")
            }
            names["<stdin>"] = names["<stdin>"] ?? names.count
            let identity = try? CalendarPath("/dev/stdin").identity()
            progress?.begin(total: identity?.kind == .regular ? identity?.size : nil)
            let result = Result { () throws(CalendarError) in try calendars.readStandardInput() }
            progress?.erase()
            keep(result)
        }

        private mutating func keep(_ result: Result<[Diagnostic], CalendarError>) {
            switch result {
            case .success(let found): diagnostics += found
            case .failure(let error): fail(error)
            }
        }

        private mutating func warn(of file: (name: String, before: String), _ more: String = "") {
            let sentence =
                file.name == file.before ? "was named before" : "is the same file as \(file.before)"
            errors.print("\(file.name): warning: \(sentence)\(more); read once")
            if plan.isStrict { hasFailed = true }
        }

        private mutating func fail(_ error: CalendarError) {
            errors.print(error)
            hasFailed = true
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
            if plan.isStrict {
                add(Alarms.remarks(on: calendars.files, in: plan.window, options: plan.options))
            }
            let places = diagnostics.enumerated().map { offset, diagnostic in
                (diagnostic.file.flatMap { names[$0] } ?? .max, diagnostic.line ?? .max, offset)
            }
            return places.sorted { $0 < $1 }.map { diagnostics[$0.2] }
        }
    }
#endif

#if CommandLine
    import ICSConsole
    import ICalendar
    import ICalendarLibical
    import SystemIO

    /// The calendars of a run, complete or reduced to the components that can overlap the window.
    protocol ReadCalendars: Sendable {
        var isEmpty: Bool { get }
        var figures: RunStatistics { get }
        var kinds: ComponentKinds { get }
        var files: [CalendarFile] { get }
        mutating func read(inEitherForm paths: [CalendarPath]) -> [Result<[Diagnostic], CalendarError>]
        mutating func read(inEitherForm source: ByteSource) throws(CalendarError) -> [Diagnostic]
        func occurrences() -> Occurrences
    }

    extension ReadCalendars {
        mutating func read(inEitherForm paths: [CalendarPath]) -> [Result<[Diagnostic], CalendarError>] {
            paths.map { path in
                Result { () throws(CalendarError) in try read(inEitherForm: ByteSource(path: path)) }
            }
        }
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
    }

    /// Fully decoded calendars, for strict mode and for requests that need more than the occurrences in a window.
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

        mutating func read(inEitherForm source: ByteSource) throws(CalendarError) -> [Diagnostic] {
            let file = try CalendarFile.reading(source, threads: plan.threads, engine: plan.engine.decoder)
                .file
            files.append(file)
            return file.diagnostics
        }

        func occurrences() -> Occurrences {
            Occurrences(of: files, in: plan.window, options: plan.options, threads: plan.threads)
        }
    }

    struct Inputs {
        private(set) var calendars: any ReadCalendars
        /// Whether an input contained no calendar, or was specified twice in strict mode.
        private(set) var hasFailed = false
        private let plan: Plan
        private let errors: StandardError
        private let progress: ProgressLine?
        private var diagnostics: [Diagnostic] = []
        private var names: [String: Int] = [:]
        private var known: [FileIdentity: String] = [:]

        /// A file and its identity, which is nil if the file cannot be examined.
        private typealias File = (path: CalendarPath, identity: FileIdentity?)

        init(_ plan: Plan, errors: StandardError) {
            self.plan = plan
            self.errors = errors
            let progress = ProgressLine(on: .error)
            self.progress = progress
            calendars = Self.calendars(plan, progress)
            // Read consecutive files together.
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

        static func calendars(_ plan: Plan, _ progress: ProgressLine?) -> any ReadCalendars {
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
                    fail(CalendarError(.notACalendar, file: path.description, "folder has no .ics files"))
                }
                read(files.filter { !plan.barred.contains(.path($0.path)) }, of: path)
            } catch {
                fail(error)
            }
        }

        /// Reads each file only once, even if several names refer to it.
        ///
        /// For a folder, a single warning names the first file that was already read.
        private mutating func read(_ files: [File], of folder: CalendarPath? = nil) {
            var repeated: [(name: String, before: String)?] = []
            var paths: [CalendarPath] = []
            var total = 0
            for (path, identity) in files {
                let name = path.description
                // A pipe cannot be a duplicate, and a file that cannot be examined fails when it is opened.
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
            var results = calendars.read(inEitherForm: paths)[...]
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
            warn(of: first, named.count == 1 ? "" : " (and \(named.count - 1) more in \(folder))")
        }

        private mutating func readStandardInput() {
            errors.announceStandardInput()
            names["<stdin>"] = names["<stdin>"] ?? names.count
            let identity = try? CalendarPath("/dev/stdin").identity()
            progress?.begin(total: identity?.kind == .regular ? identity?.size : nil)
            let result = Result { () throws(CalendarError) in
                try calendars.read(inEitherForm: ByteSource(borrowing: 0, name: "<stdin>"))
            }
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
                file.name == file.before ? "named more than once" : "same file as \(file.before)"
            errors.print("\(file.name): warning: \(sentence)\(more); read once")
            if plan.isStrict { hasFailed = true }
        }

        private mutating func fail(_ error: CalendarError) {
            errors.print(error)
            hasFailed = true
        }

        /// Returns all diagnostics without duplicates, ordered by input and line.
        ///
        /// In strict mode, the result includes the remarks about alarms.
        func diagnostics(with later: [Diagnostic]) -> [Diagnostic] {
            Self.merged(diagnostics, with: later, of: calendars, plan, names)
        }

        /// Merges the diagnostics from reading with later diagnostics; `names` determines the order of the files.
        static func merged(
            _ diagnostics: [Diagnostic],
            with later: [Diagnostic],
            of calendars: any ReadCalendars,
            _ plan: Plan,
            _ names: [String: Int] = [:]
        ) -> [Diagnostic] {
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

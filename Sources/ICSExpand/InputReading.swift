#if CommandLine
    import ICalendar

    /// Reads the inputs of a run: only what can touch the window, or everything where that is wanted.
    struct InputReading {
        private var search: OccurrenceSearch
        /// Everything, in strict mode and for an explanation.
        private(set) var files: [CalendarFile] = []
        private let readsAll: Bool
        /// What was found wrong while reading.
        private(set) var diagnostics: [Diagnostic] = []
        /// The inputs by their names, in order.
        private var names: [String: Int] = [:]
        /// The files that were read, with the names they were first read by.
        private var read: [FileIdentity: String] = [:]

        /// Reads for a plan.
        init(_ plan: Plan) {
            search = OccurrenceSearch(in: plan.window, options: plan.options, threads: plan.threads)
            readsAll = plan.isStrict || plan.explainedUID != nil
        }

        /// Whether no input gave a calendar.
        var isEmpty: Bool { search.isEmpty && files.isEmpty }

        /// Reads a file once, and gives the name it was read by before if it was.
        mutating func read(contentsOf path: CalendarPath) throws(CalendarError) -> String? {
            let name = path.description
            // What a pipe holds is never the same; what cannot be looked at fails when it is opened.
            if let identity = try? path.identity(), identity.kind == .regular {
                if let before = read[identity] { return before }
                read[identity] = name
            }
            names[name] = names[name] ?? names.count
            if readsAll {
                keep(try CalendarFile(contentsOf: path, threads: search.threads))
            } else if let text = path.text {
                diagnostics += try search.read(contentsOf: text)
            } else {
                diagnostics += try search.read(bytes: path.contents(), name: name)
            }
            return nil
        }

        /// Reads standard input.
        mutating func readStandardInput() throws(CalendarError) {
            names["<stdin>"] = names["<stdin>"] ?? names.count
            if readsAll {
                keep(try CalendarFile.standardInput(threads: search.threads))
            } else {
                diagnostics += try search.readStandardInput()
            }
        }

        private mutating func keep(_ file: CalendarFile) {
            files.append(file)
            diagnostics += file.diagnostics
        }

        /// The occurrences of all inputs.
        func occurrences() -> Occurrences {
            readsAll
                ? Occurrences(of: files, in: search.window, options: search.options, threads: search.threads)
                : search.occurrences()
        }

        /// What was found while reading and then, in the order of the inputs and of their lines.
        func diagnostics(with later: [Diagnostic]) -> [Diagnostic] {
            let diagnostics = diagnostics + later
            let places = diagnostics.enumerated().map { offset, diagnostic in
                (diagnostic.file.flatMap { names[$0] } ?? .max, diagnostic.line ?? .max, offset)
            }
            return places.sorted { $0 < $1 }.map { diagnostics[$0.2] }
        }
    }
#endif

#if CommandLine
    import ICalendar

    /// Reads the inputs of a run: only what can touch the window, or everything where that is wanted.
    struct InputReading {
        private var search: OccurrenceSearch
        /// Everything, in strict mode and for an explanation.
        private(set) var files: [CalendarFile] = []
        private let readsAll: Bool
        private var names: [String: Int] = [:]

        /// Reads for a plan.
        init(_ plan: Plan) {
            search = OccurrenceSearch(in: plan.window, options: plan.options)
            readsAll = plan.isStrict || plan.explainedUID != nil
        }

        /// Whether no input gave a calendar.
        var isEmpty: Bool { search.isEmpty && files.isEmpty }

        /// Reads a file, and gives what was found wrong with it.
        mutating func read(contentsOf path: String) throws(CalendarError) -> [Diagnostic] {
            names[path] = names[path] ?? names.count
            return readsAll
                ? keep(try CalendarFile(contentsOf: path)) : try search.read(contentsOf: path)
        }

        /// Reads standard input, and gives what was found wrong with it.
        mutating func readStandardInput() throws(CalendarError) -> [Diagnostic] {
            names["<stdin>"] = names["<stdin>"] ?? names.count
            return readsAll ? keep(try CalendarFile.standardInput()) : try search.readStandardInput()
        }

        private mutating func keep(_ file: CalendarFile) -> [Diagnostic] {
            files.append(file)
            return file.diagnostics
        }

        /// The occurrences of all inputs.
        func occurrences() -> Occurrences {
            readsAll
                ? Occurrences(of: files, in: search.window, options: search.options) : search.occurrences()
        }

        /// Diagnostics in the order of the inputs and of their lines.
        func inOrder(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
            let places = diagnostics.enumerated().map { offset, diagnostic in
                (diagnostic.file.flatMap { names[$0] } ?? .max, diagnostic.line ?? .max, offset)
            }
            return places.sorted { $0 < $1 }.map { diagnostics[$0.2] }
        }
    }
#endif

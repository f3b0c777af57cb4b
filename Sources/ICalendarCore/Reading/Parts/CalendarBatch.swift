/// A stretch of a file, large enough to be worth handing to another thread.
struct CalendarBatch: Sendable {
    /// What stands in the file, in its order.
    enum Step: Sendable {
        /// BEGIN:VCALENDAR on this line, and its bytes if they are no plain ones.
        case calendarBegins(line: Int, [UInt8]?)
        /// END:VCALENDAR, likewise.
        case calendarEnds([UInt8]?)
        /// A run of the calendar's own properties.
        case properties(ComponentSlice, isInCalendar: Bool)
        case components([ComponentSlice], isInCalendar: Bool)
    }

    /// About how many bytes of components a batch holds: some milliseconds of work.
    static let usualSize = 256 << 10

    private(set) var steps: [Step] = []
    /// How many bytes its components and properties have.
    private(set) var bytes = 0

    /// Reads on for a batch of about so many bytes; nil at the end of the file.
    static func next(
        _ reader: inout CalendarReader,
        size: Int = usualSize
    ) throws(CalendarError) -> CalendarBatch? {
        var batch = CalendarBatch()
        var components: [ComponentSlice] = []
        var areInCalendar = false
        func flush() {
            guard !components.isEmpty else { return }
            batch.steps.append(.components(components, isInCalendar: areInCalendar))
            components = []
        }
        while batch.bytes < size {
            switch try reader.next() {
            case .calendarBegins(let line):
                flush()
                batch.steps.append(.calendarBegins(line: line, reader.oddLine(CalendarOrigin.plainBegin)))
            case .calendarEnds:
                flush()
                batch.steps.append(.calendarEnds(reader.oddLine(CalendarOrigin.plainEnd)))
            case .slice:
                let slice = reader.takeSlice()
                batch.bytes += slice.store.bytes.count
                if slice.isCalendarProperties {
                    flush()
                    batch.steps.append(.properties(slice, isInCalendar: reader.isInCalendar))
                } else {
                    if areInCalendar != reader.isInCalendar { flush() }
                    areInCalendar = reader.isInCalendar
                    components.append(slice)
                }
            case .end:
                flush()
                return batch.steps.isEmpty ? nil : batch
            }
        }
        flush()
        return batch
    }

    /// The components of a step, and what is to be said of them.
    typealias Decoded = (components: [Component], remarks: DiagnosticList)

    /// Decodes all components, step by step; properties are decoded later, as runs may go on in the next batch.
    func decoded(by decoder: ComponentDecoder) -> [Decoded?] {
        steps.map { step in
            guard case .components(let slices, _) = step else { return nil }
            var remarks = DiagnosticList(file: decoder.file, limit: decoder.limits.diagnostics)
            return (slices.map { decoder.decode($0, wanting: .all, diagnostics: &remarks) }, remarks)
        }
    }
}

/// Puts what was decoded together to calendars, in the order of the file.
struct CalendarBuilder {
    /// The calendars that have ended.
    private(set) var calendars: [CalendarObject] = []
    var diagnostics: DiagnosticList
    private let decoder: ComponentDecoder
    private var current: CalendarObject?
    /// Whether the current calendar stands for components outside any.
    private var isImplied = false
    /// Whether properties of the current calendar were left out.
    private var hasLeftOut = false
    /// Lines between the components that cannot be used; they may come in several slices.
    private var junk = JunkRun()

    /// Starts with no calendar; `decoder` reads the calendars' own properties.
    init(_ decoder: ComponentDecoder) {
        self.decoder = decoder
        diagnostics = DiagnosticList(file: decoder.file, limit: decoder.limits.diagnostics)
    }

    mutating func add(_ batch: CalendarBatch, _ decoded: [CalendarBatch.Decoded?]) {
        for (step, decoded) in zip(batch.steps, decoded) {
            switch step {
            case .calendarBegins(let line, let bytes):
                end()
                begin(line: line)
                current?.origin?.begin = bytes
            case .calendarEnds(let bytes):
                current?.origin?.end = bytes
                end()
            case .properties(let slice, let isInCalendar):
                if !isInCalendar { implyCalendar() }
                if (current?.component.properties.count ?? 0) >= decoder.limits.properties {
                    leaveOut(slice)
                    continue
                }
                let run = decoder.decode(slice, wanting: .all, junk: &junk, diagnostics: &diagnostics)
                current?.component.properties.append(contentsOf: run.properties)
                let isBehindComponents = current?.component.components.isEmpty == false
                current?.origin?.add(
                    run.properties,
                    of: slice,
                    joined: junk.joined,
                    isBehindComponents: isBehindComponents
                )
                junk.joined = []
                diagnostics.checkVersion(run)
            case .components(_, let isInCalendar):
                if !isInCalendar { implyCalendar() }
                junk.end(&diagnostics)
                guard let decoded else { continue }
                diagnostics.append(decoded.remarks)
                current?.component.components.append(contentsOf: decoded.components)
            }
        }
    }

    /// Leaves out properties of the calendar's own beyond the limit, and says so once a calendar.
    private mutating func leaveOut(_ slice: ComponentSlice) {
        guard !hasLeftOut else { return }
        hasLeftOut = true
        diagnostics.add(
            .error,
            .limit,
            line: slice.lines.first.map { Int($0.number) },
            "limit reached: \(decoder.limits.properties) properties of one VCALENDAR (ReadingLimits.properties); the rest skipped"
        )
    }

    mutating func end() {
        junk.end(&diagnostics)
        if let current {
            diagnostics.checkRepeated(in: current.component)
            calendars.append(current)
        }
        current = nil
        isImplied = false
        hasLeftOut = false
    }

    private mutating func begin(line: Int?) {
        var calendar = CalendarObject(
            Component(name: "VCALENDAR", properties: [], components: [], line: line)
        )
        calendar.origin = CalendarOrigin()
        current = calendar
    }

    /// Starts the calendar of components that stand outside any.
    private mutating func implyCalendar() {
        guard !isImplied else { return }
        end()
        begin(line: nil)
        isImplied = true
    }
}

extension CalendarOrigin {
    /// Remembers a run of the calendar's own properties: those of its lines that became properties, and the others.
    ///
    /// Lines that belong to the text of a property, whose numbers are given, are neither.
    mutating func add(
        _ properties: [Property],
        of run: ComponentSlice,
        joined: Set<UInt32>,
        isBehindComponents: Bool
    ) {
        if !properties.isEmpty {
            runs[ObjectIdentifier(run.store)] = run.lines.first.map { Int($0.number) } ?? 0
            isInterleaved = isInterleaved || isBehindComponents
        }
        guard properties.count < run.lines.count else { return }
        var rest = properties[...]
        for line in run.lines {
            if rest.first?.line == Int(line.number) {
                rest.removeFirst()
            } else if !joined.contains(line.number) {
                let bytes = SourceLine(store: run.store, offset: line.offset, length: line.length)
                junk.append((Int(line.number), bytes))
            }
        }
    }
}

extension CalendarReader {
    /// The bytes of the line that was just read, its line end included, or nil when they are these.
    func oddLine(_ plain: [UInt8]) -> [UInt8]? {
        let line = scanner.copy(scanner.lineStart..<scanner.following)
        return line == plain ? nil : line
    }
}

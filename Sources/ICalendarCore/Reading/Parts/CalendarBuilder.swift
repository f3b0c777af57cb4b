/// A builder that assembles the calendars of a file in file order.
///
/// The builder receives batches of components that other threads decode.
struct CalendarBuilder {
    /// An element of the file, in file order.
    enum Step: Sendable {
        /// BEGIN:VCALENDAR with its line number, and its bytes if they deviate from the plain form.
        case calendarBegins(line: Int, [UInt8]?)
        /// END:VCALENDAR, and its bytes if they deviate from the plain form.
        case calendarEnds([UInt8]?)
        /// A run of the calendar's own properties.
        case properties(ComponentSlice, isInCalendar: Bool)
        case components([ComponentSlice], isInCalendar: Bool)
    }

    /// A section of the file large enough to hand to another thread, and the number of bytes in its components and
    /// properties.
    typealias Batch = (steps: [Step], bytes: Int)
    /// A step's components, and the diagnostics about them.
    typealias Decoded = (components: [Component], remarks: DiagnosticList)

    /// The approximate number of component bytes in a batch, which corresponds to a few milliseconds of work.
    static let batchSize = 256 << 10

    /// The completed calendars.
    private(set) var calendars: [CalendarObject] = []
    var diagnostics: DiagnosticList
    private let decoder: ComponentDecoder
    private var current: CalendarObject?
    /// Whether the current calendar contains components found outside any calendar.
    private var isImplied = false
    /// Whether properties of the current calendar were skipped.
    private var hasLeftOut = false
    /// The unusable lines between components, which may extend across several slices.
    private var junk = JunkRun()

    /// Creates a builder without calendars; `decoder` decodes the calendars' own properties.
    init(_ decoder: ComponentDecoder) {
        self.decoder = decoder
        diagnostics = DiagnosticList(file: decoder.file, limit: decoder.limits.diagnostics)
    }

    /// Reads the next batch of about `size` bytes, or returns nil at the end of the file.
    static func nextBatch(_ reader: inout CalendarReader, size: Int) throws(CalendarError) -> Batch? {
        var batch: Batch = ([], 0)
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

    /// Decodes the components of each step.
    ///
    /// Properties are decoded later, because a run of properties may continue in the next batch.
    static func decoded(_ batch: Batch, by decoder: ComponentDecoder) -> [Decoded?] {
        batch.steps.map { step in
            guard case .components(let slices, _) = step else { return nil }
            var remarks = DiagnosticList(file: decoder.file, limit: decoder.limits.diagnostics)
            return (slices.map { decoder.decode($0, wanting: .all, diagnostics: &remarks) }, remarks)
        }
    }

    mutating func add(_ batch: Batch, _ decoded: [Decoded?]) {
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
                diagnostics.checkHeader(run)
            case .components(_, let isInCalendar):
                if !isInCalendar { implyCalendar() }
                junk.end(&diagnostics)
                guard let decoded else { continue }
                diagnostics.append(decoded.remarks)
                current?.component.components.append(contentsOf: decoded.components)
            }
        }
    }

    /// Skips calendar properties beyond the limit, adding one diagnostic per calendar.
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
            diagnostics.noteIgnored(in: current.component)
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

    /// Starts the calendar for components outside any calendar.
    private mutating func implyCalendar() {
        guard !isImplied else { return }
        end()
        begin(line: nil)
        isImplied = true
    }
}

extension CalendarOrigin {
    /// Records the lines in a run of the calendar's own properties, whether or not they were decoded.
    ///
    /// Lines that belong to a property's text, listed by number in `joined`, are ignored.
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
    /// Returns the bytes of the current line including its line ending, or nil if they equal `plain`.
    func oddLine(_ plain: [UInt8]) -> [UInt8]? {
        let line = scanner.copy(scanner.lineStart..<scanner.following)
        return line == plain ? nil : line
    }
}

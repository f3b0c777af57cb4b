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
        /// Components, one after the other.
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
}

/// A ``CalendarBatch`` whose components have become values.
struct DecodedBatch: Sendable {
    /// What stands in the file, in its order.
    enum Step: Sendable {
        /// BEGIN:VCALENDAR on this line, and its bytes if they are no plain ones.
        case calendarBegins(line: Int, [UInt8]?)
        /// END:VCALENDAR, likewise.
        case calendarEnds([UInt8]?)
        /// A run of the calendar's own properties; they are decoded later, as runs may go on in the next batch.
        case properties(ComponentSlice, isInCalendar: Bool)
        /// Components, one after the other, and what is to be said of them.
        case components([Component], DiagnosticList, isInCalendar: Bool)
    }

    let steps: [Step]

    /// Decodes all components of a batch.
    init(_ batch: CalendarBatch, _ decoder: ComponentDecoder) {
        steps = batch.steps.map { step in
            switch step {
            case .calendarBegins(let line, let bytes): return .calendarBegins(line: line, bytes)
            case .calendarEnds(let bytes): return .calendarEnds(bytes)
            case .properties(let slice, let isInCalendar):
                return .properties(slice, isInCalendar: isInCalendar)
            case .components(let slices, let isInCalendar):
                var diagnostics = DiagnosticList(file: decoder.file, limit: decoder.limits.diagnostics)
                let components = slices.map {
                    decoder.decode($0, wanting: .all, diagnostics: &diagnostics)
                }
                return .components(components, diagnostics, isInCalendar: isInCalendar)
            }
        }
    }
}

/// Puts what was decoded together to calendars, in the order of the file.
struct CalendarBuilder {
    /// The calendars that have ended.
    private(set) var calendars: [CalendarObject] = []
    /// What is to be said of them.
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

    /// Adds the next stretch.
    mutating func add(_ batch: DecodedBatch) {
        for step in batch.steps {
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
            case .components(let components, let said, let isInCalendar):
                if !isInCalendar { implyCalendar() }
                junk.end(&diagnostics)
                diagnostics.append(said)
                current?.component.components.append(contentsOf: components)
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
            "more than \(decoder.limits.properties) properties of a VCALENDAR; those from here on are left out"
        )
    }

    /// Ends the current calendar, if there is one.
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

    /// Starts a calendar.
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

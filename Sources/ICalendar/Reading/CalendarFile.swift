/// What one file or stream held: its calendars, and what was wrong with it.
///
/// Reading is lenient: whatever is broken costs as little as possible and is said in ``diagnostics``. Only when nothing
/// at all can be had is an error thrown.
///
/// ```swift
/// let file = try CalendarFile(contentsOf: "team.ics")
/// for diagnostic in file.diagnostics { print(diagnostic) }
/// for calendar in file.calendars {
///     for event in calendar.events { print(event.component.text("SUMMARY") ?? "") }
/// }
/// ```
public struct CalendarFile: Sendable {
    /// The name of the input as it was given, or nil.
    public var name: String?
    /// The calendars in the order of the file.
    ///
    /// Components that stood outside any VCALENDAR are in one without
    /// properties.
    public var calendars: [CalendarObject]
    /// What was skipped, mended or guessed, in the order of the file.
    public var diagnostics: [Diagnostic]

    /// Calendars that were made in the program.
    public init(name: String? = nil, calendars: [CalendarObject], diagnostics: [Diagnostic] = []) {
        self.name = name
        self.calendars = calendars
        self.diagnostics = diagnostics
    }

    /// Reads a file or a named pipe.
    ///
    /// Throws `.unreadable` when it cannot be opened or read, and `.notACalendar` when it holds no calendar.
    public init(contentsOf path: String, limits: ReadingLimits = .init()) throws(CalendarError) {
        try self.init(ByteSource(path: path), limits)
    }

    /// Reads a file or a named pipe whose name need not be UTF-8.
    ///
    /// Throws as ``init(contentsOf:limits:)-(String,_)`` does.
    public init(contentsOf path: CalendarPath, limits: ReadingLimits = .init()) throws(CalendarError) {
        try self.init(ByteSource(path: path), limits)
    }

    /// Reads bytes in memory; `name` is what diagnostics call them.
    ///
    /// Throws `.notACalendar` when they hold no calendar.
    public init(
        bytes: [UInt8],
        name: String? = nil,
        limits: ReadingLimits = .init()
    ) throws(CalendarError) {
        try self.init(ByteSource(bytes: bytes, name: name), limits)
    }

    /// Reads a text; `name` is what diagnostics call it.
    ///
    /// ```swift
    /// let file = try CalendarFile(text: "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR")
    /// ```
    ///
    /// Throws `.notACalendar` when it holds no calendar.
    public init(
        text: String,
        name: String? = nil,
        limits: ReadingLimits = .init()
    ) throws(CalendarError) {
        try self.init(bytes: Array(text.utf8), name: name, limits: limits)
    }

    /// Reads standard input up to its end.
    ///
    /// Throws `.unreadable` when it cannot be read, and `.notACalendar` when it holds no calendar.
    public static func standardInput(limits: ReadingLimits = .init()) throws(CalendarError) -> CalendarFile {
        try CalendarFile(ByteSource(borrowing: 0, name: "<stdin>"), limits)
    }

    /// Reads a source.
    init(_ source: ByteSource, _ limits: ReadingLimits) throws(CalendarError) {
        var reader = try CalendarReader(source, limits: limits)
        let decoder = ComponentDecoder(limits: limits, file: source.name)
        var builder = CalendarBuilder(file: source.name, limits: limits)
        loop: while true {
            switch try reader.next() {
            case .calendarBegins(let line): builder.begin(line: line)
            case .calendarEnds: builder.end()
            case .slice:
                builder.add(reader.takeSlice(), isInCalendar: reader.isInCalendar, decoder)
            case .end: break loop
            }
        }
        builder.end()
        guard reader.hasFoundCalendar else {
            throw CalendarError(.notACalendar, file: source.name, reader.kind.complaint)
        }
        name = source.name
        calendars = builder.calendars
        builder.diagnostics.append(reader.diagnostics)
        diagnostics = builder.diagnostics.all
    }
}

/// Puts decoded slices together to calendars.
private struct CalendarBuilder {
    var calendars: [CalendarObject] = []
    var diagnostics: DiagnosticList
    private var current: Component?
    /// Whether the current calendar stands for components outside any.
    private var isImplied = false
    /// Lines between the components that cannot be used; they may come in several slices.
    private var junk = JunkRun()

    init(file: String?, limits: ReadingLimits) {
        diagnostics = DiagnosticList(file: file, limit: limits.diagnostics)
    }

    mutating func begin(line: Int) {
        end()
        current = Component(name: "VCALENDAR", properties: [], components: [], line: line)
    }

    mutating func end() {
        junk.end(&diagnostics)
        if let current { calendars.append(CalendarObject(current)) }
        current = nil
        isImplied = false
    }

    mutating func add(_ slice: ComponentSlice, isInCalendar: Bool, _ decoder: ComponentDecoder) {
        if !isInCalendar, !isImplied {
            end()
            current = Component(name: "VCALENDAR", properties: [], components: [], line: nil)
            isImplied = true
        }
        if slice.isCalendarProperties {
            let run = decoder.decode(slice, wanting: .all, junk: &junk, diagnostics: &diagnostics)
            current?.properties.append(contentsOf: run.properties)
            diagnostics.checkVersion(run)
        } else {
            junk.end(&diagnostics)
            let component = decoder.decode(slice, wanting: .all, diagnostics: &diagnostics)
            current?.components.append(component)
        }
    }
}

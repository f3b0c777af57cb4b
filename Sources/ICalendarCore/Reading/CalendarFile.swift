/// What one file or stream held: its calendars, and what was wrong with it.
///
/// Reading is lenient: whatever is broken costs as little as possible and is said in ``diagnostics``. Only when nothing
/// at all can be had is an error thrown.
///
/// A large file is decoded on as many threads as there are processors for the process, at most eight; `threads` says
/// another number. The result is the same for any number, and with 1 no thread is started.
///
/// ```swift
/// let file = try CalendarFile(contentsOf: "team.ics")
/// for diagnostic in file.diagnostics { print(diagnostic) }
/// for calendar in file.calendars {
///     for event in calendar.events { print(event.component.text("SUMMARY") ?? "") }
/// }
/// ```
public struct CalendarFile: Sendable {
    /// The name of the input as it was given, such as `team.ics` or `<stdin>`, or nil for bytes without one.
    public var name: String?
    /// The calendars in the order of the file; there may be several, or none but a loose one:
    /// `file.calendars.first?.name`.
    ///
    /// Components that stood outside any VCALENDAR are in one without properties.
    public var calendars: [CalendarObject]
    /// What was skipped, mended or guessed, in the order of the file:
    /// `team.ics:12: warning: REPEAT: '' is no INTEGER; it is not used`.
    public var diagnostics: [Diagnostic]

    /// Calendars that were made in the program.
    ///
    /// ```swift
    /// let event = Component("VEVENT", properties: [Property("UID", .text("1@example.com"))])
    /// let file = CalendarFile(calendars: [CalendarObject(Component("VCALENDAR", components: [event]))])
    /// ```
    public init(name: String? = nil, calendars: [CalendarObject], diagnostics: [Diagnostic] = []) {
        self.name = name
        self.calendars = calendars
        self.diagnostics = diagnostics
    }

    /// Reads a file or a named pipe.
    ///
    /// Throws `.unreadable` when it cannot be opened or read, and `.notACalendar` when it holds no calendar.
    ///
    /// ```swift
    /// let file = try CalendarFile(contentsOf: "team.ics")
    /// print(file.calendars.flatMap(\.events).count, "events")
    /// ```
    public init(contentsOf path: String, limits: ReadingLimits = .init(), threads: Int? = nil)
        throws(CalendarError)
    {
        try self.init(ByteSource(path: path), limits, threads: threads)
    }

    /// Reads a file or a named pipe whose name need not be UTF-8:
    /// `try CalendarFile(contentsOf: CalendarPath("team.ics"))`.
    ///
    /// Throws as ``init(contentsOf:limits:threads:)-(String,_,_)`` does.
    public init(contentsOf path: CalendarPath, limits: ReadingLimits = .init(), threads: Int? = nil)
        throws(CalendarError)
    {
        try self.init(ByteSource(path: path), limits, threads: threads)
    }

    /// Reads bytes in memory; `name` is what diagnostics call them.
    ///
    /// Throws `.notACalendar` when they hold no calendar.
    ///
    /// ```swift
    /// let upload = Array("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n".utf8)
    /// let file = try CalendarFile(bytes: upload, name: "upload.ics")
    /// ```
    public init(
        bytes: [UInt8],
        name: String? = nil,
        limits: ReadingLimits = .init(),
        threads: Int? = nil
    ) throws(CalendarError) {
        try self.init(ByteSource(bytes: bytes, name: name), limits, threads: threads)
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
        limits: ReadingLimits = .init(),
        threads: Int? = nil
    ) throws(CalendarError) {
        try self.init(bytes: Array(text.utf8), name: name, limits: limits, threads: threads)
    }

    /// Reads standard input up to its end.
    ///
    /// Throws `.unreadable` when it cannot be read, and `.notACalendar` when it holds no calendar.
    ///
    /// ```swift
    /// let file = try CalendarFile.standardInput()
    /// print(file.diagnostics.count, "remarks")
    /// ```
    public static func standardInput(limits: ReadingLimits = .init(), threads: Int? = nil)
        throws(CalendarError) -> CalendarFile
    {
        try CalendarFile(ByteSource(borrowing: 0, name: "<stdin>"), limits, threads: threads)
    }

    /// Reads a source.
    ///
    /// The calling thread reads, and puts things together in the order of the file; what is between these two is
    /// decoded by all threads. So everything is the same for any number of them.
    /// `batchSize` is about how many bytes are handed over at once, `engine` what decodes them where that is not this package.
    package init(
        _ source: ByteSource,
        _ limits: ReadingLimits,
        threads: Int?,
        batchSize: Int = CalendarBatch.usualSize,
        engine: ComponentDecoder.Engine? = nil
    ) throws(CalendarError) {
        source.limit = max(0, limits.inputSize)
        var reader = try CalendarReader(source, limits: limits)
        let decoder = ComponentDecoder(limits: limits, file: source.name, engine: engine)
        var builder = CalendarBuilder(decoder)
        var decodedBytes = 0
        let size = min(batchSize, max(1, limits.decodedBytes / 8))
        try Workers.mapInOrder(threads: threads ?? Workers.usualCount) {
            () throws(CalendarError) -> CalendarBatch? in
            guard decodedBytes <= limits.decodedBytes,
                let batch = try CalendarBatch.next(&reader, size: size)
            else { return nil }
            decodedBytes += batch.bytes
            return decodedBytes <= limits.decodedBytes ? batch : nil
        } transform: { batch in
            (batch, batch.decoded(by: decoder))
        } consume: { batch, decoded throws(CalendarError) in
            builder.add(batch, decoded)
        }
        builder.end()
        guard reader.hasFoundCalendar else {
            throw CalendarError(.notACalendar, file: source.name, reader.kind.complaint)
        }
        name = source.name
        calendars = builder.calendars
        builder.diagnostics.append(reader.diagnostics)
        builder.diagnostics.append(limits.remarks(ofEndOf: source))
        if decodedBytes > limits.decodedBytes {
            let message =
                "limit reached: \(limits.decodedBytes) bytes of components (ReadingLimits.decodedBytes); later components skipped"
            builder.diagnostics.add(.error, .limit, line: nil, message)
        }
        diagnostics = builder.diagnostics.all
    }
}

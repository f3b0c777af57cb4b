/// The calendars in one file or stream, and the problems found in it.
///
/// Reading is lenient: a broken part affects as little of the rest as possible and is reported in ``diagnostics``.
/// Reading throws an error only if the input contains nothing readable.
///
/// Large files are decoded on one thread per available processor, up to eight; pass `threads` to use a different
/// number. The result does not depend on the number of threads. If `threads` is 1, no new thread starts.
///
/// ```swift
/// let file = try CalendarFile(contentsOf: "team.ics")
/// for diagnostic in file.diagnostics { print(diagnostic) }
/// for calendar in file.calendars {
///     for event in calendar.events { print(event.component.text("SUMMARY") ?? "") }
/// }
/// ```
public struct CalendarFile: Sendable {
    /// The input's name as given, such as `team.ics` or `<stdin>`, or nil for bytes without a name.
    public var name: String?
    /// The calendars in file order: `file.calendars.first?.name`.
    ///
    /// A file can contain several calendars. Components outside any VCALENDAR go into a calendar without properties.
    public var calendars: [CalendarObject]
    /// Diagnostics about everything that was skipped, repaired, or guessed, in file order:
    /// `team.ics:12: warning: REPEAT: '' is not an integer; ignored`.
    public var diagnostics: [Diagnostic]
    /// The senders of the calendars, if the input is an email.
    var senders: [MailSender] = []
    /// The diagnostics about notation that jCal does not allow, if the input is jCal.
    package var jCalRemarks: [Diagnostic] = []

    /// Returns the sender's address for a calendar in an email.
    ///
    /// Returns an empty string if the email does not name exactly one sender, and nil for a calendar that is not in
    /// an email.
    package func sender(of calendar: CalendarObject) -> String? {
        guard calendar.component.line != nil || senders.count < 2 else { return "" }
        return mail(with: calendar)?.address
    }

    /// Returns the method that the header of an email states for a calendar (RFC 6047 section 2.4).
    package func statedMethod(of calendar: CalendarObject) -> String? { mail(with: calendar)?.method }

    private func mail(with calendar: CalendarObject) -> MailSender? {
        guard let line = calendar.component.line else { return senders.count > 1 ? nil : senders.first }
        return senders.last { $0.line <= line }
    }

    /// Creates a file from calendars that were created in code.
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
    /// Throws `.unreadable` if the file cannot be opened or read, and `.notACalendar` if it contains no calendar.
    ///
    /// ```swift
    /// let file = try CalendarFile(contentsOf: "team.ics")
    /// print(file.calendars.flatMap(\.events).count, "events")
    /// ```
    public init(contentsOf path: String, limits: ReadingLimits = .standard, threads: Int? = nil)
        throws(CalendarError)
    {
        try self.init(ByteSource(path: path), limits, threads: threads)
    }

    /// Reads a file or a named pipe whose name may not be UTF-8:
    /// `try CalendarFile(contentsOf: CalendarPath("team.ics"))`.
    ///
    /// Throws the same errors as ``init(contentsOf:limits:threads:)-(String,_,_)``.
    public init(contentsOf path: CalendarPath, limits: ReadingLimits = .standard, threads: Int? = nil)
        throws(CalendarError)
    {
        try self.init(ByteSource(path: path), limits, threads: threads)
    }

    /// Reads bytes in memory; diagnostics refer to them as `name`.
    ///
    /// Throws `.notACalendar` if the bytes contain no calendar.
    ///
    /// ```swift
    /// let upload = Array("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n".utf8)
    /// let file = try CalendarFile(bytes: upload, name: "upload.ics")
    /// ```
    public init(
        bytes: [UInt8],
        name: String? = nil,
        limits: ReadingLimits = .standard,
        threads: Int? = nil
    ) throws(CalendarError) {
        try self.init(ByteSource(bytes: bytes, name: name), limits, threads: threads)
    }

    /// Reads text; diagnostics refer to it as `name`.
    ///
    /// ```swift
    /// let file = try CalendarFile(text: "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR")
    /// ```
    ///
    /// Throws `.notACalendar` if the text contains no calendar.
    public init(
        text: String,
        name: String? = nil,
        limits: ReadingLimits = .standard,
        threads: Int? = nil
    ) throws(CalendarError) {
        try self.init(bytes: Array(text.utf8), name: name, limits: limits, threads: threads)
    }

    /// Reads standard input to its end.
    ///
    /// Throws `.unreadable` if standard input cannot be read, and `.notACalendar` if it contains no calendar.
    package static func standardInput(limits: ReadingLimits = .standard, threads: Int? = nil)
        throws(CalendarError) -> CalendarFile
    {
        try CalendarFile(ByteSource(borrowing: 0, name: "<stdin>"), limits, threads: threads)
    }

    /// Reads the calendars in a source.
    ///
    /// The calling thread reads the source in batches, all threads decode the batches, and the calling thread
    /// assembles the results in file order. The result is therefore the same for any number of threads. `batchSize`
    /// is the approximate number of bytes in a batch; `engine` replaces the package's own decoder.
    package init(
        _ source: ByteSource,
        _ limits: ReadingLimits,
        threads: Int?,
        batchSize: Int = CalendarBuilder.batchSize,
        engine: ComponentDecoder.Engine? = nil
    ) throws(CalendarError) {
        source.limit = max(0, limits.inputSize)
        var reader = try CalendarReader(source, limits: limits)
        let decoder = ComponentDecoder(limits: limits, file: source.name, engine: engine)
        var builder = CalendarBuilder(decoder)
        var decodedBytes = 0
        let size = min(batchSize, max(1, limits.decodedBytes / 8))
        try Workers.mapInOrder(threads: threads ?? Workers.usualCount) {
            () throws(CalendarError) -> CalendarBuilder.Batch? in
            guard decodedBytes <= limits.decodedBytes,
                let batch = try CalendarBuilder.nextBatch(&reader, size: size)
            else { return nil }
            decodedBytes += batch.bytes
            return decodedBytes <= limits.decodedBytes ? batch : nil
        } transform: { batch in
            (batch, CalendarBuilder.decoded(batch, by: decoder))
        } consume: { batch, decoded throws(CalendarError) in
            builder.add(batch, decoded)
        }
        builder.end()
        try reader.checkFoundCalendar(in: source.name)
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
        senders = reader.senders
    }
}

extension CalendarFile {
    /// Reads the chunks of an asynchronous sequence, such as an upload's body.
    ///
    /// Reading runs on a dedicated thread outside Swift's cooperative pool and buffers at most two unread chunks.
    /// Canceling the task stops reading.
    ///
    /// ```swift
    /// let body = AsyncStream<[UInt8]> { stream in
    ///     stream.yield(Array("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n".utf8))
    ///     stream.finish()
    /// }
    /// let file = try await CalendarFile(chunks: body, name: "upload.ics")
    /// ```
    ///
    /// - Throws: The sequence's own error, `CancellationError`, or the errors of
    ///   ``init(bytes:name:limits:threads:)``.
    public init<Chunks: AsyncSequence>(
        chunks: Chunks,
        name: String? = nil,
        limits: ReadingLimits = .standard,
        threads: Int? = nil
    ) async throws where Chunks.Element: Collection<UInt8> {
        self = try await BlockingWork.read(chunks, name: name) { source in
            try CalendarFile(source, limits, threads: threads)
        }
    }
}

/// What one input holds that can touch a range of instants: calendars without the events that cannot.
///
/// Bytes of whole events that were left out are never copied, so memory goes with what is kept, not with the input.
package struct ScreenedFile: Sendable {
    let name: String?
    let calendars: [ScreenedCalendar]
    let diagnostics: [Diagnostic]
    let tally: SearchStatistics

    /// Reads a source up to its end; what comes out does not depend on how many threads work.
    ///
    /// Throws `.unreadable` when it cannot be read, and `.notACalendar` when it holds no calendar.
    init(
        _ source: ByteSource,
        screen: ComponentScreen,
        limits: ReadingLimits,
        threads: Int = 1,
        partSize: Int = EventBlocks.usualSize
    ) throws(CalendarError) {
        let decoder = ComponentDecoder(limits: limits, file: source.name)
        var whole = try Self.read(source, screen, decoder, threads: threads, partSize: partSize)
        let doubtful = whole.settle()
        if !doubtful.isEmpty {
            if let again = source.again() {
                // Seldom: everything of these UIDs is needed, and some of it has passed.
                var screen = screen
                screen.keptUIDs = doubtful
                whole = try Self.read(again, screen, decoder, threads: threads, partSize: partSize)
                _ = whole.settle()
            } else {
                whole.warnOfDoubt(doubtful.count)
            }
        }
        name = source.name
        calendars = whole.calendars
        diagnostics = whole.remarks.all
        var tally = whole.tally
        tally.files = 1
        tally.bytes = source.bytesRead
        self.tally = tally
    }

    /// A file that was decoded as a whole, of which everything is kept; it had so many bytes.
    init(_ file: CalendarFile, bytes: Int) {
        name = file.name
        calendars = file.calendars.map(ScreenedCalendar.init)
        diagnostics = file.diagnostics
        var tally = SearchStatistics()
        tally.files = 1
        tally.bytes = bytes
        for calendar in file.calendars {
            tally.components += calendar.component.components.count
            for component in calendar.component.components { tally.kinds.add(component.name) }
        }
        tally.keptComponents = tally.components
        self.tally = tally
    }

    private static func read(
        _ source: ByteSource,
        _ screen: ComponentScreen,
        _ decoder: ComponentDecoder,
        threads: Int,
        partSize: Int
    ) throws(CalendarError) -> ScreenedPart {
        source.limit = max(0, decoder.limits.inputSize)
        // What one thread reads at once is no work for several.
        if threads > 1, (source.size ?? .max) > partSize {
            var part = try ScreenedReading(source, screen, decoder, partSize: partSize).run(threads: threads)
            part.add(decoder.limits.remarks(ofEndOf: source))
            return part
        }
        var reader = try CalendarReader(source, limits: decoder.limits)
        var part = ScreenedPart(insideCalendar: false, screen, decoder)
        try part.read(&reader)
        try reader.checkFoundCalendar(in: source.name)
        part.add(reader.diagnostics)
        part.add(decoder.limits.remarks(ofEndOf: source))
        return part
    }

    /// Reads a regular file that one thread reads at once; nil for larger ones, for pipes, and for what cannot be
    /// looked at.
    static func reading(
        ifSmall path: CalendarPath,
        _ screen: ComponentScreen,
        _ limits: ReadingLimits,
        _ progress: ReadingProgress?
    ) -> Result<ScreenedFile, CalendarError>? {
        guard let identity = try? path.identity(), identity.kind == .regular,
            identity.size <= EventBlocks.usualSize
        else { return nil }
        return Result { () throws(CalendarError) in
            try ScreenedFile(ByteSource(path: path, progress: progress), screen: screen, limits: limits)
        }
    }
}

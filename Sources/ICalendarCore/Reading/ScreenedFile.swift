/// The contents of one input without the events that cannot overlap a range of instants.
///
/// The bytes of skipped events are never copied, so memory use depends on the size of the kept events, not of the
/// input. A screened file stores only the results of a ``ScreenedPart``, because the results of thousands of small
/// files are passed between threads.
package struct ScreenedFile: Sendable {
    let name: String?
    let calendars: [ScreenedCalendar]
    let diagnostics: [Diagnostic]
    let tally: SearchStatistics

    /// Reads a source to its end; the result does not depend on the number of threads.
    ///
    /// Throws `.unreadable` if the source cannot be read, and `.notACalendar` if it contains no calendar.
    init(
        _ source: ByteSource,
        screen: ComponentScreen,
        limits: ReadingLimits,
        threads: Int = 1,
        partSize: Int = EventBlocks.usualSize
    ) throws(CalendarError) {
        let decoder = ComponentDecoder(limits: limits, file: source.name)
        var whole = try ScreenedPart(source, screen, decoder, threads: threads, partSize: partSize)
        let doubtful = whole.settle()
        if !doubtful.isEmpty {
            if let again = source.again() {
                // In rare cases, all components with certain UIDs are needed, but some have already been skipped.
                var screen = screen
                screen.keptUIDs = doubtful
                whole = try ScreenedPart(again, screen, decoder, threads: threads, partSize: partSize)
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

    /// Creates a screened file from a completely decoded file of `bytes` bytes, keeping all of its contents.
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

    /// Reads a regular file small enough for one thread.
    ///
    /// Returns nil for larger files, for pipes, and for paths that cannot be examined.
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

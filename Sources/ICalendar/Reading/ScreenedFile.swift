/// What one input holds that can touch a range of instants: calendars without the events that cannot.
///
/// Bytes of events that were left out are never copied, so memory goes with what is kept, not with the input.
struct ScreenedFile: Sendable {
    /// The name of the input as it was given, or nil.
    let name: String?
    /// The calendars in the order of the file.
    private(set) var calendars: [ScreenedCalendar] = []
    /// What was skipped, mended or guessed, in the order of the file.
    private(set) var diagnostics: [Diagnostic] = []
    /// What was read and what was left out.
    private(set) var tally = ReadingTally()

    /// Reads a source up to its end.
    ///
    /// Throws `.unreadable` when it cannot be read, and `.notACalendar` when it holds no calendar.
    init(_ source: ByteSource, screen: ComponentScreen, limits: ReadingLimits) throws(CalendarError) {
        name = source.name
        var reader = try CalendarReader(source, limits: limits)
        let decoder = ComponentDecoder(limits: limits, file: source.name)
        var remarks = DiagnosticList(file: source.name, limit: limits.diagnostics)
        var junk = JunkRun()
        var zoneNames = RecentNames()
        var current: ScreenedCalendar?
        loop: while true {
            switch try reader.next() {
            case .calendarBegins(let line):
                if let current { calendars.append(current) }
                current = ScreenedCalendar(line: line)
            case .calendarEnds:
                if let current { calendars.append(current) }
                current = nil
            case .slice:
                tally.components += 1
                var uidHash: UInt128?
                let verdict = reader.withPendingBytes { name, lines, bytes in
                    let verdict = screen.verdict(name, lines, bytes)
                    if case .leaveOut(let extent) = verdict, extent.sequence > 0, let uid = extent.uid {
                        uidHash = RevisionTable.hash(of: bytes.extracting(uid))
                    }
                    return verdict
                }
                if current == nil { current = ScreenedCalendar(line: nil) }
                switch verdict {
                case .keep:
                    let slice = reader.takeSlice()
                    tally.kept += 1
                    tally.keptBytes += slice.store.bytes.count
                    current?.add(slice, decoder, &zoneNames, &junk, &remarks)
                case .leaveOut(let extent):
                    current?.noteLeftOut(
                        reader.takeSlice(),
                        extent,
                        uidHash: uidHash,
                        decoder,
                        &zoneNames,
                        &remarks
                    )
                }
            case .end: break loop
            }
        }
        junk.end(&remarks)
        if let current { calendars.append(current) }
        guard reader.hasFoundCalendar else {
            throw CalendarError(.notACalendar, file: source.name, reader.kind.complaint)
        }
        remarks.append(reader.diagnostics)
        diagnostics = remarks.all
    }
}

/// What reading an input came to.
struct ReadingTally: Sendable {
    /// Components directly inside calendars, and runs of calendars' own properties.
    var components = 0
    /// Those that were kept.
    var kept = 0
    /// The bytes of those.
    var keptBytes = 0
}

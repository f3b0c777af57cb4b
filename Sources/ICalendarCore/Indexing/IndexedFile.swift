/// The contents of one small file, read in a single pass and ready to be added to an index.
///
/// Files can be read on any thread and added to indexes in any order. Event bytes are not copied; events refer to the
/// file's own bytes, which the caller keeps anyway.
package struct IndexedFile: Sendable {
    package struct Item: Sendable, Hashable {
        /// The uppercase component name, such as `VEVENT`, `VTODO`, or `VJOURNAL`.
        package let kind: String
        package let uid: String
    }

    /// All components except time zones; components of the same kind are in file order.
    package private(set) var items: [Item] = []
    package private(set) var diagnostics: [Diagnostic]
    /// The single events, in index order.
    package private(set) var singles: [SingleOccurrence] = []
    /// The recurring segments, in index order.
    package private(set) var segments: [Segment] = []

    /// Reads a file's bytes and records `name` as the file of its events.
    ///
    /// Throws `.notACalendar` if the bytes contain no calendar.
    package init(
        _ bytes: [UInt8],
        name: String?,
        in zone: Zone,
        limits: ReadingLimits
    ) throws(CalendarError) {
        // Keeps everything, because any event may be requested later.
        var screen = ComponentScreen(searched: Int.min / 2..<Int.max / 2)
        screen.notesOthers = true
        let decoder = ComponentDecoder(limits: limits, file: name)
        let end = min(bytes.count, max(0, limits.inputSize))
        let scanner = LineScanner(ByteBlock(copying: bytes, upTo: end), lineLimit: limits.lineLength)
        var reader = try CalendarReader(startingWith: scanner, isPart: false, file: name, limits)
        let whole = reader.isLaidOutAnew ? nil : bytes
        var part = ScreenedPart(insideCalendar: false, screen, decoder, within: whole)
        try part.read(&reader)
        try reader.checkFoundCalendar(in: name)
        part.add(limits.remarks(ofEndOf: name, isCut: end < bytes.count))
        diagnostics = part.remarks.all
        let budget = SearchBudget(limits)
        for calendar in part.calendars { add(calendar, name, zone, limits, budget) }
    }

    /// Creates an empty placeholder for an unreadable file.
    package init(failing diagnostic: Diagnostic) {
        diagnostics = [diagnostic]
    }

    private mutating func add(
        _ calendar: ScreenedCalendar,
        _ name: String?,
        _ zone: Zone,
        _ limits: ReadingLimits,
        _ budget: SearchBudget
    ) {
        // Without a window, diagnostics about windows are omitted.
        var context = SeriesContext(
            displayZone: zone,
            searched: RulePlan.firstSecond..<RulePlan.firstSecond,
            limits: limits,
            budget: budget
        )
        context.saysObsolete = true
        let builder = SeriesBuilder(calendar: calendar.object, file: name, context: context)
        builder.build(calendar.events)
        diagnostics += builder.diagnostics.prefix(ReadingLimits.standard.diagnostics)
        items += builder.firstMembers.map { Item(kind: "VEVENT", uid: $0.uid) }
        // An event without a start has a UID but no series.
        if builder.firstMembers.count < calendar.events.count {
            var known = Set(items.map { ExactText($0.uid) })
            for event in calendar.events {
                guard let uid = event.schedule.uid, known.insert(ExactText(uid)).inserted else { continue }
                items.append(Item(kind: "VEVENT", uid: uid))
            }
        }
        items += calendar.others.map { Item(kind: $0.kind, uid: $0.uid) }
        singles += builder.series.singles
        segments += builder.series.segments
    }
}

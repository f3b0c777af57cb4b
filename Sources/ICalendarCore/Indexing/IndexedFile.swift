/// What one small file says, read in one pass over its bytes and ready to be put into an index.
///
/// Files can be read on any thread, and put into indexes in any order. The bytes of the events are not copied: they are
/// found again in the file's own, which whoever reads it keeps anyway.
package struct IndexedFile: Sendable {
    package struct Item: Sendable, Hashable {
        /// Its kind in capitals, such as `VEVENT`, `VTODO` or `VJOURNAL`.
        package let kind: String
        package let uid: String
    }

    /// The components but for zones, those of one kind in the order of the file.
    package private(set) var items: [Item] = []
    package private(set) var diagnostics: [Diagnostic]
    /// Events that stand for themselves, in the order in which an index takes them.
    package private(set) var singles: [SingleOccurrence] = []
    /// The recurring parts, likewise.
    package private(set) var segments: [Segment] = []

    /// Reads a file, whose events say that they are from a file of this name.
    ///
    /// Throws `.notACalendar` when the bytes hold no calendar.
    package init(
        _ bytes: [UInt8],
        name: String?,
        in zone: Zone,
        limits: ReadingLimits
    ) throws(CalendarError) {
        // Nothing can be left out: any event may be asked for.
        var screen = ComponentScreen(searched: Int.min / 2..<Int.max / 2)
        screen.notesOthers = true
        let decoder = ComponentDecoder(limits: limits, file: name)
        let (block, isCut) = EventBlock.whole(bytes, upTo: max(0, limits.inputSize))
        let scanner = LineScanner(block, lineLimit: limits.lineLength)
        var reader = try CalendarReader(startingWith: scanner, isPart: false, file: name, limits)
        let whole = reader.isLaidOutAnew ? nil : bytes
        var part = ScreenedPart(insideCalendar: false, screen, decoder, within: whole)
        try part.read(&reader)
        try reader.checkFoundCalendar(in: name)
        part.add(reader.diagnostics)
        part.add(limits.remarks(ofEndOf: name, isCut: isCut))
        diagnostics = part.remarks.all
        let budget = SearchBudget(limits)
        for calendar in part.calendars { add(calendar, name, zone, limits, budget) }
    }

    /// A file that holds nothing, as it cannot be read.
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
        // No window: what is said of the window alone stays unsaid.
        var context = SeriesContext(
            displayZone: zone,
            searched: RulePlan.firstSecond..<RulePlan.firstSecond,
            limits: limits,
            budget: budget
        )
        context.saysObsolete = true
        let builder = SeriesBuilder(calendar: calendar.object, file: name, context: context)
        builder.build(calendar.events)
        diagnostics += builder.diagnostics.prefix(ReadingLimits().diagnostics)
        items += builder.firstMembers.map { Item(kind: "VEVENT", uid: $0.uid) }
        // An event without a start has no series, but a UID.
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

extension EventBlock {
    /// A file in memory, no more than so many bytes of it; and whether there are more.
    fileprivate static func whole(_ bytes: [UInt8], upTo limit: Int) -> (block: EventBlock, isCut: Bool) {
        let end = min(bytes.count, limit)
        let block = ByteBlock(copying: bytes)
        return (
            EventBlock(bytes: block, end: end, line: 1, lineCount: 0, isLast: true), end < bytes.count
        )
    }
}

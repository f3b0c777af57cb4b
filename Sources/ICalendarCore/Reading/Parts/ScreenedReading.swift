/// A reader that reads an input in parts on several threads and combines them as if it had been read sequentially.
///
/// Each part is read on the assumption that only a calendar is open at its start. This is verified once the preceding
/// part has been read. If the assumption is wrong, or if the framing is unusual, the rest of the input is read
/// sequentially from there. The result is therefore the same, and unusual files are only slower.
final class ScreenedReading {
    private let source: ByteSource
    private let screen: ComponentScreen
    private let decoder: ComponentDecoder
    private let blocks: EventBlocks
    private var whole: ScreenedPart
    private var isFirst = true
    private var hasFoundCalendar = false
    /// The line of BEGIN:VCALENDAR of the open calendar.
    private var calendarLine: Int?
    private var kind: InputKind?
    /// The first part that must be read sequentially, and all later parts.
    private var unread: [EventBlock] = []

    init(_ source: ByteSource, _ screen: ComponentScreen, _ decoder: ComponentDecoder, partSize: Int) {
        self.source = source
        self.screen = screen
        self.decoder = decoder
        blocks = EventBlocks(source, size: partSize)
        whole = ScreenedPart(insideCalendar: false, screen, decoder)
    }

    func run(threads: Int) throws(CalendarError) -> ScreenedPart {
        let (file, screen, decoder) = (source.name, screen, decoder)
        try Workers.mapInOrder(
            threads: threads,
            next: { () throws(CalendarError) in try nextPart() },
            transform: { part in PartReading(part.block, isFirst: part.isFirst, file, screen, decoder) },
            consume: { (reading) throws(CalendarError) in add(reading) }
        )
        if !unread.isEmpty || blocks.isGivenUp {
            try readRest()
        } else if !hasFoundCalendar {
            throw CalendarError(.notACalendar, file: source.name, (kind ?? InputKind([])).complaint)
        }
        return whole
    }

    private func nextPart() throws(CalendarError) -> (block: EventBlock, isFirst: Bool)? {
        guard unread.isEmpty, let block = try blocks.next() else { return nil }
        defer { isFirst = false }
        return (block, isFirst)
    }

    /// Adds a part, provided that it and all earlier parts could be read independently.
    private func add(_ reading: PartReading) {
        // A part that starts inside a calendar reports line 0, because it does not know where the calendar began.
        let isInside = calendarLine != nil
        guard unread.isEmpty, let part = reading.part, reading.isFirst || isInside else {
            unread.append(reading.block)
            return
        }
        if reading.isFirst { whole = part } else { whole.add(part) }
        if reading.isFirst { kind = reading.kind }
        hasFoundCalendar = hasFoundCalendar || reading.hasFoundCalendar
        if reading.calendarLine != 0 { calendarLine = reading.calendarLine }
        blocks.recycle(reading.block)
    }

    private func readRest() throws(CalendarError) {
        let line = unread.first?.line ?? blocks.line
        let rest = blocks.joined(after: unread)
        let limits = decoder.limits
        var reader: CalendarReader
        if let kind {
            reader = CalendarReader(
                LineScanner(rest, lineLimit: limits.lineLength, line: line),
                inside: calendarLine,
                kind,
                file: source.name,
                limits: limits
            )
        } else {
            reader = try CalendarReader(rest, limits: limits)
        }
        try whole.read(&reader)
        hasFoundCalendar = hasFoundCalendar || reader.hasFoundCalendar
        guard hasFoundCalendar else {
            throw CalendarError(.notACalendar, file: source.name, reader.kind.complaint)
        }
        whole.add(reader.diagnostics)
    }
}

private struct PartReading: Sendable {
    let block: EventBlock
    let isFirst: Bool
    /// The contents of the part, or nil if it cannot be read independently.
    let part: ScreenedPart?
    let hasFoundCalendar: Bool
    /// The line of the calendar that is open at the end; 0 if this calendar was already open at the start of the part.
    let calendarLine: Int?
    /// The kind of the input according to its first bytes; meaningful for the first part only.
    let kind: InputKind?

    init(
        _ block: EventBlock,
        isFirst: Bool,
        _ file: String?,
        _ screen: ComponentScreen,
        _ decoder: ComponentDecoder
    ) {
        self.block = block
        self.isFirst = isFirst
        let limits = decoder.limits
        var part = ScreenedPart(insideCalendar: !isFirst, screen, decoder)
        let scanner = LineScanner(block, lineLimit: limits.lineLength)
        do throws(CalendarError) {
            var reader =
                if isFirst {
                    try CalendarReader(startingWith: scanner, isPart: !block.isLast, file: file, limits)
                } else {
                    CalendarReader(scanner, inside: 0, isPart: !block.isLast, file: file, limits: limits)
                }
            try part.read(&reader)
            let isWhole = reader.isBetweenComponents && reader.scanner.lastLineNumber == block.lastLine
            self.part = isWhole ? part : nil
            hasFoundCalendar = reader.hasFoundCalendar
            calendarLine = reader.calendarLine
            kind = reader.kind
        } catch {
            // Reading sequentially will report the error.
            self.part = nil
            hasFoundCalendar = false
            calendarLine = nil
            kind = nil
        }
    }
}

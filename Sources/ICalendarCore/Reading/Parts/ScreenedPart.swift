/// The components that can overlap a range of instants, from one part of an input.
struct ScreenedPart: Sendable {
    /// The calendars in order; the first may start before the part, and the last may extend past its end.
    private(set) var calendars: [ScreenedCalendar] = []
    /// Whether the first calendar is already open at the start of the part.
    private let startsInside: Bool
    /// The diagnostics about everything skipped, repaired, or guessed in the kept components.
    private(set) var remarks: DiagnosticList
    private(set) var tally = SearchStatistics()
    /// Whether a calendar is open at the end of the part.
    private var isInCalendar: Bool
    private var hasFoundCalendar = false
    /// The line of the VCALENDAR that is open at the end, or 0 if it was already open at the start of the part.
    private var calendarLine: Int?
    /// The kind of input, judged by its first bytes, once they have been read.
    private var kind: InputKind?
    /// The number of components kept since the last skipped component.
    private var keptInARow = 0
    private var junk = JunkRun()
    private var texts = RecentTexts()
    private let screen: ComponentScreen
    private let decoder: ComponentDecoder
    /// The complete input, if it is stored elsewhere.
    private let whole: [UInt8]?

    /// Creates a part that starts inside a calendar, or outside any calendar.
    init(
        insideCalendar: Bool,
        _ screen: ComponentScreen,
        _ decoder: ComponentDecoder,
        within whole: [UInt8]? = nil
    ) {
        self.whole = whole
        startsInside = insideCalendar
        isInCalendar = insideCalendar
        self.screen = screen
        self.decoder = decoder
        if insideCalendar { calendars.append(ScreenedCalendar(line: nil)) }
        remarks = DiagnosticList(file: decoder.file, limit: decoder.limits.diagnostics)
    }

    /// Reads a source to its end; the result does not depend on the number of threads.
    ///
    /// Throws `.unreadable` if the source cannot be read, and `.notACalendar` if it contains no calendar.
    init(
        _ source: ByteSource,
        _ screen: ComponentScreen,
        _ decoder: ComponentDecoder,
        threads: Int,
        partSize: Int
    ) throws(CalendarError) {
        self.init(insideCalendar: false, screen, decoder)
        source.limit = max(0, decoder.limits.inputSize)
        // A small input is not worth distributing across threads.
        if threads > 1, (source.size ?? .max) > partSize {
            try readParts(of: source, size: partSize, threads: threads)
        } else {
            var reader = try CalendarReader(source, limits: decoder.limits)
            try read(&reader)
        }
        guard hasFoundCalendar else {
            throw CalendarError(.notACalendar, file: source.name, (kind ?? InputKind([])).complaint)
        }
        add(decoder.limits.remarks(ofEndOf: source))
    }

    /// Reads a source in parts on several threads.
    ///
    /// The result is the same as for sequential reading.
    ///
    /// Each part is read on the assumption that only a calendar is open at its start, which is verified after the
    /// preceding part has been read. If the assumption is wrong, or if the framing is unusual, the rest is read
    /// sequentially.
    private mutating func readParts(of source: ByteSource, size: Int, threads: Int) throws(CalendarError) {
        let (screen, decoder) = (screen, decoder)
        let blocks = EventBlocks(source, size: size)
        // The first part that must be read sequentially, and all later parts.
        var unread: [ByteBlock] = []
        try Workers.mapInOrder(
            threads: threads,
            next: { () throws(CalendarError) in unread.isEmpty ? try blocks.next() : nil },
            transform: { block in (block, ScreenedPart(block, screen, decoder)) },
            consume: { (block: ByteBlock, part: ScreenedPart?) throws(CalendarError) in
                guard unread.isEmpty, let part, !part.startsInside || calendarLine != nil else {
                    return unread.append(block)
                }
                if part.startsInside { add(part) } else { self = part }
                blocks.recycle(block)
            }
        )
        guard !unread.isEmpty || blocks.isGivenUp else { return }
        let rest = blocks.joined(after: unread)
        guard let kind else {
            var reader = try CalendarReader(rest, limits: decoder.limits)
            return try read(&reader)
        }
        let line = unread.first?.line ?? blocks.line
        let scanner = LineScanner(rest, lineLimit: decoder.limits.lineLength, line: line)
        let file = decoder.file
        var reader = CalendarReader(scanner, inside: calendarLine, kind, file: file, limits: decoder.limits)
        try read(&reader)
    }

    /// Reads a block on the assumption that only a calendar is open at its start.
    ///
    /// Returns nil if the block must be read sequentially. The sequential read reports any error.
    private init?(_ block: ByteBlock, _ screen: ComponentScreen, _ decoder: ComponentDecoder) {
        let isFirst = block.line == 1
        self.init(insideCalendar: !isFirst, screen, decoder)
        let (file, limits) = (decoder.file, decoder.limits)
        let scanner = LineScanner(block, lineLimit: limits.lineLength)
        do throws(CalendarError) {
            var reader =
                if isFirst {
                    try CalendarReader(startingWith: scanner, isPart: !block.isLast, file: file, limits)
                } else {
                    CalendarReader(scanner, inside: 0, isPart: !block.isLast, file: file, limits: limits)
                }
            try read(&reader)
            guard reader.isBetweenComponents, reader.scanner.lastLineNumber == block.lastLine else {
                return nil
            }
        } catch {
            return nil
        }
    }

    /// Reads the rest of a stream, and adds the diagnostics about its framing.
    mutating func read(_ reader: inout CalendarReader) throws(CalendarError) {
        // A local constant avoids the reference counting of each property access.
        let screen = screen
        while true {
            while isWorthPassing, let extent = reader.passEvent(screen) {
                junk.end(&remarks)
                tally.components += 1
                tally.kinds.events += 1
                keptInARow = 0
                calendars[calendars.count - 1].noteLeftOut(extent)
            }
            switch try reader.next() {
            case .calendarBegins(let line):
                junk.end(&remarks)
                calendars.append(ScreenedCalendar(line: line))
                isInCalendar = true
            case .calendarEnds:
                junk.end(&remarks)
                isInCalendar = false
            case .slice: look(at: &reader, screen)
            case .end:
                // Releases the cached strings on the thread that allocated them; other threads would have to wait.
                texts = RecentTexts()
                junk.end(&remarks)
                hasFoundCalendar = hasFoundCalendar || reader.hasFoundCalendar
                (calendarLine, kind) = (reader.calendarLine, reader.kind)
                return add(reader.diagnostics)
            }
        }
    }

    /// Whether the next event is likely to be skipped.
    ///
    /// If all events are kept, trying to skip each of them would mean reading every event twice.
    private var isWorthPassing: Bool { keptInARow < 4 || keptInARow & 7 == 0 }

    /// Examines the ready component; the reader is `inout` only to avoid a copy.
    private mutating func look(at reader: inout CalendarReader, _ screen: ComponentScreen) {
        tally.components += 1
        if !isInCalendar {
            // Components outside any calendar are stored in a calendar without properties.
            calendars.append(ScreenedCalendar(line: nil))
            isInCalendar = true
        }
        if !reader.isPendingRun { tally.kinds.add(reader.pendingName) }
        let last = calendars.count - 1
        switch reader.withPendingBytes({ screen.verdict($0, $1, $2) }) {
        case .keep:
            tally.keptComponents += 1
            keptInARow += 1
            tally.keptBytes += reader.pendingSize
            if reader.isPendingRun {
                calendars[last].addProperties(reader.takeSlice(), decoder, &junk, &remarks)
            } else {
                junk.end(&remarks)
                keep(reader)
            }
        case .leaveOut(let extent):
            keptInARow = 0
            junk.end(&remarks)
            if extent.isOverride {
                let event = ScheduledEvent(reader, decoder, &texts, &remarks, keepsContent: false)
                calendars[last].noteLeftOut(event, extent)
            } else if extent.uid == .odd {
                let decoded = decoder.decode(reader.takeSlice(), wanting: .revision)
                calendars[last].noteLeftOut(extent, decoded.component)
            } else {
                calendars[last].noteLeftOut(extent)
            }
        }
    }

    /// Keeps the ready component if it is an event or a time zone.
    private mutating func keep(_ reader: borrowing CalendarReader) {
        let last = calendars.count - 1
        switch reader.pendingName {
        case .known(.event):
            let keeps = screen.keepsContent
            let event = ScheduledEvent(
                reader,
                decoder,
                &texts,
                &remarks,
                keepsContent: keeps,
                within: whole
            )
            calendars[last].add(event)
        case .known(.timeZone):
            calendars[last].add(
                timeZone: DecodedZones.shared.component(reader.takeSlice(), decoder, &remarks)
            )
        case let kind where screen.notesOthers:
            // Determines the UID as for an event. Diagnostics are reported when the component is decoded.
            var unsaid = DiagnosticList(file: nil, limit: 0)
            let other = ScheduledEvent(reader, decoder, &texts, &unsaid, keepsContent: false)
            calendars[last].note(
                kind.capitals,
                uid: other.schedule.uid ?? StableIdentifier.uid(for: other.decoded().event.component)
            )
        default: break
        }
    }

    mutating func add(_ part: ScreenedPart) {
        var more = part.calendars[...]
        if part.startsInside, let first = more.popFirst(), !calendars.isEmpty {
            calendars[calendars.count - 1].add(first)
        }
        calendars += more
        remarks.append(part.remarks)
        tally.add(part.tally)
        isInCalendar = part.isInCalendar
        hasFoundCalendar = hasFoundCalendar || part.hasFoundCalendar
        if part.calendarLine != 0 { calendarLine = part.calendarLine }
    }

    /// After everything has been read, discards information needed only for series without kept events.
    ///
    /// Returns the UIDs for which more events must be read to evaluate the kept events.
    mutating func settle() -> Set<UIDHash> {
        var doubtful: Set<UIDHash> = []
        for index in calendars.indices {
            remarks.noteIgnored(in: calendars[index].object.component)
            doubtful.formUnion(calendars[index].settle(screen))
        }
        return doubtful
    }

    mutating func warnOfDoubt(_ count: Int) {
        let what = count == 1 ? "one UID" : "\(count) UIDs"
        remarks.warn(
            .series,
            line: nil,
            "input too long to read twice, but events of \(what) outside the window may affect events inside"
                + " it; pass a file instead of a pipe, or use --strict"
        )
    }

    mutating func add(_ diagnostics: DiagnosticList) {
        remarks.append(diagnostics)
    }
}

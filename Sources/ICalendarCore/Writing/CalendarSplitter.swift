/// A splitter that distributes a calendar's components among parts by UID in one pass and bounded memory.
///
/// Each part is a complete calendar, with the original calendar's properties and the time zone definitions that the
/// part's components mention. All bytes are output as they were read. The same input is always split in the same way.
package struct CalendarSplitter {
    /// A function that appends bytes to a part.
    package typealias Output = (_ part: Int, _ bytes: [UInt8]) throws(CalendarError) -> Void

    private let decoder: ComponentDecoder
    private var parts: [Part]
    private var texts = RecentTexts()
    private var hasCalendar = false
    private var begin = CalendarOrigin.plainBegin
    /// The calendar's own properties, and the number of runs of properties before its first component.
    private var runs: [[UInt8]] = []
    private var earlyRuns = 0
    private var hasComponents = false
    private var zones: [CalendarZone] = []
    private var keptBytes = 0
    /// The diagnostics from reading the input, which the parts do not repeat.
    package private(set) var diagnostics: [Diagnostic] = []
    package private(set) var components = 0
    /// The number of components in each part, excluding time zone definitions.
    package var sizes: [Int] { parts.map(\.components) }

    private struct Part {
        var isBegun = false
        var components = 0
        /// The numbers of the zones missing from this part.
        var missing: [Int] = []
    }

    /// The maximum size of the properties and time zone definitions of one calendar, in bytes.
    ///
    /// The splitter keeps the properties and definitions in memory and repeats them in each part.
    private static let mostKeptBytes = 64 << 20

    /// Creates a splitter that produces at most `count` parts.
    package init(into count: Int, limits: ReadingLimits = .standard, file: String?) {
        decoder = ComponentDecoder(limits: limits, file: file)
        parts = Array(repeating: Part(), count: max(1, count))
    }

    /// Reads a source to its end.
    ///
    /// Throws `.unreadable` if the source cannot be read, `.notACalendar` if it contains no calendar, and any error
    /// from the output.
    package mutating func split(_ source: ByteSource, to output: Output) throws(CalendarError) {
        var reader = try CalendarReader(source, limits: decoder.limits)
        reading: while true {
            switch try reader.next() {
            case .calendarBegins:
                try endCalendar(output)
                hasCalendar = true
                begin = reader.oddLine(CalendarOrigin.plainBegin).map(Self.ended) ?? CalendarOrigin.plainBegin
            case .calendarEnds: try endCalendar(output)
            case .slice: try add(&reader, output)
            case .end: break reading
            }
        }
        try endCalendar(output)
        try reader.checkFoundCalendar(in: source.name)
        diagnostics = reader.diagnostics.all
    }

    private mutating func add(_ reader: inout CalendarReader, _ output: Output) throws(CalendarError) {
        // Components outside any calendar are treated as a calendar.
        hasCalendar = true
        let bytes = Self.bytes(of: reader)
        if reader.isPendingRun {
            try keep(bytes)
            runs.append(bytes)
            if !hasComponents { earlyRuns = runs.count }
        } else if reader.pendingName == .known(.timeZone) {
            try keep(bytes)
            let identifier = decoder.decode(reader.takeSlice()).0.text("TZID")
            try add(CalendarZone(identifier, bytes), output)
        } else {
            hasComponents = true
            components += 1
            var unsaid = DiagnosticList(file: nil, limit: 0)
            let event = ScheduledEvent(reader, decoder, &texts, &unsaid, keepsContent: false)
            let uid = event.schedule.uid ?? StableIdentifier.uid(for: event.decoded().event.component)
            let hash = StableIdentifier.beginning(with: uid).state
            let part = Int((hash ^ hash >> 32) % UInt64(parts.count))
            try begin(part, output)
            if !parts[part].missing.isEmpty { try addZones(mentionedIn: bytes, to: part, output) }
            try output(part, bytes)
            parts[part].components += 1
        }
    }

    private mutating func keep(_ bytes: [UInt8]) throws(CalendarError) {
        keptBytes += bytes.count
        guard keptBytes > Self.mostKeptBytes else { return }
        throw CalendarError(
            .unreadable,
            file: decoder.file,
            "limit reached: \(Self.mostKeptBytes >> 20) MiB of properties and time zone definitions in one VCALENDAR;"
                + " the calendar cannot be split"
        )
    }

    /// Adds a zone and writes it immediately to parts that have already begun, because their components may mention
    /// it.
    private mutating func add(_ zone: CalendarZone, _ output: Output) throws(CalendarError) {
        zones.append(zone)
        let number = zones.count - 1
        for part in parts.indices where parts[part].isBegun { try add(zone: number, to: part, output) }
    }

    private mutating func add(zone number: Int, to part: Int, _ output: Output) throws(CalendarError) {
        parts[part].missing.removeAll { $0 == number }
        zones[number].isInPart = true
        try output(part, zones[number].bytes)
    }

    private mutating func addZones(
        mentionedIn bytes: [UInt8],
        to part: Int,
        _ output: Output
    ) throws(CalendarError) {
        let text = CalendarZone.comparable(bytes)
        for number in parts[part].missing where zones[number].isMentioned(in: text) {
            try add(zone: number, to: part, output)
        }
    }

    private mutating func begin(_ part: Int, _ output: Output) throws(CalendarError) {
        guard !parts[part].isBegun else { return }
        parts[part].isBegun = true
        parts[part].missing = Array(zones.indices)
        try output(part, begin)
        for run in runs[..<earlyRuns] {
            try output(part, run)
            try addZones(mentionedIn: run, to: part, output)
        }
    }

    private mutating func endCalendar(_ output: Output) throws(CalendarError) {
        defer {
            (hasCalendar, hasComponents, earlyRuns, keptBytes) = (false, false, 0, 0)
            (runs, zones, begin) = ([], [], CalendarOrigin.plainBegin)
        }
        guard hasCalendar else { return }
        if !parts.contains(where: \.isBegun) { try begin(0, output) }
        // A zone that no component mentions is also read and may have diagnostics.
        if let first = parts.firstIndex(where: \.isBegun) {
            for number in zones.indices where !zones[number].isInPart {
                try add(zone: number, to: first, output)
            }
        }
        for part in parts.indices where parts[part].isBegun {
            for run in runs[earlyRuns...] {
                try output(part, run)
                try addZones(mentionedIn: run, to: part, output)
            }
            try output(part, CalendarOrigin.plainEnd)
            parts[part].isBegun = false
        }
    }

    /// Returns the lines of the ready slice, including their line endings.
    private static func bytes(of reader: borrowing CalendarReader) -> [UInt8] {
        let whole = reader.takeBytes()
        return reader.withPendingBytes { _, lines, bytes in
            if ComponentSlice.Line.areAll(lines, of: bytes.count) { return ended(whole) }
            var copy: [UInt8] = []
            for place in lines.indices { copy += ended(Array(whole[lines[place].range])) }
            return copy
        }
    }

    /// Returns the lines, adding a line ending to the last line if it has none.
    private static func ended(_ bytes: [UInt8]) -> [UInt8] {
        guard let last = bytes.last, last != Ascii.lineFeed, last != Ascii.carriageReturn else {
            return bytes
        }
        return bytes + [Ascii.carriageReturn, Ascii.lineFeed]
    }
}

/// A VTIMEZONE in a calendar that is being split.
private struct CalendarZone {
    let bytes: [UInt8]
    var isInPart = false
    /// The TZID as it appears in unfolded lines, or nil if there is more than one way to write it.
    private let name: [UInt8]?

    init(_ identifier: String?, _ bytes: [UInt8]) {
        self.bytes = bytes
        let text = Self.comparable(Array((identifier ?? "").trimmedOfBlanks.utf8))
        let plain = Set("abcdefghijklmnopqrstuvwxyz0123456789/ +-.".utf8)
        name = text.isEmpty || !text.allSatisfy(plain.contains) ? nil : text
    }

    func isMentioned(in text: [UInt8]) -> Bool {
        guard let name, let first = name.first else { return true }
        var place = 0
        while place + name.count <= text.count {
            if text[place] == first, text[place..<place + name.count].elementsEqual(name) { return true }
            place += 1
        }
        return false
    }

    /// Returns unfolded lines in lowercase, replacing underscores with spaces.
    static func comparable(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            var next = place
            while next < bytes.count, bytes[next] == Ascii.carriageReturn || bytes[next] == Ascii.lineFeed {
                next += 1
            }
            if next > place, next < bytes.count, bytes[next] == Ascii.space || bytes[next] == Ascii.tab {
                place = next + 1
                continue
            }
            let byte = bytes[place]
            switch byte {
            case 0x41...0x5A: text.append(byte | 0x20)
            case UInt8(ascii: "_"): text.append(Ascii.space)
            default: text.append(byte)
            }
            place += 1
        }
        return text
    }
}

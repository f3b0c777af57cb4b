package import ICalendarCore

/// The format of a calendar, as detected from its first bytes.
package enum CalendarForm: Sendable, Hashable {
    /// The format defined in RFC 5545, possibly inside an email.
    case iCalendar
    /// The JSON format defined in RFC 7265.
    case jCal

    fileprivate static let mostBytes = 256 << 20

    /// Detects the format of a source without consuming its first bytes.
    fileprivate init(_ source: ByteSource) throws(CalendarError) {
        self = InputKind.isJSON(try source.peek(512)) ? .jCal : .iCalendar
    }
}

extension CalendarFile {
    /// Reads iCalendar or jCal, and also returns the detected format.
    ///
    /// Throws `.unreadable` if the source cannot be read, and `.notACalendar` if it contains no calendar.
    package static func reading(
        _ source: ByteSource,
        limits: ReadingLimits = .standard,
        threads: Int?,
        engine: ComponentDecoder.Engine? = nil
    ) throws(CalendarError) -> (file: CalendarFile, form: CalendarForm) {
        let form = try CalendarForm(source)
        switch form {
        case .iCalendar: return (try CalendarFile(source, limits, threads: threads, engine: engine), form)
        case .jCal: return (try CalendarFile(jCal: source, limits), form)
        }
    }

    fileprivate init(jCal source: ByteSource, _ limits: ReadingLimits) throws(CalendarError) {
        var limits = limits
        limits.inputSize = min(max(0, limits.inputSize), CalendarForm.mostBytes)
        // Reading one byte more than the limit shows whether the input exceeds it.
        source.limit = limits.inputSize + 1
        try self.init(jCal: source.rest(), name: source.name, limits: limits)
    }
}

extension OccurrenceSearch {
    /// Reads iCalendar or jCal and returns the diagnostics.
    ///
    /// Every event in jCal is kept.
    ///
    /// Throws `.unreadable` if the source cannot be read, and `.notACalendar` if it contains no calendar.
    package mutating func read(inEitherForm source: ByteSource) throws(CalendarError) -> [Diagnostic] {
        source.progress = progress
        switch try CalendarForm(source) {
        case .iCalendar: return try read(source)
        case .jCal: return keep(try CalendarFile(jCal: source, limits), bytes: source.bytesRead)
        }
    }

    /// Reads iCalendar or jCal from files and named pipes, like ``read(contentsOf:)-([CalendarPath])``.
    ///
    /// A file with an iCalendar extension is read as iCalendar first, and as jCal only if that fails.
    package mutating func read(
        inEitherForm paths: [CalendarPath]
    ) -> [Result<[Diagnostic], CalendarError>] {
        var results: [Result<[Diagnostic], CalendarError>] = []
        results.reserveCapacity(paths.count)
        var rest = paths[...]
        while let first = rest.first {
            let usual = rest.prefix { Self.hasUsualName($0) }
            guard usual.isEmpty else {
                rest = rest.dropFirst(usual.count)
                for (path, result) in zip(usual, read(contentsOf: Array(usual))) {
                    results.append(isJSON(path, result) ? readAlone(path) : result)
                }
                continue
            }
            rest = rest.dropFirst()
            results.append(readAlone(first))
        }
        return results
    }

    private mutating func readAlone(_ path: CalendarPath) -> Result<[Diagnostic], CalendarError> {
        Result { () throws(CalendarError) in try read(inEitherForm: ByteSource(path: path)) }
    }

    /// Returns whether a file that could not be read as iCalendar contains JSON and can be read again.
    private func isJSON(_ path: CalendarPath, _ result: Result<[Diagnostic], CalendarError>) -> Bool {
        guard case .failure(let error) = result, error.code == .notACalendar,
            (try? path.identity())?.kind == .regular,
            let source = try? ByteSource(path: path), let start = try? source.peek(512)
        else { return false }
        return InputKind.isJSON(start)
    }

    private static func hasUsualName(_ path: CalendarPath) -> Bool {
        guard let dot = path.bytes.lastIndex(of: Ascii.point) else { return false }
        return usualNames.contains(String(decoding: path.bytes[dot...].map { $0 | 0x20 }, as: UTF8.self))
    }

    private static let usualNames: Set<String> = [".ics", ".ical", ".icalendar", ".ifb", ".vcs", ".eml"]
}

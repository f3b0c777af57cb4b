public import ICalendarCore

/// A parser for the components of a file.
///
/// ```swift
/// let file = try CalendarFile(contentsOf: "team.ics", engine: .libical)
/// ```
public enum CalendarEngine: String, Sendable, Hashable, CaseIterable {
    /// The parser of this package: `CalendarEngine(rawValue: "native")`.
    case native
    #if Libical
        /// The parser of libical, used for one component at a time: `CalendarEngine(rawValue: "libical")`.
        ///
        /// This package parses the lines on which libical 3.0 corrupts memory or takes a long time, with a diagnostic.
        case libical
    #endif

    /// The decoder for components, or nil for the decoder of this package.
    ///
    /// Throws `.unreadable` if the engine is not installed.
    package var decoder: ComponentDecoder.Engine? {
        get throws(CalendarError) {
            switch self {
            case .native: return nil
            #if Libical
                case .libical:
                    try LibicalLibrary.requireUsable()
                    return { LibicalEngine.decode($0, $1, &$2) }
            #endif
            }
        }
    }
}

extension CalendarFile {
    /// Reads a file or a named pipe with the given engine.
    ///
    /// ```swift
    /// let file = try CalendarFile(contentsOf: "team.ics", engine: .libical)
    /// for diagnostic in file.diagnostics { print(diagnostic) }
    /// ```
    ///
    /// Throws the same errors as ``init(contentsOf:limits:threads:)-(String,_,_)``, and `.unreadable` if libical 3.0 is
    /// requested and not installed.
    public init(
        contentsOf path: String,
        engine: CalendarEngine,
        limits: ReadingLimits = .standard,
        threads: Int? = nil
    ) throws(CalendarError) {
        try self.init(ByteSource(path: path), limits, threads: threads, engine: engine.decoder)
    }

    /// Reads bytes in memory with the given engine.
    ///
    /// Diagnostics show `name` as the file name.
    ///
    /// ```swift
    /// let file = try CalendarFile(bytes: [UInt8](calendar.icsData()), engine: .libical)
    /// ```
    ///
    /// Throws `.notACalendar` if the bytes contain no calendar, and `.unreadable` if libical 3.0 is requested and not
    /// installed.
    public init(
        bytes: [UInt8],
        engine: CalendarEngine,
        name: String? = nil,
        limits: ReadingLimits = .standard,
        threads: Int? = nil
    ) throws(CalendarError) {
        let source = ByteSource(bytes: bytes, name: name)
        try self.init(source, limits, threads: threads, engine: engine.decoder)
    }
}

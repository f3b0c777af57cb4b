public import ICalendarCore

/// A parser for a file's components.
///
/// ```swift
/// let file = try CalendarFile(contentsOf: "team.ics", engine: .libical)
/// ```
public enum CalendarEngine: String, Sendable, Hashable, CaseIterable {
    /// This package's own parser: `CalendarEngine(rawValue: "native")`.
    case native
    #if Libical
        /// libical's parser, used for one component at a time: `CalendarEngine(rawValue: "libical")`.
        ///
        /// Lines on which libical 3.0 would corrupt memory or take a long time are parsed by this package instead, and
        /// a diagnostic is added.
        case libical
    #endif

    /// The decoder for components, or nil to use this package's decoder.
    ///
    /// Getting it throws `.unreadable` if the engine is not installed.
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
    /// requested but not installed.
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
    /// Throws `.notACalendar` if the bytes contain no calendar, and `.unreadable` if libical 3.0 is requested but not
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

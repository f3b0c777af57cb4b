import ICalendar

/// How occurrences are printed.
enum OutputFormat: String, Sendable, CaseIterable {
    /// One aligned line an occurrence, for people.
    case text
    /// One array of objects.
    case json
    /// One object a line.
    case ndjson

    /// The writer of this format; `zone` is the display zone.
    func writer(in zone: Zone) -> any OccurrenceWriter {
        switch self {
        case .text: TextWriter(zone: zone)
        case .json: JSONArrayWriter()
        case .ndjson: JSONLinesWriter()
        }
    }
}

/// Turns occurrences into bytes, one after the other.
protocol OccurrenceWriter {
    /// What stands before the first occurrence.
    mutating func begin(_ bytes: inout [UInt8])
    /// One occurrence.
    mutating func write(_ occurrence: Occurrence, to bytes: inout [UInt8])
    /// What stands after the last occurrence.
    mutating func end(_ bytes: inout [UInt8])
    /// What was found wrong with the events that were written.
    var diagnostics: [Diagnostic] { get }
}

extension OccurrenceWriter {
    mutating func begin(_ bytes: inout [UInt8]) {}
    mutating func end(_ bytes: inout [UInt8]) {}
}

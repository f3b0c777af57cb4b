import ICalendar

/// How occurrences are printed.
enum OutputFormat: String, Sendable, CaseIterable {
    /// One aligned line an occurrence, for people.
    case text
    /// One array of objects.
    case json
    /// One object a line.
    case ndjson

    /// Writes occurrences in this format.
    func write(
        _ occurrences: Occurrences,
        with output: inout RowOutput,
        to descriptor: Descriptor
    ) throws(WriteError) {
        switch self {
        case .text: try output.write(occurrences, as: TextRows(), to: descriptor)
        case .json: try output.write(occurrences, as: JSONRows(isArray: true), to: descriptor)
        case .ndjson: try output.write(occurrences, as: JSONRows(isArray: false), to: descriptor)
        }
    }
}

package import ICalendar

/// How occurrences are printed.
package enum OutputFormat: String, Sendable, CaseIterable {
    /// One aligned line an occurrence, for people.
    case text
    /// One array of objects.
    case json
    /// One object a line.
    case ndjson
    /// Events of one calendar (RFC 5545); without events it holds the definition of UTC, since it needs a component.
    case ics
    /// The same in JSON (RFC 7265).
    case jcal
    /// The same in XML (RFC 6321).
    case xcal
    /// Free and busy times in place of occurrences.
    case freebusy

    /// Writes occurrences in this format.
    package func write(
        _ occurrences: Occurrences,
        with output: inout RowOutput,
        to descriptor: Descriptor
    ) throws(WriteError) {
        switch self {
        case .text: try output.write(occurrences, as: TextRows(), to: descriptor)
        case .json: try output.write(occurrences, as: JSONRows(isArray: true), to: descriptor)
        case .ndjson: try output.write(occurrences, as: JSONRows(isArray: false), to: descriptor)
        case .ics: try output.write(occurrences, as: EventRows(.ics, of: occurrences), to: descriptor)
        case .jcal: try output.write(occurrences, as: EventRows(.jcal, of: occurrences), to: descriptor)
        case .xcal: try output.write(occurrences, as: EventRows(.xcal, of: occurrences), to: descriptor)
        // Free and busy times are no occurrences; see ``Task``.
        case .freebusy: break
        }
    }
}

package import ICalendar

/// Encodes the rows of many small calendars as lines of JSON with a key.
///
/// Only one thread at a time may use the encoder.
package struct RecordRows: Sendable {
    private let zones: ZoneNumbers
    private var clock: ClockText
    private let isByMonth: Bool

    /// Creates an encoder; if `isByMonth` is true, its lines are for ``MonthRows``.
    package init(in zone: Zone, isByMonth: Bool) {
        self.isByMonth = isByMonth
        zones = ZoneNumbers(display: zone)
        clock = ClockText(zones)
    }

    /// Appends the rows of a calendar to a block.
    ///
    /// Returns the number of rows and the diagnostics for their events.
    ///
    /// Calls `drain` to empty or replace the block when it is full, which limits memory use. If `drain` throws an
    /// error, the work ends. The key must be JSON.
    package mutating func append<Failure: Error>(
        _ occurrences: Occurrences,
        key: [UInt8],
        to block: inout OutputBlock,
        drain: (inout OutputBlock) throws(Failure) -> Void
    ) throws(Failure) -> WrittenRows {
        if occurrences.singles.isEmpty, occurrences.segments.isEmpty { return WrittenRows() }
        let sources = occurrences.sources()
        let templates = RowEncoder.Templates(
            JSONRows(isArray: false, key: key, isByMonth: isByMonth),
            of: sources,
            numbering: zones
        )
        var encoder = RowEncoder(templates, clock: clock)
        var (count, told) = (0, ToldRemarks())
        try occurrences.mapRows(
            of: sources,
            threads: 1,
            transform: { rows, _ in rows },
            consume: { (rows: [OccurrenceRow]) throws(Failure) in
                var rest = rows[...]
                count += rest.count
                while !rest.isEmpty {
                    for remarks in encoder.encode(&rest, into: block, isAppending: true) { told.add(remarks) }
                    if block.count >= RowEncoder<JSONRows>.fullBlock { try drain(&block) }
                }
            }
        )
        clock = encoder.clock
        return WrittenRows(count: count, diagnostics: told.all)
    }

    /// Appends the line for a record that cannot be read.
    package func append(error: String, key: [UInt8], line: Int, to block: OutputBlock) {
        var bytes = Array(((isByMonth ? MonthRows.noMonth : "") + #"{"key":"#).utf8) + key
        JSONText.append(key: "error", string: error, to: &bytes)
        JSONText.append(key: "line", literal: line, to: &bytes)
        bytes += Array("}\n".utf8)
        block.append(bytes)
    }
}

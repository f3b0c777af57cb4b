import ICalendar

/// `ndjson`: one object a line.
struct JSONLinesWriter: OccurrenceWriter {
    private var encoder = JSONOccurrence()

    var diagnostics: [Diagnostic] { encoder.diagnostics }

    mutating func write(_ occurrence: Occurrence, to bytes: inout [UInt8]) {
        encoder.write(occurrence, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }
}

/// `json`: the same objects in one array, one a line.
struct JSONArrayWriter: OccurrenceWriter {
    private var encoder = JSONOccurrence()

    var diagnostics: [Diagnostic] { encoder.diagnostics }
    private var isFirst = true

    mutating func begin(_ bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
    }

    mutating func write(_ occurrence: Occurrence, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: (isFirst ? "\n" : ",\n").utf8)
        isFirst = false
        encoder.write(occurrence, to: &bytes)
    }

    mutating func end(_ bytes: inout [UInt8]) {
        bytes.append(contentsOf: (isFirst ? "]\n" : "\n]\n").utf8)
    }
}

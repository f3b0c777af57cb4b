import ICalendar

/// The result of expanding a calendar, as text to compare.
struct Expanded {
    /// One line per occurrence, in order: `START END UID`, then ` @RECURRENCEID` and ` detached` where
    /// applicable.
    var lines: [String] = []
    /// The starts of the occurrences.
    var starts: [String] = []
    /// `START END` of each occurrence.
    var spans: [String] = []
    /// The diagnostics of reading and expanding, as printed.
    var diagnostics: [String] { remarks.map(\.description) }
    /// The diagnostics of reading and expanding.
    var remarks: [Diagnostic] = []
    /// The occurrences.
    var occurrences: [Occurrence] = []
    /// The input lines, to locate a diagnostic.
    var source: [String] = []

    /// Returns whether a line that starts with one of `places` has a diagnostic, with one of `words` in its
    /// message if any are given.
    ///
    /// Words are compared regardless of case. If several lines start with the same text, any of them matches.
    func warns(at places: String..., saying words: String..., severity: Diagnostic.Severity? = nil) -> Bool {
        remarks.contains { remark in
            guard let line = remark.line, source.indices.contains(line - 1) else { return false }
            let message = remark.message.lowercased()
            return places.contains { source[line - 1].hasPrefix($0) }
                && (words.isEmpty || words.contains { message.contains($0.lowercased()) })
                && (severity == nil || severity == remark.severity)
        }
    }
}

/// Reads a calendar and expands it between two bounds (see ``instant(_:in:)``).
func expand(
    _ ics: String,
    from: String,
    to: String,
    in zone: String = "UTC",
    options: ExpansionOptions = .init()
) throws -> Expanded {
    try expand(bytes: Array(ics.utf8), from: from, to: to, in: zone, options: options)
}

/// Reads a calendar from bytes, which need not be UTF-8, and expands it.
func expand(
    bytes: [UInt8],
    from: String,
    to: String,
    in zone: String = "UTC",
    options: ExpansionOptions = .init()
) throws -> Expanded {
    let file = try CalendarFile(bytes: bytes, name: "test.ics", limits: ReadingLimits())
    var expanded = try expand([file], from: from, to: to, in: zone, options: options)
    expanded.source = String(decoding: bytes, as: UTF8.self)
        .split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    return expanded
}

/// Expands files that have already been read.
func expand(
    _ files: [CalendarFile],
    from: String,
    to: String,
    in zone: String = "UTC",
    options: ExpansionOptions = .init()
) throws -> Expanded {
    let zone = try Zone(identifier: zone)
    let window = try OccurrenceWindow(from: instant(from, in: zone), to: instant(to, in: zone), in: zone)
    let found = Occurrences(of: files, in: window, options: options)
    var expanded = Expanded()
    expanded.occurrences = Array(found)
    expanded.lines = expanded.occurrences.map(\.line)
    expanded.starts = expanded.occurrences.map { $0.start.description }
    expanded.spans = expanded.occurrences.map { "\($0.start) \($0.end)" }
    expanded.remarks = files.flatMap(\.diagnostics)
    for remark in found.diagnostics where !expanded.remarks.contains(remark) {
        expanded.remarks.append(remark)
    }
    return expanded
}

extension Expanded: CustomStringConvertible {
    /// The occurrences and diagnostics, for the messages of failing tests.
    var description: String { (lines + diagnostics).joined(separator: "\n") }
}

extension Occurrence {
    /// The line for an occurrence: `START END UID`, then ` @RECURRENCEID` and ` detached` where applicable.
    var line: String {
        var line = "\(start) \(end) \(uid)"
        if let recurrenceID { line += " @\(recurrenceID)" }
        return line + (isDetached ? " detached" : "")
    }
}

/// Returns the instant for `2026-03-29` or `2026-03-29T10:00:00`, as local time in `zone`, or in UTC with
/// `Z`.
func instant(_ text: String, in zone: Zone) throws -> Instant {
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
    func number(_ index: Int) -> Int { numbers.indices.contains(index) ? numbers[index] : 0 }
    guard
        let civil = CivilDateTime(
            year: number(0),
            month: number(1),
            day: number(2),
            hour: number(3),
            minute: number(4),
            second: number(5)
        )
    else { throw CalendarError(.invalidValue, "\(text) is no time") }
    return text.hasSuffix("Z") ? Instant(secondsSince1970: civil.secondNumber) : zone.instant(of: civil)
}

/// Returns the window between two bounds (see ``instant(_:in:)``).
func window(_ from: String, _ to: String, in zone: String = "UTC") throws -> OccurrenceWindow {
    let zone = try Zone(identifier: zone)
    return try OccurrenceWindow(from: instant(from, in: zone), to: instant(to, in: zone), in: zone)
}

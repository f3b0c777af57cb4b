import ICalendarCore

/// A check of the length and line ending of each property's original line.
///
/// Each of the two problems is reported at most once.
struct LineCheck {
    private(set) var violations: [Violation] = []
    private var long = 0
    private var firstLong: Int?
    private var bare = 0
    private var firstBare: Int?

    /// The recommended maximum line length in octets, excluding the line break (RFC 5545 section 3.1).
    static let longest = 75

    init(_ file: CalendarFile) {
        var pending = file.calendars.map(\.component)
        while let component = pending.popLast() {
            for property in component.properties {
                if let source = property.source, source.isKept { look(source, property.line) }
            }
            pending += component.components
        }
        if long > 0 {
            violations.append(
                Violation(
                    .warning,
                    .longLine,
                    line: firstLong,
                    "\(Self.count(long, "property has", "properties have")) lines longer than 75 octets;"
                        + " changed lines are folded on writing",
                    section: "RFC 5545 section 3.1"
                )
            )
        }
        if bare > 0 {
            violations.append(
                Violation(
                    .warning,
                    .lineEnd,
                    line: firstBare,
                    "\(Self.count(bare, "property does", "properties do")) not end in CRLF",
                    section: "RFC 5545 section 3.1"
                )
            )
        }
    }

    private static func count(_ number: Int, _ one: String, _ several: String) -> String {
        number == 1 ? "a \(one)" : "\(number) \(several)"
    }

    private mutating func look(_ source: SourceLine, _ line: Int?) {
        let all = source.store.bytes
        let bytes = all.span.extracting(source.range)
        let count = bytes.count
        let endsInCRLF =
            count >= 2 && bytes[count - 2] == Ascii.carriageReturn && bytes[count - 1] == Ascii.lineFeed
        // Fast path: nearly every property is a single line of normal length.
        if endsInCRLF, count <= Self.longest { return }
        var isBare = !endsInCRLF
        var length = 0
        var isLong = false
        for index in 0..<count {
            let byte = bytes[index]
            guard LineFolding.isLineEnd(byte) else {
                length += 1
                if length > Self.longest { isLong = true }
                continue
            }
            if byte == Ascii.lineFeed, index == 0 || bytes[index - 1] != Ascii.carriageReturn {
                isBare = true
            }
            length = 0
        }
        if isLong {
            long += 1
            firstLong = min(firstLong ?? .max, line ?? .max)
        }
        if isBare {
            bare += 1
            firstBare = min(firstBare ?? .max, line ?? .max)
        }
    }
}

/// The bytes of one component directly inside a VCALENDAR, or of a run of the VCALENDAR's own properties.
///
/// A component includes its nested components. A slice has its own copy of the bytes, so it is independent of the file,
/// the reader, and other slices, and can be decoded on any thread. Every BEGIN in it has a matching END, because
/// unclosed components have been removed.
package struct ComponentSlice: Sendable {
    /// The component's uppercase name, or `VCALENDAR` for a run of the calendar's own properties.
    package let name: String
    package let store: ByteStore
    /// The logical lines; bytes between them belong to skipped lines.
    package let lines: [Line]
    /// Whether this is a run of the calendar's own properties, without BEGIN and END.
    package let isCalendarProperties: Bool

    /// One line: its kind and the location of its bytes.
    package struct Line: Sendable, Hashable, BitwiseCopyable {
        package enum Kind: UInt8, Sendable, BitwiseCopyable {
            case property
            case begin
            case end
        }

        /// The offset of the line in the slice, in bytes.
        package var offset: UInt32
        /// The length in bytes, including folds and the final line ending.
        var length: UInt32
        /// The one-based line number in the file.
        package var number: UInt32
        package var kind: Kind
        package var isFolded: Bool
        /// Whether the line is BEGIN or END, or its first two bytes may start the name of a scheduling property.
        var mayBound = true

        package var range: Range<Int> { Int(offset)..<Int(offset) + Int(length) }

        /// Returns whether the lines cover all `count` bytes without gaps.
        static func areAll(_ lines: Span<Line>, of count: Int) -> Bool {
            var next = 0
            for place in lines.indices {
                guard Int(lines[place].offset) == next else { return false }
                next += Int(lines[place].length)
            }
            return next == count
        }
    }
}

extension ComponentSlice {
    /// Recreates the slice of an event from its bytes; `line` is the event's first line in the file.
    ///
    /// Finding the lines again costs less than storing them, because few events are ever decoded.
    init(event store: ByteStore, line: Int, _ limits: ReadingLimits) {
        let source = ByteSource(bytes: store.bytes, name: nil)
        var scanner = LineScanner(source, lineLimit: limits.lineLength, line: line)
        // With all bytes in the buffer, BEGIN and END are recognized quickly.
        try? scanner.fill()
        var reader = CalendarReader(scanner, inside: 0, isPart: true, file: nil, limits: limits)
        _ = try? reader.next()
        self.init(name: "VEVENT", store: store, lines: reader.copyOfLines(), isCalendarProperties: false)
    }
}

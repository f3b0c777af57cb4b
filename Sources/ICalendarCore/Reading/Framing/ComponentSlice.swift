/// One line of a ``ComponentSlice``: where its bytes are, and what it is.
package struct SliceLine: Sendable, Hashable, BitwiseCopyable {
    package enum Kind: UInt8, Sendable, BitwiseCopyable {
        case property
        case begin
        case end
    }

    /// Where the line starts, in bytes from the start of the slice.
    package var offset: UInt32
    /// How long it is in bytes, folds and the last line end included.
    var length: UInt32
    /// Its number in the file, from 1.
    package var number: UInt32
    package var kind: Kind
    package var isFolded: Bool
    /// Whether its first two bytes may begin the name of a property that says when an event happens, or the line is
    /// BEGIN or END.
    var mayBound = true

    package var range: Range<Int> { Int(offset)..<Int(offset) + Int(length) }

    /// Whether some lines follow one another without gaps from the first byte of so many to the last.
    static func areAll(_ lines: Span<SliceLine>, of count: Int) -> Bool {
        var next = 0
        for place in lines.indices {
            guard Int(lines[place].offset) == next else { return false }
            next += Int(lines[place].length)
        }
        return next == count
    }
}

/// The bytes of one component that stands directly inside a VCALENDAR, with the components inside it, or of a run of
/// the VCALENDAR's own properties.
///
/// It has its own copy of its bytes, so slices are independent of the file, of the reader and of each other, and can be
/// decoded on any thread. Its lines are balanced: what was not closed by name has been left out.
package struct ComponentSlice: Sendable {
    /// The component's name in capitals; `VCALENDAR` for a run of properties of the calendar itself.
    package let name: String
    package let store: ByteStore
    /// The logical lines; bytes between them belong to lines that were left out.
    package let lines: [SliceLine]
    /// Whether this is a run of the calendar's own properties, without BEGIN and END.
    package let isCalendarProperties: Bool
}

extension ComponentSlice {
    /// The slice of an event of which only the bytes were kept; it starts on this line of the file.
    ///
    /// Its lines are found once more as they were found before, which costs less than keeping them: few events are
    /// ever decoded.
    init(event store: ByteStore, line: Int, _ limits: ReadingLimits) {
        let source = ByteSource(bytes: store.bytes, name: nil)
        var scanner = LineScanner(source, lineLimit: limits.lineLength, line: line)
        // With all bytes there from the start, BEGIN and END are known at a glance.
        try? scanner.fill()
        var reader = CalendarReader(scanner, inside: 0, isPart: true, file: nil, limits: limits)
        _ = try? reader.next()
        self.init(name: "VEVENT", store: store, lines: reader.lines.copy(), isCalendarProperties: false)
    }
}

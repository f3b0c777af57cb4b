/// The BEGIN or END of a component, as written in a content line.
///
/// A marker stores no text, because one line in nine is a marker.
package struct Marker {
    /// Whether the line is BEGIN rather than END.
    let isBegin: Bool
    /// The component, if an RFC defines it.
    let known: KnownComponent?
    /// A case-insensitive hash of the name, used to compare names.
    let hash: UInt64
    /// The range of the name in the unfolded line, without the blanks around it.
    private let place: Range<Int>
    /// Whether the line contains blanks around the colon or after the name, which RFC 5545 does not allow.
    let isSpaced: Bool

    /// Returns the component's uppercase name; `line` is the marker's unfolded line.
    ///
    /// Each non-ASCII byte is replaced with a question mark.
    package func capitals(in line: Span<UInt8>) -> String {
        if let known { return known.name }
        let bytes = place.map { line[$0] < 0x80 ? Ascii.capital(line[$0]) : 0x3F }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Creates the marker for a line, or returns nil if the line is neither BEGIN nor END.
    ///
    /// Blanks around the colon and the name are ignored. A sentence such as `Begin: 10:00` is not a marker.
    package init?(_ line: Span<UInt8>) {
        guard let after = Marker.keyword(line) else { return nil }
        isBegin = Ascii.capital(line[0]) == 0x42
        let isColonSpaced = after != (isBegin ? 6 : 4)
        let range = line.trimmingBlanks(after..<line.count)
        place = range
        isSpaced = isColonSpaced || range != after..<line.count
        known = KnownComponent(line, range)
        if known == nil, Marker.isSentence(line, range) { return nil }
        hash = known?.hash ?? NameHash.of(line.extracting(range))
    }

    /// Returns whether the name contains a colon or an equals sign, or blanks after a keyword that is not uppercase.
    ///
    /// An equals sign belongs to quoted-printable text, as in `End: 17:00=`.
    private static func isSentence(_ line: Span<UInt8>, _ range: Range<Int>) -> Bool {
        let isCapital = line[1] <= 0x5A
        return range.contains {
            line[$0] == Ascii.colon || line[$0] == Ascii.equals || !isCapital && Ascii.isBlank(line[$0])
        }
    }

    /// Returns the end of the first marker and the start of the second in a line with two markers, or nil for other
    /// lines.
    ///
    /// Concatenated files contain lines such as `END:VCALENDARBEGIN:VCALENDAR` if a file lacks a final line ending.
    /// Blanks and byte order marks may separate the two markers.
    static func second(in line: Span<UInt8>) -> (end: Int, start: Int)? {
        guard let after = keyword(line),
            let colon = (after..<line.count).first(where: { line[$0] == Ascii.colon })
        else { return nil }
        for length in [5, 3] where colon - length > after {
            let start = colon - length
            guard NameText.isMarker(line.extracting(start..<colon)) else { continue }
            let first = line.trimmingBlanks(after..<endOfName(line, after..<start))
            guard !first.isEmpty, first.allSatisfy({ isToken(line[$0]) }) else { return nil }
            let rest = line.trimmingBlanks(colon + 1..<line.count)
            let second = rest.lowerBound..<(rest.first { !isToken(line[$0]) } ?? rest.upperBound)
            let isKnown = KnownComponent(line, first) != nil || KnownComponent(line, second) != nil
            return isKnown ? (first.upperBound, start) : nil
        }
        return nil
    }

    /// Returns the end of a name, excluding any blanks and byte order marks after it.
    private static func endOfName(_ line: Span<UInt8>, _ range: Range<Int>) -> Int {
        var end = range.upperBound
        while end > range.lowerBound {
            if Ascii.isBlank(line[end - 1]) || line[end - 1] == 0 {
                end -= 1
            } else if end - range.lowerBound >= 3, line[end - 3] == 0xEF, line[end - 2] == 0xBB,
                line[end - 1] == 0xBF
            {
                end -= 3
            } else {
                break
            }
        }
        return end
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        Ascii.isLetter(byte) || Ascii.isDigit(byte) || byte == Ascii.minus
    }

    /// Creates the marker of a known component without examining its line.
    @inline(__always)
    init(isBegin: Bool, _ known: KnownComponent) {
        self.isBegin = isBegin
        self.known = known
        place = 0..<0
        isSpaced = false
        hash = known.hash
    }

    /// Returns the start of the name after `BEGIN:` or `END:` in any case.
    private static func keyword(_ line: Span<UInt8>) -> Int? {
        guard !line.isEmpty else { return nil }
        var index = Ascii.capital(line[0]) == 0x42 ? 5 : 3
        guard index < line.count, NameText.isMarker(line.extracting(0..<index)) else { return nil }
        while index < line.count, Ascii.isBlank(line[index]) { index += 1 }
        return index < line.count && line[index] == Ascii.colon ? index + 1 : nil
    }
}

/// A component name.
///
/// Nearly all names are known and contain no string, which avoids reference counting.
package enum ComponentName: Equatable {
    case known(KnownComponent)
    /// Any other name, in uppercase.
    case other(String)

    var capitals: String {
        switch self {
        case .known(let component): component.name
        case .other(let name): name
        }
    }

    var known: KnownComponent? {
        if case .known(let component) = self { component } else { nil }
    }
}

/// A component that framing recognizes by name.
package enum KnownComponent: UInt64 {
    case calendar, card, event, todo, journal, freeBusy, timeZone, alarm, standard, daylight

    /// A group of components that cannot contain each other.
    ///
    /// A BEGIN inside another component in its group means that the open component lacks its END.
    package enum Group {
        /// Components directly inside a VCALENDAR.
        case topLevel
        case alarm
        /// The observances of a VTIMEZONE.
        case observance
    }

    init?(_ line: Span<UInt8>, _ range: Range<Int>) {
        guard range.count <= 9 else { return nil }
        var packed: UInt64 = 0
        var index = range.lowerBound
        while index < range.upperBound {
            packed = packed << 8 | UInt64(Ascii.capital(line[index]))
            index += 1
        }
        // In a nine-letter name, the first letter, V, has been shifted out of the eight bytes.
        let hasNine = range.count == 9 && Ascii.capital(line[range.lowerBound]) == 0x56
        switch (packed, range.count) {
        case (0x5645_5645_4E54, 6): self = .event
        case (0x5641_4C41_524D, 6): self = .alarm
        case (0x56_544F_444F, 5): self = .todo
        case (0x56_4A4F_5552_4E41_4C, 8): self = .journal
        case (0x5354_414E_4441_5244, 8): self = .standard
        case (0x4441_594C_4947_4854, 8): self = .daylight
        case (0x5449_4D45_5A4F_4E45, 9) where hasNine: self = .timeZone
        case (0x4652_4545_4255_5359, 9) where hasNine: self = .freeBusy
        case (0x4341_4C45_4E44_4152, 9) where hasNine: self = .calendar
        case (0x56_4341_5244, 5): self = .card
        default: return nil
        }
    }

    /// The number that serves as the name's hash.
    var hash: UInt64 { rawValue }

    var name: String {
        switch self {
        case .calendar: "VCALENDAR"
        case .card: "VCARD"
        case .event: "VEVENT"
        case .todo: "VTODO"
        case .journal: "VJOURNAL"
        case .freeBusy: "VFREEBUSY"
        case .timeZone: "VTIMEZONE"
        case .alarm: "VALARM"
        case .standard: "STANDARD"
        case .daylight: "DAYLIGHT"
        }
    }

    /// The group, or nil for a component that is allowed anywhere.
    var group: Group? {
        switch self {
        case .calendar, .card: nil
        case .event, .todo, .journal, .freeBusy, .timeZone: .topLevel
        case .alarm: .alarm
        case .standard, .daylight: .observance
        }
    }
}

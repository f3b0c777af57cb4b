/// A sanitizer for calendar text in files that other programs display.
///
/// Calendars are untrusted. Control characters could affect a terminal, and direction controls could disguise text.
package enum PageText {
    /// The marker at the end of a truncated text.
    package static let mark = "… (shortened)"

    /// The maximum number of combining marks on one character, since more would cover adjacent lines.
    private static let mostMarks = 8

    /// Returns the text without control characters and direction controls, limited to `limit` UTF-16 units.
    ///
    /// Line breaks become LF, and tabs are preserved. A truncated text ends with ``mark``.
    package static func clean(_ text: String, atMost limit: Int) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        if isPlain, text.utf8.count <= limit { return text }
        let room = max(0, limit - mark.utf16.count)
        var scalars = String.UnicodeScalarView()
        var length = 0
        /// The number of scalars to keep, leaving room for the marker.
        var kept = 0
        var isAfterReturn = false
        var marks = 0
        for scalar in text.unicodeScalars {
            defer { isAfterReturn = scalar == "\r" }
            if scalar == "\n", isAfterReturn { continue }
            guard let shown = shown(scalar) else { continue }
            let category = shown.properties.generalCategory
            marks = category == .nonspacingMark || category == .enclosingMark ? marks + 1 : 0
            if marks > mostMarks { continue }
            length += shown.value > 0xFFFF ? 2 : 1
            guard length <= limit else {
                var cut = String.UnicodeScalarView()
                cut.append(contentsOf: scalars.prefix(kept))
                return String(cut) + mark
            }
            scalars.append(shown)
            if length <= room { kept += 1 }
        }
        return String(scalars)
    }

    /// Returns the text cleaned as by ``clean(_:atMost:)``, but on a single line.
    package static func line(_ text: String, atMost limit: Int) -> String {
        let clean = clean(text, atMost: limit)
        guard clean.utf8.contains(where: { $0 < 0x20 }) else { return clean }
        return String(clean.map { $0 == "\n" || $0 == "\t" ? " " : $0 })
    }

    /// Returns the replacement for a character, or nil to omit it.
    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x09, 0x0A: scalar
        case 0x0D, 0x85, 0x2028, 0x2029: "\n"
        // Control characters, direction controls, byte order marks, invisible tags, and characters not allowed in XML.
        case 0x00..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF,
            0xFFF9...0xFFFB, 0xE0000...0xE007F:
            nil
        case _ where scalar.value & 0xFFFE == 0xFFFE: nil
        default: scalar
        }
    }
}

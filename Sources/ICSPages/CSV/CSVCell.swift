/// A cell in a CSV file (RFC 4180).
///
/// A spreadsheet evaluates a cell that begins with `=`, `+`, `-` or `@` as a formula. Since calendars are untrusted, an
/// apostrophe is added before these characters. An apostrophe is also added after a semicolon, a tab or a line break
/// inside a cell, where a spreadsheet with a different list separator would start a new cell.
package enum CSVCell {
    /// The maximum length of a cell in UTF-16 units, which is also Excel's limit.
    package static let mostUnits = 32_767

    /// Appends a cell, quoted if necessary.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        let cell = cell(of: text)
        let isPlain =
            !cell.hasPrefix(" ") && !cell.hasSuffix(" ")
            && cell.utf8.allSatisfy { byte in
                byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: ",")
                    && byte != UInt8(ascii: ";")
            }
        if isPlain {
            bytes.append(contentsOf: cell.utf8)
            return
        }
        bytes.append(UInt8(ascii: "\""))
        for byte in cell.utf8 {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Returns a cell's contents: the text without control characters and formulas, truncated if necessary.
    package static func cell(of text: String) -> String {
        let clean = PageText.clean(text, atMost: mostUnits)
        guard clean.unicodeScalars.contains(where: { isFormula($0) || $0 == "\t" || $0 == "\n" }) else {
            return clean
        }
        var scalars = String.UnicodeScalarView()
        // The spaces since the start of a cell, or nil once there is any other character.
        var blanks: [Unicode.Scalar]? = []
        for scalar in clean.unicodeScalars {
            if let held = blanks {
                if isBlank(scalar) {
                    blanks?.append(scalar)
                    continue
                }
                if isFormula(scalar) { scalars.append("'") }
                scalars.append(contentsOf: held)
                blanks = nil
            }
            scalars.append(scalar)
            if isSeparator(scalar) { blanks = [] }
        }
        scalars.append(contentsOf: blanks ?? [])
        // A spreadsheet may ignore these characters before a formula.
        if let first = scalars.first, first == "\t" || first == "\n" {
            scalars.insert("'", at: scalars.startIndex)
        }
        let cell = String(scalars)
        return cell.utf16.count <= mostUnits ? cell : PageText.clean(cell, atMost: mostUnits)
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar == ";" || scalar == "\t" || scalar == "\n"
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        !isSeparator(scalar)
            && (scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint)
    }

    /// Returns whether a spreadsheet may interpret a cell that begins with this character as a formula.
    ///
    /// East Asian spreadsheets also accept full-width signs.
    private static func isFormula(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}", "\u{2212}": true
        default: false
        }
    }
}

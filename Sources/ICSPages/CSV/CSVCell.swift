/// One cell of a CSV file (RFC 4180).
///
/// A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@` as a formula, and a calendar is untrusted. Such a cell
/// gets a leading apostrophe. So does a formula after a semicolon, a tab or a line end inside a cell, because a
/// spreadsheet whose list separator is not the comma begins a new cell there.
package enum CSVCell {
    /// The maximum number of UTF-16 units of a cell, which is also Excel's.
    package static let mostUnits = 32_767

    /// Appends a cell, quoted if necessary.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        let cell = cell(of: text)
        let isPlain = cell.utf8.allSatisfy { byte in
            byte > 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: ",")
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

    /// Returns the contents of a cell: the text without controls, shortened, and without formulas.
    package static func cell(of text: String) -> String {
        let clean = PageText.clean(text, atMost: mostUnits)
        let mayBeFormula = clean.unicodeScalars.contains { isFormula($0) || $0 == "\t" || $0 == "\n" }
        guard mayBeFormula else { return clean }
        var scalars = String.UnicodeScalarView()
        // The place of the apostrophe, as long as only blanks follow it.
        var beginning: Int? = 0
        var blanks: [Unicode.Scalar] = []
        for scalar in clean.unicodeScalars {
            if let first = beginning {
                if scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint {
                    blanks.append(scalar)
                    if scalar == "\t" || scalar == "\n", first > 0 {
                        scalars.append(contentsOf: blanks)
                        blanks = []
                    }
                    continue
                }
                let isControl = first == 0 && (blanks.first == "\t" || blanks.first == "\n")
                if isControl || isFormula(scalar) { scalars.append("'") }
                scalars.append(contentsOf: blanks)
                blanks = []
                beginning = nil
            }
            scalars.append(scalar)
            if scalar == ";" || scalar == "\t" || scalar == "\n" { beginning = scalars.count }
        }
        if beginning == 0, blanks.first == "\t" || blanks.first == "\n" { scalars.append("'") }
        scalars.append(contentsOf: blanks)
        let cell = String(scalars)
        return cell.utf16.count <= mostUnits ? cell : PageText.clean(cell, atMost: mostUnits)
    }

    /// Whether a spreadsheet may take a cell that begins with this character as a formula.
    ///
    /// East Asian spreadsheets also accept full-width signs.
    private static func isFormula(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}", "\u{2212}": true
        default: false
        }
    }
}

package import ICSViews

/// A writer for HTML and XML that accepts markup only as literals in the source code.
///
/// All other text is escaped, so a calendar cannot add an element or an attribute.
package struct MarkupWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Appends markup, which is a literal and therefore never comes from a calendar.
    package mutating func markup(_ literal: StaticString) {
        bytes.append(contentsOf: literal.description.utf8)
    }

    /// Appends text that is escaped for use in an element or in a quoted attribute.
    ///
    /// The text becomes a single line of at most `limit` UTF-16 units (see ``PageText``).
    package mutating func text(_ text: String, atMost limit: Int = PageLimits.text) {
        escape(PageText.line(text, atMost: limit))
    }

    /// Appends multiline text; otherwise like ``text(_:atMost:)``.
    package mutating func lines(_ text: String, atMost limit: Int) {
        escape(PageText.clean(text, atMost: limit))
    }

    package mutating func number(_ number: Int) { bytes.append(contentsOf: "\(number)".utf8) }

    /// Appends a length with one decimal place.
    package mutating func length(_ length: Double) {
        let tenths = Int((min(max(length, -1e6), 1e6) * 10).rounded())
        number(tenths / 10)
        if tenths % 10 != 0 {
            markup(".")
            number(abs(tenths % 10))
        }
    }

    /// Appends a color as in `#c2410c`.
    package mutating func color(_ color: ViewedColor) {
        bytes.append(UInt8(ascii: "#"))
        for part in [color.red, color.green, color.blue] {
            let digits = String(part, radix: 16)
            if part < 16 { bytes.append(UInt8(ascii: "0")) }
            bytes.append(contentsOf: digits.utf8)
        }
    }

    /// Returns the output written since the last call.
    package mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    private mutating func escape(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): markup("&amp;")
            case UInt8(ascii: "<"): markup("&lt;")
            case UInt8(ascii: ">"): markup("&gt;")
            case UInt8(ascii: "\""): markup("&quot;")
            case UInt8(ascii: "'"): markup("&#39;")
            case UInt8(ascii: "`"): markup("&#96;")
            default: bytes.append(byte)
            }
        }
    }
}

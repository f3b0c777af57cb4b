package import ICSViews
package import ICalendar

/// Markup whose literal parts come from the source code and whose interpolated values are escaped.
///
/// Only the compiler can create a `StaticString`, so a calendar cannot add an element or an attribute.
package struct Markup: ExpressibleByStringInterpolation {
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var writer = MarkupWriter()

        package init(literalCapacity: Int, interpolationCount: Int) {
            writer.bytes.reserveCapacity(literalCapacity + 32 * interpolationCount)
        }

        package mutating func appendLiteral(_ literal: StaticString) { writer.append(literal) }

        /// Appends escaped text; see ``MarkupWriter/text(_:atMost:)``.
        package mutating func appendInterpolation(_ text: String, atMost limit: Int = PageLimits.text) {
            writer.text(text, atMost: limit)
        }

        package mutating func appendInterpolation(_ number: Int) { writer.number(number) }

        package mutating func appendInterpolation(_ date: CivilDate) { writer.text(date.description) }

        package mutating func appendInterpolation(_ color: ViewedColor) { writer.color(color) }

        /// Appends a length with one decimal place.
        package mutating func appendInterpolation(length: Double) { writer.length(length) }

        package mutating func appendInterpolation(markup: Markup) { writer.markup(markup) }
    }

    fileprivate let literal: StaticString
    fileprivate let bytes: [UInt8]

    package init(stringLiteral literal: StaticString) { (self.literal, bytes) = (literal, []) }

    package init(stringInterpolation: StringInterpolation) {
        (literal, bytes) = ("", stringInterpolation.writer.bytes)
    }
}

/// A writer for HTML and XML that accepts only ``Markup`` and escapes all other text.
package struct MarkupWriter {
    package fileprivate(set) var bytes: [UInt8] = []

    package init() {}

    /// Appends markup: `writer.markup("<bdi>\(event.title)</bdi>")`.
    package mutating func markup(_ markup: Markup) {
        append(markup.literal)
        bytes.append(contentsOf: markup.bytes)
    }

    fileprivate mutating func append(_ literal: StaticString) {
        bytes.append(contentsOf: literal.description.utf8)
    }

    /// Appends text that is escaped for use in an element or in a quoted attribute.
    ///
    /// The text becomes a single line of at most `limit` UTF-16 units (see ``PageText``).
    package mutating func text(_ text: String, atMost limit: Int = PageLimits.text) {
        escape(PageText.line(text, atMost: limit))
    }

    /// Appends text in the same way as ``text(_:atMost:)``, except that it keeps line breaks.
    package mutating func lines(_ text: String, atMost limit: Int) {
        escape(PageText.clean(text, atMost: limit))
    }

    package mutating func number(_ number: Int) { bytes.append(contentsOf: "\(number)".utf8) }

    fileprivate mutating func length(_ length: Double) {
        let tenths = Int((min(max(length, -1e6), 1e6) * 10).rounded())
        number(tenths / 10)
        if tenths % 10 != 0 {
            append(".")
            number(abs(tenths % 10))
        }
    }

    /// Appends a color such as `#c2410c`.
    fileprivate mutating func color(_ color: ViewedColor) {
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
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case UInt8(ascii: "\""): append("&quot;")
            case UInt8(ascii: "'"): append("&#39;")
            case UInt8(ascii: "`"): append("&#96;")
            default: bytes.append(byte)
            }
        }
    }
}

extension MarkupWriter {
    /// Appends rows for a URL and notes to a list of details, omitting empty rows.
    package mutating func rows(link address: String?, notes: String?) {
        if let address, !address.isEmpty {
            markup("<dt>Link</dt><dd>")
            link(address)
            markup("</dd>\n")
        }
        if let notes, !notes.isEmpty {
            markup("<dt>Notes</dt><dd class=\"notes\" dir=\"auto\">")
            linked(PageText.clean(notes, atMost: PageLimits.notes))
            markup("</dd>\n")
        }
    }

    /// Appends the opening tag of a link to a checked address and the start of the link's isolated text.
    package mutating func openLink(to address: String) {
        markup("<a rel=\"noopener noreferrer nofollow\" href=\"\(address, atMost: WebLink.mostUnits + 16)\">")
        markup("<bdi>")
    }

    /// Appends an address as a link, or as plain text if it is not a valid link.
    package mutating func link(_ address: String) {
        guard let checked = WebLink.checked(address) else {
            markup("<bdi>\(address)")
            return markup("</bdi>")
        }
        openLink(to: checked)
        markup("\(address)</bdi></a>")
    }

    /// Appends multiline text, turning web addresses into links.
    package mutating func linked(_ notes: String) {
        func isBlank(_ character: Character) -> Bool {
            character == " " || character == "\n" || character == "\t" || character == "<" || character == ">"
        }
        var rest = notes[...]
        while !rest.isEmpty {
            let start = rest.prefix { "([\"'".contains($0) }
            lines(String(start), atMost: PageLimits.notes)
            rest = rest.dropFirst(start.count)
            var word = String(rest.prefix { !isBlank($0) })
            rest = rest.dropFirst(word.count)
            var tail = ""
            while tail.utf8.count < 3, let last = word.last, ".,;:!?)]'\"".contains(last) {
                tail = String(last) + tail
                word.removeLast()
            }
            let isWeb = word.lowercased().hasPrefix("http") && word.contains("://")
            if isWeb, WebLink.checked(word) != nil {
                link(word)
            } else {
                lines(word, atMost: PageLimits.notes)
            }
            lines(tail, atMost: PageLimits.notes)
            let blanks = rest.prefix { isBlank($0) }
            lines(String(blanks), atMost: PageLimits.notes)
            rest = rest.dropFirst(blanks.count)
        }
    }
}

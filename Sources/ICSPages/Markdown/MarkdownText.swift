/// An escaper for literal text in Markdown (CommonMark and GitHub's extensions).
package enum MarkdownText {
    /// Returns text on one line with all markup escaped, including links, images, HTML, emphasis, math and templates.
    package static func escaped(_ text: String, atMost limit: Int = PageLimits.text) -> String {
        var escaped = String.UnicodeScalarView()
        let line = PageText.line(text, atMost: limit)
        // At the start of a line, these characters would begin a heading, a list, a quotation or a table.
        var isBeginning = true
        var digits = 0
        var last: Unicode.Scalar = " "
        for scalar in line.unicodeScalars {
            // Leading spaces could produce a code block, and consecutive spaces are equivalent to a single one.
            if scalar == " ", last == " " { continue }
            switch scalar {
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            // Escaping braces also neutralizes the template syntax of site generators.
            case "{": escaped.append(contentsOf: "&#123;".unicodeScalars)
            case "}": escaped.append(contentsOf: "&#125;".unicodeScalars)
            case "\\", "`", "*", "_", "[", "]", "|", "~", "$", "!", "^":
                escaped.append("\\")
                escaped.append(scalar)
            // In GitHub's dialect, a bare address becomes a link.
            case "@": escaped.append(contentsOf: "&#64;".unicodeScalars)
            case "/" where last == ":": escaped.append(contentsOf: "&#47;".unicodeScalars)
            case ".", ")":
                if digits > 0 || last == "w" || last == "W" { escaped.append("\\") }
                escaped.append(scalar)
            case "#", "-", "+", "=":
                if isBeginning { escaped.append("\\") }
                escaped.append(scalar)
            default: escaped.append(scalar)
            }
            if isBeginning || digits > 0 {
                digits = ("0"..."9").contains(scalar) ? digits + 1 : 0
            }
            isBeginning = false
            last = scalar
        }
        return String(escaped)
    }
}

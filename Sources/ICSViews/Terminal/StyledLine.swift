import ICalendar

/// A terminal line of styled text.
///
/// Text is escaped when it is added. Escape sequences, control characters, and direction marks from a file are spelled
/// out and never reach the terminal.
package struct StyledLine: Sendable, Hashable {
    /// The style of a piece of text.
    package struct Style: Sendable, Hashable {
        package var color: ViewedColor?
        package var isBold = false
        package var isDim = false
        package var isReversed = false
        package var isStruck = false
        /// Whether the text is a warning, which is shown in yellow.
        package var isWarning = false
        /// Whether the text marks the current day or time and is therefore shown in red.
        package var isPresent = false

        package init() {}

        package static let plain = Style()
        package static let bold = Style { $0.isBold = true }
        package static let dim = Style { $0.isDim = true }
        package static let warning = Style { $0.isWarning = true }
        package static let present = Style { $0.isPresent = true }

        package init(_ change: (inout Style) -> Void) {
            change(&self)
        }

        package static func color(_ color: ViewedColor?) -> Style { Style { $0.color = color } }

        /// Returns the parameters for the escape sequence, or nil if the text is plain.
        fileprivate func parameters(_ ability: ColorAbility) -> String? {
            guard ability != .none else { return nil }
            var codes: [String] = []
            if isBold { codes.append("1") }
            if isDim { codes.append("2") }
            if isReversed { codes.append("7") }
            if isStruck { codes.append("9") }
            if isWarning { codes.append("33") }
            if isPresent { codes.append("31") }
            if let color, let code = ability.foreground(color) { codes.append(code) }
            return codes.isEmpty ? nil : codes.joined(separator: ";")
        }
    }

    private struct Part: Sendable, Hashable {
        let text: String
        let style: Style
    }

    private var parts: [Part] = []
    /// The total width in columns.
    package private(set) var columns = 0

    package init() {}

    package init(_ text: String, _ style: Style = .plain) {
        add(text, style)
    }

    /// Adds text, truncated to at most `width` columns.
    package mutating func add(_ text: String, _ style: Style = .plain, cutTo width: Int = .max) {
        guard width > 0 else { return }
        let safe = SafeText.of(text)
        let shown = width == .max ? safe : TextWidth.cut(safe, to: width)
        guard !shown.isEmpty else { return }
        parts.append(Part(text: shown, style: style))
        columns += TextWidth.columns(shown)
    }

    /// Adds the text of another line with its styles.
    package mutating func add(_ line: StyledLine) {
        parts += line.parts
        columns += line.columns
    }

    /// Adds spaces up to a total width.
    package mutating func pad(to width: Int, with blank: Character = " ", _ style: Style = .plain) {
        guard columns < width else { return }
        parts.append(Part(text: String(repeating: blank, count: width - columns), style: style))
        columns = width
    }

    /// The text without colors.
    package var text: String { rendered(.none) }

    /// Returns the line with terminal escape sequences and without trailing spaces.
    package func rendered(_ ability: ColorAbility) -> String {
        var line = ""
        var shown = parts
        while let last = shown.last, last.style == .plain {
            shown.removeLast()
            var text = last.text
            while text.last == " " { text.removeLast() }
            guard text.isEmpty else {
                shown.append(Part(text: text, style: .plain))
                break
            }
        }
        for part in shown {
            // The mark keeps the following text in place in terminals that reorder text.
            let text = TextWidth.isRightToLeft(part.text) ? part.text + "\u{200E}" : part.text
            if let parameters = part.style.parameters(ability) {
                line += "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
            } else {
                line += text
            }
        }
        return line
    }
}

/// Makes text from a file safe for one terminal line.
package enum SafeText {
    /// The maximum number of scalars to examine.
    ///
    /// No line on a terminal is longer than this.
    private static let most = 2000
    /// The maximum number of combining marks per character.
    ///
    /// More marks than this would cover adjacent lines.
    private static let mostMarks = 8

    /// Returns text as one line, escaping control characters and removing excess combining marks.
    package static func of(_ text: String) -> String {
        if text.utf8.count <= most, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        var bounded = String.UnicodeScalarView()
        var marks = 0
        for scalar in text.unicodeScalars.prefix(most) {
            let category = scalar.properties.generalCategory
            marks = category == .nonspacingMark || category == .enclosingMark ? marks + 1 : 0
            if marks <= mostMarks { bounded.append(scalar) }
        }
        return String(bounded).onOneLine
    }
}

import ICalendar

/// One line of a terminal, as texts with a style.
///
/// Texts are made safe when they are added: an escape sequence, a control character or a direction mark of a file is
/// spelled out, and none of them reaches the terminal.
package struct StyledLine: Sendable, Hashable {
    /// How a text looks.
    package struct Style: Sendable, Hashable {
        package var color: ViewedColor?
        package var isBold = false
        package var isDim = false
        package var isReversed = false
        package var isStruck = false
        /// Whether the text warns, which is yellow.
        package var isWarning = false
        /// Whether the text marks the present, which is red.
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

        /// Returns the parameters of the escape sequence, or nil if the text is plain.
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
    /// The number of columns of all texts.
    package private(set) var columns = 0

    package init() {}

    package init(_ text: String, _ style: Style = .plain) {
        add(text, style)
    }

    /// Adds a text, at most `width` columns of it.
    package mutating func add(_ text: String, _ style: Style = .plain, cutTo width: Int = .max) {
        guard width > 0 else { return }
        let safe = SafeText.of(text)
        let shown = width == .max ? safe : TextWidth.cut(safe, to: width)
        guard !shown.isEmpty else { return }
        parts.append(Part(text: shown, style: style))
        columns += TextWidth.columns(shown)
    }

    /// Adds the texts of another line.
    package mutating func add(_ line: StyledLine) {
        parts += line.parts
        columns += line.columns
    }

    /// Adds blanks up to a number of columns.
    package mutating func pad(to width: Int, with blank: Character = " ", _ style: Style = .plain) {
        guard columns < width else { return }
        parts.append(Part(text: String(repeating: blank, count: width - columns), style: style))
        columns = width
    }

    /// The text without colors.
    package var text: String { rendered(.none) }

    /// Returns the line with the escape sequences of a terminal, without blanks at its end.
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
            // The mark keeps what follows on its side in a terminal that reorders text.
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

/// Text of a file, made safe for one line of a terminal.
package enum SafeText {
    /// The maximum number of scalars to examine in a text: no line is longer.
    private static let most = 2000
    /// The maximum number of marks on one character: more would cover the lines above and below.
    private static let mostMarks = 8

    /// Returns the text on one line, with controls spelled out and without further marks on a character.
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

/// The range of colors that a terminal supports.
package enum ColorAbility: Sendable, Hashable {
    case none
    /// The 16 colors that all color terminals support.
    case basic
    /// The 256 colors of xterm.
    case indexed
    case full

    /// When to use colors: the value of `--color`.
    package enum Choice: String, Sendable, CaseIterable {
        case auto
        case always
        case never
    }

    /// Returns the color support of an output.
    ///
    /// By default, colors are off if the output is not a terminal, if `NO_COLOR` is set, or if TERM is `dumb`. `always`
    /// overrides this and uses at least 16 colors.
    package static func of(
        _ choice: Choice,
        isTerminal: Bool,
        environment: (String) -> String?
    ) -> ColorAbility {
        func text(_ name: String) -> String { environment(name) ?? "" }
        let term = text("TERM")
        switch choice {
        case .never: return .none
        case .auto:
            guard isTerminal, text("NO_COLOR").isEmpty, !term.isEmpty, term != "dumb" else { return .none }
        case .always: break
        }
        if ["truecolor", "24bit"].contains(text("COLORTERM")) || term.hasSuffix("-direct") { return .full }
        return term.contains("256color") ? .indexed : .basic
    }

    /// Returns the escape parameters for a foreground color, or nil without color support.
    func foreground(_ color: ViewedColor) -> String? {
        switch self {
        case .none: nil
        case .full: "38;2;\(color.red);\(color.green);\(color.blue)"
        case .indexed: "38;5;\(Self.index(color))"
        case .basic: Self.basic(color)
        }
    }

    /// Returns the index of the nearest color in xterm's color cube and its 24 grays.
    static func index(_ color: ViewedColor) -> Int {
        func level(_ value: UInt8) -> Int { value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40 }
        func value(_ level: Int) -> Int { level == 0 ? 0 : 55 + 40 * level }
        let levels = (level(color.red), level(color.green), level(color.blue))
        let mean = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
        let gray = min(23, max(0, (mean - 3) / 10))
        let shade = 8 + 10 * gray
        let cube = distance(color, (value(levels.0), value(levels.1), value(levels.2)))
        if distance(color, (shade, shade, shade)) < cube { return 232 + gray }
        return 16 + 36 * levels.0 + 6 * levels.1 + levels.2
    }

    /// Returns the nearest of the six hues or gray.
    ///
    /// Never returns black or white, which may be the background color.
    private static func basic(_ color: ViewedColor) -> String {
        let (red, green, blue) = (Int(color.red), Int(color.green), Int(color.blue))
        let (most, least) = (max(red, green, blue), min(red, green, blue))
        if most - least < 32 { return "90" }
        let middle = (most + least) / 2
        let code = (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0)
        return "\(30 + code)"
    }

    private static func distance(_ color: ViewedColor, _ other: (Int, Int, Int)) -> Int {
        let (red, green, blue) = (
            Int(color.red) - other.0, Int(color.green) - other.1, Int(color.blue) - other.2
        )
        return red * red + green * green + blue * blue
    }
}

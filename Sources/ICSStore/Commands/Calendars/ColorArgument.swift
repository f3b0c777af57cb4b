#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICalendarStore

    /// The value of `--color`: a code such as `#3366cc`, the name of a color, or `none`.
    struct ColorArgument {
        /// The color, or nil for none.
        let color: CalendarColor?

        /// The names of colors with their values in CSS.
        private static let names: [(name: String, code: String)] = [
            ("red", "#FF0000"), ("orange", "#FFA500"), ("yellow", "#FFFF00"), ("green", "#008000"),
            ("blue", "#0000FF"), ("purple", "#800080"), ("pink", "#FFC0CB"), ("brown", "#A52A2A"),
            ("gray", "#808080"), ("grey", "#808080"), ("black", "#000000"), ("white", "#FFFFFF"),
            ("cyan", "#00FFFF"), ("magenta", "#FF00FF"), ("teal", "#008080"), ("navy", "#000080"),
            ("olive", "#808000"), ("maroon", "#800000"), ("lime", "#00FF00"), ("gold", "#FFD700"),
            ("coral", "#FF7F50"), ("salmon", "#FA8072"), ("violet", "#EE82EE"), ("indigo", "#4B0082"),
            ("turquoise", "#40E0D0"), ("silver", "#C0C0C0"), ("crimson", "#DC143C"), ("tomato", "#FF6347"),
        ]

        init(parsing text: String) throws {
            let word = text.trimmed.lowercased()
            if word == "none" {
                color = nil
                return
            }
            // A shell drops an unquoted # and what follows, so the digits alone are read too.
            let code = Self.names.first { $0.name == word }?.code ?? (word.hasPrefix("#") ? word : "#\(word)")
            guard let color = CalendarColor(code) else {
                let near = UnknownUID.near(word, among: Self.names.map(\.name))
                let hint = near.first.map { "did you mean \($0)?" }
                throw ValidationError(
                    hint ?? "use a code such as '#3366cc', a name such as red or teal, or none"
                )
            }
            self.color = color
        }
    }
#endif

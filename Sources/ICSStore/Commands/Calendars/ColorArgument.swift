#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICSViews
    import ICalendarStore

    /// The value of `--color`: a code such as `#3366cc`, a CSS3 color name, or `none`.
    struct ColorArgument {
        /// The color, or nil for `none`.
        let color: CalendarColor?

        init(parsing text: String) throws {
            let word = text.trimmed.lowercased()
            if word == "none" {
                color = nil
                return
            }
            // Also accept the digits alone, since a shell treats an unquoted # as the start of a comment.
            guard let color = ViewedColor(css: word) ?? ViewedColor(css: "#\(word)") else {
                let near = UnknownUID.near(word, among: ViewedColor.names)
                let hint = near.first.map { "did you mean \($0)?" }
                throw ValidationError(
                    hint ?? "use a code such as '#3366cc', a name such as red or teal, or none"
                )
            }
            self.color = CalendarColor(red: color.red, green: color.green, blue: color.blue)
        }
    }
#endif

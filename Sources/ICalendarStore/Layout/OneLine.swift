extension String {
    /// The text without what would make a terminal do something: names come from files, which anybody may have written.
    var onOneLine: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            // Marks of direction could show a name backwards.
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: text += "?"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension MarkupWriter {
    /// Appends rows for a URL and notes to a list of details, omitting empty ones.
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

    /// Appends the opening tag of a link to a checked address, and the start of its isolated text.
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

    /// Appends a multiline text in which web addresses become links.
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

import Foundation

/// The tags of an HTML page, read strictly.
struct PageTags {
    struct Tag {
        var name: String
        var attributes: [(name: String, value: String)] = []
    }

    private(set) var tags: [Tag] = []
    /// The text between the tags, as written.
    private(set) var text = ""
    /// The first irregularity, or nil.
    private(set) var problem: String?

    init(_ page: String) {
        var rest = Substring(page)
        // The style sheet is a literal in the program.
        if let start = rest.range(of: "<style>"), let end = rest.range(of: "</style>") {
            rest.removeSubrange(start.upperBound..<end.lowerBound)
        }
        while let open = rest.firstIndex(of: "<") {
            text += rest[..<open]
            rest = rest[rest.index(after: open)...]
            var tag = Tag(name: String(rest.prefix { $0 != " " && $0 != ">" }))
            rest = rest.dropFirst(tag.name.count)
            while rest.first == " " {
                rest = rest.dropFirst()
                let name = String(rest.prefix { $0.isLetter || $0 == "-" })
                rest = rest.dropFirst(name.count)
                guard rest.hasPrefix("=\"") else {
                    if tag.name != "!DOCTYPE" {
                        problem = problem ?? "attribute \(name) of \(tag.name) has no value"
                    }
                    continue
                }
                rest = rest.dropFirst(2)
                let value = String(rest.prefix { $0 != "\"" })
                rest = rest.dropFirst(value.count + 1)
                tag.attributes.append((name, value))
            }
            if rest.first != ">" { problem = problem ?? "tag \(tag.name) is not closed: \(rest.prefix(40))" }
            rest = rest.dropFirst()
            tags.append(tag)
        }
        text += rest
        if text.contains(">") { problem = problem ?? "a text contains >" }
    }
}

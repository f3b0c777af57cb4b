/// A validator for a template's tags, which runs before the template is used.
///
/// The template engine ignores unknown names and missing partials, and has no limits. The validator detects such
/// problems beforehand and reports their lines.
struct TemplateScan {
    /// The number of times that the template prints each name's value.
    private(set) var uses: [String: Int] = [:]
    /// The length, in bytes, of the longest section for each name.
    private(set) var sections: [String: Int] = [:]
    let length: Int
    private let file: String
    private let bytes: [UInt8]
    private var line = 1
    private var open: [(name: String, start: Int, line: Int)] = []

    /// The maximum number of bytes in a template.
    static let mostBytes = 1 << 18
    /// The maximum nesting depth of sections.
    static let mostDepth = 16

    init(_ text: String, file: String) throws(TemplateError) {
        bytes = Array(text.utf8)
        self.file = file
        length = bytes.count
        guard length <= Self.mostBytes else {
            throw TemplateError(
                "limit reached: a template can have at most \(Self.mostBytes >> 10) KiB",
                file: file
            )
        }
        var place = 0
        while place < bytes.count {
            if bytes[place] == 0x0A { line += 1 }
            guard isAt(place, "{{") else {
                place += 1
                continue
            }
            place = try readTag(from: place + 2)
        }
        if let section = open.last {
            throw TemplateError("section '\(section.name)' is not closed", file: file, line: section.line)
        }
    }

    private func isAt(_ place: Int, _ text: StaticString) -> Bool {
        bytes[place...].starts(with: text.description.utf8)
    }

    /// Reads the tag that begins after `{{` and returns the position after the tag.
    private mutating func readTag(from start: Int) throws(TemplateError) -> Int {
        let sign = start < bytes.count ? bytes[start] : 0
        let isRaw = sign == UInt8(ascii: "{")
        var end = start
        while end < bytes.count, !isAt(end, isRaw ? "}}}" : "}}") { end += 1 }
        guard end < bytes.count else { throw error("tag is not closed") }
        let after = end + (isRaw ? 3 : 2)
        let isSigned = "{#^/!&><$=%".utf8.contains(sign)
        let text = String(
            decoding: bytes[(isSigned ? start + 1 : start)..<max(end, start + (isSigned ? 1 : 0))],
            as: UTF8.self
        )
        let name = String(
            text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed()
        )
        switch sign {
        case UInt8(ascii: "!"): break
        case UInt8(ascii: ">"), UInt8(ascii: "<"), UInt8(ascii: "$"):
            throw error("partials are not supported; put '\(shown(name))' into this file")
        case UInt8(ascii: "="): throw error("delimiters other than {{ and }} are not supported")
        case UInt8(ascii: "%"): break
        case UInt8(ascii: "#"), UInt8(ascii: "^"):
            try check(name)
            guard open.count < Self.mostDepth else {
                throw error("limit reached: at most \(Self.mostDepth) nested sections")
            }
            open.append((name, after, line))
        case UInt8(ascii: "/"):
            guard let section = open.popLast(), section.name == name else {
                throw error("'\(shown(name))' does not close the open section")
            }
            let inner = try variable(of: name)
            sections[inner] = max(sections[inner] ?? 0, start - 2 - section.start)
        default:
            let inner = try check(name)
            guard !TemplateNames.lists.contains(inner) || name != inner else {
                throw error("'\(inner)' is a list; use {{#\(inner)}}…{{/\(inner)}}")
            }
            uses[inner, default: 0] += 1
        }
        line += bytes[start..<end].count { $0 == 0x0A }
        return after
    }

    private func error(_ message: String) -> TemplateError { TemplateError(message, file: file, line: line) }

    private func shown(_ name: String) -> String { String(name.prefix(60)) }

    /// Checks a name and its functions, and returns the innermost name.
    @discardableResult
    private func check(_ name: String) throws(TemplateError) -> String {
        let inner = try variable(of: name)
        if inner == "." || inner.isEmpty && name != inner || TemplateNames.areKnown(inner) { return inner }
        let known = (TemplateNames.texts.union(TemplateNames.flags).union(TemplateNames.lists)).sorted()
        throw error("unknown name '\(shown(inner))'; known names: \(known.joined(separator: ", "))")
    }

    private func variable(of name: String) throws(TemplateError) -> String {
        var rest = name[...]
        while let bracket = rest.firstIndex(of: "("), rest.last == ")" {
            let function = String(rest[..<bracket])
            guard TemplateNames.functions.contains(function) else {
                throw error("unknown function '\(shown(function))'")
            }
            rest = rest[rest.index(after: bracket)...].dropLast()
        }
        return String(rest)
    }
}

/// A well-formedness checker for XML 1.0, limited to the elements, text and references that xCal uses.
///
/// The tests thus need no other XML programs or libraries.
enum WellFormedXML {
    /// Returns a description of the first error, or nil if there is none.
    static func complaint(of bytes: [UInt8]) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return "no UTF-8" }
        let head = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
        guard text.hasPrefix(head) else { return "no declaration" }
        var open: [Substring] = []
        var hasRoot = false
        var rest = text.unicodeScalars.dropFirst(head.unicodeScalars.count)
        while let first = rest.first {
            if first == "<" {
                guard let end = rest.firstIndex(of: ">") else { return "a tag that does not end" }
                let tag = Substring(rest[rest.index(after: rest.startIndex)..<end])
                rest = rest[rest.index(after: end)...]
                if tag.hasPrefix("/") {
                    guard open.popLast() == tag.dropFirst() else { return "\(tag) closes nothing" }
                } else {
                    let name = tag.prefix { $0 != " " }
                    guard isName(name) else { return "<\(tag)> has no name" }
                    if open.isEmpty, hasRoot { return "two roots" }
                    hasRoot = true
                    open.append(name)
                }
            } else {
                let end = rest.firstIndex(of: "<") ?? rest.endIndex
                let content = Substring(rest[..<end])
                if open.isEmpty, !content.allSatisfy(\.isWhitespace) { return "text outside the root" }
                if let complaint = complaint(ofText: content) { return complaint }
                rest = rest[end...]
            }
        }
        return open.isEmpty && hasRoot ? nil : "an element that does not end"
    }

    private static func complaint(ofText text: Substring) -> String? {
        if text.contains("]]>") { return "]]> in text" }
        for scalar in text.unicodeScalars where !isCharacter(scalar.value) {
            return "character \(scalar.value)"
        }
        for part in text.split(separator: "&", omittingEmptySubsequences: false).dropFirst() {
            guard let end = part.firstIndex(of: ";") else { return "& without ;" }
            let reference = part[..<end]
            if reference.hasPrefix("#") {
                guard let number = UInt32(reference.dropFirst()), isCharacter(number) else {
                    return "&\(reference);"
                }
            } else if !["amp", "lt", "gt"].contains(reference) {
                return "&\(reference);"
            }
        }
        return nil
    }

    private static func isName(_ name: Substring) -> Bool {
        guard let first = name.unicodeScalars.first, ("a"..."z").contains(first) || first == "_" else {
            return false
        }
        return name.unicodeScalars.allSatisfy {
            ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "_" || $0 == "."
        }
    }

    /// Returns whether XML 1.0 section 2.2 allows a character.
    private static func isCharacter(_ code: UInt32) -> Bool {
        switch code {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}

/// A writer for the XML of requests.
///
/// All requests use the same prefixes, so elements are written without looking up namespaces.
struct XMLText: Sendable {
    private(set) var bytes = Array("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".utf8)

    private static let prefixes = [
        "DAV:": "d", "urn:ietf:params:xml:ns:caldav": "c", "http://calendarserver.org/ns/": "cs",
        "http://apple.com/ns/ical/": "a",
    ]

    /// Writes a document with a root element, which declares the namespaces in use.
    static func document(_ root: XMLName, _ content: (inout XMLText) -> Void) -> [UInt8] {
        var inner = XMLText()
        inner.bytes = []
        content(&inner)
        var text = XMLText()
        let used = Self.prefixes.filter { uri, prefix in
            uri == root.namespace || inner.bytes.containsTag("<\(prefix):")
        }
        let declarations = used.sorted { $0.value < $1.value }.map { uri, prefix in ("xmlns:\(prefix)", uri) }
        text.element(root, declarations) { $0.bytes += inner.bytes }
        return text.bytes
    }

    mutating func element(
        _ name: XMLName,
        _ attributes: [(name: String, value: String)] = [],
        _ content: (inout XMLText) -> Void
    ) {
        open(name, attributes)
        bytes += ">".utf8
        content(&self)
        bytes += "</\(Self.tag(name))>".utf8
    }

    mutating func element(_ name: XMLName, _ attributes: [(name: String, value: String)] = [], text: String) {
        element(name, attributes) { $0.text(text) }
    }

    mutating func empty(_ name: XMLName, _ attributes: [(name: String, value: String)] = []) {
        open(name, attributes)
        bytes += "/>".utf8
    }

    private mutating func open(_ name: XMLName, _ attributes: [(name: String, value: String)]) {
        bytes += "<\(Self.tag(name))".utf8
        for attribute in attributes {
            bytes += " \(attribute.name)=\"".utf8
            text(attribute.value)
            bytes += "\"".utf8
        }
    }

    /// Writes escaped text; characters that XML cannot represent are dropped.
    mutating func text(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes += "&amp;".utf8
            case "<": bytes += "&lt;".utf8
            case ">": bytes += "&gt;".utf8
            case "\"": bytes += "&quot;".utf8
            case "\r": bytes += "&#13;".utf8
            case "\t", "\n": bytes += "\(scalar)".utf8
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
            default: bytes += String(scalar).utf8
            }
        }
    }

    private static func tag(_ name: XMLName) -> String {
        prefixes[name.namespace].map { "\($0):\(name.local)" } ?? name.local
    }
}

extension [UInt8] {
    /// Returns whether a tag occurs in a written document, where every `<` begins a tag.
    fileprivate func containsTag(_ tag: String) -> Bool {
        let pattern = Array(tag.utf8)
        return indices.contains { self[$0] == pattern[0] && self[$0...].starts(with: pattern) }
    }
}

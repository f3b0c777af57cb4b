/// A writer for the XML in requests.
///
/// All requests use the same prefixes, so elements are written without looking up namespaces. Most elements are in the
/// WebDAV namespace and have no prefix. A UTF-8 document needs no XML declaration.
struct XMLText: Sendable {
    private(set) var bytes: [UInt8] = []
    private var namespaces: Set<String> = []

    private static let prefixes = [
        "DAV:": "", "urn:ietf:params:xml:ns:caldav": "c", "http://calendarserver.org/ns/": "s",
        "http://apple.com/ns/ical/": "a",
    ]

    /// Writes a document whose root element declares the namespaces in use.
    static func document(_ root: XMLName, _ content: (inout XMLText) -> Void) -> [UInt8] {
        var inner = XMLText()
        content(&inner)
        var text = XMLText()
        let used = Self.prefixes.filter { $0.key == root.namespace || inner.namespaces.contains($0.key) }
        let declarations = used.sorted { $0.value < $1.value }.map { uri, prefix in
            (prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)", uri)
        }
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
        namespaces.insert(name.namespace)
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
        guard let prefix = prefixes[name.namespace], !prefix.isEmpty else { return name.local }
        return "\(prefix):\(name.local)"
    }
}

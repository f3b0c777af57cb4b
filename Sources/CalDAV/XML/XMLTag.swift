/// A start tag's contents: a name and attributes with unresolved prefixes.
struct XMLTag {
    struct Attribute {
        let name: [UInt8]
        let value: [UInt8]

        /// Whether the attribute declares a namespace.
        var isDeclaration: Bool {
            name.starts(with: "xmlns".utf8) && (name.count == 5 || name[5] == UInt8(ascii: ":"))
        }
        /// The prefix that a namespace declaration defines, or an empty array for the default namespace.
        var prefix: [UInt8] { Array(name.dropFirst(6)) }
    }

    private(set) var name: [UInt8] = []
    private(set) var attributes: [Attribute] = []
    private var rest: ArraySlice<UInt8>
    private let limits: XMLLimits
    /// The tag's position, for error messages.
    private let offset: Int

    init(_ bytes: ArraySlice<UInt8>, _ limits: XMLLimits, at offset: Int) {
        rest = bytes
        self.limits = limits
        self.offset = offset
    }

    mutating func read() throws(XMLFailure) {
        name = try readName()
        while true {
            let isSeparated = skipBlanks()
            guard !rest.isEmpty else { return }
            guard isSeparated else {
                throw XMLFailure(.malformed("no space before an attribute"), at: offset)
            }
            guard attributes.count < limits.attributes else {
                throw XMLFailure(.limit("attributes", limits.attributes), at: offset)
            }
            let name = try readName()
            guard !attributes.contains(where: { $0.name == name }) else {
                throw XMLFailure(.malformed("duplicate attribute"), at: offset)
            }
            attributes.append(Attribute(name: name, value: try readValue()))
        }
    }

    private mutating func skipBlanks() -> Bool {
        let before = rest.count
        rest = rest.drop { $0.isXMLBlank }
        return rest.count < before
    }

    private mutating func readName() throws(XMLFailure) -> [UInt8] {
        let name = rest.prefix { $0.isXMLNameByte }
        rest = rest[name.endIndex...]
        guard name.count <= limits.name else { throw XMLFailure(.limit("name", limits.name), at: offset) }
        let colons = name.count { $0 == UInt8(ascii: ":") }
        guard let first = name.first, first == UInt8(ascii: "_") || first >= UInt8(ascii: "A"),
            colons == 0 || colons == 1 && name.last != UInt8(ascii: ":"),
            name.allSatisfy({ $0 < 0x80 }) || String(validating: name, as: UTF8.self) != nil
        else { throw XMLFailure(.malformed("invalid name"), at: offset) }
        return Array(name)
    }

    private mutating func readValue() throws(XMLFailure) -> [UInt8] {
        _ = skipBlanks()
        guard rest.popFirst() == UInt8(ascii: "=") else {
            throw XMLFailure(.malformed("attribute without a value"), at: offset)
        }
        _ = skipBlanks()
        guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let end = rest.firstIndex(of: quote)
        else { throw XMLFailure(.malformed("attribute without quotes"), at: offset) }
        let text = rest[..<end]
        rest = rest[(end + 1)...]
        guard text.contains(UInt8(ascii: "&")) else { return Array(text) }
        var (value, left) = ([UInt8](), text)
        while let ampersand = left.firstIndex(of: UInt8(ascii: "&")) {
            value += left[..<ampersand]
            guard let end = left[ampersand...].prefix(34).firstIndex(of: UInt8(ascii: ";")) else {
                throw XMLFailure(.malformed("'&' does not start a reference"), at: offset)
            }
            value += try XMLReference.bytes(of: left[(ampersand + 1)..<end], at: offset)
            left = left[(end + 1)...]
        }
        return value + left
    }
}

/// A decoder for entity and character references.
enum XMLReference {
    /// Returns the UTF-8 bytes of a reference, given without its ampersand and semicolon.
    static func bytes(of name: ArraySlice<UInt8>, at offset: Int) throws(XMLFailure) -> [UInt8] {
        let text = String(decoding: name, as: UTF8.self)
        switch text {
        case "amp": return [UInt8(ascii: "&")]
        case "lt": return [UInt8(ascii: "<")]
        case "gt": return [UInt8(ascii: ">")]
        case "quot": return [UInt8(ascii: "\"")]
        case "apos": return [UInt8(ascii: "'")]
        default: break
        }
        guard text.hasPrefix("#") else { throw XMLFailure(.entity(text), at: offset) }
        let isHexadecimal = text.hasPrefix("#x")
        let digits = text.utf8.dropFirst(isHexadecimal ? 2 : 1)
        // Integer initializers would also accept a sign.
        guard digits.first.map({ $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") }) == true,
            let value = UInt32(String(digits) ?? "", radix: isHexadecimal ? 16 : 10), value > 0,
            let scalar = Unicode.Scalar(value)
        else { throw XMLFailure(.malformed("invalid character reference"), at: offset) }
        return Array(String(scalar).utf8)
    }

    /// Returns the encoding that an XML declaration specifies, or nil if there is none.
    static func encoding(in declaration: [UInt8]) -> String? {
        // Nearly all responses declare UTF-8 in this form, and a general search takes longer than reading a small
        // response.
        for name in ["utf-8", "UTF-8"] {
            let usual = "xml version=\"1.0\" encoding=\"\(name)\""
            if declaration.starts(with: usual.utf8) { return name }
        }
        let text = String(decoding: declaration, as: UTF8.self)
        guard let match = text.firstMatch(of: /\sencoding\s*=\s*["']([^"']*)["']/) else { return nil }
        return String(match.1)
    }
}

import ICSItems

/// A form's fields in their original order.
///
/// A name can have several values.
struct FormFields: Sendable {
    private(set) var pairs: [(name: String, value: String)] = []
    /// The contents of uploaded files, and the names of their fields.
    private(set) var files: [(name: String, fileName: String, bytes: [UInt8])] = []

    /// The maximum number of fields, beyond which fields are ignored.
    static let most = 4000

    init() {}

    /// Parses `name=value&name=value`, where `+` represents a space.
    init(urlEncoded bytes: [UInt8]) {
        for pair in bytes.split(separator: UInt8(ascii: "&")).prefix(Self.most) {
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            append(Self.decoded(name), Self.decoded(pair.dropFirst(name.count).dropFirst()))
        }
    }

    /// Parses the parts of `multipart/form-data` (RFC 7578).
    init(multipart body: [UInt8], contentType: String) {
        guard let range = contentType.firstRange(of: "boundary=") else { return }
        let boundary = contentType[range.upperBound...].prefix { $0 != ";" }.filter { $0 != "\"" }
        guard !boundary.isEmpty, boundary.utf8.count <= 200 else { return }
        let mark = Array("--\(boundary)".utf8)
        let end = Array("\r\n--\(boundary)".utf8)
        guard var rest = Self.after(mark, in: body[...]) else { return }
        while rest.starts(with: [0x0D, 0x0A]), pairs.count + files.count < Self.most {
            rest = rest.dropFirst(2)
            guard let content = Self.after([0x0D, 0x0A, 0x0D, 0x0A], in: rest),
                let next = Self.after(end, in: content)
            else { return }
            let head = String(decoding: rest[..<content.startIndex], as: UTF8.self)
            let value = content[..<(next.startIndex - end.count)]
            if let name = Self.parameter("name", of: head) {
                if let fileName = Self.parameter("filename", of: head) {
                    if !fileName.isEmpty { files.append((name, fileName, Array(value))) }
                } else {
                    append(name, String(decoding: value, as: UTF8.self))
                }
            }
            rest = next
        }
    }

    /// The first value of a field, or nil if the field is missing.
    subscript(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// Returns a field's value without surrounding whitespace, or an empty string if the field is missing.
    func text(_ name: String) -> String { (self[name] ?? "").trimmed }

    func all(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

    /// Adds a value, converting line breaks to LF.
    mutating func append(_ name: String, _ value: String) {
        pairs.append((name, value.replacing("\r\n", with: "\n").replacing("\r", with: "\n")))
    }

    mutating func set(_ name: String, _ value: String) {
        pairs.removeAll { $0.name == name }
        append(name, value)
    }

    private static func decoded(_ bytes: some Collection<UInt8>) -> String {
        var decoded: [UInt8] = []
        var rest = Array(bytes)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count > 1,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                decoded.append(value)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Returns the bytes after the first occurrence of a marker.
    private static func after(_ mark: [UInt8], in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let first = mark.first else { return nil }
        var start = bytes.startIndex
        while let found = bytes[start...].firstIndex(of: first) {
            if bytes[found...].starts(with: mark) { return bytes[(found + mark.count)...] }
            start = found + 1
        }
        return nil
    }

    /// Returns a parameter from a part's header, such as `name="file"`.
    private static func parameter(_ name: String, of head: String) -> String? {
        guard let range = head.firstRange(of: " \(name)=\"") else { return nil }
        return String(head[range.upperBound...].prefix { $0 != "\"" })
    }
}

/// The header fields of a request or a response, in order.
///
/// Names are case-insensitive. The number and size of fields are limited; fields beyond the limits are
/// dropped, so a server cannot exhaust memory with headers.
///
/// ```swift
/// let fields = HTTPFields(lines: ["ETag: \"5f2\"", "DAV: 1, 2", "DAV: calendar-access"])
/// fields["etag"]  // "\"5f2\""
/// fields.list("DAV")  // ["1", "2", "calendar-access"]
/// ```
public struct HTTPFields: Sendable, Hashable {
    /// A header field: `HTTPFields.Field(name: "Depth", value: "1")`.
    ///
    /// ```swift
    /// HTTPFields.Field(name: "Depth", value: "1").value  // "1"
    /// ```
    public struct Field: Sendable, Hashable {
        /// The name as written: `field.name`, such as `ETag`.
        public let name: String
        /// The value without surrounding blanks: `field.value`, such as `text/calendar`.
        public let value: String

        /// Creates a field.
        ///
        /// ```swift
        /// HTTPFields.Field(name: "Depth", value: "1").name  // "Depth"
        /// ```
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The fields in order: `for field in fields.all { print(field.name, field.value) }`.
    public private(set) var all: [Field] = []
    private var size = 0

    /// The limits on the number of fields, the bytes of one value, and the total bytes.
    private static let (mostFields, mostBytes, mostBytesOfAll) = (256, 16 << 10, 128 << 10)

    /// Creates fields from header lines, such as `DAV: 1, 2`; lines without a name are ignored.
    ///
    /// ```swift
    /// HTTPFields(lines: ["Depth: 1"])["depth"]  // "1"
    /// ```
    public init(lines: [String] = []) {
        for line in lines { append(line: line) }
    }

    /// Adds a line as received; a line without a name, such as the status line, is ignored.
    ///
    /// ```swift
    /// var fields = HTTPFields()
    /// fields.append(line: "Retry-After: 120\r\n")
    /// fields["Retry-After"]  // "120"
    /// ```
    public mutating func append(line: String) {
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return }
        append(String(line[..<colon]), String(line[line.index(after: colon)...]))
    }

    /// Adds a field; a field with an invalid name or with a line break in its value is ignored.
    ///
    /// ```swift
    /// var fields = HTTPFields()
    /// fields.append("Depth", "1\r\nX-Injected: yes")
    /// fields.all.isEmpty  // true
    /// ```
    public mutating func append(_ name: String, _ value: String) {
        let value = value.trimmed
        let isValid =
            !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
            && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
        let bytes = name.utf8.count + value.utf8.count
        guard isValid, all.count < Self.mostFields, bytes <= Self.mostBytes,
            size + bytes <= Self.mostBytesOfAll
        else { return }
        size += bytes
        all.append(Field(name: name, value: String(value)))
    }

    /// The value of the first field with a name: `fields["ETag"]`.
    ///
    /// ```swift
    /// HTTPFields(lines: ["Depth: 1"])["DEPTH"]  // "1"
    /// ```
    public subscript(name: String) -> String? {
        all.first { $0.name.isEqualIgnoringCase(to: name) }?.value
    }

    /// Returns the elements of a comma-separated field, which can span several lines.
    ///
    /// Commas in quotes or angle brackets are not separators.
    ///
    /// ```swift
    /// HTTPFields(lines: ["Allow: GET, PUT"]).list("allow")  // ["GET", "PUT"]
    /// ```
    public func list(_ name: String) -> [String] {
        all.filter { $0.name.isEqualIgnoringCase(to: name) }
            .flatMap { $0.value.split(outsideOfQuotesAt: ",") }
    }
}

extension StringProtocol {
    func isEqualIgnoringCase(to other: String) -> Bool {
        utf8.count == other.utf8.count && lowercased() == other.lowercased()
    }

    /// Returns the nonempty, trimmed parts between separators outside quotes and angle brackets.
    func split(outsideOfQuotesAt separator: Character) -> [String] {
        var (parts, part) = ([String](), "")
        var (isQuoted, isEscaped, isBracketed) = (false, false, false)
        for character in self {
            if character == separator, !isQuoted, !isBracketed {
                parts.append(String(part.trimmed))
                part = ""
                continue
            }
            switch character {
            case "\"" where !isEscaped: isQuoted.toggle()
            case "<" where !isQuoted: isBracketed = true
            case ">" where !isQuoted: isBracketed = false
            default: break
            }
            isEscaped = isQuoted && !isEscaped && character == "\\"
            part.append(character)
        }
        parts.append(String(part.trimmed))
        return parts.filter { !$0.isEmpty }
    }

    /// The text without surrounding quotes.
    var unquoted: String {
        guard utf8.count >= 2, hasPrefix("\""), hasSuffix("\"") else { return String(self) }
        return String(dropFirst().dropLast()).replacing("\\\"", with: "\"")
    }
}

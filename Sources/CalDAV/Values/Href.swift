/// A resource's path on a server, exactly as the server wrote it.
///
/// Servers escape paths differently. For example, one sends `me%40example.com`, another sends `me@example.com`, and
/// some do not escape spaces and umlauts. An href preserves the bytes that the server sent, so requests contain them
/// unchanged. Hrefs are compared by their decoded bytes, ignoring a final slash and empty path segments.
///
/// Paths that contain escaped slashes or the segments `.` or `..` are rejected, since servers disagree on their
/// meaning. Unicode is not normalized, so the composed and decomposed forms of `ü` identify different resources.
///
/// ```swift
/// try Href("/u/me%40example.com/") == Href("/u/me@example.com")  // true
/// try Href("/u/a b.ics").requestTarget  // "/u/a%20b.ics"
/// ```
public struct Href: Sendable, Hashable, CustomStringConvertible {
    /// The path, exactly as the server sent it: `Array("/u/a b.ics".utf8)`.
    public let bytes: [UInt8]
    /// The decoded path used for comparison.
    ///
    /// The key has a slash before each part and no trailing slash.
    ///
    /// If there is a query, it is appended after a NUL byte, which no path contains.
    package let key: [UInt8]

    /// Parses an absolute path; throws an ``AddressProblem``.
    ///
    /// ```swift
    /// try Href("/calendars/nora/work/").isCollection  // true
    /// ```
    public init(_ path: String) throws(AddressProblem) {
        try self.init(path: Array(path.utf8)[...])
    }

    package init(path: ArraySlice<UInt8>) throws(AddressProblem) {
        guard path.first == UInt8(ascii: "/") else { throw .malformed }
        guard path.count <= 8192 else { throw .tooLong }
        let decoded = try DecodedPath(path).key
        bytes = Array(path)
        // Most paths contain no escapes, so `bytes` and `key` can share storage.
        key = decoded == bytes ? bytes : decoded
    }

    /// Restores a previously parsed path.
    package init(_ bytes: [UInt8], key: [UInt8]) { (self.bytes, self.key) = (bytes, key) }

    /// Parses an href in the response to a request; throws an ``AddressProblem``.
    ///
    /// The href can be an absolute path, an absolute URL on the same server, or a path relative to the requested
    /// resource.
    ///
    /// ```swift
    /// let calendar = try ResourceURL("https://dav.example.com/nora/work/")
    /// try Href(Array("https://dav.example.com/nora/work/1.ics".utf8), from: calendar)  // try Href("/nora/work/1.ics")
    /// ```
    public init(_ bytes: [UInt8], from url: ResourceURL) throws(AddressProblem) {
        let parts: AddressParts
        do {
            parts = try AddressParts(bytes)
        } catch .malformed where bytes.starts(with: "//".utf8) {
            throw .otherOrigin
        }
        if let origin = parts.origin {
            guard origin.upgraded(from: url.origin) == url.origin else { throw .otherOrigin }
            try self.init(path: parts.path.isEmpty ? Array("/".utf8)[...] : parts.path)
        } else if parts.path.first == UInt8(ascii: "/") {
            try self.init(path: parts.path)
        } else {
            let base = url.href.bytes.prefix { $0 != UInt8(ascii: "?") }
            guard !parts.path.isEmpty, let slash = base.lastIndex(of: UInt8(ascii: "/")) else {
                throw .malformed
            }
            try self.init(path: (base[...slash] + parts.path))
        }
    }

    /// Returns whether two hrefs have the same decoded path: `try Href("/a/") == Href("/a") // true`.
    ///
    /// ```swift
    /// try Href("/u/%41") == Href("/u/A")  // true
    /// ```
    public static func == (one: Href, other: Href) -> Bool { one.key == other.key }

    /// Hashes the decoded path, which also determines equality: `hasher.combine(href)`.
    public func hash(into hasher: inout Hasher) {
        // Eight bytes are hashed at a time, since paths are long and listing a large calendar requires many lookups.
        var (index, end) = (0, key.count & ~7)
        while index < end {
            var word: UInt64 = 0
            for place in index..<index + 8 { word = word << 8 | UInt64(key[place]) }
            hasher.combine(word)
            index += 8
        }
        var word: UInt64 = 0
        end = key.count
        while index < end {
            word = word << 8 | UInt64(key[index])
            index += 1
        }
        hasher.combine(word)
        hasher.combine(end)
    }

    /// Whether the path ends with a slash: `try Href("/calendars/").isCollection // true`.
    ///
    /// Servers use final slashes inconsistently, so hrefs that differ only in a final slash are equal.
    public var isCollection: Bool { bytes.last == UInt8(ascii: "/") }

    /// The path for use in a request line: `try Href("/ü").requestTarget // "/%C3%BC"`.
    ///
    /// Existing escapes are preserved, and bytes that a request line cannot contain are escaped.
    public var requestTarget: String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            let isBarePercent =
                byte == UInt8(ascii: "%") && DecodedPath.escape(in: bytes[...], at: index) == nil
            if isBarePercent || byte <= 0x20 || byte >= 0x7F || "\"<>\\^`{|}".utf8.contains(byte) {
                result += byte.percentEscape
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The decoded path for use in messages, with control characters escaped: `/u/a b.ics`.
    public var description: String {
        let path = String(decoding: key.prefix { $0 != 0 }, as: UTF8.self)
        return (isCollection ? path + "/" : path).printable
    }

    /// The decoded last part of the path: `try Href("/u/a%20b.ics").lastComponent // "a b.ics"`.
    public var lastComponent: String {
        let path = key.prefix { $0 != 0 }
        let last = path.lastIndex(of: UInt8(ascii: "/")).map { path[($0 + 1)...] } ?? []
        return String(decoding: last, as: UTF8.self)
    }

    /// Returns whether the resource is an immediate member of a collection.
    ///
    /// ```swift
    /// let calendar = try Href("/nora/work/")
    /// try Href("/nora/work/1.ics").isMember(of: calendar)  // true
    /// try Href("/nora/other/1.ics").isMember(of: calendar)  // false
    /// ```
    public func isMember(of collection: Href) -> Bool {
        let outer = collection.key
        guard key.count > outer.count + 1, key.starts(with: outer), key[outer.count] == UInt8(ascii: "/")
        else {
            return false
        }
        return !key[(outer.count + 1)...].contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }

    /// Returns the href of a member of this collection; throws an error if the name cannot be part of a path.
    ///
    /// ```swift
    /// try Href("/nora/work").appending("a@b.ics").requestTarget  // "/nora/work/a%40b.ics"
    /// ```
    public func appending(_ name: String, isCollection: Bool = false) throws(AddressProblem) -> Href {
        guard !name.isEmpty else { throw .malformed }
        var path = bytes.prefix { $0 != UInt8(ascii: "?") }
        if path.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
        for byte in name.utf8 {
            if byte < 0x80, byte.isXMLNameByte && byte != UInt8(ascii: ":") || byte == UInt8(ascii: "~") {
                path.append(byte)
            } else {
                path += byte.percentEscape
            }
        }
        if isCollection { path.append(UInt8(ascii: "/")) }
        return try Href(path: path)
    }
}

/// The decoded form of a path.
private struct DecodedPath {
    var key: [UInt8] = []

    init(_ path: ArraySlice<UInt8>) throws(AddressProblem) {
        key.reserveCapacity(path.count)
        var index = path.startIndex
        var start = 0
        var isQuery = false
        while index < path.endIndex {
            var byte = path[index]
            index += 1
            switch byte {
            case UInt8(ascii: "#"): throw .fragment
            case 0..<0x20, 0x7F: throw .controlCharacter
            case UInt8(ascii: "/") where !isQuery:
                try endPart(from: start)
                start = key.count
                key.append(byte)
                continue
            case UInt8(ascii: "?") where !isQuery:
                try endPart(from: start)
                isQuery = true
                byte = 0
            case UInt8(ascii: "%"):
                guard let escaped = Self.escape(in: path, at: index - 1) else { break }
                guard isQuery || escaped != 0 && escaped != UInt8(ascii: "/") else { throw .escapedSlash }
                byte = escaped
                index += 2
            default: break
            }
            key.append(byte)
        }
        if !isQuery { try endPart(from: start) }
    }

    /// Ends the path segment that starts with the slash at the given index, and removes the segment if it is empty.
    private mutating func endPart(from start: Int) throws(AddressProblem) {
        guard key.count > start else { return }
        let part = key[(start + 1)...]
        guard !part.elementsEqual(".".utf8), !part.elementsEqual("..".utf8) else { throw .dotSegment }
        if part.isEmpty { key.removeLast() }
    }

    /// Returns the byte represented by the percent escape at the given index in a path, or nil if there is none.
    static func escape(in path: ArraySlice<UInt8>, at index: Int) -> UInt8? {
        guard index + 2 < path.endIndex, let high = path[index + 1].hexadecimalDigit,
            let low = path[index + 2].hexadecimalDigit
        else { return nil }
        return high << 4 | low
    }
}

extension UInt8 {
    fileprivate var hexadecimalDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    fileprivate var percentEscape: [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "%"), digits[Int(self >> 4)], digits[Int(self & 15)]]
    }
}

/// A line in a state file: tab-separated fields in which bytes that could be mistaken for separators are escaped.
struct StateLine {
    private(set) var bytes: [UInt8]

    init(_ kind: UInt8, reserving count: Int = 320) {
        bytes = []
        bytes.reserveCapacity(count)
        bytes.append(kind)
    }

    mutating func add(_ field: [UInt8]) {
        bytes.append(0x09)
        var rest = field[...]
        while let index = rest.firstIndex(where: Self.isEscaped) {
            bytes += rest[..<index]
            bytes.append(0x25)
            for digit in [rest[index] >> 4, rest[index] & 15] {
                bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
            }
            rest = rest[(index + 1)...]
        }
        bytes += rest
    }

    private static func isEscaped(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x25 || byte == 0x7F }

    mutating func add(_ text: String) { add(Array(text.utf8)) }
    mutating func add(_ text: String?) { add(text ?? "") }

    mutating func add(_ number: Int) {
        bytes.append(0x09)
        if number < 0 { bytes.append(0x2D) }
        let start = bytes.count
        var rest = number.magnitude
        repeat {
            bytes.append(0x30 + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    mutating func add(_ digest: ItemDigest) {
        bytes.append(0x09)
        digest.write(to: &bytes)
    }

    /// Returns the text of several lines, each followed by a line break.
    static func text(of lines: some Collection<[UInt8]>) -> [UInt8] {
        var bytes: [UInt8] = []
        // The unused part of a large buffer does not occupy physical memory.
        bytes.reserveCapacity(lines.count * 800)
        for line in lines {
            bytes += line
            bytes.append(0x0A)
        }
        return bytes
    }

    /// Calls a closure with each line that ends with a line break.
    static func forEach(in bytes: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) -> Void) {
        var rest = bytes
        while let end = rest.firstIndex(of: 0x0A) {
            body(rest[..<end])
            rest = rest[(end + 1)...]
        }
    }

    /// A sequential reader for a line's fields.
    struct Fields {
        private var rest: ArraySlice<UInt8>

        init(_ line: ArraySlice<UInt8>) { rest = line.dropFirst(2) }

        mutating func next() -> ArraySlice<UInt8> {
            let end = rest.firstIndex(of: 0x09) ?? rest.endIndex
            let field = rest[..<end]
            rest = end == rest.endIndex ? rest[end...] : rest[(end + 1)...]
            return field
        }

        mutating func bytes() -> [UInt8] {
            let field = next()
            guard field.contains(0x25) else { return Array(field) }
            var (plain, left) = ([UInt8](), field)
            while let byte = left.popFirst() {
                guard byte == 0x25, left.count >= 2 else {
                    plain.append(byte)
                    continue
                }
                plain.append(UInt8(String(decoding: left.prefix(2), as: UTF8.self), radix: 16) ?? 0x3F)
                left = left.dropFirst(2)
            }
            return plain
        }

        mutating func text() -> String { String(decoding: bytes(), as: UTF8.self) }

        mutating func optional() -> String? {
            let text = text()
            return text.isEmpty ? nil : text
        }

        /// Reads a number up to a limit that prevents overflow in sums and differences, or returns nil for any other
        /// field.
        mutating func number(atMost limit: Int = 1 << 61) -> Int? {
            let field = next()
            var (value, isNegative) = (0, false)
            for (place, byte) in field.enumerated() {
                if place == 0, byte == 0x2D {
                    isNegative = true
                    continue
                }
                guard (0x30...0x39).contains(byte) else { return nil }
                let (product, one) = value.multipliedReportingOverflow(by: 10)
                let (sum, two) = product.addingReportingOverflow(Int(byte - 0x30))
                guard !one, !two, sum <= limit else { return nil }
                value = sum
            }
            return field.isEmpty ? nil : isNegative ? -value : value
        }

        mutating func digest() -> ItemDigest? { ItemDigest(next()) }
    }
}

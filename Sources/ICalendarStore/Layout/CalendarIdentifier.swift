/// A calendar's identifier: its path relative to the store's folder, percent-encoded.
///
/// ASCII letters, digits, and `-_.~/` are left unchanged. Every other byte is written as `%` and two hexadecimal
/// digits. The identifier remains the same until the calendar's folder is renamed.
enum CalendarIdentifier {
    static func text(of path: [UInt8], keepingSlashes: Bool = true) -> String {
        // A store has many paths, and very few of them need encoding.
        if path.allSatisfy({ isPlain($0) || keepingSlashes && $0 == UInt8(ascii: "/") }) {
            return String(decoding: path, as: UTF8.self)
        }
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = path.flatMap { byte in
            isPlain(byte) || keepingSlashes && byte == UInt8(ascii: "/")
                ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Decodes percent-encoded bytes.
    ///
    /// Returns `nil` if a `%` is not followed by two hexadecimal digits.
    static func bytes(_ spelled: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = spelled[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    /// Decodes percent-encoded text.
    ///
    /// Returns `nil` if a `%` is not followed by two hexadecimal digits or the bytes are not UTF-8.
    static func unescaped(_ spelled: some Collection<UInt8>) -> String? {
        bytes(spelled).flatMap { String(validating: $0, as: UTF8.self) }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-_.~".utf8.contains(byte)
        }
    }
}

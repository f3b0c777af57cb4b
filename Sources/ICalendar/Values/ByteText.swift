/// Makes strings of the bytes of a value.
///
/// Bytes that are not UTF-8 are read as Windows-1252, the whole value, with a remark. NUL is left out, other control
/// characters stay, and hundreds of accents on one letter are parted (``AccentRuns``); each with a remark.
enum ByteText {
    /// The string of some bytes.
    static func string(_ bytes: Span<UInt8>, _ remarks: inout [ValueRemark]) -> String {
        string(bytes, ByteTraits(bytes), &remarks)
    }

    /// The string of some bytes whose traits are known.
    static func string(
        _ bytes: Span<UInt8>,
        _ traits: ByteTraits,
        _ remarks: inout [ValueRemark]
    ) -> String {
        if traits.isPlain { return plain(bytes) }
        if traits.contains(.nul) {
            return text(withoutNUL(bytes, &remarks).span, &remarks)
        } else if traits.contains(.control) {
            remarks.note(.encoding, "holds control characters; they are kept until it is written anew")
        }
        return text(bytes, &remarks)
    }

    /// Bytes without the NUL bytes among them, which are remarked on.
    static func withoutNUL(_ bytes: Span<UInt8>, _ remarks: inout [ValueRemark]) -> [UInt8] {
        let others = bytes.indices.filter { bytes[$0] != 0 }.map { bytes[$0] }
        if others.count < bytes.count { remarks.note(.encoding, "holds NUL bytes; they are left out") }
        return others
    }

    /// The string of bytes that are known to be ASCII.
    static func plain(_ bytes: Span<UInt8>) -> String {
        unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// The string of bytes, or nil when they are not UTF-8.
    static func valid(_ bytes: Span<UInt8>) -> String? {
        unsafe bytes.withUnsafeBufferPointer { unsafe String(validating: $0, as: UTF8.self) }
    }

    /// Adds bytes to others.
    static func append(_ bytes: Span<UInt8>, to others: inout [UInt8]) {
        unsafe bytes.withUnsafeBufferPointer { unsafe others.append(contentsOf: $0) }
    }

    private static func text(_ bytes: Span<UInt8>, _ remarks: inout [ValueRemark]) -> String {
        if let text = valid(bytes) {
            guard AccentRuns.mayBeLong(bytes), let parted = AccentRuns.parted(text) else { return text }
            remarks.note(.encoding, "has more than 30 accents on one letter; read with U+034F between them")
            return parted
        }
        remarks.note(.encoding, "is not UTF-8; read as Windows-1252")
        return windows1252(bytes)
    }

    /// Reads bytes as Windows-1252; the five bytes without a character become the control characters of that number.
    static func windows1252(_ bytes: Span<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for index in bytes.indices {
            let byte = bytes[index]
            let code = (0x80...0x9F).contains(byte) ? upperHalf[Int(byte) - 0x80] : UInt16(byte)
            text.append(Unicode.Scalar(code) ?? "\u{FFFD}")
        }
        return String(text)
    }

    /// The characters of the bytes 0x80 to 0x9F, where Windows-1252 differs from ISO 8859-1.
    private static let upperHalf: [UInt16] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
        0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
    ]
}

/// Writing FLOAT and UTC-OFFSET; no locale has a say.
extension NumberText {
    /// The longest number that ``float(_:)`` reads, in bytes.
    private static let longest = 40

    /// Adds a FLOAT (RFC 5545 section 3.3.7): the shortest decimal number that is read as the same one.
    ///
    /// The form has no exponents, so that very small numbers lose digits behind the fortieth byte. What is no number
    /// is written as 0.
    static func append(_ number: Double, to bytes: inout [UInt8]) {
        guard number.isFinite, number != 0 else { return bytes.append(Ascii.zero) }
        if number < 0 { bytes.append(Ascii.minus) }
        // Swift prints the shortest digits, with an exponent where the number is very large or small.
        let parts = number.magnitude.description.utf8.split(separator: 0x65)
        let mantissa = parts[0].split(separator: Ascii.point).map(Array.init)
        let exponent = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) ?? 0 : 0
        var digits = mantissa.flatMap { $0 }
        var point = mantissa[0].count + exponent
        if point <= 0 {
            digits.insert(contentsOf: repeatElement(Ascii.zero, count: 1 - point), at: 0)
            point = 1
        } else if point > digits.count {
            digits += repeatElement(Ascii.zero, count: point - digits.count)
        }
        while digits.count > point, digits.last == Ascii.zero { digits.removeLast() }
        bytes += digits[..<point]
        guard digits.count > point, point < longest - 2 else { return }
        bytes.append(Ascii.point)
        bytes += digits[point...].prefix(longest - 2 - point)
    }

    /// Adds a UTC-OFFSET (section 3.3.14), with seconds where there are any; a day or more is held below a day.
    static func append(utcOffset offset: Int, to bytes: inout [UInt8]) {
        let held = min(max(offset, -86_399), 86_399)
        bytes.append(held < 0 ? Ascii.minus : Ascii.plus)
        let seconds = abs(held)
        Digits.append(seconds / 3600, count: 2, to: &bytes)
        Digits.append(seconds / 60 % 60, count: 2, to: &bytes)
        if seconds % 60 != 0 { Digits.append(seconds % 60, count: 2, to: &bytes) }
    }
}

/// INTEGER, FLOAT, BOOLEAN, UTC-OFFSET and GEO values as text, independent of the locale.
///
/// See RFC 5545 sections 3.3.8, 3.3.7, 3.3.2, 3.3.14 and 3.8.1.6.
package enum NumberText {
    /// Parses an integer.
    ///
    /// A number that does not fit in the RFC's 32 bits is accepted with a remark. A number with more than 17 digits is
    /// rejected.
    package static func integer(_ text: Span<UInt8>, _ remarks: inout [ValueRemark]) -> Int? {
        var index = 0
        let isNegative = !text.isEmpty && text[0] == Ascii.minus
        if isNegative || !text.isEmpty && text[0] == Ascii.plus { index = 1 }
        guard let magnitude = text.number(at: &index, upTo: 99_999_999_999_999_999), index == text.count
        else {
            return nil
        }
        let number = isNegative ? -magnitude : magnitude
        if Int32(exactly: number) == nil {
            remarks.note(ofValue: "does not fit in 32 bits (RFC 5545, 3.3.8); kept")
        }
        return number
    }

    /// Parses a decimal number of at most 40 bytes, such as `-3.14`.
    ///
    /// Exponents, `inf` and `nan` are rejected.
    package static func float(_ text: Span<UInt8>) -> Double? {
        var digits = 0
        var points = 0
        guard text.count <= 40 else { return nil }
        for index in text.indices {
            switch text[index] {
            case Ascii.plus, Ascii.minus: if index > 0 { return nil }
            case Ascii.point: points += 1
            case 0x30...0x39: digits += 1
            default: return nil
            }
        }
        guard digits > 0, points <= 1 else { return nil }
        let bytes = text.indices.map { text[$0] }
        return Double(String(decoding: bytes, as: UTF8.self))
    }

    /// Parses TRUE or FALSE in any case.
    package static func boolean(_ text: Span<UInt8>) -> Bool? {
        if equals(text, yes) { return true }
        return equals(text, no) ? false : nil
    }

    /// Parses `+HHMM` or `+HHMMSS` as seconds east of UTC, with an absolute value of less than a day.
    ///
    /// A missing sign, missing minutes and colons between the parts are accepted with a remark.
    package static func utcOffset(_ text: Span<UInt8>, _ remarks: inout [ValueRemark]) -> Int? {
        var index = 0
        let isNegative = !text.isEmpty && text[0] == Ascii.minus
        let hasSign = isNegative || !text.isEmpty && text[0] == Ascii.plus
        if hasSign { index = 1 }
        var parts: [Int] = []
        var hasColons = false
        while parts.count < 3, let part = text.digits(at: index, count: 2) {
            parts.append(part)
            index += 2
            if index < text.count, text[index] == Ascii.colon {
                hasColons = true
                index += 1
            }
        }
        guard !parts.isEmpty, index == text.count, text[index - 1] != Ascii.colon else { return nil }
        guard parts.count > 1 || hasSign else { return nil }
        let (minute, second) = (parts.count > 1 ? parts[1] : 0, parts.count == 3 ? parts[2] : 0)
        guard parts[0] < 24, minute < 60, second < 60 else { return nil }
        if parts.count == 1 { remarks.note(ofValue: "has no minutes; read as :00") }
        if !hasSign { remarks.note(ofValue: "has no sign; read as east of UTC") }
        if hasColons {
            remarks.note(ofValue: "has a colon; colon ignored")
        }
        let offset = parts[0] * 3600 + minute * 60 + second
        return isNegative ? -offset : offset
    }

    /// Parses `LATITUDE;LONGITUDE` in degrees, with absolute values of at most 90 and 180.
    ///
    /// An escaped semicolon or a comma is accepted with a remark.
    package static func geo(
        _ text: Span<UInt8>,
        _ remarks: inout [ValueRemark]
    ) -> (latitude: Double, longitude: Double)? {
        var separator: Int?
        for index in text.indices where text[index] == Ascii.semicolon || text[index] == Ascii.comma {
            separator = index
            break
        }
        guard let separator else { return nil }
        let isEscaped = separator > 0 && text[separator - 1] == Ascii.backslash
        let first = text.trimmingBlanks(0..<(isEscaped ? separator - 1 : separator))
        let second = text.trimmingBlanks(separator + 1..<text.count)
        guard let latitude = float(text.extracting(first)), let longitude = float(text.extracting(second)),
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        if isEscaped || text[separator] == Ascii.comma {
            remarks.note(ofValue: "has no plain semicolon between its numbers; read anyway")
        }
        return (latitude, longitude)
    }

    /// Returns whether the bytes equal an uppercase word, ignoring case.
    private static func equals(_ text: Span<UInt8>, _ word: [UInt8]) -> Bool {
        guard text.count == word.count else { return false }
        for index in text.indices where Ascii.capital(text[index]) != word[index] { return false }
        return true
    }

    private static let yes = Array("TRUE".utf8)
    private static let no = Array("FALSE".utf8)

    // MARK: - Writing FLOAT and UTC-OFFSET, independent of the locale

    /// The maximum length of a number that ``float(_:)`` accepts, in bytes.
    private static let longest = 40

    /// Appends a FLOAT value (RFC 5545 section 3.3.7) as the shortest decimal number that parses to the same value.
    ///
    /// The number has no exponent, so very small numbers lose digits after the fortieth byte. Infinite values and NaN
    /// are written as 0.
    package static func append(_ number: Double, to bytes: inout [UInt8]) {
        guard number.isFinite, number != 0 else { return bytes.append(Ascii.zero) }
        if number < 0 { bytes.append(Ascii.minus) }
        // Swift prints as few digits as possible and uses an exponent for very large or small numbers.
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

    /// Appends a UTC-OFFSET value (section 3.3.14), including seconds only if they are nonzero.
    ///
    /// Offsets are clamped to less than a day.
    package static func append(utcOffset offset: Int, to bytes: inout [UInt8]) {
        let held = min(max(offset, -86_399), 86_399)
        bytes.append(held < 0 ? Ascii.minus : Ascii.plus)
        let seconds = abs(held)
        bytes.appendDigits(seconds / 3600, count: 2)
        bytes.appendDigits(seconds / 60 % 60, count: 2)
        if seconds % 60 != 0 { bytes.appendDigits(seconds % 60, count: 2) }
    }
}

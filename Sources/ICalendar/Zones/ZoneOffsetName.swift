/// Offsets from UTC that stand where the name of a zone should.
enum ZoneOffsetName {
    /// The maximum UTC offset in seconds, some hours more than any clock has ever had.
    private static let largest = 18 * 3600

    /// The seconds east of UTC that a name says, such as `GMT+0100`, `UTC+02:00`, `(GMT +01:00)`, `+02:00`, or
    /// `(UTC-05) Bogota`, of which what follows the bracket is no name that Windows knows; nil for any other name.
    static func offset(of name: String) -> Int? {
        guard name.utf8.count <= 255 else { return nil }
        let bytes = Array(name.utf8)
        let text = bytes.span
        var index = 0
        let isBracketed = text.count > 0 && text[0] == UInt8(ascii: "(")
        if isBracketed { index = 1 }
        passBlanks(text, &index)
        if index + 3 <= text.count {
            let word = (index..<index + 3).map { Ascii.capital(text[$0]) }
            if word == Array("GMT".utf8) || word == Array("UTC".utf8) { index += 3 }
        }
        passBlanks(text, &index)
        guard let (offset, end) = OffsetText.parse(text, at: index), offset.magnitude <= largest else {
            return nil
        }
        index = end
        passBlanks(text, &index)
        if isBracketed { return index < text.count && text[index] == UInt8(ascii: ")") ? offset : nil }
        return index == text.count ? offset : nil
    }

    /// The name of an offset, such as `UTC+01:00`.
    static func name(of offset: Int) -> String {
        var bytes = Array("UTC".utf8)
        NumberText.append(utcOffset: offset, to: &bytes)
        bytes.insert(Ascii.colon, at: min(6, bytes.count))
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func passBlanks(_ text: Span<UInt8>, _ index: inout Int) {
        while index < text.count, Ascii.isBlank(text[index]) { index += 1 }
    }
}

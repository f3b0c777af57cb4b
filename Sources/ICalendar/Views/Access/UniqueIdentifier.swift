/// New UIDs (RFC 5545 section 3.8.4.7, RFC 7986 section 5.3): random UUIDs, which say nothing of who made them and when.
///
/// ```swift
/// let uid = UniqueIdentifier.random()
/// ```
public enum UniqueIdentifier {
    /// A UUID of version 4 (RFC 9562 section 5.4) in small letters, from the system's random numbers.
    ///
    /// ```swift
    /// event.uid = UniqueIdentifier.random()       // 3f0c9a52-...
    /// ```
    public static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    /// The same from a generator of one's own, such as a seeded one in a test.
    ///
    /// ```swift
    /// var generator = SystemRandomNumberGenerator()
    /// event.uid = UniqueIdentifier.random(using: &generator)
    /// ```
    public static func random(using generator: inout some RandomNumberGenerator) -> String {
        // Version 4 and the variant of RFC 9562 stand in fixed bits.
        let high = generator.next() & ~0xF000 | 0x4000
        let low = generator.next() & ~(0xC000 << 48) | (0x8000 << 48)
        let digits = hexadecimal(high) + hexadecimal(low)
        var text = ""
        for (place, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(place) { text += "-" }
            text.append(digit)
        }
        return text
    }

    /// Sixteen hexadecimal digits.
    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// The words that STATUS, CLASS and their like may hold; case does not matter.
///
/// RFC 5545 sections 3.7.2, 3.8.1.3, 3.8.1.11, 3.8.2.7 and 3.8.6.1, RFC 5546, and RFC 7953 section 3.2.
enum EnumerationText {
    /// A known word in capitals; any other text as it is.
    static func canonical(_ text: String) -> String {
        if words.contains(text) { return text }
        let capitals = text.uppercased()
        return words.contains(capitals) ? capitals : text
    }

    private static let words: Set<String> = [
        "TENTATIVE", "CONFIRMED", "CANCELLED", "NEEDS-ACTION", "COMPLETED", "IN-PROCESS", "DRAFT", "FINAL",
        "PUBLIC", "PRIVATE", "CONFIDENTIAL", "OPAQUE", "TRANSPARENT", "AUDIO", "DISPLAY", "EMAIL",
        "PROCEDURE",
        "PUBLISH", "REQUEST", "REPLY", "ADD", "CANCEL", "REFRESH", "COUNTER", "DECLINECOUNTER",
        "BUSY", "BUSY-UNAVAILABLE", "BUSY-TENTATIVE",
    ]
}

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

    /// The same of a STATUS, whose CANCELLED many programs spell in another way.
    static func status(_ text: String, _ remarks: inout [ValueRemark]) -> String {
        let word = canonical(text)
        guard word.uppercased() == misspelledCancelled else { return word }
        remarks.note(.badValue, "'\(word)' is not a STATUS; read as CANCELLED")
        return "CANCELLED"
    }

    /// CANCELLED as Americans spell it.
    static let misspelledCancelled = "CANCELED"

    /// The words in capitals, by the property that holds them.
    static let wordsOfProperties: [String: [String]] = [
        "STATUS": [
            "TENTATIVE", "CONFIRMED", "CANCELLED", "NEEDS-ACTION", "COMPLETED", "IN-PROCESS", "DRAFT",
            "FINAL",
        ],
        "CLASS": ["PUBLIC", "PRIVATE", "CONFIDENTIAL"],
        "TRANSP": ["OPAQUE", "TRANSPARENT"],
        "ACTION": ["AUDIO", "DISPLAY", "EMAIL", "PROCEDURE"],
        "METHOD": [
            "PUBLISH", "REQUEST", "REPLY", "ADD", "CANCEL", "REFRESH", "COUNTER", "DECLINECOUNTER",
        ],
        "BUSYTYPE": ["BUSY", "BUSY-UNAVAILABLE", "BUSY-TENTATIVE"],
    ]

    private static let words = Set(wordsOfProperties.values.joined())
}

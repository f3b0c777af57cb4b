/// Names for properties whose own is none that RFC 5545 section 3.1 allows.
enum ExtensionName {
    /// Prefixes of names that some program understands, so that nothing may come to have one of them.
    private static let understood = [
        "X-WR-", "X-APPLE-", "X-MICROSOFT-", "X-MS-", "X-MOZ-", "X-GOOGLE-", "X-LIC-",
    ]

    /// An X- name with hyphens for what no name may hold, and one more X- where it would be understood otherwise.
    static func made(of name: String) -> String {
        let bytes = name.utf8.map { byte in
            Ascii.isLetter(byte) || Ascii.isDigit(byte) ? Ascii.capital(byte) : Ascii.minus
        }
        let plain = String(decoding: bytes, as: UTF8.self)
        let isOwn =
            plain.hasPrefix("X-") && !understood.contains { plain.hasPrefix($0) } && plain != "X-ALT-DESC"
        return isOwn ? plain : "X-" + plain
    }
}

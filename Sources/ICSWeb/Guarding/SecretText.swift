/// A source of unguessable random strings.
enum SecretText {
    /// Returns 43 random letters and digits with 256 bits of entropy.
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        let bytes = (0..<43).map { _ in letters[Int.random(in: 0..<64, using: &generator)] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns whether two strings are equal; the time taken does not depend on their contents.
    static func areEqual(_ one: some StringProtocol, _ other: some StringProtocol) -> Bool {
        let (left, right) = (Array(one.utf8), Array(other.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

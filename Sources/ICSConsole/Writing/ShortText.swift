/// Up to 48 bytes of text that are put without touching a reference, which threads would have to count.
struct ShortText: BitwiseCopyable, Sendable {
    private var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)
    private let length: Int

    /// A text; what is longer is cut.
    init(_ text: String) {
        let bytes = Array(text.utf8.prefix(48))
        length = bytes.count
        func word(_ number: Int) -> UInt64 {
            bytes.dropFirst(8 * number).prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        words = (word(0), word(1), word(2), word(3), word(4), word(5))
    }

    /// Puts the text; there must be room for it.
    @inline(__always)
    func put(to writer: inout ByteWriter) {
        put(words.0, 0, to: &writer)
        put(words.1, 8, to: &writer)
        put(words.2, 16, to: &writer)
        put(words.3, 24, to: &writer)
        put(words.4, 32, to: &writer)
        put(words.5, 40, to: &writer)
    }

    @inline(__always)
    private func put(_ word: UInt64, _ start: Int, to writer: inout ByteWriter) {
        if length > start { writer.put(word, length: min(8, length &- start)) }
    }
}

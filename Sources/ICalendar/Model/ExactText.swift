/// A text that equals another one only byte for byte.
///
/// Swift's strings are equal when they look equal (an accented letter and its parts); UIDs are not.
struct ExactText: Hashable, Sendable {
    /// The text.
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(UInt8(0xFF))
    }
}

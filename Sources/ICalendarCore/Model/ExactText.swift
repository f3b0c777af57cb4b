/// A text that equals another one only byte for byte.
///
/// Swift's strings are equal when they look equal (an accented letter and its parts); UIDs are not.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        // Texts of the same bytes have the same hash.
        hasher.combine(text)
    }
}

extension ExactText: Comparable {
    package static func < (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}

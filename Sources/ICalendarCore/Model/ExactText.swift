/// A text with byte-wise equality.
///
/// Swift strings compare by canonical equivalence, so that an accented letter equals its decomposition. UIDs do not.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        // Texts with equal bytes have equal hashes.
        hasher.combine(text)
    }
}

extension ExactText: Comparable {
    package static func < (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}

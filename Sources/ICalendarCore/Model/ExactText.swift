/// A string that is compared byte by byte.
///
/// Swift compares strings by canonical equivalence, so a precomposed accented letter equals its decomposed form. UIDs
/// must match exactly.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        // Strings with equal bytes have equal hashes.
        hasher.combine(text)
    }
}

extension ExactText: Comparable {
    package static func < (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}

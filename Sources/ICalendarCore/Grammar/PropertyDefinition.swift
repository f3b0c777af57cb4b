/// The value types of a property and whether it holds a list: what reading needs of its ``PropertyGrammar``.
///
/// Nothing in it is counted by references, as all threads that decode use the same definitions on every line.
package struct PropertyDefinition: Sendable {
    package let name: String
    /// How the value is written when nothing else is declared.
    package let form: ValueForm
    package let kinds: Kinds
    package let isList: Bool

    /// One to four value types, without an array around them.
    package struct Kinds: Sendable {
        package let first: Value.Kind
        private let second: Value.Kind
        private let third: Value.Kind
        private let fourth: Value.Kind

        init(_ kinds: [Value.Kind]) {
            first = kinds.first ?? .text
            second = kinds.count > 1 ? kinds[1] : first
            third = kinds.count > 2 ? kinds[2] : first
            fourth = kinds.count > 3 ? kinds[3] : first
        }

        package func contains(_ kind: Value.Kind) -> Bool {
            kind == first || kind == second || kind == third || kind == fourth
        }
    }

    /// A definition; a form has its usual type unless there are others in front of it.
    package init(
        _ name: String,
        _ form: ValueForm,
        _ kinds: [Value.Kind] = [],
        list: Bool = false
    ) {
        self.name = name
        self.form = form
        self.kinds = Kinds(kinds.isEmpty ? [form.usualKind] : kinds)
        isList = list || form == .textList
    }

    /// The properties of RFC 5545, with RFC 7986, 6638, 7529, 7808, 7953, 9073, 9074 and 9253, each in the place that its
    /// grammar has in ``PropertyGrammar/all``.
    package static let all = PropertyGrammar.all.map(\.definition)

    package static func named(_ name: String) -> PropertyDefinition? {
        place(of: name).map { all[$0] }
    }

    /// Where the definition of a name (in any case) is in ``all``, or nil when no RFC defines it; the name is the bytes of a
    /// line in these places.
    package static func index(of name: Range<Int>, in line: Span<UInt8>) -> Int? {
        guard let key = NameKey(name, in: line) else { return longIndex(of: line.extracting(name)) }
        let slots = slots
        var slot = key.hash(bits: slotBits)
        while slots[slot].index >= 0 {
            if slots[slot].key == key { return Int(slots[slot].index) }
            slot = (slot + 1) & (slotCount - 1)
        }
        return nil
    }

    /// How values of a name are written when nothing else is declared; nil when no RFC defines it.
    package static func form(of name: Range<Int>, in line: Span<UInt8>) -> ValueForm? {
        index(of: name, in: line).map { all[$0].form }
    }

    /// Where the definition of a name is in ``all``, or nil when no RFC defines it.
    package static func place(of name: String) -> Int? {
        let bytes = Array(name.utf8)
        return index(of: bytes.indices, in: bytes.span)
    }

    private static func longIndex(of name: Span<UInt8>) -> Int? {
        longNames.first { long in
            long.bytes.count == name.count
                && long.bytes.indices.allSatisfy { Ascii.capital(name[$0]) == long.bytes[$0] }
        }?.index
    }

    /// The names that are too long for a key.
    private static let longNames: [(bytes: [UInt8], index: Int)] = all.enumerated().compactMap { index, one in
        let bytes = Array(one.name.utf8)
        return NameKey(bytes.indices, in: bytes.span) == nil ? (bytes, index) : nil
    }

    private static let slotBits = 9
    private static let slotCount = 1 << slotBits

    private struct Slot {
        var key: NameKey
        /// The place in ``all``; -1 where the slot is free.
        var index: Int16
    }

    /// An open-addressed table of places in ``all``.
    private static let slots: [Slot] = {
        var slots = [Slot](repeating: Slot(key: NameKey(), index: -1), count: slotCount)
        for (index, definition) in all.enumerated() {
            let bytes = Array(definition.name.utf8)
            guard let key = NameKey(bytes.indices, in: bytes.span) else { continue }
            var slot = key.hash(bits: slotBits)
            while slots[slot].index >= 0 { slot = (slot + 1) & (slotCount - 1) }
            slots[slot] = Slot(key: key, index: Int16(index))
        }
        return slots
    }()
}

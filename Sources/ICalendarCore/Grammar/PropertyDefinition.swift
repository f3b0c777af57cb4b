/// The part of ``PropertyGrammar`` needed for parsing: a property's value types and whether its value is a list.
///
/// The type contains no reference-counted values, because all decoding threads use the same definitions on every
/// line.
package struct PropertyDefinition: Sendable {
    package let name: String
    /// The default form of the value.
    package let form: ValueForm
    package let kinds: Kinds
    package let isList: Bool

    /// One to four value types, stored without an array.
    package struct Kinds: Sendable {
        package let first: Value.DataType
        private let second: Value.DataType
        private let third: Value.DataType
        private let fourth: Value.DataType

        init(_ kinds: [Value.DataType]) {
            first = kinds.first ?? .text
            second = kinds.count > 1 ? kinds[1] : first
            third = kinds.count > 2 ? kinds[2] : first
            fourth = kinds.count > 3 ? kinds[3] : first
        }

        package func contains(_ kind: Value.DataType) -> Bool {
            kind == first || kind == second || kind == third || kind == fourth
        }
    }

    /// Creates a definition.
    ///
    /// If no types are given, the form's default type applies.
    package init(
        _ name: String,
        _ form: ValueForm,
        _ kinds: [Value.DataType] = [],
        list: Bool = false
    ) {
        self.name = name
        self.form = form
        self.kinds = Kinds(kinds.isEmpty ? [form.usualKind] : kinds)
        isList = list || form == .textList
    }

    /// The properties defined in RFC 5545, 7986, 6638, 7529, 7808, 7953, 9073, 9074 and 9253, in the same order as
    /// ``PropertyGrammar/all``.
    package static let all = PropertyGrammar.all.map(\.definition)

    package static func named(_ name: String) -> PropertyDefinition? {
        place(of: name).map { all[$0] }
    }

    /// Returns the index of a property in ``all``, or nil if no RFC defines it.
    ///
    /// `name` is the range of the name, in any case, within the bytes of a line.
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

    /// Returns the default form of a property's values, or nil if no RFC defines the property.
    package static func form(of name: Range<Int>, in line: Span<UInt8>) -> ValueForm? {
        index(of: name, in: line).map { all[$0].form }
    }

    /// Returns the index of a property in ``all``, or nil if no RFC defines it.
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

    /// The names that are too long for a ``NameKey``.
    private static let longNames: [(bytes: [UInt8], index: Int)] = all.enumerated().compactMap { index, one in
        let bytes = Array(one.name.utf8)
        return NameKey(bytes.indices, in: bytes.span) == nil ? (bytes, index) : nil
    }

    private static let slotBits = 9
    private static let slotCount = 1 << slotBits

    private struct Slot {
        var key: NameKey
        /// The index in ``all``, or -1 for a free slot.
        var index: Int16
    }

    /// An open-addressing hash table of indices into ``all``.
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

/// What the RFCs say about one property: its value types and whether it holds a list.
///
/// Nothing in it is counted by references, as all threads that decode use the same definitions on every line.
struct PropertyDefinition: Sendable {
    /// The name in capitals.
    let name: String
    /// How the value is written when nothing else is declared.
    let form: ValueForm
    /// The value types that VALUE may declare.
    let kinds: Kinds
    /// Whether the value is a list, separated by commas.
    let isList: Bool
    /// Whether libical 3.0 knows the name; the value of any other is lost in it.
    let isKnownToLibical: Bool
    /// Whether libical decides the property's values, as far as each lets it.
    let isForLibical: Bool

    /// One to four value types, without an array around them.
    struct Kinds: Sendable {
        /// The default.
        let first: Value.Kind
        private let second: Value.Kind
        private let third: Value.Kind
        private let fourth: Value.Kind

        init(_ first: Value.Kind, _ second: Value.Kind?, _ third: Value.Kind?, _ fourth: Value.Kind? = nil) {
            self.first = first
            self.second = second ?? first
            self.third = third ?? first
            self.fourth = fourth ?? first
        }

        /// Whether a type is among them.
        func contains(_ kind: Value.Kind) -> Bool {
            kind == first || kind == second || kind == third || kind == fourth
        }
    }

    /// A definition; `inLibical` says whether libical knows the name.
    init(
        _ name: String,
        _ form: ValueForm,
        _ first: Value.Kind,
        _ second: Value.Kind? = nil,
        _ third: Value.Kind? = nil,
        _ fourth: Value.Kind? = nil,
        list: Bool = false,
        inLibical: Bool = true
    ) {
        self.name = name
        self.form = form
        kinds = Kinds(first, second, third, fourth)
        isList = list
        isKnownToLibical = inLibical
        isForLibical = inLibical && ValueDecider.decider(of: form) == .libical
    }

    /// Where the definition of a name (in any case) is in ``all``, or nil when no RFC defines it; the name is the bytes of a
    /// line in these places.
    static func index(of name: Range<Int>, in line: Span<UInt8>) -> Int? {
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
    static func form(of name: Range<Int>, in line: Span<UInt8>) -> ValueForm? {
        index(of: name, in: line).map { all[$0].form }
    }

    /// Where the definition of a name is in ``all``, or nil when no RFC defines it.
    static func place(of name: String) -> Int? {
        let bytes = Array(name.utf8)
        return index(of: bytes.indices, in: bytes.span)
    }

    /// The same for names that have no key.
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

    /// A slot of the table of keys.
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

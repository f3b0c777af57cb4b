/// What the RFCs say about one property: its value types and whether it holds a list.
///
/// A class, so that handing one on costs one reference however much it says.
final class PropertyDefinition: Sendable {
    /// The name in capitals.
    let name: String
    /// The bytes of the name.
    let nameBytes: [UInt8]
    /// How the value is written when nothing else is declared.
    let form: ValueForm
    /// The value types that VALUE may declare; the first is the default.
    let kinds: [Value.Kind]
    /// Whether the value is a list, separated by commas.
    let isList: Bool
    /// Whether libical 3.0 knows the name; the value of any other is lost in it.
    let isKnownToLibical: Bool
    /// Whether libical decides the property's values, as far as each lets it.
    let isForLibical: Bool

    /// A definition; `inLibical` says whether libical knows the name.
    init(
        _ name: String,
        _ form: ValueForm,
        _ kinds: [Value.Kind],
        list: Bool = false,
        inLibical: Bool = true
    ) {
        self.name = name
        nameBytes = Array(name.utf8)
        self.form = form
        self.kinds = kinds
        isList = list
        isKnownToLibical = inLibical
        isForLibical = inLibical && ValueDecider.decider(of: form) == .libical
    }

    /// Where the definition of a name (in any case) is in ``all``, or nil when no RFC defines it.
    static func index(of name: Span<UInt8>) -> Int? {
        var slot = Int(truncatingIfNeeded: hash(name)) & (slotCount - 1)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if matches(name, all[index].nameBytes) { return index }
            slot = (slot + 1) & (slotCount - 1)
        }
        return nil
    }

    /// The definition of a name in capitals, or nil when no RFC defines it.
    static func named(_ name: String) -> PropertyDefinition? {
        let bytes = Array(name.utf8)
        return index(of: bytes.span).map { all[$0] }
    }

    private static func matches(_ name: Span<UInt8>, _ capitals: [UInt8]) -> Bool {
        guard name.count == capitals.count else { return false }
        for index in name.indices where Ascii.capital(name[index]) != capitals[index] { return false }
        return true
    }

    private static func hash(_ name: Span<UInt8>) -> UInt64 {
        NameHash.of(name)
    }

    private static let slotCount = 512

    /// An open-addressed table of places in ``all``; -1 where a slot is free.
    private static let slots: [Int16] = {
        var slots = [Int16](repeating: -1, count: slotCount)
        for (index, definition) in all.enumerated() {
            var slot = Int(truncatingIfNeeded: NameHash.of(definition.name)) & (slotCount - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slotCount - 1) }
            slots[slot] = Int16(index)
        }
        return slots
    }()
}

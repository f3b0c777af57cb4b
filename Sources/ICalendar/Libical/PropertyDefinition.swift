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

    /// Where the definition of a name (in any case) is in ``all``, or nil when no RFC defines it.
    static func index(of name: Span<UInt8>) -> Int? {
        var slot = Int(truncatingIfNeeded: hash(name)) & (slotCount - 1)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if matches(name, index) { return index }
            slot = (slot + 1) & (slotCount - 1)
        }
        return nil
    }

    /// Whether a name, in any case, is that of the definition at a place in ``all``.
    private static func matches(_ name: Span<UInt8>, _ index: Int) -> Bool {
        let start = Int(nameStarts[index])
        guard name.count == Int(nameStarts[index + 1]) - start else { return false }
        for place in name.indices where Ascii.capital(name[place]) != nameBytes[start + place] {
            return false
        }
        return true
    }

    /// The names of ``all``, one after the other.
    private static let nameBytes: [UInt8] = all.flatMap { Array($0.name.utf8) }

    /// Where each name starts in ``nameBytes``, and where the last one ends.
    private static let nameStarts: [Int16] = all.reduce(into: [0]) { starts, definition in
        starts.append((starts.last ?? 0) + Int16(definition.name.utf8.count))
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

/// Makes a UID for a component that has none: the same for the same content, different for different events.
enum StableIdentifier {
    /// `missing-uid-` and 16 hexadecimal digits that depend on names, parameters and values alone.
    static func uid(for component: Component) -> String {
        var hash = Hash()
        hash.add(component)
        let digits = String(hash.state, radix: 16)
        return "missing-uid-" + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// FNV-1a over 64 bits: stable over runs and machines, which Swift's own hashing is not meant to be.
    private struct Hash {
        var state: UInt64 = 0xcbf2_9ce4_8422_2325

        mutating func add(_ text: String) {
            for byte in text.utf8 { add(byte) }
            add(0)
        }

        mutating func add(_ byte: UInt8) {
            state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }

        mutating func add(_ component: Component) {
            add(component.name)
            for property in component.properties where property.name != "DTSTAMP" {
                add(property.name)
                for parameter in property.parameters {
                    add(parameter.name)
                    for value in parameter.values { add(value) }
                }
                // The sentence of a rule may be worded anew; its text stays.
                if case .recurrenceRule(let rule) = property.value {
                    add(RuleText.format(rule))
                } else {
                    add(String(describing: property.value))
                }
            }
            for inner in component.components { add(inner) }
            add(1)
        }
    }
}

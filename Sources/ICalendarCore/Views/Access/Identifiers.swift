/// A generator of content-based UIDs for components without a UID.
///
/// Equal content always has the same UID, and different events have different UIDs.
package enum StableIdentifier {
    package static let prefix = "missing-uid-"

    /// Returns `missing-uid-` followed by 16 hexadecimal digits that depend only on names, parameters and values.
    package static func uid(for component: Component) -> String {
        prefix + digits(of: component)
    }

    /// Returns 16 hexadecimal digits that depend only on names, parameters and values.
    package static func digits(of component: Component) -> String {
        var hash = ContentHash()
        hash.add(component)
        return hash.digits
    }

    /// Returns the hash of a string, as a starting point for ``digits(of:after:)``.
    package static func beginning(with text: String) -> ContentHash {
        var hash = ContentHash()
        hash.add(text)
        return hash
    }

    /// Returns 16 hexadecimal digits that depend only on the given strings and the previously hashed string.
    package static func digits(of texts: [String], after beginning: ContentHash) -> String {
        var hash = beginning
        for text in texts { hash.add(text) }
        return hash.digits
    }
}

/// A 64-bit FNV-1a hash of a component's content.
///
/// Unlike Swift's own hashing, the hash is stable across runs and machines. The hash does not depend on the textual
/// descriptions of values.
package struct ContentHash {
    package private(set) var state: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The hash as 16 hexadecimal digits.
    package var digits: String {
        UniqueIdentifier.hexadecimal(state)
    }

    /// Adds a component: in order, its name, its properties except DTSTAMP, and its inner components.
    package mutating func add(_ component: Component) {
        // Iterative rather than recursive, because a program can nest components to any depth.
        var open = [(component: component, next: 0)]
        addOpening(of: component)
        while let last = open.last {
            guard last.next < last.component.components.count else {
                add(tag: 1)
                open.removeLast()
                continue
            }
            open[open.count - 1].next += 1
            let inner = last.component.components[last.next]
            addOpening(of: inner)
            open.append((inner, 0))
        }
    }

    private mutating func addOpening(of component: Component) {
        add(component.name)
        for property in component.properties where property.name != "DTSTAMP" {
            add(property.name)
            for parameter in property.parameters {
                // The tag separates parameters from values, and the count separates one parameter's values from the
                // next parameter.
                add(tag: 26, parameter.name)
                add(parameter.values.count)
                for value in parameter.values { add(value) }
            }
            add(property.value)
        }
    }

    /// Adds a value: a byte for its type, followed by its content.
    private mutating func add(_ value: Value) {
        switch value {
        case .text(let text): add(tag: 2, text)
        case .uri(let text): add(tag: 3, text)
        case .calendarAddress(let text): add(tag: 4, text)
        case .date(let date): add(tag: 5, date.dayNumber)
        case .dateTime(let time, let isUTC): add(tag: isUTC ? 6 : 7, time.secondNumber)
        case .time(let second, let isUTC): add(tag: isUTC ? 8 : 9, second)
        case .duration(let duration): add(duration)
        case .period(let period): add(period)
        case .recurrenceRule(let rule): add(tag: 12, RuleText.format(rule))
        case .integer(let number): add(tag: 13, number)
        case .float(let number): add(tag: 14, bits: number)
        case .boolean(let flag): add(tag: 15, flag ? 1 : 0)
        case .utcOffset(let seconds): add(tag: 16, seconds)
        case .geo(let latitude, let longitude):
            add(tag: 17, bits: latitude)
            add(tag: 17, bits: longitude)
        case .requestStatus(let status):
            add(tag: 18, status.code)
            add(status.description)
            if let data = status.data { add(data) }
        case .binary(let base64): add(tag: 19, base64)
        case .raw(let text): add(tag: 20, text)
        case .list(let values):
            add(tag: 21, values.count)
            for value in values { add(value) }
        }
    }

    private mutating func add(_ duration: NominalDuration) {
        add(tag: duration.isNegative ? 22 : 10, duration.days)
        add(duration.seconds)
    }

    private mutating func add(_ period: Value.Period) {
        add(tag: period.isUTC ? 11 : 23, period.start.secondNumber)
        switch period.end {
        case .time(let time, let isUTC): add(tag: isUTC ? 24 : 25, time.secondNumber)
        case .duration(let duration): add(duration)
        }
    }

    private mutating func add(tag: UInt8, _ text: String) {
        add(tag: tag)
        add(text)
    }

    private mutating func add(tag: UInt8, _ number: Int) {
        add(tag: tag)
        add(number)
    }

    private mutating func add(tag: UInt8, bits number: Double) {
        add(tag: tag, Int(truncatingIfNeeded: number.bitPattern))
    }

    /// Adds the bytes of a string, followed by a terminator.
    package mutating func add(_ text: String) {
        for byte in text.utf8 { add(tag: byte) }
        add(tag: 0)
    }

    /// Adds the eight bytes of a number, least significant byte first.
    private mutating func add(_ number: Int) {
        for shift in stride(from: 0, to: 64, by: 8) {
            add(tag: UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    private mutating func add(tag byte: UInt8) {
        state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
}

/// A generator of new UIDs (RFC 5545 section 3.8.4.7, RFC 7986 section 5.3).
///
/// The UIDs are random UUIDs, which reveal neither the author nor the time of creation.
///
/// ```swift
/// let uid = UniqueIdentifier.random()
/// ```
public enum UniqueIdentifier {
    /// Returns a version 4 UUID (RFC 9562 section 5.4) in lowercase, generated with the system's random number
    /// generator.
    ///
    /// ```swift
    /// event.uid = UniqueIdentifier.random()       // 3f0c9a52-...
    /// ```
    public static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    /// Returns a version 4 UUID from the given generator, such as a seeded generator in a test.
    package static func random(using generator: inout some RandomNumberGenerator) -> String {
        // RFC 9562 stores the version (4) and the variant in fixed bits.
        let high = generator.next() & ~0xF000 | 0x4000
        let low = generator.next() & ~(0xC000 << 48) | (0x8000 << 48)
        let digits = hexadecimal(high) + hexadecimal(low)
        var text = ""
        for (place, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(place) { text += "-" }
            text.append(digit)
        }
        return text
    }

    fileprivate static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// One property: a name, its parameters and its value (RFC 5545 section 3.1).
///
/// A property that was read remembers its line and its bytes, so that writing it untouched gives back what was read.
/// Equality and hashing look at name, parameters and value alone.
///
/// ```swift
/// let summary = Property("SUMMARY", .text("Stand-up"), parameters: [Parameter("LANGUAGE", "en")])
/// component.properties.append(summary)  // SUMMARY;LANGUAGE=en:Stand-up
/// ```
public struct Property: Sendable {
    /// The name in capitals, such as `SUMMARY`: `property.name // "DTSTART"`.
    public var name: String {
        didSet { source?.forget() }
    }
    /// The parameters in the order of the file: `property.parameters["TZID"] // "Europe/Berlin"`.
    public var parameters: [Parameter] {
        didSet { source?.forget() }
    }
    /// The value, typed: `Property("SEQUENCE", .integer(2)).value // .integer(2)`.
    public var value: Value {
        didSet { source?.forget() }
    }
    /// The line in the file, or 0.
    private let lineNumber: UInt32
    /// Where the bytes as read are; without length when the property was changed, and nil when it was made.
    package private(set) var source: SourceLine?

    /// The line in the file where the property starts, from 1, or nil when it was not read from a file:
    /// `property.line // 13`.
    public var line: Int? { lineNumber == 0 ? nil : Int(lineNumber) }

    /// A property made in the program.
    ///
    /// ```swift
    /// let property = Property("x-door", .text("green"))
    /// property.name  // "X-DOOR"
    /// property.line  // nil
    /// ```
    public init(_ name: String, _ value: Value, parameters: [Parameter] = []) {
        self.name = name.uppercased()
        self.parameters = parameters
        self.value = value
        lineNumber = 0
        source = nil
    }

    /// A property that was read; `source` is nil when what was read has no content lines.
    package init(name: String, parameters: [Parameter], value: Value, line: UInt32, source: SourceLine?) {
        self.name = name
        self.parameters = parameters
        self.value = value
        lineNumber = line
        self.source = source
    }

    /// The TZID parameter, or nil: `property.timeZoneID // "Europe/Berlin"`.
    public var timeZoneID: String? { parameters["TZID"] }

    /// The bytes of the line as it was read (folds, line end and all), such as `SUMMARY:Stand-up` and a line feed, or
    /// nil when the property was made or changed.
    public var sourceBytes: [UInt8]? {
        source.flatMap { $0.isKept ? Array($0.store.bytes[$0.range]) : nil }
    }

    /// Stands where another property stood, among the components around it.
    mutating func takePlace(of other: Property) {
        guard source == nil, let place = other.source else { return }
        source = place
        source?.forget()
    }
}

extension Property: Hashable {
    /// Compares names, parameters and values; not where they were read.
    ///
    /// ```swift
    /// component.first("SUMMARY") == Property("SUMMARY", .text("Stand-up"))  // true
    /// ```
    public static func == (left: Property, right: Property) -> Bool {
        left.name == right.name && left.value == right.value && left.parameters == right.parameters
    }

    /// Hashes a part of what ``==(_:_:)`` compares, so that a `Set<Property>` tells properties apart wherever they
    /// stood.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(value)
    }
}

/// Where the bytes of a property or a component lie: a range of the component's own copy of the file.
package struct SourceLine: Sendable {
    /// The bytes of the whole component that stood directly inside the VCALENDAR.
    package let store: ByteStore
    /// Where the line starts, in bytes.
    package let offset: UInt32
    /// How long it is, and in the highest bit whether it is odd.
    private var bits: UInt32

    private static let oddBit: UInt32 = 1 << 31

    /// The bytes of a store from an offset on; odd ones mean what the property says, but RFC 5545 has no such lines.
    package init(store: ByteStore, offset: UInt32, length: UInt32, isOdd: Bool = false) {
        self.store = store
        self.offset = offset
        bits = length & ~Self.oddBit | (isOdd && length > 0 ? Self.oddBit : 0)
    }

    /// How long it is, with its folds and its line end; 0 when only its place is of use any more.
    package var length: UInt32 { bits & ~Self.oddBit }

    /// Whether it was laid out in another way than RFC 5545's, so that it is written anew but where bytes are to stay.
    package var isOdd: Bool { bits & Self.oddBit != 0 }

    /// The line with its folds and its line end.
    package var range: Range<Int> { Int(offset)..<Int(offset) + Int(length) }

    /// Whether the bytes say what the property says, as RFC 5545 has it.
    package var isKept: Bool { length > 0 && !isOdd }

    /// Keeps only the place, as what stands there was changed.
    mutating func forget() {
        bits = 0
    }
}

/// Bytes that several values share: one component's copy of its part of the file, so that a property that is kept
/// does not keep the whole file.
package final class ByteStore: Sendable {
    package let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// An iCalendar property, which consists of a name, parameters and a value (RFC 5545 section 3.1).
///
/// A parsed property keeps its line number and source bytes, so an unchanged property is written back exactly as it was
/// read. Equality and hashing consider only the name, parameters and value.
///
/// ```swift
/// let summary = Property("SUMMARY", .text("Stand-up"), parameters: [Parameter("LANGUAGE", "en")])
/// component.properties.append(summary)  // SUMMARY;LANGUAGE=en:Stand-up
/// ```
public struct Property: Sendable {
    /// The uppercase name, such as `SUMMARY`: `property.name // "DTSTART"`.
    public var name: String {
        didSet { source?.forget() }
    }
    /// The parameters in file order: `property.parameters["TZID"] // "Europe/Berlin"`.
    public var parameters: [Parameter] {
        didSet { source?.forget() }
    }
    /// The typed value: `Property("SEQUENCE", .integer(2)).value // .integer(2)`.
    public var value: Value {
        didSet { source?.forget() }
    }
    /// The line number in the file, or 0 if there is none.
    private let lineNumber: UInt32
    /// The source bytes, with length 0 if the property has changed, or nil if it was created in code.
    package private(set) var source: SourceLine?

    /// The one-based number of the property's first line, or nil for a property not read from a file:
    /// `property.line // 13`.
    public var line: Int? { lineNumber == 0 ? nil : Int(lineNumber) }

    /// Creates a property in code.
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

    /// Creates a parsed property.
    ///
    /// `source` is nil for formats without content lines.
    package init(name: String, parameters: [Parameter], value: Value, line: UInt32, source: SourceLine?) {
        self.name = name
        self.parameters = parameters
        self.value = value
        lineNumber = line
        self.source = source
    }

    /// The TZID parameter, or nil: `property.timeZoneID // "Europe/Berlin"`.
    public var timeZoneID: String? { parameters["TZID"] }

    /// The bytes of the content line as read, including folds and the line ending, such as `SUMMARY:Stand-up` followed
    /// by a line feed.
    ///
    /// Nil if the property was created in code or changed.
    package var sourceBytes: [UInt8]? {
        source.flatMap { $0.isKept ? Array($0.store.bytes[$0.range]) : nil }
    }

    /// Adopts another property's position in its component.
    mutating func takePlace(of other: Property) {
        guard source == nil, let place = other.source else { return }
        source = place
        source?.forget()
    }
}

extension Property: Hashable {
    /// Compares names, parameters and values, but not source positions.
    ///
    /// ```swift
    /// component.first("SUMMARY") == Property("SUMMARY", .text("Stand-up"))  // true
    /// ```
    public static func == (left: Property, right: Property) -> Bool {
        left.name == right.name && left.value == right.value && left.parameters == right.parameters
    }

    /// Hashes a subset of the content that ``==(_:_:)`` compares.
    ///
    /// Source positions are not hashed, so a `Set<Property>` ignores them.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(value)
    }
}

/// The source bytes of a property or component, as a range in the ``ByteStore`` of the top-level component.
package struct SourceLine: Sendable {
    /// The bytes of the enclosing component directly inside the VCALENDAR.
    package let store: ByteStore
    /// The offset of the first byte.
    package let offset: UInt32
    /// The length in bytes; the highest bit is the odd-layout flag.
    private var bits: UInt32

    private static let oddBit: UInt32 = 1 << 31

    /// Creates a reference to a range in a byte store.
    ///
    /// If `isOdd` is true, the bytes represent the property in a layout that RFC 5545 forbids.
    package init(store: ByteStore, offset: UInt32, length: UInt32, isOdd: Bool = false) {
        self.store = store
        self.offset = offset
        bits = length & ~Self.oddBit | (isOdd && length > 0 ? Self.oddBit : 0)
    }

    /// The length in bytes, including folds and the line ending.
    ///
    /// The length is 0 if only ``offset`` is still valid, because the content has changed.
    package var length: UInt32 { bits & ~Self.oddBit }

    /// Whether the layout violates RFC 5545.
    ///
    /// Lines with an odd layout are rewritten unless the caller needs the original bytes.
    package var isOdd: Bool { bits & Self.oddBit != 0 }

    /// The byte range, including folds and the line ending.
    package var range: Range<Int> { Int(offset)..<Int(offset) + Int(length) }

    /// Whether the bytes represent the current value in a layout that RFC 5545 allows.
    package var isKept: Bool { length > 0 && !isOdd }

    /// Reduces the reference to a bare position, because the content has changed.
    mutating func forget() {
        bits = 0
    }
}

/// The bytes of one top-level component, shared by its properties.
///
/// The store copies the bytes, so a property does not keep the whole file in memory.
package final class ByteStore: Sendable {
    package let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}

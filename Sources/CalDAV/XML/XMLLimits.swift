/// The limits for an XML response from a server.
///
/// Real responses stay far below the defaults. Lower the limits in a program that has little memory.
///
/// ```swift
/// var limits = XMLLimits()
/// limits.bytes = 64 << 20
/// let reader = MultistatusReader(limits: limits)
/// ```
public struct XMLLimits: Sendable, Hashable {
    /// The maximum size of a response in bytes: `XMLLimits().bytes // 1_073_741_824`.
    public var bytes = 1 << 30
    /// The maximum number of elements in a response: `XMLLimits().elements // 50_000_000`.
    public var elements = 50_000_000
    /// The maximum nesting depth of elements: `XMLLimits().depth // 64`.
    public var depth = 64
    /// The maximum size of a tag, including its attributes, in bytes: `XMLLimits().tag // 65_536`.
    public var tag = 64 << 10
    /// The maximum size of a name, in bytes: `XMLLimits().name // 1024`.
    public var name = 1024
    /// The maximum number of attributes per element: `XMLLimits().attributes // 64`.
    public var attributes = 64
    /// The maximum number of namespace declarations in scope: `XMLLimits().namespaces // 256`.
    public var namespaces = 256
    /// The maximum size of a text value other than calendar data, in bytes: `XMLLimits().text // 262_144`.
    public var text = 256 << 10
    /// The maximum total size of the text kept per response element, in bytes, excluding calendar data:
    /// `XMLLimits().response // 4_194_304`.
    public var response = 4 << 20
    /// The maximum number of elements per response element: `XMLLimits().elementsInResponse // 10_000`.
    public var elementsInResponse = 10_000
    /// The maximum size of a calendar item, in bytes: `XMLLimits().item // 67_108_864`.
    ///
    /// A larger item is skipped and marked with ``MultistatusResponse/isTooLarge``; the other items are still read.
    public var item = 64 << 20

    /// Creates the default limits.
    ///
    /// ```swift
    /// XMLLimits().depth  // 64
    /// ```
    public init() {}
}

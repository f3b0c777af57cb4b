/// The reason that a server's XML cannot be used, and the position of the problem.
///
/// ```swift
/// var reader = MultistatusReader()
/// do {
///     _ = try reader.read(Array("<!DOCTYPE html><html>".utf8))
/// } catch {
///     print(error)  // XML: document type declarations are not allowed; response rejected at byte 3
/// }
/// ```
public struct XMLFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// A reason for a failure.
    ///
    /// ```swift
    /// XMLFailure(.truncated, at: 0).reason  // .truncated
    /// ```
    public enum Reason: Sendable, Hashable {
        /// The response ends before its root element is closed, for example because the connection was lost:
        /// `error.reason == .truncated`.
        case truncated
        /// A document type declaration, which can define entities, or an HTML page:
        /// `error.reason == .documentType`.
        case documentType
        /// An entity other than XML's five predefined ones, such as `.entity("nbsp")`.
        case entity(String)
        /// An encoding other than UTF-8 and ASCII, such as `.encoding("utf-16")`.
        case encoding(String)
        /// A violation of well-formedness, such as `.malformed("mismatched end tag")`.
        case malformed(String)
        /// A prefix without a namespace declaration, such as `.prefix("cs")`.
        case prefix(String)
        /// A root element other than the expected one, such as `.root("html")`.
        case root(String)
        /// A limit that was reached, such as `.limit("depth", 64)`.
        case limit(String, Int)
    }

    /// The reason, such as `.limit("depth", 64)`.
    public let reason: Reason
    /// The number of bytes read before the problem: `XMLFailure(.truncated, at: 120).offset // 120`.
    public let offset: Int

    /// Creates a failure at the given byte position.
    ///
    /// ```swift
    /// XMLFailure(.truncated, at: 120).description  // "XML: unexpected end; response rejected at byte 120"
    /// ```
    public init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// The problem as text: `XML: mismatched end tag; response rejected at byte 120`.
    public var description: String {
        let words =
            switch reason {
            case .truncated: "unexpected end"
            case .documentType: "document type declarations are not allowed"
            case .entity(let name): "unknown entity '\(name.printable)'"
            case .encoding(let name): "unsupported encoding '\(name.printable)'"
            case .malformed(let problem): problem
            case .prefix(let name): "prefix '\(name.printable)' has no namespace"
            case .root(let name): "unexpected root element '\(name.printable)'"
            case .limit(let name, let value): "limit reached: \(value) (XMLLimits.\(name))"
            }
        return "XML: \(words); response rejected at byte \(offset)"
    }
}

extension String {
    /// The text for use in a message; its control characters are escaped and its length is limited.
    var printable: String {
        var result = ""
        for scalar in unicodeScalars.prefix(200) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default:
                result.unicodeScalars.append(scalar)
            }
        }
        return unicodeScalars.count > 200 ? result + "…" : result
    }
}

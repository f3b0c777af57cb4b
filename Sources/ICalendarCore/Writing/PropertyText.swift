/// A formatter for properties that were created or changed in code (RFC 5545 section 3.1).
package enum PropertyText {
    /// Returns a property's content line without folds or a line ending, or an empty array if the property's name
    /// cannot be written.
    package static func line(_ property: Property) -> [UInt8] {
        let (line, colon) = line(property, quoting: false)
        // A value without its expected form could be read as part of a preceding parameter.
        guard !property.parameters.isEmpty, !isStart(line, colon, of: property) else { return line }
        return self.line(property, quoting: true).line
    }

    private static func isStart(_ line: [UInt8], _ colon: Int, of property: Property) -> Bool {
        guard colon < line.count else { return true }
        let name = NameText.property(property.name)
        var start = ValueStart(PropertyDefinition.form(of: name.indices, in: name.span))
        for parameter in property.parameters {
            if parameter.name == "TZID" { start.heedZone() }
            if parameter.name == "VALUE" { start.heed(declaration: parameter) }
        }
        return start.isStart(line.span, colon)
    }

    private static func line(_ property: Property, quoting: Bool) -> (line: [UInt8], colon: Int) {
        var bytes = NameText.property(property.name)
        guard !bytes.isEmpty, !NameText.isMarker(bytes.span) else { return ([], 0) }
        let definition = PropertyDefinition.index(of: bytes.indices, in: bytes.span)
            .map { PropertyDefinition.all[$0] }
        let declaration = ValueDeclaration(of: property, definition)
        for parameter in property.parameters {
            // VALUE must match the actual type of the value.
            if parameter.name == "VALUE", declaration.replacesOthers { continue }
            ParameterText.append(parameter, quoting: quoting, to: &bytes)
        }
        if let kind = declaration.added {
            ParameterText.append(Parameter("VALUE", kind.rawValue), to: &bytes)
        }
        if case .binary = property.value, property.parameters["ENCODING"] == nil {
            ParameterText.append(Parameter("ENCODING", "BASE64"), to: &bytes)
        }
        let colon = bytes.count
        bytes.append(Ascii.colon)
        ValueText.append(property.value, strings: declaration.strings, to: &bytes)
        return (bytes, colon)
    }
}

/// The VALUE parameter that a property needs (RFC 5545 section 3.2.20), and the form of the property's strings.
private struct ValueDeclaration {
    /// The value type that must still be declared.
    var added: Value.DataType?
    var replacesOthers = false
    /// The form of strings whose type cannot be declared.
    var strings = ValueText.StringForm.own

    init(of property: Property, _ definition: PropertyDefinition?) {
        // An unreadable value is written unchanged, along with its original declaration.
        guard let kind = property.value.elements.lazy.compactMap(\.declaredType).first else { return }
        let written = property.parameters.lazy.filter { $0.name == "VALUE" }
            .compactMap { Value.DataType(word: $0.value) }
            .first { definition?.kinds.contains($0) ?? true }
            .map { $0.isWritten(as: kind) ? kind : $0 }
        guard let definition else {
            // An unknown property defaults to TEXT (section 3.8.8.2), so TEXT is not declared.
            if written == kind || written == nil && kind == .text { return }
            replacesOthers = true
            if kind != .text { added = kind }
            return
        }
        // GEO and REQUEST-STATUS values have a special form that VALUE cannot declare.
        if definition.form == .geo || definition.form == .requestStatus { return }
        guard definition.kinds.contains(kind) else {
            if definition.kinds.first == .text { strings = .text }
            if definition.kinds.first == .uri || definition.kinds.first == .calendarAddress { strings = .uri }
            return
        }
        if written == kind { return }
        let isUsual = kind == definition.kinds.first && !PropertyGrammar.needsDeclaredType(definition.name)
        if isUsual, written == nil { return }
        replacesOthers = true
        if !isUsual { added = kind }
    }
}

extension Value.DataType {
    /// Returns whether the type is one of the types from RFC 9253 section 7 that are stored as text or as a URI.
    ///
    /// Values of these types keep their declared type.
    fileprivate func isWritten(as kind: Value.DataType) -> Bool {
        self == .uid && kind == .text || self == .xmlReference && kind == .uri
    }
}

extension Value {
    /// The type that VALUE can declare, or nil for a value with a special form, no type, or several types.
    fileprivate var declaredType: DataType? {
        switch self {
        case .geo, .requestStatus: nil
        default: kind
        }
    }
}

/// A formatter for parameters (RFC 5545 section 3.2) that uses the caret encoding of RFC 6868.
enum ParameterText {
    /// Adds `;NAME=value,value`, or nothing if the parameter has no usable name or no values.
    ///
    /// A value is quoted if it contains a colon, semicolon, or comma, or if it ends with a backslash, which some
    /// programs treat as an escape for the next character. Line breaks, carets, and quotes are written as `^n`, `^^`,
    /// and `^'`. Control characters other than tab cannot be represented and are dropped.
    ///
    /// Several values of a single-valued parameter are also quoted, because an unquoted comma would be read as part
    /// of the value. If `quoting` is true, every value is quoted.
    static func append(_ parameter: Parameter, quoting: Bool = false, to bytes: inout [UInt8]) {
        let name = NameText.parameter(parameter.name)
        let values = parameter.values
        guard !name.isEmpty, !values.isEmpty else { return }
        bytes.append(Ascii.semicolon)
        bytes += name
        let quoting =
            quoting || values.count > 1 && ParameterGrammar.mayHoldComma(parameter.name.uppercased())
        var separator = Ascii.equals
        for value in values {
            bytes.append(separator)
            append(value, quoting: quoting, to: &bytes)
            separator = Ascii.comma
        }
    }

    private static func append(_ value: String, quoting: Bool, to bytes: inout [UInt8]) {
        let isQuoted =
            quoting || value.utf8.last == Ascii.backslash
            || value.utf8.contains { $0 == Ascii.colon || $0 == Ascii.semicolon || $0 == Ascii.comma }
        if isQuoted { bytes.append(Ascii.quote) }
        var previous: UInt8 = 0
        for byte in value.utf8 {
            switch byte {
            case Ascii.caret: bytes += [Ascii.caret, Ascii.caret]
            case Ascii.quote: bytes += [Ascii.caret, Ascii.apostrophe]
            case Ascii.lineFeed where previous == Ascii.carriageReturn: break
            case Ascii.lineFeed, Ascii.carriageReturn: bytes += [Ascii.caret, 0x6E]
            case _ where TextEscapes.isControl(byte): break
            default: bytes.append(byte)
            }
            previous = byte
        }
        if isQuoted { bytes.append(Ascii.quote) }
    }
}
